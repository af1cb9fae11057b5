#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/hash.hpp"
#include "engine/rules.hpp"

/// Facts that follow from a `Rules` value at compile time: which piles there are, how many cards each is
/// dealt and can hold, and whether the rules make sense at all.
namespace quincunx {

/// A pile of a game as an index in the order F T R W S. `Layout` says what an index means.
enum class PileId : std::uint8_t {};

inline constexpr PileId no_pile{255};

constexpr int index(PileId pile) {
    return static_cast<int>(pile);
}
constexpr std::size_t at(PileId pile) {
    return at(index(pile));
}
constexpr PileId pile_id(int index) {
    return static_cast<PileId>(index);
}

/// The most piles, and of each kind, that any game may have.
inline constexpr int max_piles = 40;
inline constexpr int max_foundations = 16;
inline constexpr int max_tableau = 32;
inline constexpr int max_reserve = 31;

/// The piles of a game: how many of each kind, and where they come in the order F T R W S.
struct Layout {
    int foundations = 0;
    int tableau = 0;
    int reserve = 0;
    bool has_waste = false;
    bool has_stock = false;

    constexpr explicit Layout(const Rules& rules)
        : tableau(rules.tableau.piles),
          reserve(rules.reserve.piles),
          has_waste(rules.stock.deal_to == DealTo::waste),
          has_stock(rules.stock.deal_to != DealTo::nowhere) {
        for (const FoundationGroup& group : rules.foundations) foundations += group.piles;
        const std::array<int, 5> counts{foundations, tableau, reserve, has_waste ? 1 : 0, has_stock ? 1 : 0};
        for (std::size_t kind = 0; kind < counts.size(); ++kind)
            first_[kind + 1] = first_[kind] + counts[kind];
    }

    /// Index of the first pile of a kind. If there are no piles of the kind, the index at which they would
    /// start.
    constexpr int first(PileKind kind) const { return first_[static_cast<std::size_t>(kind)]; }
    constexpr int count(PileKind kind) const {
        return first_[static_cast<std::size_t>(kind) + 1] - first(kind);
    }
    constexpr int piles() const { return first_.back(); }

    /// The pile of a kind by its number, counted from 0.
    constexpr PileId pile(PileKind kind, int number) const { return pile_id(first(kind) + number); }
    constexpr PileId waste() const { return pile(PileKind::waste, 0); }
    constexpr PileId stock() const { return pile(PileKind::stock, 0); }

    constexpr PileKind kind(PileId pile) const {
        std::size_t kind = 0;
        while (kind < 4 && quincunx::index(pile) >= first_[kind + 1]) ++kind;
        return static_cast<PileKind>(kind);
    }
    /// Number of a pile within its kind, counted from 0.
    constexpr int number(PileId pile) const { return quincunx::index(pile) - first(kind(pile)); }

  private:
    std::array<int, 6> first_{};  ///< for each `PileKind`, then the number of piles
};

/// The group of a foundation, whose number is counted from 0.
constexpr int foundation_group(const Rules& rules, int foundation) {
    int group = 0;
    while (group + 1 < max_groups && foundation >= rules.foundations[static_cast<std::size_t>(group)].piles) {
        foundation -= rules.foundations[static_cast<std::size_t>(group)].piles;
        ++group;
    }
    return group;
}

/// Calls `visit(pile, face_down)` for every dealt card in dealing order. The remaining cards are the stock.
template <class Visit>
constexpr void for_each_dealt(const Rules& rules, Visit&& visit) {
    const Layout layout(rules);
    for (int number = 0; rules.lays_out() && number < layout.foundations; ++number)
        if (rules.foundations[static_cast<std::size_t>(foundation_group(rules, number))].start ==
            Start::laid_out)
            visit(layout.pile(PileKind::foundation, number), false);
    for (const DealStep& step : rules.deal) {
        const int turns = step.pile_by_pile ? 1 : step.rounds;
        const int times = step.pile_by_pile ? step.rounds : 1;
        const int every = all_words ? std::min(step.every, max_tableau) : 1;
        for (int turn = 0; turn < turns; ++turn) {
            const int first = step.first + turn * step.shift;
            int last = step.last == 0 ? layout.count(step.kind) : step.last;
            if (all_words) last -= turn * step.shrink;
            const int rightmost = last - (last - first) % every;
            for (int number = first; number <= last; number += every) {
                const int to = all_words && step.from_right ? first + rightmost - number : number;
                for (int time = 0; time < times; ++time)
                    visit(layout.pile(step.kind, to - 1), step.face_down);
            }
        }
    }
}

/// The suits in the order in which an unshuffled pack, and foundations that are laid out, have them.
inline constexpr std::array<Suit, suit_count> suits_of_pack{Suit::clubs, Suit::spades, Suit::hearts,
                                                            Suit::diamonds};

/// Calls `visit(card)` for every card that is laid out before the deal, in the order of the foundations.
template <class Visit>
constexpr void for_each_laid_out(const Rules& rules, Visit&& visit) {
    if (!rules.lays_out()) return;
    for (const FoundationGroup& group : rules.foundations)
        for (int i = 0; i < group.piles && group.start == Start::laid_out; ++i)
            visit(Card(rank_of(group.start_rank), suits_of_pack[static_cast<std::size_t>(i % suit_count)]));
}

/// Number of cards dealt to each pile; the stock gets the rest.
constexpr std::array<int, max_piles> dealt_sizes(const Rules& rules) {
    std::array<int, max_piles> sizes{};
    int dealt = 0;
    for_each_dealt(rules, [&](PileId pile, bool) {
        ++sizes[static_cast<std::size_t>(index(pile))];
        ++dealt;
    });
    const Layout layout(rules);
    if (layout.has_stock) sizes[static_cast<std::size_t>(index(layout.stock()))] = rules.card_count() - dealt;
    return sizes;
}

/// Whether any card is dealt face down to a pile of this kind.
constexpr bool hides(const Rules& rules, PileKind kind) {
    return std::any_of(rules.deal.begin(), rules.deal.end(), [=](const DealStep& step) {
        return step.face_down && step.rounds > 0 && step.kind == kind;
    });
}

/// Whether any card is dealt face down to a pile (the stock does not count).
constexpr bool has_face_down(const Rules& rules) {
    return hides(rules, PileKind::tableau) || (all_words && hides(rules, PileKind::reserve));
}

/// Whether any route leads to the tableau.
constexpr bool enters_tableau(const Rules& rules) {
    return (rules.routes & (tableau_to_tableau | waste_to_tableau | reserve_to_tableau)) != 0 ||
           rules.takes_back();
}
/// Whether the player may put cards on tableau piles that are not empty.
constexpr bool builds_tableau(const Rules& rules) {
    return rules.tableau.build.follow != Follow::nothing && enters_tableau(rules);
}
/// Whether the player may put cards on tableau piles that are.
constexpr bool fills_spaces(const Rules& rules) {
    return rules.tableau.space != Space::stays_empty && enters_tableau(rules);
}

/// Most cards that one deal from the stock gives a pile.
constexpr int most_each(const Rules& rules) {
    return std::min(rules.stock.each, rules.card_count());
}

/// Most cards that may lie on a tableau pile on which nothing is built: what was dealt, or a unit laid on a space.
constexpr int unbuilt_limit(const Rules& rules, int dealt) {
    if (rules.tableau.unit != Unit::face_up_part && !rules.moves_any_cards()) return std::max(dealt, 1);
    const Layout layout(rules);
    const std::array<int, max_piles> sizes = dealt_sizes(rules);
    const auto* const first = sizes.data() + layout.first(PileKind::tableau);
    return std::max(1, *std::max_element(first, first + layout.tableau));
}

/// Most cards a reserve pile can hold: as dealt, plus what the stock or the player may add to it.
constexpr int reserve_limit(const Rules& rules, int number) {
    const Layout layout(rules);
    const std::array<int, max_piles> sizes = dealt_sizes(rules);
    const auto dealt = [&](PileId pile) { return sizes[static_cast<std::size_t>(index(pile))]; };
    const int own = dealt(layout.pile(PileKind::reserve, number));
    const int limit = std::max(own, rules.reserve.capacity);
    if (!rules.deals_to_reserves()) return limit;
    const int stock = dealt(layout.stock());
    if (rules.stock.deal_to == DealTo::empty_reserves)
        return std::max(limit, std::min(most_each(rules), stock));
    int grown = limit;
    for (int left = stock, at = 0; left > 0; --left, at = (at + 1) % layout.reserve)
        if (at == number) ++grown;
    return grown;
}

/// Most cards a pile can have in a position that can be set up (ruling A8). A reserve pile that the stock
/// deals to may be limited to fewer, depending on how many cards the stock has left.
constexpr int pile_limit(const Rules& rules, PileId pile) {
    const Layout layout(rules);
    const int number = layout.number(pile);
    const int dealt = dealt_sizes(rules)[static_cast<std::size_t>(index(pile))];
    switch (layout.kind(pile)) {
        case PileKind::foundation:
            return rules.foundations[static_cast<std::size_t>(foundation_group(rules, number))].length;
        case PileKind::tableau:
            if (rules.deals_to_tableau()) return rules.card_count();
            if (dealt == 0 && !fills_spaces(rules)) return 0;
            if (!builds_tableau(rules)) return fills_spaces(rules) ? unbuilt_limit(rules, dealt) : dealt;
            if (rules.tableau.capacity > 0)
                return std::max(dealt, std::min(rules.tableau.capacity, rules.card_count()));
            if (rules.tableau.build.wraps || rules.tableau.build.follow == Follow::any_card ||
                rules.moves_any_cards())
                return rules.card_count();
            // The cards that were dealt, and a whole run on the last of them.
            return std::min(std::max(dealt, 1) - 1 + rules.ranks, rules.card_count());
        case PileKind::reserve:
            return reserve_limit(rules, number);
        case PileKind::waste:
        case PileKind::stock:
            return dealt_sizes(rules)[static_cast<std::size_t>(index(layout.stock()))];
    }
    return 0;
}

/// Most cards a pile can come to hold in play from any position that can be set up. This is more than its
/// limit, because such a position may have more cards below the run of a pile than any deal would, and a
/// reserve pile may already have been dealt to by a draw that other piles are still waiting for.
constexpr int pile_room(const Rules& rules, PileId pile) {
    const Layout layout(rules);
    const int limit = pile_limit(rules, pile);
    switch (layout.kind(pile)) {
        case PileKind::tableau:
            if (rules.deals_to_tableau() || rules.tableau.capacity > 0 || !builds_tableau(rules))
                return limit;
            return std::min(std::max(limit, 1) - 1 + rules.ranks, rules.card_count());
        case PileKind::reserve:
            if (rules.stock.deal_to != DealTo::reserves) return limit;
            return std::min(limit + most_each(rules), rules.card_count());
        case PileKind::foundation:
        case PileKind::waste:
        case PileKind::stock:
            break;
    }
    return limit;
}

/// The rank that follows a rank in a pile, or 0 if none does (also while the step has not been chosen: 0).
constexpr int next_rank(int rank, int step, bool wraps, int ranks) {
    if (step == 0) return 0;
    if (wraps)
        step %= ranks;  // it may be larger
    else if (step >= ranks || step <= -ranks)
        return 0;
    const int next = rank + step;
    if (next >= 1 && next <= ranks) return next;
    if (!wraps) return 0;
    return (next + ranks - 1) % ranks + 1;
}

/// Whether suits let `upper` be laid on `lower`.
constexpr bool suits_follow(Follow follow, Card lower, Card upper) {
    if (follow == Follow::same_suit && lower.suit() != upper.suit()) return false;
    if (all_words && follow == Follow::same_color && lower.color() != upper.color()) return false;
    return follow != Follow::other_color || lower.color() != upper.color();
}

/// Whether `upper` may be laid on `lower` in a pile that is built this way.
constexpr bool follows(const Build& build, int step, int ranks, Card lower, Card upper) {
    if (build.follow == Follow::nothing) return false;
    if (build.follow == Follow::any_card) return true;
    if (!suits_follow(build.follow, lower, upper)) return false;
    return next_rank(number(lower.rank()), step, build.wraps, ranks) == number(upper.rank());
}

constexpr int greatest_common_divisor(int a, int b) {
    return b == 0 ? a : greatest_common_divisor(b, a % b);
}

/// Whether a pile that wraps gets every rank when built by this step.
constexpr bool reaches_all(int step, int ranks) {
    const int rest = step % ranks;
    return step != 0 && greatest_common_divisor(rest < 0 ? -rest : rest, ranks) == 1;
}

/// Why rules are refused.
struct Reason {
    const char* field;
    const char* code;       ///< for programs; it stays when the text changes
    const char* text;       ///< for people
    const char* list = "";  ///< of several groups or steps the one with this number has the field
    int number = 0;

    /// The field as a JSON Pointer (RFC 6901), such as "/deal/1/last"; "" for the rules as a whole.
    std::string path() const {
        std::string path = list;
        if (!path.empty()) path += static_cast<char>('0' + number);
        return path + field;
    }
};

/// Whether each suit is laid out equally often, not more often than it is there, and may start as many foundations.
constexpr bool laid_out_for_each_suit(const Rules& rules, const FoundationGroup& group) {
    int piles = 0;
    for (const FoundationGroup& other : rules.foundations)
        if (other.start == Start::laid_out && other.start_rank == group.start_rank) piles += other.piles;
    const int each = group.piles / suit_count;
    return group.piles % suit_count == 0 && piles <= rules.decks * suit_count &&
           (group.per_suit == 0 || group.per_suit == each);
}

/// The fault of one foundation group, if it has one.
constexpr std::optional<Reason> wrong_with_group(const Rules& rules, int number) {
    const FoundationGroup& group = rules.foundations[static_cast<std::size_t>(number)];
    const auto wrong = [&](const char* field, const char* code, const char* text) {
        return Reason{field, code, text, "/foundations/", number};
    };
    if (group.length < 1) return wrong("/length", "no-length", "a foundation needs a length");
    if (group.length > rules.card_count())
        return wrong("/length", "home-for-other-cards", "the foundations do not hold all cards");
    if (group.build.follow == Follow::nothing)
        return wrong("/build/follow", "not-built", "a foundation must be built on");
    if (group.build.follow != Follow::same_suit && group.build.follow != Follow::any_suit &&
        !(group.whole && group.build.follow == Follow::same_color))
        return wrong("/build/follow", "not-built-so", "a foundation is built in suit or by rank alone");
    if (group.build.follow == Follow::same_suit ? group.per_suit < 1 : group.per_suit != 0)
        return wrong("/per_suit", "per-suit-of-no-suit", "per_suit is only for foundations built in suit");
    const bool any_start = group.start == Start::dealt_card || group.start == Start::first_card;
    if (!any_start && (group.start_rank < 1 || group.start_rank > rules.ranks))
        return wrong("/start_rank", "no-such-rank", "a foundation starts with a rank that does not exist");
    if (group.build.step == 0 && !rules.has_choice())
        return wrong("/build/step", "step-without-choice", "step 0 needs a choice of increments");
    if (group.start == Start::laid_out && !laid_out_for_each_suit(rules, group))
        return wrong("/piles", "laid-out-otherwise",
                     "cards are laid out of every suit, as many as the packs have and the suit may start");
    if (group.whole && (group.start != Start::fixed_rank || group.length < 2))
        return wrong("/whole", "whole-from-start",
                     "a whole run is more than a card, and starts a foundation");
    if (group.build.step == 0 && !any_start && !group.build.wraps)
        return wrong("/build/wraps", "choice-without-wrap", "a chosen increment needs a wrapping foundation");
    if (group.build.wraps) {
        if (group.build.step != 0 && !reaches_all(group.build.step, rules.ranks))
            return wrong("/build/step", "step-skips-ranks",
                         "a step that shares a divisor with the number of ranks skips ranks");
        for (const int increment : rules.increments)
            if (group.build.step == 0 && !reaches_all(increment, rules.ranks))
                return Reason{"/increments", "increment-skips-ranks",
                              "an increment that shares a divisor with the number of ranks skips ranks"};
        return std::nullopt;
    }
    if (any_start)
        return wrong("/build/wraps", "any-start-without-wrap",
                     "a foundation that starts with any rank must wrap");
    const std::int64_t last = group.start_rank + std::int64_t{group.build.step} * (group.length - 1);
    if (last < 1 || last > rules.ranks)
        return wrong("/length", "longer-than-ranks",
                     "a foundation that does not wrap is longer than its ranks");
    return std::nullopt;
}

/// The fault of one step of the deal.
constexpr std::optional<Reason> wrong_with_step(const Rules& rules, const Layout& layout, int number) {
    const DealStep& step = rules.deal[static_cast<std::size_t>(number)];
    const auto wrong = [&](const char* field, const char* code, const char* text) {
        return Reason{field, code, text, "/deal/", number};
    };
    if (step.first < 1 || step.shift < 0)
        return wrong(step.first < 1 ? "/first" : "/shift", "deal-starts-before-first",
                     "a deal starts with the first pile or a later one");
    if (step.shrink < 0) return wrong("/shrink", "deal-grows", "a deal shrinks by at least 0 piles");
    if (step.every < 1) return wrong("/every", "every-pile", "a deal is to every pile, every second, …");
    if (step.last < 0 || step.last > layout.count(step.kind))
        return wrong("/last", "deal-ends-beyond-last", "a deal ends with a pile that does not exist");
    if (step.rounds < 0)
        return wrong("/rounds", "negative-rounds", "a deal with a negative number of rounds");
    const int last = step.last == 0 ? layout.count(step.kind) : step.last;
    const std::int64_t latest = step.pile_by_pile ? step.first
                                                  : step.first + std::int64_t{step.rounds - 1} *
                                                                     (std::int64_t{step.shift} + step.shrink);
    if (step.rounds > 0 && latest > last)
        return wrong(step.first > last ? "/first"
                     : step.shift > 0  ? "/shift"
                                       : "/shrink",
                     "empty-round", "a round of the deal gives no pile a card");
    if (step.rounds > rules.card_count())
        return wrong("/rounds", "too-many-dealt", "more cards are dealt than the game has");
    if (step.rounds > 0 && (step.kind == PileKind::waste || step.kind == PileKind::stock))
        return wrong("/kind", "dealt-elsewhere", "cards are dealt to tableau, reserve or foundations");
    const bool tops_only = step.kind == PileKind::reserve && !rules.open_reserve();
    if (step.rounds > 0 && step.face_down && step.kind != PileKind::tableau && !tops_only)
        return wrong(
            "/face_down", "face-down-elsewhere",
            "cards are dealt face down to the tableau, or to a reserve of which only tops are available");
    return std::nullopt;
}

/// Whether cards on the tableau can be out of order.
constexpr bool orders_tableau(const Rules& rules) {
    const Build& build = rules.tableau.build;
    if (build.follow == Follow::nothing || build.follow == Follow::any_card) return false;
    return build.follow != Follow::any_suit || !build.wraps || rules.ranks > 1;
}

/// The fault of the deal as a whole; its steps are right.
constexpr std::optional<Reason> wrong_with_deal(const Rules& rules, const Layout& layout) {
    int dealt = 0;
    std::array<int, max_piles> sizes{};
    std::array<int, max_piles> up{};  // face-up cards
    bool covers = false;
    for_each_dealt(rules, [&](PileId pile, bool face_down) {
        ++dealt;
        ++sizes[at(pile)];
        covers |= face_down && up[at(pile)] > 0;
        up[at(pile)] += face_down ? 0 : 1;
    });
    if (dealt > rules.card_count())
        return Reason{"/deal", "too-many-dealt", "more cards are dealt than the game has"};
    if (!layout.has_stock && dealt != rules.card_count())
        return Reason{"/stock/deal_to", "left-without-stock", "cards are left over, but there is no stock"};
    if (covers)
        return Reason{"/deal", "face-down-on-face-up", "a card is dealt face down on one that lies face up"};
    for (int pile = layout.first(PileKind::tableau); pile < layout.first(PileKind::waste); ++pile)
        if (sizes[at(pile)] > 0 && up[at(pile)] == 0)
            return Reason{"/deal", "top-dealt-face-down",
                          "the last card that a pile is dealt lies face down"};
    for (int number = 0; number < layout.tableau; ++number) {
        const std::size_t pile = at(layout.pile(PileKind::tableau, number));
        if ((up[pile] > 1 || rules.deals_to_tableau()) && rules.tableau.unit == Unit::face_up_part &&
            orders_tableau(rules))
            return Reason{"/tableau/unit", "unit-out-of-order",
                          "the face-up part of a pile is no unit if several of its cards are dealt face up"};
    }
    for (int number = 0; number < layout.foundations; ++number) {
        const int group = foundation_group(rules, number);
        const Start start = rules.foundations[static_cast<std::size_t>(group)].start;
        const bool first = number == (group == 0 ? 0 : rules.foundations[0].piles);
        const bool dealt_one =
            start == Start::dealt_card || start == Start::laid_out || (start == Start::first_card && first);
        if (sizes[at(layout.pile(PileKind::foundation, number))] != (dealt_one ? 1 : 0))
            return Reason{"/start", "foundation-dealt-wrongly",
                          "a foundation is dealt the wrong number of cards", "/foundations/", group};
    }
    return std::nullopt;
}

/// The fault of stock, waste and reserve.
constexpr std::optional<Reason> wrong_with_stock(const Rules& rules, const Layout& layout) {
    const Stock& stock = rules.stock;
    if (rules.deals_to_reserves() && layout.reserve == 0)
        return Reason{"/stock/deal_to", "no-reserves-to-deal-to",
                      "the stock deals to reserves, but there are none"};
    if (rules.deals_to_tableau() && layout.tableau == 0)
        return Reason{"/stock/deal_to", "no-tableau-to-deal-to",
                      "the stock deals to the tableau, but there is none"};
    if (rules.refills_from_reserve() && (layout.reserve == 0 || rules.open_reserve()))
        return Reason{"/tableau/refill", "refill-without-reserve", "a refill needs the tops of a reserve"};
    if (rules.refills_from_reserve() && rules.reserve.capacity > 0)
        return Reason{"/reserve/capacity", "refill-from-cells", "a reserve that fills spaces takes no cards"};
    if (layout.has_stock && stock.each < 1)
        return Reason{"/stock/each", "nothing-each", "each deal from the stock needs at least one card"};
    if ((stock.redeal.count < 0 && stock.redeal.count != unlimited) || stock.redeal.count > 250)
        return Reason{"/stock/redeal/count", "number-of-redeals", "redeals are 0 to 250, or unlimited"};
    if (stock.redeal.count != 0 && !layout.has_waste)
        return Reason{"/stock/redeal/count", "redeal-without-waste", "a redeal needs a waste"};
    if (rules.tableau.refill == Refill::from_waste && !layout.has_waste)
        return Reason{"/tableau/refill", "refill-without-waste",
                      "a refill from the waste, but there is no waste"};
    if (rules.tableau.refill == Refill::from_stock_then_waste && !layout.has_waste)
        return Reason{"/tableau/refill", "refill-without-stock", "a refill needs a stock and a waste"};
    if (!layout.has_waste && (rules.routes & (waste_to_tableau | waste_to_foundation)) != 0)
        return Reason{"/routes", "route-without-waste", "a route from the waste, but there is no waste"};
    if (layout.reserve == 0 && (rules.routes & (tableau_to_reserve | reserve_to_tableau |
                                                reserve_to_foundation | reserve_to_reserve)) != 0)
        return Reason{"/routes", "route-without-reserve",
                      "a route to or from the reserve, but there is none"};
    if (rules.reserve.capacity == 0 && (rules.routes & (tableau_to_reserve | reserve_to_reserve)) != 0)
        return Reason{"/reserve/capacity", "reserve-takes-none", "a route to a reserve that takes no cards"};
    if (rules.reserve.capacity < 0)
        return Reason{"/reserve/capacity", "negative-limit", "a limit is negative"};
    if (rules.reserve.capacity > 1)
        return Reason{"/reserve/capacity", "reserve-takes-several",
                      "the player may put at most one card on a reserve pile"};
    if (rules.open_reserve() && (rules.reserve.capacity > 0 || rules.deals_to_reserves()))
        return Reason{"/reserve/access", "open-reserve-grows", "nothing is added to an open reserve"};
    return std::nullopt;
}

/// The fault of the tableau.
constexpr std::optional<Reason> wrong_with_tableau(const Rules& rules) {
    const Tableau& tableau = rules.tableau;
    const Build& build = tableau.build;
    if (tableau.capacity < 0) return Reason{"/tableau/capacity", "negative-limit", "a limit is negative"};
    if (build.follow != Follow::nothing && build.follow != Follow::any_card && build.step != -1 &&
        build.step != 1)
        return Reason{"/tableau/build/step", "step-of-tableau", "a tableau is built up or down by one"};
    if (tableau.run != Follow::nothing && tableau.run != Follow::same_suit &&
        tableau.run != Follow::same_color)
        return Reason{"/tableau/run", "run-of-suits", "a run is in one suit, in one color or as the tableau"};
    if (tableau.unit != Unit::top_card && !rules.has(tableau_to_tableau))
        return Reason{"/tableau/unit", "unit-without-route", "a unit needs a route from tableau to tableau"};
    if (tableau.unit != Unit::top_card && tableau.capacity > 0)
        return Reason{"/tableau/capacity", "limit-of-units", "a tableau limit works only with single cards"};
    return std::nullopt;
}

/// Whether rules use words that no listed game needs.
constexpr bool uses_more_words(const Rules& rules) {
    const Tableau& tableau = rules.tableau;
    bool more = rules.has(foundation_to_tableau) || tableau.unit > Unit::face_up_part ||
                tableau.run != Follow::nothing || tableau.build.follow == Follow::same_color ||
                tableau.refill == Refill::from_reserve || rules.stock.deal_to > DealTo::empty_reserves;
    for (const FoundationGroup& group : rules.foundations)
        more |= group.piles > 0 && (group.start > Start::dealt_card || group.whole);
    for (const DealStep& step : rules.deal)
        more |= step.rounds > 0 && (step.shrink != 0 || step.every != 1 || step.from_right ||
                                    (step.face_down && step.kind == PileKind::reserve));
    return more;
}

/// Why rules cannot be played; nothing if they can. What is accepted is carried out to the letter, whatever the
/// values are: the engine relies on no more than is judged here, and on the bounds in `Facts`.
constexpr std::optional<Reason> wrong_with(const Rules& rules) {
    if (rules.id.empty() || rules.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") != rules.id.npos)
        return Reason{"/id", "bad-id", "a game's id has lower-case letters and -"};
    if (rules.name.empty()) return Reason{"/name", "no-name", "a game needs a name"};
    if (!all_words && uses_more_words(rules))
        return Reason{"", "more-words", "these rules use words that are not known here"};
    if (rules.decks < 1 || rules.decks > 2)
        return Reason{"/decks", "number-of-decks", "a game has one or two decks"};
    if (rules.ranks < 1 || rules.ranks > max_ranks)
        return Reason{"/ranks", "number-of-ranks", "a game has 1 to 13 ranks"};
    int foundations = 0;
    for (int number = 0; number < max_groups; ++number) {
        const int piles = rules.foundations[static_cast<std::size_t>(number)].piles;
        if (piles < 0 || piles > max_foundations)
            return Reason{"/piles", "number-of-foundations", "a game has 1 to 16 foundations",
                          "/foundations/", number};
        foundations += piles;
    }
    if (foundations < 1 || foundations > max_foundations)
        return Reason{"/foundations", "number-of-foundations", "a game has 1 to 16 foundations"};
    if (rules.tableau.piles < 0 || rules.tableau.piles > max_tableau)
        return Reason{"/tableau/piles", "number-of-tableau-piles", "a game has at most 32 tableau piles"};
    if (rules.reserve.piles < 0 || rules.reserve.piles > max_reserve)
        return Reason{"/reserve/piles", "number-of-reserve-piles", "a game has at most 31 reserve piles"};
    const Layout layout(rules);
    if (layout.piles() > max_piles)
        return Reason{"", "number-of-piles", "a game has at most 40 piles in all"};
    if ((rules.increments[0] == 0) != (rules.increments[1] == 0))
        return Reason{"/increments", "one-increment", "a choice needs two increments"};
    int home = 0;
    for (int number = 0; number < max_groups; ++number) {
        const FoundationGroup& group = rules.foundations[static_cast<std::size_t>(number)];
        if (group.piles == 0) continue;
        if (std::optional<Reason> wrong = wrong_with_group(rules, number)) return wrong;
        home += group.piles * group.length;
    }
    if (home != rules.card_count())
        return Reason{"/foundations", "home-for-other-cards", "the foundations do not hold all cards"};
    for (const FoundationGroup& group : rules.foundations)
        if (rules.takes_back() && group.piles > 0 && group.per_suit == 0)
            return Reason{"/routes", "back-by-rank",
                          "cards come back only from foundations that are built in suit"};
    for (int number = 0; number < max_deal_steps; ++number)
        if (std::optional<Reason> wrong = wrong_with_step(rules, layout, number)) return wrong;
    if (std::optional<Reason> wrong = wrong_with_deal(rules, layout)) return wrong;
    if (std::optional<Reason> wrong = wrong_with_stock(rules, layout)) return wrong;
    return wrong_with_tableau(rules);
}

constexpr bool well_formed(const Rules& rules) {
    return !wrong_with(rules);
}

/// Why rules are refused, as a value that a compiler can print: "/tableau/capacity: a limit is negative".
struct Refused {
    char text[140]{};

    constexpr explicit Refused(const std::optional<Reason>& why) {
        if (!why) return;
        char* end = text;
        const auto add = [&](std::string_view part) { end = std::copy(part.begin(), part.end(), end); };
        add(why->list);
        if (*why->list != '\0') *end++ = static_cast<char>('0' + why->number);
        add(why->field);
        add(": ");
        add(why->text);
    }
    constexpr const char* data() const { return text; }
    constexpr std::size_t size() const { return std::string_view(text).size(); }
};

/// Refuses rules that make no sense and shows why. g++ prints the class in which the assertion fails, with
/// its argument; clang truncates that, but accepts the reason as the message, as C++26 will.
template <Refused why>
struct RulesMakeSense {
#if defined(__clang__) && __clang_major__ >= 17
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"
    static_assert(why.size() == 0, why);
#pragma clang diagnostic pop
#else
    static_assert(why.size() == 0, "these rules make no sense: Refused above says why");
#endif
    static constexpr bool value = true;
};

/// Consequences of the rules that are needed all the time, computed once.
struct Facts {
    Layout layout;
    std::array<std::uint16_t, max_piles + 1> offset{};  ///< where each pile begins in one array of all cards
    std::array<PileKind, max_piles> kind{};
    std::array<std::uint8_t, max_piles> group{};  ///< of each foundation
    /// Distinguishes kinds of piles and groups of foundations in a position's key; piles with the same salt are
    /// interchangeable.
    std::array<std::uint64_t, max_piles> salt{};
    bool suitless = false;
    int room = 0;   ///< the most cards that all piles together have room for
    int moves = 0;  ///< no list of moves is longer

    constexpr explicit Facts(const Rules& rules) : layout(rules), suitless(rules.suitless()) {
        for (int pile = 0; pile < layout.piles(); ++pile) {
            const auto i = static_cast<std::size_t>(pile);
            offset[i] = static_cast<std::uint16_t>(room);
            room += pile_room(rules, pile_id(pile));
            kind[i] = layout.kind(pile_id(pile));
            if (kind[i] == PileKind::foundation)
                group[i] = static_cast<std::uint8_t>(foundation_group(rules, pile));
            salt[i] = hash::mix(0x100U * static_cast<std::uint64_t>(kind[i]) + group[i] + 1U);
        }
        offset[static_cast<std::size_t>(layout.piles())] = static_cast<std::uint16_t>(room);
        // A move is identified by its lowest card and its target; and there are draw, redeal and two choices.
        moves = rules.card_count() * (layout.foundations + layout.tableau + layout.reserve) + 4;
    }
};

}  // namespace quincunx
