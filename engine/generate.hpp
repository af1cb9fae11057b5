#pragma once

#include <bit>
#include <optional>
#include <type_traits>

#include "engine/position.hpp"

/// Which moves there are: the list of legal moves, the judgment of any move, and the listed move that stands
/// for an accepted one (rulings A5, A7).
namespace quincunx {

/// The lowest card that a move lifts; the pile must have a unit of that size.
template <class Source>
Card lifted_card(const BasicPosition<Source>& position, const Move& move) {
    if (move.card.valid()) return move.card;
    const std::span<const Card> cards = position.pile(move.from);
    return cards[cards.size() - move.count];
}

namespace detail {

template <class Source>
bool same_contents(const BasicPosition<Source>& position, int a, int b) {
    const FoundationGroup& group = position.group_of(a);
    if (&group != &position.group_of(b)) return false;
    const PileId left = position.layout().pile(PileKind::foundation, a);
    const PileId right = position.layout().pile(PileKind::foundation, b);
    if (position.size(left) != position.size(right)) return false;
    if (position.empty(left)) return true;
    if (group.per_suit > 0 && position.top(left).suit() != position.top(right).suit()) return false;
    return position.top(left).rank() == position.top(right).rank();
}

}  // namespace detail

/// Reduces a set of foundations that take a card to those that are listed: of foundations with the same
/// contents, the lowest.
template <class Source>
unsigned distinct_foundations(const BasicPosition<Source>& position, unsigned foundations) {
    if ((foundations & (foundations - 1)) == 0) return foundations;
    unsigned kept = 0;
    for (unsigned rest = foundations; rest != 0; rest &= rest - 1) {
        const int foundation = std::countr_zero(rest);
        bool is_new = true;
        for (unsigned before = kept; before != 0 && is_new; before &= before - 1)
            is_new = !detail::same_contents(position, std::countr_zero(before), foundation);
        if (is_new) kept |= 1U << foundation;
    }
    return kept;
}

namespace detail {

constexpr bool suit_matters(const Rules& rules) {
    return rules.tableau.build.follow == Follow::same_suit;
}
constexpr bool color_matters(const Rules& rules) {
    return rules.tableau.build.follow == Follow::other_color ||
           (all_words && rules.tableau.build.follow == Follow::same_color);
}
constexpr bool covers_any(const Rules& rules) {
    return rules.tableau.build.follow == Follow::any_card;
}
constexpr bool covers_by_rank(const Rules& rules) {
    return rules.tableau.build.follow != Follow::any_card && rules.tableau.build.follow != Follow::nothing;
}
/// Whether all units of a run can be looked up together: ranks along a run and colors go hand in hand.
constexpr bool runs_at_once(const Rules& rules) {
    return rules.tableau.unit == Unit::face_up_part && rules.tableau.build.follow == Follow::other_color &&
           rules.tableau.build.step == -1 && !rules.tableau.build.wraps;
}
constexpr bool one_by_one(const Rules& rules) {
    return !runs_at_once(rules);
}

template <class Source>
class Generator : Source {
    using State = BasicPosition<Source>;
    using Source::layout;
    using Source::may;
    using Source::rules;

  public:
    Generator(const State& position, BasicMoveList<Source>& moves)
        : Source(position), position_(position), moves_(moves) {}

    void all() {
        moves_.clear();
        if constexpr (may(&Rules::has_choice)) {
            if (rules().has_choice() && position_.choice() == 0) {
                moves_.add(Move::choose(1));
                moves_.add(Move::choose(2));
                return;
            }
        }
        look_at_tops();
        if (runs_at_once(rules())) {
            if constexpr (may(&runs_at_once)) look_at_threads();
        } else {
            if constexpr (may(&one_by_one)) look_at_targets();
        }
        if constexpr (may(&Rules::has_waste))
            if (rules().has_waste()) from_waste();
        if (layout().reserve > 0) from_reserves();
        from_tableau();
        if constexpr (may(&Rules::takes_back))
            if (rules().takes_back()) from_foundations();
        if (position_.refused_draw() == Refusal::none) moves_.add(Move::draw());
        if (position_.refused_redeal() == Refusal::none) moves_.add(Move::redeal());
    }

  private:
    /// The class of cards that the tableau distinguishes (by suit, by color or not at all).
    std::size_t kind(Card card) const {
        if (suit_matters(rules())) return static_cast<std::size_t>(index(card.suit()));
        if (color_matters(rules())) return static_cast<std::size_t>(card.color());
        return 0;
    }
    /// The class that a follower of such a card belongs to.
    std::size_t follower_kind(Card card) const {
        return rules().tableau.build.follow == Follow::other_color ? 1 - kind(card) : kind(card);
    }

    /// Notes the tops of the tableau piles; the top of an empty pile is not valid. No foundation wants an
    /// invalid card.
    void look_at_tops() {
        for (int number = 0; number < layout().tableau; ++number) {
            const PileId pile = layout().pile(PileKind::tableau, number);
            const bool empty = position_.empty(pile);
            tops_[static_cast<std::size_t>(number)] = empty ? Card{} : position_.top(pile);
            spaces_ |= static_cast<std::uint32_t>(empty) << number;
        }
        if (rules().tableau.space == Space::stays_empty) spaces_ = 0;
        first_space_ = position_.spaces_alike() ? spaces_ & (~spaces_ + 1) : spaces_;
    }

    /// Notes for every class and rank which piles take such a card.
    void look_at_targets() {
        if (!enters_tableau(rules())) return;
        if (covers_by_rank(rules()))
            for (auto& ranks : takers_) ranks.fill(0);
        for (int number = 0; number < layout().tableau; ++number) {
            const PileId pile = layout().pile(PileKind::tableau, number);
            const Card top = tops_[static_cast<std::size_t>(number)];
            if (!top.valid()) continue;
            const Build& build = rules().tableau.build;
            if (covers_any(rules())) {
                if (rules().tableau.capacity == 0 || position_.size(pile) < rules().tableau.capacity)
                    any_takers_ |= 1U << number;
            } else if (covers_by_rank(rules())) {
                if (rules().tableau.capacity != 0 && position_.size(pile) >= rules().tableau.capacity)
                    continue;
                const int rank = position_.next_rank(quincunx::number(top.rank()), build.step, build.wraps);
                SmallSet& takers = takers_[follower_kind(top)][static_cast<std::size_t>(rank)];
                takers = static_cast<SmallSet>(takers | 1U << number);
            }
        }
    }

    /// The tableau piles that are not empty and take a card.
    std::uint32_t takers(Card card) const {
        if (covers_any(rules())) return any_takers_;
        if (!covers_by_rank(rules())) return 0;
        if (runs_at_once(rules()))
            return tops_between(thread(card), number(card.rank()), number(card.rank()) + 1);
        return takers_[kind(card)][static_cast<std::size_t>(number(card.rank()))];
    }
    bool fits_space(Card card) const {
        return rules().tableau.space != Space::kings_only || number(card.rank()) == rules().ranks;
    }
    std::uint32_t listed_targets(Card card) const {
        return takers(card) | (fits_space(card) ? first_space_ : 0);
    }

    void to_foundations(PileId from, Card card, Card named) {
        unsigned set = position_.foundations_for(card);
        if (set == 0) return;
        for (set = distinct_foundations(position_, set); set != 0; set &= set - 1)
            moves_.add({MoveKind::cards, from, layout().pile(PileKind::foundation, std::countr_zero(set)), 1,
                        named});
    }
    void to_tableau(PileId from, std::uint32_t targets, int count, Card named) {
        for (; targets != 0; targets &= targets - 1)
            moves_.add({MoveKind::cards, from, layout().pile(PileKind::tableau, std::countr_zero(targets)),
                        static_cast<std::uint8_t>(count), named});
    }

    void from_waste() {
        const PileId waste = layout().waste();
        if (position_.empty(waste)) return;
        const Card card = position_.top(waste);
        if (rules().has(waste_to_foundation)) to_foundations(waste, card, Card{});
        if (rules().has(waste_to_tableau)) to_tableau(waste, listed_targets(card), 1, Card{});
    }

    void from_foundations() {
        for (int number = 0; number < layout().foundations; ++number) {
            const PileId pile = layout().pile(PileKind::foundation, number);
            if (position_.leaves_foundation(pile))
                to_tableau(pile, listed_targets(position_.top(pile)), 1, Card{});
        }
    }

    void from_reserves() {
        std::uint64_t seen = 0;
        for (int number = 0; number < layout().reserve; ++number) {
            const PileId pile = layout().pile(PileKind::reserve, number);
            if (position_.empty(pile)) continue;
            if (rules().open_reserve()) {
                for (const Card card : position_.pile(pile)) {
                    const std::uint64_t bit = std::uint64_t{1} << card.face();
                    if ((seen & bit) != 0) continue;
                    seen |= bit;
                    from_reserve(pile, card, card.with_pack(0));
                }
            } else {
                const Card card = position_.top(pile);
                from_reserve(pile, card, Card{});
                if (rules().has(reserve_to_reserve)) {
                    const bool moves_nothing = position_.size(pile) == 1 && position_.reserves_equal();
                    if (!moves_nothing) to_reserves(pile);
                }
            }
        }
    }
    void from_reserve(PileId pile, Card card, Card named) {
        if (rules().has(reserve_to_foundation)) to_foundations(pile, card, named);
        if (rules().has(reserve_to_tableau)) to_tableau(pile, listed_targets(card), 1, named);
    }
    void to_reserves(PileId from) {
        if (rules().reserve.capacity > 0) {
            unsigned set = position_.empty_reserves();
            if (position_.reserves_equal()) set &= ~set + 1;
            for (; set != 0; set &= set - 1)
                moves_.add(Move::cards(from, layout().pile(PileKind::reserve, std::countr_zero(set))));
        }
    }

    void from_tableau() {
        if (rules().has(tableau_to_foundation)) tops_to_foundations();
        if constexpr (may(&Rules::takes_whole_runs))
            if (rules().takes_whole_runs() && rules().has(tableau_to_foundation)) whole_runs();
        if (runs_at_once(rules())) {
            if constexpr (may(&runs_at_once)) {
                runs_to_tops();
                if (first_space_ != 0) runs_to_space();
            }
        } else if (rules().has(tableau_to_tableau)) {
            for (int number = 0; number < layout().tableau; ++number)
                if (const PileId pile = layout().pile(PileKind::tableau, number); !position_.empty(pile))
                    units(pile, number);
        }
        if (rules().has(tableau_to_reserve)) {
            if (position_.empty_reserves() == 0) return;
            for (int number = 0; number < layout().tableau; ++number)
                if (const PileId pile = layout().pile(PileKind::tableau, number); !position_.empty(pile))
                    to_reserves(pile);
        }
    }
    /// First notes which tops fit anywhere, then goes over those: the processor predicts a loop over a few
    /// bits better than a branch for every pile.
    void tops_to_foundations() {
        std::uint32_t fitting = 0;
        for (int number = 0; number < layout().tableau; ++number) {
            const bool fits = position_.foundations_for(tops_[static_cast<std::size_t>(number)]) != 0;
            fitting |= static_cast<std::uint32_t>(fits) << number;
        }
        for (; fitting != 0; fitting &= fitting - 1) {
            const PileId pile = layout().pile(PileKind::tableau, std::countr_zero(fitting));
            to_foundations(pile, position_.top(pile), Card{});
        }
    }

    /// Whole runs to the first foundation that takes them of each group.
    void whole_runs() {
        for (int number = 0; number < layout().tableau; ++number) {
            const PileId pile = layout().pile(PileKind::tableau, number);
            const FoundationGroup* last = nullptr;
            for (int foundation = 0; foundation < layout().foundations; ++foundation) {
                const FoundationGroup& group = position_.group_of(foundation);
                if (!group.whole || &group == last) continue;
                if (position_.refused_whole(foundation, pile, group.length) != Refusal::none) continue;
                last = &group;
                moves_.add(Move::cards(pile, layout().pile(PileKind::foundation, foundation), group.length));
            }
        }
    }

    /// The bits for the tableau piles of one thread; a word holds two such sets, one for each thread.
    static constexpr std::size_t thread_bits = Source::most_tableau <= 16 ? 16 : 32;
    using Piles = std::conditional_t<thread_bits == 16, std::uint32_t, std::uint64_t>;

    /// All cards of a run have the same thread, and so does any card that the run may be laid on.
    static constexpr std::size_t thread(Card card) {
        return (static_cast<std::size_t>(card.color()) ^ static_cast<std::size_t>(number(card.rank()))) & 1U;
    }

    /// For each rank, the piles whose top has at most that rank; the piles of the second thread are above
    /// those of the first in the same word, so that one pass computes both.
    void look_at_threads() {
        tops_up_to_.fill(0);
        for (int number = 0; number < layout().tableau; ++number) {
            // A space is entered under rank 0, which is never looked up.
            const Card top = tops_[static_cast<std::size_t>(number)];
            const auto place = static_cast<std::size_t>(number) + thread(top) * thread_bits;
            tops_up_to_[static_cast<std::size_t>(quincunx::number(top.rank()))] |= Piles{1} << place;
        }
        tops_up_to_[0] = 0;
        Piles lower = 0;
        for (Piles& rank : tops_up_to_) rank = lower |= rank;
    }
    /// The piles with a top of the given thread whose rank is greater than `above` and at most `last`.
    std::uint32_t tops_between(std::size_t thread, int above, int last) const {
        const Piles tops = tops_up_to_[static_cast<std::size_t>(std::min(last, rules().ranks))] &
                           ~tops_up_to_[static_cast<std::size_t>(above)];
        return static_cast<std::uint32_t>(tops >> thread * thread_bits & ((Piles{1} << thread_bits) - 1));
    }

    /// `units` for runs whose targets can be looked up: tops of the run's thread that are one rank above one
    /// of its cards. All pairs of piles are noted as bits first, for the same reason as above: with plain loops over piles,
    /// and a set of tops for each thread, random games by such rules take 1.4 times as long.
    void runs_to_tops() {
        constexpr int most = std::max(Source::most_tableau, 1);
        constexpr int sources_per_word = 64 / most;
        constexpr int words = (most + sources_per_word - 1) / sources_per_word;
        std::array<std::uint64_t, static_cast<std::size_t>(words)> pairs{};
        std::array<int, static_cast<std::size_t>(most)> ranks{};
        for (int number = 0; number < layout().tableau; ++number) {
            const PileId pile = layout().pile(PileKind::tableau, number);
            const Card top = tops_[static_cast<std::size_t>(number)];
            const int rank = quincunx::number(top.rank());
            ranks[static_cast<std::size_t>(number)] = rank;
            const int longest = position_.size(pile) - position_.hidden(pile);
            pairs[static_cast<std::size_t>(number / sources_per_word)] |=
                std::uint64_t{tops_between(thread(top), rank, rank + longest)}
                << (number % sources_per_word * most);
        }
        for (int word = 0; word < words; ++word) {
            for (std::uint64_t set = pairs[static_cast<std::size_t>(word)]; set != 0; set &= set - 1) {
                const int bit = std::countr_zero(set);
                const int from = word * sources_per_word + bit / most;
                const int to = bit % most;
                const int count = ranks[static_cast<std::size_t>(to)] - ranks[static_cast<std::size_t>(from)];
                moves_.add({MoveKind::cards, layout().pile(PileKind::tableau, from),
                            layout().pile(PileKind::tableau, to), static_cast<std::uint8_t>(count), Card{}});
            }
        }
    }
    /// Units to a space; moving a whole pile there changes nothing, unless it is filled.
    void runs_to_space() {
        for (int number = 0; number < layout().tableau; ++number) {
            const PileId pile = layout().pile(PileKind::tableau, number);
            const std::span<const Card> cards = position_.pile(pile);
            const int size = static_cast<int>(cards.size());
            const int longest = size - position_.hidden(pile);
            const int least = rules().tableau.space == Space::any_card ? 1 : longest;
            const int most = position_.spaces_equal() ? std::min(longest, size - 1) : longest;
            for (int count = std::max(least, 1); count <= most; ++count)
                if (fits_space(cards[static_cast<std::size_t>(size - count)]))
                    to_tableau(pile, first_space_, count, Card{});
        }
    }

    /// Every unit of a pile to every pile that takes it; of whole piles as above.
    void units(PileId pile, int number) {
        const std::span<const Card> cards = position_.pile(pile);
        const auto own = ~(std::uint32_t{1} << number);
        const int longest = position_.unit_size(pile);
        const int size = static_cast<int>(cards.size());
        int most_to_space = longest;
        if constexpr (may(&Rules::moves_by_singles))
            if (rules().moves_by_singles()) most_to_space = position_.most_by_singles(true);
        for (int count = 1; count <= longest; ++count) {
            const Card card = cards[static_cast<std::size_t>(size - count)];
            const bool stays = count > most_to_space || (count == size && position_.spaces_equal());
            to_tableau(pile, (stays ? takers(card) : listed_targets(card)) & own, count, Card{});
        }
    }

    const State& position_;
    BasicMoveList<Source>& moves_;
    std::array<Card, static_cast<std::size_t>(std::max(Source::most_tableau, 1))> tops_;
    std::uint32_t spaces_ = 0;
    std::uint32_t first_space_ = 0;
    std::uint32_t any_takers_ = 0;
    std::array<Piles, static_cast<std::size_t>(Source::most_ranks) + 1> tops_up_to_;
    /// A set of tableau piles in as few bytes as possible, because the table is cleared for every list.
    using SmallSet =
        std::conditional_t<Source::most_tableau <= 8, std::uint8_t,
                           std::conditional_t<Source::most_tableau <= 16, std::uint16_t, std::uint32_t>>;
    std::array<std::array<SmallSet, static_cast<std::size_t>(Source::most_ranks) + 1>,
               may(&suit_matters) ? 4 : (may(&color_matters) ? 2 : 1)>
        takers_;
};

}  // namespace detail

/// Fills a list with the listed moves of a position, in no particular order.
template <class Source>
void generate(const BasicPosition<Source>& position, BasicMoveList<Source>& moves) {
    detail::Generator<Source>(position, moves).all();
}

template <class Source>
Status status(const BasicPosition<Source>& position) {
    if (position.won()) return Status::won;
    BasicMoveList<Source> moves;
    generate(position, moves);
    return moves.empty() ? Status::stuck : Status::playing;
}

namespace detail {

/// Whether a move of cards leads to a foundation that takes nothing but whole runs.
template <class Source>
bool goes_home_whole(const BasicPosition<Source>& position, const Move& move) {
    const Layout& layout = position.layout();
    return position.rules().takes_whole_runs() && layout.kind(move.to) == PileKind::foundation &&
           position.group_of(layout.number(move.to)).whole;
}

/// Judges the source of a move of cards; `none` if such a unit may be lifted at all.
template <class Source>
Refusal check_source(const BasicPosition<Source>& position, const Move& move) {
    const Rules& rules = position.rules();
    const Layout& layout = position.layout();
    const PileKind kind = layout.kind(move.from);
    if (position.empty(move.from) || move.count == 0) return Refusal::empty_source;
    if (rules.open(kind)) {
        if (move.count != 1) return Refusal::one_at_a_time;
        for (const Card card : position.pile(move.from))
            if (card == move.card) return Refusal::none;
        return Refusal::no_such_card;
    }
    if constexpr (Source::may(&Rules::takes_back))
        if (rules.takes_back() && kind == PileKind::foundation && !position.leaves_foundation(move.from))
            return Refusal::stays_home;
    if (move.count == 1 || goes_home_whole(position, move)) return Refusal::none;
    if (kind != PileKind::tableau || rules.tableau.unit == Unit::top_card) return Refusal::one_at_a_time;
    if (move.count > position.size(move.from) - position.hidden(move.from)) return Refusal::too_many_cards;
    if constexpr (Source::may(&Rules::moves_by_singles)) {
        if (rules.moves_by_singles()) {
            const std::span<const Card> cards = position.pile(move.from).last(move.count);
            for (std::size_t i = 1; i < cards.size(); ++i)
                if (!position.in_run(cards[i - 1], cards[i])) return Refusal::not_a_run;
            return move.count <= position.most_by_singles(position.empty(move.to)) ? Refusal::none
                                                                                   : Refusal::too_few_places;
        }
    }
    return move.count <= position.unit_size(move.from) ? Refusal::none : Refusal::not_a_run;
}

constexpr unsigned route(PileKind from, PileKind to) {
    switch (from) {
        case PileKind::tableau:
            if (to == PileKind::tableau) return tableau_to_tableau;
            if (to == PileKind::foundation) return tableau_to_foundation;
            if (to == PileKind::reserve) return tableau_to_reserve;
            break;
        case PileKind::waste:
            if (to == PileKind::tableau) return waste_to_tableau;
            if (to == PileKind::foundation) return waste_to_foundation;
            break;
        case PileKind::reserve:
            if (to == PileKind::tableau) return reserve_to_tableau;
            if (to == PileKind::foundation) return reserve_to_foundation;
            if (to == PileKind::reserve) return reserve_to_reserve;
            break;
        case PileKind::foundation:
            if (all_words && to == PileKind::tableau) return foundation_to_tableau;
            break;
        case PileKind::stock:
            break;
    }
    return 0U;
}

template <class Source>
Refusal check_cards(const BasicPosition<Source>& position, const Move& move) {
    const Rules& rules = position.rules();
    const Layout& layout = position.layout();
    if (index(move.from) >= layout.piles() || index(move.to) >= layout.piles()) return Refusal::no_such_pile;
    const PileKind to = layout.kind(move.to);
    if ((rules.routes & route(layout.kind(move.from), to)) == 0) {
        if (to == PileKind::reserve && rules.reserve.capacity == 0) return Refusal::reserve_closed;
        if (to == PileKind::tableau && rules.tableau.build.follow == Follow::nothing)
            return position.empty(move.to) ? Refusal::space_stays_empty : Refusal::no_building;
        return Refusal::no_route;
    }
    if (move.from == move.to) return Refusal::same_pile;
    if (const Refusal refusal = check_source(position, move); refusal != Refusal::none) return refusal;
    if constexpr (Source::may(&Rules::takes_whole_runs))
        if (goes_home_whole(position, move))
            return position.refused_whole(layout.number(move.to), move.from, move.count);
    const Card card = lifted_card(position, move);
    switch (to) {
        case PileKind::foundation:
            if (move.count != 1) return Refusal::one_at_a_time;
            return position.refused_by_foundation(layout.number(move.to), card);
        case PileKind::tableau:
            return position.refused_by_tableau(move.to, card);
        case PileKind::reserve:
            if (move.count != 1) return Refusal::one_at_a_time;
            return position.empty(move.to) ? Refusal::none : Refusal::reserve_occupied;
        case PileKind::waste:
        case PileKind::stock:
            break;
    }
    return Refusal::no_route;
}

}  // namespace detail

/// Judges any move: `none` if it is accepted, otherwise why not. The fields may hold anything.
template <class Source>
Refusal check(const BasicPosition<Source>& position, const Move& move) {
    const Rules& rules = position.rules();
    if (move.kind == MoveKind::by1 || move.kind == MoveKind::by2) {
        if (!rules.has_choice()) return Refusal::no_choice;
        return position.choice() == 0 ? Refusal::none : Refusal::already_chosen;
    }
    if (rules.has_choice() && position.choice() == 0) return Refusal::choose_first;
    if (move.kind == MoveKind::draw) return position.refused_draw();
    if (move.kind == MoveKind::redeal) return position.refused_redeal();
    return detail::check_cards(position, move);
}

template <class Source>
bool accepts(const BasicPosition<Source>& position, const Move& move) {
    return check(position, move) == Refusal::none;
}

/// The listed move that stands for an accepted one: the move itself if it is listed; nothing if the move
/// changes nothing (ruling A7).
template <class Source>
std::optional<Move> listed(const BasicPosition<Source>& position, const Move& move) {
    if (move.kind != MoveKind::cards) return move;
    const Rules& rules = position.rules();
    const Layout& layout = position.layout();
    Move result = move;
    const PileKind from = layout.kind(move.from);
    if (rules.open(from)) {
        for (int number = layout.reserve; number-- > 0;) {
            const PileId pile = layout.pile(PileKind::reserve, number);
            for (const Card card : position.pile(pile))
                if (card == move.card) result.from = pile;
        }
        result.card = move.card.with_pack(0);
    }
    const bool whole = move.count == position.size(move.from);
    switch (layout.kind(move.to)) {
        case PileKind::foundation: {
            if (detail::goes_home_whole(position, move)) {
                const int to = layout.number(move.to);
                for (int number = to; number-- > 0;)
                    if (&position.group_of(number) == &position.group_of(to) &&
                        position.refused_whole(number, move.from, move.count) == Refusal::none)
                        result.to = layout.pile(PileKind::foundation, number);
                break;
            }
            const unsigned set = position.foundations_for(lifted_card(position, move));
            const auto own = 1U << layout.number(move.to);
            for (unsigned kept = distinct_foundations(position, set); kept != 0; kept &= kept - 1) {
                const unsigned lowest = kept & (~kept + 1);
                // It stands for the pile aimed at if the two have the same contents, so that one of them is left.
                const unsigned pair = lowest | own;
                if (distinct_foundations(position, pair) == lowest)
                    result.to = layout.pile(PileKind::foundation, std::countr_zero(lowest));
            }
            break;
        }
        case PileKind::tableau:
            if (!position.empty(move.to)) break;
            if (from == PileKind::tableau && whole && position.spaces_equal()) return std::nullopt;
            if (!position.spaces_alike()) break;
            for (int number = layout.tableau; number-- > 0;) {
                const PileId pile = layout.pile(PileKind::tableau, number);
                if (position.empty(pile)) result.to = pile;
            }
            break;
        case PileKind::reserve:
            if (!position.reserves_equal()) break;
            if (from == PileKind::reserve && whole) return std::nullopt;
            result.to = layout.pile(PileKind::reserve, std::countr_zero(position.empty_reserves()));
            break;
        case PileKind::waste:
        case PileKind::stock:
            break;
    }
    return result;
}

/// Calls `visit(move)` for every accepted move: the listed ones, those with a target or source equal to a
/// listed one's, and those that change nothing.
template <class Source, class Visit>
void for_each_accepted(const BasicPosition<Source>& position, Visit&& visit) {
    const Rules& rules = position.rules();
    const Layout& layout = position.layout();
    for (const Move& move : {Move::choose(1), Move::choose(2), Move::draw(), Move::redeal()})
        if (accepts(position, move)) visit(move);
    const auto try_targets = [&](Move move) {
        for (int to = 0; to < layout.first(PileKind::waste); ++to) {
            move.to = pile_id(to);
            if (accepts(position, move)) visit(move);
        }
    };
    for (int from = rules.takes_back() ? 0 : layout.foundations; from < layout.piles(); ++from) {
        const PileId pile = pile_id(from);
        if (layout.kind(pile) == PileKind::stock || position.empty(pile)) continue;
        if (rules.open(layout.kind(pile))) {
            std::uint64_t seen = 0;
            for (const Card card : position.pile(pile)) {
                const std::uint64_t bit = std::uint64_t{1} << card.face();
                if ((seen & bit) == 0) try_targets(Move::from_open(pile, card, no_pile));
                seen |= bit;
            }
            continue;
        }
        const int longest = layout.kind(pile) == PileKind::tableau ? position.unit_size(pile) : 1;
        for (int count = 1; count <= longest; ++count) try_targets(Move::cards(pile, no_pile, count));
        if (!rules.takes_whole_runs()) continue;
        const int open =
            layout.kind(pile) == PileKind::tableau ? position.size(pile) - position.hidden(pile) : 0;
        for (int count = longest + 1; count <= open; ++count) try_targets(Move::cards(pile, no_pile, count));
    }
}

}  // namespace quincunx
