#include "solver/carthage/score.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "engine/notation.hpp"
#include "games/carthage.hpp"
#include "solver/carthage/table.hpp"
#include "tests/small_games.hpp"

namespace quincunx::solver::carthage {
namespace {

// One pack of six ranks, three piles, three reserves.
constexpr Rules small = testing::small_carthage(games::carthage, 1, 6, 3, 3, 2);
using F = FeatureList;

class CarthageScore : public ::testing::Test {
  protected:
    void read(const char* position) {
        const auto parsed = parse_position<small>(std::string("game micro\n") + position);
        ASSERT_TRUE(parsed.has_value());
        state_ = table_.read(*parsed);
    }
    F::Features facts() const { return Facts<small>(table_).of(state_); }
    /// The score if only one feature counts, in one phase.
    float score_of(F::Feature feature, int phase) {
        std::array<float, F::factors> factors{};
        factors[at(phase * F::features + feature)] = 1;
        Score<small> score;
        score.set_factors(factors.data());
        return score.of(table_, state_);
    }

    Table<small> table_;
    State<small> state_{};
};

/// After the last deal; the second reserve is a place for one card.
constexpr const char* open_position =
    "F1 AC 2C\nF2 AD\nF3 -\nF4 -\nT1 6H 5H\nT2 6D 5D 4D 3D\nT3 6S 5S\n"
    "R1 6C 2H AH 3C 4C\nR2 -\nR3 5C 2D 4S 3S 2S AS 3H 4H\nS -\n";

TEST_F(CarthageScore, FactsOfTheWholeState) {
    read(open_position);
    const F::Features of = facts();
    EXPECT_EQ(of[F::cards_home], 24 + 3) << "the second pack counts as home";
    EXPECT_EQ(of[F::spaces], 1) << "the second reserve";
    EXPECT_EQ(of[F::one_space], 1);
    EXPECT_EQ(of[F::no_space], 0);
    EXPECT_EQ(of[F::built_runs], 3);
    EXPECT_EQ(of[F::loose_cards], 8);
    EXPECT_EQ(of[F::kings], 3);
    EXPECT_EQ(of[F::tops_fit], 1) << "the four of hearts goes on the five";
    EXPECT_EQ(of[F::plays], 0);
    EXPECT_EQ(of[F::least_stack], 0);
    EXPECT_EQ(of[F::reach_sum], 4 + 7);
    EXPECT_EQ(of[F::reach_most], 7);
    EXPECT_EQ(of[F::reach_home], 2);
    EXPECT_EQ(of[F::deal_fits], 0);
}

TEST_F(CarthageScore, FactsOfPiles) {
    read(open_position);
    const F::Features of = facts();
    EXPECT_EQ(of[F::stack_size], 5 + 8);
    EXPECT_EQ(of[F::is_open], 1);
    EXPECT_EQ(of[F::in_sequence], 4) << "the ace of hearts, spades from the three to the ace";
    EXPECT_EQ(of[F::reversed], 2) << "the fours of clubs and hearts";
}

TEST_F(CarthageScore, IsTheSumOfFactorTimesFeature) {
    read(open_position);
    const F::Features of = facts();
    for (int i = 0; i < F::features; ++i)
        EXPECT_FLOAT_EQ(score_of(static_cast<F::Feature>(i), 0), of[at(i)]) << "feature " << i;
    EXPECT_EQ(score_of(F::spaces, 1), 0) << "factors of another phase";
}

/// The value of stacks that came after the first question is added up, too, and forgotten with their numbers.
TEST_F(CarthageScore, KnowsStacksThatCameLater) {
    read(open_position);
    std::array<float, F::factors> factors{};
    factors[F::stack_size] = 1;
    Score<small> score;
    score.set_factors(factors.data());
    EXPECT_EQ(score.of(table_, state_), 13);
    state_.reserve[1] = table_.stacks.push(table_.stacks.push(0, face(0, 3)), face(0, 5));
    EXPECT_EQ(score.of(table_, state_), 15);
    table_.stacks.clear();
    score.clear();
    state_.reserve = {table_.stacks.push(0, face(1, 1)), 0, 0};
    EXPECT_EQ(score.of(table_, state_), 1);
}

}  // namespace
}  // namespace quincunx::solver::carthage
