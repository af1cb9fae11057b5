#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <string>
#include <vector>

#include "engine/notation.hpp"
#include "engine/perft.hpp"
#include "session/game.hpp"
#include "session/player/automatic_play.hpp"
#include "session/player/hint_maker.hpp"
#include "session/player/view_maker.hpp"

/// Type erasure of play: `GameOf<rules>` behind the interface `Game`.
namespace quincunx {

template <const Rules& the_rules>
class GameOf final : public Game {
    using State = Position<the_rules>;
    static constexpr Layout layout{the_rules};

  public:
    /// Cards are numbered by where they lie, pile by pile.
    explicit GameOf(const State& position) : position_(position) {
        int next = 0;
        for (int pile = 0; pile < State::piles; ++pile)
            for (const Card card : position_.pile(pile_id(pile))) id_of(card) = next++;
    }
    /// The starting position of a deal; cards are numbered in dealing order.
    explicit GameOf(const std::vector<Card>& cards) {
        position_.deal(cards);
        int next = 0;
        for (const Card card : cards) id_of(card) = next++;
    }

    /// The position of a game, which must have the same rules.
    static const State& position_of(const Game& game) {
        assert(&game.rules() == &the_rules);
        return static_cast<const GameOf&>(game).position_;
    }

    const Rules& rules() const override { return the_rules; }
    std::unique_ptr<Game> copy() const override { return std::make_unique<GameOf>(*this); }

    PositionText position() const override { return position_data(position_); }
    Status status() const override { return quincunx::status(position_); }
    std::vector<std::string> legal() const override { return legal_move_texts(position_); }
    std::vector<std::string> accepted() const override {
        std::vector<std::string> texts;
        for_each_accepted(position_, [&](const Move& move) { texts.push_back(move_text(the_rules, move)); });
        std::sort(texts.begin(), texts.end());
        return texts;
    }
    std::optional<std::uint64_t> perft(int depth, const std::function<bool()>& stopped) const override {
        State position = position_;
        const std::function<bool()> never = [] { return false; };
        return PerftCounter(position, stopped ? stopped : never).count(depth);
    }
    View view() const override { return ViewMaker<the_rules>(position_, ids_).make(); }
    std::optional<Hint> hint() const override { return HintMaker<the_rules>(position_).make(); }
    CardSet shown() const override { return shown_cards(position_); }

    std::optional<RefusalView> refused(const Move& move) const override {
        const Refusal refusal = check(position_, move);
        if (refusal == Refusal::none) return std::nullopt;
        return describe(refusal, parameters(move));
    }
    Undo play(const Move& move, std::vector<Event>& events) override {
        const State before = position_;
        const Undo undo = position_.play(move);
        report(before, undo, events);
        return undo;
    }
    void unplay(const Undo& undo) override { position_.unplay(undo); }
    std::optional<Move> automatic_move(Automatic mode) const override {
        return quincunx::automatic_move(position_, mode);
    }
    std::vector<Move> finishing_line() const override { return quincunx::finishing_line(position_); }

  private:
    int& id_of(Card card) { return ids_[static_cast<std::size_t>(card.physical())]; }

    Parameters parameters(const Move& move) const {
        Parameters result;
        if (move.kind != MoveKind::cards) return result;
        result.emplace_back("from", pile_name(layout, move.from));
        result.emplace_back("to", pile_name(layout, move.to));
        const bool there =
            move.card.valid() || move.count <= position_.size(move.from) - position_.hidden(move.from);
        if (there) result.emplace_back("card", to_text(lifted_card(position_, move)));
        const PileKind to = layout.kind(move.to);
        if (!position_.empty(move.to)) result.emplace_back("on", to_text(position_.top(move.to)));
        if (to == PileKind::foundation)
            result.emplace_back(
                "rank", std::string(1, letter(rank_of(State::group_of(layout.number(move.to)).start_rank))));
        if (to == PileKind::tableau && the_rules.tableau.capacity > 0)
            result.emplace_back("limit", std::to_string(the_rules.tableau.capacity));
        if (const std::string cards = fitting(move.to); !cards.empty()) result.emplace_back("fits", cards);
        return result;
    }

    /// The cards that a pile would take on its top card, separated by spaces; none if any card would do.
    std::string fitting(PileId pile) const {
        const PileKind kind = layout.kind(pile);
        if (position_.empty(pile) || (kind != PileKind::tableau && kind != PileKind::foundation)) return {};
        if (kind == PileKind::tableau && the_rules.tableau.build.follow == Follow::any_card) return {};
        std::string cards;
        for (int suit = 0; suit < suit_count; ++suit) {
            for (int rank = 1; rank <= the_rules.ranks; ++rank) {
                const Card card(rank_of(rank), static_cast<Suit>(suit));
                const bool fits = kind == PileKind::tableau
                                      ? position_.tableau_accepts(pile, card)
                                      : (position_.foundations_for(card) >> layout.number(pile) & 1U) != 0;
                if (fits) cards += (cards.empty() ? "" : " ") + to_text(card);
            }
        }
        return cards;
    }

    CardView seen(Card card) const { return {ids_[static_cast<std::size_t>(card.physical())], card}; }

    void report(const State& before, const Undo& undo, std::vector<Event>& events) const {
        const Move& move = undo.move;
        Event event;
        switch (move.kind) {
            case MoveKind::by1:
            case MoveKind::by2:
                event.kind = Event::Kind::choice;
                event.number = the_rules.increments[move.kind == MoveKind::by1 ? 0 : 1];
                events.push_back(std::move(event));
                return;
            case MoveKind::draw:
                report_deal(before, undo, events);
                return;
            case MoveKind::redeal:
                event.kind = Event::Kind::redeal;
                event.kept = undo.kept;
                if constexpr (layout.has_waste)
                    event.number = before.size(layout.waste()) - (undo.kept ? 1 : 0);
                events.push_back(std::move(event));
                return;
            case MoveKind::cards:
                break;
        }
        event.kind = Event::Kind::move;
        event.from = move.from;
        event.to = move.to;
        const std::span<const Card> target = position_.pile(move.to);
        for (const Card card : target.subspan(target.size() - move.count)) event.cards.push_back(seen(card));
        events.push_back(std::move(event));
        if (undo.turned) report_pile(Event::Kind::turn, move.from, no_pile, events);
        if constexpr (layout.has_waste) {
            if (undo.filled == Undo::Filled::from_stock)
                report_pile(Event::Kind::refill, move.from, layout.stock(), events);
            if (undo.filled == Undo::Filled::from_waste)
                report_pile(Event::Kind::refill, move.from, layout.waste(), events);
        }
    }
    void report_pile(Event::Kind kind, PileId pile, PileId from, std::vector<Event>& events) const {
        Event event;
        event.kind = kind;
        event.to = pile;
        event.from = from;
        event.cards.push_back(seen(position_.top(pile)));
        events.push_back(std::move(event));
    }
    void report_deal(const State& before, const Undo& undo, std::vector<Event>& events) const {
        Event event;
        event.kind = Event::Kind::deal;
        const std::span<const Card> stock = before.pile(layout.stock());
        for (std::size_t i = 0; i < undo.dealt; ++i) event.cards.push_back(seen(stock[stock.size() - 1 - i]));
        while (event.dealt_to.size() < undo.dealt) {
            if constexpr (layout.has_waste) {
                event.dealt_to.push_back(layout.waste());
            } else {
                for (int number = 0; number < layout.reserve && event.dealt_to.size() < undo.dealt; ++number)
                    if ((undo.dealt_to >> number & 1U) != 0)
                        event.dealt_to.push_back(layout.pile(PileKind::reserve, number));
            }
        }
        events.push_back(std::move(event));
    }

    State position_;
    std::array<int, physical_count> ids_{};  ///< for each physical card
};

}  // namespace quincunx
