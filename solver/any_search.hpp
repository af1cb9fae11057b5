#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/position.hpp"
#include "solver/strategy.hpp"

/// The search for any game, for code that has the rules as a value.
namespace quincunx::solver {

/// As `Solver`, whose members these are.
class AnySearch {
  public:
    virtual ~AnySearch() = default;

    virtual void start(const BasicPosition<Given>& position, const Limits& limits) = 0;
    virtual bool step(std::uint64_t budget) = 0;
    virtual Verdict verdict() const = 0;
    virtual bool defective() const = 0;
    virtual std::span<const Move> line() const = 0;
    virtual Progress progress() const = 0;
    virtual void release() = 0;
    virtual void clear() = 0;
    virtual std::vector<Move> rule_of_thumb(const BasicPosition<Given>& position) = 0;
};

/// The search for a game: that of the game with equal rules, listed or of the lab. Rules that differ from a listed game's
/// only in the deal, or in fewer redeals, borrow its search for the positions that such a game has; the general search is
/// for all else. The page's modules have no games of the lab, so that whoever brings rules gets the same search anywhere.
/// Whoever holds it keeps the game alive.
std::unique_ptr<AnySearch> make_search(const Given& game);

}  // namespace quincunx::solver
