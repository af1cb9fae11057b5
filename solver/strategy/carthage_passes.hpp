#pragma once

#include "solver/strategy/carthage.hpp"

/// The rest of `CarthageSearch`: passes over the layers, and the writing of a line in the engine's moves.
namespace quincunx::solver {

// --- Start
// --------------------------------------------------------------------------------------------------------

template <const Rules& rules>
CarthageSearch<rules>::State CarthageSearch<rules>::read(const Position<rules>& position) {
    State state{};
    const auto face_of = [](Card card) { return face(index(card.suit()), number(card.rank())); };
    std::array<std::array<int, 2>, suit_count> heights{};
    if constexpr (rules.decks == 1)
        for (std::array<int, 2>& pair : heights) pair[0] = ranks;
    for (int i = 0; i < layout.foundations; ++i) {
        const std::span<const Card> cards = position.pile(PileKind::foundation, i);
        if (cards.empty()) continue;
        std::array<int, 2>& pair = heights[static_cast<std::size_t>(index(cards.back().suit()))];
        (pair[0] == 0 ? pair[0] : pair[1]) = static_cast<int>(cards.size());
    }
    for (int s = 0; s < suit_count; ++s) {
        const auto [a, b] = heights[at(s)];
        state.homes |= static_cast<std::uint32_t>(std::max(a, b) << 4 | std::min(a, b)) << (8 * s);
    }
    stock_.clear();
    const std::span<const Card> stock = position.pile(layout.stock());
    for (std::array<std::uint8_t, 2>& places : stock_place_) places.fill(absent);
    for (std::size_t i = stock.size(); i-- > 0;) {
        const Face card = face_of(stock[i]);
        std::array<std::uint8_t, 2>& places = stock_place_[card];
        places[places[0] == absent ? 0 : 1] = static_cast<std::uint8_t>(stock_.size());
        stock_.push_back(card);
    }
    for (int i = 0; i < T; ++i) {
        const std::span<const Card> cards = position.pile(PileKind::tableau, i);
        if (cards.empty()) continue;
        const Card top = cards.back();
        const Run run =
            static_cast<Run>(index(top.suit()) << 8 | number(cards.front().rank()) << 4 | number(top.rank()));
        add_run(state, is_single(run) ? run | on_tableau : run);
    }
    for (int i = 0; i < R; ++i) {
        Stack& stack = state.reserve[at(i)];
        for (const Card card : position.pile(PileKind::reserve, i)) stack = push(stack, face_of(card));
        open_up(state, i);
    }
    return state;
}

template <const Rules& rules>
void CarthageSearch<rules>::start(const Position<rules>& position, const Limits& limits) {
    position_ = position;
    limits_ = limits;
    line_.clear();
    progress_ = {};
    progress_.best_home = position.home();
    verdict_ = Verdict::unknown;
    finished_ = false;
    found_ = false;
    out_of_memory_ = false;
    recorder_ = nullptr;
    tally_.clear();
    clear_stacks();
    root_ = read(position);
    beam_ = 0;
    attempt_ = 0;
    attempting_ = false;
    now_ = none;
    layers_.set_limits(layer_of(rules.card_count() + 1, 0), limits.memory);
    dealt_to_.resize(at(rules.card_count() + 1));
    last_phase_ = layer_of(static_cast<int>(stock_.size()), 0);
    keeps_layers_ = plan_.keep_layers;
    begin_layers();
}

// --- Passes
// --------------------------------------------------------------------------------------------------------

/// Forgets what was seen and begins a pass at the start.
template <const Rules& rules>
void CarthageSearch<rules>::begin_layers() {
    layers_.clear();
    for (Layer& layer : dealt_to_) layers_.empty(layer);
    beam_before_ = 0;
    next_pass();
    State root = root_;
    settle(root, -1, -1);
    if (home_count(root.homes) == homes_at_end) {
        finish(write_line(none, nullptr) ? Verdict::winnable : Verdict::unknown);
        return;
    }
    insert(layers_[layer_of(root.dealt, progress_of(root))], root, none, Block{});
}

/// The next pass: on the layers that are kept, or on new ones.
template <const Rules& rules>
void CarthageSearch<rules>::begin_pass() {
    if (!keeps_layers_) {
        begin_layers();
        return;
    }
    if (layers_.in_use(layer_)) layers_.reopen(layers_[layer_], std::span(selected_).subspan(next_));
    next_pass();
}

template <const Rules& rules>
void CarthageSearch<rules>::next_pass() {
    next_width();
    cut_ = false;
    layer_ = 0;
    round_ = 0;
    selected_.clear();
    next_ = 0;
    if (last_phase_ == 0) begin_last_phase();
}

/// The width of the next pass; `none` if it is to see everything.
template <const Rules& rules>
void CarthageSearch<rules>::next_width() {
    if (!attempting_ && attempt_ < plan_.attempts.size() && beam_ >= plan_.attempts[attempt_].after) {
        ++attempt_;
        attempting_ = true;
        attempt_start_ = progress_.nodes;
        width_ = none;
        return;
    }
    attempting_ = false;
    if (keeps_layers_) beam_before_ = beam_;
    beam_ = beam_ == 0 ? plan_.width : beam_ > none / plan_.growth ? none : beam_ * plan_.growth;
    width_ = beam_;
}

template <const Rules& rules>
bool CarthageSearch<rules>::attempt_is_too_long(const State& state) const {
    if (!attempting_) return false;
    const typename Plan::Attempt& attempt = plan_.attempts[attempt_ - 1];
    const std::uint64_t in_all = keeps_layers_ ? Plan::any : attempt.states;
    return progress_.nodes - attempt_start_ >= (last_phase(state) ? in_all : attempt.before_last_deal);
}

template <const Rules& rules>
bool CarthageSearch<rules>::step(std::uint64_t budget) {
    const std::uint64_t until = work() + budget;
    while (!finished_ && work() < until) advance();
    return finished_;
}

/// Expands one state, or prepares the next ones. `bag` is asked only now: most states that come up are never
/// expanded.
template <const Rules& rules>
void CarthageSearch<rules>::advance() {
    if (next_ == selected_.size()) {
        if (!next_selection()) next_layer();
        if (!finished_ && out_of_memory_) end_out_of_memory();
        return;
    }
    const Candidate& candidate = layers_.states(layer_)[selected_[next_++]];
    const State state = candidate.state;
    ++progress_.nodes;
    progress_.layer = state.dealt;
    if (last_phase(state) && has_no_room(state)) {
        tally_.add(CarthageBranch::no_room);
    } else {
        now_ = layers_.keep(candidate);
        expand(state);
        if (finished_) return;
    }
    if (progress_.nodes >= limits_.nodes) {
        finish(Verdict::unknown);
    } else if (out_of_memory_) {
        end_out_of_memory();
    } else if (attempt_is_too_long(state)) {
        begin_pass();
    }
}

/// States are missing. The pass is made again without the layers of the ones before, if it was with them;
/// else an attempt is given up, and a beam is the end.
template <const Rules& rules>
void CarthageSearch<rules>::end_out_of_memory() {
    if (keeps_layers_) {
        keeps_layers_ = false;
        if (attempting_) {
            attempting_ = false;
            --attempt_;
        } else {
            beam_ = beam_before_;
        }
    } else if (!attempting_) {
        finish(Verdict::unknown);
        return;
    }
    out_of_memory_ = false;
    clear_stacks();
    root_ = read(position_);
    begin_layers();
}

/// Picks the best of the layer's states that were not expanded; the first round takes the share of this
/// pass, later ones, of states that reversible moves reached meanwhile, a part of it.
template <const Rules& rules>
bool CarthageSearch<rules>::next_selection() {
    selected_.clear();
    next_ = 0;
    if (!layers_.in_use(layer_)) return false;
    if (round_ == 0) quota_ = keeps_layers_ && layer_ >= last_phase_ ? last_share_ : quota(1);
    choose(layers_[layer_], selected_, quota_, round_ > 0);
    ++round_;
    quota_ = times(quota_, plan_.closure);
    return !selected_.empty();
}

/// How many more states of a layer this pass expands, or of those just dealt keeps.
template <const Rules& rules>
std::uint32_t CarthageSearch<rules>::quota(float factor) const {
    return width_ == none ? none : std::max(1U, times(width_, factor)) - times(beam_before_, factor);
}

/// A layer is given back when nothing can come to it any more.
template <const Rules& rules>
void CarthageSearch<rules>::leave_layer() {
    round_ = 0;
    if (!layers_.in_use(layer_)) return;
    cut_ = cut_ || !layers_[layer_].open.empty();
    if (!keeps_layers_ || !cut_) layers_.give_back(layer_);
}

/// Goes to the next layer that has states; after the last one the pass is over.
template <const Rules& rules>
void CarthageSearch<rules>::next_layer() {
    leave_layer();
    const std::size_t end = last_phase_ + progress_count;
    for (;;) {
        while (++layer_ < end) {
            if (layer_ % progress_count == 0) take_dealt(static_cast<int>(layer_) / progress_count);
            if (layer_ == last_phase_) begin_last_phase();
            if (layers_.in_use(layer_)) return;
        }
        if (out_of_memory_) return;  // what is missing may be what wins
        if (!cut_) {
            finish(Verdict::unwinnable);
            return;
        }
        if (!widen_last_phase()) break;
        if (layers_.in_use(layer_)) return;
    }
    begin_pass();
}

/// Where layers are kept, the last phase is searched by beams of its own: narrow ones first, since the cards
/// lie open, and the win is often near. They are as wide as the pass in the end, or wider if there is nothing
/// more to do before.
template <const Rules& rules>
void CarthageSearch<rules>::begin_last_phase() {
    cut_before_last_phase_ = cut_;
    last_share_ = last_share_sum_ = 1;
}
template <const Rules& rules>
bool CarthageSearch<rules>::widen_last_phase() {
    if (!keeps_layers_) return false;
    const std::uint32_t most = cut_before_last_phase_ ? quota(1) : none;
    if (last_share_sum_ >= most) return false;
    const std::uint32_t wanted = last_share_sum_ >= (1U << 20) ? none : last_share_sum_ * (plan_.growth - 1);
    last_share_ = std::min(wanted, most - last_share_sum_);
    last_share_sum_ += last_share_;
    cut_ = cut_before_last_phase_;
    layer_ = last_phase_;
    return true;
}

/// Passes the best of the states just dealt on to their layers.
template <const Rules& rules>
void CarthageSearch<rules>::take_dealt(int dealt) {
    Layer& from = dealt_to_[at(dealt)];
    if (from.states.empty()) return;
    std::vector<std::uint32_t> best;
    choose(from, best, quota(plan_.deals), false);
    for (const std::uint32_t i : best) {
        const Candidate& candidate = from.states[i];
        insert(layers_[layer_of(dealt, progress_of(candidate.state))], candidate.state, candidate.parent,
               candidate.block);
    }
    cut_ = cut_ || !from.open.empty();
    if (!keeps_layers_ || !cut_) layers_.empty(from);
}

template <const Rules& rules>
void CarthageSearch<rules>::win(const Block& block) {
    found_ = true;
    progress_.best_home = rules.card_count();
    finish(write_line(now_, &block) ? Verdict::winnable : Verdict::unknown);
}

// --- The line in the engine's moves
// --------------------------------------------------------------------------------------------------------

/// Makes recorded events on a position. A state does not say where single cards lie as long as it does not
/// matter; here they must lie somewhere. Where a card should have been on the tableau and no space is left to
/// put it there, the writing fails with a wish for the moment at which the last space was filled.
template <const Rules& rules>
class CarthageSearch<rules>::Writer {
  public:
    struct Wish {
        std::size_t event;
        Run card;
    };

    Writer(const CarthageSearch& search, const std::vector<Wish>& wishes, std::vector<Move>& line)
        : search_(search), position_(search.position_), wishes_(wishes), line_(line) {
        line_.clear();
    }

    /// False if an event cannot be made; then `wish()` may say what would help.
    bool write(const std::vector<Event>& events) {
        for (now_ = 0; now_ < events.size(); ++now_)
            if (!write(events[now_])) return false;
        return position_.won();
    }
    Wish wish() const { return wish_; }

  private:
    static PileId tableau(int i) { return layout.pile(PileKind::tableau, i); }
    static PileId reserve(int i) { return layout.pile(PileKind::reserve, i); }
    static bool on_table(PileId pile) { return layout.kind(pile) == PileKind::tableau; }

    void move(PileId from, PileId to) { play(Move::cards(from, to)); }
    void play(const Move& move) {
        position_.play(move);
        line_.push_back(move);
    }
    Face top(PileId pile) const { return face_of(position_.top(pile)); }
    static Face face_of(Card card) { return face(index(card.suit()), number(card.rank())); }
    bool last_phase() const { return position_.empty(layout.stock()); }

    Run run_of(PileId pile) const {
        const std::span<const Card> cards = position_.pile(pile);
        if (cards.empty()) return 0;
        return static_cast<Run>(single(top(pile)) & 0x30f) |
               static_cast<Run>(number(cards.front().rank()) << 4);
    }
    PileId tableau_with(Run run) const {
        for (int i = 0; i < T; ++i)
            if (run_of(tableau(i)) == run) return tableau(i);
        return no_pile;
    }
    PileId reserve_with_single(Run run) const {
        if (!is_single(run)) return no_pile;
        for (int i = 0; i < R; ++i)
            if (position_.size(reserve(i)) == 1 && single(top(reserve(i))) == run) return reserve(i);
        return no_pile;
    }
    PileId empty_tableau() const {
        for (int i = 0; i < T; ++i)
            if (position_.empty(tableau(i))) return tableau(i);
        return no_pile;
    }
    PileId empty_reserve() const {
        for (int i = 0; i < R; ++i)
            if (position_.empty(reserve(i))) return reserve(i);
        return no_pile;
    }
    PileId space() const {
        if (last_phase() && empty_reserve() != no_pile) return empty_reserve();
        return empty_tableau();
    }
    int spaces() const {
        int count = 0;
        for (int i = 0; i < T; ++i) count += position_.empty(tableau(i));
        if (last_phase())
            for (int i = 0; i < R; ++i) count += position_.empty(reserve(i));
        return count;
    }
    bool holds(PileId pile, Stack stack) const {
        const std::span<const Card> cards = position_.pile(pile);
        for (std::size_t i = cards.size(); i-- > 0; stack = search_.below(stack))
            if (stack == 0 || search_.top(stack) != face_of(cards[i])) return false;
        return stack == 0;
    }
    PileId source(const Event& event) const {
        if (!event.from_stack) {
            const PileId pile = tableau_with(event.from);
            return pile != no_pile || !last_phase() ? pile : reserve_with_single(event.from);
        }
        if (!last_phase()) return reserve(event.reserve);
        for (int i = 0; i < R; ++i)
            if (holds(reserve(i), event.from)) return reserve(i);
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
                const unsigned homes = position_.foundations_for(position_.top(from));
                if (homes == 0) return false;
                move(from, layout.pile(PileKind::foundation, std::countr_zero(homes)));
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
    /// Before the last space is filled: brings the single cards to the tableau that will be built on there.
    bool grant_wishes(PileId from) {
        const Run moved = single(top(from));
        bool moved_to_tableau = false;
        for (const Wish& wish : wishes_) {
            if (wish.event != now_) continue;
            int there = on_tableau_now(wish.card);
            if (on_table(from) && position_.size(from) == 2 && run_of(from) == wish.card - 1) ++there;
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

    const CarthageSearch& search_;
    Position<rules> position_;
    const std::vector<Wish>& wishes_;
    std::vector<Move>& line_;
    std::size_t now_ = 0;
    std::size_t full_since_ = ~std::size_t{0};
    Wish wish_{~std::size_t{0}, 0};
};

/// Writes the way to a state, and a block from there, as moves of the engine.
template <const Rules& rules>
bool CarthageSearch<rules>::write_line(std::uint32_t node, const Block* last) {
    std::vector<Block> blocks = layers_.way_to(node);
    if (last != nullptr) blocks.push_back(*last);
    std::vector<Event> events;
    recorder_ = &events;
    State state = root_;
    settle(state, -1, -1);
    for (const Block& block : blocks) {
        const int dealt = state.dealt;
        const int progress = progress_of(state);
        make(state, block);
        settle(state, dealt, progress, longest_merge(block));
    }
    recorder_ = nullptr;
    std::vector<typename Writer::Wish> wishes;
    for (std::size_t tries = 0; tries < 10 * events.size() + 10; ++tries) {
        Writer writer(*this, wishes, line_);
        if (writer.write(events)) return true;
        if (writer.wish().event >= events.size()) break;
        wishes.push_back(writer.wish());
    }
    line_.clear();
    return false;
}

}  // namespace quincunx::solver
