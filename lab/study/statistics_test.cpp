#include "lab/study/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "lab/study/summary.hpp"

namespace quincunx::cli::lab {
namespace {

// The same values as the usual statistics packages give.
TEST(Statistics, ClopperPearsonHasTheKnownValues) {
    const Interval tenth = clopper_pearson(10, 100);
    EXPECT_NEAR(tenth.low, 0.04900469, 1e-8);
    EXPECT_NEAR(tenth.high, 0.17622260, 1e-8);
    const Interval half = clopper_pearson(5, 10);
    EXPECT_NEAR(half.low, 0.18708603, 1e-8);
    EXPECT_NEAR(half.high, 0.81291397, 1e-8);
}

TEST(Statistics, ClopperPearsonAtTheEnds) {
    EXPECT_EQ(clopper_pearson(0, 20).low, 0);
    EXPECT_NEAR(clopper_pearson(0, 20).high, 1 - std::pow(0.025, 1.0 / 20), 1e-12);
    EXPECT_NEAR(clopper_pearson(1'000'000, 1'000'000).low, std::pow(0.025, 1e-6), 1e-12);
    EXPECT_EQ(clopper_pearson(1'000'000, 1'000'000).high, 1);
    EXPECT_EQ(clopper_pearson(0, 0).low, 0);
    EXPECT_EQ(clopper_pearson(0, 0).high, 1);
}

// The bounds checked by definition: at each of them the tail beyond the observation has 2.5 %.
TEST(Statistics, ClopperPearsonLeavesTheTails) {
    const auto tail = [](int from, int to, int n, double p) {
        double sum = 0;
        for (int k = from; k <= to; ++k)
            sum += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) +
                            k * std::log(p) + (n - k) * std::log1p(-p));
        return sum;
    };
    for (const int n : {1, 7, 100, 300}) {
        for (int k = 1; k < n; k += 1 + n / 10) {
            const Interval bounds =
                clopper_pearson(static_cast<std::uint64_t>(k), static_cast<std::uint64_t>(n));
            EXPECT_NEAR(tail(k, n, n, bounds.low), 0.025, 1e-9) << k << " of " << n;
            EXPECT_NEAR(tail(0, k, n, bounds.high), 0.025, 1e-9) << k << " of " << n;
        }
    }
}

TEST(Statistics, WilsonHasTheKnownValues) {
    const Interval tenth = wilson(10, 100);
    EXPECT_NEAR(tenth.low, 0.05522914, 1e-8);
    EXPECT_NEAR(tenth.high, 0.17436566, 1e-8);
    EXPECT_EQ(wilson(0, 20).low, 0);
    EXPECT_NEAR(wilson(0, 20).high, 3.841458820694124 / 23.841458820694124, 1e-12);
    EXPECT_EQ(wilson(20, 20).high, 1);
    EXPECT_EQ(wilson(0, 0).high, 1);
}

TEST(Statistics, QuantilesAreValuesByNearestRank) {
    std::vector<std::uint64_t> values;
    for (std::uint64_t i = 100; i > 0; --i) values.push_back(i);
    EXPECT_EQ(quantile(values, 0.5), 50U);
    EXPECT_EQ(quantile(values, 0.95), 95U);
    EXPECT_EQ(quantile(values, 0.99), 99U);
    EXPECT_EQ(quantile(values, 1.0), 100U);
    std::vector<double> one{7.5};
    EXPECT_EQ(quantile(one, 0.5), 7.5);
    std::vector<double> two{3, 1};
    EXPECT_EQ(quantile(two, 0.5), 1);
}

TEST(Statistics, CountsHaveTheQuantilesOfTheValues) {
    Counts counts;
    std::vector<std::uint64_t> values;
    std::mt19937 random(7);
    for (int i = 0; i < 100'000; ++i) {  // more than are kept before they are counted
        const std::uint64_t value = i % 3 == 0 ? random() % 40 : random();
        counts.add(value);
        values.push_back(value);
        if (i == 0 || i == 999 || i == 16'384 || i == 99'999) {
            EXPECT_EQ(counts.size(), values.size());
            for (const double share : {0.0, 0.1, 1.0 / 3, 0.5, 0.95, 0.99, 1.0})
                EXPECT_EQ(counts.quantile(share), quantile(values, share)) << share << " of " << i + 1;
        }
    }
}

TEST(Statistics, UnknownDealsCountBothWays) {
    using advice::Verdict;
    Tally tally;
    for (int i = 0; i < 90; ++i) tally.add({"", Verdict::winnable, 10, 5, 2.0, false});
    for (int i = 0; i < 6; ++i) tally.add({"", Verdict::unwinnable, 0, 50, 3.0, false});
    for (int i = 0; i < 4; ++i) tally.add({"", Verdict::unknown, 0, 500, 4.0, i == 0});
    EXPECT_EQ(tally.deals(), 100U);
    EXPECT_EQ(tally.won(), 90U);
    EXPECT_EQ(tally.lost(), 6U);
    EXPECT_EQ(tally.unknown(), 4U);
    EXPECT_EQ(tally.defects(), 1U);
    EXPECT_EQ(tally.wilson_bounds().low, wilson(90, 100).low);
    EXPECT_EQ(tally.wilson_bounds().high, wilson(94, 100).high);
    EXPECT_EQ(tally.clopper_pearson_bounds().low, clopper_pearson(90, 100).low);
    EXPECT_EQ(tally.clopper_pearson_bounds().high, clopper_pearson(94, 100).high);
    EXPECT_EQ(tally.nodes(), (Tally::Quantiles<std::uint64_t>{5, 50, 500, 500}));
    EXPECT_EQ(tally.milliseconds(), (Tally::Quantiles<double>{2, 3, 4, 4}));
    EXPECT_EQ(tally.moves(), (Tally::Quantiles<std::uint64_t>{10, 10, 10, 10}));
    EXPECT_NEAR(tally.deals_per_second(), 100 / 0.214, 1e-9);
}

}  // namespace
}  // namespace quincunx::cli::lab
