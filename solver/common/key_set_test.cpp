#include "solver/common/key_set.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

namespace quincunx::solver {
namespace {

using Numbers = KeySet<std::uint64_t, NumberKey>;

/// Numbers below 4096 in a scrambled order.
class Some {
  public:
    std::uint64_t next() {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return 1 + (state_ >> 52);
    }

  private:
    std::uint64_t state_ = 7;
};

TEST(KeySet, IsASet) {
    Numbers keys;
    Some some;
    for (int round = 0; round < 3; ++round) {
        keys.clear();
        std::set<std::uint64_t> expected;
        EXPECT_EQ(keys.find(1), nullptr);
        for (int i = 0; i < 5000; ++i) {
            const std::uint64_t key = some.next();
            EXPECT_EQ(keys.find(key) != nullptr, expected.contains(key));
            EXPECT_EQ(keys.insert(key), expected.insert(key).second);
            EXPECT_EQ(keys.size(), expected.size());
        }
    }
}

TEST(KeySet, NewOneNeedsNoClear) {
    Numbers keys;
    EXPECT_EQ(keys.find(3), nullptr);
    EXPECT_TRUE(keys.insert(3));
    EXPECT_FALSE(keys.insert(3));
}

TEST(KeySet, SmallOneAfterALargeOneIsEmpty) {
    Numbers keys;
    keys.clear(4000);
    for (std::uint64_t key = 1; key <= 4000; ++key) keys.insert(key);
    const std::size_t bytes = keys.bytes();
    keys.clear(1);
    for (std::uint64_t key = 1; key <= 4000; ++key) EXPECT_EQ(keys.find(key), nullptr);
    for (std::uint64_t key = 1; key <= 4000; ++key)
        EXPECT_TRUE(keys.insert(key));  // it grows within its memory
    EXPECT_EQ(keys.bytes(), bytes);
    EXPECT_EQ(keys.size(), 4000U);
}

TEST(KeySet, SaysWhatItTakes) {
    Numbers keys;
    for (std::uint64_t key = 1; key <= 3000; ++key) {
        const std::size_t before = keys.bytes();
        const std::size_t most = keys.bytes_to_insert();
        keys.insert(key);
        EXPECT_EQ(most, keys.bytes() == before ? before : before + keys.bytes());
    }
    const std::size_t cleared = keys.bytes_when_cleared(10000);
    keys.clear(10000);
    EXPECT_EQ(keys.bytes(), cleared);
    keys.trim(cleared);
    EXPECT_EQ(keys.bytes(), cleared);
    keys.trim(cleared - 1);
    EXPECT_EQ(keys.bytes(), 0U);
    EXPECT_TRUE(keys.insert(5));
}

TEST(KeySet, ForgetsNewKeysBeyondItsLimitOnly) {
    Numbers keys;
    keys.set_limit(16 * 1024);
    std::size_t kept = 0;
    for (std::uint64_t key = 1; key <= 4000; ++key) EXPECT_TRUE(keys.insert(key));
    for (std::uint64_t key = 1; key <= 4000; ++key) kept += keys.find(key) != nullptr ? 1U : 0U;
    EXPECT_EQ(kept, keys.size());
    EXPECT_GT(kept, 100U);
    EXPECT_LT(kept, 4000U);
    EXPECT_LE(keys.bytes(), 16U * 1024U);
    EXPECT_FALSE(keys.insert(1));
}

}  // namespace
}  // namespace quincunx::solver
