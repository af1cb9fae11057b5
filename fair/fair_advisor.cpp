#include "fair/fair_advisor.hpp"

#include "engine/notation.hpp"
#include "games/all.hpp"
#include "session/game_of.hpp"

namespace quincunx::fair {

namespace {

template <const Rules& the_rules>
class GameFairAdvisor final : public FairAdvisor {
  public:
    const Rules& rules() const override { return the_rules; }

    void set(const Game& game, const CardSet& seen) override {
        knowledge_ = Knowledge<the_rules>(GameOf<the_rules>::position_of(game), seen);
        player_.set(knowledge_);
    }

    Advice instant() override {
        player_.instant();
        return advice();
    }
    Effort usual() const override { return usual_effort<the_rules>(); }
    void start(const Effort& effort) override { player_.start(effort); }
    bool step(std::uint64_t budget) override { return player_.step(budget); }
    void stop() override { player_.stop(); }
    Advice advice() const override {
        Advice advice;
        advice.basis = player_.basis();
        advice.nodes = player_.nodes();
        const std::vector<Plan>& plans = player_.plans();
        if (plans.empty() || player_.basis() == Basis::none) return advice;
        const Plan& best = plans.front();
        advice.hint = HintMaker<the_rules>(knowledge_.example()).explain(best.moves.front());
        advice.wins = best.wins;
        advice.trials = best.trials;
        for (const Move& move : best.moves) advice.plan.push_back(move_text(the_rules, move));
        if (plans.size() > 1 && plans[1].trials > 0) {
            advice.other = move_text(the_rules, plans[1].moves.back());
            advice.other_wins = plans[1].wins;
            advice.other_trials = plans[1].trials;
        }
        return advice;
    }

    void forget() override { player_.forget(); }
    bool defective() const override { return player_.defective(); }

    void start_odds(const OddsLimits& limits) override { odds_.start(knowledge_, limits); }
    bool step_odds(std::uint64_t budget) override { return odds_.step(budget); }
    Odds odds() const override { return odds_.odds(); }
    std::unique_ptr<Game> world(std::uint64_t number) const override {
        Random random(hash::mix(knowledge_.id()) + number);
        return std::make_unique<GameOf<the_rules>>(knowledge_.sample(random));
    }
    CardSet seen() const override { return knowledge_.seen(); }
    std::size_t unseen() const override { return knowledge_.unseen().size(); }
    bool complete() const override { return knowledge_.complete(); }

  private:
    Knowledge<the_rules> knowledge_;
    Player<the_rules> player_;
    OddsMaker<the_rules> odds_;
};

}  // namespace

std::string_view to_text(Basis basis) {
    switch (basis) {
        case Basis::rule:
            return "rule";
        case Basis::one_world:
            return "one-world";
        case Basis::trials:
            return "trials";
        case Basis::certain_win:
            return "certain";
        case Basis::certain_loss:
            return "certain-loss";
        case Basis::none:
            break;
    }
    return "none";
}

std::string sureness(const Advice& advice) {
    const auto of = [](int wins, int trials) {
        return std::to_string(wins) + " of " + std::to_string(trials);
    };
    if (advice.basis == Basis::certain_win) return "Every card is known, and this wins.";
    if (advice.basis == Basis::certain_loss) return "Every card is known, and the game can no longer be won.";
    if (advice.basis == Basis::none || advice.trials == 0) return {};
    std::string text =
        "Won in " + of(advice.wins, advice.trials) + (advice.trials == 1 ? " trial" : " trials");
    if (advice.other)
        text += "; the next best plan, ending with " + *advice.other + ", in " +
                of(advice.other_wins, advice.other_trials);
    return text + ".";
}

std::string share_text(double share) {
    constexpr int whole = 10000;
    const int parts = static_cast<int>(share * whole + 0.5);
    const std::string digits = std::to_string(parts % whole);
    return std::to_string(parts / whole) + '.' + std::string(4 - digits.size(), '0') + digits;
}

std::unique_ptr<FairAdvisor> make_fair_advisor(std::string_view game) {
    std::unique_ptr<FairAdvisor> advisor;
    games::with_game(game,
                     [&]<const Rules & rules>() { advisor = std::make_unique<GameFairAdvisor<rules>>(); });
    return advisor;
}

}  // namespace quincunx::fair
