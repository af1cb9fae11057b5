#include "solver/common/beam.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace quincunx::solver {
namespace {

struct State {
    std::uint64_t number;
    friend bool operator==(const State&, const State&) = default;
};
using TestBeam = Beam<State, int>;

void insert(TestBeam& beam, std::size_t layer, std::uint64_t number) {
    beam.insert(beam.layers[layer], {number}, TestBeam::Layers::hash({number}), TestBeam::Layers::none, 0);
}
std::vector<std::uint64_t> expanded(TestBeam& beam) {
    std::vector<std::uint64_t> numbers;
    while (beam.has_next()) numbers.push_back(beam.next().state.number);
    return numbers;
}
float number_of(const State& state) {
    return static_cast<float>(state.number);
}

TEST(Beam, PicksFewerInEachRound) {
    TestBeam beam;
    beam.layers.set_limits(3, std::size_t{1} << 20);
    beam.begin_pass(1);
    EXPECT_FALSE(beam.pick(4, 0.5F, number_of));  // nothing there
    for (const std::uint64_t number : {1U, 6U, 2U, 5U, 3U, 4U}) insert(beam, 1, number);
    ASSERT_TRUE(beam.pick(4, 0.5F, number_of));
    EXPECT_EQ(expanded(beam), (std::vector<std::uint64_t>{6, 5, 3, 4}));
    for (const std::uint64_t number : {9U, 7U, 8U}) insert(beam, 1, number);
    ASSERT_TRUE(beam.pick(4, 0.5F, number_of));
    EXPECT_EQ(expanded(beam), (std::vector<std::uint64_t>{9, 8}));
    EXPECT_FALSE(beam.pick(4, 0.5F, number_of));  // nothing came

    EXPECT_FALSE(beam.cut());
    beam.leave_layer(true);
    EXPECT_TRUE(beam.cut());
    EXPECT_TRUE(beam.layers.in_use(1));

    beam.begin_pass(1);  // what was left out waits, and what was not expanded goes back
    ASSERT_TRUE(beam.pick(2, 0.5F, number_of));
    EXPECT_EQ(beam.next().state.number, 2U);
    beam.put_back();
    beam.begin_pass(1);
    ASSERT_TRUE(beam.pick(TestBeam::unlimited, 0.5F, number_of));
    EXPECT_EQ(expanded(beam), (std::vector<std::uint64_t>{1, 7}));
    beam.leave_layer(true);
    EXPECT_FALSE(beam.cut());
    EXPECT_FALSE(beam.layers.in_use(1));
}

TEST(Beam, KeepsNoLayerThatIsNotWanted) {
    TestBeam beam;
    beam.layers.set_limits(2, std::size_t{1} << 20);
    beam.begin_pass(0);
    insert(beam, 0, 1);
    insert(beam, 0, 2);
    ASSERT_TRUE(beam.pick(1, 0.5F, number_of));
    beam.leave_layer(false);
    EXPECT_TRUE(beam.cut());
    EXPECT_FALSE(beam.layers.in_use(0));
}

TEST(Beam, KnowsThatStatesAreMissing) {
    TestBeam beam;
    beam.layers.set_limits(1, 10'000);
    beam.begin_pass(0);
    beam.use_elsewhere(10'001);
    insert(beam, 0, 1);
    EXPECT_TRUE(beam.out_of_memory());
    beam.forget_lost_states();
    beam.use_elsewhere(0);
    insert(beam, 0, 1);
    EXPECT_FALSE(beam.out_of_memory());
    EXPECT_EQ(beam.layers.states(0).size(), 1U);
}

TEST(Beam, WidthsHaveAnEnd) {
    EXPECT_EQ(TestBeam::times(7, 0.5F), 3U);
    EXPECT_EQ(TestBeam::times(2'000'000'000U, 3), TestBeam::unlimited);
    EXPECT_EQ(TestBeam::times(TestBeam::unlimited, 0.25F), TestBeam::unlimited);
}

}  // namespace
}  // namespace quincunx::solver
