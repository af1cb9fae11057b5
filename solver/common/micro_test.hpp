#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "engine/deal.hpp"
#include "engine/generate.hpp"
#include "solver/common/prune_tally.hpp"
#include "solver/exhaustive.hpp"
#include "solver/solver.hpp"

/// Shared by the tests of strategies: small positions, the verdicts of plain brute force on them, and what
/// is expected of every strategy.
namespace quincunx::solver {

/// `count` tests, or a multiple of that if the environment asks for it (QUINCUNX_VOLUME, default 1).
inline int volume(int count) {
    const char* text = std::getenv("QUINCUNX_VOLUME");
    const double factor = text == nullptr ? 1.0 : std::strtod(text, nullptr);
    return static_cast<int>(count * (factor > 0 ? factor : 1.0)) + 1;
}

/// Half the usual number in a short run, or another part, never fewer: they would include too few positions of some kind.
inline int at_least(int usual, int part = 2) {
    return std::max((usual + part - 1) / part, volume(usual));
}

/// A position a few random moves into a numbered deal: none for every other number, otherwise up to `most`.
template <const Rules& rules>
Position<rules> random_position(std::uint64_t number, int most) {
    Position<rules> position;
    position.deal(numbered_deal<rules>(number));
    std::uint64_t random = number * 0x9E3779B97F4A7C15u | 1;
    const auto next = [&random](std::uint64_t bound) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        return (random >> 20) % bound;
    };
    if (number % 2 == 0) return position;
    MoveList<rules> moves;
    for (auto left = next(static_cast<std::uint64_t>(most)); left > 0; --left) {
        generate(position, moves);
        if (moves.empty()) break;
        position.play(moves[static_cast<std::size_t>(next(moves.size()))]);
    }
    return position;
}

/// Every branch from `first` to `last` has left something out.
template <class Branch>
void expect_at_work(const PruneTally<Branch>& tally, Branch first, Branch last) {
    for (int i = static_cast<int>(first); i <= static_cast<int>(last); ++i)
        EXPECT_GT(tally.of(static_cast<Branch>(i)), 0U) << "branch " << i;
}
template <class Branch>
void expect_at_work(const PruneTally<Branch>& tally, Branch branch) {
    expect_at_work(tally, branch, branch);
}

/// Runs a search to its end.
template <class Search, class Position>
Verdict solve(Search& search, const Position& position, const Limits& limits = {}) {
    search.start(position, limits);
    while (!search.step(1000)) {
    }
    return search.verdict();
}

/// The verdict of a search without any pruning; `unknown` if it is too large for a test.
template <const Rules& rules>
Verdict brute_force(const Position<rules>& position, std::uint64_t most_nodes = 300000) {
    static ExhaustiveSearch<rules> search;
    return solve(search, position, {.nodes = most_nodes});
}

/// Each of the searches (pruning rules on and off, different plans) judges deals, and positions up to
/// `most_moves` random moves later, as brute force does, and its wins replay.
template <const Rules& rules, class Search>
void expect_as_brute_force(std::vector<Search>& searches, int positions, int most_moves = 13) {
    int won = 0;
    int lost = 0;
    int skipped = 0;
    for (int i = 0; i < volume(positions) && !testing::Test::HasFailure(); ++i) {
        const auto number =
            100000 + static_cast<std::uint64_t>(2 * i + (i % 4 != 0));  // three out of four are odd
        const Position<rules> position = random_position<rules>(number, most_moves);
        const Verdict truth = brute_force(position, 30000);
        if (truth == Verdict::unknown) {
            ++skipped;
            continue;
        }
        ++(truth == Verdict::winnable ? won : lost);
        for (std::size_t which = 0; which < searches.size(); ++which) {
            EXPECT_EQ(solve(searches[which], position, {.dives = i % 2 != 0}), truth)
                << "deal " << number << " search " << which;
            if (truth == Verdict::winnable) {
                EXPECT_TRUE(replays(position, searches[which].line()))
                    << "deal " << number << " search " << which;
            }
        }
    }
    testing::Test::RecordProperty("won", won);
    testing::Test::RecordProperty("lost", lost);
    testing::Test::RecordProperty("skipped", skipped);
    EXPECT_GT(won + lost, skipped);
}

/// The wins that a search of a few nodes finds among the deals from 1000001 on replay, and there are some.
template <const Rules& rules, class Search>
void expect_wins_replay(int deals) {
    Search search;
    int won = 0;
    for (int i = 0; i < volume(deals); ++i) {
        const auto deal = 1000001 + static_cast<std::uint64_t>(i);
        Position<rules> position;
        position.deal(numbered_deal<rules>(deal));
        if (solve(search, position, {.nodes = 3000, .dives = i % 2 != 0}) != Verdict::winnable) continue;
        ++won;
        EXPECT_TRUE(replays(position, search.line())) << deal;
    }
    EXPECT_GT(won, 0);
}

/// Earlier searches make no difference.
template <const Rules& rules, class Search>
void expect_same_when_reused() {
    Search fresh;
    Search used;
    for (std::uint64_t deal = 1000001; deal < 1000011; ++deal) {
        Position<rules> position;
        position.deal(numbered_deal<rules>(deal));
        const Limits limits{.nodes = 2000, .dives = deal % 2 == 0};
        const Verdict verdict = solve(used, position, limits);
        fresh = Search{};
        EXPECT_EQ(solve(fresh, position, limits), verdict);
        EXPECT_EQ(fresh.progress().nodes, used.progress().nodes);
    }
}

/// A lost deal is not called lost within limits that are too small, and little memory lasts for as many nodes, between
/// these, whatever was searched before.
template <const Rules& rules, class Search>
void expect_stops_at_its_limits(std::uint64_t lost, std::size_t memory, std::uint64_t least,
                                std::uint64_t most) {
    Search search;
    Position<rules> position;
    position.deal(numbered_deal<rules>(lost));
    EXPECT_EQ(solve(search, position, {.nodes = 5000}), Verdict::unknown);
    EXPECT_EQ(search.progress().nodes, 5000U);
    EXPECT_EQ(solve(search, position, {.memory = memory}), Verdict::unknown);
    const std::uint64_t nodes = search.progress().nodes;
    EXPECT_GT(nodes, least);
    EXPECT_LT(nodes, most);
    EXPECT_EQ(solve(search, position), Verdict::unwinnable);
    EXPECT_EQ(solve(search, position, {.memory = memory}), Verdict::unknown);
    EXPECT_EQ(search.progress().nodes, nodes);
}

/// However little memory a search has, and whatever it searched before, it does not call a winnable position
/// lost.
template <class Search, class Position>
void expect_not_called_lost(Search& search, const Position& winnable, std::uint64_t number) {
    constexpr std::size_t most = std::size_t{1} << 20;
    bool dives = false;
    for (std::size_t memory = 0; memory < most;
         memory = memory == 0 ? 64 : memory + memory / 2, dives = !dives) {
        EXPECT_NE(solve(search, winnable, {.nodes = 2000, .memory = memory, .dives = dives}),
                  Verdict::unwinnable)
            << "deal " << number << ", " << memory << " bytes";
    }
}

/// The same for positions that brute force wins, with a fresh search and with a used one.
template <const Rules& rules, class Search>
void expect_no_win_called_lost(int positions) {
    const auto used = std::make_unique<Search>();
    int won = 0;
    for (int i = 0; i < volume(positions) && !testing::Test::HasFailure(); ++i) {
        const auto number = 45000 + static_cast<std::uint64_t>(i);
        const Position<rules> position = random_position<rules>(number, rules.card_count());
        if (brute_force(position, 30000) != Verdict::winnable) continue;
        ++won;
        expect_not_called_lost(*std::make_unique<Search>(), position, number);
        solve(*used, position, {.nodes = 2000});
        expect_not_called_lost(*used, position, number);
    }
    EXPECT_GT(won, 0);
}

}  // namespace quincunx::solver
