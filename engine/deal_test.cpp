#include "engine/deal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "engine/notation.hpp"
#include "games/all.hpp"

namespace quincunx {
namespace {

using games::carthage;
using games::stalactites;

template <const Rules& rules>
std::string first_cards(std::uint64_t number, std::size_t count) {
    const std::vector<Card> cards = numbered_deal<rules>(number);
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += (i > 0 ? " " : "") + to_text(cards[i]);
    return text;
}

TEST(Deal, StartsAsInPySolFC) {
    EXPECT_EQ(first_cards<stalactites>(1, 4), "JD 2D 9H JC");
    EXPECT_EQ(first_cards<stalactites>(32000, 4), "7S 4D JS 8D");
    EXPECT_EQ(first_cards<carthage>(1, 4), "3D 5H JC KH");
    EXPECT_EQ(first_cards<carthage>(32000, 4), "KH 9H TD 6D");
}

// The best-known deals of the small generator: every card of numbers 1 and 617, in FreeCell's layout.
TEST(Deal, SmallNumbersAreTheKnownDeals) {
    EXPECT_EQ(first_cards<stalactites>(1, 52),
              "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C 4C 5C TS QH 4H AC 4D "
              "7S 3S TD "
              "4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H");
    EXPECT_EQ(first_cards<stalactites>(617, 8), "7D AD 5C 3S 5S 8C 2D AH");
}

// The sample outputs that the authors of the Mersenne Twister published (mt19937ar.out) are for a key of four
// words. Keys of one and two words are compared with another implementation, CPython's random.seed(n):
// floor(random() * 1000000).
TEST(Twister, GivesKnownNumbers) {
    const auto numbers = [](std::uint64_t seed) {
        TwisterRandom random(seed);
        std::array<std::size_t, 4> result{};
        for (std::size_t& number : result) number = random.below(1000000);
        return result;
    };
    using Four = std::array<std::size_t, 4>;
    EXPECT_EQ(numbers(1), (Four{134364, 847433, 763774, 255069}));
    EXPECT_EQ(numbers(32000), (Four{372172, 841331, 475447, 957456}));
    EXPECT_EQ(numbers(0xffffffffU), (Four{635357, 203199, 607366, 291335}));
    EXPECT_EQ(numbers(0x100000000U), (Four{112994, 417828, 16676, 611721}));
    EXPECT_EQ(numbers(0xffffffffffffffffU), (Four{21825, 338095, 211967, 615125}));
}

TEST(Twister, GivesAllNumbersOfALongShuffle) {
    // The last of the words that the lazy generator can produce.
    TwisterRandom random(32000);
    std::size_t last = 0;
    for (int i = 0; i < 103; ++i) last = random.below(1000000);
    EXPECT_EQ(last, 144475U);
}

TEST(Microsoft, GivesKnownNumbers) {
    // rand() of the run-time library after srand(1): 41, 18467, 6334, 26500, 19169.
    MicrosoftRandom random(1);
    for (const std::size_t expected : {41U, 18467U, 6334U, 26500U, 19169U})
        EXPECT_EQ(random.below(32768), expected);
}

TEST(Deal, ChangesTheGeneratorAt32000) {
    EXPECT_EQ(first_cards<stalactites>(31999, 8), "JD JH AD QH KH 6S 6D JC");
    EXPECT_EQ(first_cards<stalactites>(32000, 8), "7S 4D JS 8D 6D 3H 3D TH");
    EXPECT_EQ(first_cards<carthage>(31999, 8), "3D 5S 2H 7H AH QS JS 7S");
    EXPECT_EQ(first_cards<carthage>(4294967296, 8), "QC 5D 2C TC 3H 7H 2C QD");
    EXPECT_EQ(first_cards<carthage>(18446744073709551615U, 8), "3C 9H 9S JC AD JH 7S 8S");
    EXPECT_EQ(first_cards<stalactites>(18446744073709551615U, 8), "2C 5S JC 5H 6D QD 8H 7D");
}

TEST(Deal, HasEveryCardOfEveryPackOnce) {
    games::for_each_game([]<const Rules & rules>() {
        for (const std::uint64_t number : {std::uint64_t{1}, std::uint64_t{31999}, std::uint64_t{32000},
                                           std::uint64_t{1} << 32, ~std::uint64_t{0}}) {
            std::set<int> cards;
            for (const Card card : numbered_deal<rules>(number)) cards.insert(card.physical());
            EXPECT_EQ(cards.size(), static_cast<std::size_t>(rules.card_count()))
                << rules.id << '#' << number;
        }
    });
}

TEST(Deal, DependsOnAllBitsOfTheNumber) {
    std::set<std::string> deals;
    for (int bit = 0; bit < 64; ++bit) deals.insert(first_cards<carthage>(std::uint64_t{1} << bit, 30));
    EXPECT_EQ(deals.size(), 64U);
}

TEST(Deal, LaysTheCardsOut) {
    games::for_each_game([]<const Rules & rules>() {
        const std::vector<Card> cards = numbered_deal<rules>(40000);
        Position<rules> position;
        position.deal(cards);
        constexpr std::array<int, max_piles> sizes = dealt_sizes(rules);
        std::size_t next = 0;
        std::array<std::size_t, max_piles> filled{};
        for_each_dealt(rules, [&](PileId pile, bool) {
            const auto i = static_cast<std::size_t>(index(pile));
            EXPECT_TRUE(same_card(position.pile(pile)[filled[i]++], cards[next++]));
        });
        for (int pile = 0; pile < Position<rules>::piles; ++pile)
            EXPECT_EQ(position.size(pile_id(pile)), sizes[static_cast<std::size_t>(pile)]) << rules.id;
        if constexpr (Position<rules>::layout().has_stock) {
            const auto stock = position.pile(PileKind::stock, 0);
            EXPECT_TRUE(same_card(stock.back(), cards[next]));
            EXPECT_TRUE(same_card(stock.front(), cards.back()));
        }
    });
}

}  // namespace
}  // namespace quincunx
