#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "engine/position.hpp"
#include "solver/carthage/blocks.hpp"
#include "solver/carthage/settle.hpp"
#include "solver/common/line_writer.hpp"

/// From blocks to moves of the engine.
namespace quincunx::solver::carthage {

/// Makes recorded events on a position. A state does not say where single cards lie as long as it does not
/// matter; here they must lie somewhere. If a card should have been on the tableau and no space is left to
/// put it there, writing fails with a wish for the moment at which the last space was filled.
template <const Rules& rules>
class Writer : LineWriter<rules> {
    using Base = LineWriter<rules>;
    using Base::foundation_for;
    using Base::layout;
    using Base::play;
    using Base::position;
    using Base::reserve;
    using Base::tableau;

  public:
    struct Wish {
        std::size_t event;
        Run card;
    };

    Writer(const Stacks& stacks, const Position<rules>& start, const std::vector<Wish>& wishes,
           std::vector<Move>& line)
        : Base(start, line), stacks_(stacks), wishes_(wishes) {}

    /// False if an event cannot be made; `wish()` may then say what would help.
    bool write(const std::vector<Event>& events) {
        for (now_ = 0; now_ < events.size(); ++now_)
            if (!write(events[now_])) return false;
        return position().won();
    }
    Wish wish() const { return wish_; }

  private:
    static constexpr int T = rules.tableau.piles;
    static constexpr int R = rules.reserve.piles;

    static bool on_table(PileId pile) { return layout.kind(pile) == PileKind::tableau; }

    void move(PileId from, PileId to) { play(Move::cards(from, to)); }
    Face top(PileId pile) const { return face_of(position().top(pile)); }
    bool last_phase() const { return position().empty(layout.stock()); }

    Run run_of(PileId pile) const {
        const std::span<const Card> cards = position().pile(pile);
        if (cards.empty()) return 0;
        return with_high(single(top(pile)), number(cards.front().rank()));
    }
    PileId tableau_with(Run run) const {
        for (int i = 0; i < T; ++i)
            if (run_of(tableau(i)) == run) return tableau(i);
        return no_pile;
    }
    PileId reserve_with_single(Run run) const {
        if (!is_single(run)) return no_pile;
        for (int i = 0; i < R; ++i)
            if (position().size(reserve(i)) == 1 && single(top(reserve(i))) == run) return reserve(i);
        return no_pile;
    }
    PileId empty_tableau() const {
        for (int i = 0; i < T; ++i)
            if (position().empty(tableau(i))) return tableau(i);
        return no_pile;
    }
    PileId empty_reserve() const {
        for (int i = 0; i < R; ++i)
            if (position().empty(reserve(i))) return reserve(i);
        return no_pile;
    }
    PileId space() const {
        if (last_phase() && empty_reserve() != no_pile) return empty_reserve();
        return empty_tableau();
    }
    int spaces() const {
        int count = 0;
        for (int i = 0; i < T; ++i) count += position().empty(tableau(i));
        if (last_phase())
            for (int i = 0; i < R; ++i) count += position().empty(reserve(i));
        return count;
    }
    PileId source(const Event& event) const {
        if (!event.from_stack) {
            const PileId pile = tableau_with(event.from);
            return pile != no_pile || !last_phase() ? pile : reserve_with_single(event.from);
        }
        if (!last_phase()) return reserve(event.reserve);
        for (int i = 0; i < R; ++i)
            if (this->holds(reserve(i), stacks_, event.from)) return reserve(i);
        return no_pile;
    }

    bool write(const Event& event) {
        if (event.kind == Event::deal) {
            full_since_ = now_;
            play(Move::draw());
            return true;
        }
        PileId from = source(event);
        if (from == no_pile) return false;
        switch (event.kind) {
            case Event::to_space: {
                if (last_phase() && spaces() == 1 && !grant_wishes(from)) return false;
                const PileId to = space();
                if (to == no_pile) return false;
                move(from, to);
                if (spaces() == 0) full_since_ = now_;
                return true;
            }
            case Event::to_home: {
                const PileId to = foundation_for(position().top(from));
                if (to == no_pile) return false;
                move(from, to);
                return true;
            }
            case Event::park:
                move(from, reserve(event.target));
                return true;
            default:
                break;
        }
        if (!bring_to_tableau(event.to)) return false;
        from = source(event);
        return lay_run(from, event.count, onto(event, from));
    }
    PileId onto(const Event& event, PileId from) const {
        for (int i = 0; i < T; ++i)
            if (tableau(i) != from && run_of(tableau(i)) == event.to) return tableau(i);
        return no_pile;
    }
    bool lay_run(PileId from, int count, PileId to) {
        if (to == no_pile) return false;
        std::array<PileId, max_ranks> stops{};
        for (int i = 0; i + 1 < count; ++i) {
            stops[at(i)] = space();
            if (stops[at(i)] == no_pile) return false;
            move(from, stops[at(i)]);
        }
        move(from, to);
        for (int i = count - 1; i-- > 0;) move(stops[at(i)], to);
        return true;
    }
    /// A single card that is to be built on must lie on the tableau.
    bool bring_to_tableau(Run run) {
        if (tableau_with(run) != no_pile) return true;
        const PileId from = reserve_with_single(run);
        if (from == no_pile) return false;
        if (spaces() == 0) {
            wish_ = {full_since_, run};
            return false;
        }
        return swap_to_tableau(from);
    }
    bool swap_to_tableau(PileId from) {
        if (empty_tableau() != no_pile) {
            move(from, empty_tableau());
            return true;
        }
        return clear_tableau_space() && (move(from, empty_tableau()), true);
    }
    /// Moves a single card that need not be on the tableau to the empty reserve.
    bool clear_tableau_space() {
        const PileId to = empty_reserve();
        if (to == no_pile) return false;
        for (int i = 0; i < T; ++i) {
            const Run run = run_of(tableau(i));
            if (run == 0 || !is_single(run) || on_tableau_now(run) <= wished(run)) continue;
            move(tableau(i), to);
            return true;
        }
        return false;
    }
    int on_tableau_now(Run run) const {
        int count = 0;
        for (int i = 0; i < T; ++i) count += run_of(tableau(i)) == run;
        return count;
    }
    int wished(Run run) const {
        int count = 0;
        for (const Wish& wish : wishes_) count += wish.event == now_ && wish.card == run;
        return count;
    }
    /// Before the last space is filled: brings to the tableau those single cards that will be built on there.
    bool grant_wishes(PileId from) {
        const Run moved = single(top(from));
        bool moved_to_tableau = false;
        for (const Wish& wish : wishes_) {
            if (wish.event != now_) continue;
            int there = on_tableau_now(wish.card);
            if (on_table(from) && position().size(from) == 2 && run_of(from) == wish.card - 1) ++there;
            while (there < wished(wish.card)) {
                const PileId card = reserve_with_single(wish.card);
                if (card == no_pile || card == from) break;
                if (!swap_to_tableau(card)) return false;
                ++there;
            }
            if (there >= wished(wish.card)) continue;
            if (wish.card != moved) return false;
            moved_to_tableau = true;
        }
        return !moved_to_tableau || empty_tableau() != no_pile || clear_tableau_space();
    }

    const Stacks& stacks_;
    const std::vector<Wish>& wishes_;
    std::size_t now_ = 0;
    std::size_t full_since_ = ~std::size_t{0};
    Wish wish_{~std::size_t{0}, 0};
};

/// Writes blocks that win from a position as moves of the engine; `root` is the position's state before it
/// was settled. False if that cannot be done; then `line` is empty.
template <const Rules& rules>
bool write_line(Table<rules>& table, Pruning<Branch>& pruning, const Position<rules>& start,
                const State<rules>& root, std::span<const Block> blocks, std::vector<Move>& line) {
    std::vector<Event> events;
    Moves<rules> moves(table, &events);
    NormalForm<rules> normal_form(moves, pruning);
    State<rules> state = root;
    normal_form.settle(state);
    for (const Block& block : blocks) {
        const int dealt = state.dealt;
        const int progress = normal_form.progress_of(state);
        moves.make(state, block);
        normal_form.settle(state, dealt, progress, longest_merge(block));
    }
    std::vector<typename Writer<rules>::Wish> wishes;
    for (std::size_t tries = 0; tries < 10 * events.size() + 10; ++tries) {
        Writer<rules> writer(table.stacks, start, wishes, line);
        if (writer.write(events)) return true;
        if (writer.wish().event >= events.size()) break;
        wishes.push_back(writer.wish());
    }
    line.clear();
    return false;
}

}  // namespace quincunx::solver::carthage
