#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/generate.hpp"
#include "engine/notation.hpp"
#include "session/player/appraisal.hpp"
#include "session/player/automatic_play.hpp"
#include "session/player/hint.hpp"

namespace quincunx {

/// Whether the reserve is a row of cells, empty at first, alongside a tableau that is built on.
constexpr bool builds_with_cells(const Rules& rules) {
    return rules.reserve.capacity > 0 && rules.stock.deal_to == DealTo::nowhere &&
           rules.has(tableau_to_reserve) && rules.has(reserve_to_tableau) && rules.has(tableau_to_tableau) &&
           rules.tableau.build.follow != Follow::nothing && rules.tableau.build.follow != Follow::any_card;
}

/// The general rule of thumb: the most useful move in view, and why. Reasons have weights; the heaviest wins,
/// or the first listed if tied.
template <class Source>
class RuleOfThumb : Source {
    using Source::layout;
    using Source::rules;

  public:
    explicit RuleOfThumb(const BasicPosition<Source>& position)
        : Source(position), position_(position), appraisal_(position) {
        if (builds_with_cells(rules())) dig_ = shallowest();
    }

    /// None if there is no reason for any move. Following the hints ends every game: each reason is a step
    /// forward.
    std::optional<Hint> hint() const {
        if (position_.won()) return std::nullopt;
        if (rules().has_choice() && position_.choice() == 0) return choice();
        const std::optional<Move> move = best();
        return move ? std::optional(say(*move, judge(*move))) : std::nullopt;
    }
    /// The move of that hint.
    std::optional<Move> best() const {
        if (position_.won()) return std::nullopt;
        if (rules().has_choice() && position_.choice() == 0) return Move::choose(best_choice().first);
        BasicMoveList<Source> moves;
        generate(position_, moves);
        std::optional<Move> best;
        int weight = 0;
        for (const Move& move : moves) {
            const Reason reason = judge(move);
            if (reason.weight <= weight) continue;
            best = move;
            weight = reason.weight;
        }
        return best;
    }
    /// Reasons for a move that was found in another way. The code is one of those of `hint`, or
    /// `no_gain`.
    Hint explain(const Move& move) const {
        if (rules().has_choice() && position_.choice() == 0)
            return choice(move.kind == MoveKind::by1 ? 1 : 2);
        if (move.kind == MoveKind::draw)
            return say(move, rules().stock.deal_to == DealTo::waste
                                 ? Reason{1, "draw", "Draw a card."}
                                 : Reason{1, "draw", "Deal from the stock."});
        if (move.kind == MoveKind::redeal) return say(move, {1, "redeal", "Turn the waste over."});
        const Reason reason = judge(move);
        const bool gains = reason.weight > 0 && reason.code != "covers-needed";
        return say(move, gains
                             ? reason
                             : Reason{1, no_gain, "Moving {card} from {from} to {to} prepares later moves."});
    }

  private:
    struct Reason {
        int weight = 0;  ///< 0: no reason
        std::string_view code{};
        std::string_view text{};  ///< with {card}, {from} and {to} as placeholders
    };

    /// How many cards fit at once after choosing an increment, up to the one that shows another card.
    int fitting(int which) const {
        BasicPosition<Source> chosen = position_;
        chosen.play(Move::choose(which));
        int count = 0;
        bool shown = false;
        while (!shown) {
            const std::optional<Move> move = automatic_move(chosen, Automatic::all);
            if (!move) break;
            const Undo undo = chosen.play(*move);
            shown = undo.turned || undo.filled == Undo::Filled::from_stock;
            ++count;
        }
        return count;
    }
    /// The increment with which more cards can be played immediately, and how many.
    std::pair<int, int> best_choice() const {
        const int first = fitting(1);
        const int second = fitting(2);
        return second > first ? std::pair(2, second) : std::pair(1, first);
    }
    Hint choice() const { return choice(best_choice().first); }
    Hint choice(int which) const {
        const std::string increment = std::to_string(rules().increments[static_cast<std::size_t>(which - 1)]);
        const int count = fitting(which);
        return {move_text(rules(), Move::choose(which)),
                "choice",
                {{"increment", increment}, {"count", std::to_string(count)}},
                "Building by " + increment + " lets you play " +
                    counted(static_cast<std::uint64_t>(count), "card") + " right away."};
    }

    Hint say(const Move& move, const Reason& reason) const {
        Hint hint{move_text(rules(), move), std::string(reason.code), {}, {}};
        if (move.kind == MoveKind::cards)
            hint.parameters = {{"card", to_text(lifted_card(position_, move))},
                               {"from", pile_name(layout(), move.from)},
                               {"to", pile_name(layout(), move.to)}};
        if (move.kind == MoveKind::cards && !position_.empty(move.to))
            hint.parameters.emplace_back("on", to_text(position_.top(move.to)));
        hint.text = filled(reason.text, hint.parameters);
        return hint;
    }

    Reason judge(const Move& move) const {
        if (move.kind == MoveKind::draw)
            return rules().stock.deal_to == DealTo::waste
                       ? Reason{20, "draw", "No better move in sight: draw a card."}
                       : Reason{20, "draw", "No better move in sight: deal from the stock."};
        if (move.kind == MoveKind::redeal)
            return !another_pass_helps()
                       ? Reason{}
                       : Reason{10, "redeal", "No better move in sight: turn the waste over."};
        if (layout().kind(move.to) == PileKind::foundation) return judge_foundation(move);
        switch (layout().kind(move.from)) {
            case PileKind::tableau:
                return judge_tableau(move);
            case PileKind::waste:
                return judge_waste(move);
            default:
                return judge_reserve(move);
        }
    }

    /// Whether some card of the waste could be played if it came up again. If redeals are limited there is no
    /// need to ask, because they run out. The player has already seen the waste, so this is fair.
    bool another_pass_helps() const {
        if (rules().stock.redeal.count != unlimited) return true;
        BasicPosition<Source> state = position_;
        state.play(Move::redeal());
        while (!state.waste_playable()) {
            if (!accepts(state, Move::draw())) return false;
            state.play(Move::draw());
        }
        return true;
    }

    Reason judge_foundation(const Move& move) const {
        if (appraisal_.safe(move)) return {1000, "safe", "{card} is safe to move to its foundation."};
        const bool best = appraisal_.best_foundation(lifted_card(position_, move)) == move.to;
        return {best ? 501 : 500, "foundation", "{card} can go to its foundation."};
    }

    /// How many cards of a tableau pile lie on its uppermost card that a foundation wants now; the size of
    /// the whole deck if no card that lies face up is.
    int cover(PileId pile) const {
        const std::span<const Card> cards =
            position_.pile(pile).subspan(static_cast<std::size_t>(position_.hidden(pile)));
        for (std::size_t above = 0; above < cards.size(); ++above)
            if (position_.foundations_for(cards[cards.size() - 1 - above]) != 0)
                return static_cast<int>(above);
        return rules().card_count();
    }
    int shallowest() const {
        int least = rules().card_count();
        for (int number = 0; number < layout().tableau; ++number)
            least = std::min(least, cover(layout().pile(PileKind::tableau, number)));
        return least;
    }

    /// With cells, every card could be moved back and forth. So each hint either sends a card to a
    /// foundation; or uncovers, by one card, the wanted card with the fewest cards on it; or leaves that as
    /// it is and clears a cell or a pile. That comes to an end.
    Reason judge_with_cells(const Move& move) const {
        const bool space = layout().kind(move.to) == PileKind::tableau && position_.empty(move.to);
        if (layout().kind(move.from) == PileKind::reserve) {
            if (space || cover(move.to) == dig_) return {};
            return {250 + std::min(position_.unit_size(move.to), 40), "frees-reserve",
                    "{card} from {from} extends a run."};
        }
        const bool digs = cover(move.from) == dig_ && move.count <= dig_ && dig_ < rules().card_count();
        if (layout().kind(move.to) == PileKind::reserve)
            return !digs
                       ? Reason{}
                       : Reason{90, "uncovers", "Moving {card} to a cell uncovers the next card of {from}."};
        if (digs && move.count == dig_) return frees(space ? 110 : 350);
        if (digs) return {space ? 80 : 300, "uncovers", "Moving {card} uncovers the next card of {from}."};
        if (move.count == position_.size(move.from) && !space && cover(move.to) != dig_)
            return {200, "frees-pile", "Moving {card} empties {from}."};
        return {};
    }

    Reason judge_tableau(const Move& move) const {
        if (builds_with_cells(rules())) return judge_with_cells(move);
        const int size = position_.size(move.from);
        const int hidden = position_.hidden(move.from);
        const bool whole = move.count == size;
        const bool to_cell = layout().kind(move.to) == PileKind::reserve;
        if (hidden > 0 && move.count == size - hidden)
            return {to_cell ? 90 : 450 + hidden, "turns-up", "Moving {card} turns up a card on {from}."};
        if (to_cell) {
            if (whole) return {};
            if (rules().tableau.build.follow == Follow::nothing)
                return {100 - std::min(appraisal_.distance(under(move)), 90), "uncovers",
                        "Moving {card} to a cell uncovers the next card of {from}."};
            return frees_card(move) ? frees(90) : Reason{};
        }
        const bool space = position_.empty(move.to);
        if (rules().tableau.unit == Unit::ordered_run && !whole &&
            move.count == position_.unit_size(move.from))
            // Permanent progress: no move of this kind puts cards out of order again.
            return space ? Reason{40, "uncovers", "Moving {card} uncovers the next card of {from}."}
                         : Reason{420, "joins-run", "Moving {card} makes a longer run and uncovers a card."};
        if (whole && !space) return {400, "frees-pile", "Moving {card} empties {from}."};
        if (frees_card(move)) return frees(space ? 110 : 350);
        return {};
    }
    /// The card on which the lifted part of a pile lies; there must be one.
    Card under(const Move& move) const {
        const std::span<const Card> cards = position_.pile(move.from);
        return cards[cards.size() - move.count - 1U];
    }
    bool frees_card(const Move& move) const {
        return move.count < position_.size(move.from) && position_.foundations_for(under(move)) != 0;
    }
    static Reason frees(int weight) {
        return {weight, "frees-card", "Moving {card} frees a card of {from} for a foundation."};
    }

    Reason judge_waste(const Move& move) const {
        const bool space = position_.empty(move.to);
        if (rules().tableau.build.follow == Follow::any_card && !space) {
            const int below = appraisal_.distance(position_.top(move.to));
            const int above = appraisal_.distance(lifted_card(position_, move));
            if (below > above)
                return {100 + std::min(below, 80), "covers",
                        "{card} can wait on {to}, whose top card is needed later than {card}."};
            return {15, "covers-needed", "No better move in sight: put {card} on {to}."};
        }
        return space ? Reason{120, "plays-waste", "Play {card} from the waste to an empty pile."}
                     : Reason{300, "plays-waste", "Play {card} from the waste."};
    }

    Reason judge_reserve(const Move& move) const {
        if (builds_with_cells(rules())) return judge_with_cells(move);
        const bool open = rules().open_reserve();
        const bool buries = !open && position_.size(move.from) > 1;
        if (layout().kind(move.to) == PileKind::reserve)
            return buries ? Reason{30, "uncovers", "Moving {card} uncovers the next card of {from}."}
                          : Reason{};
        if (!position_.empty(move.to)) {
            const int run = std::min(position_.unit_size(move.to), 40);
            if (!open) return {250 + run, "frees-reserve", "{card} from {from} extends a run."};
            if (lets_a_run_move(move))
                return {200, "builds-bridge", "{card} from {from} lets another run move."};
            return {25, "brings-down", "{card} from {from} extends a run."};
        }
        if (open) return {22, "brings-down", "{card} from {from} can go to an empty pile."};
        return buries ? Reason{60, "uncovers", "Moving {card} uncovers the next card of {from}."} : Reason{};
    }

    /// Whether, after the move, a whole unit fits on the card that was moved.
    bool lets_a_run_move(const Move& move) const {
        BasicPosition<Source> after = position_;
        after.play(move);
        for (int number = 0; number < layout().tableau; ++number) {
            const PileId pile = layout().pile(PileKind::tableau, number);
            if (pile == move.to || after.empty(pile)) continue;
            const std::span<const Card> cards = after.pile(pile);
            const auto unit = static_cast<std::size_t>(after.unit_size(pile));
            if (after.tableau_accepts(move.to, cards[cards.size() - unit])) return true;
        }
        return false;
    }

    const BasicPosition<Source>& position_;
    Appraisal<Source> appraisal_;
    int dig_ = 0;  ///< the fewest cards lying on one that is wanted now, in games with cells
};

}  // namespace quincunx
