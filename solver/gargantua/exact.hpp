#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/common/prune_tally.hpp"
#include "solver/gargantua/closure.hpp"
#include "solver/gargantua/key.hpp"
#include "solver/gargantua/prune.hpp"

namespace quincunx::solver::gargantua {

/// Breadth-first search of the whole relaxed game (`Prune`), in layers of one card drawn, by exact keys. Only
/// the states from which a card is drawn outlive their layer.
template <const Rules& rules>
class ExactSearch {
  public:
    using G = Game<rules>;

    enum class End : std::uint8_t {
        running,
        lost,  ///< the position is unwinnable
        won,   ///< the relaxed game can be won
        full   ///< a limit was reached
    };

    struct Options {
        std::uint64_t nodes = 100000;
        std::size_t memory = std::size_t{1} << 30;
        PruneSet off = nothing_off;
    };

    void start(const G& game, const State& root, int drawn, int redeals, const Options& options) {
        game_ = &game;
        options_ = options;
        drawn_ = drawn;
        redeals_ = redeals;
        expanded_ = 0;
        largest_ = 0;
        tally_.clear();
        end_ = End::running;
        list_.clear();
        roots_.clear();
        seen_.clear(64);
        at_ = 0;
        next_root_ = 0;
        add_root(root);
    }

    End step(std::uint64_t budget) {
        for (std::uint64_t done = 0; end_ == End::running && done < budget;) {
            if (next_root_ < roots_.size()) {
                enter(roots_[next_root_++]);
                ++done;
            } else if (at_ < list_.size()) {
                expand(at_++);
                ++done;
            } else {
                end_layer();
            }
        }
        return end_;
    }

    std::uint64_t nodes() const { return expanded_; }
    int drawn() const { return drawn_; }
    int redeals() const { return redeals_; }
    std::size_t largest() const { return largest_; }
    const PruneTally<Branch>& tally() const { return tally_; }
    std::size_t bytes() const {
        return list_.capacity() * sizeof(Entry) + roots_.capacity() * sizeof(State) + seen_.bytes();
    }
    /// The most bytes in use while one of the lists grows: it is copied to one of twice the size.
    std::size_t bytes_to_grow() const {
        return bytes() + 2 * std::max(list_.capacity() * sizeof(Entry), seen_.bytes());
    }
    void trim(std::size_t limit) {
        if (bytes() <= limit) return;
        list_ = std::vector<Entry>();  // `= {}` would keep the memory
        roots_ = std::vector<State>();
        seen_.release();
    }

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct Entry {
        State state;
        std::uint32_t parent = none;  ///< the state one tableau move earlier; `none` for a root
        Step step;
    };

    bool on(Prune rule) const { return (options_.off & rule) == 0; }

    void settle(State& state) {
        if (!on(safe_home)) return;
        game_->settle(state, drawn_, [this](Step step) {
            tally_.add(step.code >= Step::loose_home  ? Branch::safe_loose
                       : step.code >= Step::base_home ? Branch::safe_base
                                                      : Branch::safe_waste);
        });
    }
    bool check_won(const State& state) {
        if (!G::is_won(state)) return false;
        end_ = End::won;
        return true;
    }

    /// A state from which the next card is drawn.
    void add_root(State state) {
        settle(state);
        if (check_won(state)) return;
        if (!seen_.insert(key_of<rules>(state))) return;
        if (on(closure)) {
            const Branch refuted = closure_.refuted_by(*game_, state, drawn_, redeals_);
            if (refuted != Branch::count) return tally_.add(refuted);
        }
        list_.push_back({state, none, Step{}});
    }

    void expand(std::size_t at) {
        if (++expanded_ >= options_.nodes || bytes_to_grow() > options_.memory) {
            end_ = End::full;
            return;
        }
        const State state = list_[at].state;
        const int top = G::waste_top(state, drawn_);
        Branch useless = Branch::count;  // what shows that tableau moves are of no use
        if (state.stock != 0) {
            if (top >= 0) play_top(at, top);
            if (on(goal))
                useless = top >= 0 ? closure_.useless_by(*game_, state, game_->stock_face(state, top))
                                   : Branch::goal_no_waste;
        }
        if (end_ != End::running) return;
        if (useless != Branch::count) {
            if (game_->for_each_tableau_step(state, [](Step) { return true; })) tally_.add(useless);
            return;
        }
        game_->for_each_tableau_step(state, [&](Step step) {
            add_pending(at, step, top);
            return end_ != End::running;
        });
    }

    void add_pending(std::size_t from, Step step, int top) {
        State state = list_[from].state;
        const std::uint64_t stock = state.stock;
        game_->play(state, step, top);
        settle(state);
        if (check_won(state)) return;
        if (!seen_.insert(key_of<rules>(state))) return;
        const bool root = state.stock != stock || !on(lazy);  // the waste may have played a safe card
        list_.push_back({state, root ? none : static_cast<std::uint32_t>(from), step});
    }

    void play_top(std::size_t from, int top) {
        for (const Step step : {Step{Step::waste_down}, Step{Step::waste_home}})
            if (end_ == End::running && game_->legal(list_[from].state, step, top)) play_top(from, step, top);
    }
    void play_top(std::size_t from, Step step, int top) {
        State state = list_[from].state;
        game_->play(state, step, top);
        settle(state);
        if (check_won(state)) return;
        if (on(minimal) && list_[from].parent != none) {
            const Branch idle = idle_step(from, step, top, state);
            if (idle != Branch::count) return tally_.add(idle);
        }
        add_root(state);
    }

    /// Whether one of the tableau steps that led to `from` is not needed to play the top (`Prune::minimal`):
    /// the branch of the rule, or `count`.
    Branch idle_step(std::size_t from, Step last, int top, const State& result) {
        path_.clear();
        std::uint32_t at = static_cast<std::uint32_t>(from);
        for (; list_[at].parent != none; at = list_[at].parent) path_.push_back(list_[at].step);
        const Key key = key_of<rules>(result);
        for (std::size_t left_out = 0; left_out < path_.size(); ++left_out) {
            const Branch branch = idle(list_[at].state, left_out, last, top, key);
            if (branch != Branch::count) return branch;
        }
        return Branch::count;
    }
    Branch idle(State state, std::size_t left_out, Step last, int top, const Key& key) const {
        const std::uint64_t stock = state.stock;
        const auto make = [&](Step step) {
            if (!game_->legal(state, step, top)) return false;
            game_->play(state, step, top);
            if (on(safe_home)) game_->settle(state, drawn_);
            return true;
        };
        for (std::size_t i = path_.size(); i-- > 0;)
            if (i != left_out && (!make(path_[i]) || state.stock != stock)) return Branch::count;
        if (!make(last)) return Branch::count;
        if (key_of<rules>(state) == key) return Branch::minimal_made;
        return make(path_[left_out]) && key_of<rules>(state) == key ? Branch::minimal_after : Branch::count;
    }

    void end_layer() {
        largest_ = std::max(largest_, list_.size());
        roots_.clear();
        turned_ = drawn_ == game_->setup.stock;
        const bool last = turned_ && redeals_ == 0;
        for (const Entry& entry : list_) {
            if (entry.state.stock == 0) continue;
            if (entry.parent == none)
                roots_.push_back(entry.state);
            else if (!last)
                tally_.add(turned_ ? Branch::lazy_redeal : Branch::lazy_draw);
        }
        list_.clear();
        at_ = 0;
        seen_.clear(2 * roots_.size());
        next_root_ = 0;
        if (roots_.empty() || last) {
            end_ = End::lost;
            return;
        }
        if (turned_) {
            drawn_ = 0;
            --redeals_;
        } else {
            ++drawn_;
        }
    }

    /// Enters a root of the previous layer, after drawing a card or turning the waste over.
    void enter(const State& root) {
        add_root(root);
        if (!turned_ || !rules.stock.redeal.keep_playable_top) return;
        State kept = root;
        if (G::keep_top(kept, G::waste_top(root, game_->setup.stock))) add_root(kept);
    }

    const G* game_ = nullptr;
    Options options_;
    Closure<rules> closure_;
    int drawn_ = 0;
    int redeals_ = 0;
    std::uint64_t expanded_ = 0;
    std::size_t largest_ = 0;
    End end_ = End::lost;
    bool turned_ = false;  ///< the current layer is the first after a redeal
    std::size_t at_ = 0;
    std::size_t next_root_ = 0;
    std::vector<Entry> list_;
    std::vector<State> roots_;
    std::vector<Step> path_;
    KeySet seen_;
    PruneTally<Branch> tally_;
};

}  // namespace quincunx::solver::gargantua
