#include "solver/common/layers.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace quincunx::solver {
namespace {

struct State {
    std::uint64_t number;
    friend bool operator==(const State&, const State&) = default;
};
using TestLayers = Layers<State, int>;
constexpr std::uint32_t none = TestLayers::none;

constexpr std::size_t enough = std::size_t{1} << 24;

TEST(Layers, HoldEveryStateOnceInTheOrderOfComing) {
    TestLayers layers;
    layers.set_limits(2, enough);
    for (int round = 0; round < 2; ++round)
        for (std::uint64_t number = 0; number < 5000; ++number)
            EXPECT_TRUE(layers.insert(layers[1], {number}, none, round));
    EXPECT_FALSE(layers.in_use(0));
    ASSERT_TRUE(layers.in_use(1));
    ASSERT_EQ(layers.states(1).size(), 5000U);
    for (std::uint64_t number = 0; number < 5000; ++number) {
        EXPECT_EQ(layers.states(1)[number].state.number, number);
        EXPECT_EQ(layers.states(1)[number].block, 0);
    }
}

TEST(Layers, AreEmptyWhenTheyAreLentAgain) {
    TestLayers layers;
    layers.set_limits(3, enough);
    for (const std::uint64_t states : {10U, 5000U}) {  // what is kept, and what gives its memory back
        for (std::uint64_t number = 0; number < states; ++number) layers.insert(layers[0], {number}, none, 0);
        layers.give_back(0);
        EXPECT_FALSE(layers.in_use(0));
        EXPECT_TRUE(layers.insert(layers[2], {0}, none, 7));
        ASSERT_EQ(layers.states(2).size(), 1U);
        EXPECT_EQ(layers.states(2)[0].block, 7);
        layers.clear();
        EXPECT_FALSE(layers.in_use(2));
    }
    EXPECT_FALSE(layers.in_use(3));  // there is no such layer
}

TEST(Layers, RefuseAStateWhenTheMemoryIsUsedUp) {
    TestLayers layers;
    layers.set_limits(1, 4096);
    EXPECT_FALSE(layers.insert(layers[0], {0}, none, 0, 4097));
    EXPECT_TRUE(layers.states(0).empty());
    std::uint64_t number = 0;
    while (number < 100000 && layers.insert(layers[0], {number}, none, 0)) ++number;
    EXPECT_GT(number, 0U);
    EXPECT_LT(number, 100000U);
    EXPECT_EQ(layers.states(0).size(), number);
}

TEST(Layers, CountTheirMemoryUntilItIsReleased) {
    TestLayers layers;
    layers.set_limits(2, 100);
    EXPECT_TRUE(layers.insert(layers[0], {0}, none, 0));
    EXPECT_FALSE(layers.insert(layers[1], {0}, none, 0));
    layers.clear();
    layers.release();
    EXPECT_TRUE(layers.insert(layers[1], {0}, none, 0));
}

TEST(Layers, FindTheWayBack) {
    TestLayers layers;
    layers.set_limits(1, enough);
    const std::uint32_t root = layers.keep({{0}, none, -1});
    const std::uint32_t child = layers.keep({{1}, root, 11});
    layers.keep({{2}, root, 12});
    const std::uint32_t grandchild = layers.keep({{3}, child, 13});
    EXPECT_EQ(layers.way_to(grandchild), (std::vector<int>{11, 13}));
    EXPECT_TRUE(layers.way_to(root).empty());
    EXPECT_TRUE(layers.way_to(none).empty());
}

TEST(Layers, ChooseAmongNewStatesAndThoseNotTakenBefore) {
    TestLayers layers;
    layers.set_limits(1, enough);
    int asked = 0;
    const auto last_digit = [&asked](const State& state) {
        ++asked;
        return static_cast<float>(state.number % 10);
    };
    std::vector<std::uint32_t> choice{99};
    for (const std::uint64_t number : {3U, 9U, 4U, 19U}) layers.insert(layers[0], {number}, none, 0);
    layers.choose(layers[0], choice, 2, false, last_digit);
    EXPECT_EQ(choice, (std::vector<std::uint32_t>{1, 3}));
    EXPECT_EQ(layers[0].open.size(), 2U);

    for (const std::uint64_t number : {5U, 29U, 2U}) layers.insert(layers[0], {number}, none, 0);
    layers.choose(layers[0], choice, 1, true, last_digit);
    EXPECT_EQ(choice, (std::vector<std::uint32_t>{5}));

    layers.choose(layers[0], choice, 2, false, last_digit);
    EXPECT_EQ(choice, (std::vector<std::uint32_t>{2, 4}));
    EXPECT_EQ(asked, 7) << "each state is judged once";

    layers.reopen(layers[0], std::vector<std::uint32_t>{4});
    layers.choose(layers[0], choice, 9, false, last_digit);
    EXPECT_EQ(choice, (std::vector<std::uint32_t>{0, 4, 6}));
    layers.choose(layers[0], choice, 9, false, last_digit);
    EXPECT_TRUE(choice.empty());
    EXPECT_EQ(asked, 7) << "where all are taken none is judged";

    layers.clear();
    EXPECT_TRUE(layers[0].open.empty());
    EXPECT_EQ(layers[0].offered, 0U);
}

}  // namespace
}  // namespace quincunx::solver
