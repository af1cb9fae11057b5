#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "engine/notation.hpp"
#include "engine/perft.hpp"
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

    Record record;
    std::size_t ply = 0;
    std::vector<Event> events;
    Automatic automatic = Automatic::never;
};

/// A view of a position; `ids` gives each physical card its index in dealing order.
template <const Rules& rules>
class ViewMaker {
    using State = Position<rules>;
    static constexpr Layout layout{rules};

  public:
    ViewMaker(const State& position, const std::array<int, physical_count>& ids)
        : position_(position), ids_(ids), insight_(position) {}

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
        view.finishable = insight_.finishable();
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
        // Which of the stock's cards is which would tell the way of a redeal; their places are told from the
        // top.
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
    /// The places of the lowest card a move lifts: of all equal cards of an open pile.
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
        const int useful = insight_.usefulness(move);
        if (useful > best[at]) {
            best[at] = useful;
            sources[at].preferred = target.move;
        }
        sources[at].targets.push_back(std::move(target));
    }

    const State& position_;
    const std::array<int, physical_count>& ids_;
    Insight<rules> insight_;
};

/// Looks for the most useful move in view, and says why.
template <const Rules& rules>
class HintMaker {
    static constexpr Layout layout{rules};

  public:
    explicit HintMaker(const Position<rules>& position) : position_(position), insight_(position) {}

    std::optional<Hint> make() const {
        if (position_.won()) return std::nullopt;
        if (rules.has_choice() && position_.choice() == 0) return choice();
        MoveList<rules> moves;
        generate(position_, moves);
        std::optional<Hint> best;
        int best_score = 0;
        for (const Move& move : moves) {
            Hint hint;
            const int score = judge(move, hint);
            if (score <= best_score) continue;
            best_score = score;
            hint.move = move_text(rules, move);
            best = std::move(hint);
        }
        return best;
    }

  private:
    using Parameters = std::vector<std::pair<std::string, std::string>>;

    /// The increment by which more cards can be laid at once.
    Hint choice() const {
        int best = 1;
        int most = -1;
        for (int which = 1; which <= 2; ++which) {
            Position<rules> chosen = position_;
            chosen.play(Move::choose(which));
            int fitting = 0;
            MoveList<rules> moves;
            for (bool found = true; found;) {
                found = false;
                generate(chosen, moves);
                for (const Move& move : moves) {
                    if (move.kind != MoveKind::cards || layout.kind(move.to) != PileKind::foundation)
                        continue;
                    chosen.play(move);
                    ++fitting;
                    found = true;
                    break;
                }
            }
            if (fitting > most) {
                most = fitting;
                best = which;
            }
        }
        const std::string increment = std::to_string(rules.increments[static_cast<std::size_t>(best - 1)]);
        return {"by" + std::to_string(best),
                "choice",
                {{"increment", increment}, {"count", std::to_string(most)}},
                "Building by " + increment + " lets " + std::to_string(most) +
                    " cards go to the foundations at once."};
    }

    static int say(Hint& hint, int score, std::string code, Parameters parameters, std::string text) {
        hint.code = std::move(code);
        hint.parameters = std::move(parameters);
        hint.text = std::move(text);
        return score;
    }

    int judge(const Move& move, Hint& hint) const {
        if (move.kind == MoveKind::draw)
            return say(hint, 20, "draw", {},
                       rules.stock.deal_to == DealTo::waste
                           ? "Nothing better is in view: draw a card."
                           : "Nothing better is in view: deal from the stock.");
        if (move.kind == MoveKind::redeal)
            return say(hint, 10, "redeal", {}, "Nothing better is in view: turn the waste over.");
        const std::string card = to_text(detail::lifted_card(position_, move));
        const std::string from = pile_name(layout, move.from);
        const std::string to = pile_name(layout, move.to);
        const Parameters names{{"card", card}, {"from", from}, {"to", to}};
        if (layout.kind(move.to) == PileKind::foundation) {
            if (insight_.safe(move))
                return say(hint, 1000, "safe", names, card + " goes to its foundation: that never hurts.");
            return say(hint, 500 + insight_.usefulness(move) % 10, "foundation", names,
                       card + " fits its foundation.");
        }
        if (layout.kind(move.from) == PileKind::tableau) return judge_tableau(move, hint, names, card, from);
        if (layout.kind(move.to) == PileKind::reserve) return 0;
        const bool space = position_.empty(move.to);
        if (layout.kind(move.from) == PileKind::waste) {
            const int far = insight_.usefulness(move);
            if (rules.tableau.build.follow == Follow::any_card && !space)
                return say(hint,
                           insight_.distance(position_.top(move.to)) >
                                   insight_.distance(detail::lifted_card(position_, move))
                               ? 100 + far % 100
                               : 15,
                           "covers", names, card + " waits on a card that is needed later.");
            return say(hint, space ? 120 : 300, "plays-waste", names, card + " comes off the waste.");
        }
        return judge_reserve(move, hint, names, card, from, space);
    }

    int judge_tableau(const Move& move, Hint& hint, const Parameters& names, const std::string& card,
                      const std::string& from) const {
        const int hidden = position_.hidden(move.from);
        const bool part = move.count == position_.size(move.from) - hidden;
        if (layout.kind(move.to) == PileKind::reserve) {
            if (rules.tableau.build.follow != Follow::nothing) return 0;
            const int below = next_distance(move);
            return say(hint, 100 - std::min(below, 90), "uncovers", names,
                       card + " in a cell uncovers the next card of " + from + ".");
        }
        if (rules.tableau.unit == Unit::ordered_run && move.count == position_.unit_size(move.from) &&
            move.count < position_.size(move.from)) {
            // Uncovers a card for good: no move of this kind puts cards out of order again.
            return position_.empty(move.to)
                       ? say(hint, 40, "uncovers", names,
                             "Moving " + card + " uncovers the next card of " + from + ".")
                       : say(hint, 420, "joins-run", names,
                             "Moving " + card + " makes a longer run and uncovers a card.");
        }
        if (part && hidden > 0)
            return say(hint, 450 + hidden, "turns-up", names,
                       "Moving " + card + " turns up a card of " + from + ".");
        const bool whole = move.count == position_.size(move.from);
        if (whole && !position_.empty(move.to))
            return say(hint, 400, "frees-pile", names, "Moving " + card + " empties " + from + ".");
        if (move.count == position_.size(move.from) - hidden || position_.empty(move.to)) return 0;
        if (rules.tableau.unit == Unit::top_card) return 0;
        return frees_foundation_card(move)
                   ? say(hint, 350, "frees-card", names, "Moving " + card + " frees a card for a foundation.")
                   : 0;
    }
    /// How far the card under a lifted top is from home.
    int next_distance(const Move& move) const {
        const std::span<const Card> cards = position_.pile(move.from);
        return cards.size() > move.count ? insight_.distance(cards[cards.size() - move.count - 1U]) : 90;
    }
    bool frees_foundation_card(const Move& move) const {
        const std::span<const Card> cards = position_.pile(move.from);
        return cards.size() > move.count &&
               position_.foundations_for(cards[cards.size() - move.count - 1U]) != 0;
    }

    int judge_reserve(const Move& move, Hint& hint, const Parameters& names, const std::string& card,
                      const std::string& from, bool space) const {
        if (rules.reserve.access == Access::every_card) {
            if (space || !lets_a_run_move(move)) return 0;
            return say(hint, 200, "builds-bridge", names, card + " from the reserve lets another run move.");
        }
        if (!space)
            return say(hint, 250, "frees-reserve", names, card + " from " + from + " continues a run.");
        if (position_.size(move.from) > 1)
            return say(hint, 60, "uncovers", names, card + " uncovers the next card of " + from + ".");
        return 0;
    }

    /// Whether after the move a whole unit fits on the card that was laid, and uncovers a card or frees a
    /// pile.
    bool lets_a_run_move(const Move& move) const {
        Position<rules> after = position_;
        after.play(move);
        for (int number = 0; number < layout.tableau; ++number) {
            const PileId pile = layout.pile(PileKind::tableau, number);
            if (pile == move.to || after.empty(pile)) continue;
            const std::span<const Card> cards = after.pile(pile);
            const auto unit = static_cast<std::size_t>(after.unit_size(pile));
            if (after.tableau_accepts(move.to, cards[cards.size() - unit])) return true;
        }
        return false;
    }

    const Position<rules>& position_;
    Insight<rules> insight_;
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
    std::vector<std::pair<std::string, std::string>> parameters(const Move& move) const {
        std::vector<std::pair<std::string, std::string>> result;
        if (move.kind != MoveKind::cards) return result;
        result.emplace_back("from", pile_name(layout, move.from));
        result.emplace_back("to", pile_name(layout, move.to));
        const bool there =
            move.card.valid() || move.count <= position_.size(move.from) - position_.hidden(move.from);
        if (there) result.emplace_back("card", to_text(detail::lifted_card(position_, move)));
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
