#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "engine/card.hpp"
#include "engine/facts.hpp"
#include "engine/hash.hpp"
#include "engine/move.hpp"
#include "engine/rules.hpp"
#include "engine/source.hpp"

namespace quincunx {

enum class Status : std::uint8_t { playing, won, stuck };

/// The listed moves of a position, in no particular order.
template <class Source>
class BasicMoveList {
  public:
    void clear() { size_ = 0; }
    void add(const Move& move) { moves_[size_++] = move; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const Move& operator[](std::size_t index) const { return moves_[index]; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }

  private:
    std::size_t size_ = 0;
    std::array<Move, static_cast<std::size_t>(Source::most_moves)> moves_;
};

/// Everything that `Position::unplay` needs to take a move back, and what the move did besides moving cards.
struct Undo {
    enum class Filled : std::uint8_t { nothing, from_stock, from_waste, from_reserve };

    Move move;
    std::uint64_t key;
    std::array<std::uint64_t, 2> pile_hash;  ///< of source and target
    std::array<std::uint64_t, 2> pile_part;
    std::uint8_t at = 0;              ///< place of the lowest card moved within its pile
    bool turned = false;              ///< the new top card of the source was turned up
    Filled filled = Filled::nothing;  ///< how the emptied source was filled
    bool filler_turned = false;       ///< then the new top card of that reserve pile was turned up
    PileId filler = no_pile;          ///< that reserve pile
    bool kept = false;                ///< the redeal left the top of the waste where it was
    std::uint8_t dealt = 0;           ///< cards dealt by `draw`
    std::uint32_t dealt_to = 0;       ///< piles that were dealt to, of `dealt_kind`, as a bit set
};

/// A position of one game: which card lies where, and the state of the stock. Moves are cheap to make and to
/// take back, and the key is kept up to date. A position starts empty; `deal` fills it, and `parse_position`
/// (engine/notation.hpp) makes one from a text.
///
/// The rules decide everything, and nothing here is specific to a particular game. Where they come from is a type: of
/// `Position<rules>` the compiler knows them, and a position of `Given` rules has a pointer to them.
template <class Source>
class BasicPosition : public Source {
  public:
    using Source::facts;
    using Source::group_of;
    using Source::layout;
    using Source::rules;

    BasicPosition()
        requires std::is_empty_v<Source>
        : BasicPosition(Source{}) {}
    explicit BasicPosition(const Source& source) : Source(source) {
        clear();
        rebuild();
    }

    /// Deals all cards in dealing order, according to the rules().
    void deal(std::span<const Card> order) {
        clear();
        std::size_t next = 0;
        for_each_dealt(rules(), [&](PileId pile, bool face_down) {
            append(pile, order[next++]);
            if (face_down) ++hidden_[at(pile)];
        });
        if (layout().has_stock) {
            for (std::size_t last = order.size(); last-- > next;) append(layout().stock(), order[last]);
        }
        rebuild();
    }

    // --- What lies where -------------------------------------------------------------------------

    std::span<const Card> pile(PileId pile) const {
        return {cards_.data() + facts().offset[at(pile)], size_[at(pile)]};
    }
    std::span<const Card> pile(PileKind kind, int number) const { return pile(layout().pile(kind, number)); }
    int size(PileId pile) const { return size_[at(pile)]; }
    bool empty(PileId pile) const { return size_[at(pile)] == 0; }
    Card top(PileId pile) const { return cards_[facts().offset[at(pile)] + size_[at(pile)] - 1U]; }
    /// Number of face-down cards at the bottom of a tableau pile; 0 for other piles (those of the stock do
    /// not count).
    int hidden(PileId pile) const { return hidden_[at(pile)]; }
    /// `unlimited` if the rules say so.
    int redeals_left() const { return rules().counts_redeals() ? redeals_ : unlimited; }
    /// 0 before the choice, 1 or 2 for the first or second increment; always 0 in a game without a choice.
    int choice() const { return choice_; }
    /// Cards on the foundations.
    int home() const { return home_; }
    bool won() const { return home_ == rules().card_count(); }
    /// Equal for positions that differ only in the order of interchangeable piles and in which of two equal
    /// cards lies where; different for all others, except by chance (64 bits).
    std::uint64_t key() const { return key_; }

    /// The step by which a foundation group is built: its own, or the chosen increment (0 before the choice).
    int step(const FoundationGroup& group) const {
        if (group.build.step != 0) return group.build.step;
        return choice_ == 0 ? 0 : rules().increments[static_cast<std::size_t>(choice_ - 1)];
    }

    /// The foundations that take a card, as a bit set of foundation numbers.
    unsigned foundations_for(Card card) const { return wants_[slot(card)]; }

    /// Whether a card may be laid on a tableau pile, judged by the card alone, regardless of its source.
    bool tableau_accepts(PileId pile, Card card) const {
        return refused_by_tableau(pile, card) == Refusal::none;
    }

    /// Length of the longest unit at the top of a tableau pile.
    int unit_size(PileId pile) const {
        const int cards = size(pile);
        if (rules().tableau.unit == Unit::top_card) return cards > 0 ? 1 : 0;
        if (rules().tableau.unit == Unit::face_up_part) return cards - hidden(pile);
        if constexpr (Source::may(&Rules::moves_any_cards))
            if (rules().moves_any_cards()) return cards - hidden(pile);
        if (cards == 0) return 0;
        const Card* const lowest = cards_.data() + facts().offset[at(pile)] + hidden(pile);
        const Card* card = lowest + (cards - hidden(pile)) - 1;
        int run = 1;
        while (card > lowest && in_run(card[-1], card[0])) {
            --card;
            ++run;
        }
        if constexpr (Source::may(&Rules::moves_by_singles))
            if (rules().moves_by_singles()) return std::min(run, most_by_singles(false));
        return run;
    }
    /// Whether two cards of a tableau pile are in order for a run.
    bool in_run(Card lower, Card upper) const {
        const Tableau& tableau = rules().tableau;
        if constexpr (Source::may(&Rules::limits_runs))
            if (rules().limits_runs() && !suits_follow(tableau.run, lower, upper)) return false;
        return follows(tableau.build, tableau.build.step, lower, upper);
    }
    /// The most cards that could be moved one by one to a tableau pile, perhaps an empty one: one more than there are
    /// cells, and twice as many for each other space that any card may go to.
    int most_by_singles(bool to_space) const {
        int most = 1;
        if (rules().has(tableau_to_reserve) && rules().reserve.capacity > 0)
            most += std::popcount(empty_reserves());
        int spaces = to_space ? -1 : 0;
        for (int number = 0; number < layout().tableau; ++number)
            if (empty(layout().pile(PileKind::tableau, number))) ++spaces;
        if (rules().tableau.space == Space::any_card) most <<= std::clamp(spaces, 0, 7);
        return std::min(most, rules().card_count());
    }
    /// Whether the top card of a foundation may be taken back, if cards may.
    bool leaves_foundation(PileId pile) const {
        const FoundationGroup& group = group_of(layout().number(pile));
        return !group.whole && size(pile) > (group.start == Start::fixed_rank ? 0 : 1);
    }
    /// The rank with which a foundation of a group starts; 0 if that is not known, or each has its own.
    int start_rank(const FoundationGroup& group) const {
        if constexpr (Source::may(&Rules::starts_with_first_card)) {
            if (rules().starts_with_first_card() && group.start == Start::first_card) {
                const int first = &group == rules().foundations.data() ? 0 : rules().foundations[0].piles;
                const PileId pile = layout().pile(PileKind::foundation, first);
                return empty(pile) ? 0 : number(this->pile(pile).front().rank());
            }
        }
        return group.start_rank;
    }
    /// Why the top of a tableau pile, so many cards, does not go on a foundation that takes nothing but whole runs.
    Refusal refused_whole(int foundation, PileId from, int count) const {
        const FoundationGroup& group = group_of(foundation);
        const std::size_t number = facts().group[static_cast<std::size_t>(foundation)];
        if (!empty(layout().pile(PileKind::foundation, foundation))) return Refusal::foundation_complete;
        if (count != group.length || size(from) - hidden(from) < count ||
            facts().kind[at(from)] != PileKind::tableau)
            return Refusal::whole_run_only;
        const std::span<const Card> cards = pile(from).last(static_cast<std::size_t>(count));
        if (quincunx::number(cards.front().rank()) != group.start_rank) return Refusal::whole_run_only;
        for (std::size_t i = 1; i < cards.size(); ++i)
            if (!follows(group.build, step(group), cards[i - 1], cards[i])) return Refusal::whole_run_only;
        const int started = started_[number][static_cast<std::size_t>(index(cards.front().suit()))];
        return group.per_suit > 0 && started >= group.per_suit ? Refusal::suit_taken : Refusal::none;
    }

    /// Whether `upper` may be laid on `lower` in a pile that is built this way.
    constexpr bool follows(const Build& build, int step, Card lower, Card upper) const {
        return quincunx::follows(build, step, rules().ranks, lower, upper);
    }
    /// The rank that follows a rank, or 0 if none does.
    constexpr int next_rank(int rank, int step, bool wraps) const {
        return quincunx::next_rank(rank, step, wraps, rules().ranks);
    }

    /// The pile whose top would fill a tableau pile that became empty now, or `no_pile`.
    PileId filler() const {
        if constexpr (Source::may(&Rules::refills)) {
            if (rules().tableau.refill == Refill::from_stock_then_waste && !empty(layout().stock()))
                return layout().stock();
            if (rules().refills_from_reserve()) {
                for (int number = 0; number < layout().reserve; ++number)
                    if (!empty(layout().pile(PileKind::reserve, number)))
                        return layout().pile(PileKind::reserve, number);
                return no_pile;
            }
            if (rules().refills() && !empty(layout().waste())) return layout().waste();
        }
        return no_pile;
    }
    /// Whether a whole tableau pile that moves to a space changes nothing (ruling A7): no other card takes its place.
    bool spaces_equal() const { return filler() == no_pile && spaces_alike(); }

    /// Whether any two tableau piles may change places (ruling A5): no stock will deal to them in their order.
    bool spaces_alike() const { return !rules().deals_to_tableau() || empty(layout().stock()); }
    /// Whether any two empty reserve piles are equivalent for the rest of the game (ruling A5).
    bool reserves_equal() const { return !rules().deals_to_reserves() || empty(layout().stock()); }

    // --- Moves (engine/generate.hpp lists and judges them) ---------------------------------------

    /// Makes an accepted move with all its consequences.
    Undo play(const Move& move);
    /// Takes back the latest move.
    void unplay(const Undo& undo);

    // --- Setting up ------------------------------------------------------------------------------

    /// Removes everything; `append`, `set_…` and a final `rebuild` set a position up by hand.
    void clear() {
        size_.fill(0);
        hidden_.fill(0);
        set_redeals_left(rules().stock.redeal.count);
        choice_ = 0;
    }
    void append(PileId pile, Card card) { cards_[facts().offset[at(pile)] + size_[at(pile)]++] = card; }
    void set_hidden(PileId pile, int count) { hidden_[at(pile)] = static_cast<std::uint8_t>(count); }
    void set_redeals_left(int count) {
        redeals_ = rules().counts_redeals() ? static_cast<std::uint8_t>(count) : 0;
    }
    void set_choice(int choice) { choice_ = static_cast<std::uint8_t>(choice); }
    /// Recomputes everything that follows from where the cards are.
    void rebuild();

    /// The same position: the same faces in the same places.
    friend bool operator==(const BasicPosition& a, const BasicPosition& b) {
        if (a.redeals_ != b.redeals_ || a.choice_ != b.choice_ || a.hidden_ != b.hidden_) return false;
        for (int pile = 0; pile < a.layout().piles(); ++pile) {
            const std::span<const Card> left = a.pile(pile_id(pile));
            const std::span<const Card> right = b.pile(pile_id(pile));
            if (left.size() != right.size()) return false;
            for (std::size_t i = 0; i < left.size(); ++i)
                if (!(left[i] == right[i])) return false;
        }
        return true;
    }

    // --- Why not ---------------------------------------------------------------------------------

    /// Why a card does not go on a tableau pile, judged by the card alone; `none` if it does.
    Refusal refused_by_tableau(PileId pile, Card card) const {
        const Build& build = rules().tableau.build;
        if (empty(pile)) {
            if (rules().tableau.space == Space::stays_empty) return Refusal::space_stays_empty;
            if (rules().tableau.space == Space::kings_only)
                return number(card.rank()) == rules().ranks ? Refusal::none : Refusal::kings_only;
            return Refusal::none;
        }
        if (rules().tableau.build.follow == Follow::nothing) return Refusal::no_building;
        if (rules().tableau.capacity > 0)
            if (size(pile) >= rules().tableau.capacity) return Refusal::pile_full;
        if (follows(build, build.step, top(pile), card)) return Refusal::none;
        if (build.follow == Follow::other_color || (all_words && build.follow == Follow::same_color))
            return Refusal::wrong_color_or_rank;
        return build.follow == Follow::any_suit ? Refusal::wrong_rank : Refusal::wrong_suit_or_rank;
    }

    /// Why a card does not go on a foundation; `none` if it does.
    Refusal refused_by_foundation(int foundation, Card card) const {
        if ((foundations_for(card) >> foundation & 1U) != 0) return Refusal::none;
        const FoundationGroup& group = group_of(foundation);
        const PileId pile = layout().pile(PileKind::foundation, foundation);
        if (size(pile) >= group.length) return Refusal::foundation_complete;
        if (empty(pile)) {
            return number(card.rank()) == start_rank(group) ? Refusal::suit_taken : Refusal::foundation_start;
        }
        return group.build.follow == Follow::any_suit ? Refusal::wrong_rank : Refusal::wrong_suit_or_rank;
    }

    /// Whether the top card of the waste could be played now, to a foundation or to the tableau (ruling G1).
    bool waste_playable() const {
        if (!layout().has_waste || empty(layout().waste())) return false;
        const Card card = top(layout().waste());
        if (rules().has(waste_to_foundation) && foundations_for(card) != 0) return true;
        if (!rules().has(waste_to_tableau)) return false;
        for (int number = 0; number < layout().tableau; ++number)
            if (tableau_accepts(layout().pile(PileKind::tableau, number), card)) return true;
        return false;
    }

    /// Why the stock cannot be tapped; `none` if it can.
    Refusal refused_draw() const {
        if (!layout().has_stock) return Refusal::no_stock;
        if (empty(layout().stock())) return Refusal::stock_empty;
        if (rules().stock.deal_to == DealTo::empty_reserves && empty_reserves() == 0)
            return Refusal::no_empty_reserve;
        if constexpr (Source::may(&Rules::deals_to_full_tableau))
            for (int pile = 0; rules().deals_to_full_tableau() && pile < layout().tableau; ++pile)
                if (empty(layout().pile(PileKind::tableau, pile))) return Refusal::space_left;
        return Refusal::none;
    }

    /// Why a redeal is not possible now; `none` if it is.
    Refusal refused_redeal() const {
        if (!layout().has_waste) return Refusal::no_waste;
        if (!empty(layout().stock())) return Refusal::stock_not_empty;
        if (empty(layout().waste())) return Refusal::waste_empty;
        if (redeals_left() == 0) return Refusal::no_redeal_left;
        if (rules().stock.redeal.keep_playable_top && size(layout().waste()) == 1 && waste_playable())
            return Refusal::nothing_to_turn;
        return Refusal::none;
    }

    /// The empty reserve piles as a bit set.
    unsigned empty_reserves() const {
        unsigned set = 0;
        for (int number = 0; number < layout().reserve; ++number)
            if (empty(layout().pile(PileKind::reserve, number))) set |= 1U << number;
        return set;
    }

  private:
    std::size_t slot(Card card) const {
        return static_cast<std::size_t>(facts().suitless ? number(card.rank()) : card.face());
    }

    static constexpr std::size_t at(PileId pile) { return static_cast<std::size_t>(index(pile)); }
    Card* base(PileId pile) { return cards_.data() + facts().offset[at(pile)]; }

    /// The hash of a non-empty foundation: its size, and its suit or the rank of its top.
    static std::uint64_t foundation_hash(const FoundationGroup& group, int size, Card top) {
        const int same = group.per_suit > 0 ? index(top.suit()) : quincunx::number(top.rank());
        return (static_cast<std::uint64_t>(size) << 4U | static_cast<std::uint64_t>(same)) * hash::multiplier;
    }

    /// The part of the key that a pile contributes.
    std::uint64_t part(PileId pile) const {
        const std::size_t i = at(pile);
        std::uint64_t hash = hash_[i] + facts().salt[i];
        if constexpr (Source::may(&Rules::open_reserve))
            if (rules().open(facts().kind[i])) return hash_[i];
        if constexpr (Source::may(&Rules::deals_to_reserves))
            if (facts().kind[i] == PileKind::reserve && !reserves_equal()) hash += std::uint64_t{i} << 56U;
        if constexpr (Source::may(&Rules::deals_to_tableau))
            if (facts().kind[i] == PileKind::tableau && !spaces_alike()) hash += std::uint64_t{i} << 56U;
        if constexpr (Source::may(&has_face_down)) hash += 0x51ed270b9f652295U * hidden_[i];
        return hash::mix(hash);
    }
    static std::uint64_t counters(int redeals, int choice) {
        return hash::mix(0x2000U + static_cast<std::uint64_t>(redeals) * 4 +
                         static_cast<std::uint64_t>(choice));
    }

    void refresh(PileId pile) {
        const std::uint64_t now = part(pile);
        key_ += now - part_[at(pile)];
        part_[at(pile)] = now;
    }
    void refresh_all(PileKind kind) {
        for (int number = 0; number < layout().count(kind); ++number) refresh(layout().pile(kind, number));
    }
    /// Whether a card that nothing covers any longer lies face down; it is turned up.
    bool turn_up(PileId pile) {
        const std::size_t i = at(pile);
        if (hidden_[i] == 0 || hidden_[i] != size_[i]) return false;
        --hidden_[i];
        return true;
    }

    void push(PileId pile, Card card) {
        const std::size_t i = at(pile);
        base(pile)[size_[i]++] = card;
        hash_[i] = hash::push(hash_[i], card);
    }
    Card pop(PileId pile) {
        const std::size_t i = at(pile);
        const Card card = base(pile)[--size_[i]];
        hash_[i] = hash::pop(hash_[i], card);
        return card;
    }

    void set_wanted(int foundation, bool wanted);
    void set_starts(int group, Suit suit, bool open);
    void raise(PileId pile, Card card);
    void lower(PileId pile);
    void rebuild_wants();
    int find_open(PileId pile, Card card) const;

    // Builds with assertions check before making a move or taking one back that the cards are there and
    // have room. Whether the rules allow the move is for `accepts` to say.
    bool has_room(PileId pile, int count) const;
    bool can_carry_out(const Move& move) const;
    bool can_take_back(const Undo& undo) const;

    void play_cards(const Move& move, Undo& undo);
    void unplay_cards(const Undo& undo);
    void after_leaving(PileId pile, Undo& undo);
    void play_draw(Undo& undo);
    void unplay_draw(const Undo& undo);
    void play_redeal(Undo& undo);
    void unplay_redeal(const Undo& undo);

    std::array<std::uint8_t, static_cast<std::size_t>(Source::most_piles)> size_{};
    std::array<std::uint8_t, static_cast<std::size_t>(Source::most_piles)> hidden_{};
    std::uint8_t redeals_ = 0;
    std::uint8_t choice_ = 0;
    std::uint8_t home_ = 0;
    std::array<std::array<std::uint8_t, suit_count>, max_groups>
        started_{};  ///< number of foundations started, by group and suit
    std::uint64_t key_ = 0;
    std::array<std::uint16_t, face_count> wants_{};
    std::array<std::uint64_t, static_cast<std::size_t>(Source::most_piles)> hash_{};
    std::array<std::uint64_t, static_cast<std::size_t>(Source::most_piles)> part_{};
    std::array<Card, static_cast<std::size_t>(Source::most_cards)> cards_;
};

/// A position of a game that the compiler knows.
template <const Rules& rules>
using Position = BasicPosition<Fixed<rules>>;
template <const Rules& rules>
using MoveList = BasicMoveList<Fixed<rules>>;

/// The same position with equal rules from another source.
template <class To, class From>
BasicPosition<To> same_position(const To& source, const BasicPosition<From>& from) {
    BasicPosition<To> position(source);
    position.set_redeals_left(from.redeals_left());
    position.set_choice(from.choice());
    for (int i = 0; i < from.layout().piles(); ++i) {
        for (const Card card : from.pile(pile_id(i))) position.append(pile_id(i), card);
        position.set_hidden(pile_id(i), from.hidden(pile_id(i)));
    }
    position.rebuild();
    return position;
}
template <const Rules& rules>
Position<rules> known_position(const BasicPosition<Given>& position) {
    assert(position.rules() == rules);
    return same_position(Fixed<rules>{}, position);
}

}  // namespace quincunx

#include "engine/play.hpp"
