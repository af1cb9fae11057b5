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
using Few = Seeds<1938, 1184, 490, 19032>;
using Many = Seeds<1938, 1184, 490, 19032, 4738, 3062, 2967, 4596, 9408, 3536, 427, 13455, 491, 5831, 7265,
                   175, 486, 637, 843, 1806, 1935, 3085, 3612, 3996, 5014, 6299, 6727, 6804, 22, 63, 111, 287,
                   292, 302, 345, 436, 438, 468, 855, 933, 1039, 1157, 1376, 1510, 1724, 1840>;

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
