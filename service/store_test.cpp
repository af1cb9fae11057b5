#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "service/losing_layer.hpp"
#include "service/names.hpp"
#include "service/sqlite_store.hpp"

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

/// What every database has to do. Another one is another value of the parameter.
class StoreOperations : public testing::Test {
  public:
    ~StoreOperations() override { fs::remove_all(folder); }

    fs::path folder = fs::temp_directory_path() / ("quincunx-store-" + std::to_string(getpid()));
    std::unique_ptr<Store> store = open_sqlite(folder / "service.db");

    template <class Work>
    auto write(const Work& work) {
        store->begin();
        const auto done = work();
        store->commit();
        return done;
    }
    Added add(const NewResult& one) {
        return write([&] { return store->add_result(one); });
    }
    std::vector<std::string> forget(unsigned number) {
        return write([&] { return store->forget(player(number)); });
    }
};

TEST_F(StoreOperations, AResultIsAddedOnce) {
    EXPECT_EQ(add(result(1)), Added::added);
    EXPECT_EQ(add(result(1)), Added::known);
    NewResult other = result(1);
    other.id = id(99);
    EXPECT_EQ(add(other), Added::second_result);
    const std::vector<Count> expected{{.won = true, .moves = 60, .helped = false, .games = 1}};
    EXPECT_EQ(store->counts("game 2026-11-27"), expected);
    EXPECT_TRUE(store->counts("game 2026-11-28").empty());
}

TEST_F(StoreOperations, AnIdIsOfOneResultOfOnePlayer) {
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

TEST_F(StoreOperations, EqualListsCountOnceUntilTheLastIsForgotten) {
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

TEST_F(StoreOperations, TheShortestWinsAreForThoseWhoHaveAResult) {
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

TEST_F(StoreOperations, VotesNeedProofOnceAndCountOnce) {
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

TEST_F(StoreOperations, AChallengeHasADealAHundredResultsAndAnEnd) {
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

TEST_F(StoreOperations, PruningLeavesNumbers) {
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

TEST_F(StoreOperations, WhatIsNotCommittedIsNotThere) {
    store->begin();
    store->add_result(result(1));
    store->rollback();
    EXPECT_TRUE(store->counts("game 2026-11-27").empty());
    EXPECT_EQ(add(result(1)), Added::added);
    store = open_sqlite(folder / "service.db");
    EXPECT_EQ(add(result(1)), Added::known);
}

TEST_F(StoreOperations, ChangesOfOtherProgramsAreNoticed) {
    EXPECT_FALSE(store->changed_elsewhere());
    add(result(1));
    EXPECT_FALSE(store->changed_elsewhere());
    const auto other = open_sqlite(folder / "service.db");
    other->begin();
    other->forget(player(1));
    other->commit();
    EXPECT_TRUE(store->changed_elsewhere());
    EXPECT_TRUE(store->counts("game 2026-11-27").empty());
}

TEST_F(StoreOperations, BackupAndRestore) {
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
    export_sqlite(folder / "service.db", [&](const std::string& line) { lines.push_back(line); });
    EXPECT_EQ(lines.size(), 3U);  // two results, which have the same number of moves
    EXPECT_THAT(lines.front(), testing::HasSubstr(R"("kind":"result","board":"game 2026-11-27")"));
    // Who can read the folder is the operator's choice; who can read the file is not.
    EXPECT_EQ(fs::status(folder / "service.db").permissions(),
              fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(StoreOperations, OtherFilesAreLeftAlone) {
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
