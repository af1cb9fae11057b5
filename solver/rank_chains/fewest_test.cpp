#include "solver/rank_chains/fewest.hpp"

#include <gtest/gtest.h>

#include <unordered_set>

#include "games/stalactites.hpp"
#include "solver/common/micro_test.hpp"
#include "tests/small_games.hpp"

namespace quincunx::solver::rank_chains {
namespace {

using quincunx::testing::small_stalactites;

constexpr Rules five_ranks = small_stalactites(5, 2, 8, 1, 2);
constexpr Rules five_ranks_wide = small_stalactites(5, 4, 4, 1, 2);
constexpr Rules seven_ranks = small_stalactites(7, 3, 8, 2, 3);

/// The moves of a shortest solution by going through all positions move by move; -1 if there is none, -2 beyond `most`.
template <const Rules& rules>
int shortest(const Position<rules>& root, std::size_t most) {
    std::unordered_set<std::uint64_t> seen{root.key()};
    std::vector<Position<rules>> layer{root};
    for (int moves = 0; !layer.empty(); ++moves) {
        std::vector<Position<rules>> next;
        for (const Position<rules>& position : layer) {
            if (position.won()) return moves;
            MoveList<rules> list;
            generate(position, list);
            for (const Move& move : list) {
                Position<rules> after = position;
                after.play(move);
                if (seen.insert(after.key()).second) next.push_back(after);
            }
            if (seen.size() > most) return -2;
        }
        layer = std::move(next);
    }
    return -1;
}

template <const Rules& rules>
void expect_shortest(Fewest<rules>& search, const Position<rules>& position, int truth,
                     std::uint64_t number) {
    search.start(position, std::size_t{1} << 28);
    while (!search.step(7)) {
    }
    if (truth < 0) {
        EXPECT_EQ(search.verdict(), Verdict::unwinnable) << number;
        return;
    }
    ASSERT_EQ(search.verdict(), Verdict::winnable) << number;
    EXPECT_EQ(std::ssize(search.line()), truth) << number;
    EXPECT_TRUE(replays(position, search.line())) << number;
}

struct Count {
    int won = 0;
    int lost = 0;
    int longer = 0;  ///< not without a cell
};

/// Deals, and positions some moves later, with and without each of the rules.
template <const Rules& rules>
Count compare(int positions) {
    std::vector<Fewest<rules>> searches;
    for (const PruneSet off : {0u, 1u, 2u, 4u, 8u, 15u}) searches.emplace_back(off);
    Count count;
    for (std::uint64_t number = 1; number <= std::uint64_t(volume(positions)); ++number) {
        const Position<rules> position = random_position<rules>(number, rules.card_count());
        const int truth = shortest(position, 20000);
        if (truth == -2) continue;
        ++(truth < 0 ? count.lost : count.won);
        int cards = position.choice() == 0 ? 1 : 0;
        for (int i = 0; i < rules.foundations[0].piles; ++i)
            cards += rules.foundations[0].length - int(position.pile(PileKind::foundation, i).size());
        count.longer += truth > cards;
        for (Fewest<rules>& search : searches) expect_shortest(search, position, truth, number);
        if (::testing::Test::HasFailure()) break;
    }
    return count;
}

TEST(Fewest, MovesAreThoseOfAShortestSolution) {
    Count sum;
    for (const Count& count :
         {compare<five_ranks>(600), compare<five_ranks_wide>(600), compare<seven_ranks>(300)}) {
        sum.won += count.won;
        sum.lost += count.lost;
        sum.longer += count.longer;
    }
    EXPECT_GT(sum.won, volume(600));
    EXPECT_GT(sum.lost, volume(200));
    EXPECT_GT(sum.longer, volume(200));
    RecordProperty("won", sum.won);
    RecordProperty("lost", sum.lost);
    RecordProperty("longer", sum.longer);
}

TEST(Fewest, IsTheSameInAnyPortions) {
    Position<games::stalactites> deal;
    deal.deal(numbered_deal<games::stalactites>(1));
    Fewest<games::stalactites> at_once, bit_by_bit;
    at_once.start(deal, std::size_t{1} << 26);
    ASSERT_TRUE(at_once.step(~std::uint64_t{0} / 2));
    bit_by_bit.start(deal, std::size_t{1} << 26);
    while (!bit_by_bit.step(1)) {
    }
    EXPECT_EQ(at_once.nodes(), bit_by_bit.nodes());
    EXPECT_EQ(std::vector(at_once.line().begin(), at_once.line().end()),
              std::vector(bit_by_bit.line().begin(), bit_by_bit.line().end()));
    EXPECT_EQ(at_once.line().size(), 50u);
}

TEST(Fewest, EndsWithoutAVerdictWhenMemoryIsNotEnough) {
    Position<games::stalactites> deal;
    deal.deal(numbered_deal<games::stalactites>(1));
    Fewest<games::stalactites> search;
    search.start(deal, 30000);
    while (!search.step(100)) {
    }
    EXPECT_EQ(search.verdict(), Verdict::unknown);
    EXPECT_TRUE(search.line().empty());
    EXPECT_LT(search.nodes(), 3000u);
    for (int i = 0; i < 20; ++i) {  // what was searched before takes no memory
        search.start(deal, 1'000'000);
        ASSERT_TRUE(search.step(1'000'000));
        ASSERT_EQ(search.verdict(), Verdict::winnable) << i;
    }
}

}  // namespace
}  // namespace quincunx::solver::rank_chains
