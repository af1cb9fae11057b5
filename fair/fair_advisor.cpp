#include "fair/fair_advisor.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "engine/notation.hpp"
#include "engine/text.hpp"
#include "games/all.hpp"

namespace quincunx::fair {

namespace {

/// The moves of the best plan.
std::vector<Move> moves_of(const std::vector<Plan>& plans) {
    return plans.empty() ? std::vector<Move>() : plans.front().moves;
}

}  // namespace

FairAdvisor::FairAdvisor(std::shared_ptr<const GameRules> rules)
    : rules_(std::move(rules)),
      knowledge_(Given(*rules_)),
      shown_(knowledge_),
      player_(Given(*rules_)),
      odds_(Given(*rules_)),
      view_(knowledge_),
      base_(knowledge_) {}

void FairAdvisor::set(const Trail& trail) {
    BasicPosition<Given> position = same_position(Given(*rules_), trail.shown.position());
    const auto known = [&] {
        if (!trail.start) return View{position, trail.seen};
        return View{position, trail.seen, same_position(Given(*rules_), trail.start->position())};
    };
    shown_ = known();
    since_ = trail.since;
    for (const Move& move : since_) position.play(move);
    knowledge_ = known();
    alone_ = false;
    followed_ = trail.start.has_value();
    begin(false, effort_, {});
}
void FairAdvisor::set(const Session& session) {
    const std::size_t shown = session.seen_at();
    const std::span since = std::span(session.line()).subspan(shown, session.ply() - shown);
    set(Trail{session.at(shown), session.seen(), {since.begin(), since.end()}, session.at(0)});
}
void FairAdvisor::set(const Game& game, const CardSet& seen) {
    set(Trail{game, seen, {}});
    alone_ = true;
}

void FairAdvisor::forget() {
    begin(false, effort_, {});
    player_.forget();
    decisions_.clear();
    trials_.clear();
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
void FairAdvisor::begin(bool hint, const Effort& effort, const std::optional<OddsLimits>& limits,
                        const std::optional<Move>& judged) {
    player_.set(knowledge_);
    odds_.stop();
    phase_ = Phase::over;
    if (effort != effort_ || decisions_.size() > most_remembered) decisions_.clear();
    if (effort != effort_ || trials_.size() > most_remembered) trials_.clear();
    effort_ = effort;
    hint_ = hint;
    limits_ = limits;
    judged_ = judged;
    judging_ = judged ? Judging::hint : Judging::over;
    judgement_.reset();
    nodes_ = 0;
    // Where every card is known, what can be said of a view follows from it alone; but not what to do there, for
    // solutions that are found one after another may lead back and forth.
    const bool here = alone() || (knowledge_.complete() && !hint);
    base_ = here ? knowledge_ : shown_;
    start_walk(here ? std::vector<Move>() : since_);
}

/// Stands at the view that the worlds are of, from which these moves lead to the one that is asked about.
void FairAdvisor::start_walk(std::vector<Move> since) {
    way_ = std::move(since);
    view_ = base_;
    walked_ = 0;
    decided_.clear();
    left_ = 0;
    places_.clear();
    root_ = 0;
    said_ = {};
    chance_.reset();
}

/// Goes along the moves since the last card was shown as far as the decisions are known, and begins the next one.
void FairAdvisor::walk() {
    for (;; ++walked_) {
        const bool here = walked_ == way_.size();
        // The chance of a view off all plans is that of what is done there.
        const bool asked = hint_ || (limits_ && walked_ > 0 && compares());
        if (!places_.contains(view_.id()) && (here ? asked : left_ < most_plans)) {
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
        BasicPosition<Given> world = view_.example();
        world.play(way_[walked_]);
        const View next = view_.after(world);
        go_on_in_another_order(next);
        view_ = next;
    }
}

/// The player has decided on the view that the walk has come to.
void FairAdvisor::take_decision() {
    Decision decision{player_.plans(), player_.basis()};
    if (decision.plans.size() > most_kept) decision.plans.resize(most_kept);
    nodes_ += player_.nodes();
    phase_ = Phase::over;
    if (lasting()) decisions_.insert_or_assign(view_.id(), decision);
    follow(std::move(decision));
    walk();
}

/// Notes which views belong to a decision on the view that the walk has come to. A view that belongs to the plan of an
/// earlier one stays with that: what a detour comes back to is as good as it was.
void FairAdvisor::follow(Decision decision, std::optional<std::size_t> same_as) {
    const std::size_t number = decided_.size();
    if (!same_as) ++left_;
    decided_.push_back({view_, std::move(decision), same_as.value_or(number)});
    const auto is_plan = [&](const Place& place) {
        const Basis basis = decided_[place.decision].decision.basis;
        return basis == Basis::trials || basis == Basis::certain_win;
    };
    const std::vector<Move> moves = moves_of(decided_.back().decision.plans);
    BasicPosition<Given> world = view_.example();
    for (std::size_t made = 0;; ++made) {
        Place& place = places_.try_emplace(view_.id_after(world), Place{number, made}).first->second;
        if (place.decision == number || !is_plan(place)) place = {number, made};
        if (made + 1 >= moves.size()) return;
        world.play(moves[made]);
    }
}

/// The next move may be one that the plan makes later, and that may as well be made first: then the plan is followed.
void FairAdvisor::go_on_in_another_order(const View& next) {
    const auto place = places_.find(view_.id());
    if (!compares() || view_.complete() || place == places_.end() || places_.contains(next.id())) return;
    const auto [number, made] = place->second;
    Decision decision = rest(decided_[number].decision, made);
    if (decision.basis != Basis::trials) return;
    std::vector<Plan> plans;
    for (Plan& plan : decision.plans) {
        std::optional<std::vector<Move>> left = rest_after(view_, std::move(plan.moves), way_[walked_]);
        if (plans.empty() && (!left || left->empty())) return;
        if (!left || left->empty()) continue;
        plans.push_back(std::move(plan));
        plans.back().moves = std::move(*left);
    }
    decision.plans = std::move(plans);
    view_ = next;
    follow(std::move(decision), decided_[number].same_as);
}

/// The walk has come to the view that was asked about.
void FairAdvisor::arrive() {
    const auto place = places_.find(view_.id());
    if (place != places_.end()) {
        const Decided& decided = decided_[place->second.decision];
        if (hint_) said_ = rest(decided.decision, place->second.made);
        if (compares()) root_ = decided.same_as;
    }
    if (!compares()) base_ = place == places_.end() ? view_ : decided_[place->second.decision].view;
    // Where every card is known, a hint says itself whether it wins.
    if (limits_ && !(hint_ && view_.complete())) return weigh();
    compare();
}

/// The rest of the plans of a decision after so many moves of the best one.
FairAdvisor::Decision FairAdvisor::rest(const Decision& decision, std::size_t made) const {
    Decision rest{{}, decision.basis};
    const std::vector<Move> best = moves_of(decision.plans);
    const auto from = static_cast<std::ptrdiff_t>(made);
    for (const Plan& plan : decision.plans) {
        if (plan.moves.size() <= made || !std::equal(best.begin(), best.begin() + from, plan.moves.begin()))
            continue;
        rest.plans.push_back(plan);
        std::vector<Move>& moves = rest.plans.back().moves;
        moves.erase(moves.begin(), moves.begin() + from);
    }
    return rest;
}

bool FairAdvisor::advance(std::uint64_t budget) {
    const std::uint64_t until = nodes() + budget;
    while (phase_ != Phase::over && nodes() < until) {
        const std::uint64_t left = until - nodes();
        if (phase_ == Phase::decision) {
            if (player_.step(left)) take_decision();
        } else if (odds_.step(left)) {
            const Odds odds = odds_.odds();
            nodes_ += odds.nodes;
            trials_[trial_] = odds;
            phase_ = Phase::over;
            weigh();
        }
    }
    return phase_ == Phase::over;
}

/// The odds after a plan in the worlds of a view; nullptr if that is to be found out first, which has begun.
const Odds* FairAdvisor::tried(const View& view, const std::vector<Move>& plan) {
    std::uint64_t moves = 0;
    for (const Move& move : plan) {
        moves = hash::mix(moves * hash::multiplier + static_cast<std::uint64_t>(move.kind) + 1);
        for (const int part :
             {static_cast<int>(move.from), static_cast<int>(move.to), static_cast<int>(move.count)})
            moves = hash::mix(moves * hash::multiplier + static_cast<std::uint64_t>(part));
    }
    trial_ = {view.id(), view.worlds_id(), moves, limits_->worlds};
    const auto known = trials_.find(trial_);
    if (known != trials_.end()) return &known->second;
    odds_.start(view, *limits_, plan);
    phase_ = Phase::chance;
    return nullptr;
}
const Odds* FairAdvisor::tried(const Decided& decided) {
    return tried(decided.view, moves_of(decided.decision.plans));
}

/// The chance of the view: as long as its player follows the decision that was made when the last card was shown, how many
/// worlds can be won; and less (or more) by as many as what is done now wins less in the same worlds.
void FairAdvisor::weigh() {
    if (!chance_) {
        const Odds* const base = tried(base_, {});
        if (base == nullptr) return;
        Odds odds = *base;
        if (root_ != 0) {
            const Odds* const first = tried(decided_.front());
            const Odds* const now = first == nullptr ? nullptr : tried(decided_[root_]);
            if (now == nullptr) return;
            odds = with_more(odds, now->won - first->won, rules(), unseen());
            odds.nodes += first->nodes + now->nodes;
        }
        chance_ = odds;
    }
    compare();
}

void FairAdvisor::stop(bool keep) {
    if (phase_ == Phase::chance) {
        const Odds odds = this->odds();
        odds_.stop();
        nodes_ += odds_.nodes();
        chance_ = odds;
        phase_ = Phase::over;
    }
    if (phase_ != Phase::decision) return;
    player_.stop(keep);
    const std::uint64_t spent = nodes_ + player_.nodes();
    phase_ = Phase::over;
    if (walked_ < way_.size()) {
        player_.set(knowledge_);
        if (hint_) player_.instant();
    }
    said_ = {player_.plans(), player_.basis()};
    nodes_ = spent;
}

void FairAdvisor::start_judge(const Move& move, const Effort& effort, const OddsLimits& limits) {
    begin(true, effort, limits, move);
    walk();
}

/// Goes on to judge a move, if one is to be judged: the chance is known, of the view before it or of the one after it.
void FairAdvisor::compare() {
    if (judging_ == Judging::over) return;
    if (judging_ == Judging::hint) {
        advice_ = advice();
        if (said_.plans.empty() || said_.plans.front().moves.front() == *judged_) {
            if (!said_.plans.empty()) judgement_ = Judgement{true, true, advice_.chance};
            judging_ = Judging::over;
            return;
        }
    }
    const bool certain = knowledge_.complete();
    const Odds* const now = certain ? nullptr : tried(decided_[root_]);
    if (!certain && now == nullptr) return;
    if (judging_ == Judging::move) return certain ? judge(said_.basis) : judge(*now, chance_->fair);
    best_ = now;
    BasicPosition<Given> world = knowledge_.example();
    const Undo undo = world.play(*judged_);
    if (world.won()) return judge(Basis::certain_win);
    if (knowledge_.revealed(world, undo)) {
        const Odds* const other = tried(knowledge_, {*judged_});
        if (other != nullptr)
            judge(*other, with_more(*chance_, other->won - best_->won, rules(), unseen()).fair);
        return;
    }
    std::vector<Move> way = since_;
    way.push_back(*judged_);
    judging_ = Judging::move;
    start_walk(std::move(way));
    walk();
}

/// Judges the move by what can be done after it, every card being known.
void FairAdvisor::judge(Basis after) {
    Judgement judgement;
    if (after == Basis::certain_win) judgement.after = 1;
    if (after == Basis::certain_loss) judgement.after = 0;
    // Where nothing wins, nothing is worse.
    if (after == Basis::certain_win || advice_.basis == Basis::certain_loss)
        judgement.right = judgement.as_good = true;
    else if (after == Basis::certain_loss && advice_.basis == Basis::certain_win)
        judgement.right = false;
    judgement_ = judgement;
    judging_ = Judging::over;
}
/// The same by the worlds that can be won after it.
void FairAdvisor::judge(const Odds& other, const std::optional<double>& after) {
    const bool as_good = difference(other.wins, best_->wins).as_good;
    const bool cheap = advice_.chance.value_or(0) - after.value_or(0) < least_cost;
    judgement_ = Judgement{as_good || cheap, as_good, after, other.worlds, other.won, best_->won};
    judging_ = Judging::over;
}

std::uint64_t FairAdvisor::nodes() const {
    return nodes_ + (phase_ == Phase::decision ? player_.nodes() : 0) +
           (phase_ == Phase::chance ? odds_.nodes() : 0);
}

Odds FairAdvisor::odds() const {
    if (chance_) return *chance_;
    // A part of the worlds says something of the base alone.
    if (phase_ == Phase::chance && root_ == 0 && judging_ == Judging::over &&
        trial_ == Trial{base_.id(), base_.worlds_id(), 0, limits_->worlds})
        return odds_.odds();
    Odds none;
    none.complete = knowledge_.complete();
    return none;
}

Advice FairAdvisor::advice() const {
    Advice advice;
    if (judged_ && judging_ != Judging::hint) {
        advice = advice_;
        advice.nodes = nodes();
        return advice;
    }
    advice.basis = said_.basis;
    advice.nodes = nodes();
    advice.decided = phase_ != Phase::decision;
    const bool certain = advice.basis == Basis::certain_win || advice.basis == Basis::certain_loss;
    if (hint_ && certain)
        advice.chance = advice.basis == Basis::certain_win ? 1 : 0;
    else if (hint_)
        advice.chance = odds().fair;
    advice.fitted = certain || solver::tuning_of(rules()).odds.has_value();
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
            const Difference less = difference(plan.won, best.won);
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
    if (phase_ == Phase::chance) stop();
    phase_ = Phase::over;
    player_.release();
    odds_.release();
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
    if (!advice.chance) return "";
    return "The " + std::string(chance_name(advice.fitted)) + " is " + chance_text(*advice.chance) + ".";
}

std::string_view chance_name(bool fitted) {
    return fitted ? "chance of winning" : "share of worlds that can be won";
}

std::string chance_text(double chance) {
    const int tens = static_cast<int>(chance * 10 + 0.5);
    if (tens < 1) return "below 5 %";
    return tens > 9 ? "above 95 %" : "about " + std::to_string(tens) + "0 %";
}

}  // namespace quincunx::fair
