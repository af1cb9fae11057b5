#include "solver/carthage/state.hpp"

#include <gtest/gtest.h>

#include "games/carthage.hpp"
#include "solver/carthage/table.hpp"
#include "tests/small_games.hpp"

namespace quincunx::solver::carthage {
namespace {

// Two piles and two reserves.
constexpr Rules small = testing::small_carthage(games::carthage, 2, 6, 2, 2, 2);

Run run_of(int suit, int high, int low) {
    return with_low(single(face(suit, high)), low);
}

TEST(CarthageState, RunsKnowTheirCards) {
    const auto run = run_of(2, 6, 3);
    EXPECT_EQ(run_suit(run), 2);
    EXPECT_EQ(length(run), 4);
    EXPECT_EQ(head_of(run), face(2, 6));
    EXPECT_EQ(end_of(run), face(2, 3));
    EXPECT_EQ(with_high(run, 5), run_of(2, 5, 3));
    EXPECT_FALSE(is_single(run));
    EXPECT_TRUE(is_single(single(face(3, 4)) | in_reserve));
    EXPECT_EQ(cards_of(single(face(3, 4)) | on_tableau), single(face(3, 4)));
}

TEST(CarthageState, TheHigherFoundationTakesACardFirst) {
    State<small> state{};
    for (int rank = 1; rank <= 2; ++rank) state.raise(face(1, rank));
    EXPECT_EQ(state.higher(1), 2);
    EXPECT_EQ(state.lower(1), 0);
    EXPECT_TRUE(state.fits_home(face(1, 1)));
    EXPECT_TRUE(state.is_safe(face(1, 1)));
    EXPECT_TRUE(state.fits_home(face(1, 3)));
    EXPECT_FALSE(state.is_twin_safe(face(1, 3)));
    state.raise(face(1, 1));
    EXPECT_EQ(state.higher(1), 2);
    EXPECT_EQ(state.lower(1), 1);
    EXPECT_TRUE(state.is_twin_safe(face(1, 3)));
    EXPECT_FALSE(state.is_safe(face(1, 3)));
    EXPECT_EQ(state.home_count(), 3);
    EXPECT_EQ(state.home_faces() >> 16 & 0xffff, bit(2) | bit(3));
}

/// After the last deal, as long as a space is left, single cards have no place; when the last one is filled,
/// what has no choice is marked.
TEST(CarthageState, PlacesOfSingleCards) {
    Table<small> table;
    table.stacks.clear();
    State<small> state{};
    state.add_run(run_of(0, 6, 4));
    state.add_run(single(face(1, 5)) | in_reserve);
    EXPECT_EQ(table.free_spaces(state), 2);
    table.fix_places(state);
    EXPECT_EQ(state.run[1], single(face(1, 5)));
    EXPECT_TRUE(table.can_take(state, 1));

    state.add_run(run_of(2, 3, 1));
    EXPECT_EQ(table.free_spaces(state), 1);
    EXPECT_FALSE(table.can_take(state, 1)) << "a run on every pile";

    state.remove_run(2);
    state.add_run(single(face(2, 3)));
    state.add_run(single(face(3, 3)));
    EXPECT_TRUE(table.is_full(state));
    table.fix_places(state);
    EXPECT_TRUE(table.is_undecided(state, state.run[1]));
    EXPECT_TRUE(table.can_take(state, 1));
    state.run[2] |= on_tableau;
    table.fix_places(state);
    EXPECT_EQ(state.run[1] & place_mask, in_reserve);
    EXPECT_FALSE(table.can_take(state, 1));
    EXPECT_TRUE(table.can_take(state, 2));
}

}  // namespace
}  // namespace quincunx::solver::carthage
