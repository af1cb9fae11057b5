#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/notation.hpp"
#include "session/session.hpp"
#include "tests/playout.hpp"
#ifdef QUINCUNX_WITH_ADVICE
#include "advice/advisor.hpp"
#include "fair/fair_advisor.hpp"
#endif

/// Does with a game of any rules all that can be done with one.
namespace quincunx::testing {

class RulesCheck {
    using Position = BasicPosition<Given>;
    using MoveList = BasicMoveList<Given>;

  public:
    RulesCheck(std::shared_ptr<const GameRules> game, std::uint64_t seed)
        : game_(std::move(game)), dice_(seed) {}

    /// The first failure, and its place; "" if there is none.
    std::string failure() {
        std::vector<Card> sorted = pack_order(rules(), 1);
        std::stable_sort(sorted.begin(), sorted.end(), [](Card a, Card b) { return a.suit() < b.suit(); });
        const std::vector<Card> back(sorted.rbegin(), sorted.rend());
        const DealText deals[] = {numbered(1 + dice_.below(1000)),
                                  numbered(deal_number(dice_.below(100'000))), listed(sorted), listed(back)};
        for (const DealText& deal : deals) {
            start_ = "\nin " + deal_text(deal);
            play(*deal_cards(rules(), deal));
            play_session(deal);
        }
        return wrong_.empty() ? "" : wrong_ + start_;
    }

  private:
    const Rules& rules() const { return game_->rules(); }
    DealText numbered(std::uint64_t number) const { return {std::string(rules().id), number, {}}; }
    DealText listed(std::vector<Card> cards) const {
        assign_packs(cards);
        return {std::string(rules().id), std::nullopt, std::move(cards)};
    }
    /// Notes what went wrong first.
    bool holds(bool right, const std::string& what) {
        if (!right && wrong_.empty()) {
            wrong_ = what;
            start_ += "\n" + now_;
        }
        return right;
    }

    // --- Positions -------------------------------------------------------------------------------

    void play(const std::vector<Card>& order) {
        if (!wrong_.empty()) return;
        Position position{Given(*game_)};
        position.deal(order);
        now_ = position_text(position);
        is_dealt(position, order);
        const Position start = position;
        std::vector<Undo> undos;
        std::vector<Position> before;
        for (int ply = 0; ply < 40 && wrong_.empty(); ++ply) {
            now_ = position_text(position);
            MoveList moves;
            generate(position, moves);
            is_counted(position);
            are_legal(position, moves);
            if (ply % 8 == 0) are_accepted(position, moves);
            if (ply % 4 == 0) is_read(position);
            if (moves.empty() || !wrong_.empty()) break;
            const std::optional<Move> move = pick_move(position, moves, dice_, taste(dice_.below(5)));
            if (ply % 4 == 0) before.push_back(position);
            undos.push_back(position.play(*move));
        }
        while (!undos.empty() && wrong_.empty()) {
            position.unplay(undos.back());
            undos.pop_back();
            if (undos.size() % 4 != 0 || before.size() <= undos.size() / 4) continue;
            holds(position == before[undos.size() / 4] && position.key() == before[undos.size() / 4].key(),
                  "undo does not lead back");
        }
        holds(position == start && position.key() == start.key(), "undo does not lead back to the start");
    }

    /// Each card where the steps of the deal say, and face down where they say so, in words of their own.
    void is_dealt(const Position& position, const std::vector<Card>& order) {
        std::vector<std::vector<bool>> down(static_cast<std::size_t>(position.layout().piles()));
        std::size_t next = 0;
        const auto give = [&](PileKind kind, int number, bool face_down) {
            const PileId pile = position.layout().pile(kind, number - 1);
            std::vector<bool>& cards = down[static_cast<std::size_t>(index(pile))];
            cards.push_back(face_down);
            const auto place = cards.size() - 1;
            holds(
                static_cast<int>(place) < position.size(pile) && position.pile(pile)[place] == order[next++],
                "a card is not where it is dealt");
        };
        for (int number = 1; number <= position.layout().foundations; ++number)
            if (position.group_of(number - 1).start == Start::laid_out)
                give(PileKind::foundation, number, false);
        for (const DealStep& step : rules().deal) {
            const int last = step.last == 0 ? position.layout().count(step.kind) : step.last;
            const int times = step.pile_by_pile ? step.rounds : 1;
            for (int round = 0; round < (step.pile_by_pile ? 1 : step.rounds); ++round) {
                std::vector<int> numbers;
                for (int pile = step.first + round * step.shift; pile <= last - round * step.shrink; ++pile)
                    if ((pile - step.first - round * step.shift) % step.every == 0) numbers.push_back(pile);
                if (step.from_right) std::reverse(numbers.begin(), numbers.end());
                for (const int pile : numbers)
                    for (int time = 0; time < times; ++time) give(step.kind, pile, step.face_down);
            }
        }
        for (std::size_t pile = 0; pile < down.size(); ++pile)
            for (std::size_t place = 0; place < down[pile].size(); ++place)
                holds(down[pile][place] ==
                          (static_cast<int>(place) < position.hidden(pile_id(static_cast<int>(pile)))),
                      "a card is dealt face down and lies face up, or the other way round");
        if (position.layout().has_stock && !position.empty(position.layout().stock()))
            holds(position.top(position.layout().stock()) == order[next],
                  "the next card is not on top of the stock");
    }

    /// All cards are there, and what is kept up to date is right.
    void is_counted(const Position& position) {
        std::array<int, face_count> counts{};
        for (int pile = 0; pile < position.layout().piles(); ++pile)
            for (const Card card : position.pile(pile_id(pile)))
                ++counts[static_cast<std::size_t>(card.face())];
        for (int suit = 0; suit < suit_count; ++suit)
            for (int rank = 1; rank <= rules().ranks; ++rank)
                holds(counts[static_cast<std::size_t>(Card(rank_of(rank), static_cast<Suit>(suit)).face())] ==
                          rules().decks,
                      "a card is missing or doubled");
        Position again = position;
        again.rebuild();
        holds(again.key() == position.key(), "the key is not kept up to date");
        for (int suit = 0; suit < suit_count; ++suit)
            for (int rank = 1; rank <= rules().ranks; ++rank) {
                const Card card(rank_of(rank), static_cast<Suit>(suit));
                holds(again.foundations_for(card) == position.foundations_for(card),
                      "what foundations wait for is not kept up to date");
            }
    }

    void are_legal(const Position& position, const MoveList& moves) {
        holds(moves.size() <= static_cast<std::size_t>(game_->facts().moves), "more moves than there can be");
        std::vector<std::string> texts;
        for (const Move& move : moves) {
            const std::string text = move_text(rules(), move);
            texts.push_back(text);
            const auto read = parse_move(rules(), text);
            holds(read && *read == move, "listed, but not read: " + text);
            holds(accepts(position, move), "listed, but not accepted: " + text);
        }
        std::sort(texts.begin(), texts.end());
        holds(std::adjacent_find(texts.begin(), texts.end()) == texts.end(), "a move is listed twice");
    }

    /// Each accepted move is listed, stands for one that is, or changes nothing (A5, A7); and is taken back.
    void are_accepted(const Position& position, const MoveList& moves) {
        for_each_accepted(position, [&](const Move& move) {
            if (!wrong_.empty()) return;
            const std::string text = move_text(rules(), move);
            const std::optional<Move> by = quincunx::listed(position, move);
            Position after = position;
            const Undo undo = after.play(move);
            is_counted(after);
            holds(by || after.key() == position.key(), "changes something, but is not listed: " + text);
            if (by) {
                holds(std::find(moves.begin(), moves.end(), *by) != moves.end(),
                      "accepted, but not listed: " + text);
                Position other = position;
                other.play(*by);
                holds(other.key() == after.key(), "not equal to the move listed for it: " + text);
            }
            after.unplay(undo);
            holds(after == position && after.key() == position.key(), "not taken back: " + text);
            after.rebuild();
            holds(after.key() == position.key(), "the key is wrong after taking back " + text);
        });
    }

    /// The position is set up from its text, and the same there.
    void is_read(const Position& position) {
        const auto read = parse_position(Given(*game_), now_);
        if (!holds(read.has_value(), read ? "" : "reached, but refused: " + to_text(read.error()))) return;
        holds(*read == position && read->key() == position.key(), "not the same when set up");
        holds(legal_move_texts(*read) == legal_move_texts(position), "other moves when set up");
    }

    // --- Games -----------------------------------------------------------------------------------

    void play_session(const DealText& deal) {
        if (!wrong_.empty()) return;
        Expected<Session> started = Session::from_deal(game_, deal);
        if (!holds(started.has_value(), started ? "" : "not dealt: " + to_text(started.error()))) return;
        Session& session = *started;
        constexpr Automatic modes[] = {Automatic::never, Automatic::safe, Automatic::all};
        session.set_automatic(modes[dice_.below(3)]);
        const int looked_at = static_cast<int>(dice_.below(8));
        for (int turn = 0; turn < 12 && wrong_.empty(); ++turn) {
            now_ = session.position_text();
            if (turn == looked_at) tells_nothing_hidden(session, deal);
            const std::optional<Hint> hint = session.hint();
            const std::vector<std::string> legal = session.legal();
            if (legal.empty()) break;
            const std::string move =
                hint && dice_.chance(0.5) ? hint->move : legal[dice_.below(legal.size())];
            holds(std::find(legal.begin(), legal.end(), move) != legal.end(),
                  "the hint is not listed: " + move);
            const std::optional<Failure> refused = session.play(move);
            holds(!refused, "listed, but refused: " + move);
            session.view();
            if (dice_.chance(0.3) && session.undo()) holds(session.redo(), "not made again");
        }
        session.finish();
        now_ = session.position_text();
        const auto [again, error] = Session::replay(game_, parse_record(session.record_text()).value());
        if (holds(!error, error ? "record refused: " + to_text(*error) : ""))
            holds(again->record_text() == session.record_text() && again->position_text() == now_,
                  "the record is another game");
        const Expected<Session> set_up = Session::from_position(game_, now_);
        if (holds(set_up.has_value(), set_up ? "" : "reached, but refused: " + to_text(set_up.error())))
            holds(set_up->legal() == session.legal(), "other moves when set up");
        if (wrong_.empty()) advise(session);
        const std::string end = session.position_text();
        const std::size_t ply = session.ply();
        while (session.undo_one()) {
        }
        holds(session.position_text() == session.start().text(false), "undo does not lead back");
        while (session.redo_one() && session.ply() < ply) {
        }
        holds(session.position_text() == end, "redo does not lead there");
    }

    /// A player is told the same if the cards that have not been seen lie in another order.
    void tells_nothing_hidden(const Session& session, const DealText& deal) {
        std::vector<Card> order = *deal_cards(rules(), deal);
        const CardSet seen = session.seen();
        std::vector<std::size_t> unseen;
        for (std::size_t i = 0; i < order.size(); ++i)
            if (!seen.test(static_cast<std::size_t>(order[i].physical()))) unseen.push_back(i);
        if (unseen.size() < 2 || session.saw_more()) return;
        for (std::size_t left = unseen.size(); left > 1; --left)
            std::swap(order[unseen[left - 1]], order[unseen[dice_.below(left)]]);
        Expected<Session> started = Session::from_deal(game_, {std::string(rules().id), std::nullopt, order});
        if (!holds(started.has_value(), "the same cards in another order are refused")) return;
        Session& other = *started;
        other.set_automatic(session.automatic());
        for (std::size_t i = 0; i < session.ply(); ++i) {
            const RecordMove& move = session.moves()[i];
            if (i < other.ply()) {
                holds(move.text == other.moves()[i].text, "automatic play knows hidden cards");
                continue;
            }
            holds(!other.play(move.text), "refused because of hidden cards: " + move.text);
        }
        if (!holds(other.ply() == session.ply(), "automatic play knows hidden cards")) return;
        holds(session.view() == other.view(), "the view shows hidden cards");
        holds(session.hint() == other.hint(), "the hint knows hidden cards");
        holds(told(session) == told(other), "hidden cards are told: " + told(session) + " or " + told(other));
    }

    /// All that is told about a game but the view, as a text.
    std::string told(const Session& session) {
        std::string text = session.player_text();
        for (const std::string& move : session.accepted()) text += move + ' ';
        for (const std::string& move : session.legal()) text += move + ' ';
#ifdef QUINCUNX_WITH_ADVICE
        fair::FairAdvisor fair(game_);
        fair.set(session);
        const auto add = [&](const fair::Advice& advice) {
            text += (advice.hint ? advice.hint->move : "none") + ' ' + std::string(to_text(advice.basis)) +
                    ' ' + std::to_string(advice.wins) + '/' + std::to_string(advice.trials) + ' ' +
                    std::to_string(advice.chance.value_or(-1)) + ' ' + std::to_string(advice.nodes) + ' ';
            for (const std::string& move : advice.plan) text += move + ' ';
        };
        add(fair.instant());
        const fair::OddsLimits worlds{.worlds = 2, .nodes = 20, .certain_nodes = 60};
        fair.start({.plans = 2, .trials = 2, .nodes = 20, .all_nodes = 60, .certain_nodes = 60}, worlds);
        while (!fair.step(100)) {
        }
        add(fair.advice());
        const fair::Odds odds = fair.odds();
        text +=
            std::to_string(odds.worlds) + ' ' + std::to_string(odds.won) + ' ' + std::to_string(odds.unknown);
#endif
        return text;
    }

#ifdef QUINCUNX_WITH_ADVICE
    void advise(const Session& session) {
        advice::Advisor advisor(game_);
        for (const Game& game : {session.start(), session.game()}) {
            now_ = game.text(false);
            advisor.set_position(game);
            advisor.start({.nodes = 60, .memory = std::size_t{16} << 20});
            while (!advisor.step(60)) {
            }
            holds(!advisor.defective(), "a solution that does not replay");
            Session line = Session::from_position(game_, now_).value();
            if (advisor.verdict() != advice::Verdict::winnable) continue;
            advisor.shorten(200);
            for (const std::string& move : advisor.line())
                holds(!line.play(move), "not in a solution: " + move);
            holds(line.status() == Status::won, "a solution that does not win");
        }
        fair::FairAdvisor fair(game_);
        fair.set(session);
        fair.instant();
        const solver::Effort effort{
            .plans = 2, .trials = 2, .nodes = 20, .all_nodes = 60, .certain_nodes = 60};
        fair.start(effort, fair::OddsLimits{.worlds = 2, .nodes = 20, .certain_nodes = 60});
        while (!fair.step(100)) {
        }
        const fair::Advice advice = fair.advice();
        holds(!fair.defective(), "a plan that does not replay");
        if (advice.hint)
            holds(!session.why(advice.hint->move), "advice that is refused: " + advice.hint->move);
    }
#else
    void advise(const Session& /*session*/) {}
#endif

    std::shared_ptr<const GameRules> game_;
    Dice dice_;
    std::string start_;
    std::string now_;
    std::string wrong_;
};

inline std::string failure(const Rules& rules, std::uint64_t seed) {
    return RulesCheck(GameRules::make(rules).value(), seed).failure();
}

}  // namespace quincunx::testing
