#include "fair/fair_advisor.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "engine/notation.hpp"
#include "engine/text.hpp"
#include "games/all.hpp"

namespace quincunx::fair {

FairAdvisor::FairAdvisor(std::shared_ptr<const GameRules> rules)
    : rules_(std::move(rules)),
      knowledge_(Given(*rules_)),
      shown_(knowledge_),
      player_(Given(*rules_)),
      odds_(Given(*rules_)),
      view_(knowledge_),
      asked_(knowledge_),
      judge_(Given(*rules_)) {}

void FairAdvisor::set(const Trail& trail) {
    BasicPosition<Given> position = same_position(Given(*rules_), trail.shown.position());
    shown_ = {position, trail.seen};
    since_ = trail.since;
    for (const Move& move : since_) position.play(move);
    knowledge_ = {position, trail.seen};
    alone_ = false;
    begin(false, effort_, {});
}
void FairAdvisor::set(const Session& session) {
    const std::size_t shown = session.seen_at();
    const std::span since = std::span(session.line()).subspan(shown, session.ply() - shown);
    set(Trail{session.at(shown), session.seen(), {since.begin(), since.end()}});
}
void FairAdvisor::set(const Game& game, const CardSet& seen) {
    set(Trail{game, seen, {}});
    alone_ = true;
}

void FairAdvisor::forget() {
    begin(false, effort_, {});
    player_.forget();
    decisions_.clear();
    chances_.clear();
}

Advice FairAdvisor::instant() {
    begin(false, effort_, {});
    player_.instant();
    said_ = {player_.plans(), player_.basis()};
    nodes_ = player_.nodes();
    return advice();
}

void FairAdvisor::start(const Effort& effort, const std::optional<OddsLimits>& chance) {
    begin(true, effort, chance);
    walk();
}
void FairAdvisor::start_odds(const OddsLimits& limits, const Effort& effort) {
    begin(false, effort, limits);
    walk();
}

/// Ends what is under way without a result.
void FairAdvisor::begin(bool hint, const Effort& effort, const std::optional<OddsLimits>& limits) {
    player_.set(knowledge_);
    odds_.stop();
    judge_.release();
    judged_.reset();
    phase_ = Phase::over;
    decided_.clear();
    places_.clear();
    if (effort != effort_ || decisions_.size() > most_remembered) decisions_.clear();
    if (effort != effort_ || chances_.size() > most_remembered) chances_.clear();
    effort_ = effort;
    hint_ = hint;
    limits_ = limits;
    said_ = {};
    chance_.reset();
    nodes_ = 0;
    // Where every card is known, what can be said of a view follows from it alone; but not what to do there, for
    // solutions that are found one after another may lead back and forth.
    const bool alone = alone_ || (knowledge_.complete() && !hint);
    view_ = alone ? knowledge_ : shown_;
    walked_ = alone ? since_.size() : 0;
}

/// Goes along the moves since the last card was shown as far as the decisions are known, and begins the next one.
void FairAdvisor::walk() {
    for (;; ++walked_) {
        const bool here = walked_ == since_.size();
        if (!places_.contains(view_.id()) && (here ? hint_ : decided_.size() < most_plans)) {
            const auto known = lasting() ? decisions_.find(view_.id()) : decisions_.end();
            if (known == decisions_.end()) {
                player_.set(view_);
                player_.start(effort_, lasting());
                phase_ = Phase::decision;
                if (player_.step(0)) take_decision();
                return;
            }
            follow(known->second);
        }
        if (here) return arrive();
        BasicPosition<Given> next = view_.example();
        next.play(since_[walked_]);
        view_ = view_.after(next);
    }
}

/// The player has decided on the view that the walk has come to.
void FairAdvisor::take_decision() {
    Decision decision{player_.plans(), player_.basis()};
    if (decision.plans.size() > most_kept) decision.plans.resize(most_kept);
    nodes_ += player_.nodes();
    phase_ = Phase::over;
    if (lasting()) {
        follow(decisions_.insert_or_assign(view_.id(), std::move(decision)).first->second);
        walk();
    } else {
        said_ = std::move(decision);
        arrive();
    }
}

/// Notes which views belong to a decision on the view that the walk has come to. A view that belongs to the plan of an
/// earlier one stays with that: what a detour comes back to is as good as it was.
void FairAdvisor::follow(const Decision& decision) {
    const std::size_t number = decided_.size();
    decided_.push_back({view_, &decision});
    const auto is_plan = [&](const Place& place) {
        const Basis basis = decided_[place.decision].decision->basis;
        return basis == Basis::trials || basis == Basis::certain_win;
    };
    const std::size_t moves = decision.plans.empty() ? 0 : decision.plans.front().moves.size();
    View view = view_;
    BasicPosition<Given> world = view.example();
    for (std::size_t made = 0;; ++made) {
        Place& place = places_.try_emplace(view.id(), Place{number, made}).first->second;
        if (place.decision == number || !is_plan(place)) place = {number, made};
        if (made + 1 >= moves) return;
        world.play(decision.plans.front().moves[made]);
        view = view.after(world);
    }
}

/// The walk has come to the view that was asked about.
void FairAdvisor::arrive() {
    asked_ = view_;
    if (const auto place = places_.find(view_.id()); place != places_.end()) {
        const Decided& decided = decided_[place->second.decision];
        if (hint_) say(*decided.decision, place->second.made);
        asked_ = decided.view;
    }
    // Where every card is known, a hint says itself whether it wins.
    if (!limits_ || (hint_ && knowledge_.complete())) return;
    const auto known = chances_.find({asked_.id(), limits_->worlds});
    if (known != chances_.end()) {
        chance_ = known->second;
        return;
    }
    odds_.start(asked_, *limits_);
    phase_ = Phase::chance;
}

/// Says what is left of the plans of a decision after so many moves of the best one.
void FairAdvisor::say(const Decision& decision, std::size_t made) {
    said_ = {{}, decision.basis};
    if (decision.plans.empty()) return;
    const auto from = static_cast<std::ptrdiff_t>(made);
    const std::vector<Move>& best = decision.plans.front().moves;
    for (const Plan& plan : decision.plans) {
        if (plan.moves.size() <= made || !std::equal(best.begin(), best.begin() + from, plan.moves.begin()))
            continue;
        said_.plans.push_back(plan);
        std::vector<Move>& moves = said_.plans.back().moves;
        moves.erase(moves.begin(), moves.begin() + from);
    }
}

bool FairAdvisor::advance(std::uint64_t budget) {
    const std::uint64_t until = nodes() + budget;
    while (phase_ != Phase::over && nodes() < until) {
        const std::uint64_t left = until - nodes();
        if (phase_ == Phase::decision) {
            if (player_.step(left)) take_decision();
        } else if (odds_.step(left)) {
            chances_[{asked_.id(), limits_->worlds}] = odds_.odds();
            finish_chance();
        }
    }
    return phase_ == Phase::over;
}

void FairAdvisor::finish_chance() {
    odds_.stop();
    chance_ = odds_.odds();
    nodes_ += chance_->nodes;
    phase_ = Phase::over;
}

void FairAdvisor::stop(bool keep) {
    if (phase_ == Phase::chance) finish_chance();
    if (phase_ != Phase::decision) return;
    player_.stop(keep);
    const std::uint64_t spent = nodes_ + player_.nodes();
    phase_ = Phase::over;
    if (walked_ < since_.size()) {
        player_.set(knowledge_);
        if (hint_) player_.instant();
    }
    said_ = {player_.plans(), player_.basis()};
    nodes_ = spent;
}

void FairAdvisor::start_judge(const Move& move, const Effort& effort, const OddsLimits& limits) {
    begin(true, effort, limits);
    judged_ = move;
    compared_ = false;
    walk();
}
bool FairAdvisor::step_judge(std::uint64_t budget) {
    if (!judged_) return true;
    if (!compared_) {
        if (!advance(budget)) return false;
        compared_ = true;
        if (said_.plans.empty()) return true;
        player_.release();
        odds_.release();
        judge_.start(knowledge_, said_.plans.front(), *judged_, effort_, limits_->worlds);
    }
    return judge_.step(budget);
}
std::optional<Judgement> FairAdvisor::judgement() const {
    if (!judged_ || !compared_ || said_.plans.empty() || !judge_.over()) return std::nullopt;
    const Comparison found = judge_.found();
    Judgement judgement;
    judgement.worlds = found.worlds;
    judgement.won = found.won;
    judgement.best_won = found.best_won;
    const std::optional<double> before = advice().chance;
    if (found.same) {
        judgement.right = judgement.as_good = true;
        judgement.after = before;
    } else if (knowledge_.complete() || found.basis == Basis::certain_win) {
        if (found.basis == Basis::certain_win) judgement.after = 1;
        if (found.basis == Basis::certain_loss) judgement.after = 0;
        // Where nothing wins, nothing is worse.
        if (judgement.after == 1 || said_.basis == Basis::certain_loss)
            judgement.right = judgement.as_good = true;
        else if (judgement.after == 0 && said_.basis == Basis::certain_win)
            judgement.right = false;
    } else {
        judgement.as_good = found.less.as_good;
        judgement.after = chance_with(found.less.share);
        judgement.right = found.less.as_good || before.value_or(0) - *judgement.after < least_cost;
    }
    return judgement;
}

std::uint64_t FairAdvisor::nodes() const {
    return nodes_ + judge_.nodes() + (phase_ == Phase::decision ? player_.nodes() : 0) +
           (phase_ == Phase::chance ? odds_.nodes() : 0);
}

Odds FairAdvisor::odds() const {
    if (chance_) return *chance_;
    if (phase_ == Phase::chance) return odds_.odds();
    Odds none;
    none.complete = knowledge_.complete();
    return none;
}

Advice FairAdvisor::advice() const {
    Advice advice;
    advice.basis = said_.basis;
    advice.nodes = nodes();
    advice.decided = phase_ != Phase::decision;
    if (hint_ && (advice.basis == Basis::certain_win || advice.basis == Basis::certain_loss))
        advice.chance = advice.basis == Basis::certain_win ? 1 : 0;
    else if (hint_)
        advice.chance = odds().fair;
    const std::vector<Plan>& plans = said_.plans;
    if (plans.empty()) return advice;
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
    if (hint_) advice.choices = choices(advice.chance);
    return advice;
}

/// The first moves of the best plans. The chance of another move than the best is that of a share of worlds which differs as
/// the plans did in the worlds in which both were tried.
std::vector<Choice> FairAdvisor::choices(const std::optional<double>& chance) const {
    constexpr std::size_t most = 3;
    std::vector<Choice> choices;
    const Plan& best = said_.plans.front();
    for (const Plan& plan : said_.plans) {
        const std::string move = move_text(rules(), plan.moves.front());
        const bool had =
            std::ranges::any_of(choices, [&](const Choice& choice) { return choice.move == move; });
        if (had || choices.size() == most) continue;
        if (choices.empty()) {
            choices.push_back({move, chance, true});
        } else if (!plan.won.empty()) {
            const Difference less = difference(plan, best);
            choices.push_back({move, std::nullopt, less.as_good});
            if (chance) choices.back().chance = chance_with(less.share);
        }
    }
    return choices;
}

/// The chance if another share of the worlds were won, so much more.
double FairAdvisor::chance_with(double more) const {
    const Odds odds = this->odds();
    const double least = 0.5 / (odds.worlds + 1);
    const bool fitted = solver::tuning_of(rules()).odds.has_value();
    const double share = (fitted ? (odds.won + 0.5) / (odds.worlds + 1) : *odds.fair) + more;
    return chance_of(rules(), std::clamp(share, least, 1 - least), unseen());
}

void FairAdvisor::release() {
    if (phase_ == Phase::chance) finish_chance();
    phase_ = Phase::over;
    player_.release();
    odds_.release();
    judge_.release();
    judged_.reset();
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
    if (advice.basis == Basis::certain_win) return "Every card is known, and this wins.";
    if (advice.basis == Basis::certain_loss) return "Every card is known, and the game can no longer be won.";
    return advice.chance ? "The chance of winning is " + chance_text(*advice.chance) + "." : "";
}

std::string chance_text(double chance) {
    const int tens = static_cast<int>(chance * 10 + 0.5);
    if (tens < 1) return "below 5 %";
    return tens > 9 ? "above 95 %" : "about " + std::to_string(tens) + "0 %";
}

}  // namespace quincunx::fair
