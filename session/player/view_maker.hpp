#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/generate.hpp"
#include "engine/notation.hpp"
#include "session/player/appraisal.hpp"
#include "session/player/automatic_play.hpp"
#include "session/player/view.hpp"

namespace quincunx {

/// A view of a position; `ids` maps each physical card to its index in dealing order.
template <const Rules& rules>
class ViewMaker {
    using State = Position<rules>;
    static constexpr Layout layout{rules};

  public:
    ViewMaker(const State& position, const std::array<int, physical_count>& ids)
        : position_(position), ids_(ids), appraisal_(position) {}

    View make() {
        View view;
        view.game = rules.id;
        MoveList<rules> moves;
        generate(position_, moves);
        view.legal = static_cast<int>(moves.size());
        view.status = position_.won() ? Status::won : (moves.empty() ? Status::stuck : Status::playing);
        for (int pile = 0; pile < State::piles; ++pile) view.piles.push_back(pile_view(pile_id(pile)));
        for (const Move& move : {Move::draw(), Move::redeal(), Move::choose(1), Move::choose(2)})
            if (accepts(position_, move)) view.controls.push_back(move_text(rules, move));
        if (position_.choice() != 0) view.choice = position_.choice() == 1 ? "by1" : "by2";
        view.redeals = position_.redeals_left();
        view.finishable = !finishing_line(position_).empty();
        if (rules.has_choice() && position_.choice() == 0) view.choices = choices();
        view.sources = sources();
        return view;
    }

    CardView card_view(Card card) const { return {ids_[static_cast<std::size_t>(card.physical())], card}; }

  private:
    PileView pile_view(PileId pile) const {
        PileView view;
        view.pile = pile;
        view.kind = layout.kind(pile);
        view.number = layout.number(pile) + 1;
        const std::span<const Card> cards = position_.pile(pile);
        const bool stock = view.kind == PileKind::stock;
        for (std::size_t i = 0; i < cards.size(); ++i) {
            CardView card = card_view(cards[i]);
            if (stock || static_cast<int>(i) < position_.hidden(pile)) card.card = Card{};
            view.cards.push_back(card);
        }
        if (view.kind == PileKind::tableau) view.run = position_.unit_size(pile);
        if (view.kind == PileKind::foundation) {
            view.wants = wants(layout.number(pile));
            view.group = foundation_group(rules, layout.number(pile));
            view.direction = position_.step(State::group_of(layout.number(pile)));
        }
        return view;
    }

    std::string wants(int foundation) const {
        const FoundationGroup& group = State::group_of(foundation);
        const PileId pile = layout.pile(PileKind::foundation, foundation);
        const int step = position_.step(group);
        if (position_.size(pile) >= group.length || step == 0) return {};
        if (position_.empty(pile)) return std::string(1, letter(rank_of(group.start_rank)));
        const Card top = position_.top(pile);
        const int rank = next_rank(number(top.rank()), step, group.build.wraps, rules.ranks);
        std::string text(1, letter(rank_of(rank)));
        if (group.build.follow == Follow::same_suit) text += letter(top.suit());
        return text;
    }

    std::vector<ChoiceView> choices() const {
        std::vector<ChoiceView> result;
        for (int which = 1; which <= 2; ++which) {
            ChoiceView choice{
                which == 1 ? "by1" : "by2", rules.increments[static_cast<std::size_t>(which - 1)], {}};
            for (int foundation = 0; foundation < layout.foundations; ++foundation) {
                const FoundationGroup& group = State::group_of(foundation);
                const PileId pile = layout.pile(PileKind::foundation, foundation);
                int rank = position_.empty(pile) ? group.start_rank : number(position_.top(pile).rank());
                std::string sequence;
                for (int i = 0; i < group.length && rank != 0; ++i) {
                    sequence += (i > 0 ? " " : "") + std::string(1, letter(rank_of(rank)));
                    rank = next_rank(rank, choice.increment, group.build.wraps, rules.ranks);
                }
                choice.sequences.push_back(std::move(sequence));
            }
            result.push_back(std::move(choice));
        }
        return result;
    }

    std::vector<SourceView> sources() const {
        std::vector<SourceView> result;
        std::vector<int> best;
        for_each_accepted(position_, [&](const Move& move) {
            if (move.kind != MoveKind::cards) return;
            for (const int index : places(move)) add(result, best, move, index);
        });
        return result;
    }
    /// The places of the lowest card that a move lifts: for an open pile, of all equal cards in it.
    std::vector<int> places(const Move& move) const {
        if (!move.card.valid()) return {position_.size(move.from) - move.count};
        std::vector<int> result;
        const std::span<const Card> cards = position_.pile(move.from);
        for (std::size_t i = 0; i < cards.size(); ++i)
            if (cards[i] == move.card) result.push_back(static_cast<int>(i));
        return result;
    }
    void add(std::vector<SourceView>& sources, std::vector<int>& best, const Move& move, int index) const {
        std::size_t at = 0;
        while (at < sources.size() && (sources[at].pile != move.from || sources[at].index != index)) ++at;
        if (at == sources.size()) {
            sources.push_back({move.from, index, move.count, {}, {}});
            best.push_back(0);
        }
        TargetView target{move.to, move_text(rules, move), {}};
        const std::optional<Move> counted = listed(position_, move);
        if (!counted) {
            target.stand_in = "";
        } else if (!(*counted == move)) {
            target.stand_in = move_text(rules, *counted);
        }
        const int useful = appraisal_.usefulness(move);
        if (useful > best[at]) {
            best[at] = useful;
            sources[at].preferred = target.move;
        }
        sources[at].targets.push_back(std::move(target));
    }

    const State& position_;
    const std::array<int, physical_count>& ids_;
    Appraisal<rules> appraisal_;
};

}  // namespace quincunx
