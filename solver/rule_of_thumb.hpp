#pragma once

#include <vector>

#include "solver/two_way/playout.hpp"
#include "solver/two_way/search.hpp"

namespace quincunx::solver {

/// The moves to the end of the rule by which a kind of games can be played without a search; none if it has none. It
/// reads nothing that a player does not see.
template <class Source>
class RuleOfThumb {
  public:
    std::vector<Move> moves(const BasicPosition<Source>& /*position*/) { return {}; }
};

/// The rule for games with foundations in two directions.
template <const Rules& rules>
    requires(two_way::fits(rules))
class RuleOfThumb<Fixed<rules>> {
  public:
    std::vector<Move> moves(const Position<rules>& position) {
        std::vector<Move> moves;
        two_way::State<rules> state;
        state.read(position);
        two_way::Jitter jitter(0);
        playout_.run(state, two_way::default_weights, jitter);
        two_way::Translator<rules> translator(position);
        for (const two_way::Decision& decision : playout_) {
            const bool from_pile = decision.kind == two_way::Decision::Kind::play_pile;
            moves.push_back(
                translator.move(decision, from_pile ? state.pile_top(decision.pile) : state.waste_top()));
            state.make(decision);
        }
        return moves;
    }

  private:
    two_way::Playout<rules> playout_;
};

}  // namespace quincunx::solver
