#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "engine/position.hpp"

namespace quincunx::solver::general {

/// Moves to a foundation that never hurt: a position that can be won can still be won after one of them.
///
/// The foundations are built up in suit by one rank, and all start with the same one; ranks count from there. Let X be
/// the top of a tableau or reserve pile that its foundation takes. In a line that wins, X goes home at some time. Move
/// that move to the front. Until then, X could only hold cards of the rank below, in the suits that the tableau asks for.
/// Call one of them Y.
///
/// If all Y are home and stay there, X holds nothing. If they are not, but each could go home at once, and so could each
/// card that such a Y could hold, the line does without: wherever it lays Y on X, Y goes home instead, after the card that
/// it holds. For that, no unit may be out of order, and cards must have a way home from wherever they come to the tableau.
/// What X covered is open earlier, which takes nothing away where nothing happens by itself to an open card or to an empty
/// pile, where no deal waits for full piles, and where X does not carry what is dealt on it. With two packs, the other X
/// and each Y have places of their own, since both foundations of a suit have come as far.
///
/// Where cards come back, take of all lines that win one with the fewest moves that are made although there is a safe one,
/// and the last of these moves. After it, the line makes safe moves at once. If it takes back a card without which X would
/// not be safe, then that card is safe itself, for all that it could hold is home: it goes home again at once, and the line
/// does without both moves. That is so unless first cards may hold last ones, which are not home: then cards taken back can
/// lie on X and carry them, so that nothing is safe.
///
/// The waste may lose X where what is drawn together stays together: cards are drawn one by one, or the waste is not turned
/// over again. What is drawn later lies on what X covered instead, and is played from there. In a stock that can be turned
/// as often as one likes, card by card, each other card comes up as before, so X need not be on top.
template <class Source>
class SafeMoves : Source {
    using Source::layout;
    using Source::rules;
    using Position = BasicPosition<Source>;

  public:
    explicit SafeMoves(const Source& source)
        : Source(source), possible_(fits(rules())), second_(sends_home(rules())) {}

    /// Whether the rules have such moves.
    static bool fits(const Rules& rules) {
        const FoundationGroup& group = rules.foundations[0];
        if (group.piles != suit_count * rules.decks || group.length != rules.ranks) return false;
        if (group.build.follow != Follow::same_suit || group.build.step != 1) return false;
        if (group.start == Start::dealt_card) return false;
        if (rules.has_choice() || rules.refills() || rules.stock.redeal.keep_playable_top) return false;
        if (rules.stock.deal_to == DealTo::empty_reserves || rules.deals_to_full_tableau()) return false;
        if (rules.deals_to_tableau() && rules.moves_any_cards()) return false;
        const Build& build = rules.tableau.build;
        if (build.follow == Follow::nothing) return true;
        return build.follow != Follow::any_card && build.step == -1;
    }

    /// Whether cards that could be laid on others can go home instead, with what they hold.
    static bool sends_home(const Rules& rules) {
        const auto both = [&](Route laid, Route home) { return !rules.has(laid) || rules.has(home); };
        return !rules.moves_any_cards() && both(tableau_to_tableau, tableau_to_foundation) &&
               both(waste_to_tableau, waste_to_foundation) && both(reserve_to_tableau, reserve_to_foundation);
    }

    /// A move that never hurts, if there is one.
    bool find(const Position& position, Move& move) const {
        if (!possible_) return false;
        const Home home = home_of(position);
        const auto look = [&](PileKind kind, Route route) {
            if (!rules().has(route) || rules().open(kind)) return false;
            for (int number = 0; number < layout().count(kind); ++number) {
                const PileId pile = layout().pile(kind, number);
                if (position.empty(pile)) continue;
                const Card card = position.top(pile);
                const unsigned to = position.foundations_for(card);
                if (to == 0 || !safe(card, home)) continue;
                move = Move::cards(pile, layout().pile(PileKind::foundation, std::countr_zero(to)));
                return true;
            }
            return false;
        };
        return look(PileKind::tableau, tableau_to_foundation) ||
               look(PileKind::reserve, reserve_to_foundation) ||
               (leaves_waste(position) && look(PileKind::waste, waste_to_foundation));
    }

    /// The foundation that takes a card of a stock that is turned card by card, if that is safe as soon as the card comes
    /// up; otherwise -1.
    int find_turned(const Position& position, Card card) const {
        const unsigned to = position.foundations_for(card);
        if (!possible_ || to == 0 || !rules().has(waste_to_foundation)) return -1;
        return safe(card, home_of(position)) ? std::countr_zero(to) : -1;
    }

  private:
    /// How far the foundations are.
    struct Home {
        int start = 0;                        ///< the rank of the first cards
        std::array<int, suit_count> suits{};  ///< of the foundations of a suit, the lowest
    };

    /// Whether the waste may lose its top card: what is drawn together stays together.
    bool leaves_waste(const Position& position) const {
        return rules().has_waste() && (rules().stock.each == 1 || position.redeals_left() == 0);
    }

    Home home_of(const Position& position) const {
        std::array<int, suit_count> home{};
        std::array<int, suit_count> begun{};
        int start = 0;
        const FoundationGroup& group = rules().foundations[0];
        for (int number = 0; number < group.piles; ++number) {
            const PileId pile = layout().pile(PileKind::foundation, number);
            if (position.empty(pile)) continue;
            const auto suit = at(index(position.top(pile).suit()));
            home[suit] = begun[suit]++ == 0 ? position.size(pile) : std::min(home[suit], position.size(pile));
            start = quincunx::number(position.pile(pile).front().rank());
        }
        for (std::size_t suit = 0; suit < home.size(); ++suit)
            if (begun[suit] < group.per_suit) home[suit] = 0;
        if (start == 0) start = position.start_rank(group);
        return {start, home};
    }

    bool safe(Card card, const Home& place) const {
        const auto& [start, home] = place;
        const Build& build = rules().tableau.build;
        const int rank = (number(card.rank()) - start + rules().ranks) % rules().ranks;
        if (home[at(index(card.suit()))] < rank) return false;
        if (build.follow == Follow::nothing) return true;
        // The first cards of foundations hold the last ones, unless they are aces that hold nothing.
        const bool first_hold = start != 1 || build.wraps;
        if (number(card.rank()) == 1 && !build.wraps && !(first_hold && rules().takes_back())) return true;
        if (rank == 0) return false;
        if (first_hold && rules().takes_back()) return false;
        if (build.follow == Follow::same_suit) return true;
        int same = rules().ranks;
        int other = rules().ranks;
        for (int suit = 0; suit < suit_count; ++suit) {
            if (suit == index(card.suit())) continue;
            const bool alike = color(static_cast<Suit>(suit)) == card.color();
            int& least = alike ? same : other;
            least = std::min(least, home[at(suit)]);
        }
        if (build.follow == Follow::any_suit) same = other = std::min(same, other);
        if (build.follow == Follow::same_color) other = same;
        if (!rules().takes_back() && other >= rank) return true;
        return second_ && !(first_hold && rank == 1) && other >= rank - 1 &&
               same >= (first_hold && rank == 2 ? 1 : rank - 2);
    }

    bool possible_;
    bool second_;
};

}  // namespace quincunx::solver::general
