// Rules in several threads: each has rules and games of its own, and two at a time have the same.
#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "session/rules_text.hpp"
#include "tests/rules/any_rules.hpp"
#include "tests/rules/rules_check.hpp"

namespace quincunx::testing {
namespace {

constexpr int most = 4;

/// The first accepted rules from a seed on.
Rules accepted_from(std::uint64_t seed) {
    while (wrong_with(any_rules(seed))) ++seed;
    return any_rules(seed);
}

std::string name_of(Rules rules) {
    rules.id = {};
    const Expected<SharedRules> read = parse_rules(rules_text(rules));
    return read ? std::string((*read)->rules().id) : to_text(read.error());
}

TEST(Rules, OfTwoThreadsDoNotMeet) {
    const SharedRules shared = parse_rules(R"({"based_on":"carthage","stock":{"each":1}})").value();
    const int wanted = scaled(10);
    std::array<std::string, most> wrong;
    std::array<std::string, most> names;
    {
        std::vector<std::jthread> threads;
        for (std::size_t thread = 0; thread < wrong.size(); ++thread)
            threads.emplace_back([&, thread] {
                for (int i = 0; i < wanted && wrong[thread].empty(); ++i) {
                    // Two threads each are at the same rules.
                    const std::uint64_t seed =
                        1'000'000 * (1 + thread / 2) + 50 * static_cast<std::uint64_t>(i);
                    const Rules rules = accepted_from(seed);
                    names[thread] += name_of(rules) + ' ';
                    wrong[thread] = failure(rules, seed);
                    if (wrong[thread].empty()) wrong[thread] = RulesCheck(shared, seed).failure();
                }
            });
    }
    for (const std::string& why : wrong) EXPECT_EQ(why, "");
    EXPECT_EQ(names[0], names[1]);
    EXPECT_EQ(names[2], names[3]);
    EXPECT_NE(names[0], names[2]);
}

}  // namespace
}  // namespace quincunx::testing
