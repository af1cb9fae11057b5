#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <vector>

#include "fair/knowledge.hpp"

namespace quincunx::fair {

/// How a move was found, and with that what it is worth.
enum class Basis : std::uint8_t {
    none,         ///< there is no move
    rule,         ///< a rule of thumb
    one_world,    ///< the solution of one world
    trials,       ///< the best plan in many worlds
    certain_win,  ///< every card is known, and this wins
    certain_loss  ///< every card is known, and nothing wins; the move is the rule's
};

/// The moves until the next unseen card is shown, or until the end. Nothing is learned in between, so a
/// fair player chooses among plans.
struct Plan {
    std::vector<Move> moves;
    int wins = 0;    ///< worlds that could be won after the plan, with all cards known
    int trials = 0;  ///< worlds in which it was tried
    /// In which of these it could be won, in their order; the plans of a decision are tried in the same worlds.
    std::vector<bool> won{};
};

/// How a plan did in the worlds in which another one was tried, too: the difference of their shares of wins, and whether
/// its 95 % interval holds 0 (McNemar's test with Edwards' correction, which is right for few worlds as well).
struct Difference {
    double share = 0;
    bool as_good = true;
};
inline Difference difference(const std::vector<bool>& won, const std::vector<bool>& other) {
    const std::size_t worlds = std::min(won.size(), other.size());
    int more = 0;
    int less = 0;
    for (std::size_t i = 0; i < worlds; ++i) {
        if (won[i] == other[i]) continue;
        ++(won[i] ? more : less);
    }
    if (more == less) return {};
    constexpr double z = 1.9599639845400545;  // 97.5 % of a normal distribution lie below
    const int apart = std::abs(more - less) - 1;
    return {static_cast<double>(more - less) / static_cast<double>(worlds),
            apart * apart <= z * z * (more + less)};
}

/// The rest of a plan if a move is made first that comes later in it, and nothing is shown or changed by making it
/// first; none if it does not, or if that is not the same.
template <class Source>
std::optional<std::vector<Move>> rest_after(const BasicKnowledge<Source>& knowledge, std::vector<Move> plan,
                                            const Move& move) {
    const auto place = std::find(plan.begin(), plan.end(), move);
    if (place == plan.end()) return std::nullopt;
    BasicPosition<Source> planned = knowledge.example();
    BasicPosition<Source> other = planned;
    const Undo first = other.play(move);
    for (auto it = plan.begin(); it != place; ++it) {
        planned.play(*it);
        if (knowledge.revealed(other, first) || !accepts(other, *it)) return std::nullopt;
        other.play(*it);
    }
    planned.play(move);
    if (planned.key() != other.key()) return std::nullopt;
    // Piles may have changed places.
    for (auto it = std::next(place); it != plan.end(); ++it) {
        if (!accepts(other, *it)) return std::nullopt;
        other.play(*it);
    }
    plan.erase(place);
    return plan;
}

/// Plans made before, found again by what is known when one of their moves is due.
class PlanMemory {
  public:
    struct Remembered {
        Plan rest;  ///< from that move on
        Basis basis = Basis::none;
        bool searched = false;  ///< made with an effort
    };

    void clear() { plans_.clear(); }
    template <class Source>
    void add(const BasicKnowledge<Source>& knowledge, Plan plan, Basis basis, bool searched) {
        if (plans_.size() > most) clear();
        plan.won.clear();
        BasicPosition<Source> world = knowledge.example();
        for (std::uint64_t id = knowledge.id();; id = knowledge.id_after(world)) {
            plans_[id] = {plan, basis, searched};
            world.play(plan.moves.front());
            plan.moves.erase(plan.moves.begin());
            if (plan.moves.empty()) return;
        }
    }
    /// nullptr if there is none.
    const Remembered* find(std::uint64_t id, bool searched) const {
        const auto found = plans_.find(id);
        return found == plans_.end() || (searched && !found->second.searched) ? nullptr : &found->second;
    }

  private:
    static constexpr std::size_t most = 20'000;

    std::unordered_map<std::uint64_t, Remembered> plans_;
};

}  // namespace quincunx::fair
