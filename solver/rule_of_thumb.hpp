#pragma once

#include "solver/two_way/playout.hpp"
#include "solver/two_way/search.hpp"

namespace quincunx::solver {

/// The rule by which a kind of games can be played without a search, if there is one. It reads nothing that a player
/// does not see.
template <class Source>
class RuleOfThumb {
  public:
    /// Calls `visit(move)` for each move, as long as that is true.
    template <class Visit>
    void run(const BasicPosition<Source>& /*position*/, Visit&& /*visit*/) {}
};

/// Of games with foundations in two directions.
template <const Rules& rules>
    requires(two_way::fits(rules))
class RuleOfThumb<Fixed<rules>> {
  public:
    template <class Visit>
    void run(const Position<rules>& position, Visit&& visit) {
        two_way::State<rules> state;
        state.read(position);
        two_way::Jitter jitter(0);
        playout_.run(state, two_way::default_weights, jitter);
        two_way::Translator<rules> translator(position);
        for (const two_way::Decision& decision : playout_) {
            const bool from_pile = decision.kind == two_way::Decision::Kind::play_pile;
            const Move move =
                translator.move(decision, from_pile ? state.pile_top(decision.pile) : state.waste_top());
            if (!visit(move)) return;
            state.make(decision);
        }
    }

  private:
    two_way::Playout<rules> playout_;
};

}  // namespace quincunx::solver
