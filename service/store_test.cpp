#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <thread>

#include "service/losing_layer.hpp"
#include "service/names.hpp"
#include "service/postgres_store.hpp"
#include "service/sql_store.hpp"
#include "service/sqlite_store.hpp"
#include "service/test_database.hpp"

namespace quincunx::service {
namespace {

namespace fs = std::filesystem;

PlayerKey player(unsigned number) {
    PlayerKey key{};
    key[0] = static_cast<std::uint8_t>(number);
    key[1] = static_cast<std::uint8_t>(number >> 8U);
    return key;
}

std::string id(unsigned number) {
    std::string digits = std::to_string(number);
    return std::string(32 - digits.size(), '0') + digits;
}

constexpr Time noon = 1'795'780'800;

NewResult result(unsigned number, std::size_t moves = 60, bool won = true) {
    return {.id = id(number),
            .player = player(number),
            .board = "game 2026-11-27",
            .closes = noon + a_day,
            .now = noon,
            .game = {.deal = "game#1",
                     .won = won,
                     .moves = moves,
                     .line = "moves of " + std::to_string(number),
                     .hash = number}};
}

/// One that answers a challenge.
NewResult friendly(unsigned number, unsigned challenge) {
    NewResult one = result(number);
    one.board = id(challenge);
    one.closes = std::nullopt;
    return one;
}

/// The games that a first vote comes with.
std::vector<std::uint64_t> ballot(unsigned number) {
    return {3ULL * number, 3ULL * number + 1, 3ULL * number + 2};
}

std::vector<std::string> exported(Store& store) {
    std::vector<std::string> lines;
    store.export_all([&](const std::string& line) { lines.push_back(line); });
    return lines;
}
/// The lines of all that is kept of a player.
std::vector<std::string> shown(Store& store, unsigned number) {
    std::vector<std::string> lines;
    store.show(player(number), [&](const std::string& line) { lines.push_back(line); });
    return lines;
}

/// Does to a file what another program might.
void in_file(const fs::path& file, const std::string& sql) {
    SQLite::Database(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
}

class StoreTest : public testing::TestWithParam<const char*> {
  public:
    ~StoreTest() override {
        store = nullptr;
        fs::remove_all(folder);
    }

    fs::path folder = fs::temp_directory_path() / ("quincunx-store-" + std::to_string(getpid()));
    std::unique_ptr<Store> store;

    template <class Work>
    static auto write_to(Store& into, const Work& work) {
        into.begin();
        const auto done = work();
        into.commit();
        return done;
    }
    template <class Work>
    auto write(const Work& work) {
        return write_to(*store, work);
    }
    static Added add_to(Store& into, const NewResult& one) {
        return write_to(into, [&] { return into.add_result(one); });
    }
    Added add(const NewResult& one) { return add_to(*store, one); }
    std::vector<std::string> forget(unsigned number) {
        return write([&] { return store->forget(player(number), noon).boards; });
    }
};

/// Rules for every database, of which the parameter names one.
class StoreOperations : public StoreTest {
  public:
    StoreOperations() {
        if (!is_sqlite()) empty_test_database();
        store = again();
    }
    static bool is_sqlite() { return std::string_view(GetParam()) == "SQLite"; }
    /// The same database once more.
    std::unique_ptr<Store> again() const {
        return is_sqlite() ? open_sqlite(folder / "service.db") : open_postgres(test_database());
    }
    /// Changes by others, as soon as they are known.
    Changes changes() const {
        Changes found;
        for (int tries = 0; tries < 500; ++tries) {
            found = store->changes_elsewhere();
            if (found.everything || found.votes || !found.boards.empty()) break;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return found;
    }
};

std::vector<const char*> databases() {
    std::vector<const char*> found{"SQLite"};
    if (test_database() != nullptr) found.push_back("PostgreSQL");
    return found;
}
INSTANTIATE_TEST_SUITE_P(Of, StoreOperations, testing::ValuesIn(databases()),
                         [](const auto& test) { return std::string(test.param); });

/// Tests of its files.
class SqliteFiles : public StoreTest {
  public:
    SqliteFiles() { store = open_sqlite(folder / "service.db"); }
};

TEST_P(StoreOperations, AResultIsAddedOnce) {
    EXPECT_EQ(add(result(1)), Added::added);
    EXPECT_EQ(add(result(1)), Added::known);
    NewResult other = result(1);
    other.id = id(99);
    EXPECT_EQ(add(other), Added::second_result);
    const std::vector<Count> expected{{.won = true, .moves = 60, .helped = false, .games = 1}};
    EXPECT_EQ(store->counts("game 2026-11-27"), expected);
    EXPECT_TRUE(store->counts("game 2026-11-28").empty());
}

TEST_P(StoreOperations, AnIdIsOfOneResultOfOnePlayer) {
    add(result(1));
    NewResult stolen = result(1);
    stolen.player = player(2);
    EXPECT_EQ(add(stolen), Added::id_taken);
    NewResult changed = result(1);
    changed.helped = true;
    EXPECT_EQ(add(changed), Added::id_taken);
    NewResult elsewhere = result(1);
    elsewhere.board = "game 2026-11-28";
    EXPECT_EQ(add(elsewhere), Added::id_taken);
}

TEST_P(StoreOperations, EqualListsCountOnceUntilTheLastIsForgotten) {
    for (unsigned number = 1; number <= 3; ++number) {
        NewResult one = result(number);
        one.game.hash = 7;
        one.game.line = "the same";
        EXPECT_EQ(add(one), Added::added);
    }
    const std::vector<Count> once{{.won = true, .moves = 60, .helped = false, .games = 1}};
    for (unsigned number = 1; number <= 3; ++number) {
        EXPECT_EQ(store->counts("game 2026-11-27"), once);
        EXPECT_THAT(forget(number), testing::ElementsAre("game 2026-11-27"));
    }
    EXPECT_TRUE(store->counts("game 2026-11-27").empty());
    EXPECT_THAT(forget(3), testing::IsEmpty());
}

TEST_P(StoreOperations, TheShortestWinsAreForThoseWhoHaveAResult) {
    for (unsigned number = 1; number <= 8; ++number) add(result(number, 100 - number));
    add(result(9, 5, false));
    EXPECT_EQ(store->lines("game 2026-11-27", player(10)), std::nullopt);
    const auto lines = store->lines("game 2026-11-27", player(9));
    ASSERT_TRUE(lines);
    ASSERT_EQ(lines->size(), most_lines);
    EXPECT_EQ(lines->front(), (Line{.moves = 92, .helped = false, .line = "moves of 8"}));
    EXPECT_EQ(lines->back().moves, 96U);
    forget(8);
    EXPECT_EQ(store->lines("game 2026-11-27", player(9))->front().moves, 93U);
}

TEST_P(StoreOperations, VotesNeedProofOnceAndCountOnce) {
    const auto vote = [&](unsigned number, unsigned stars, bool proven) {
        return write([&] {
            const std::vector<std::uint64_t> games = proven ? ballot(number) : std::vector<std::uint64_t>{};
            return store->vote("game", player(number), stars, games, noon) == Voted::given;
        });
    };
    EXPECT_FALSE(vote(1, 5, false));
    EXPECT_TRUE(vote(1, 5, true));
    EXPECT_TRUE(vote(1, 4, false));
    EXPECT_TRUE(vote(2, 1, true));
    EXPECT_EQ(store->votes(), (std::map<std::string, Stars>{{"game", {1, 0, 0, 1, 0}}}));
    forget(1);
    EXPECT_EQ(store->votes(), (std::map<std::string, Stars>{{"game", {1, 0, 0, 0, 0}}}));
    EXPECT_FALSE(vote(1, 5, false));
}

TEST_P(StoreOperations, TheGamesOfABallotCountOnce) {
    const auto vote = [&](unsigned number, unsigned stars, const std::vector<std::uint64_t>& games,
                          const std::string& game = "game") {
        EXPECT_EQ(write([&] { return store->vote(game, player(number), stars, games, noon); }), Voted::given);
        return store->votes()["game"];
    };
    EXPECT_EQ(vote(1, 4, ballot(1)), (Stars{0, 0, 0, 1, 0}));
    EXPECT_EQ(vote(2, 1, ballot(1)), (Stars{0, 0, 0, 1, 0}));
    EXPECT_EQ(vote(2, 2, {}), (Stars{0, 0, 0, 1, 0}));
    EXPECT_EQ(vote(3, 1, {100, 101, ballot(1)[0]}), (Stars{0, 0, 0, 1, 0}));
    EXPECT_EQ(vote(4, 1, {100, 101, 102}), (Stars{1, 0, 0, 1, 0}));  // what did not count is not used up
    EXPECT_EQ(vote(1, 5, ballot(1)), (Stars{1, 0, 0, 0, 1}));        // once more, with another choice
    forget(2);
    EXPECT_EQ(store->votes()["game"], (Stars{1, 0, 0, 0, 1}));
    EXPECT_EQ(vote(3, 3, ballot(9)), (Stars{1, 0, 1, 0, 1}));  // with games of its own, it counts
    forget(1);
    EXPECT_EQ(store->votes()["game"], (Stars{1, 0, 1, 0, 0}));
    EXPECT_EQ(vote(5, 1, ballot(1)), (Stars{2, 0, 1, 0, 0}));  // nothing of the forgotten is kept
    EXPECT_EQ(write([&] { return store->prune(noon + keep_votes); }).votes, 3U);
    EXPECT_THAT(exported(*store), testing::Each(testing::Not(testing::HasSubstr("\"ballot\""))));
}

TEST_P(StoreOperations, KnowsOfWhomSomethingIsKept) {
    EXPECT_FALSE(store->knows(player(1)));
    add(result(1));
    EXPECT_TRUE(store->knows(player(1)));
    EXPECT_FALSE(store->knows(player(2)));
    write([&] { return store->add_challenge(id(3), "game#1", noon + keep_challenges, player(2)); });
    EXPECT_TRUE(store->knows(player(2)));
    forget(1);
    EXPECT_FALSE(store->knows(player(1)));
}

TEST_P(StoreOperations, AChallengeHasADealAHundredResultsAndAnEnd) {
    const auto make = [&](const std::string& deal) {
        return write([&] { return store->add_challenge(id(1), deal, noon + 10, player(1)); });
    };
    EXPECT_EQ(add(friendly(1, 1)), Added::no_board);
    EXPECT_EQ(make("game#1"), Added::added);
    EXPECT_EQ(make("game#1"), Added::known);
    EXPECT_EQ(make("game#2"), Added::id_taken);
    NewResult wrong = friendly(1, 1);
    wrong.game.deal = "game#2";
    EXPECT_EQ(add(wrong), Added::wrong_deal);
    NewResult late = friendly(1, 1);
    late.now = noon + 10;
    EXPECT_EQ(add(late), Added::no_board);
    for (unsigned number = 1; number <= most_in_challenge; ++number)
        EXPECT_EQ(add(friendly(number, 1)), Added::added);
    EXPECT_EQ(add(friendly(1000, 1)), Added::full);
    const auto challenge = store->challenge(id(1), player(2));
    ASSERT_TRUE(challenge);
    EXPECT_EQ(challenge->deal, "game#1");
    EXPECT_EQ(challenge->results.size(), most_in_challenge);
    std::set<unsigned> names;
    for (const ChallengeResult& one : challenge->results) names.insert(one.name);
    EXPECT_EQ(names.size(), most_in_challenge);
    EXPECT_FALSE(challenge->results[0].own);
    EXPECT_TRUE(challenge->results[1].own);
    EXPECT_EQ(store->challenge(id(2), std::nullopt), std::nullopt);
}

TEST_P(StoreOperations, PruningLeavesNumbers) {
    add(result(1));
    NewResult open = result(2);
    open.board = "game 2027-11-27";
    open.closes = noon + 400 * a_day;
    add(open);
    write([&] { return store->vote("game", player(1), 3, ballot(1), noon); });
    write([&] { return store->add_challenge(id(3), "game#1", noon + keep_challenges, player(1)); });
    add(friendly(3, 3));

    const Pruned nothing = write([&] { return store->prune(noon + keep_challenges - 1); });
    EXPECT_EQ(nothing.results + nothing.challenges + nothing.votes + nothing.players, 0U);
    const Pruned some = write([&] { return store->prune(noon + a_day + keep_results); });
    EXPECT_EQ(some.results, 1U);
    EXPECT_EQ(some.challenges, 1U);
    EXPECT_EQ(some.players, 1U);  // the other one has a vote
    EXPECT_EQ(store->counts("game 2026-11-27").size(), 1U);
    EXPECT_EQ(store->lines("game 2026-11-27", player(1)), std::nullopt);
    EXPECT_EQ(store->challenge(id(3), std::nullopt), std::nullopt);
    EXPECT_EQ(add(open), Added::known);
    const Pruned all = write([&] { return store->prune(noon + keep_votes); });
    EXPECT_EQ(all.votes, 1U);
    EXPECT_TRUE(store->votes().empty());
}

TEST_P(StoreOperations, PruningGoesOnUntilNothingIsLeft) {
    store->begin();
    for (unsigned number = 1; number <= 450; ++number) {
        store->add_result(result(number));
        if (number <= 250) store->vote("game", player(number), 1 + number % 5, ballot(number), noon);
    }
    for (unsigned number = 1; number <= 21; ++number)
        store->add_challenge(id(number), "game#1", noon + keep_challenges, player(1));
    store->commit();
    Pruned all{.more = true};
    unsigned calls = 0;
    for (; all.more; ++calls) {
        const Pruned some = write([&] { return store->prune(noon + keep_votes); });
        EXPECT_LE(some.results, 200U);
        all = {.results = all.results + some.results,
               .challenges = all.challenges + some.challenges,
               .votes = all.votes + some.votes,
               .players = all.players + some.players,
               .more = some.more};
    }
    EXPECT_EQ(calls, 4U);  // the last one finds nothing
    EXPECT_EQ(all.results, 450U);
    EXPECT_EQ(all.challenges, 21U);
    EXPECT_EQ(all.votes, 250U);
    EXPECT_EQ(all.players, 450U);
    EXPECT_TRUE(store->votes().empty());
    const std::vector<std::uint64_t> sizes = store->sizes();
    EXPECT_EQ(sizes[0], 0U);    // players
    EXPECT_EQ(sizes[2], 0U);    // results
    EXPECT_EQ(sizes[3], 450U);  // counted games
}

TEST_P(StoreOperations, ForgettingAChallengeLeavesTheCountsOfDays) {
    write([&] { return store->add_challenge(id(7), "game#1", noon + keep_challenges, player(9)); });
    NewResult answer = friendly(2, 7);
    answer.id = id(99);
    answer.player = player(1);
    for (unsigned number = 1; number <= 2; ++number) add(result(number));
    EXPECT_EQ(add(answer), Added::added);
    EXPECT_THAT(forget(1), testing::UnorderedElementsAre("game 2026-11-27", id(7)));
    const std::vector<Count> one{{.won = true, .moves = 60, .helped = false, .games = 1}};
    EXPECT_EQ(store->counts("game 2026-11-27"), one);
    EXPECT_TRUE(store->counts(id(7)).empty());
    EXPECT_TRUE(store->challenge(id(7), std::nullopt)->results.empty());
    EXPECT_EQ(store->lines("game 2026-11-27", player(2))->size(), 1U);
}

TEST_P(StoreOperations, WhatComesAfterForgettingIsRefused) {
    add(result(1));
    forget(1);
    EXPECT_EQ(add(result(1)), Added::forgotten);
    NewResult other = result(1);
    other.id = id(99);
    other.board = "game 2026-11-28";
    EXPECT_EQ(add(other), Added::forgotten);
    EXPECT_EQ(write([&] { return store->add_challenge(id(7), "game#1", noon + 10, player(1)); }),
              Added::forgotten);
    EXPECT_EQ(write([&] { return store->vote("game", player(1), 3, ballot(1), noon); }), Voted::forgotten);
    for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(store->sizes()[i], i == 1 ? 1U : 0U) << i;
    // Also who was never here: what they have sent may be on its way.
    forget(2);
    EXPECT_EQ(add(result(2)), Added::forgotten);
    EXPECT_EQ(add(result(3)), Added::added);
    write([&] { return store->prune(noon + keep_forgotten - a_day); });
    EXPECT_EQ(add(result(1)), Added::forgotten);
    write([&] { return store->prune(noon + keep_forgotten); });
    EXPECT_EQ(add(result(1)), Added::added);
}

TEST_P(StoreOperations, WhoIsNotedIsForgottenAgain) {
    for (unsigned number = 1; number <= 3; ++number) add(result(number));
    write([&] { return store->add_challenge(id(7), "game#1", noon + 10, player(4)); });
    store->begin();
    store->note_forgotten(player(1), noon);
    store->note_forgotten(player(4), noon);
    store->note_forgotten(player(5), noon);
    EXPECT_EQ(store->forget_again(), 2U);
    EXPECT_EQ(store->forget_again(), 0U);
    store->commit();
    EXPECT_EQ(store->counts("game 2026-11-27").front().games, 2U);
    EXPECT_EQ(store->challenge(id(7), std::nullopt), std::nullopt);
    EXPECT_EQ(add(result(5)), Added::forgotten);
}

TEST_P(StoreOperations, TheShortestGamesStayAndAreForgottenWithWhoSentThem) {
    NewResult same = result(2);
    same.game = result(1).game;
    add(result(1));
    add(same);
    add(result(3, 70));
    const auto kept = [&] { return store->sizes()[4]; };
    EXPECT_EQ(kept(), 2U);
    EXPECT_EQ(write([&] { return store->forget(player(1), noon); }).lines, 0U);  // another has found it, too
    EXPECT_EQ(kept(), 2U);
    while (write([&] { return store->prune(noon + a_day + keep_results); }).more) continue;
    EXPECT_EQ(store->sizes()[0], 0U);  // players
    EXPECT_EQ(kept(), 2U);
    EXPECT_EQ(write([&] { return store->forget(player(3), noon); }).lines, 1U);
    EXPECT_EQ(write([&] { return store->forget(player(2), noon); }).lines, 1U);
    EXPECT_EQ(kept(), 0U);
    EXPECT_EQ(store->counts("game 2026-11-27").size(), 2U);  // numbers stay
}

TEST_P(StoreOperations, AChallengeIsRemovedWithAllUnderIt) {
    write([&] { return store->add_challenge(id(7), "game#1", noon + a_day, player(1)); });
    add(friendly(2, 7));
    const auto remove = [&](const std::optional<PlayerKey>& maker) {
        return write([&] { return store->remove_challenge(id(7), maker); });
    };
    EXPECT_EQ(remove(player(2)), Removed::not_maker);
    EXPECT_EQ(store->challenge(id(7), std::nullopt)->results.size(), 1U);
    EXPECT_EQ(remove(player(1)), Removed::removed);
    EXPECT_EQ(remove(player(1)), Removed::not_there);
    for (const std::uint64_t size : store->sizes()) EXPECT_EQ(size, 0U);
    // Games that others have played stay when its maker is forgotten, as nobody's; the operator can remove it.
    write([&] { return store->add_challenge(id(7), "game#1", noon + a_day, player(1)); });
    add(friendly(2, 7));
    EXPECT_EQ(write([&] { return store->forget(player(1), noon); }).challenges, 1U);
    EXPECT_EQ(store->challenge(id(7), std::nullopt)->results.size(), 1U);
    EXPECT_EQ(remove(player(1)), Removed::not_maker);
    EXPECT_EQ(remove(std::nullopt), Removed::removed);
    NewResult day = result(3);
    day.board = "game 2026-11-27";
    add(day);
    EXPECT_EQ(write([&] { return store->remove_challenge("game 2026-11-27", std::nullopt); }),
              Removed::not_there);
}

TEST_P(StoreOperations, APlayerIsShownByTheBeginningOfTheHash) {
    add(result(0x1234));
    add(result(0x5634));
    write([&] { return store->vote("game", player(0x1234), 3, ballot(0x1234), noon + 5); });
    write([&] { return store->add_challenge(id(7), "game#1", noon, player(0x1234)); });
    EXPECT_EQ(store->players_like("34").size(), 2U);
    EXPECT_EQ(store->players_like("341"), std::vector<PlayerKey>{player(0x1234)});
    EXPECT_EQ(store->players_like("3456"), std::vector<PlayerKey>{player(0x5634)});
    EXPECT_TRUE(store->players_like("35").empty());
    std::vector<std::string> lines = shown(*store, 0x1234);
    ASSERT_EQ(lines.size(), 7U);
    EXPECT_THAT(lines[0], testing::HasSubstr(R"("kind":"result","board":"game 2026-11-27","player":"3412)"));
    EXPECT_THAT(lines[1], testing::HasSubstr(R"("line":"moves of 4660")"));
    EXPECT_THAT(lines[2], testing::HasSubstr(R"("stars":3,"at":1795737600)"));  // the day alone
    EXPECT_THAT(lines[6], testing::HasSubstr(R"("deal":"game#1")"));
    forget(0x1234);
    lines = shown(*store, 0x1234);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_THAT(lines[0], testing::HasSubstr(R"("kind":"forgotten")"));
    EXPECT_EQ(store->players_like("34"), std::vector<PlayerKey>{player(0x5634)});
}

TEST_P(StoreOperations, TheTimeIsRemembered) {
    EXPECT_EQ(store->latest_time(), std::nullopt);
    write([&] {
        store->remember_time(noon);
        store->remember_time(noon + 60);
        return 0;
    });
    EXPECT_EQ(again()->latest_time(), noon + 60);
}

TEST_P(StoreOperations, WhatIsNotCommittedIsNotThere) {
    store->begin();
    store->add_result(result(1));
    store->rollback();
    EXPECT_TRUE(store->counts("game 2026-11-27").empty());
    EXPECT_EQ(add(result(1)), Added::added);
    store = again();
    EXPECT_EQ(add(result(1)), Added::known);
}

TEST_P(StoreOperations, ChangesOfOtherProgramsAreNoticed) {
    const auto none = [&] {
        const Changes found = store->changes_elsewhere();
        return !found.everything && !found.votes && found.boards.empty();
    };
    store->changes_elsewhere();  // what was there before
    EXPECT_TRUE(none());
    add(result(1));
    write([&] { return store->vote("game", player(1), 3, ballot(1), noon); });
    EXPECT_TRUE(none());
    const auto other = again();
    write_to(*other, [&] { return other->add_result(result(2)); });
    const Changes added = changes();
    EXPECT_TRUE(added.everything || added.boards == std::vector<std::string>{"game 2026-11-27"});
    write_to(*other, [&] { return other->vote("game", player(2), 3, ballot(2), noon); });
    const Changes voted = changes();
    EXPECT_TRUE(voted.everything || voted.votes);
    write_to(*other, [&] { return other->forget(player(1), noon); });
    EXPECT_TRUE(changes().everything);
    EXPECT_TRUE(none());
    EXPECT_EQ(store->counts("game 2026-11-27").front().games, 1U);
}

TEST_P(StoreOperations, HostileTextsAreTextsOrRefused) {
    NewResult quoted = result(1);
    quoted.board = "'; DROP TABLE results; -- \\' $1 ?1 \" \\N \t\n";
    quoted.game.line = quoted.board + "\xc3\xbc";
    EXPECT_EQ(add(quoted), Added::added);
    EXPECT_EQ(add(quoted), Added::known);
    EXPECT_EQ(store->lines(quoted.board, player(1))->front().line, quoted.game.line);
    unsigned others = 1;
    for (const std::string& bad :
         {std::string("a\0b", 3), std::string("\xff\xfe"), std::string(100'000, 'x')}) {
        NewResult one = result(++others);
        one.board = bad;
        one.game.line = bad;
        // SQLite takes any bytes, PostgreSQL none that are no text; neither takes a part of them.
        try {
            EXPECT_EQ(add(one), Added::added);
            EXPECT_EQ(store->lines(bad, player(others))->front().line, bad);
        } catch (const StorageError&) {
            store->rollback();
        }
        const unsigned next = ++others;
        EXPECT_EQ(add(result(next)), Added::added);
    }
    EXPECT_EQ(add(quoted), Added::known);
}

TEST_P(StoreOperations, ExportAndMoveAreComplete) {
    store->begin();
    for (unsigned number = 1; number <= 1500; ++number) store->add_result(result(number, number % 7 + 60));
    store->commit();
    write([&] { return store->vote("game", player(1), 3, ballot(1), noon); });
    write([&] { return store->add_challenge(id(5000), "game#1", noon + 10, player(1)); });
    forget(17);
    const std::unique_ptr<Store> file = open_sqlite(folder / "moved.db");
    const std::vector<std::string> lines = exported(*store);
    EXPECT_EQ(lines.size(), 1499U + 7 + most_lines + 1 + 3 + 1 + 1);  // and one who was forgotten
    move_all(*store, *file);
    EXPECT_EQ(exported(*file), lines);
    EXPECT_THROW(move_all(*store, *file), StorageError);
    // And back, after which there is room for more.
    if (is_sqlite()) return;
    store = nullptr;
    empty_test_database();
    store = again();
    move_all(*file, *store);
    EXPECT_EQ(exported(*store), lines);
    EXPECT_EQ(store->lines("game 2026-11-27", player(1)), file->lines("game 2026-11-27", player(1)));
    EXPECT_EQ(add(result(2)), Added::known);
    EXPECT_EQ(add(result(2000)), Added::added);
    EXPECT_THROW(move_all(*file, *store), StorageError);
    EXPECT_EQ(exported(*store).size(), lines.size() + 1);
}

TEST_P(StoreOperations, RowsOfNobodyAreAnErrorOfTheDatabase) {
    add(result(1));
    const std::string wrong = "INSERT INTO stars(game, stars, players) VALUES('game', 9, 1)";
    if (is_sqlite())
        in_file(folder / "service.db", wrong);
    else
        in_test_database(wrong);
    EXPECT_THROW(store->votes(), StorageError);
    EXPECT_EQ(add(result(2)), Added::added);
}

/// Tests of what PostgreSQL can do and a file cannot.
class Postgres : public StoreOperations {
  public:
    static std::unique_ptr<Store> open(const PostgresOptions& options = {}) {
        return open_postgres(test_database(), options);
    }
    template <class Work>
    static void at_once(unsigned threads, const Work& work) {
        std::vector<std::thread> running;
        for (unsigned i = 0; i < threads; ++i) running.emplace_back([&work, i] { work(i); });
        for (std::thread& one : running) one.join();
    }
};
std::vector<const char*> only_postgres() {
    return test_database() == nullptr ? std::vector<const char*>{} : std::vector{"PostgreSQL"};
}
INSTANTIATE_TEST_SUITE_P(Of, Postgres, testing::ValuesIn(only_postgres()));
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Postgres);

TEST_P(Postgres, ServersThatStartTogetherMakeTheTablesOnce) {
    store = nullptr;
    empty_test_database();
    std::atomic<int> opened = 0;
    at_once(8, [&](unsigned) {
        (void)open();
        ++opened;
    });
    EXPECT_EQ(opened, 8);
    EXPECT_EQ(add_to(*open(), result(1)), Added::added);
}

TEST_P(Postgres, TheSameResultAtOnceCountsOnce) {
    std::atomic<int> added = 0;
    std::atomic<int> known = 0;
    std::atomic<int> second = 0;
    at_once(4, [&](unsigned server) {
        const std::unique_ptr<Store> own = open();
        for (unsigned number = 1; number <= 60; ++number) {
            NewResult one = result(number);
            if (server == 3) one.id = id(1000 + number);  // the same player from another device
            const Added done = add_to(*own, one);
            ++(done == Added::added ? added : done == Added::known ? known : second);
        }
    });
    EXPECT_EQ(added, 60);
    EXPECT_EQ(known + second, 180);
    std::uint64_t games = 0;
    for (const Count& count : store->counts("game 2026-11-27")) games += count.games;
    EXPECT_EQ(games, 60U);
}

TEST_P(Postgres, GroupsInAnyOrderDoNotStandInEachOthersWay) {
    std::atomic<int> failed = 0;
    at_once(4, [&](unsigned server) {
        const std::unique_ptr<Store> own = open();
        for (unsigned round = 0; round < 20; ++round) {
            try {
                own->begin();
                for (unsigned i = 0; i < 12; ++i) {
                    const unsigned step = server % 2 == 0 ? i : 11 - i;
                    NewResult one = result(server * 1000 + round * 12 + step + 1, 60 + step);
                    one.board = "game 2026-11-" + std::to_string(10 + step);
                    own->add_result(one);
                    own->vote("game" + std::to_string(step), player(step + 1), 1 + (round + server) % 5,
                              ballot(100 * step + 4 * round + server), noon);
                }
                if (round % 5 == 4) own->forget(player(round + server), noon);
                own->prune(noon);
                own->commit();
            } catch (const StorageError&) {
                own->rollback();
                ++failed;
            }
        }
    });
    EXPECT_EQ(failed, 0);
    for (const auto& [game, stars] : store->votes())
        EXPECT_LE(std::accumulate(stars.begin(), stars.end(), std::uint64_t{0}), 1U) << game;
}

TEST_P(Postgres, LosingTheConnectionLosesOnlyWhatWasNotCommitted) {
    const std::string end_all =
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND "
        "backend_type = 'client backend'";
    add(result(1));
    store->changes_elsewhere();
    in_test_database(end_all);
    EXPECT_THROW(store->counts("game 2026-11-27"), StorageError);
    EXPECT_EQ(store->counts("game 2026-11-27").size(), 1U);
    EXPECT_TRUE(store->changes_elsewhere().everything);  // whatever was said meanwhile
    store->begin();
    store->add_result(result(2));
    in_test_database(end_all);
    EXPECT_THROW(store->add_result(result(3)), StorageError);
    store->rollback();
    EXPECT_EQ(add(result(2)), Added::added);
    store->begin();
    store->add_result(result(4));
    in_test_database(end_all);
    EXPECT_THROW(store->commit(), StorageError);
    store->rollback();
    EXPECT_EQ(add(result(4)), Added::added);
    in_test_database(end_all);
    // At first there is still its last message to be read.
    EXPECT_THROW(for (int calls = 0; calls < 3; ++calls) store->changes_elsewhere(), StorageError);
    EXPECT_TRUE(store->changes_elsewhere().everything);
}

TEST_P(Postgres, DatabasesOfOthersAreLeftAlone) {
    for (const std::string version : {"2", "1000"}) {
        in_test_database("UPDATE quincunx_service SET version = " + version);
        EXPECT_THROW(open(), StorageError);
        EXPECT_THROW(add(result(1)), StorageError);  // that was open before
        store->rollback();
    }
    empty_test_database();
    EXPECT_THROW(open({.existing = true}), StorageError);
    in_test_database("CREATE TABLE players(name TEXT)");
    EXPECT_THROW(open({.later = true}), StorageError);
    in_test_database("DROP TABLE players");
    EXPECT_EQ(add_to(*open(), result(1)), Added::added);
    EXPECT_EQ(add(result(1)), Added::known);  // the tables are there again
}

TEST(PostgresAddress, IsReadBeforeAnythingIsAsked) {
    EXPECT_TRUE(is_postgres("postgresql:///quincunx"));
    EXPECT_TRUE(is_postgres("postgres://a@b/c"));
    EXPECT_FALSE(is_postgres("/postgresql:/service.db"));
    // Nothing of a password is said, whatever is wrong.
    for (const char* const address :
         {"postgresql://a:secret/word@localhost/b", "postgresql://a:sec%zzret@localhost/b",
          "postgresql://a:secret@127.0.0.1:1/b", "postgresql://a:secret@secret.invalid/b",
          "postgresql://a:secret@b?secret=1", "postgresql://localhost/b?password=sec%zzret",
          "postgresql://localhost:1/b?user=a&password=secret&secret=1"}) {
        try {
            (void)open_postgres(address);
            FAIL() << address;
        } catch (const StorageError& error) {
            EXPECT_THAT(error.what(), testing::Not(testing::HasSubstr("sec"))) << address;
        }
    }
}

TEST_F(SqliteFiles, OldResultsAreFoundThroughTheBoards) {
    const SQLite::Database database(folder / "service.db");
    SQLite::Statement rows(database, "EXPLAIN QUERY PLAN " + std::string(forget_old_results));
    std::string plan;
    while (rows.executeStep()) plan += rows.getColumn(3).getString() + '\n';
    EXPECT_THAT(plan, testing::HasSubstr("SCAN boards\n"));
    EXPECT_THAT(plan, testing::HasSubstr("SEARCH results USING COVERING INDEX equal_results (board=?)"));
    EXPECT_THAT(plan, testing::Not(testing::HasSubstr("SCAN results")));
    EXPECT_THAT(plan, testing::Not(testing::HasSubstr("TEMP B-TREE")));
}

TEST_F(SqliteFiles, BackupAndRestore) {
    add(result(1));
    EXPECT_GT(backup_sqlite(folder / "service.db", folder / "copy.db"), 0U);
    EXPECT_THROW(backup_sqlite(folder / "service.db", folder / "copy.db"), StorageError);
    add(result(2));
    store = nullptr;
    {
        const FileLock server(folder / "service.db");
        EXPECT_THROW(restore_sqlite(folder / "copy.db", folder / "service.db"), StorageError);
    }
    restore_sqlite(folder / "copy.db", folder / "service.db");
    store = open_sqlite(folder / "service.db");
    EXPECT_EQ(add(result(1)), Added::known);
    EXPECT_EQ(add(result(2)), Added::added);
    const std::vector<std::string> lines = exported(*store);
    EXPECT_EQ(lines.size(), 5U);  // two results and shortest games, with one number of moves
    EXPECT_THAT(lines.front(), testing::HasSubstr(R"("kind":"result","board":"game 2026-11-27")"));
    // The operator chooses who can read the folder, but not who can read the file.
    EXPECT_EQ(fs::status(folder / "service.db").permissions(),
              fs::perms::owner_read | fs::perms::owner_write);
}

std::string contents(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}
/// The names of what is in a folder.
std::set<std::string> listed(const fs::path& folder) {
    std::set<std::string> names;
    for (const auto& one : fs::directory_iterator(folder)) names.insert(one.path().filename());
    return names;
}
std::string refusal(const std::function<void()>& work) {
    try {
        work();
    } catch (const StorageError& error) {
        return error.what();
    }
    return "";
}

TEST_F(SqliteFiles, RestoringWhatIsNoCopyChangesNothing) {
    const fs::path file = folder / "service.db";
    store->begin();
    for (unsigned number = 1; number <= 300; ++number) store->add_result(result(number, number));
    store->commit();
    fs::copy_file(file, folder / "without-journal.db");
    backup_sqlite(file, folder / "good.db");
    store = nullptr;
    const std::string good = contents(folder / "good.db");
    std::ofstream(folder / "empty.db");
    std::ofstream(folder / "half.db", std::ios::binary) << good.substr(0, good.size() / 2);
    std::ofstream(folder / "damaged.db", std::ios::binary)
        << good.substr(0, 8192) << std::string(8192, '\0') << good.substr(16384);
    std::ofstream(folder / "text.db") << "this is no database, but it is long enough to be looked at\n";
    const auto changed = [&](const std::string& name, const std::string& sql) {
        fs::copy_file(folder / "good.db", folder / name);
        in_file(folder / name, sql);
    };
    changed("later.db", "PRAGMA user_version = 99");
    changed("earlier.db", "PRAGMA user_version = 2");
    changed("other.db", "PRAGMA application_id = 7");
    changed("without-table.db", "DROP TABLE votes");
    const std::string before = contents(file);
    const std::set<std::string> names = listed(folder);
    for (const std::string name : {"empty", "without-journal", "half", "damaged", "text", "later", "earlier",
                                   "other", "without-table", "missing"}) {
        const std::string copy = folder / (name + ".db");
        EXPECT_THAT(refusal([&] { restore_sqlite(copy, file); }), testing::HasSubstr(name + ".db")) << name;
        EXPECT_THAT(refusal([&] { restore_sqlite(copy, folder / "new.db"); }), testing::HasSubstr(copy));
        EXPECT_THAT(refusal([&] { (void)open_sqlite(copy, {.existing = true}); }), testing::HasSubstr(copy));
        EXPECT_THAT(refusal([&] { backup_sqlite(copy, folder / "copy.db"); }), testing::HasSubstr(copy));
        EXPECT_TRUE(contents(file) == before);
        for (const char* const end : {"-wal", "-shm"}) fs::remove(copy + end);
        EXPECT_EQ(listed(folder), names) << name;
    }
}

TEST_F(SqliteFiles, RestoringKeepsWhatWasThereAndForgetsAgain) {
    const fs::path file = folder / "service.db";
    for (unsigned number = 1; number <= 3; ++number) add(result(number));
    backup_sqlite(file, folder / "copy.db");
    forget(2);
    add(result(4));
    store = nullptr;
    fs::permissions(file, fs::perms::group_read, fs::perm_options::add);
    for (int times = 1; times <= 2; ++times) {
        const Restored restored = restore_sqlite(folder / "copy.db", file);
        EXPECT_EQ(restored.sizes[2], 2U);
        EXPECT_EQ(restored.forgotten_again, 1U);
        EXPECT_EQ(restored.unread, "");
        EXPECT_THAT(restored.kept.string(), testing::StartsWith(file.string() + ".before-2"));
        EXPECT_EQ(open_sqlite(restored.kept, {.existing = true})->sizes()[2], times == 1 ? 3U : 2U);
        EXPECT_EQ(fs::status(file).permissions(),
                  fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
    }
    store = open_sqlite(file);
    EXPECT_EQ(add(result(2)), Added::forgotten);
    store = nullptr;
    // A damaged file is replaced, too, and what cannot be known is said.
    std::ofstream(file, std::ios::binary) << std::string(8192, 'x');
    const Restored restored = restore_sqlite(folder / "copy.db", file);
    EXPECT_NE(restored.unread, "");
    EXPECT_TRUE(contents(restored.kept) == std::string(8192, 'x'));
    // A copy together with its journal is whole.
    store = open_sqlite(file);
    add(result(9));
    fs::copy_file(file, folder / "both.db");
    fs::copy_file(file.string() + "-wal", folder / "both.db-wal");
    store = nullptr;
    EXPECT_EQ(restore_sqlite(folder / "both.db", folder / "new.db").sizes[2], 4U);
    // A file that a server is writing is not copied as it is.
    store = open_sqlite(file, {.alone = true});
    EXPECT_THAT(refusal([&] { restore_sqlite(file, folder / "new.db"); }),
                testing::HasSubstr("a server uses"));
}

TEST_F(SqliteFiles, AFileThatIsTakenAwayIsNoticed) {
    const fs::path file = folder / "service.db";
    store = nullptr;
    for (const std::string end : {"", "-wal", "-shm"}) {
        store = open_sqlite(file, {.alone = true});
        EXPECT_EQ(write([&] { return store->remove_challenge(id(1), std::nullopt); }), Removed::not_there);
        fs::rename(file.string() + end, folder / "away");
        EXPECT_THAT(refusal([&] { store->begin(); }), testing::HasSubstr(end + " was removed"));
        store->rollback();
        std::ofstream(file.string() + end) << "another one";
        EXPECT_THAT(refusal([&] { store->begin(); }), testing::HasSubstr("is not the file any more"));
        fs::rename(folder / "away", file.string() + end);
        store->begin();
        store->remember_time(noon);
        fs::rename(file.string() + end, folder / "away");
        EXPECT_THAT(refusal([&] { store->commit(); }), testing::HasSubstr(end + " was removed"));
        store->rollback();
        fs::rename(folder / "away", file.string() + end);
        EXPECT_NO_THROW(store->begin());
        store->rollback();
        store = nullptr;
    }
}

TEST_F(SqliteFiles, AFileThatIsWrittenOverIsNoticed) {
    const fs::path file = folder / "service.db";
    backup_sqlite(file, folder / "copy.db");
    store = open_sqlite(file, {.alone = true});
    // Not by what the server writes itself, nor by a tool beside it.
    const auto tool = open_sqlite(file, {.existing = true});
    for (unsigned group = 0; group < 12; ++group) {
        Store& writer = group % 3 == 2 ? *tool : *store;
        write_to(writer, [&] {
            for (unsigned number = 1; number <= 1000; ++number) {
                NewResult one = result(group * 1000 + number, number);
                one.board = "game 2026-11-" + std::to_string(10 + group);
                writer.add_result(one);
            }
            return 0;
        });
    }
    SQLite::Database other(file, SQLite::OPEN_READWRITE);
    for (const std::string mode : {"PASSIVE", "RESTART", "TRUNCATE"}) {
        other.exec("PRAGMA wal_checkpoint(" + mode + ")");
        write([&] { return store->remove_challenge(id(1), std::nullopt); });
        write([&] { return store->forget(player(1), noon).lines; });
    }
    EXPECT_GT(fs::file_size(file), 500'000U);  // there were checkpoints
    EXPECT_LT(fs::file_size(file.string() + "-wal"), 20'000'000U);
    {
        std::ofstream over(file, std::ios::binary);
        over << contents(folder / "copy.db");
    }
    EXPECT_THAT(refusal([&] { store->begin(); }), testing::HasSubstr("was written over"));
    store->rollback();
}

TEST_F(SqliteFiles, DamageIsFound) {
    const fs::path file = folder / "service.db";
    store = nullptr;
    store = open_sqlite(file, {.alone = true});
    std::atomic<bool> stop = false;
    store->begin();
    for (unsigned number = 1; number <= 2000; ++number) store->add_result(result(number, number));
    store->commit();
    EXPECT_EQ(store->damage(stop), std::nullopt);
    store = nullptr;
    {
        std::fstream damaged(file, std::ios::binary | std::ios::in | std::ios::out);
        damaged.seekp(static_cast<std::streamoff>(fs::file_size(file) / 2 / 4096 * 4096));
        damaged << std::string(4 * 4096, '\0');
    }
    store = open_sqlite(file, {.alone = true});
    EXPECT_NE(store->damage(stop), std::nullopt);
    stop = true;
    EXPECT_EQ(store->damage(stop), std::nullopt);
}

TEST_F(SqliteFiles, OthersAreLeftAlone) {
    std::ofstream(folder / "text.db") << "this is no database, but it is long enough to be looked at\n";
    EXPECT_THROW(open_sqlite(folder / "text.db"), StorageError);
    EXPECT_THROW(restore_sqlite(folder / "text.db", folder / "new.db"), StorageError);
    EXPECT_THROW(open_sqlite(folder / "none.db", {.existing = true}), StorageError);
    EXPECT_THROW(open_sqlite("/proc/none/service.db"), StorageError);
    EXPECT_FALSE(fs::exists(folder / "new.db"));
}

TEST(Names, DependOnTheChallenge) {
    EXPECT_EQ(free_name("a", player(1), {}), free_name("a", player(1), {}));
    EXPECT_NE(free_name("a", player(1), {}), free_name("b", player(1), {}));
    const unsigned name = free_name("a", player(1), {});
    EXPECT_NE(free_name("a", player(1), {name}), name);
    EXPECT_TRUE(std::ranges::is_sorted(name_words));
}

/// The power fails at any moment, and whatever was not synced by then may be on the disk or not, or half of it.
TEST(PowerFailure, LosesNothingThatWasCommitted) {
    const char* const volume = std::getenv("QUINCUNX_VOLUME");
    const int rounds = volume == nullptr ? 500 : static_cast<int>(500 * std::strtod(volume, nullptr)) + 1;
    LosingLayer layer;
    std::set<unsigned> committed;
    std::set<unsigned> sent;
    unsigned next = 1;
    for (int round = 0; round < rounds; ++round) {
        layer.fail_after(round % 2 == 0 ? layer.random(40) : layer.random(400));
        std::vector<unsigned> group;
        try {
            const auto store = open_sqlite("losing.db", {.layer = LosingLayer::name});
            for (int groups = 0; groups < 20; ++groups) {
                // A result that was not answered is sent again.
                group.clear();
                for (const unsigned number : sent)
                    if (!committed.contains(number)) group.push_back(number);
                for (int i = 0; i < 3; ++i) group.push_back(next++);
                store->begin();
                for (const unsigned number : group) {
                    sent.insert(number);
                    const Added added = store->add_result(result(number, number));
                    ASSERT_TRUE(added == Added::added || added == Added::known);
                }
                store->commit();
                committed.insert(group.begin(), group.end());
            }
        } catch (const StorageError&) {
        }
        layer.lose();
        layer.fail_after(std::nullopt);
        const auto store = open_sqlite("losing.db", {.layer = LosingLayer::name});
        std::set<unsigned> there;
        for (const Count& count : store->counts("game 2026-11-27")) {
            EXPECT_EQ(count.games, 1U);
            there.insert(static_cast<unsigned>(count.moves));
        }
        ASSERT_TRUE(std::ranges::includes(there, committed)) << "round " << round;
        ASSERT_TRUE(std::ranges::includes(sent, there)) << "round " << round;
    }
    EXPECT_GT(committed.size(), static_cast<std::size_t>(rounds));
    EXPECT_GT(layer.lost(), static_cast<std::size_t>(rounds));
}

TEST(PowerFailure, IsNoticedByTheTest) {
    // Without syncing, the same test has to find losses.
    LosingLayer layer;
    layer.ignore_syncs();
    std::size_t losses = 0;
    for (unsigned round = 0; round < 20; ++round) {
        try {
            const auto store = open_sqlite("losing.db", {.layer = LosingLayer::name});
            store->begin();
            store->add_result(result(round + 1, round + 1));
            store->commit();
        } catch (const StorageError&) {
            ++losses;  // the file is damaged
        }
        layer.lose();
        try {
            const auto store = open_sqlite("losing.db", {.layer = LosingLayer::name});
            if (store->counts("game 2026-11-27").size() <= round) ++losses;
        } catch (const StorageError&) {
            ++losses;
        }
    }
    EXPECT_GT(losses, 0U);
}

TEST(FullDisk, IsSaidAndEndsWhenThereIsRoom) {
    LosingLayer layer;
    const auto store = open_sqlite("losing.db", {.layer = LosingLayer::name});
    const auto add = [&](unsigned number) {
        store->begin();
        const Added added = store->add_result(result(number, number));
        store->commit();
        return added;
    };
    EXPECT_EQ(add(1), Added::added);
    layer.fill();
    EXPECT_THROW(add(2), StorageError);
    store->rollback();
    EXPECT_EQ(store->counts("game 2026-11-27").size(), 1U);
    layer.empty();
    EXPECT_EQ(add(2), Added::added);
    EXPECT_EQ(add(1), Added::known);
    EXPECT_EQ(store->counts("game 2026-11-27").size(), 2U);
}

}  // namespace
}  // namespace quincunx::service
