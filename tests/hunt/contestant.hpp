#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/strategy.hpp"
#include "tests/brute/brute.hpp"

/// The hunt for wrong verdicts: the solver against a brute force that shares no code with it.
namespace quincunx::hunt {

using solver::Limits;
using solver::Verdict;

/// A search's answer for a position.
struct Answer {
    Verdict verdict = Verdict::unknown;
    std::vector<std::string> line;  ///< move texts, for `winnable`
    std::uint64_t nodes = 0;
};

/// The searches for one set of rules, which may be a small relative of a real game, and the brute force's
/// version of the same rules. Positions are texts: nothing else passes between the two.
class Contestant {
  public:
    virtual ~Contestant() = default;

    virtual std::string_view name() const = 0;
    /// The game id with which its position texts start.
    virtual std::string_view id() const = 0;
    virtual const brute::Game& game() const = 0;
    /// Whether these are the rules of a real game.
    virtual bool real() const = 0;
    virtual std::string deal(std::uint64_t number) const = 0;
    /// The number of cards not on foundations up to which the brute force decides nearly all positions.
    virtual int most_cards() const = 0;
    /// The node limit for a search that should take a fraction of a second.
    virtual std::uint64_t most_nodes() const = 0;

    /// The answer of the normal search; nothing if the text is not a position of the game.
    virtual std::optional<Answer> solve(const std::string& position, const Limits& limits) = 0;
    /// Searches without one of the pruning rules, with one that starts earlier, or without any.
    virtual std::size_t others() const = 0;
    virtual std::string_view other_name(std::size_t which) const = 0;
    virtual std::optional<Answer> solve_otherwise(std::size_t which, const std::string& position,
                                                  const Limits& limits) = 0;
    /// The answer for the same cards with one pile or cell more, which is empty; nothing if no such rules are compiled.
    virtual std::optional<Answer> solve_with_more(const std::string& position, const Limits& limits) = 0;
};

using Contestants = std::vector<std::unique_ptr<Contestant>>;
void add_carthage(Contestants& contestants);
void add_gargantua(Contestants& contestants);
void add_gloucestershire(Contestants& contestants);
void add_rank_chains(Contestants& contestants);
void add_two_way(Contestants& contestants);

/// All of them: the eight sets of rules and their small relatives.
Contestants all_contestants();

}  // namespace quincunx::hunt
