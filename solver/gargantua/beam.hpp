#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/gargantua/key.hpp"
#include "solver/gargantua/score.hpp"

namespace quincunx::solver::gargantua {

/// Beam search in layers of one card drawn. Within a layer, all moves except drawing are made in rounds, each
/// of which continues with the best `width` new states. Then every state seen in the layer draws a card, and
/// the best `width` of the results are the next layer. A state in which the card at a place in the stock is
/// already gone waits there.
template <const Rules& rules>
class Beam {
  public:
    using G = Game<rules>;

    enum class End : std::uint8_t { running, won, lost };

    struct Options {
        std::size_t width = 8;
        int rounds = 12;        ///< most rounds in a layer; 0: no limit
        bool safe_home = true;  ///< `Prune::safe_home`
        std::size_t memory = std::size_t{1} << 30;
        Weights weights = tuned_weights;
    };

    void start(const G& game, const State& root, int drawn, int redeals, const Options& options) {
        game_ = &game;
        options_ = options;
        score_.start(game, options.weights);
        drawn_ = drawn;
        redeals_ = redeals;
        nodes_ = 0;
        best_home_ = root.home;
        complete_ = true;
        links_.clear();
        links_.push_back({0, Step{}});
        pool_.clear();
        next_.clear();
        current_.clear();
        current_.push_back({root, 0, 0, Step{}});
        current_[0].state.closed = 0;
        if (options_.safe_home) game.settle(current_[0].state, drawn_);
        start_layer();
        end_ = G::is_won(current_[0].state) ? End::won : End::running;
        won_parent_ = 0;
        won_step_ = Step{};
    }

    /// Expands about `budget` states.
    End step(std::uint64_t budget) {
        for (std::uint64_t done = 0; end_ == End::running && done < budget;) {
            if (at_ < current_.size()) {
                handle(current_[at_++]);
                ++done;
            } else {
                end_round();
            }
        }
        return end_;
    }

    /// Whether nothing was left out: no state was dropped because of the width, the number of rounds or the
    /// memory.
    bool complete() const { return complete_; }
    std::uint64_t nodes() const { return nodes_; }
    int drawn() const { return drawn_; }
    int redeals() const { return redeals_; }
    int best_home() const { return best_home_; }
    std::size_t bytes() const {
        return (current_.capacity() + pool_.capacity() + next_.capacity()) * sizeof(Entry) +
               links_.capacity() * sizeof(Link) + order_.capacity() * sizeof(Ranked) + seen_.bytes();
    }

    /// The most bytes in use while one of the lists grows: it is copied to one of twice the size.
    std::size_t bytes_to_grow() const {
        return bytes() + 2 * std::max({pool_.capacity() * sizeof(Entry), next_.capacity() * sizeof(Entry),
                                       links_.capacity() * sizeof(Link), seen_.bytes()});
    }

    /// The steps to the won state, without those made by `settle`.
    std::vector<Step> line() const {
        std::vector<Step> steps;
        if (won_step_.code != Step::nothing) steps.push_back(won_step_);
        for (std::uint32_t at = won_parent_; at != 0; at = links_[at].parent)
            if (links_[at].step.code != Step::nothing) steps.push_back(links_[at].step);
        std::reverse(steps.begin(), steps.end());
        return steps;
    }

    /// Frees memory that only a wide beam needs.
    void trim(std::size_t limit) {
        if (bytes() <= limit) return;
        current_ = std::vector<Entry>();  // `= {}` would keep the memory
        pool_ = std::vector<Entry>();
        next_ = std::vector<Entry>();
        links_ = std::vector<Link>();
        order_ = std::vector<Ranked>();
        seen_.release();
    }

  private:
    static constexpr std::uint64_t nodes_between_looks = 64;  ///< how often the memory in use is checked

    struct Link {
        std::uint32_t parent;
        Step step;
    };
    struct Entry {
        State state;
        int score = 0;
        std::uint32_t link = 0;  ///< its own in `current_`, otherwise its parent's
        Step step;
    };
    struct Ranked {
        int score;
        std::uint32_t index;
    };
    static bool better(const Ranked& a, const Ranked& b) {
        return a.score != b.score ? a.score > b.score : a.index < b.index;
    }

    bool last_layer() const { return drawn_ == game_->setup.stock && redeals_ == 0; }

    std::size_t expected_keys() const { return 8 * std::min(current_.size(), options_.width); }
    void start_layer() {
        round_ = 0;
        at_ = 0;
        seen_.clear(expected_keys());
        for (const Entry& entry : current_) seen_.insert(key_of<rules>(entry.state));
    }

    void handle(const Entry& entry) {
        if (++nodes_ % nodes_between_looks == 0 && bytes_to_grow() > options_.memory) {
            end_out_of_memory();
            return;
        }
        const bool cut = options_.rounds > 0 && round_ >= options_.rounds && !last_layer();
        bool closed = entry.state.closed != 0;
        if (!closed && !cut) {
            expand(entry);
            if (end_ != End::running) return;
            closed = true;
        }
        if (cut && !closed) complete_ = false;
        draw(entry, closed);
    }

    void end_round() {
        if (!pool_.empty()) {
            ++round_;
            select(pool_, current_);
            pool_.clear();
            at_ = 0;
            return;
        }
        if (next_.empty()) {
            end_ = End::lost;
            return;
        }
        select(next_, current_);
        next_.clear();
        if (drawn_ == game_->setup.stock) {
            drawn_ = 0;
            --redeals_;
        } else {
            ++drawn_;
        }
        if (bytes() - seen_.bytes() + seen_.bytes_when_cleared(expected_keys()) > options_.memory)
            end_out_of_memory();
        else
            start_layer();
    }
    void end_out_of_memory() {
        complete_ = false;
        end_ = End::lost;
    }

    void expand(const Entry& entry) {
        const State& state = entry.state;
        const int top = G::waste_top(state, drawn_);
        const auto try_step = [&](Step step) { return add(entry, step, top); };
        if (game_->for_each_tableau_step(state, try_step)) return;
        if (top < 0) return;
        const Face face = game_->stock_face(state, top);
        if (G::fits_home(state, face) && try_step(Step{Step::waste_home})) return;
        if (G::room_for(state, face) > 0) try_step(Step{Step::waste_down});
    }

    /// True when the search is over.
    bool add(const Entry& from, Step step, int top) {
        pool_.push_back({from.state, 0, from.link, step});
        Entry& entry = pool_.back();
        game_->play(entry.state, step, top);
        if (options_.safe_home) game_->settle(entry.state, drawn_);
        if (entry.state.home > best_home_) best_home_ = entry.state.home;
        if (G::is_won(entry.state)) {
            won_parent_ = from.link;
            won_step_ = step;
            end_ = End::won;
            return true;
        }
        if (!seen_.insert(key_of<rules>(entry.state))) {
            pool_.pop_back();
            return false;
        }
        entry.score = score_(entry.state, drawn_, redeals_ == 0);
        return false;
    }

    void draw(const Entry& entry, bool closed) {
        if (last_layer()) return;
        next_.push_back({entry.state, 0, entry.link, Step{Step::draw}});
        Entry& child = next_.back();
        if (drawn_ == game_->setup.stock) {
            if (!game_->redeal(child.state, rules.stock.redeal.keep_playable_top)) {
                next_.pop_back();
                return;
            }
            child.state.closed = closed && (child.state.stock & 1) == 0;
            child.score = score_(child.state, 0, redeals_ == 1);
            return;
        }
        const bool present = (child.state.stock >> (drawn_ + 1) & 1) != 0;
        child.state.closed = closed && !present;
        if (!present) child.step = Step{};
        if (present && options_.safe_home) game_->settle(child.state, drawn_ + 1);
        if (G::is_won(child.state)) {
            won_parent_ = entry.link;
            won_step_ = child.step;
            end_ = End::won;
            return;
        }
        child.score = score_(child.state, drawn_ + 1, redeals_ == 0);
    }

    /// Moves the best of `from` to `to` and gives them links.
    void select(const std::vector<Entry>& from, std::vector<Entry>& to) {
        order_.clear();
        for (std::uint32_t i = 0; i < from.size(); ++i) order_.push_back({from[i].score, i});
        if (order_.size() > options_.width) {
            complete_ = false;
            std::nth_element(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(options_.width),
                             order_.end(), better);
            order_.resize(options_.width);
            // The order in which nth_element leaves the front is unspecified; the search must continue in the
            // same way with every library.
            std::sort(order_.begin(), order_.end(),
                      [](const Ranked& left, const Ranked& right) { return left.index < right.index; });
        }
        to.clear();
        for (const Ranked& ranked : order_) {
            to.push_back(from[ranked.index]);
            Entry& entry = to.back();
            links_.push_back({entry.link, entry.step});
            entry.link = static_cast<std::uint32_t>(links_.size() - 1);
        }
    }

    const G* game_ = nullptr;
    Options options_;
    Score<rules> score_;
    int drawn_ = 0;
    int redeals_ = 0;
    int round_ = 0;
    std::size_t at_ = 0;
    std::uint64_t nodes_ = 0;
    int best_home_ = 0;
    bool complete_ = true;
    End end_ = End::lost;
    std::vector<Entry> current_;
    std::vector<Entry> pool_;
    std::vector<Entry> next_;
    std::vector<Link> links_;
    std::vector<Ranked> order_;
    KeySet seen_;
    std::uint32_t won_parent_ = 0;
    Step won_step_;
};

}  // namespace quincunx::solver::gargantua
