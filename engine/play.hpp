#pragma once

#include <algorithm>
#include <cassert>

#include "engine/position.hpp"

/// Making moves and taking them back.
namespace quincunx {

// --- Foundations: which card each one wants ------------------------------------------------------

/// Sets or clears the bit of a non-empty foundation for the cards that it takes next.
template <class Source>
inline void BasicPosition<Source>::set_wanted(int foundation, bool wanted) {
    const FoundationGroup& group = group_of(foundation);
    const PileId pile = layout().pile(PileKind::foundation, foundation);
    if (size(pile) >= group.length || (rules().takes_whole_runs() && group.whole)) return;
    const Card card = top(pile);
    const int rank = next_rank(number(card.rank()), step(group), group.build.wraps);
    if (rank == 0) return;
    const auto bit = static_cast<std::uint16_t>(1U << foundation);
    const auto set = [&](Suit suit) {
        std::uint16_t& wants = wants_[slot(Card(rank_of(rank), suit))];
        wants = static_cast<std::uint16_t>(wanted ? wants | bit : wants & ~bit);
    };
    if (facts().suitless || group.build.follow == Follow::same_suit) {
        set(card.suit());
    } else {
        for (int suit = 0; suit < suit_count; ++suit) set(static_cast<Suit>(suit));
    }
}

/// Lets the empty foundations of a group take the start card of a suit, or stops them from taking it.
template <class Source>
inline void BasicPosition<Source>::set_starts(int group, Suit suit, bool open) {
    const FoundationGroup& kind = rules().foundations[static_cast<std::size_t>(group)];
    if (rules().takes_whole_runs() && kind.whole) return;
    const Card start(rank_of(start_rank(kind)), suit);
    for (int foundation = 0; foundation < layout().foundations; ++foundation) {
        if (facts().group[static_cast<std::size_t>(foundation)] != group) continue;
        if (!empty(layout().pile(PileKind::foundation, foundation))) continue;
        const auto bit = static_cast<std::uint16_t>(1U << foundation);
        std::uint16_t& wants = wants_[slot(start)];
        wants = static_cast<std::uint16_t>(open ? wants | bit : wants & ~bit);
    }
}

/// Lays a card on a foundation.
template <class Source>
inline void BasicPosition<Source>::raise(PileId pile, Card card) {
    const int foundation = index(pile);
    const std::size_t i = at(pile);
    ++home_;
    if (size_[i] > 0) {
        set_wanted(foundation, false);
        base(pile)[size_[i]++] = card;
        set_wanted(foundation, true);
        hash_[i] = foundation_hash(group_of(foundation), size_[i], card);
        return;
    }
    const int group = facts().group[static_cast<std::size_t>(foundation)];
    const int per_suit = group_of(foundation).per_suit;
    const auto bit = static_cast<std::uint16_t>(1U << foundation);
    for (int suit = 0; suit < suit_count; ++suit) {
        std::uint16_t& wants = wants_[slot(Card(card.rank(), static_cast<Suit>(suit)))];
        wants = static_cast<std::uint16_t>(wants & ~bit);
    }
    base(pile)[size_[i]++] = card;
    std::uint8_t& started =
        started_[static_cast<std::size_t>(group)][static_cast<std::size_t>(index(card.suit()))];
    if (++started == per_suit) set_starts(group, card.suit(), false);
    set_wanted(foundation, true);
    hash_[i] = foundation_hash(group_of(foundation), size_[i], card);
}

/// Takes the top card off a foundation again.
template <class Source>
inline void BasicPosition<Source>::lower(PileId pile) {
    const int foundation = index(pile);
    const std::size_t i = at(pile);
    const Card card = top(pile);
    --home_;
    set_wanted(foundation, false);
    --size_[i];
    if (size_[i] > 0) {
        set_wanted(foundation, true);
        return;
    }
    const int group = facts().group[static_cast<std::size_t>(foundation)];
    const int per_suit = group_of(foundation).per_suit;
    auto& started = started_[static_cast<std::size_t>(group)];
    if (started[static_cast<std::size_t>(index(card.suit()))]-- == per_suit)
        set_starts(group, card.suit(), true);
    if (rules().takes_whole_runs() && group_of(foundation).whole) return;
    const auto bit = static_cast<std::uint16_t>(1U << foundation);
    for (int suit = 0; suit < suit_count; ++suit) {
        if (per_suit > 0 && started[static_cast<std::size_t>(suit)] >= per_suit) continue;
        std::uint16_t& wants = wants_[slot(Card(card.rank(), static_cast<Suit>(suit)))];
        wants = static_cast<std::uint16_t>(wants | bit);
    }
}

template <class Source>
inline void BasicPosition<Source>::rebuild_wants() {
    wants_.fill(0);
    for (int foundation = 0; foundation < layout().foundations; ++foundation) {
        const FoundationGroup& group = group_of(foundation);
        const PileId pile = layout().pile(PileKind::foundation, foundation);
        if (!empty(pile)) {
            set_wanted(foundation, true);
        } else if ((group.build.step != 0 || choice_ != 0) && start_rank(group) != 0 &&
                   !(rules().takes_whole_runs() && group.whole)) {
            const auto& started = started_[facts().group[static_cast<std::size_t>(foundation)]];
            for (int suit = 0; suit < suit_count; ++suit)
                if (group.per_suit == 0 || started[static_cast<std::size_t>(suit)] < group.per_suit)
                    wants_[slot(Card(rank_of(start_rank(group)), static_cast<Suit>(suit)))] |=
                        static_cast<std::uint16_t>(1U << foundation);
        }
    }
}

template <class Source>
inline void BasicPosition<Source>::rebuild() {
    home_ = 0;
    for (auto& group : started_) group.fill(0);
    for (int foundation = 0; foundation < layout().foundations; ++foundation) {
        const std::span<const Card> cards = pile(PileKind::foundation, foundation);
        home_ = static_cast<std::uint8_t>(static_cast<std::size_t>(home_) + cards.size());
        if (!cards.empty())
            ++started_[facts().group[static_cast<std::size_t>(foundation)]]
                      [static_cast<std::size_t>(index(cards.front().suit()))];
    }
    rebuild_wants();
    key_ = counters(redeals_, choice_);
    for (int number = 0; number < layout().piles(); ++number) {
        const PileId id = pile_id(number);
        std::uint64_t hash = 0;
        for (const Card card : pile(id))
            hash = rules().open(facts().kind[at(id)]) ? hash + hash::code(card) : hash::push(hash, card);
        if (facts().kind[at(id)] == PileKind::foundation)
            hash = empty(id) ? 0 : foundation_hash(group_of(number), size(id), top(id));
        hash_[at(id)] = hash;
        part_[at(id)] = part(id);
        key_ += part_[at(id)];
    }
}

// --- Moving cards --------------------------------------------------------------------------------

/// The place of the lowest copy of a card in an open reserve pile that holds it.
template <class Source>
inline int BasicPosition<Source>::find_open(PileId pile, Card card) const {
    const std::span<const Card> cards = this->pile(pile);
    int place = 0;
    while (!(cards[static_cast<std::size_t>(place)] == card)) ++place;
    return place;
}

/// The consequences of cards leaving a tableau pile: an emptied pile is filled, or a face-down top is turned
/// up.
template <class Source>
inline void BasicPosition<Source>::after_leaving(PileId pile, Undo& undo) {
    const std::size_t i = at(pile);
    if constexpr (Source::may(&Rules::refills)) {
        if (rules().refills() && size_[i] == 0) {
            const PileId source = filler();
            if (source == no_pile) return;
            undo.filled = source == layout().stock() ? Undo::Filled::from_stock : Undo::Filled::from_waste;
            push(pile, pop(source));
            if (rules().refills_from_reserve()) {
                undo.filled = Undo::Filled::from_reserve;
                undo.filler = source;
                undo.filler_turned = turn_up(source);
            }
            refresh(source);
            return;
        }
    }
    if constexpr (Source::may(&has_face_down)) undo.turned = turn_up(pile);
}

template <class Source>
inline void BasicPosition<Source>::play_cards(const Move& move, Undo& undo) {
    const std::size_t from = at(move.from);
    const std::size_t to = at(move.to);
    undo.pile_hash = {hash_[from], hash_[to]};
    undo.pile_part = {part_[from], part_[to]};
    if (rules().open(facts().kind[from])) {
        const int place = find_open(move.from, move.card);
        undo.at = static_cast<std::uint8_t>(place);
        Card* const cards = base(move.from);
        const Card card = cards[place];
        std::copy(cards + place + 1, cards + size_[from], cards + place);
        --size_[from];
        hash_[from] -= hash::code(card);
        if (facts().kind[to] == PileKind::foundation) {
            raise(move.to, card);
        } else {
            push(move.to, card);
        }
    } else if (rules().takes_back() && facts().kind[from] == PileKind::foundation) {
        const Card card = top(move.from);
        lower(move.from);
        hash_[from] = empty(move.from)
                          ? 0
                          : foundation_hash(group_of(index(move.from)), size(move.from), top(move.from));
        push(move.to, card);
    } else if (facts().kind[to] == PileKind::foundation) {
        if (rules().takes_whole_runs() && move.count > 1) {
            const std::span<const Card> cards = pile(move.from).last(move.count);
            for (const Card card : cards) raise(move.to, card);
            for (int i = 0; i < move.count; ++i) pop(move.from);
        } else {
            raise(move.to, pop(move.from));
        }
    } else if (move.count == 1) {
        push(move.to, pop(move.from));
    } else {
        Card* const lifted = base(move.from) + size_[from] - move.count;
        Card* target = base(move.to) + size_[to];
        for (int i = move.count; i-- > 0;) hash_[from] = hash::pop(hash_[from], lifted[i]);
        for (int i = 0; i < move.count; ++i) {
            target[i] = lifted[i];
            hash_[to] = hash::push(hash_[to], lifted[i]);
        }
        size_[from] = static_cast<std::uint8_t>(size_[from] - move.count);
        size_[to] = static_cast<std::uint8_t>(size_[to] + move.count);
    }
    if (facts().kind[from] == PileKind::tableau) after_leaving(move.from, undo);
    if constexpr (Source::may(&has_face_down))
        if (all_words && facts().kind[from] == PileKind::reserve) undo.turned = turn_up(move.from);
    refresh(move.from);
    refresh(move.to);
}

template <class Source>
inline void BasicPosition<Source>::unplay_cards(const Undo& undo) {
    const Move& move = undo.move;
    const std::size_t from = at(move.from);
    const std::size_t to = at(move.to);
    if constexpr (Source::may(&Rules::refills)) {
        if (undo.filled != Undo::Filled::nothing) {
            PileId source = undo.filled == Undo::Filled::from_stock ? layout().stock() : layout().waste();
            if (rules().refills_from_reserve()) {
                source = undo.filler;
                if (undo.filler_turned) ++hidden_[at(source)];
            }
            --size_[from];
            push(source, *base(move.from));
            refresh(source);
        }
    }
    if constexpr (Source::may(&has_face_down)) {
        if (undo.turned) ++hidden_[from];
    }
    const Card* moved = base(move.to) + size_[to] - move.count;
    if (facts().kind[to] == PileKind::foundation) {
        const int lowered = rules().takes_whole_runs() ? move.count : 1;
        for (int i = 0; i < lowered; ++i) lower(move.to);
    } else {
        size_[to] = static_cast<std::uint8_t>(size_[to] - move.count);
    }
    if (rules().open(facts().kind[from])) {
        Card* const cards = base(move.from);
        std::copy_backward(cards + undo.at, cards + size_[from], cards + size_[from] + 1);
        cards[undo.at] = *moved;
        ++size_[from];
    } else if (rules().takes_back() && facts().kind[from] == PileKind::foundation) {
        raise(move.from, *moved);
    } else {
        Card* const target = base(move.from) + size_[from];
        for (int i = 0; i < move.count; ++i) target[i] = moved[i];
        size_[from] = static_cast<std::uint8_t>(size_[from] + move.count);
    }
    hash_[from] = undo.pile_hash[0];
    hash_[to] = undo.pile_hash[1];
    part_[from] = undo.pile_part[0];
    part_[to] = undo.pile_part[1];
}

// --- Stock and waste -----------------------------------------------------------------------------

template <class Source>
inline void BasicPosition<Source>::play_draw(Undo& undo) {
    const PileId stock = layout().stock();
    if (rules().has_waste()) {
        const int count = std::min(rules().stock.each, size(stock));
        for (int i = 0; i < count; ++i) push(layout().waste(), pop(stock));
        undo.dealt = static_cast<std::uint8_t>(count);
        refresh(layout().waste());
    } else {
        const PileKind kind = rules().dealt_kind();
        undo.dealt_to = rules().stock.deal_to == DealTo::empty_reserves ? empty_reserves() : ~0U;
        for (int round = 0; round < rules().stock.each && !empty(stock); ++round)
            for (int number = 0; number < layout().count(kind) && !empty(stock); ++number) {
                if ((undo.dealt_to >> number & 1U) == 0) continue;
                push(layout().pile(kind, number), pop(stock));
                ++undo.dealt;
            }
        refresh_all(kind);
    }
    refresh(stock);
}

template <class Source>
inline void BasicPosition<Source>::unplay_draw(const Undo& undo) {
    const PileId stock = layout().stock();
    if (rules().has_waste()) {
        for (int i = 0; i < undo.dealt; ++i) push(stock, pop(layout().waste()));
        refresh(layout().waste());
    } else {
        const PileKind kind = rules().dealt_kind();
        std::array<PileId, 256> order{};
        std::size_t dealt = 0;
        while (dealt < undo.dealt)
            for (int number = 0; number < layout().count(kind) && dealt < undo.dealt; ++number)
                if ((undo.dealt_to >> number & 1U) != 0) order[dealt++] = layout().pile(kind, number);
        while (dealt-- > 0) push(stock, pop(order[dealt]));
        refresh_all(kind);
    }
    refresh(stock);
}

template <class Source>
inline void BasicPosition<Source>::play_redeal(Undo& undo) {
    if constexpr (Source::may(&Rules::has_waste)) {
        const PileId waste = layout().waste();
        undo.kept = rules().stock.redeal.keep_playable_top && waste_playable();
        const Card kept = top(waste);
        if (undo.kept) pop(waste);
        while (!empty(waste)) push(layout().stock(), pop(waste));
        if (undo.kept) push(waste, kept);
        if (rules().counts_redeals()) {
            key_ += counters(redeals_ - 1, choice_) - counters(redeals_, choice_);
            --redeals_;
        }
        refresh(waste);
        refresh(layout().stock());
    }
}

template <class Source>
inline void BasicPosition<Source>::unplay_redeal(const Undo& undo) {
    if constexpr (Source::may(&Rules::has_waste)) {
        const PileId waste = layout().waste();
        Card kept{};
        if (undo.kept) kept = pop(waste);
        while (!empty(layout().stock())) push(waste, pop(layout().stock()));
        if (undo.kept) push(waste, kept);
        if (rules().counts_redeals()) ++redeals_;
        refresh(waste);
        refresh(layout().stock());
    }
}

// --- Any move ------------------------------------------------------------------------------------

template <class Source>
inline bool BasicPosition<Source>::has_room(PileId pile, int count) const {
    const std::size_t i = at(pile);
    return size_[i] + count <= facts().offset[i + 1] - facts().offset[i];
}

template <class Source>
inline bool BasicPosition<Source>::can_carry_out(const Move& move) const {
    switch (move.kind) {
        case MoveKind::cards: {
            if (index(move.from) >= layout().piles() || index(move.to) >= layout().piles() || move.count < 1)
                return false;
            const std::size_t from = at(move.from);
            if (size_[from] - hidden_[from] < move.count || !has_room(move.to, move.count)) return false;
            if (rules().open(facts().kind[from]) &&
                std::ranges::find(pile(move.from), move.card) == pile(move.from).end())
                return false;
            if (facts().kind[at(move.to)] != PileKind::foundation) return true;
            if (group_of(index(move.to)).whole)
                return refused_whole(index(move.to), move.from, move.count) == Refusal::none;
            const Card card = rules().open(facts().kind[from]) ? move.card : top(move.from);
            return move.count == 1 && (foundations_for(card) >> index(move.to) & 1U) != 0;
        }
        case MoveKind::draw:
            return layout().has_stock && !empty(layout().stock());
        case MoveKind::redeal:
            return layout().has_waste && redeals_left() != 0 && empty(layout().stock()) &&
                   !empty(layout().waste());
        case MoveKind::by1:
        case MoveKind::by2:
            return choice_ == 0;
    }
    return false;
}

template <class Source>
inline bool BasicPosition<Source>::can_take_back(const Undo& undo) const {
    const Move& move = undo.move;
    switch (move.kind) {
        case MoveKind::cards:
            return size(move.to) >= move.count &&
                   (undo.filled != Undo::Filled::nothing || has_room(move.from, move.count));
        case MoveKind::draw:
            return layout().has_stock && has_room(layout().stock(), undo.dealt);
        case MoveKind::redeal:
            return layout().has_waste && !empty(layout().stock()) + undo.kept > 0;
        case MoveKind::by1:
        case MoveKind::by2:
            return choice_ != 0;
    }
    return false;
}

template <class Source>
inline Undo BasicPosition<Source>::play(const Move& move) {
    assert(can_carry_out(move));
    Undo undo;
    undo.move = move;
    undo.key = key_;
    switch (move.kind) {
        case MoveKind::cards:
            play_cards(move, undo);
            break;
        case MoveKind::draw:
            if constexpr (Source::may(&Rules::has_stock)) play_draw(undo);
            break;
        case MoveKind::redeal:
            play_redeal(undo);
            break;
        case MoveKind::by1:
        case MoveKind::by2: {
            const int chosen = move.kind == MoveKind::by1 ? 1 : 2;
            key_ += counters(redeals_, chosen) - counters(redeals_, choice_);
            choice_ = static_cast<std::uint8_t>(chosen);
            rebuild_wants();
            break;
        }
    }
    return undo;
}

template <class Source>
inline void BasicPosition<Source>::unplay(const Undo& undo) {
    assert(can_take_back(undo));
    switch (undo.move.kind) {
        case MoveKind::cards:
            unplay_cards(undo);
            break;
        case MoveKind::draw:
            if constexpr (Source::may(&Rules::has_stock)) unplay_draw(undo);
            break;
        case MoveKind::redeal:
            unplay_redeal(undo);
            break;
        case MoveKind::by1:
        case MoveKind::by2:
            choice_ = 0;
            rebuild_wants();
            break;
    }
    key_ = undo.key;
}

}  // namespace quincunx
