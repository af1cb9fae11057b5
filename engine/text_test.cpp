#include "engine/text.hpp"

#include <gtest/gtest.h>

namespace quincunx {
namespace {

TEST(Text, ACountHasItsNounInTheRightNumber) {
    EXPECT_EQ(counted(0, "move"), "0 moves");
    EXPECT_EQ(counted(1, "move"), "1 move");
    EXPECT_EQ(counted(2, "move"), "2 moves");
}

}  // namespace
}  // namespace quincunx
