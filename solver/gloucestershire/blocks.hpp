#pragma once

#include <cstdint>
#include <vector>

#include "solver/gloucestershire/piles.hpp"
#include "solver/gloucestershire/state.hpp"

/// The moves of a search: blocks, and the single events that make them up.
namespace quincunx::solver::gloucestershire {

/// An event in a state, kept so that a solution can be written down.
struct Event {
    enum Kind : std::uint8_t { run, lay_reserve, home_pile, home_reserve } kind = run;
    Face card = 0;
    std::uint8_t count = 0;
    Pile from = 0;  ///< contents before
    Pile to = 0;
};

struct Block {
    enum Kind : std::uint8_t {
        move,         ///< the top `count` cards of a pile to another, over a bridge of reserve cards
        home_pile,    ///< the top of a pile, to a foundation
        home_reserve  ///< a reserve card, to a foundation
    };
    Kind kind;
    std::uint8_t from;
    std::uint8_t to;
    std::uint8_t count;
    std::uint8_t bridge;  ///< number of reserve cards laid first
    Face card;
    std::uint16_t suits;  ///< a bit for each bridge card: use the second suit of its color
};
constexpr Block move_block(int from, int count, int to, int bridge = 0, unsigned suits = 0, Face base = 0) {
    return {Block::move,
            static_cast<std::uint8_t>(from),
            static_cast<std::uint8_t>(to),
            static_cast<std::uint8_t>(count),
            static_cast<std::uint8_t>(bridge),
            base,
            static_cast<std::uint16_t>(suits)};
}

/// Makes moves on states. If `events` is given, what happens is appended to it.
template <const Rules& rules>
class Moves {
  public:
    using State = gloucestershire::State<rules>;

    explicit Moves(Piles<rules>& piles, std::vector<Event>* events = nullptr)
        : piles_(piles), events_(events) {}

    const Piles<rules>& piles() const { return piles_; }
    /// Makes a block's moves. If the state `waits` for it, the next move must build on a reserve card that
    /// was laid.
    void make(State& state, const Block& block, bool waits) {
        switch (block.kind) {
            case Block::home_pile:
                play_pile(state, block.from);
                return;
            case Block::home_reserve:
                play_reserve(state, block.card);
                return;
            case Block::move:
                break;
        }
        for (int i = 0; i < block.bridge; ++i) {
            const Face end = piles_.node(state.pile[block.to]).card;
            const bool is_red = end == 0 ? red(block.card) : !red(end);
            const int next = end == 0 ? rank(block.card) : Order<rules>::rank_below(rank(end));
            lay_reserve(state, of_color(is_red, block.suits >> i & 1, next), block.to);
        }
        if (block.count > 0) move_run(state, block.from, block.count, block.to);
        state.pending = static_cast<std::uint8_t>(waits && block.count == 0 ? block.to + 1 : 0);
    }
    void move_run(State& state, int from, int count, int to) {
        Pile& source = state.pile[at(from)];
        Pile& target = state.pile[at(to)];
        record({Event::run, 0, static_cast<std::uint8_t>(count), source, target});
        target = piles_.lay(target, source, count);
        source = piles_.without(source, count);
    }
    void lay_reserve(State& state, Face card, int to) {
        Pile& target = state.pile[at(to)];
        record({Event::lay_reserve, card, 1, 0, target});
        state.reserve_add(card, -1);
        target = piles_.push(target, card);
    }
    void play_pile(State& state, int from) {
        Pile& pile = state.pile[at(from)];
        record({Event::home_pile, piles_.node(pile).card, 1, pile, 0});
        ++state.height[at(suit(piles_.node(pile).card))];
        pile = piles_.node(pile).below;
    }
    void play_reserve(State& state, Face card) {
        record({Event::home_reserve, card, 1, 0, 0});
        ++state.height[at(suit(card))];
        state.reserve_add(card, -1);
    }

  private:
    void record(const Event& event) {
        if (events_ != nullptr) events_->push_back(event);
    }

    Piles<rules>& piles_;
    std::vector<Event>* events_;
};

}  // namespace quincunx::solver::gloucestershire
