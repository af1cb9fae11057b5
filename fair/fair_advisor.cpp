#include "fair/fair_advisor.hpp"

#include <utility>

#include "engine/notation.hpp"
#include "engine/text.hpp"
#include "games/all.hpp"

namespace quincunx::fair {

FairAdvisor::FairAdvisor(std::shared_ptr<const GameRules> rules)
    : rules_(std::move(rules)), knowledge_(Given(*rules_)), player_(Given(*rules_)), odds_(Given(*rules_)) {}

void FairAdvisor::set(const Game& game, const CardSet& seen) {
    knowledge_ = {same_position(Given(*rules_), game.position()), seen};
    player_.set(knowledge_);
    odds_.stop();
}

Advice FairAdvisor::instant() {
    player_.instant();
    return advice();
}

Advice FairAdvisor::advice() const {
    Advice advice;
    advice.basis = player_.basis();
    advice.nodes = player_.nodes();
    const std::vector<Plan>& plans = player_.plans();
    if (plans.empty() || player_.basis() == Basis::none) return advice;
    const Plan& best = plans.front();
    advice.hint = as_game(knowledge_.example()).explain(best.moves.front());
    advice.wins = best.wins;
    advice.trials = best.trials;
    if (advice.hint->code == no_gain) advice.goal = goal_of(best);
    advice.spaces = spaces_of(best);
    for (const Move& move : best.moves) advice.plan.push_back(move_text(rules(), move));
    if (plans.size() > 1 && plans[1].trials > 0) {
        advice.other = move_text(rules(), plans[1].moves.back());
        advice.other_wins = plans[1].wins;
        advice.other_trials = plans[1].trials;
    }
    return advice;
}

void FairAdvisor::release() {
    player_.release();
    odds_.release();
}

std::optional<Goal> FairAdvisor::goal_of(const Plan& plan) const {
    BasicPosition<Given> position = knowledge_.example();
    for (std::size_t i = 0; i < plan.moves.size(); ++i) {
        const Move& move = plan.moves[i];
        Hint hint = as_game(position).explain(move);
        if (hint.code != no_gain) return Goal{std::move(hint), static_cast<int>(i)};
        position.play(move);
    }
    return std::nullopt;
}

int FairAdvisor::spaces_of(const Plan& plan) const {
    if (rules().has_waste() || plan.moves.back().kind != MoveKind::draw) return 0;
    BasicPosition<Given> position = knowledge_.example();
    for (std::size_t i = 0; i + 1 < plan.moves.size(); ++i) position.play(plan.moves[i]);
    const Layout& layout = position.layout();
    int count = 0;
    for (const PileKind kind : {PileKind::tableau, PileKind::reserve})
        for (int number = 0; number < layout.count(kind); ++number)
            if (position.empty(layout.pile(kind, number))) ++count;
    return count;
}

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

std::string purpose(const Advice& advice) {
    std::string text;
    if (advice.goal) text = "Then: " + advice.goal->hint.text;
    // A card that goes home, and the deal itself, are reasons enough.
    const std::string_view code = advice.hint ? std::string_view(advice.hint->code) : "safe";
    if (advice.spaces == 0 || code == "safe" || code == "foundation" || code == "draw") return text;
    return text + (text.empty() ? "" : " ") + "It keeps " +
           counted(static_cast<std::uint64_t>(advice.spaces), "pile") + " empty for the next deal.";
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
    const Rules* const rules = games::find(game);
    return rules == nullptr ? nullptr : std::make_unique<FairAdvisor>(GameRules::make(*rules));
}

}  // namespace quincunx::fair
