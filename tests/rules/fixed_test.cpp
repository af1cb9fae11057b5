// Rules that were made up by the compiler: the engine that it writes for them plays as the one for values does.
#include <gtest/gtest.h>

#include "tests/equal_games.hpp"
#include "tests/rules/any_rules.hpp"

namespace quincunx::testing {
namespace {

template <std::uint64_t seed>
constexpr Rules made_up = any_rules(seed);

/// The first ones have most of the values; together they have every value that the fields of accepted rules have.
template <std::uint64_t... seeds>
struct Seeds {
    static std::set<std::string> values() {
        std::set<std::string> all;
        (all.merge(values_of(made_up<seeds>)), ...);
        return all;
    }
    static void play(int games) { (expect_equal_games<made_up<seeds>>(games), ...); }
};
using Few = Seeds<7456, 14286, 5139, 3585>;
using Many =
    Seeds<7456, 14286, 5139, 3585, 3135, 9636, 816, 2072, 12966, 1176, 1776, 13183, 874, 4069, 4460, 6359,
          6585, 2110, 2945, 4233, 5360, 7242, 8008, 9118, 9551, 13252, 15376, 17272, 9, 13, 17, 67, 87, 129,
          144, 184, 287, 354, 434, 529, 694, 1198, 1525, 2629, 3374, 4001, 4312, 4866, 8070, 8083, 9001>;

TEST(FixedRules, PlayAsTheirValuesDo) {
#ifdef QUINCUNX_THOROUGH
    Many::play(scaled(60));
#else
    Few::play(scaled(60));
#endif
}

TEST(FixedRules, HaveEveryValueOfEveryField) {
    std::set<std::string> values = Many::values();
    values.insert(
        "/foundations/start_rank negative");  // of foundations that start with the card dealt to them
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const Rules rules = any_rules(seed);
        if (wrong_with(rules)) continue;
        for (const std::string& value : values_of(rules))
            EXPECT_TRUE(values.contains(value)) << seed << ": " << value;
    }
}

}  // namespace
}  // namespace quincunx::testing
