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

/// Why a move is useful, and how much, from 1; 0: it is not.
struct HintReason {
    int weight;
    std::string_view code;
    std::string_view text;  ///< with {card}, {from} and {to} as placeholders

    constexpr HintReason operator+(int more) const { return {weight + more, code, text}; }
};

/// The reasons in their order. Some come in degrees: the gaps leave room for what is added.
namespace reasons {
constexpr std::string_view uncovers_text = "Moving {card} uncovers the next card of {from}.";
constexpr std::string_view frees_text = "Moving {card} frees a card of {from} for a foundation.";
constexpr std::string_view cell_text = "Moving {card} to a cell uncovers the next card of {from}.";
constexpr std::string_view run_text = "{card} from {from} extends a run.";
constexpr std::string_view empties_text = "Moving {card} empties {from}.";
constexpr std::string_view turns_text = "Moving {card} turns up a card on {from}.";

constexpr HintReason none{0, {}, {}};
constexpr HintReason prepares{1, no_gain, "Moving {card} from {from} to {to} prepares later moves."};
constexpr HintReason redeal{10, "redeal", "Turn the waste over."};
constexpr HintReason covers_needed{15, "covers-needed", "Put {card} on {to}."};
constexpr HintReason draw{20, "draw", "Draw a card."};
constexpr HintReason deal{20, "draw", "Deal from the stock."};
constexpr HintReason fills_space{22, "brings-down", "{card} from {from} can go to an empty pile."};
constexpr HintReason brings_down{25, "brings-down", run_text};
constexpr HintReason joins_reserve{30, "uncovers", uncovers_text};
constexpr HintReason splits_run{40, "uncovers", uncovers_text};
constexpr HintReason reserve_to_space{60, "uncovers", uncovers_text};
constexpr HintReason digs_into_space{80, "uncovers", uncovers_text};
constexpr HintReason digs_into_cell{90, "uncovers", cell_text};
constexpr HintReason turns_up_by_cell{90, "turns-up", turns_text};
constexpr HintReason frees_by_cell{90, "frees-card", frees_text};
constexpr HintReason uncovers_by_cell{100, "uncovers", cell_text};
constexpr HintReason covers{100, "covers",
                            "{card} can wait on {to}, whose top card is needed later than {card}."};
constexpr HintReason frees_by_space{110, "frees-card", frees_text};
constexpr HintReason waste_to_space{120, "plays-waste", "Play {card} from the waste to an empty pile."};
constexpr HintReason frees_pile_beside_cells{200, "frees-pile", empties_text};
constexpr HintReason builds_bridge{200, "builds-bridge", "{card} from {from} lets another run move."};
constexpr HintReason frees_reserve{250, "frees-reserve", run_text};
constexpr HintReason digs{300, "uncovers", uncovers_text};
constexpr HintReason plays_waste{300, "plays-waste", "Play {card} from the waste."};
constexpr HintReason frees_card{350, "frees-card", frees_text};
constexpr HintReason frees_pile{400, "frees-pile", empties_text};
constexpr HintReason joins_run{420, "joins-run", "Moving {card} makes a longer run and uncovers a card."};
constexpr HintReason turns_up{450, "turns-up", turns_text};
constexpr HintReason foundation{500, "foundation", "{card} can go to its foundation."};
constexpr HintReason safe{1000, "safe", "{card} is safe to move to its foundation."};
}  // namespace reasons

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
            const HintReason reason = judge(move);
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
        if (move.kind == MoveKind::redeal) return say(move, reasons::redeal);
        const HintReason reason = judge(move);
        const bool gains = reason.weight > 0 && reason.code != "covers-needed";
        return say(move, gains ? reason : reasons::prepares);
    }

  private:
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
            shown =
                undo.turned || (all_words && undo.filler_turned) || undo.filled == Undo::Filled::from_stock;
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
        const std::string increment = number_text(rules().increments[static_cast<std::size_t>(which - 1)]);
        const int count = fitting(which);
        return {move_text(rules(), Move::choose(which)),
                "choice",
                {{"increment", increment}, {"count", number_text(count)}},
                "Building by " + increment + " lets you play " +
                    counted(static_cast<std::uint64_t>(count), "card") + " right away."};
    }

    Hint say(const Move& move, const HintReason& reason) const {
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

    HintReason judge(const Move& move) const {
        if (move.kind == MoveKind::draw)
            return rules().stock.deal_to == DealTo::waste ? reasons::draw : reasons::deal;
        if (move.kind == MoveKind::redeal) return another_pass_helps() ? reasons::redeal : reasons::none;
        if (layout().kind(move.to) == PileKind::foundation) return judge_foundation(move);
        const PileKind from = layout().kind(move.from);
        if (rules().takes_back() && from == PileKind::foundation) return reasons::none;
        switch (from) {
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

    HintReason judge_foundation(const Move& move) const {
        if (appraisal_.safe(move)) return reasons::safe;
        const bool best = appraisal_.best_foundation(lifted_card(position_, move)) == move.to;
        return reasons::foundation + (best ? 1 : 0);
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
    HintReason judge_with_cells(const Move& move) const {
        const bool space = layout().kind(move.to) == PileKind::tableau && position_.empty(move.to);
        if (layout().kind(move.from) == PileKind::reserve) {
            if (space || cover(move.to) == dig_) return reasons::none;
            return reasons::frees_reserve + run(move.to);
        }
        const bool nearer = cover(move.from) == dig_ && move.count <= dig_ && dig_ < rules().card_count();
        if (layout().kind(move.to) == PileKind::reserve)
            return nearer ? reasons::digs_into_cell : reasons::none;
        if (nearer && move.count == dig_) return space ? reasons::frees_by_space : reasons::frees_card;
        if (nearer) return space ? reasons::digs_into_space : reasons::digs;
        if (move.count == position_.size(move.from) && !space && cover(move.to) != dig_)
            return reasons::frees_pile_beside_cells;
        return reasons::none;
    }

    HintReason judge_tableau(const Move& move) const {
        if (builds_with_cells(rules())) return judge_with_cells(move);
        const int size = position_.size(move.from);
        const int hidden = position_.hidden(move.from);
        const bool whole = move.count == size;
        const bool to_cell = layout().kind(move.to) == PileKind::reserve;
        if (hidden > 0 && move.count == size - hidden)
            return to_cell ? reasons::turns_up_by_cell : reasons::turns_up + hidden;
        if (to_cell) {
            if (whole) return reasons::none;
            if (rules().tableau.build.follow == Follow::nothing)
                return reasons::uncovers_by_cell + -std::min(appraisal_.distance(under(move)), 90);
            return frees_card(move) ? reasons::frees_by_cell : reasons::none;
        }
        const bool space = position_.empty(move.to);
        // A run that is laid on a card with which it makes no longer one could be moved back and forth.
        if (rules().limits_runs() && !space &&
            !position_.in_run(position_.top(move.to), lifted_card(position_, move)))
            return reasons::none;
        if (rules().tableau.unit == Unit::ordered_run && !whole &&
            move.count == position_.unit_size(move.from))
            // Permanent progress: no move of this kind puts cards out of order again.
            return space ? reasons::splits_run : reasons::joins_run;
        if (whole && !space) return reasons::frees_pile;
        if (frees_card(move)) return space ? reasons::frees_by_space : reasons::frees_card;
        return reasons::none;
    }
    /// The card on which the lifted part of a pile lies; there must be one.
    Card under(const Move& move) const {
        const std::span<const Card> cards = position_.pile(move.from);
        return cards[cards.size() - move.count - 1U];
    }
    bool frees_card(const Move& move) const {
        return move.count < position_.size(move.from) && position_.foundations_for(under(move)) != 0;
    }
    int run(PileId pile) const { return std::min(position_.unit_size(pile), 40); }

    HintReason judge_waste(const Move& move) const {
        const bool space = position_.empty(move.to);
        if (rules().tableau.build.follow == Follow::any_card && !space) {
            const int below = appraisal_.distance(position_.top(move.to));
            const int above = appraisal_.distance(lifted_card(position_, move));
            return below > above ? reasons::covers + std::min(below, 80) : reasons::covers_needed;
        }
        return space ? reasons::waste_to_space : reasons::plays_waste;
    }

    HintReason judge_reserve(const Move& move) const {
        if (builds_with_cells(rules())) return judge_with_cells(move);
        const bool open = rules().open_reserve();
        const bool buries = !open && position_.size(move.from) > 1;
        if (layout().kind(move.to) == PileKind::reserve)
            return buries ? reasons::joins_reserve : reasons::none;
        if (!position_.empty(move.to)) {
            if (!open) return reasons::frees_reserve + run(move.to);
            return lets_a_run_move(move) ? reasons::builds_bridge : reasons::brings_down;
        }
        if (open) return reasons::fills_space;
        return buries ? reasons::reserve_to_space : reasons::none;
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
