#include "solver/gloucestershire/score.hpp"

#include <gtest/gtest.h>

#include <cstddef>

#include "solver/gloucestershire/piles.hpp"
#include "solver/gloucestershire/state.hpp"
#include "tests/small_games.hpp"

namespace quincunx::solver::gloucestershire {
namespace {

// One pack of four ranks, three piles.
constexpr Rules small = testing::small_gloucestershire(1, 4, 3, 4, 4);

constexpr int clubs = 0, diamonds = 1, hearts = 2, spades = 3;

TEST(GloucestershirePiles, KnowTheirUnits) {
    Piles<small> piles;
    piles.clear();
    const Pile single = piles.push(0, face(clubs, 2));
    const Pile pile =
        piles.push(piles.push(piles.push(single, face(clubs, 4)), face(hearts, 3)), face(spades, 2));
    EXPECT_EQ(piles.node(pile).size, 4);
    EXPECT_EQ(piles.node(pile).units, 2);
    EXPECT_EQ(piles.node(pile).run, 3);
    EXPECT_EQ(piles.node(pile).head, face(clubs, 4));
    EXPECT_EQ(piles.node(pile).base, single);
    EXPECT_EQ(piles.cover(pile)[face(clubs, 2)], 1);
    EXPECT_EQ(piles.cover(pile)[face(clubs, 4)], 0) << "of the top unit";
    EXPECT_EQ(piles.cover(pile)[face(hearts, 4)], Piles<small>::absent);

    const Pile round_the_corner = piles.push(piles.push(0, face(diamonds, 1)), face(clubs, 4));
    EXPECT_EQ(piles.node(round_the_corner).units, 1);
    EXPECT_EQ(piles.lay(round_the_corner, pile, 2),
              piles.push(piles.push(round_the_corner, face(hearts, 3)), face(spades, 2)));
}

/// 2C under 4C 3H 2S, 4D 3C, a space; AC is on its foundation, AS in the reserve.
class GloucestershireScore : public ::testing::Test {
  protected:
    GloucestershireScore() {
        piles_.clear();
        const auto pile = [this](std::initializer_list<Face> cards) {
            Pile result = 0;
            for (const Face card : cards) result = piles_.push(result, card);
            return result;
        };
        state_.pile = {pile({face(clubs, 2), face(clubs, 4), face(hearts, 3), face(spades, 2)}),
                       pile({face(diamonds, 4), face(clubs, 3)}), 0};
        state_.height[clubs] = 1;
        state_.reserve_add(face(spades, 1), 1);
    }
    /// The score if only one feature counts.
    float score_of(Feature feature) const {
        Weights weights{};
        weights[static_cast<std::size_t>(feature)] = 1;
        return score(piles_, state_, weights);
    }

    Piles<small> piles_;
    State<small> state_{};
};

TEST_F(GloucestershireScore, Features) {
    EXPECT_EQ(score_of(home), 1);
    EXPECT_EQ(score_of(disorder), 1);
    EXPECT_EQ(score_of(spaces), 1);
    EXPECT_EQ(score_of(laid), -1) << "a card in the reserve";
    EXPECT_EQ(score_of(spread), 1);
    EXPECT_EQ(score_of(lowest), 0);
    const float out = Piles<small>::absent;
    EXPECT_EQ(score_of(next_card), 1 + 2 * out)
        << "2C under a unit; neither AD nor AH is there; AS is in the reserve";
    EXPECT_EQ(score_of(second_card), 0 + 2 * out + 0);
}

TEST_F(GloucestershireScore, IsASum) {
    Weights weights{};
    weights[home] = 2;
    weights[disorder] = -3;
    EXPECT_EQ(score(piles_, state_, weights), 2 - 3);
}

TEST_F(GloucestershireScore, ProgressRisesWithCardsHomeAndInOrder) {
    EXPECT_EQ(progress_of(piles_, state_), 2 * 1 + 2 * 16 - 1 - 1);
    EXPECT_EQ(state_.wanted(clubs), face(clubs, 2));
    EXPECT_EQ(state_.copies_out(face(clubs, 1)), 0);
    EXPECT_EQ(state_.copies_out(face(clubs, 2)), 1);
    EXPECT_EQ(state_.space(), 2);
}

}  // namespace
}  // namespace quincunx::solver::gloucestershire
