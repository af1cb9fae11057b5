#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "engine/card.hpp"

/// The vocabulary in which a game is described. A game is one `Rules` value; the engine, the solver and the
/// front ends read it and never ask which game it is.
namespace quincunx {

/// Whether rules may use the words that no listed game needs. The page's modules, which every visitor waits for, know the
/// others alone: what is only for these words asks here first, and then is not compiled.
#ifdef QUINCUNX_LISTED_GAMES_ONLY
inline constexpr bool all_words = false;
#else
inline constexpr bool all_words = true;
#endif

/// Which cards may be laid on a card as far as suits are concerned (for ranks: `Build::step`).
enum class Follow : std::uint8_t {
    nothing,      ///< no card at all
    any_card,     ///< any card, regardless of suit and rank (`Build::step` is ignored)
    any_suit,     ///< the next rank in any suit
    same_suit,    ///< the next rank in the same suit
    other_color,  ///< the next rank in the other color
    same_color    ///< the next rank in the same color
};

/// How a pile is built: a card's rank is the rank of the card it covers plus `step`.
struct Build {
    Follow follow = Follow::nothing;
    int step = 0;        ///< +1 up, -1 down; 0: the increment chosen by the player (`Rules::increments`)
    bool wraps = false;  ///< the ranks go round the corner

    friend constexpr bool operator==(const Build&, const Build&) = default;
};

/// Cards that may be laid on an empty tableau pile.
enum class Space : std::uint8_t { stays_empty, kings_only, any_card };

/// The source from which a tableau pile is filled the moment it becomes empty (rulings A4, H1).
enum class Refill : std::uint8_t {
    none,
    from_stock_then_waste,
    from_waste,
    from_reserve  ///< from the first reserve pile that is not empty
};

/// How many cards of a tableau pile move as a unit.
enum class Unit : std::uint8_t {
    top_card,      ///< one card at a time
    ordered_run,   ///< any suffix of the face-up part that is in order (`Tableau::run`)
    face_up_part,  ///< any suffix of the face-up part, which the rules of the game keep in tableau order
    any_cards,     ///< any suffix of the face-up part, in order or not
    by_singles     ///< an ordered run that could be moved card by card: `BasicPosition::most_by_singles`
};

/// Which cards of a reserve pile are available.
enum class Access : std::uint8_t { top_card, every_card };

/// How a foundation starts.
enum class Start : std::uint8_t {
    fixed_rank,  ///< with a card of this rank, laid by the player
    dealt_card,  ///< with the card dealt to it
    laid_out,    ///< with a card of a fixed rank that is taken out of the pack before the deal
    first_card   ///< with a card of the rank of the one that is dealt to the first foundation of the group
};

/// Where the stock deals to when it is tapped.
enum class DealTo : std::uint8_t {
    nowhere,         ///< there is no stock
    waste,           ///< `Stock::each` cards to the waste
    reserves,        ///< `Stock::each` rounds over all reserve piles
    empty_reserves,  ///< the same over the reserve piles that are empty at that moment; there must be one
    tableau,         ///< `Stock::each` rounds over all tableau piles
    full_tableau     ///< the same, as long as none of them is empty
};

enum class PileKind : std::uint8_t { foundation, tableau, reserve, waste, stock };

/// One group of foundations that are built alike.
struct FoundationGroup {
    int piles = 0;
    Start start = Start::fixed_rank;
    bool whole = false;  ///< nothing but all its cards comes there, at once, from the top of a tableau pile
    int start_rank = 1;  ///< used if `start` is `fixed_rank` or `laid_out`
    Build build{};
    int length = 0;  ///< number of cards in a complete foundation
    /// How many foundations of the group the player may start with each suit; 0: suits do not matter.
    int per_suit = 0;

    friend constexpr bool operator==(const FoundationGroup&, const FoundationGroup&) = default;
};

struct Tableau {
    int piles = 0;
    Build build{};
    Unit unit = Unit::top_card;
    /// How suits go together in an ordered run, besides the tableau order: in one suit or in one color; `nothing`: as
    /// that order has them.
    Follow run = Follow::nothing;
    Space space = Space::stays_empty;
    Refill refill = Refill::none;
    int capacity = 0;  ///< the size up to which the player may add to a pile; 0: no limit

    friend constexpr bool operator==(const Tableau&, const Tableau&) = default;
};

struct Reserve {
    int piles = 0;
    Access access = Access::top_card;
    int capacity = 0;  ///< the player may add to a pile below this size; 0: never

    friend constexpr bool operator==(const Reserve&, const Reserve&) = default;
};

/// As a number of redeals: no limit.
inline constexpr int unlimited = -1;

struct Redeal {
    int count = 0;                   ///< how many there are, or `unlimited`
    bool keep_playable_top = false;  ///< a playable top of the waste stays there (ruling G1)

    friend constexpr bool operator==(const Redeal&, const Redeal&) = default;
};

struct Stock {
    DealTo deal_to = DealTo::nowhere;
    int each = 1;  ///< cards (or rounds) per tap
    Redeal redeal{};

    friend constexpr bool operator==(const Stock&, const Stock&) = default;
};

/// One step of the deal. Each of `rounds` rounds gives one card to each of the piles `first` … `last` of
/// `kind`, or to every second or third of them; after each round `first` grows by `shift`, and the last pile moves back
/// by `shrink`. With `pile_by_pile`, each pile gets all its `rounds` cards before the next one gets any.
struct DealStep {
    PileKind kind = PileKind::tableau;
    int rounds = 0;
    int first = 1;  ///< pile number, counted from 1
    int last = 0;   ///< pile number, counted from 1; 0: the last pile of the kind
    int shift = 0;
    int shrink = 0;
    int every = 1;            ///< 2: `first`, `first` + 2, …
    bool from_right = false;  ///< each round begins with its last pile
    bool face_down = false;
    bool pile_by_pile = false;

    friend constexpr bool operator==(const DealStep&, const DealStep&) = default;
};

/// Moves that a player may make, by source and target. Foundations are no source (ruling A1), except where the rules say
/// so: then their top cards are, but for the first card of a foundation that is dealt one.
enum Route : std::uint16_t {
    tableau_to_tableau = 1 << 0,
    tableau_to_foundation = 1 << 1,
    tableau_to_reserve = 1 << 2,
    waste_to_tableau = 1 << 3,
    waste_to_foundation = 1 << 4,
    reserve_to_tableau = 1 << 5,
    reserve_to_foundation = 1 << 6,
    reserve_to_reserve = 1 << 7,
    foundation_to_tableau = 1 << 8,
};

inline constexpr int max_groups = 2;
inline constexpr int max_deal_steps = all_words ? 4 : 3;

/// The rules of one game or variant.
struct Rules {
    std::string_view id;            ///< lower-case letters and "-"
    std::string_view name;          ///< the name that people see
    std::string_view variant_of{};  ///< id of the parent game; empty for a game of its own
    std::string_view summary{};     ///< one sentence: what the game is about, or what the variant changes
    int decks = 1;
    int ranks = max_ranks;  ///< ranks 1 … ranks in every suit; 13 except in tests
    std::array<FoundationGroup, max_groups> foundations{};
    Tableau tableau{};
    Reserve reserve{};
    Stock stock{};
    std::array<int, 2> increments{};  ///< the player's choice before the first move (by1, by2); {}: no choice
    unsigned routes = 0;              ///< set of `Route`
    std::array<DealStep, max_deal_steps> deal{};

    constexpr bool has(Route route) const { return (routes & route) != 0; }
    constexpr bool has_waste() const { return stock.deal_to == DealTo::waste; }
    constexpr bool has_stock() const { return stock.deal_to != DealTo::nowhere; }
    constexpr bool takes_back() const { return all_words && has(foundation_to_tableau); }
    constexpr bool moves_any_cards() const { return all_words && tableau.unit == Unit::any_cards; }
    constexpr bool moves_by_singles() const { return all_words && tableau.unit == Unit::by_singles; }
    constexpr bool lays_out() const { return any_group_starts(Start::laid_out); }
    constexpr bool starts_with_first_card() const { return any_group_starts(Start::first_card); }
    constexpr bool takes_whole_runs() const {
        return all_words && std::any_of(foundations.begin(), foundations.end(),
                                        [](const FoundationGroup& group) { return group.whole; });
    }
    constexpr bool refills_from_reserve() const {
        return all_words && tableau.refill == Refill::from_reserve;
    }
    constexpr bool deals_to_tableau() const {
        return all_words && (stock.deal_to == DealTo::tableau || stock.deal_to == DealTo::full_tableau);
    }
    constexpr bool deals_to_full_tableau() const {
        return all_words && stock.deal_to == DealTo::full_tableau;
    }
    /// The kind of piles that a stock without a waste deals to.
    constexpr PileKind dealt_kind() const {
        return deals_to_tableau() ? PileKind::tableau : PileKind::reserve;
    }
    constexpr bool limits_runs() const { return all_words && tableau.run != Follow::nothing; }
    constexpr bool refills() const { return tableau.refill != Refill::none; }
    constexpr bool counts_redeals() const { return stock.redeal.count != unlimited; }
    constexpr bool has_choice() const { return increments[0] != 0; }
    /// Whether every card in a pile of this kind is available, not just its top.
    constexpr bool open(PileKind kind) const { return kind == PileKind::reserve && open_reserve(); }
    constexpr bool open_reserve() const { return reserve.access == Access::every_card; }
    constexpr bool deals_to_reserves() const {
        return stock.deal_to == DealTo::reserves || stock.deal_to == DealTo::empty_reserves;
    }
    /// Whether suits matter to no foundation; then only a card's rank decides whether it is wanted.
    constexpr bool suitless() const {
        for (const FoundationGroup& group : foundations)
            if (group.piles > 0 && group.build.follow == Follow::same_suit) return false;
        return true;
    }
    constexpr int card_count() const { return decks * suit_count * ranks; }

    friend constexpr bool operator==(const Rules&, const Rules&) = default;

  private:
    constexpr bool any_group_starts(Start start) const {
        return all_words &&
               std::any_of(foundations.begin(), foundations.end(), [=](const FoundationGroup& group) {
                   return group.piles > 0 && group.start == start;
               });
    }
};

}  // namespace quincunx
