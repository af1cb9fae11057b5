#include "advice/shorten.hpp"

#include <gtest/gtest.h>

#include "engine/deal.hpp"
#include "games/all.hpp"
#include "solver/solver.hpp"
#include "tests/playout.hpp"
#include "tests/setup.hpp"

namespace quincunx::advice {
namespace {

constexpr std::uint64_t first_deal = 1'000'001;
constexpr std::uint64_t moves_to_try = 1'000'000;

/// The first deals of a game that are won quickly: the number of moves in their solutions, as found and as
/// shortened.
template <const Rules& rules>
void expect_shorter(int deals) {
    solver::Solver<rules> solver;
    std::size_t found = 0;
    std::size_t shortened = 0;
    const int wanted = deals;
    for (std::uint64_t number = first_deal; deals > 0; ++number) {
        ASSERT_LT(number, first_deal + 50 * static_cast<std::uint64_t>(wanted)) << rules.id;
        Position<rules> position;
        position.deal(numbered_deal<rules>(number));
        solver.start(position, solver::Limits{.nodes = 20'000});
        while (!solver.step(1000)) {
        }
        if (solver.verdict() != solver::Verdict::winnable) continue;
        --deals;
        const std::vector<Move> line = Shortener<rules>(position, solver.line(), moves_to_try).run();
        ASSERT_TRUE(solver::replays(position, std::span<const Move>(line))) << rules.id << '#' << number;
        EXPECT_LE(line.size(), solver.line().size());
        found += solver.line().size();
        shortened += line.size();
    }
    EXPECT_LT(shortened, found) << rules.id;
    ::testing::Test::RecordProperty(std::string(rules.id),
                                    std::to_string(found) + " " + std::to_string(shortened));
}

TEST(Shortener, ShortensLinesOfEveryGameWithASearchOfItsOwn) {
    games::for_each_game([]<const Rules & rules>() {
        if constexpr (rules.variant_of.empty() && solver::kind_of(rules) != solver::Kind::other)
            expect_shorter<rules>(testing::volume() < 1 ? 5 : 20);
    });
}

template <const Rules& rules>
std::string shortened(const Position<rules>& position, const std::string& moves, std::uint64_t budget) {
    std::vector<Move> line;
    for (const Word& word : split_words(moves)) line.push_back(*parse_move<rules>(word.text));
    EXPECT_TRUE(solver::replays(position, std::span<const Move>(line)));
    std::string result;
    for (const Move& move : Shortener<rules>(position, line, budget).run())
        result += (result.empty() ? "" : " ") + move_text(rules, move);
    return result;
}

constexpr std::string_view three_home =
    "choice by1; F1 AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC; F2 AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD;"
    "F3 AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH; F4 AS 2S 3S 4S 5S 6S 7S;";

TEST(Shortener, ACardMayWaitWhereItLies) {
    const auto position =
        testing::set_up<games::stalactites>(std::string(three_home) + "T1 KS QS; T2 JS TS 9S 8S");
    const std::string line = "T1>R1 T2>F4 T2>F4 T2>F4 T2>F4 R1>F4 T1>F4";
    EXPECT_EQ(shortened(position, line, moves_to_try), "T2>F4 T2>F4 T2>F4 T2>F4 T1>F4 T1>F4");
    EXPECT_EQ(shortened(position, line, 5), line);
    EXPECT_EQ(shortened(position, line, 0), line);
}

TEST(Shortener, KeepsADetourThatIsNeeded) {
    const auto position =
        testing::set_up<games::stalactites>(std::string(three_home) + "T1 KS JS QS; T2 TS 9S 8S");
    const std::string line = "T1>R1 T2>F4 T2>F4 T2>F4 T1>F4 R1>F4 T1>F4";
    EXPECT_EQ(shortened(position, line, moves_to_try), line);
}

}  // namespace
}  // namespace quincunx::advice
