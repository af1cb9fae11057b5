#include "solver/common/pile_tree.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace quincunx::solver {
namespace {

struct Node {
    Face card;
    std::uint8_t size;
    std::uint16_t below;

    static constexpr std::uint8_t absent = 255;
    template <class Cover>
    static Node lay(std::uint16_t pile, const Node& under, Face card, Cover& cover) {
        for (std::uint8_t& cards : cover)
            if (cards != absent) ++cards;
        cover[card] = 0;
        return {card, static_cast<std::uint8_t>(under.size + 1), pile};
    }
};
using Tree = PileTree<std::uint16_t, Node>;

TEST(PileTree, NumbersPilesByTheirContents) {
    Tree tree;
    tree.clear();
    std::map<std::vector<Face>, std::uint16_t> numbers{{{}, 0}};
    std::uint32_t random = 1;
    for (int i = 0; i < 5000; ++i) {
        std::vector<Face> cards;
        std::uint16_t pile = 0;
        for (int k = 0; k < 6; ++k) {
            random = random * 1664525U + 1013904223U;
            cards.push_back(face(static_cast<int>(random >> 30), 1 + static_cast<int>(random >> 20 & 3U)));
            pile = tree.push(pile, cards.back());
            const auto known = numbers.emplace(cards, pile).first;
            ASSERT_EQ(known->second, pile);
            ASSERT_EQ(tree.top(pile), cards.back());
            ASSERT_EQ(tree[pile].size, cards.size());
        }
        cards.resize(2);
        ASSERT_EQ(tree.without(pile, 4), numbers[cards]);
    }
    EXPECT_EQ(tree.count(), numbers.size());
    EXPECT_GT(tree.count(), 4096U);  // the table of numbers has grown
}

TEST(PileTree, CoverIsOfTheUppermostCopy) {
    Tree tree;
    tree.clear();
    const std::uint16_t pile = tree.push(tree.push(tree.push(0, face(0, 5)), face(1, 2)), face(0, 5));
    EXPECT_EQ(tree.cover(pile)[face(0, 5)], 0);
    EXPECT_EQ(tree.cover(pile)[face(1, 2)], 1);
    EXPECT_EQ(tree.cover(pile)[face(1, 3)], Node::absent);
    EXPECT_EQ(tree.cover(tree.below(pile))[face(0, 5)], 1);
}

TEST(PileTree, SaysWhenItHasNoMoreNumbers) {
    Tree tree;
    tree.clear();
    std::uint16_t pile = 0;
    for (int i = 0; i < 65535; ++i) pile = tree.push(pile, face(i % 4, 1 + i / 4 % 13));
    EXPECT_EQ(pile, 65535);
    EXPECT_FALSE(tree.overflown());
    EXPECT_EQ(tree.push(pile, face(0, 1)), 0);
    EXPECT_TRUE(tree.overflown());
    EXPECT_EQ(tree.push(0, face(0, 1)), 1);  // known piles are still found
    tree.clear();
    EXPECT_FALSE(tree.overflown());
    EXPECT_EQ(tree.count(), 1U);
}

}  // namespace
}  // namespace quincunx::solver
