#include "solver/common/fact_table.hpp"

#include <gtest/gtest.h>

#include <map>

namespace quincunx::solver {
namespace {

TEST(FactTable, KnowsWhatItWasTold) {
    FactTable<3> table;
    std::map<FactTable<3>::Key, bool> facts;
    EXPECT_EQ(table.find({}), std::nullopt);
    std::uint32_t random = 1;
    for (int i = 0; i < 20000; ++i) {
        random = random * 1664525U + 1013904223U;
        const auto digit = [&](int shift) { return static_cast<std::uint16_t>(random >> shift & 31U); };
        const FactTable<3>::Key key{digit(10), digit(18), digit(25)};
        if (facts.contains(key)) {
            EXPECT_EQ(table.find(key), facts[key]);
            table.insert(key, !facts[key]);
            continue;
        }
        EXPECT_EQ(table.find(key), std::nullopt);
        const std::size_t at_most = table.bytes_to_insert();
        const std::size_t before = table.bytes();
        facts[key] = (random >> 30 & 1U) != 0;
        table.insert(key, facts[key]);
        EXPECT_EQ(at_most, table.bytes() == before ? before : before + table.bytes());
    }
    EXPECT_GT(facts.size(), 10000U);
    for (const auto& [key, fact] : facts) EXPECT_EQ(table.find(key), fact);
    EXPECT_GE(table.bytes(), facts.size() * sizeof(FactTable<3>::Key));
    table.clear();
    EXPECT_EQ(table.find(facts.begin()->first), std::nullopt);
    EXPECT_EQ(table.bytes(), 0U);
}

}  // namespace
}  // namespace quincunx::solver
