#include "deals/deal_maker.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "engine/deal.hpp"
#include "games/all.hpp"
#include "session/session.hpp"
#include "solver/select.hpp"
#include "tests/games/forty_thieves.hpp"
#include "tests/games/freecell.hpp"
#include "tests/playout.hpp"
#include "tests/reasons.hpp"

// Only what the library gives is tested: a template compiled here would take the place of its faster one.

namespace quincunx::deals {
namespace {

constexpr std::uint64_t to_the_end = ~std::uint64_t{0} >> 1U;

DealText deal(const std::string& text) {
    return *parse_deal(text);
}

std::unique_ptr<DealMaker> maker_of(std::string_view id) {
    return make_deal_maker(*read_game_ref(id));
}

std::string told(const Rating& rating) {
    return std::string(to_text(rating.verdict)) + ' ' + std::to_string(rating.level) + '/' +
           std::to_string(rating.levels) + ' ' + std::to_string(rating.won) + '/' +
           std::to_string(rating.games) + ' ' + std::to_string(rating.nodes);
}
std::string told(const Found& found) {
    return std::to_string(found.number.value_or(0)) + ' ' + std::to_string(found.tries) + ' ' +
           std::to_string(found.nodes) + ' ' + told(found.rating);
}
std::string told(const Par& par) {
    std::string text =
        std::to_string(par.moves) + ' ' + std::to_string(par.first) + ' ' + std::to_string(par.nodes);
    for (const std::string& move : par.line) text += ' ' + move;
    return text;
}

/// Does one thing from its start to its end, in steps of a size.
template <class Step>
void run(std::uint64_t size, Step&& step) {
    while (!step(size)) {
    }
}
Rating rated(DealMaker& maker, const std::string& text, std::uint64_t size = to_the_end) {
    EXPECT_FALSE(maker.start_rating(deal(text)));
    run(size, [&](std::uint64_t budget) { return maker.step_rating(budget); });
    return maker.rating();
}
Found searched(DealMaker& maker, std::uint64_t from, std::optional<int> level,
               std::uint64_t size = to_the_end) {
    EXPECT_FALSE(maker.start_find(from, level));
    run(size, [&](std::uint64_t budget) { return maker.step_find(budget); });
    return maker.found();
}
Par par_of(DealMaker& maker, const std::string& text, std::uint64_t size = to_the_end) {
    EXPECT_FALSE(maker.start_par(deal(text)));
    run(size, [&](std::uint64_t budget) { return maker.step_par(budget); });
    return maker.par();
}

/// Rules that are not of Gargantua's kind, but have face-down cards, and some that are not of Gloucestershire's, but
/// have a reserve in which every card is available.
constexpr Rules dealt_face_down = [] {
    Rules rules = games::forty_thieves;
    rules.deal = {{{.kind = PileKind::tableau, .rounds = 3, .face_down = true},
                   {.kind = PileKind::tableau, .rounds = 1}}};
    return rules;
}();
constexpr Rules open_reserves = [] {
    Rules rules = games::gloucestershire;
    rules.tableau.build.follow = Follow::same_suit;
    return rules;
}();

TEST(Panel, LevelsFollowTheCuts) {
    constexpr Panel panel{.novice = 2, .cuts = {5, 3}};
    EXPECT_EQ(panel.games(), 6);
    EXPECT_EQ(panel.levels(), 3);
    for (const auto& [won, level] : {std::pair(6, 1), {5, 1}, {4, 2}, {3, 2}, {2, 3}, {0, 3}})
        EXPECT_EQ(panel.level(won), level) << won;
    EXPECT_EQ(Panel{}.levels(), 1);
    EXPECT_EQ(Panel{}.level(0), 1);
}

TEST(Panel, CutsFallWithinTheGames) {
    games::for_each_game([]<const Rules & rules>() {
        constexpr Panel panel = solver::tuning_of(rules).panel;
        int before = panel.games() + 1;
        for (int level = 1; level < panel.levels(); ++level) {
            const int cut = panel.cuts[static_cast<std::size_t>(level - 1)];
            EXPECT_LT(cut, before) << rules.id;
            EXPECT_GT(cut, 0) << rules.id;
            before = cut;
        }
        for (const int errors : panel.held_out)
            EXPECT_EQ(std::count(panel.errors.begin(), panel.errors.end(), errors), 0)
                << rules.id << ": whoever rates a deal cannot check the rating";
    });
}

/// Neither the size of the steps nor what was done before changes an answer.
TEST(DealMaker, EqualQuestionsGetEqualAnswers) {
    int asked = 0;
    games::for_each_game([&]<const Rules & rules>() {
        if (testing::volume() < 1 && asked++ % 3 != 0) return;  // the short run asks every third game
        const std::string id(rules.id);
        const std::unique_ptr<DealMaker> first = maker_of(id);
        const std::unique_ptr<DealMaker> second = maker_of(id);
        const std::string rating = told(rated(*first, id + "#1000001"));
        const std::string par = told(par_of(*first, id + "#1000002"));
        EXPECT_EQ(told(par_of(*second, id + "#1000002", 77)), par) << id;
        EXPECT_EQ(told(rated(*second, id + "#1000001", 13)), rating) << id;
        EXPECT_EQ(told(rated(*first, id + "#1000001")), rating) << id;
        if (!first->offers()) return;
        const std::string found = told(searched(*first, 1000003, {}));
        EXPECT_EQ(told(searched(*second, 1000003, {}, 501)), found) << id;
    });
}

TEST(DealMaker, NothingIsLeftOfDealsRatedBefore) {
    // The last of these deals takes nearly all nodes and most of the memory that a verdict may take.
    constexpr std::uint64_t last = 8906045539505633;
    const std::unique_ptr<DealMaker> fresh = maker_of("carthage");
    const std::string border = "carthage#" + std::to_string(last);
    const std::string alone = told(rated(*fresh, border));
    EXPECT_TRUE(alone.starts_with("winnable 2/4 2/6")) << alone;
    const std::string par_alone = told(par_of(*maker_of("carthage"), border));
    const std::unique_ptr<DealMaker> used = maker_of("carthage");
    for (std::uint64_t number = last - (testing::volume() < 1 ? 3 : 20); number < last; ++number)
        rated(*used, "carthage#" + std::to_string(number));
    EXPECT_EQ(told(rated(*used, border)), alone);
    EXPECT_EQ(told(par_of(*used, border)), par_alone);
}

/// A search finds the deal that rating the candidates one by one gives, although it breaks off those that
/// cannot have the level.
TEST(DealMaker, TheFirstGoodCandidateIsFound) {
    for (const std::string id : {"gargantua", "stalactites"}) {
        const std::unique_ptr<DealMaker> maker = maker_of(id);
        for (const int level : {1, 2, 5}) {
            if (testing::volume() < 1 && level == 2) continue;
            const Found found = searched(*maker, 2000001, level);
            ASSERT_TRUE(found.number) << id;
            std::uint64_t number = 2000001;
            Rating rating = rated(*maker, id + '#' + std::to_string(number));
            while (rating.verdict != Verdict::winnable || rating.level != level)
                rating = rated(*maker, id + '#' + std::to_string(++number));
            EXPECT_EQ(*found.number, number) << id << " level " << level;
            EXPECT_EQ(found.rating.won, rating.won);
            EXPECT_EQ(static_cast<std::uint64_t>(found.tries), number - 2000000);
        }
    }
}

TEST(DealMaker, AWinnableDealNeedsNoLevel) {
    const std::unique_ptr<DealMaker> maker = maker_of("carthage");
    const Found found = searched(*maker, 1000036, {});
    ASSERT_TRUE(found.number);
    EXPECT_GT(*found.number, 1000036U) << "deal 1000036 is lost";
    EXPECT_EQ(found.rating.verdict, Verdict::winnable);
    EXPECT_EQ(found.rating.level, 0);
    EXPECT_EQ(found.rating.games, 0);
}

TEST(DealMaker, RefusesWhatItCannotDo) {
    const std::unique_ptr<DealMaker> strict = maker_of("carthage-strict");
    EXPECT_FALSE(strict->offers());
    EXPECT_EQ(reason_of(strict->start_find(1, {}).value()),
              "deals-not-offered game=carthage-strict why=hardly any of its deals can be won");
    EXPECT_EQ(strict->panel().levels(), 1);
    const std::unique_ptr<DealMaker> maker = maker_of("stalactites");
    EXPECT_EQ(reason_of(maker->start_find(0, {}).value()), "no-deal-zero");
    for (const int level : {0, 6})
        EXPECT_EQ(reason_of(maker->start_find(1, level).value()), "no-such-level game=stalactites limit=5")
            << level;
    EXPECT_EQ(reason_of(maker->start_rating(deal("carthage#1")).value()),
              "deal-of-another-game game=stalactites");
    EXPECT_EQ(reason_of(maker->start_par(deal("carthage#1")).value()),
              "deal-of-another-game game=stalactites");
    EXPECT_TRUE(maker->start_rating(deal("stalactites:AS")));
}

/// A game that no build has: whoever asks need not know.
TEST(DealMaker, KnowsAVerdictAndASolutionOfRulesThatAreNotListed) {
    Rules rules = games::stalactites;
    rules.id = "one-cell";
    rules.reserve.piles = 1;
    const std::unique_ptr<DealMaker> maker = make_deal_maker(*GameRules::make(rules));
    EXPECT_EQ(maker->rules().id, "one-cell");
    EXPECT_EQ(maker->panel().levels(), 1);
    EXPECT_FALSE(maker->offers());
    EXPECT_EQ(maker->start_find(1, {})->message,
              "winnable deals of one-cell are not offered: no search is made for games of its kind");
    EXPECT_TRUE(maker->start_rating(deal("stalactites#1")));
    int won = 0;
    for (int number = 1; number <= 10; ++number) {
        const std::string name = "one-cell#" + std::to_string(number);
        const Par par = par_of(*maker, name);
        EXPECT_EQ(rated(*maker, name).verdict, par.verdict);
        EXPECT_EQ(par.line.empty(), par.verdict != Verdict::winnable);
        if (par.line.empty()) continue;
        Session session = Session::from_deal(*GameRules::make(rules), deal(name)).value();
        for (const std::string& move : par.line) ASSERT_FALSE(session.play(move)) << name << ' ' << move;
        EXPECT_EQ(session.status(), Status::won);
        ++won;
    }
    EXPECT_GT(won, 0);
}

/// The panels are fitted to kinds of rules, and a search that knows the kind finds winnable deals.
TEST(DealMaker, PromisesNothingForOtherRules) {
    EXPECT_EQ(solver::tuning_of(games::forty_thieves).panel.levels(), 1);
    EXPECT_EQ(solver::tuning_of(games::freecell).panel.levels(), 1);
    EXPECT_EQ(solver::tuning_of(dealt_face_down).panel.levels(), 1);
    EXPECT_EQ(solver::tuning_of(open_reserves).panel.levels(), 1);
    EXPECT_EQ(solver::tuning_of(games::forty_thieves).why_not_offered,
              "no search is made for games of its kind");
    EXPECT_EQ(solver::tuning_of(games::carthage_strict).why_not_offered,
              "hardly any of its deals can be won");
    EXPECT_EQ(solver::tuning_of(games::carthage).why_not_offered, "");
}

/// The levels are published, and so are the days, each with its level: whatever becomes of the fair player, the weak ones
/// who rate a deal go on as they always did.
TEST(DealMaker, RatesAsItAlwaysDid) {
    std::vector<std::unique_ptr<DealMaker>> makers;
    games::for_each_game([&]<const Rules & rules>() {
        std::unique_ptr<DealMaker> maker = maker_of(rules.id);
        if (maker->panel().levels() > 1) makers.push_back(std::move(maker));
    });
    ASSERT_EQ(makers.size(), 7U);
    constexpr std::size_t ratings = 1000;
    constexpr std::size_t few = 14;
    std::uint64_t sum = 0;
    std::uint64_t sum_of_few = 0;
    for (std::size_t i = 0; i < (testing::volume() < 1 ? few : ratings); ++i) {
        DealMaker& maker = *makers[i % makers.size()];
        const std::uint64_t number = 5'000'000 + i;
        const Rating rating = rated(maker, std::string(maker.rules().id) + '#' + std::to_string(number));
        for (const int figure : {static_cast<int>(rating.verdict), rating.level, rating.won, rating.games})
            sum = hash::mix(sum * hash::multiplier + static_cast<std::uint64_t>(figure));
        if (i + 1 == few) sum_of_few = sum;
    }
    EXPECT_EQ(sum_of_few, 0x6ee5487d20a2af20U);
    if (testing::volume() >= 1) {
        EXPECT_EQ(sum, 0xd74801019d24cfc3U);
    }
}

TEST(DealMaker, NumbersEnd) {
    const std::unique_ptr<DealMaker> maker = maker_of("stalactites");
    // None of the last numbers need be of the level, but the search must not go on at 1.
    const Found found = searched(*maker, ~std::uint64_t{0}, 1);
    EXPECT_EQ(found.tries, 1);
    if (found.number) {
        EXPECT_EQ(*found.number, ~std::uint64_t{0});
    }
}

TEST(DealMaker, OnlyWinnableDealsHaveALevel) {
    const std::unique_ptr<DealMaker> maker = maker_of("stalactites");
    int lost = 0;
    for (int number = 1000001; number <= (testing::volume() < 1 ? 1000020 : 1000060); ++number) {
        const Rating rating = rated(*maker, "stalactites#" + std::to_string(number));
        const bool won = rating.verdict == Verdict::winnable;
        lost += won ? 0 : 1;
        EXPECT_EQ(rating.level > 0, won) << number;
        EXPECT_EQ(rating.games, won ? maker->panel().games() : 0) << number;
    }
    EXPECT_GT(lost, 0);
}

TEST(DealMaker, NothingBegunIsDone) {
    const std::unique_ptr<DealMaker> maker = maker_of("stalactites");
    EXPECT_TRUE(maker->step_rating(1));
    EXPECT_TRUE(maker->step_find(1));
    EXPECT_TRUE(maker->step_par(1));
    EXPECT_EQ(maker->par().moves, 0U);
    EXPECT_FALSE(maker->found().number);
    EXPECT_EQ(maker->rating().levels, maker->panel().levels());
}

/// A par is a solution that replays, far shorter than the first ones; and it counts every move of the record.
TEST(Par, IsASolution) {
    games::for_each_game([]<const Rules & rules>() {
        const std::string id(rules.id);
        const std::unique_ptr<DealMaker> maker = maker_of(id);
        std::size_t first = 0;
        std::size_t moves = 0;
        for (int number = 1000001; number <= 1000000 + (testing::volume() < 1 ? 1 : 2); ++number) {
            const std::string text = id + '#' + std::to_string(number);
            const Par par = par_of(*maker, text);
            if (par.verdict != Verdict::winnable) {
                EXPECT_TRUE(par.line.empty());
                continue;
            }
            EXPECT_EQ(par.line.size(), par.moves);
            EXPECT_LE(par.moves, par.first);
            first += par.first;
            moves += par.moves;
            EXPECT_GE(par.moves, static_cast<std::size_t>(rules.card_count()) / 2);
            Session session = *Session::from_deal(text);
            for (const std::string& move : par.line) ASSERT_FALSE(session.play(move)) << text << ' ' << move;
            EXPECT_EQ(session.status(), Status::won) << text;
        }
        EXPECT_LE(moves * 100, first * 95) << id;
    });
}

TEST(HeldOut, ErrorsWeakenAPlayer) {
    const std::unique_ptr<DealMaker> maker = maker_of("stalactites");
    std::map<std::pair<bool, int>, int> won;
    for (int number = 1000001; number <= 1000040; ++number)
        for (const HeldOut& one : maker->check(deal("stalactites#" + std::to_string(number)), 5, 1)) {
            EXPECT_EQ(one.games, 5);
            won[{one.player.instant, one.player.errors}] += one.won;
        }
    ASSERT_EQ(won.size(), 4U);
    EXPECT_GT((won[{true, 10}]), (won[{true, 20}]));
    EXPECT_GT((won[{true, 20}]), (won[{false, 20}]));
    EXPECT_GT((won[{false, 10}]), 0);
}

TEST(HeldOut, OtherSeedsGiveOtherGames) {
    const std::unique_ptr<DealMaker> maker = maker_of("gargantua");
    const auto won = [&](std::uint64_t seed) {
        std::string text;
        for (int number = 1000001; number <= 1000010; ++number)
            for (const HeldOut& one : maker->check(deal("gargantua#" + std::to_string(number)), 10, seed))
                text += std::to_string(one.won) + ' ';
        return text;
    };
    EXPECT_EQ(won(1), won(1));
    EXPECT_NE(won(1), won(2));
}

/// Equal cards give equal games, whichever pack they come from and however the deal is written.
TEST(DealMaker, ADealByItsCardsIsRatedLikeItsNumber) {
    const std::unique_ptr<DealMaker> maker = maker_of("gargantua");
    const std::vector<Card> cards = numbered_deal<games::gargantua>(1000007);
    const std::string text = deal_text({"gargantua", std::nullopt, {cards.begin(), cards.end()}});
    EXPECT_EQ(told(rated(*maker, text)), told(rated(*maker, "gargantua#1000007")));
}

}  // namespace
}  // namespace quincunx::deals
