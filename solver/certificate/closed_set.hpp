#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "engine/generate.hpp"
#include "solver/certificate/reasons.hpp"
#include "solver/certificate/sip_hash.hpp"
#include "solver/certificate/state_bytes.hpp"
#include "solver/certificate/state_set.hpp"

/// Certificates of losses: sets of states that hold the start and no win, and that no move leaves.
namespace quincunx::solver::certificate {

enum class Outcome : std::uint8_t {
    unfinished,
    closed,        ///< everything that can be reached has been seen, and nothing of it is won
    won,           ///< a won state can be reached
    out_of_memory  ///< the layers in memory would exceed the limit
};

/// Explores everything that can be reached from a position, layer by layer, for the rules of any game. It
/// shares no search and no pruning rule with the solver. Only the current layer and the states already found
/// in later ones are in memory.
template <const Rules& rules>
class ClosedSet {
  public:
    /// With `reasons`, states that have one are not expanded any further. `memory` is in bytes.
    ClosedSet(const Position<rules>& start, bool reasons, std::size_t memory)
        : start_(start), code_(start_), reasons_(reasons), memory_(memory) {
        const StateBytes bytes = code_.write(start);
        // The start as others see it: without suits if they do not matter.
        first_layer_ = StateCode<rules>::layer(start);
        waiting_[0].add(bytes.view());
        waiting_bytes_ = waiting_[0].memory();
        if (start.won()) outcome_ = Outcome::won;
    }
    ClosedSet(const ClosedSet&) = delete;
    ClosedSet& operator=(const ClosedSet&) = delete;

    /// Looks at about `budget` states. `write(bytes)` is given the content of every layer that is finished,
    /// and of the end, piece by piece. True when it is over.
    template <class Write>
    bool step(std::uint64_t budget, Write&& write) {
        for (; budget > 0 && outcome_ == Outcome::unfinished; --budget) {
            if (next_ == layer_.size()) {
                if (layer_.size() > 0) finish_layer(write);
                if (waiting_.empty()) {
                    finish(write);
                    break;
                }
                number_ = waiting_.begin()->first;
                layer_ = std::move(waiting_.begin()->second);
                waiting_bytes_ -= layer_.memory();
                waiting_.erase(waiting_.begin());
                next_ = 0;
                why_.clear();
            }
            look();
        }
        return outcome_ != Outcome::unfinished;
    }

    Outcome outcome() const { return outcome_; }
    std::uint64_t states() const { return states_; }
    Hash128 sum() const { return sum_; }
    std::size_t most_memory() const { return most_memory_; }

  private:
    using Why = std::array<std::uint8_t, 2>;  ///< a reason, and the place of a card that it names

    void look() {
        const std::string_view bytes = layer_[next_];
        ++states_;
        sum_ += sip_hash(bytes);
        Position<rules> position = code_.read(bytes);
        why_.push_back({});
        if (reasons_ && fixpoint_.lost(position)) {
            why_.back()[0] = static_cast<std::uint8_t>(Reason::fixpoint);
        } else if (const auto forced = reasons_ ? forced_.find(position) : std::nullopt) {
            why_.back() = {static_cast<std::uint8_t>(forced->reason), forced->place};
            position.play(forced->move);
            found(position);
        } else {
            generate(position, moves_);
            for (const Move& move : moves_) {
                const Undo undo = position.play(move);
                found(position);
                if (outcome_ != Outcome::unfinished) return;
                position.unplay(undo);
            }
        }
        ++next_;
        const std::size_t memory = layer_.memory() + waiting_bytes_ + 3 * sizeof(Why) * why_.size();
        most_memory_ = std::max(most_memory_, memory);
        if (memory > memory_ && outcome_ == Outcome::unfinished) outcome_ = Outcome::out_of_memory;
    }
    void found(const Position<rules>& position) {
        if (position.won()) {
            outcome_ = Outcome::won;
            return;
        }
        const int number = StateCode<rules>::layer(position) - first_layer_;
        const StateBytes bytes = code_.write(position);
        if (number == number_) {
            layer_.add(bytes.view());
            return;
        }
        StateSet& set = waiting_[number];
        waiting_bytes_ -= set.memory();
        set.add(bytes.view());
        waiting_bytes_ += set.memory();
    }

    template <class Write>
    void finish_layer(Write&& write) {
        std::vector<std::uint32_t> order(layer_.size());
        std::iota(order.begin(), order.end(), 0U);
        std::sort(order.begin(), order.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return layer_[a] < layer_[b]; });
        std::string text;
        add_number(text, static_cast<std::uint64_t>(number_), 4);
        add_number(text, order.size(), 8);
        std::string_view last;
        for (const std::uint32_t which : order) {
            const std::string_view bytes = layer_[which];
            const auto kept = static_cast<std::size_t>(
                std::mismatch(last.begin(), last.end(), bytes.begin(), bytes.end()).first - last.begin());
            text += static_cast<char>(kept);
            text += static_cast<char>(bytes.size() - kept);
            text += bytes.substr(kept);
            const Why& why = why_[which];
            text += static_cast<char>(why[0]);
            if (why[0] > static_cast<std::uint8_t>(Reason::fixpoint)) text += static_cast<char>(why[1]);
            last = bytes;
            if (text.size() < 1U << 16U) continue;
            write(std::string_view(text));
            text.clear();
        }
        write(std::string_view(text));
    }
    template <class Write>
    void finish(Write&& write) {
        std::string text;
        add_number(text, 0xffffffffU, 4);
        for (const std::uint64_t number : {states_, sum_.low, sum_.high}) add_number(text, number, 8);
        write(std::string_view(text));
        outcome_ = Outcome::closed;
    }
    static void add_number(std::string& text, std::uint64_t number, int bytes) {
        for (; bytes > 0; --bytes, number >>= 8U) text += static_cast<char>(number & 255U);
    }

    Position<rules> start_;
    StateCode<rules> code_;
    bool reasons_;
    std::size_t memory_;
    int first_layer_ = 0;
    std::map<int, StateSet> waiting_;  ///< states found in later layers
    std::size_t waiting_bytes_ = 0;
    int number_ = 0;  ///< of the current layer
    StateSet layer_;
    std::vector<Why> why_;
    std::size_t next_ = 0;  ///< the state of the layer that is looked at next
    std::uint64_t states_ = 0;
    Hash128 sum_;
    std::size_t most_memory_ = 0;
    Outcome outcome_ = Outcome::unfinished;
    Fixpoint<rules> fixpoint_;
    ForcedPlays<rules> forced_;
    MoveList<rules> moves_;
};

}  // namespace quincunx::solver::certificate
