#include "session/session.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "engine/notation.hpp"
#include "games/all.hpp"
#include "session/player/automatic_play.hpp"
#include "session/player/rule_of_thumb.hpp"
#include "tests/playout.hpp"
#include "tests/setup.hpp"

namespace quincunx {
namespace {

std::vector<std::string> game_ids() {
    std::vector<std::string> ids;
    games::for_each_game([&]<const Rules & rules>() { ids.emplace_back(rules.id); });
    return ids;
}

Session deal(const std::string& text) {
    Expected<Session> session = Session::from_deal(text);
    EXPECT_TRUE(session) << text;
    return *std::move(session);
}

std::string pick(const std::vector<std::string>& texts, std::mt19937& random) {
    return texts[std::uniform_int_distribution<std::size_t>(0, texts.size() - 1)(random)];
}

TEST(Session, UndoAndRedoGoBackAndForth) {
    std::mt19937 random(1);
    for (const std::string& id : game_ids()) {
        Session session = deal(id + "#32001");
        std::vector<std::string> positions{session.position_text()};
        for (int ply = 0; ply < 60 && !session.legal().empty(); ++ply) {
            ASSERT_FALSE(session.play(pick(session.accepted(), random)));
            positions.push_back(session.position_text());
        }
        while (session.undo()) EXPECT_EQ(session.position_text(), positions[session.ply()]) << id;
        EXPECT_EQ(session.ply(), 0U);
        while (session.redo()) EXPECT_EQ(session.position_text(), positions[session.ply()]) << id;
        EXPECT_EQ(session.ply(), positions.size() - 1);
        ASSERT_TRUE(session.go_to(positions.size() / 2));
        EXPECT_EQ(session.position_text(), positions[positions.size() / 2]);
        EXPECT_FALSE(session.go_to(positions.size()));
    }
}

TEST(Session, ARecordBringsEverythingBack) {
    std::mt19937 random(2);
    for (const std::string& id : game_ids()) {
        Session session = deal(id + "#77");
        session.set_automatic(Automatic::safe);
        for (int i = 0; i < 25 && !session.legal().empty(); ++i) session.play(pick(session.legal(), random));
        session.mark("here  and \"there\"");
        session.undo();
        EXPECT_TRUE(session.set_meta("time", "312"));
        EXPECT_FALSE(session.set_meta("a key", "x"));
        const std::string record = session.record_text();
        Expected<Session> again = Session::from_record(record);
        ASSERT_TRUE(again) << id << to_text(again.error());
        EXPECT_EQ(again->record_text(), record);
        EXPECT_EQ(again->position_text(), session.position_text());
        EXPECT_EQ(again->ply(), session.ply());
        EXPECT_EQ(again->automatic(), Automatic::safe);
        EXPECT_EQ(again->view().status, session.view().status);
    }
}

TEST(Session, CardsAlsoSeenAreChecked) {
    const auto with = [&](const std::string& start, const std::string& cards) {
        std::string text = deal(start).record_text();
        text.insert(text.find("result"), "meta also-seen" + cards + '\n');
        const Expected<Session> session = Session::from_record(text);
        return session ? std::string("fine") : to_text(session.error());
    };
    for (const char* const cards : {" 7H", " AC KS", " 7H1", " 7H2 8H"})
        EXPECT_EQ(with("carthage#1", cards), "fine") << cards;
    for (const char* const cards : {"", " 7", " 7H3", " 7H12", " 7h", " H7", " ??", " 7H,8H", " x", " 7H 1"})
        EXPECT_TRUE(with("carthage#1", cards).starts_with("5:1 not cards")) << with("carthage#1", cards);
    EXPECT_EQ(with("stalactites#1", " 7H"), "fine");
    EXPECT_TRUE(with("stalactites#1", " 7H1").starts_with("5:1 not cards"));
    EXPECT_FALSE(deal("stalactites#1").set_meta("also-seen", "7H"));
}

TEST(Session, AGameFromAPositionIsKeptAsOne) {
    Session dealt = deal("carthage#5");
    ASSERT_FALSE(dealt.play("draw"));
    Expected<Session> set_up = Session::from_position(dealt.position_text());
    ASSERT_TRUE(set_up);
    EXPECT_EQ(set_up->deal(), "");
    ASSERT_FALSE(set_up->play(set_up->legal().front()));
    Expected<Session> again = Session::from_record(set_up->record_text());
    ASSERT_TRUE(again) << to_text(again.error());
    EXPECT_EQ(again->position_text(), set_up->position_text());
}

TEST(Session, ABadRecordSaysWhere) {
    const std::string head = "quincunx-record 1\ngame carthage\ndeal carthage#1\nmoves\n";
    const auto error = [&](const std::string& text) {
        const Expected<Session> session = Session::from_record(text);
        return session ? std::string("none") : to_text(session.error());
    };
    EXPECT_EQ(error(head + "result playing\nend\n"), "none");
    EXPECT_EQ(error(head), "5:1 the record is cut off");
    EXPECT_EQ(error(head + "draw  T1>F9\nend\n").substr(0, 5), "5:7 m");
    EXPECT_EQ(error(head + "result won\nend\n"), "5:1 the result is playing, not won");
    EXPECT_EQ(error("quincunx-record 1\ngame carthage\ndeal carthage#0\nmoves\nend\n").substr(0, 5), "3:15 ");
    EXPECT_EQ(error(head + "draw end\nend\n"), "5:6 not a move: \"end\"");
    EXPECT_EQ(error(head + "draw #x\nend\n"), "5:6 not a move: \"#x\"");
    EXPECT_EQ(error("quincunx-record 1\ngame nosuch\ndeal nosuch#1\nmoves\nend\n"),
              "3:6 there is no game \"nosuch\"");
    EXPECT_EQ(error("quincunx-record 1\ngame carthage\nposition\ngame carthage\nF1 x\nend\nmoves\nend\n")
                  .substr(0, 4),
              "5:4 ");
}

TEST(Session, OneUndoTakesTheAutomaticMovesBackToo) {
    for (const std::string& id : game_ids()) {
        std::mt19937 random(3);
        for (int game = 1; game <= 20; ++game) {
            Session session = deal(id + '#' + std::to_string(40000 + game));
            session.set_automatic(Automatic::all);
            for (int i = 0; i < 40 && !session.legal().empty(); ++i) {
                const std::string before = session.position_text();
                const std::size_t ply = session.ply();
                ASSERT_FALSE(session.play(pick(session.legal(), random)));
                EXPECT_FALSE(session.moves()[ply].automatic);
                const std::string after = session.position_text();
                ASSERT_TRUE(session.undo());
                EXPECT_EQ(session.position_text(), before);
                EXPECT_EQ(session.ply(), ply);
                ASSERT_TRUE(session.redo());
                EXPECT_EQ(session.position_text(), after);
            }
        }
    }
}

TEST(Session, PlayingTheNextTakenBackMoveKeepsTheRest) {
    Session session = deal("gargantua#12345");
    for (int i = 0; i < 4; ++i) ASSERT_FALSE(session.play("draw"));
    ASSERT_TRUE(session.go_to(1));
    ASSERT_FALSE(session.play("draw"));
    EXPECT_EQ(session.plies(), 4U);
    const std::vector<std::string> legal = session.legal();
    const auto other =
        std::find_if(legal.begin(), legal.end(), [](const std::string& move) { return move != "draw"; });
    ASSERT_NE(other, legal.end());
    ASSERT_FALSE(session.play(*other));
    EXPECT_EQ(session.plies(), 3U);
}

TEST(Session, AFailedRequestChangesNothing) {
    Session session = deal("stalactites#9");
    const std::string record = session.record_text();
    for (const std::string move : {"", "T1", "T1>F1", "T9>F1", "draw", "by3", "T1>R1", "R1>F1", "\x01\xff"})
        EXPECT_TRUE(session.play(move)) << move;
    EXPECT_FALSE(session.undo());
    EXPECT_EQ(session.record_text(), record);
}

// --- The view ------------------------------------------------------------------------------------

TEST(View, HoldsEveryAcceptedMoveAndNoOther) {
    std::mt19937 random(4);
    for (const std::string& id : game_ids()) {
        Session session = deal(id + "#123456789");
        for (int ply = 0; ply < 80 && !session.legal().empty(); ++ply) {
            const View view = session.view();
            std::set<std::string> shown(view.controls.begin(), view.controls.end());
            std::set<std::string> listed(view.controls.begin(), view.controls.end());
            for (const SourceView& source : view.sources) {
                bool preferred = source.preferred.empty();
                for (const TargetView& target : source.targets) {
                    shown.insert(target.move);
                    preferred |= target.move == source.preferred;
                    if (!target.stand_in) listed.insert(target.move);
                }
                EXPECT_TRUE(preferred);
            }
            const std::vector<std::string> accepted = session.accepted();
            EXPECT_EQ(shown, std::set<std::string>(accepted.begin(), accepted.end())) << id << ' ' << ply;
            const std::vector<std::string> legal = session.legal();
            EXPECT_EQ(listed, std::set<std::string>(legal.begin(), legal.end())) << id << ' ' << ply;
            EXPECT_EQ(static_cast<std::size_t>(view.legal), legal.size());
            session.play(pick(accepted, random));
        }
    }
}

/// Everything that a player is told, with the unknown cards dealt again: no hidden card affects any of it.
template <const Rules& rules>
void permute_hidden(Position<rules>& position, std::mt19937& random) {
    constexpr Layout layout{rules};
    std::vector<Card> unknown;
    const auto hidden = [&](int pile) {
        const PileId id = pile_id(pile);
        return layout.kind(id) == PileKind::stock ? position.size(id) : position.hidden(id);
    };
    for (int pile = 0; pile < layout.piles(); ++pile) {
        const auto cards = position.pile(pile_id(pile));
        unknown.insert(unknown.end(), cards.begin(), cards.begin() + hidden(pile));
    }
    std::shuffle(unknown.begin(), unknown.end(), random);
    Position<rules> other;
    other.clear();
    other.set_redeals_left(position.redeals_left());
    other.set_choice(position.choice());
    std::size_t next = 0;
    for (int pile = 0; pile < layout.piles(); ++pile) {
        const auto cards = position.pile(pile_id(pile));
        for (int i = 0; i < static_cast<int>(cards.size()); ++i)
            other.append(pile_id(pile),
                         i < hidden(pile) ? unknown[next++] : cards[static_cast<std::size_t>(i)]);
        other.set_hidden(pile_id(pile), position.hidden(pile_id(pile)));
    }
    other.rebuild();
    position = other;
}

TEST(View, SaysOfWhichSuitsAFoundationTakesARank) {
    Session session = deal("gloucestershire#34");
    const auto foundation = [&](std::size_t pile) {
        const PileView view = session.view().piles[pile];
        return view.wants + ":" + view.suits;
    };
    EXPECT_EQ(foundation(0), "A:CDHS");
    ASSERT_FALSE(session.play("R2@AH>F1"));
    // Each suit has one foundation.
    EXPECT_EQ(foundation(0), "2H:H");
    EXPECT_EQ(foundation(1), "A:CDS");
    // Any suit, in Stalactites; nothing before the choice.
    session = deal("stalactites#4");
    EXPECT_EQ(foundation(0), ":");
    ASSERT_FALSE(session.play("by1"));
    EXPECT_EQ(foundation(0).substr(1), ":CDHS");
}

TEST(View, PermutingHiddenCardsChangesNothing) {
    games::for_each_game([]<const Rules & rules>() {
        const std::shared_ptr<const GameRules> value = GameRules::make(rules).value();
        std::mt19937 random(5);
        for (std::uint64_t number = 1; number <= 12; ++number) {
            Position<rules> position;
            position.deal(numbered_deal<rules>(50000 + number));
            MoveList<rules> moves;
            for (int ply = 0; ply < 120; ++ply) {
                generate(position, moves);
                if (moves.empty()) break;
                if (ply % 8 == 0) {
                    Position<rules> other = position;
                    permute_hidden(other, random);
                    const Game left(value, position_data(position));
                    const Game right(value, position_data(other));
                    EXPECT_EQ(left.text(true), right.text(true));
                    EXPECT_TRUE(left.view() == right.view()) << rules.id;
                    EXPECT_TRUE(left.hint() == right.hint()) << rules.id;
                    for (const Automatic mode : {Automatic::safe, Automatic::all})
                        EXPECT_EQ(left.automatic_move(mode), right.automatic_move(mode)) << rules.id;
                }
                position.play(moves[std::uniform_int_distribution<std::size_t>(0, moves.size() - 1)(random)]);
            }
        }
    });
}

/// The loops that play many games use the form of the rules that the compiler knows; sessions use values.
TEST(Game, AdvisesAsTheCompilerDoes) {
    games::for_each_game([]<const Rules & rules>() {
        const std::shared_ptr<const GameRules> value = GameRules::make(rules).value();
        for (int number = 1; number <= testing::scaled(60); ++number) {
            testing::Dice dice(static_cast<std::uint64_t>(number));
            Position<rules> position = testing::dealt<rules>(testing::deal_number(dice.below(100'000)));
            Game game(value, position_data(position));
            std::vector<Event> events;
            for (int ply = 0; ply < 200; ++ply) {
                ASSERT_EQ(game.position().key(), position.key());
                ASSERT_EQ(game.shown(), shown_cards(position));
                const std::optional<Move> best = RuleOfThumb(position).best();
                const std::optional<Hint> hint = game.hint();
                ASSERT_EQ(hint.has_value(), best.has_value()) << position_text(position);
                if (best) {
                    ASSERT_EQ(hint->move, move_text(rules, *best)) << position_text(position);
                }
                for (const Automatic mode : {Automatic::safe, Automatic::all})
                    ASSERT_EQ(game.automatic_move(mode), automatic_move(position, mode));
                MoveList<rules> moves;
                generate(position, moves);
                if (moves.empty()) break;
                const Move move = best && dice.chance(0.7) ? *best : moves[dice.below(moves.size())];
                position.play(move);
                game.play(move, events);
            }
        }
    });
}

/// Carthage with other numbers, which the compiler has never seen.
SharedRules read_rules(const std::string& id, const std::string& numbers) {
    Rules rules = games::carthage;
    std::istringstream(numbers) >> rules.ranks >> rules.tableau.piles >> rules.stock.each >>
        rules.deal[1].rounds;
    rules.id = id;
    rules.foundations[0].length = rules.ranks;
    return GameRules::make(rules).value_or(nullptr);
}

TEST(Session, PlaysGamesThatAreNotListed) {
    const SharedRules small = read_rules("small", "6 4 1 4");
    const SharedRules large = read_rules("large", "13 8 2 6");
    ASSERT_TRUE(small && large);
    EXPECT_FALSE(read_rules("wrong", "13 8 0 6"));
    EXPECT_EQ(Session::from_deal("small#1").error().code, "no-game");
    int won = 0;
    for (std::uint64_t number = 1; number <= 20; ++number) {
        const std::string deal = '#' + std::to_string(number);
        Session session = Session::from_deal(small, {"small", number, {}}).value();
        Session other = Session::from_deal(large, {"large", number, {}}).value();
        const Session carthage = Session::from_deal("carthage" + deal).value();
        EXPECT_TRUE(other.view().piles == carthage.view().piles);
        while (const std::optional<Hint> hint = session.hint()) {
            ASSERT_FALSE(session.play(hint->move)) << hint->move;
            if (const std::optional<Hint> its = other.hint()) {
                ASSERT_FALSE(other.play(its->move));
            }
            const Expected<Session> set_up = Session::from_position(small, session.position_text());
            ASSERT_EQ(set_up.value().legal(), session.legal());
        }
        won += session.status() == Status::won ? 1 : 0;
        const Record record = parse_record(session.record_text()).value();
        EXPECT_EQ(Session::replay(small, record).present.value().record_text(), session.record_text());
        EXPECT_EQ(Session::replay(large, record).error.value().message,
                  "the deal is for another game, not large");
        EXPECT_EQ(Session::from_record(session.record_text()).error().code, "no-game");
        while (session.undo_one()) {
        }
        EXPECT_EQ(session.position_text(), session.start().text(false));
    }
    EXPECT_GT(won, 0);
}

TEST(View, TheChoiceShowsWhatItMeans) {
    const View view = deal("stalactites#1").view();
    ASSERT_EQ(view.choices.size(), 2U);
    EXPECT_EQ(view.controls, (std::vector<std::string>{"by1", "by2"}));
    EXPECT_EQ(view.choices[1].increment, 2);
    const std::string& sequence = view.choices[1].sequences[0];
    EXPECT_EQ(sequence.size(), 25U);
    EXPECT_EQ(view.piles[0].cards[0].card.rank(), card_from_text(sequence.substr(0, 1) + "C").rank());
}

// --- Hints and automatic play --------------------------------------------------------------------

TEST(Hint, IsLegalAndEndsEveryGame) {
    for (const std::string& id : game_ids()) {
        int longest = 0;
        for (int number = 424242; number < 424252; ++number) {
            Session session = deal(id + '#' + std::to_string(number));
            int plies = 0;
            while (const std::optional<Hint> hint = session.hint()) {
                EXPECT_FALSE(hint->text.empty());
                ASSERT_FALSE(session.play(hint->move)) << id << ' ' << hint->move;
                ASSERT_LT(++plies, 1000) << id;
            }
            EXPECT_GT(plies, 1) << id << '#' << number;
            longest = std::max(longest, plies);
        }
        EXPECT_GT(longest, 10) << id;
    }
}

TEST(Automatic, NeverTouchesAnythingByItself) {
    Session session = deal("carthage#5");
    ASSERT_FALSE(session.play("R1>F1"));
    EXPECT_EQ(session.plies(), 1U);
}

TEST(Automatic, SafeLeavesTheTwinItsPlace) {
    // One foundation of spades is at the ace, the other is empty. One two of spades is free, its twin lies on
    // the second ace; playing the free two too early would take the twin's place.
    const auto safe = [](const std::string& rest) {
        const Expected<Position<games::carthage>> position = parse_position<games::carthage>(rest);
        EXPECT_TRUE(position) << (position ? "" : to_text(position.error()));
        return position && automatic_move(*position, Automatic::safe).has_value();
    };
    const std::string others =
        "F2 AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC\nF3 AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC\n"
        "F4 AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD\nF5 AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD\n"
        "F6 AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH\nF7 AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH\n";
    const std::string runs =
        "T4 KS QS JS TS 9S 8S 7S 6S 5S 4S 3S\nT5 KS QS JS TS 9S 8S 7S 6S 5S 4S 3S\nT6 -\nT7 -\nT8 -\n"
        "R2 -\nR3 -\nR4 -\nR5 -\nR6 -\nS -\n";
    EXPECT_FALSE(safe("game carthage\nF1 AS\n" + others + "F8 -\nT1 2S\nT2 -\nT3 -\n" +
                      runs.substr(0, runs.find("R2")) + "R1 AS 2S\n" + runs.substr(runs.find("R2"))));
    EXPECT_TRUE(safe("game carthage\nF1 AS\n" + others + "F8 AS\nT1 2S\nT2 2S\nT3 -\n" +
                     runs.substr(0, runs.find("R2")) + "R1 -\n" + runs.substr(runs.find("R2"))));
}

// --- Words ---------------------------------------------------------------------------------------

TEST(Refusal, EveryCodeHasItsOwnWords) {
    std::set<std::string> codes;
    for (int code = 0; code <= static_cast<int>(Refusal::nothing_to_turn); ++code) {
        const auto refusal = static_cast<Refusal>(code);
        codes.insert(describe(refusal, {}).code);
        EXPECT_FALSE(describe(refusal, {}).text.empty());
        const std::string text =
            describe(
                refusal,
                {{"from", "T1"}, {"to", "T2"}, {"card", "7H"}, {"on", "8S"}, {"rank", "A"}, {"limit", "2"}})
                .text;
        EXPECT_EQ(text.find('{'), std::string::npos) << text;
    }
    EXPECT_EQ(codes.size(), static_cast<std::size_t>(Refusal::nothing_to_turn) + 1);
}

TEST(Session, ALineOfARecordEndsWithOneCarriageReturnAtMost) {
    const std::string good = "quincunx-record 1\r\ngame carthage\r\ndeal carthage#1\r\nmoves\r\nend\r\n";
    EXPECT_TRUE(parse_record(good));
    for (const auto& [what, with, place] : {std::tuple{"moves", "mo\rves", "4:3"},
                                            {"moves", "moves\r", "4:6"},
                                            {"end", "mark 0 a\rb\r\nend", "5:9"}}) {
        std::string bad = good;
        bad.replace(bad.find(what), std::string_view(what).size(), with);
        const Expected<Record> record = parse_record(bad);
        ASSERT_FALSE(record);
        EXPECT_EQ(to_text(record.error()), std::string(place) + " a carriage return without a line feed");
    }
}
/// Texts that did not come from a record may hold anything; they are still written on one line.
TEST(Session, AMarkOfManyLinesIsWrittenOnOne) {
    Record record = *parse_record("quincunx-record 1\ngame carthage\ndeal carthage#1\nmoves\nend\n");
    record.marks.emplace_back(0, "\r\n one\r\ntwo\r ");
    const Expected<Record> again = parse_record(record_text(record));
    ASSERT_TRUE(again) << to_text(again.error());
    EXPECT_EQ(again->marks.front().second, "one  two");
}
TEST(Session, StartOfARecord) {
    Record record;
    record.game = "nosuch";
    EXPECT_FALSE(Session::replay(record).present);
    record.game = "carthage";
    record.deal = "gargantua#1";
    EXPECT_FALSE(Session::replay(record).present);
    record.deal = "carthage#1";
    ASSERT_TRUE(Session::replay(record).present);
    record.position = Session::replay(record).present->position_text();
    record.position_lines = {4, 7, 9};
    record.deal.clear();
    ASSERT_TRUE(Session::replay(record).present);
    record.position = "game carthage\nF1 x\n";
    ASSERT_FALSE(Session::replay(record).present);
    EXPECT_EQ(Session::replay(record).error->line, 7);
    record.position = "game carthage\n";
    EXPECT_EQ(Session::replay(record).error->line, 7);
}

}  // namespace
}  // namespace quincunx
