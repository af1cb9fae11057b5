#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "engine/notation.hpp"
#include "engine/perft.hpp"
#include "session/player/hint_maker.hpp"
#include "session/player/view_maker.hpp"
#include "session/session.hpp"

/// The one place where a game's rules meet a front end: `GameTable<rules>` behind the interface `Table`.
namespace quincunx {

class Table {
  public:
    virtual ~Table() = default;
    virtual const Rules& rules() const = 0;

    virtual Status status() const = 0;
    virtual std::vector<std::string> legal() const = 0;
    virtual std::vector<std::string> accepted() const = 0;
    virtual std::string text(bool as_player) const = 0;
    virtual std::uint64_t perft(int depth) const = 0;
    virtual View view() const = 0;
    virtual std::optional<Hint> hint() const = 0;
    virtual std::optional<Failure> why(std::string_view move) const = 0;

    /// Plays an accepted move that the player or automatic play makes; reports what happened.
    virtual std::optional<Failure> make(std::string_view move, bool by_itself) = 0;
    /// Takes back the latest move made.
    virtual void unmake() = 0;
    /// The next move of automatic play, or none.
    virtual std::optional<std::string> automatic_move(Automatic mode) const = 0;
    /// The moves by which the rest plays itself; empty if it does not.
    virtual std::vector<std::string> finishing_line() const = 0;

    Record record;
    std::size_t ply = 0;
    std::vector<Event> events;
    Automatic automatic = Automatic::never;
};

template <const Rules& the_rules>
class GameTable final : public Table {
    using State = Position<the_rules>;
    static constexpr Layout layout{the_rules};

  public:
    explicit GameTable(const State& position) : position_(position) { number_cards(); }
    /// Cards get their index in dealing order.
    GameTable(const State& position, const CardList<the_rules>& order) : position_(position) {
        for (std::size_t i = 0; i < order.size(); ++i)
            ids_[static_cast<std::size_t>(order[i].physical())] = static_cast<int>(i);
    }

    const Rules& rules() const override { return the_rules; }
    Status status() const override { return quincunx::status(position_); }
    std::vector<std::string> legal() const override { return legal_move_texts(position_); }
    std::vector<std::string> accepted() const override {
        std::vector<std::string> texts;
        for_each_accepted(position_, [&](const Move& move) { texts.push_back(move_text(the_rules, move)); });
        std::sort(texts.begin(), texts.end());
        return texts;
    }
    std::string text(bool as_player) const override { return quincunx::position_text(position_, as_player); }
    std::uint64_t perft(int depth) const override {
        State position = position_;
        return quincunx::perft(position, depth);
    }
    View view() const override { return ViewMaker<the_rules>(position_, ids_).make(); }
    std::optional<Hint> hint() const override { return HintMaker<the_rules>(position_).make(); }

    std::optional<Failure> why(std::string_view text) const override {
        const Expected<Move> move = parse_move<the_rules>(text);
        if (!move) return Failure{move.error(), {}};
        return refused(*move);
    }

    std::optional<Failure> make(std::string_view text, bool by_itself) override {
        const Expected<Move> move = parse_move<the_rules>(text);
        if (!move) return Failure{move.error(), {}};
        if (std::optional<Failure> failure = refused(*move)) return failure;
        const State before = position_;
        undos_.push_back(position_.play(*move));
        report(before, undos_.back(), by_itself);
        return std::nullopt;
    }
    void unmake() override {
        position_.unplay(undos_.back());
        undos_.pop_back();
    }
    std::optional<std::string> automatic_move(Automatic mode) const override {
        const std::optional<Move> move = quincunx::automatic_move(position_, mode);
        if (!move) return std::nullopt;
        return move_text(the_rules, *move);
    }
    std::vector<std::string> finishing_line() const override {
        std::vector<std::string> texts;
        for (const Move& move : quincunx::finishing_line(position_))
            texts.push_back(move_text(the_rules, move));
        return texts;
    }

  private:
    void number_cards() {
        int next = 0;
        for (int pile = 0; pile < State::piles; ++pile)
            for (const Card card : position_.pile(pile_id(pile)))
                ids_[static_cast<std::size_t>(card.physical())] = next++;
    }

    std::optional<Failure> refused(const Move& move) const {
        const Refusal refusal = check(position_, move);
        if (refusal == Refusal::none) return std::nullopt;
        RefusalView view = describe(refusal, parameters(move));
        return Failure{TextError{0, 0, view.text}, std::move(view)};
    }
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
        return result;
    }

    CardView seen(Card card) const { return {ids_[static_cast<std::size_t>(card.physical())], card}; }

    void report(const State& before, const Undo& undo, bool by_itself) {
        const Move& move = undo.move;
        Event event;
        event.automatic = by_itself;
        switch (move.kind) {
            case MoveKind::by1:
            case MoveKind::by2:
                event.kind = Event::Kind::choice;
                event.number = the_rules.increments[move.kind == MoveKind::by1 ? 0 : 1];
                events.push_back(std::move(event));
                return;
            case MoveKind::draw:
                report_deal(before, undo);
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
        if (undo.turned) report_pile(Event::Kind::turn, move.from, no_pile);
        if constexpr (layout.has_waste) {
            if (undo.filled == Undo::Filled::from_stock)
                report_pile(Event::Kind::refill, move.from, layout.stock());
            if (undo.filled == Undo::Filled::from_waste)
                report_pile(Event::Kind::refill, move.from, layout.waste());
        }
    }
    void report_pile(Event::Kind kind, PileId pile, PileId from) {
        Event event;
        event.kind = kind;
        event.to = pile;
        event.from = from;
        event.cards.push_back(seen(position_.top(pile)));
        events.push_back(std::move(event));
    }
    void report_deal(const State& before, const Undo& undo) {
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
    std::vector<Undo> undos_;
    std::array<int, physical_count> ids_{};
};

}  // namespace quincunx
