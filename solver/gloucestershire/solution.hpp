#pragma once

#include <span>
#include <vector>

#include "engine/position.hpp"
#include "solver/common/line_writer.hpp"
#include "solver/gloucestershire/blocks.hpp"
#include "solver/gloucestershire/settle.hpp"

/// From blocks to moves of the engine.
namespace quincunx::solver::gloucestershire {

/// Makes recorded events on a position: piles are identified by their contents.
template <const Rules& rules>
class Writer : LineWriter<rules> {
    using Base = LineWriter<rules>;
    using Base::layout;
    using Base::position;

  public:
    Writer(const Piles<rules>& piles, const Position<rules>& start, std::vector<Move>& line)
        : Base(start, line), piles_(piles) {}
    bool write(const std::vector<Event>& events) {
        for (const Event& event : events)
            if (!write(event)) return false;
        return position().won();
    }

  private:
    PileId find(Pile pile, PileId but = no_pile) const {
        for (int i = 0; i < layout.tableau; ++i) {
            const PileId id = Base::tableau(i);
            if (id != but && this->holds(id, piles_, pile)) return id;
        }
        return no_pile;
    }
    PileId reserve_with(Face card) const {
        for (int i = 0; i < layout.reserve; ++i)
            for (const Card held : position().pile(PileKind::reserve, i))
                if (face_of(held) == card) return Base::reserve(i);
        return no_pile;
    }
    bool write(const Event& event) {
        const Card card = card_of(event.card);
        PileId from = no_pile;
        PileId to = no_pile;
        if (event.kind == Event::run || event.kind == Event::home_pile) {
            from = find(event.from);
        } else {
            from = reserve_with(event.card);
        }
        if (from == no_pile) return false;
        if (event.kind == Event::home_pile || event.kind == Event::home_reserve) {
            to = this->foundation_for(card);
        } else {
            to = find(event.to, from);
        }
        if (to == no_pile) return false;
        const bool reserve = event.kind == Event::lay_reserve || event.kind == Event::home_reserve;
        this->play(reserve ? Move::from_open(from, card, to) : Move::cards(from, to, event.count));
        return true;
    }

    const Piles<rules>& piles_;
};

/// Writes the blocks of a pass that win from a position as moves of the engine; `root` is the position's
/// state before it was settled. False if that cannot be done; then `line` is empty.
template <const Rules& rules>
bool write_line(Piles<rules>& piles, Pruning<Branch>& pruning, bool complete, const Position<rules>& start,
                const State<rules>& root, std::span<const Block> blocks, std::vector<Move>& line) {
    std::vector<Event> events;
    Moves<rules> moves(piles, &events);
    NormalForm<rules> normal_form(moves, pruning, complete);
    State<rules> state = root;
    normal_form.settle(state, Before{});
    for (const Block& block : blocks) {
        const Before before = normal_form.before(state);
        moves.make(state, block, normal_form.waits());
        normal_form.settle(state, before);
    }
    Writer<rules> writer(piles, start, line);
    if (writer.write(events)) return true;
    line.clear();
    return false;
}

}  // namespace quincunx::solver::gloucestershire
