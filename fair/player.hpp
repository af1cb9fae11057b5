#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "fair/plan.hpp"
#include "session/player/rule_of_thumb.hpp"
#include "solver/any_search.hpp"
#include "solver/solver.hpp"

namespace quincunx::fair {

using solver::Effort;

/// Plays by what is known. It never sees the position: `set` gives it knowledge, and all that it does follows
/// from that and from the efforts asked for.
///
/// A decision: worlds are sampled and solved, and each solution up to the first unseen card that it shows is
/// a plan. The plans are then tried in other worlds, the same for all of them; after each round the worse
/// half is dropped. Most wins is best. (Hindsight optimization: Bjarnason, Fern and Tadepalli, "Lower
/// Bounding Klondike Solitaire with Monte-Carlo Planning", 2009; sequential halving: Karnin, Koren and
/// Somekh, 2013.)
template <class Source>
class BasicPlayer {
    using World = BasicPosition<Source>;

  public:
    explicit BasicPlayer(const Source& source = Source())
        : knowledge_(source), search_(solver::make_search(source)), world_(source), trial_world_(source) {}

    /// Sets the knowledge. Plans made before are remembered. A decision under way ends without a result.
    void set(const BasicKnowledge<Source>& knowledge) {
        knowledge_ = knowledge;
        search_->release();
        nodes_ = 0;
        clear();
        phase_ = Phase::over;
    }
    /// Forgets the plans made before.
    void forget() { memory_.clear(); }
    /// With another seed, the instant answer samples another world for the same knowledge; 0 is the usual
    /// one.
    void seed(std::uint64_t number) { seed_ = number; }

    /// Decides within some milliseconds, or goes on with a plan made before.
    void instant() { instant(solver::tuning_of(world_.rules()).glance); }
    void instant(const solver::Glance& glance) {
        clear();
        phase_ = Phase::over;
        if (knowledge_.example().won() || recall(false)) return;
        if (!knowledge_.complete() && play_out()) return;
        Random random(knowledge_.id() + seed_);
        const int worlds = knowledge_.complete() ? 1 : glance.worlds;
        for (int i = 0; i < worlds; ++i) {
            const World world = knowledge_.complete() ? knowledge_.example() : knowledge_.sample(random);
            begin(world, glance.nodes, instant_memory);
            while (!search_->step(~std::uint64_t{0} >> 1)) {
            }
            nodes_ += search_->progress().nodes;
            defective_ = defective_ || search_->defective();
            if (search_->verdict() != solver::Verdict::winnable) continue;
            plans_.push_back(plan_of(world, search_->line()));
            basis_ = knowledge_.complete() ? Basis::certain_win : Basis::one_world;
            remember(false);
            return;
        }
        fall_back(knowledge_.complete() && search_->verdict() == solver::Verdict::unwinnable);
    }

    /// Begins to decide with an effort; `step` goes on. A plan made with an effort before is gone on with at
    /// once, but not by a decision that is made `afresh`: what that comes to depends on the knowledge alone.
    void start(const Effort& effort, bool afresh = false) {
        effort_ = effort;
        nodes_ = 0;
        clear();
        random_ = Random(knowledge_.id());
        phase_ = Phase::over;
        if (knowledge_.example().won() || (!afresh && recall(true))) return;
        worlds_ = won_ = 0;
        phase_ = Phase::plans;
        next_world();
    }
    /// Goes on for about `budget` nodes; true when the decision has been made.
    bool step(std::uint64_t budget) {
        const std::uint64_t until = nodes() + budget;
        while (phase_ != Phase::over && nodes() < until) {
            if (!search_->step(until - nodes())) continue;
            nodes_ += search_->progress().nodes;
            running_ = false;
            finish_world();
        }
        return phase_ == Phase::over;
    }
    /// Ends a decision early with the best that is known. Unless that is kept, the next decision about the same begins
    /// anew: how far one got in some time is different on every machine.
    void stop(bool keep = true) {
        if (phase_ == Phase::over) return;
        running_ = false;
        decide(keep);
    }
    /// Ends a decision without a result, and frees the memory of all searches, but not the plans made before.
    void release() {
        if (phase_ != Phase::over) clear();
        phase_ = Phase::over;
        search_->clear();
    }

    Basis basis() const { return basis_; }
    /// The plans, best first; the first is what to do. Empty if there is no move.
    const std::vector<Plan>& plans() const { return plans_; }
    /// The next move.
    std::optional<Move> move() const {
        if (plans_.empty()) return std::nullopt;
        return plans_.front().moves.front();
    }
    std::uint64_t nodes() const { return nodes_ + (running_ ? search_->progress().nodes : 0); }
    /// Whether a solution did not replay: a bug in the program.
    bool defective() const { return defective_; }

  private:
    enum class Phase : std::uint8_t { plans, trials, over };
    static constexpr std::size_t instant_memory = std::size_t{16} << 20;
    static constexpr int worlds_per_plan = 4;  ///< worlds sampled at most for each won one that is wanted

    void clear() {
        plans_.clear();
        basis_ = Basis::none;
        running_ = false;
    }
    void begin(const World& world, std::uint64_t nodes, std::size_t memory) {
        world_ = world;
        search_->start(world_, {.nodes = nodes, .memory = memory});
    }

    // --- worlds, one after another ---

    void next_world() {
        if (knowledge_.complete()) {
            if (worlds_ == 0) return begin_search(knowledge_.example(), effort_.certain_nodes);
            return decide();
        }
        if (phase_ == Phase::plans) {
            const bool enough = won_ >= effort_.plans || worlds_ >= worlds_per_plan * effort_.plans ||
                                2 * nodes_ > effort_.all_nodes;
            if (!enough) return begin_search(knowledge_.sample(random_), effort_.nodes);
            if (plans_.size() < 2) return decide();
            begin_trials();
        }
        if (plan_ == alive_ && !next_trial()) return decide();
        World world = trial_world_;
        for (const Move& move : plans_[plan_].moves) world.play(move);
        begin_search(world, effort_.nodes);
    }
    /// After all plans were tried in a world: another world, perhaps for fewer plans. False if that is all.
    bool next_trial() {
        plan_ = 0;
        ++trial_;
        const bool spent = nodes_ > effort_.all_nodes;
        if (trial_ >= round_end_ || spent) {
            rank();
            if (trial_ >= effort_.trials || spent) return false;
            alive_ = std::max<std::size_t>(2, (alive_ + 1) / 2);
            round_end_ = std::min(2 * trial_, effort_.trials);
        }
        trial_world_ = knowledge_.sample(random_);
        return true;
    }

    void begin_search(const World& world, std::uint64_t nodes) {
        begin(world, nodes, effort_.memory);
        running_ = true;
    }
    void finish_world() {
        const bool won = search_->verdict() == solver::Verdict::winnable;
        defective_ = defective_ || search_->defective();
        if (phase_ == Phase::trials) {
            Plan& plan = plans_[plan_++];
            ++plan.trials;
            plan.wins += won ? 1 : 0;
            plan.won.push_back(won);
        } else {
            ++worlds_;
            if (won) {
                ++won_;
                add(plan_of(world_, search_->line()));
            }
        }
        next_world();
    }

    // --- plans ---

    /// A line of a world up to the first unseen card that it shows.
    Plan plan_of(World world, std::span<const Move> line) const {
        Plan plan;
        for (const Move& move : line) {
            const Undo undo = world.play(move);
            plan.moves.push_back(move);
            if (knowledge_.revealed(world, undo)) break;
        }
        return plan;
    }
    /// Adds a plan that one world was won with, unless an equal one is there: the same last move from an
    /// equal position.
    void add(Plan plan) {
        World before = knowledge_.example();
        for (std::size_t i = 0; i + 1 < plan.moves.size(); ++i) before.play(plan.moves[i]);
        const std::uint64_t key = before.key();
        for (std::size_t i = 0; i < plans_.size(); ++i)
            if (keys_[i] == key && plans_[i].moves.back() == plan.moves.back()) {
                ++plans_[i].wins;
                return;
            }
        if (plans_.empty()) keys_.clear();
        keys_.push_back(key);
        plan.wins = 1;
        plans_.push_back(std::move(plan));
    }
    void begin_trials() {
        rank();
        for (Plan& plan : plans_) plan.wins = plan.trials = 0;
        phase_ = Phase::trials;
        alive_ = plans_.size();
        plan_ = 0;
        trial_ = 0;
        round_end_ = std::min(effort_.trials, std::max(2, effort_.trials / 4));
        trial_world_ = knowledge_.sample(random_);
    }
    /// Best first, and otherwise in the order in which they were. Plans that have been tried longer stay
    /// before those that were dropped.
    void rank() {
        const auto better = [](const Plan& a, const Plan& b) { return a.wins > b.wins; };
        const std::size_t alive = phase_ == Phase::plans ? plans_.size() : alive_;
        // There are few plans. (std::stable_sort uses what the standard has deprecated.)
        for (std::size_t i = 1; i < alive; ++i) {
            const auto place = plans_.begin() + static_cast<std::ptrdiff_t>(i);
            std::rotate(std::upper_bound(plans_.begin(), place, *place, better), place, place + 1);
        }
    }
    void decide(bool keep = true) {
        const bool certain = knowledge_.complete();
        if (plans_.empty()) {
            fall_back(certain && worlds_ > 0 && search_->verdict() == solver::Verdict::unwinnable);
        } else {
            rank();
            basis_ = certain ? Basis::certain_win : Basis::trials;
            if (phase_ == Phase::plans) {
                plans_.resize(1);
                plans_.front().wins = won_;
                plans_.front().trials = worlds_;
            }
            if (keep) remember(true);
        }
        search_->release();
        phase_ = Phase::over;
    }

    /// By the rule of thumb of the kind of games, which reads nothing unseen; false if it has none.
    bool play_out() {
        Plan plan = plan_of(knowledge_.example(), search_->rule_of_thumb(knowledge_.example()));
        if (plan.moves.empty()) return false;
        plans_.push_back(std::move(plan));
        basis_ = Basis::rule;
        remember(false);
        return true;
    }
    /// The move of the general rule of thumb, if it has one.
    void fall_back(bool lost) {
        if (const std::optional<Move> move = RuleOfThumb(knowledge_.example()).best()) {
            plans_.push_back({{*move}, 0, 0});
            basis_ = lost ? Basis::certain_loss : Basis::rule;
        } else if (lost) {
            basis_ = Basis::certain_loss;
        }
    }

    // --- memory ---

    void remember(bool searched) { memory_.add(knowledge_, plans_.front(), basis_, searched); }
    bool recall(bool searched) {
        const PlanMemory::Remembered* const found = memory_.find(knowledge_.id(), searched);
        if (found == nullptr) return false;
        plans_.push_back(found->rest);
        basis_ = found->basis;
        return true;
    }

    BasicKnowledge<Source> knowledge_;
    Effort effort_;
    decltype(solver::make_search(std::declval<Source>())) search_;
    World world_;
    Random random_{0};
    std::uint64_t seed_ = 0;
    Phase phase_ = Phase::over;
    Basis basis_ = Basis::none;
    std::vector<Plan> plans_;
    std::vector<std::uint64_t> keys_;  ///< of the positions before the last moves of `plans_`, in `plans`
    int worlds_ = 0;                   ///< solved in search of plans
    int won_ = 0;                      ///< of them
    std::size_t alive_ = 0;            ///< plans that are still tried
    std::size_t plan_ = 0;             ///< the one that is being tried
    int trial_ = 0;                    ///< worlds in which all of them were tried
    int round_end_ = 0;
    World trial_world_;
    std::uint64_t nodes_ = 0;
    bool running_ = false;
    bool defective_ = false;
    PlanMemory memory_;
};

template <const Rules& rules>
using Player = BasicPlayer<Fixed<rules>>;

}  // namespace quincunx::fair
