#include "solver/carthage/bag.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "games/carthage.hpp"
#include "solver/common/micro_test.hpp"

namespace quincunx::solver::carthage {
namespace {

constexpr Rules with_piles(const Rules& parent, int decks, int tableau, int reserve) {
    Rules rules = parent;
    rules.decks = decks;
    rules.tableau.piles = tableau;
    rules.reserve.piles = reserve;
    return rules;
}
constexpr Rules one_pack = with_piles(games::carthage, 1, 4, 4);
constexpr Rules few_reserves = with_piles(games::carthage, 2, 4, 3);

constexpr Rules small = with_piles(games::carthage, 1, 2, 3);
constexpr Rules one_pile = with_piles(games::carthage, 2, 1, 4);

/// Faces of the cards of each reserve, from the bottom up.
template <const Rules& rules>
using Reserves = std::array<std::vector<int>, static_cast<std::size_t>(rules.reserve.piles)>;

/// The question by its definition: all orders of single cards, where the last card of a reserve is out as
/// soon as the one on it is.
template <const Rules& rules>
class AllOrders {
  public:
    explicit AllOrders(const Reserves<rules>& reserves) : reserves_(reserves) {}
    int room() { return room_of(heights()); }
    bool has_room() { return room() >= 0 && can_end(heights()); }

  private:
    using Heights = std::array<int, static_cast<std::size_t>(rules.reserve.piles)>;
    Heights heights() const {
        Heights heights{};
        for (std::size_t i = 0; i < heights.size(); ++i) heights[i] = static_cast<int>(reserves_[i].size());
        return heights;
    }
    int room_of(const Heights& heights) const {
        std::array<int, 64> out{};
        for (int suit = 0; suit < suit_count; ++suit)
            for (int rank = 1; rank <= rules.ranks; ++rank)
                out[static_cast<std::size_t>(suit) * 16 + static_cast<std::size_t>(rank)] = rules.decks;
        int room = rules.tableau.piles;
        for (std::size_t i = 0; i < heights.size(); ++i) {
            if (heights[i] <= 1) ++room;
            for (int k = 0; k < heights[i] && heights[i] > 1; ++k)
                --out[static_cast<std::size_t>(reserves_[i][static_cast<std::size_t>(k)])];
        }
        for (int suit = 0; suit < suit_count; ++suit)
            for (int rank = 2; rank <= rules.ranks; ++rank) {
                const auto face = static_cast<std::size_t>(suit) * 16 + static_cast<std::size_t>(rank);
                room -= std::max(0, out[face] - out[face - 1]);
            }
        return room;
    }
    bool can_end(const Heights& heights) {
        if (std::ranges::all_of(heights, [](int height) { return height <= 1; })) return true;
        if (!seen_.insert(heights).second) return false;
        for (std::size_t i = 0; i < heights.size(); ++i) {
            if (heights[i] <= 1) continue;
            Heights next = heights;
            --next[i];
            if (room_of(next) >= 0 && can_end(next)) return true;
        }
        return false;
    }

    const Reserves<rules>& reserves_;
    std::set<Heights> seen_;
};

/// Some of the cards, more of them high ones, in reserves.
template <const Rules& rules>
Reserves<rules> random_reserves(std::mt19937_64& random, int most_cards) {
    std::vector<std::pair<int, int>> cards;
    const int spread = 2 + static_cast<int>(random() % 12);
    for (int deck = 0; deck < rules.decks; ++deck)
        for (int suit = 0; suit < suit_count; ++suit)
            for (int rank = 1; rank <= rules.ranks; ++rank)
                cards.emplace_back(rank + static_cast<int>(random() % static_cast<unsigned>(spread)),
                                   suit * 16 + rank);
    std::ranges::shuffle(cards, random);
    std::ranges::sort(cards, std::greater<>());
    cards.resize(random() % static_cast<unsigned>(most_cards));
    if (random() % 2 == 0) std::ranges::shuffle(cards, random);
    Reserves<rules> reserves;
    for (const auto& card : cards) {
        auto& reserve = reserves[random() % reserves.size()];
        if (reserve.size() < static_cast<std::size_t>(Bag<rules>::tallest)) reserve.push_back(card.second);
    }
    return reserves;
}

/// Numbers for the contents of reserves.
class Numbers {
  public:
    std::uint16_t of(const std::vector<int>& cards) {
        return numbers_.try_emplace(cards, static_cast<std::uint16_t>(numbers_.size() + 1)).first->second;
    }

  private:
    std::map<std::vector<int>, std::uint16_t> numbers_;
};

template <const Rules& rules>
void ask(Bag<rules>& bag, Numbers& numbers, const Reserves<rules>& reserves) {
    bag.begin();
    for (std::size_t i = 0; i < reserves.size(); ++i) {
        std::vector<int> left = reserves[i];
        if (left.size() < 2) continue;
        for (; !left.empty(); left.pop_back())
            bag.add(static_cast<int>(i), static_cast<int>(left.size()),
                    static_cast<std::uint8_t>(left.back()), numbers.of(left));
    }
}

template <const Rules& rules>
void expect_as_all_orders(int usual, int most_cards, int most_room, int usually_hard) {
    const int questions = std::max(usual / 4, volume(usual));
    std::mt19937_64 random(20);
    Bag<rules> bag, with_memory;
    Numbers numbers;
    int yes = 0, no = 0, hard = 0;
    while (yes + no < questions) {
        if (numbers.of({no, yes}) > 30000) {
            numbers = {};
            with_memory.clear();
        }
        Reserves<rules> reserves = random_reserves<rules>(random, most_cards);
        // The question, and some similar ones.
        for (int like = 0; like < 3; ++like) {
            AllOrders<rules> orders(reserves);
            if (const int room = orders.room(); room < 0 || room > most_room) break;
            const bool expected = orders.has_room();
            (expected ? yes : no) += 1;
            ask(bag, numbers, reserves);
            const std::uint64_t before = bag.nodes();
            const bool answer = bag.has_room(0);
            const std::uint64_t nodes = bag.nodes() - before;
            ASSERT_TRUE(answer == expected || (answer && nodes >= bag.most)) << "question " << yes + no;
            hard += nodes > 10 ? 1 : 0;
            ask(with_memory, numbers, reserves);
            const bool remembered = with_memory.has_room(std::size_t{1} << 20);
            ASSERT_TRUE(remembered == expected || (remembered && nodes >= bag.most))
                << "question " << yes + no;
            auto& reserve = reserves[random() % reserves.size()];
            if (!reserve.empty()) reserve.pop_back();
        }
    }
    EXPECT_GT(yes, questions / 10);
    EXPECT_GT(no, questions / 50);
    EXPECT_GE(hard, usually_hard * questions / usual);
}

TEST(CarthageBag, AgreesWithAllOrders) {
    expect_as_all_orders<games::carthage>(8000, 104, 1, 500);
    expect_as_all_orders<few_reserves>(20000, 60, 2, 500);
    expect_as_all_orders<few_reserves>(20000, 30, 2, 10);
    expect_as_all_orders<one_pack>(20000, 40, 2, 10);
    expect_as_all_orders<one_pile>(20000, 30, 1, 10);
    expect_as_all_orders<small>(40000, 16, 1, 0);
}

template <const Rules& rules>
void expect_room(const Reserves<rules>& reserves) {
    ASSERT_TRUE(AllOrders<rules>(reserves).has_room());
    Bag<rules> bag;
    Numbers numbers;
    ask(bag, numbers, reserves);
    EXPECT_TRUE(bag.has_room(0));
}
/// Two questions, found among some hundred thousand, to which the answer was once wrongly no. In one, the
/// lower of the last two cards of a reserve needs the upper one; in the other, a reserve ends with two twins.
TEST(CarthageBag, CountsTheLastTwoCardsOfAReserveOneByOne) {
    constexpr int c = 0, d = 16, h = 32, s = 48;
    expect_room<few_reserves>({{{h + 13, s + 12, s + 12, d + 12, s + 10, d + 13, c + 13, s + 13},
                                {h + 12, s + 11, h + 8, d + 11, s + 10, c + 9, h + 12, c + 10},
                                {c + 11, c + 12, c + 13}}});
    expect_room<one_pile>({{{d + 13, c + 13, c + 12},
                            {h + 13, d + 11, c + 11, c + 10, s + 12, h + 11},
                            {h + 12, s + 11, h + 12, d + 12},
                            {s + 13, s + 13, d + 13, c + 13}}});
}

TEST(CarthageBag, RemembersItsAnswers) {
    std::mt19937_64 random(21);
    Bag<games::carthage> bag;
    Numbers numbers;
    const Reserves<games::carthage> reserves = random_reserves<games::carthage>(random, 50);
    Bag<games::carthage>::Contents contents{};
    for (std::size_t i = 0; i < reserves.size(); ++i)
        contents[i] = reserves[i].size() < 2 ? 0 : numbers.of(reserves[i]);
    std::ranges::sort(contents, std::greater<>());
    EXPECT_EQ(bag.find(contents), std::nullopt);
    ask(bag, numbers, reserves);
    const bool answer = bag.has_room(std::size_t{1} << 20);
    EXPECT_EQ(bag.find(contents), answer);
    bag.clear();
    EXPECT_EQ(bag.find(contents), std::nullopt);
    EXPECT_EQ(bag.bytes(), 0U);
    ask(bag, numbers, reserves);
    EXPECT_EQ(bag.has_room(0), answer);
    EXPECT_EQ(bag.find(contents), std::nullopt);
}

}  // namespace
}  // namespace quincunx::solver::carthage
