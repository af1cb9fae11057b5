#include "apps/cli/position_json.hpp"

#include <gtest/gtest.h>

#include "games/all.hpp"

namespace quincunx::cli {
namespace {

Json with_redeals(int count, int left) {
    Rules rules = games::gargantua;
    rules.stock.redeal.count = count;
    PositionText position;
    position.redeals = left;
    return position_json(rules, position, false);
}

TEST(PositionJson, HasTheRedealsOrMinusOneWithoutALimit) {
    EXPECT_EQ(with_redeals(2, 2)["redeals"], 2);
    EXPECT_EQ(with_redeals(2, 0)["redeals"], 0);
    EXPECT_EQ(with_redeals(unlimited, unlimited)["redeals"], -1);
    EXPECT_FALSE(with_redeals(0, 0).contains("redeals"));
}

}  // namespace
}  // namespace quincunx::cli
