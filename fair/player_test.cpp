#include "fair/player.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "engine/deal.hpp"
#include "fair/fair_advisor.hpp"
#include "fair/odds.hpp"
#include "games/all.hpp"
#include "session/session.hpp"
#include "solver/common/micro_test.hpp"
#include "tests/games/forty_thieves.hpp"
#include "tests/made_up.hpp"
#include "tests/playout.hpp"
#include "tests/setup.hpp"

namespace quincunx::fair {
namespace {

using solver::volume;

constexpr Effort quick{.plans = 3, .trials = 4, .nodes = 150, .all_nodes = 4000, .certain_nodes = 1000};

/// Everything that a player is told, in one text.
std::string told(const Advice& advice) {
    std::string text = advice.hint ? advice.hint->move + advice.hint->code + advice.hint->text : "none";
    for (const std::string& move : advice.plan) text += ' ' + move;
    text += ' ' + purpose(advice);
    std::string weighed = ' ' + std::to_string(advice.chance.value_or(-1));
    for (const Choice& choice : advice.choices)
        weighed += ' ' + choice.move + ' ' + std::to_string(choice.chance.value_or(-1)) +
                   (choice.as_good ? " as good" : " worse");
    return text + ' ' + std::string(to_text(advice.basis)) + ' ' + sureness(advice) + ' ' +
           std::to_string(advice.wins) + '/' + std::to_string(advice.trials) + ' ' +
           advice.other.value_or("-") + ' ' + std::to_string(advice.other_wins) + ' ' +
           std::to_string(advice.nodes) + weighed;
}
std::string told(const Odds& odds) {
    return std::to_string(odds.worlds) + ' ' + std::to_string(odds.won) + ' ' + std::to_string(odds.unknown) +
           ' ' + std::to_string(odds.fair.value_or(-1)) + ' ' + std::to_string(odds.all_known.low) + ' ' +
           std::to_string(odds.nodes);
}

std::string told(const std::optional<Judgement>& judged) {
    if (!judged) return "none";
    return std::to_string(judged->right ? static_cast<int>(*judged->right) : -1) +
           (judged->as_good ? " as good " : " worse ") + std::to_string(judged->after.value_or(-1)) + ' ' +
           std::to_string(judged->won) + ' ' + std::to_string(judged->best_won) + '/' +
           std::to_string(judged->worlds);
}

/// The position with all its unseen cards dealt again, also among those of another pack.
template <const Rules& rules>
Position<rules> dealt_again(const Position<rules>& position, const CardSet& seen, Random& random) {
    std::vector<Card> unseen;
    for (int i = 0; i < Position<rules>::piles; ++i)
        for (const Card card : position.pile(pile_id(i)))
            if (!seen.test(static_cast<std::size_t>(card.physical()))) unseen.push_back(card);
    for (std::size_t left = unseen.size(); left > 1; --left)
        std::swap(unseen[left - 1], unseen[random.below(left)]);
    Position<rules> other = position;
    other.clear();
    std::size_t next = 0;
    for (int i = 0; i < Position<rules>::piles; ++i) {
        for (const Card card : position.pile(pile_id(i)))
            other.append(pile_id(i),
                         seen.test(static_cast<std::size_t>(card.physical())) ? card : unseen[next++]);
        other.set_hidden(pile_id(i), position.hidden(pile_id(i)));
    }
    other.set_redeals_left(std::max(position.redeals_left(), 0));
    other.set_choice(position.choice());
    other.rebuild();
    return other;
}

/// The players of a rating are compiled for their rules; an advisor has them as a value.
template <const Rules& rules>
void expect_equal_players(std::uint64_t number, const Effort& effort) {
    const auto advisor = std::make_unique<FairAdvisor>(GameRules::make<rules>());
    const std::shared_ptr<const GameRules> value = GameRules::make(rules).value();
    Player<rules> player;
    Position<rules> position = *deal_position<rules>({std::string(rules.id), number, {}});
    CardSet seen = shown_cards(position);
    for (int ply = 0; ply < 60; ++ply) {
        player.set(Knowledge<rules>(position, seen));
        advisor->set(Game(value, position_data(position)), seen);
        if (ply % 10 == 5) {
            player.start(effort);
            advisor->start(effort);
            while (!player.step(500)) ASSERT_FALSE(advisor->step(500));
            ASSERT_TRUE(advisor->step(500));
        } else {
            player.instant();
            advisor->instant();
        }
        const Advice advice = advisor->advice();
        ASSERT_EQ(advice.nodes, player.nodes()) << rules.id << ' ' << number << ' ' << ply;
        ASSERT_EQ(advice.basis, player.basis());
        ASSERT_EQ(advice.hint.has_value(), player.move().has_value());
        if (!player.move()) break;
        ASSERT_EQ(advice.hint->move, move_text(rules, *player.move()));
        position.play(*player.move());
        seen |= shown_cards(position);
    }
}

TEST(Player, PlaysTheSameFromAValue) {
    for (std::uint64_t number = 1; number <= 8; ++number) {
        expect_equal_players<games::grandfather>(number, quick);
        expect_equal_players<games::carthage>(number, quick);
    }
}

TEST(Player, LooksAtMoreWorldsUntilOneIsWon) {
    int helped = 0;
    for (std::uint64_t number = 1; number <= 12; ++number) {
        Position<games::carthage> position;
        position.deal(numbered_deal<games::carthage>(number));
        Player<games::carthage> one;
        one.set(Knowledge<games::carthage>(position));
        one.instant({.nodes = 300, .worlds = 1});
        Player<games::carthage> more;
        more.set(Knowledge<games::carthage>(position));
        more.instant({.nodes = 300, .worlds = 5});
        if (one.basis() == Basis::one_world) {
            EXPECT_EQ(more.plans().front().moves, one.plans().front().moves) << number;
            EXPECT_EQ(more.nodes(), one.nodes()) << number;
        } else if (more.basis() == Basis::one_world) {
            ++helped;
        }
    }
    EXPECT_GT(helped, 0);
}

/// The leak test: at every ply of games, with all unseen cards dealt again in the true position, every answer
/// is the same.
template <const Rules& rules>
void expect_no_leak(int games) {
    const auto left = std::make_unique<FairAdvisor>(GameRules::make<rules>());
    const auto right = std::make_unique<FairAdvisor>(GameRules::make<rules>());
    const std::shared_ptr<const GameRules> value = GameRules::make(rules).value();
    Random random(23);
    int different = 0;  // pairs of positions that differ
    for (int number = 1; number <= games; ++number) {
        Position<rules> position;
        position.deal(numbered_deal<rules>(7'000'000 + static_cast<std::uint64_t>(number)));
        CardSet seen = shown_cards(position);
        const Position<rules> start = position;
        Position<rules> shown = position;  // when the last card was shown
        std::vector<Move> since;
        left->forget();
        right->forget();
        for (int ply = 0; status(position) == Status::playing && ply < 400; ++ply) {
            Random same = random;
            const Position<rules> other = dealt_again(shown, seen, random);
            const Position<rules> other_start = dealt_again(start, seen, same);
            if (!(other == shown)) ++different;
            left->set(
                Trail{Game(value, position_data(shown)), seen, since, Game(value, position_data(start))});
            right->set(Trail{Game(value, position_data(other)), seen, since,
                             Game(value, position_data(other_start))});
            ASSERT_EQ(told(left->instant()), told(right->instant()))
                << rules.id << ' ' << number << ' ' << ply;
            std::string move = left->advice().hint ? left->advice().hint->move : "";
            if (ply % 8 == number % 8) {
                constexpr OddsLimits worlds{.worlds = 3, .nodes = 100, .certain_nodes = 100};
                for (FairAdvisor* const advisor : {left.get(), right.get()}) {
                    advisor->start_odds(worlds, quick);
                    while (!advisor->step_odds(100)) {
                    }
                }
                ASSERT_EQ(told(left->odds()), told(right->odds())) << rules.id << ' ' << number << ' ' << ply;
                for (FairAdvisor* const advisor : {left.get(), right.get()}) {
                    advisor->start(quick, worlds);
                    while (!advisor->step(100)) {
                    }
                }
                ASSERT_EQ(told(left->advice()), told(right->advice()))
                    << rules.id << ' ' << number << ' ' << ply;
                if (left->advice().hint) move = left->advice().hint->move;
                // Also a move that shows a card, another one in each of them.
                std::vector<Move> listed;
                for (const std::string& text : legal_move_texts(position))
                    listed.push_back(*parse_move<rules>(text));
                const Move& tried = listed[random.below(listed.size())];
                for (FairAdvisor* const advisor : {left.get(), right.get()}) {
                    advisor->start_judge(tried, quick, worlds);
                    while (!advisor->step_judge(100)) {
                    }
                }
                ASSERT_EQ(told(left->judgement()), told(right->judgement()))
                    << rules.id << ' ' << number << ' ' << ply;
                ASSERT_EQ(told(left->advice()), told(right->advice()));
            }
            if (move.empty()) break;
            const Expected<Move> chosen = parse_move<rules>(move);
            ASSERT_TRUE(chosen && accepts(position, *chosen)) << move;
            position.play(*chosen);
            since.push_back(*chosen);
            if ((shown_cards(position) & ~seen).none()) continue;
            seen |= shown_cards(position);
            shown = position;
            since.clear();
        }
    }
    if (has_face_down(rules) || rules.stock.deal_to != DealTo::nowhere) {
        EXPECT_GT(different, 0) << rules.id;
    }
}

TEST(Fair, NothingHiddenTouchesAnyAnswer) {
    games::for_each_game([]<const Rules & rules>() { expect_no_leak<rules>(volume(6)); });
}

std::unique_ptr<FairAdvisor> advisor_of(const Session& session) {
    auto advisor = std::make_unique<FairAdvisor>(session.game().shared_rules());
    advisor->set(session);
    return advisor;
}
Advice decide(FairAdvisor& advisor, const Effort& effort, std::uint64_t budget) {
    advisor.start(effort);
    while (!advisor.step(budget)) {
    }
    return advisor.advice();
}

TEST(Fair, EqualEffortsGiveEqualAnswersWhateverTheSteps) {
    for (const std::string deal : {"gargantua#5", "carthage#5", "grandfather#5", "stalactites#5"}) {
        const Session session = *Session::from_deal(deal);
        const std::string first = told(decide(*advisor_of(session), quick, 1'000'000));
        EXPECT_EQ(told(decide(*advisor_of(session), quick, 7)), first) << deal;
    }
}

TEST(Fair, GoesOnWithItsPlan) {
    for (const std::string deal : {"gargantua#5", "carthage#5", "stalactites#5"}) {
        Session session = *Session::from_deal(deal);
        const auto advisor = advisor_of(session);
        const Advice first = decide(*advisor, {.plans = 4, .trials = 4}, 1000);
        ASSERT_FALSE(first.plan.empty());
        for (std::size_t i = 0; i < first.plan.size(); ++i) {
            advisor->set(session);
            // Asked either way, it says the same, and searches nothing.
            EXPECT_EQ(advisor->instant().hint->move, first.plan[i]) << deal << ' ' << i;
            const Advice again = decide(*advisor, {.plans = 4, .trials = 4}, 1000);
            EXPECT_EQ(again.hint->move, first.plan[i]) << deal << ' ' << i;
            if (i > 0) {
                EXPECT_EQ(again.nodes, 0U);
            }
            ASSERT_FALSE(session.play(first.plan[i]));
        }
    }
}

TEST(Fair, APlanEndsWithTheFirstCardThatItShows) {
    for (const std::string deal : {"gargantua#6", "carthage#6", "grandfather#6"}) {
        Session session = *Session::from_deal(deal);
        const Advice advice = advisor_of(session)->instant();
        const CardSet seen = session.seen();
        for (std::size_t i = 0; i < advice.plan.size(); ++i) {
            EXPECT_EQ(session.seen(), seen) << deal << ' ' << i;
            ASSERT_FALSE(session.play(advice.plan[i]));
        }
        EXPECT_NE(session.seen(), seen) << deal;
    }
}

TEST(Fair, IsCertainWhereEveryCardIsKnown) {
    int won = 0;
    int lost = 0;
    for (int number = 1; number <= 60; ++number) {
        Session session = *Session::from_deal("stalactites#" + std::to_string(number));
        const auto advisor = advisor_of(session);
        const Advice advice = decide(*advisor, advisor->usual(), 1000);
        EXPECT_TRUE(advice.fitted);
        advisor->start_odds({});
        while (!advisor->step_odds(1000)) {
        }
        EXPECT_TRUE(advisor->odds().complete);
        if (advice.basis == Basis::certain_win) {
            ++won;
            for (const std::string& move : advice.plan) ASSERT_FALSE(session.play(move));
            EXPECT_EQ(session.status(), Status::won);
            EXPECT_EQ(advisor->odds().fair, 1.0);
        } else {
            ++lost;
            EXPECT_EQ(advice.basis, Basis::certain_loss);
            EXPECT_EQ(advisor->odds().fair, 0.0);
        }
    }
    EXPECT_GT(won, 50);
    EXPECT_GT(lost, 0);
}

TEST(Fair, StoppedEarlyItStillAnswers) {
    for (const std::string deal : {"gargantua#7", "carthage#7", "gloucestershire#7"}) {
        const Session session = *Session::from_deal(deal);
        const auto advisor = advisor_of(session);
        advisor->start(advisor->usual());
        advisor->stop();
        ASSERT_TRUE(advisor->advice().hint) << deal;
        EXPECT_FALSE(session.why(advisor->advice().hint->move)) << deal;
    }
}

TEST(Fair, WhatWasCutOffDoesNotChangeALaterDecision) {
    for (const std::string deal : {"gargantua#7", "carthage#7"}) {
        const Session session = *Session::from_deal(deal);
        const auto undisturbed = advisor_of(session);
        const auto advisor = advisor_of(session);
        const Advice wanted = decide(*undisturbed, quick, 100);
        for (const bool released : {false, true}) {
            advisor->start(quick);
            ASSERT_FALSE(advisor->step(300)) << deal;
            if (released) {
                advisor->release();
                EXPECT_FALSE(advisor->advice().hint) << deal;
            } else {
                advisor->stop(false);
                EXPECT_TRUE(advisor->advice().hint) << deal;
            }
            advisor->start(quick);
            EXPECT_FALSE(advisor->step(1)) << deal;
            const Advice advice = decide(*advisor, quick, 100);
            EXPECT_EQ(advice.plan, wanted.plan) << deal;
            EXPECT_EQ(advice.wins, wanted.wins) << deal;
            EXPECT_EQ(advice.nodes, wanted.nodes) << deal;
            advisor->forget();
        }
    }
}

TEST(Fair, AWonOrStuckGameHasNoMove) {
    Session session = *Session::from_deal("stalactites#1");
    const auto advisor = advisor_of(session);
    const Advice line = decide(*advisor, advisor->usual(), 1000);
    for (const std::string& move : line.plan) ASSERT_FALSE(session.play(move));
    ASSERT_EQ(session.status(), Status::won);
    advisor->set(session.game(), session.seen());
    EXPECT_FALSE(advisor->instant().hint);
    EXPECT_FALSE(decide(*advisor, quick, 100).hint);
}

TEST(Fair, OddsBecomeNarrower) {
    const Session session = *Session::from_deal("carthage#8");
    const auto advisor = advisor_of(session);
    double before = 1;
    for (const int worlds : {4, 16, 64}) {
        advisor->start_odds({.worlds = worlds, .nodes = 500});
        while (!advisor->step_odds(1000)) {
        }
        const Odds odds = advisor->odds();
        EXPECT_EQ(odds.worlds, worlds);
        EXPECT_LE(odds.won + odds.unknown, odds.worlds);
        EXPECT_LE(odds.all_known.low, static_cast<double>(odds.won) / worlds);
        EXPECT_GE(odds.all_known.high, static_cast<double>(odds.won) / worlds);
        ASSERT_TRUE(odds.fair);
        EXPECT_LE(odds.fair_bounds.low, *odds.fair);
        EXPECT_GE(odds.fair_bounds.high, *odds.fair);
        const double width = odds.fair_bounds.high - odds.fair_bounds.low;
        EXPECT_LT(width, before);
        before = width;
    }
}

// --- one chance for one thing ---

constexpr Effort enough{.plans = 4, .trials = 4, .nodes = 1500, .all_nodes = 40'000, .certain_nodes = 1000};
constexpr OddsLimits few_worlds{.worlds = 6, .nodes = 500, .certain_nodes = 1000};

/// The whole answer to a hint, then the odds, by an advisor that has been asked nothing before.
std::string told_at(const Session& session, std::size_t ply) {
    Session there = *Session::from_record(session.record_text());
    there.go_to(ply);
    const auto advisor = advisor_of(there);
    advisor->start(enough, few_worlds);
    while (!advisor->step(100)) {
    }
    std::string text = told(advisor->advice());
    const auto hinted = advisor->advice().chance;
    advisor->start_odds(few_worlds, enough);
    while (!advisor->step_odds(100)) {
    }
    EXPECT_EQ(advisor->odds().fair, hinted) << text;
    return text + told(advisor->odds());
}
double chance_at(const Session& session) {
    const auto advisor = advisor_of(session);
    advisor->start_odds(few_worlds, enough);
    while (!advisor->step_odds(1000)) {
    }
    return advisor->odds().fair.value_or(-1);
}
Advice hint_at(const Session& session) {
    const auto advisor = advisor_of(session);
    advisor->start(enough, few_worlds);
    while (!advisor->step(1000)) {
    }
    return advisor->advice();
}

/// A player who follows the hints hears the same chance, and goes on with the same plan, until a card is shown; from
/// advisors that know nothing of each other.
TEST(Chance, StaysTheSameAlongAPlan) {
    int moves = 0;
    for (const std::string deal : {"carthage#5", "gargantua#5", "grandfather#5"}) {
        Session session = *Session::from_deal(deal);
        for (int plans = 0; plans < std::min(3, volume(2)); ++plans) {
            const Advice decided = hint_at(session);
            if (decided.basis != Basis::trials) break;
            ASSERT_TRUE(decided.chance);
            const CardSet seen = session.seen();
            while (session.seen() == seen) {
                const Advice hint = hint_at(session);
                // Where a plan comes to the same view twice, what is between is left out.
                ASSERT_LE(hint.plan.size(), decided.plan.size());
                EXPECT_TRUE(std::equal(hint.plan.rbegin(), hint.plan.rend(), decided.plan.rbegin()));
                EXPECT_EQ(hint.chance, decided.chance) << deal << ' ' << session.ply();
                EXPECT_EQ(hint.choices.front().chance, decided.chance);
                EXPECT_EQ(chance_at(session), *decided.chance) << deal << ' ' << session.ply();
                ASSERT_FALSE(session.play(hint.hint->move));
                ++moves;
            }
        }
    }
    EXPECT_GT(moves, volume(24));
}

/// So does whoever knows every card, up to the win: other solutions, one found after each move, may lead back and forth.
TEST(Fair, GoesOnWithItsSolutionThoughItRemembersNothing) {
    for (const std::string deal : {"stalactites#1", "stalactites#5", "gloucestershire#5"}) {
        Session session = *Session::from_deal(deal);
        const std::vector<std::string> solution = hint_at(session).plan;
        ASSERT_GT(solution.size(), 40U);
        for (const std::string& move : solution) {
            const Advice hint = hint_at(session);
            EXPECT_EQ(hint.basis, Basis::certain_win);
            ASSERT_EQ(hint.plan.front(), move) << deal << ' ' << session.ply();
            ASSERT_FALSE(session.play(move));
        }
        EXPECT_EQ(session.status(), Status::won);
    }
}

Session copy_of(const Session& session) {
    return *Session::from_record(session.record_text());
}

/// A listed move that shows no card and is not the one given.
std::string detour(const Session& session, const std::string& other_than) {
    for (const std::string& move : session.legal()) {
        Session then = copy_of(session);
        if (move == other_than || then.play(move) || then.seen() != session.seen()) continue;
        return move;
    }
    return "";
}

/// Off the plan is another decision; back on it, by undo or by a move, the chance is what it was.
TEST(Chance, IsThatOfThePlanAgainAfterADetour) {
    int different = 0;
    int back = 0;
    for (int number = testing::volume() < 1 ? 2 : 1; number <= (testing::volume() < 1 ? 2 : 3); ++number) {
        Session session = *Session::from_deal("carthage#" + std::to_string(number));
        const Advice decided = hint_at(session);
        if (decided.plan.size() < 3) continue;
        ASSERT_FALSE(session.play(decided.plan[0]));
        for (const std::string& move : session.legal()) {
            Session off = copy_of(session);
            ASSERT_FALSE(off.play(move));
            if (move == decided.plan[1] || off.seen() != session.seen()) continue;
            different += chance_at(off) != *decided.chance ? 1 : 0;
            for (const std::string& way : off.legal()) {
                Session again = copy_of(off);
                if (again.play(way) || again.position_text() != session.position_text()) continue;
                ++back;
                EXPECT_EQ(chance_at(again), *decided.chance) << number;
                EXPECT_EQ(hint_at(again).hint->move, decided.plan[1]) << number;
            }
            off.undo();
            EXPECT_EQ(chance_at(off), *decided.chance) << number;
        }
    }
    EXPECT_GT(different, 0);
    EXPECT_GT(back, 0);
}

/// Earlier questions to an advisor change nothing, and nor do later moves of the record.
TEST(Chance, FollowsFromTheMovesAlone) {
    Random random(5);
    for (const std::string deal : {"carthage#4", "gargantua#4"}) {
        Session session = *Session::from_deal(deal);
        const auto asked = std::make_unique<FairAdvisor>(session.game().shared_rules());
        for (int ply = 0; ply < (testing::volume() < 1 ? 4 : 14); ++ply) {
            const std::vector<std::string> moves = session.legal();
            if (moves.empty()) break;
            ASSERT_FALSE(session.play(moves[random.below(moves.size())]));
        }
        std::vector<std::string> first;
        for (std::size_t ply = 0; ply <= session.plies(); ++ply) {
            first.push_back(told_at(session, ply));
            // Long after, the same advisor, which has been asked about all the others.
            session.go_to(session.plies() - ply);
            asked->set(session);
            asked->start(enough, few_worlds);
            while (!asked->step(70)) {
            }
        }
        for (std::size_t ply = 0; ply <= session.plies(); ++ply) {
            session.go_to(ply);
            asked->set(session);
            asked->start_odds(few_worlds, enough);
            while (!asked->step_odds(70)) {
            }
            EXPECT_TRUE(first[ply].ends_with(told(asked->odds()))) << deal << ' ' << ply;
            Session cut = *Session::from_deal(deal);
            for (std::size_t i = 0; i < ply; ++i) ASSERT_FALSE(cut.play(session.moves()[i].text));
            EXPECT_EQ(told_at(cut, ply), first[ply]) << deal << ' ' << ply;
        }
    }
}

Judgement judge_at(const Session& session, const std::string& move) {
    const auto advisor = advisor_of(session);
    advisor->start_judge(*parse_move(advisor->rules(), move), enough, few_worlds);
    while (!advisor->step_judge(1000)) {
    }
    return advisor->judgement().value();
}

/// Without a card there is no luck: the chance after a move is the earlier one less what the judge says that it cost, also
/// for a player who leaves plan after plan, or makes a plan's moves in another order.
TEST(Chance, ChangesByWhatAMoveCostsUntilACardIsShown) {
    int moves = 0;
    int costly = 0;
    for (const std::string deal : {"carthage#9", "gargantua#9"}) {
        if (testing::volume() < 1 && moves > 0) break;
        Session session = *Session::from_deal(deal);
        for (int ply = 0; ply < (testing::volume() < 1 ? 4 : 6); ++ply) {
            const std::string move = detour(session, hint_at(session).hint->move);
            if (move.empty()) break;
            const double before = chance_at(session);
            const Judgement judged = judge_at(session, move);
            ASSERT_FALSE(session.play(move));
            ASSERT_TRUE(judged.after) << deal << ' ' << ply;
            EXPECT_EQ(chance_at(session), *judged.after) << deal << ' ' << ply;
            EXPECT_EQ(chance_at(session) < before, judged.won < judged.best_won) << deal << ' ' << ply;
            costly += judged.after < before ? 1 : 0;
            ++moves;
        }
    }
    EXPECT_GT(moves, testing::volume() < 1 ? 3 : 5);
    EXPECT_GT(costly, 0);
}

/// The position after moves that show no card; empty if one of them cannot be made, or shows one.
std::string after(const Session& session, const std::vector<std::string>& moves) {
    Session then = copy_of(session);
    for (const std::string& move : moves)
        if (then.play(move) || then.seen() != session.seen()) return "";
    return then.position_text();
}

/// A player who makes a plan's moves in another order follows it, if both orders come to the same.
TEST(Chance, StaysTheSameWhateverTheOrderOfAPlan) {
    int others = 0;
    for (int number = 1; others < 3 && number <= 20; ++number) {
        Session session = *Session::from_deal("carthage#" + std::to_string(number));
        const Advice decided = hint_at(session);
        if (decided.basis != Basis::trials) continue;
        std::vector<std::string> planned;
        for (const std::string& move : decided.plan) {
            std::vector<std::string> other{move};
            other.insert(other.end(), planned.begin(), planned.end());
            planned.push_back(move);
            if (planned.size() == 1) continue;
            const std::string there = after(session, planned);
            if (there.empty() || after(session, other) != there) continue;
            ++others;
            Session first = copy_of(session);
            ASSERT_FALSE(first.play(move));
            EXPECT_EQ(chance_at(first), *decided.chance) << number << ' ' << move;
            EXPECT_EQ(hint_at(first).plan.size(), decided.plan.size() - 1) << number << ' ' << move;
            break;
        }
    }
    EXPECT_EQ(others, 3);
}

TEST(Chance, IsNotSaidByAnInstantAnswer) {
    const Session session = *Session::from_deal("carthage#5");
    const auto advisor = advisor_of(session);
    decide(*advisor, enough, 1000);
    const Advice instant = advisor->instant();
    EXPECT_TRUE(instant.hint);
    EXPECT_TRUE(instant.decided);
    EXPECT_FALSE(instant.chance);
    EXPECT_TRUE(instant.choices.empty());
}

/// The move stands before its chance does.
TEST(Chance, ComesAfterTheMove) {
    const Session session = *Session::from_deal("carthage#5");
    const auto advisor = advisor_of(session);
    advisor->start(enough, few_worlds);
    EXPECT_FALSE(advisor->advice().decided);
    EXPECT_FALSE(advisor->advice().hint);
    while (!advisor->advice().decided) ASSERT_FALSE(advisor->step(50));
    const Advice decided = advisor->advice();
    EXPECT_TRUE(decided.hint);
    EXPECT_FALSE(decided.chance);
    while (!advisor->step(50)) {
    }
    EXPECT_EQ(advisor->advice().hint->move, decided.hint->move);
    EXPECT_TRUE(advisor->advice().chance);
}

/// Stopped while it still goes along the moves, it answers as if at once.
TEST(Chance, StoppedOnTheWayIsAnInstantAnswer) {
    Session session = *Session::from_deal("carthage#5");
    ASSERT_FALSE(session.play(detour(session, "")));
    const auto advisor = advisor_of(session);
    const std::string move = advisor->instant().hint->move;
    advisor->start(advisor->usual(), few_worlds);
    advisor->stop();
    EXPECT_EQ(advisor->advice().hint->move, move);
    EXPECT_FALSE(advisor->advice().chance);
    advisor->start_odds(few_worlds);
    advisor->stop();
    EXPECT_FALSE(advisor->odds().fair);
    EXPECT_EQ(advisor->odds().worlds, 0);
}

TEST(Plans, AreAsGoodUnlessTheirWorldsSayOtherwise) {
    const auto plan = [](const std::string& won) {
        Plan made;
        for (const char world : won) made.won.push_back(world == '1');
        return made;
    };
    const auto as_good = [&](const std::string& one, const std::string& other) {
        return difference(plan(one).won, plan(other).won).as_good;
    };
    EXPECT_TRUE(as_good("", ""));
    EXPECT_TRUE(as_good("1010", "1010"));
    EXPECT_TRUE(as_good("00000", "11111")) << "five worlds may be luck: 1 in 16";
    EXPECT_FALSE(as_good("000000", "111111")) << "six are not: 1 in 32";
    EXPECT_FALSE(as_good("111111", "000000"));
    EXPECT_FALSE(as_good("000000", "1111110000")) << "of worlds that only one was tried in, nothing is said";
    EXPECT_TRUE(as_good("0000000111", "1111111000")) << "7 against 3: 0.34";
    EXPECT_DOUBLE_EQ(difference(plan("0011").won, plan("1111").won).share, -0.5);
}

/// The choices of a decision: different moves, the hint first, and none has a better chance unless it is as good.
TEST(Chance, OfTheBestThreeMoves) {
    int others = 0;
    for (const std::string deal : {"carthage#8", "gargantua#3", "gargantua#4", "gargantua#6"}) {
        const Session session = *Session::from_deal(deal);
        const auto advisor = advisor_of(session);
        advisor->start(advisor->usual(), few_worlds);
        while (!advisor->step(1000)) {
        }
        const Advice advice = advisor->advice();
        ASSERT_FALSE(advice.choices.empty());
        EXPECT_LE(advice.choices.size(), 3U);
        EXPECT_EQ(advice.choices[0].move, advice.hint->move);
        EXPECT_EQ(advice.choices[0].chance, advice.chance);
        EXPECT_TRUE(advice.choices[0].as_good);
        std::set<std::string> moves;
        for (const Choice& choice : advice.choices) {
            EXPECT_TRUE(moves.insert(choice.move).second) << deal;
            EXPECT_FALSE(session.why(choice.move)) << deal;
            EXPECT_TRUE(choice.chance) << deal;
        }
        others += static_cast<int>(advice.choices.size()) - 1;
    }
    EXPECT_GT(others, 4);
}

Judgement judge(FairAdvisor& advisor, const std::string& move, std::uint64_t budget = 100'000) {
    advisor.start_judge(*parse_move(advisor.rules(), move), quick, {.worlds = 24, .nodes = 300});
    while (!advisor.step_judge(budget)) {
    }
    return advisor.judgement().value();
}

/// Every move of some views is judged, those that show a card too. The hint is right; others may cost something.
TEST(Judge, SaysWhatEachMoveCosts) {
    int right = 0;
    for (const std::string deal : {"carthage#8", "gargantua#3", "gargantua#4", "grandfather#2"}) {
        const Session session = *Session::from_deal(deal);
        const auto advisor = advisor_of(session);
        for (const std::string& move : session.game().legal()) {
            const Judgement judged = judge(*advisor, move);
            ASSERT_TRUE(judged.right && judged.after) << deal << ' ' << move;
            const Advice advice = advisor->advice();
            if (move == advice.hint->move) {
                EXPECT_TRUE(*judged.right && judged.as_good) << deal << ' ' << move;
                EXPECT_EQ(judged.after, advice.chance) << deal << ' ' << move;
            }
            EXPECT_EQ(*judged.right, judged.as_good || *advice.chance - *judged.after < least_cost);
            EXPECT_LE(judged.won, judged.worlds);
            right += *judged.right ? 1 : 0;
            const auto other = advisor_of(session);
            EXPECT_EQ(told(judge(*other, move, 7)), told(judged)) << deal << ' ' << move;
        }
    }
    EXPECT_GT(right, 10);
}

/// Two moves to the same pile, of which one is worse in a quarter of the worlds.
TEST(Judge, CallsAMoveWrongThatIsClearlyWorse) {
    Session session = *Session::from_deal("carthage#9");
    for (const char* const move :
         {"T2>T8", "T7>T5", "R4>T2", "R4>T7", "T7>T8", "R1>T7", "R1>F1", "R1>F2", "T7>T8", "T3>T8", "R1>T3"})
        ASSERT_FALSE(session.play(move));
    const auto advisor = advisor_of(session);
    Effort effort = advisor->usual();
    effort.all_nodes = 60'000;
    const auto judged = [&](const char* move) {
        advisor->start_judge(*parse_move(advisor->rules(), move), effort, {.worlds = 40});
        while (!advisor->step_judge(100'000)) {
        }
        return advisor->judgement().value();
    };
    const Judgement wrong = judged("R6>T7");
    EXPECT_FALSE(*wrong.right);
    EXPECT_GT(*advisor->advice().chance - *wrong.after, 0.1);
    EXPECT_LT(wrong.won, wrong.best_won);
    EXPECT_TRUE(*judged("R4>T7").right);
}

/// The moves of a plan in another order are the same plan, and nothing can be held against them.
TEST(Judge, KnowsAPlanWhoseMovesAreInAnotherOrder) {
    using games::carthage;
    int same = 0;
    int others = 0;
    for (std::uint64_t deal = 1; deal <= 10; ++deal) {
        const Position<carthage> position = *deal_position<carthage>({"carthage", deal, {}});
        const Knowledge<carthage> knowledge(position);
        const auto played = [&](const Move& first, const Move& second) -> std::optional<std::uint64_t> {
            Position<carthage> game = knowledge.example();
            const Undo one = game.play(first);
            if (knowledge.revealed(game, one) || !accepts(game, second)) return std::nullopt;
            game.play(second);
            return game.key();
        };
        MoveList<carthage> moves;
        generate(knowledge.example(), moves);
        for (const Move& first : moves)
            for (const Move& second : moves) {
                const auto planned = played(first, second);
                if (first == second || !planned) continue;
                const auto rest = rest_after(knowledge, {first, second}, second);
                const bool equal = played(second, first) == planned;
                EXPECT_EQ(rest, equal ? std::optional(std::vector{first}) : std::nullopt) << deal;
                ++(equal ? same : others);
            }
    }
    EXPECT_GT(same, 10);
    EXPECT_GT(others, 10);
}

/// Where every card is known, a move is judged by whether it wins.
TEST(Judge, KnowsWhetherAMoveWinsWhereEveryCardIsKnown) {
    int wrong = 0;
    for (int number = 1; number <= 20; ++number) {
        const Session session = *Session::from_deal("stalactites#" + std::to_string(number));
        const auto advisor = advisor_of(session);
        for (const std::string& move : session.game().legal()) {
            advisor->start_judge(*parse_move(advisor->rules(), move), advisor->usual(), {});
            while (!advisor->step_judge(100'000)) {
            }
            const std::optional<Judgement> judged = advisor->judgement();
            ASSERT_TRUE(judged && judged->right) << number << ' ' << move;
            Game game = session.game();
            std::vector<Event> events;
            game.play(*parse_move(game.rules(), move), events);
            const std::shared_ptr<const GameRules> value = GameRules::make(session.rules()).value();
            const auto search = solver::make_search(Given(*value));
            search->start(same_position(Given(*value), game.position()), {});
            while (!search->step(100'000)) {
            }
            const bool wins = search->verdict() == solver::Verdict::winnable;
            const bool lost = advisor->advice().basis == Basis::certain_loss;
            EXPECT_EQ(*judged->right, wins || lost) << number << ' ' << move;
            wrong += *judged->right ? 0 : 1;
        }
    }
    EXPECT_GT(wrong, 0);
}

/// The odds are counted in the worlds of the first numbers, which stay the same until a card is shown.
TEST(Odds, CountTheWorldsOfTheFirstNumbers) {
    using games::carthage;
    constexpr OddsLimits limits{.worlds = 8, .nodes = 1000};
    OddsMaker<carthage> maker;
    solver::Solver<carthage> solver;
    int all = 0;
    for (std::uint64_t deal = 1; deal <= 6; ++deal) {
        const Knowledge<carthage> knowledge(*deal_position<carthage>({"carthage", deal, {}}));
        maker.start(knowledge, limits);
        while (!maker.step(77)) {
        }
        int won = 0;
        int unknown = 0;
        for (int number = 0; number < limits.worlds; ++number) {
            solver.start(knowledge.world(Purpose::odds, number),
                         {.nodes = limits.nodes, .memory = limits.memory});
            while (!solver.step(100)) {
            }
            won += solver.verdict() == solver::Verdict::winnable ? 1 : 0;
            unknown += solver.verdict() == solver::Verdict::unknown ? 1 : 0;
        }
        EXPECT_EQ(maker.odds().won, won) << deal;
        EXPECT_EQ(maker.odds().unknown, unknown) << deal;
        all += won;
    }
    EXPECT_GT(all, 0);
    EXPECT_LT(all, 6 * limits.worlds);
}

/// The figures of these kinds of rules are fitted (docs/odds.md).
TEST(Odds, AreFittedToKindsOfRules) {
    const auto chances = []<const Rules & rules>() {
        const solver::Calibration fit = solver::tuning_of(rules).odds.value();
        return std::to_string(fair_chance(fit, 0.25, 0.5)) + ' ' +
               std::to_string(fair_chance(fit, 0.75, 0.1));
    };
    EXPECT_EQ(chances.operator()<games::grandfather>(), "0.136544 0.904279");
    EXPECT_EQ(chances.operator()<games::gargantua>(), "0.284498 0.804751");
    EXPECT_EQ(chances.operator()<games::carthage>(), "0.268710 0.830838");
}

/// Rules with a stock that no search but the general one understands, and the same with face-down cards.
constexpr Rules unfitted = [] {
    Rules rules = games::forty_thieves;
    rules.id = "unfitted";
    return rules;
}();
constexpr Rules unfitted_face_down = [] {
    Rules rules = unfitted;
    rules.deal = {{{.kind = PileKind::tableau, .rounds = 3, .face_down = true},
                   {.kind = PileKind::tableau, .rounds = 1}}};
    return rules;
}();

Odds odds_of(const Position<unfitted>& position, std::uint64_t nodes) {
    OddsMaker<unfitted> maker;
    maker.start(Knowledge<unfitted>(position, shown_cards(position)), {.worlds = 8, .nodes = nodes});
    while (!maker.step(1000)) {
    }
    return maker.odds();
}

TEST(Odds, OfOtherRulesAreNotFitted) {
    EXPECT_FALSE(solver::tuning_of(unfitted).odds);
    EXPECT_FALSE(solver::tuning_of(unfitted_face_down).odds);
}

/// Worlds that could not be decided say nothing, unless a fit says what they mean.
TEST(Odds, OfOtherRulesSayNothingWithoutVerdicts) {
    Position<unfitted> position;
    position.deal(numbered_deal<unfitted>(1));
    const Odds none = odds_of(position, 10);
    EXPECT_EQ(none.worlds, 8);
    EXPECT_EQ(none.unknown, 8);
    EXPECT_FALSE(none.fair);
    EXPECT_FALSE(none.fitted);
    EXPECT_EQ(none.fair_bounds.low, 0);
    EXPECT_EQ(none.fair_bounds.high, 1);

    std::string text = "S KC KD;";
    for (int suit = 0; suit < suit_count; ++suit)
        for (int copy = 0; copy < 2; ++copy)
            text += "F" + std::to_string(2 * suit + copy + 1) + ' ' +
                    testing::sequence(1, suit < 2 && copy == 0 ? 12 : 13, static_cast<Suit>(suit)) + ';';
    const Odds all = odds_of(testing::set_up<unfitted>(text), 1000);
    EXPECT_EQ(all.won, 8);
    ASSERT_TRUE(all.fair);
    EXPECT_DOUBLE_EQ(*all.fair, 8.5 / 9);
    EXPECT_DOUBLE_EQ(all.fair_bounds.low, wilson(8, 8).low);
    EXPECT_EQ(all.fair_bounds.high, 1);
}

/// Fair play and odds of a game that nobody listed.
TEST(Fair, PlaysRulesReadAtRunTime) {
    static constexpr Rules known = testing::made_up_klondike(6, 4, 2);
    const std::shared_ptr<const GameRules> rules =
        GameRules::make(testing::read_rules(testing::made_up_klondike, "6 4 2")).value();
    FairAdvisor advisor(rules);
    OddsMaker<known> other;
    int won = 0;
    for (std::uint64_t number = 1; number <= 10; ++number) {
        BasicPosition<Given> position{Given(*rules)};
        position.deal(numbered_deal(rules->rules(), number));
        CardSet seen = shown_cards(position);
        const auto look = [&] { advisor.set(Game(rules, position_data(position)), seen); };

        look();
        advisor.start_odds({.worlds = 16});
        while (!advisor.step_odds(1000)) {
        }
        other.start(Knowledge<known>(known_position<known>(position), seen), {.worlds = 16});
        while (!other.step(1000)) {
        }
        const Odds odds = advisor.odds();
        EXPECT_EQ(told(odds), told(other.odds()));
        EXPECT_DOUBLE_EQ(odds.fair.value(), (odds.won + 0.5) / (17 - odds.unknown));
        EXPECT_TRUE(decide(advisor, quick, 1000).hint);

        advisor.forget();
        for (int ply = 0; ply < 300 && !position.won(); ++ply) {
            look();
            const Advice advice = advisor.instant();
            if (!advice.hint) break;
            const Move move = parse_move(rules->rules(), advice.hint->move).value();
            ASSERT_TRUE(accepts(position, move));
            position.play(move);
            seen |= shown_cards(position);
        }
        won += position.won() ? 1 : 0;
    }
    EXPECT_FALSE(advisor.defective());
    EXPECT_GT(won, 0);
}

/// Whatever is said to come later stands in the plan.
TEST(Fair, SaysWhatAMovePrepares) {
    int gains = 0;
    int deals = 0;
    for (const std::string deal : {"carthage#1", "carthage#2", "gargantua#5"}) {
        Session session = *Session::from_deal(deal);
        const auto advisor = std::make_unique<FairAdvisor>(session.game().shared_rules());
        while (session.status() == Status::playing) {
            advisor->set(session.game(), session.seen());
            const Advice advice = advisor->instant();
            if (!advice.hint) break;
            if (advice.goal) {
                EXPECT_EQ(advice.hint->code, "prepares");
                const auto after = static_cast<std::size_t>(advice.goal->after);
                ASSERT_LT(after, advice.plan.size());
                EXPECT_EQ(advice.goal->hint.move, advice.plan[after]);
                EXPECT_NE(advice.goal->hint.code, "prepares");
                EXPECT_TRUE(purpose(advice).starts_with("Then: "));
                ++gains;
            }
            if (advice.spaces > 0) {
                EXPECT_EQ(advice.plan.back(), "draw");
                deals += purpose(advice).ends_with(" empty for the next deal.") ? 1 : 0;
            }
            ASSERT_FALSE(session.play(advice.hint->move));
        }
    }
    EXPECT_GT(gains, 0);
    EXPECT_GT(deals, 0);
}

TEST(Fair, SaysHowSureItIs) {
    Advice advice;
    EXPECT_EQ(sureness(advice), "");
    advice.basis = Basis::trials;
    EXPECT_EQ(sureness(advice), "");
    advice.chance = 0.7049;
    EXPECT_EQ(sureness(advice), "The share of worlds that can be won is about 70 %.");
    advice.fitted = true;
    EXPECT_EQ(sureness(advice), "The chance of winning is about 70 %.");
    EXPECT_EQ(chance_text(0.7501), "about 80 %");
    EXPECT_EQ(chance_text(0.0499), "below 5 %");
    EXPECT_EQ(chance_text(0.05), "about 10 %");
    EXPECT_EQ(chance_text(0.9499), "about 90 %");
    EXPECT_EQ(chance_text(1), "above 95 %");
    advice.basis = Basis::certain_win;
    EXPECT_EQ(sureness(advice), "Every card is known, and this wins.");
}

}  // namespace
}  // namespace quincunx::fair
