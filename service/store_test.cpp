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
        return write([&] { return store->forget(player(number)); });
    }
};

/// What every database has to do, of which the parameter names one.
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
    /// What others have changed, as soon as this is known.
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

/// What concerns its files.
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
        return write([&] { return store->vote("game", player(number), stars, proven, noon); });
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

TEST_P(StoreOperations, AChallengeHasADealAHundredResultsAndAnEnd) {
    const auto make = [&](const std::string& deal) {
        return write([&] { return store->add_challenge(id(1), deal, noon + 10); });
    };
    const auto sent = [](unsigned number) {
        NewResult one = result(number);
        one.board = id(1);
        one.closes = std::nullopt;
        return one;
    };
    EXPECT_EQ(add(sent(1)), Added::no_board);
    EXPECT_EQ(make("game#1"), Added::added);
    EXPECT_EQ(make("game#1"), Added::known);
    EXPECT_EQ(make("game#2"), Added::id_taken);
    NewResult wrong = sent(1);
    wrong.game.deal = "game#2";
    EXPECT_EQ(add(wrong), Added::wrong_deal);
    NewResult late = sent(1);
    late.now = noon + 10;
    EXPECT_EQ(add(late), Added::no_board);
    for (unsigned number = 1; number <= most_in_challenge; ++number)
        EXPECT_EQ(add(sent(number)), Added::added);
    EXPECT_EQ(add(sent(1000)), Added::full);
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
    write([&] { return store->vote("game", player(1), 3, true, noon); });
    write([&] { return store->add_challenge(id(3), "game#1", noon + keep_challenges); });
    NewResult friendly = result(3);
    friendly.board = id(3);
    friendly.closes = std::nullopt;
    add(friendly);

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
        if (number <= 250) store->vote("game", player(number), 1 + number % 5, true, noon);
    }
    for (unsigned number = 1; number <= 21; ++number)
        store->add_challenge(id(number), "game#1", noon + keep_challenges);
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
    write([&] { return store->add_challenge(id(7), "game#1", noon + keep_challenges); });
    NewResult friendly = result(2);
    friendly.id = id(99);
    friendly.player = player(1);
    friendly.board = id(7);
    friendly.closes = std::nullopt;
    for (unsigned number = 1; number <= 2; ++number) add(result(number));
    EXPECT_EQ(add(friendly), Added::added);
    EXPECT_THAT(forget(1), testing::UnorderedElementsAre("game 2026-11-27", id(7)));
    const std::vector<Count> one{{.won = true, .moves = 60, .helped = false, .games = 1}};
    EXPECT_EQ(store->counts("game 2026-11-27"), one);
    EXPECT_TRUE(store->counts(id(7)).empty());
    EXPECT_TRUE(store->challenge(id(7), std::nullopt)->results.empty());
    EXPECT_EQ(store->lines("game 2026-11-27", player(2))->size(), 1U);
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
    write([&] { return store->vote("game", player(1), 3, true, noon); });
    EXPECT_TRUE(none());
    const auto other = again();
    write_to(*other, [&] { return other->add_result(result(2)); });
    const Changes added = changes();
    EXPECT_TRUE(added.everything || added.boards == std::vector<std::string>{"game 2026-11-27"});
    write_to(*other, [&] { return other->vote("game", player(2), 3, true, noon); });
    const Changes voted = changes();
    EXPECT_TRUE(voted.everything || voted.votes);
    write_to(*other, [&] { return other->forget(player(1)); });
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
    for (const std::string& bad :
         {std::string("a\0b", 3), std::string("\xff\xfe"), std::string(100'000, 'x')}) {
        NewResult one = result(2);
        one.board = bad;
        one.game.line = bad;
        // SQLite takes any bytes, PostgreSQL none that are no text; neither takes a part of them.
        try {
            EXPECT_EQ(add(one), Added::added);
            EXPECT_EQ(store->lines(bad, player(2))->front().line, bad);
            forget(2);
        } catch (const StorageError&) {
            store->rollback();
        }
        EXPECT_EQ(add(result(3)), Added::added);
        forget(3);
    }
    EXPECT_EQ(add(quoted), Added::known);
}

TEST_P(StoreOperations, ExportAndMoveAreComplete) {
    store->begin();
    for (unsigned number = 1; number <= 1500; ++number) store->add_result(result(number, number % 7 + 60));
    store->commit();
    write([&] { return store->vote("game", player(1), 3, true, noon); });
    write([&] { return store->add_challenge(id(5000), "game#1", noon + 10); });
    forget(17);
    const auto exported = [](Store& one) {
        std::vector<std::string> lines;
        one.export_all([&](const std::string& line) { lines.push_back(line); });
        return lines;
    };
    const std::unique_ptr<Store> file = open_sqlite(folder / "moved.db");
    std::vector<std::string> lines = exported(*store);
    EXPECT_EQ(lines.size(), 1499U + 7 + 1 + 1);
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

/// What PostgreSQL can do that a file cannot.
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
                    own->vote("game" + std::to_string(step), player(step + 1), 1 + (round + server) % 5, true,
                              noon);
                }
                if (round % 5 == 4) own->forget(player(round + server));
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
    in_test_database("UPDATE quincunx_service SET version = 1000");
    EXPECT_THROW(open(), StorageError);
    EXPECT_THROW(add(result(1)), StorageError);  // that was open before
    store->rollback();
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
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open((folder / "service.db").c_str(), &database), SQLITE_OK);
    std::string plan;
    sqlite3_exec(
        database, ("EXPLAIN QUERY PLAN " + std::string(forget_old_results)).c_str(),
        [](void* lines, int, char** row, char**) {
            *static_cast<std::string*>(lines) += std::string(row[3]) + '\n';
            return 0;
        },
        &plan, nullptr);
    sqlite3_close(database);
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
    std::vector<std::string> lines;
    store->export_all([&](const std::string& line) { lines.push_back(line); });
    EXPECT_EQ(lines.size(), 3U);  // two results, which have the same number of moves
    EXPECT_THAT(lines.front(), testing::HasSubstr(R"("kind":"result","board":"game 2026-11-27")"));
    // Who can read the folder is the operator's choice; who can read the file is not.
    EXPECT_EQ(fs::status(folder / "service.db").permissions(),
              fs::perms::owner_read | fs::perms::owner_write);
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
                // What was not answered is sent again.
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
