#include "apps/cli/study/compact_block.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <random>

namespace quincunx::cli {
namespace {

using advice::Verdict;

std::string bytes_of(const DealBlock& block) {
    const std::vector<std::string> pieces = block_pieces(block);
    return std::accumulate(pieces.begin(), pieces.end(), std::string());
}

DealBlock sample(unsigned seed, std::size_t deals) {
    std::mt19937 random(seed);
    DealBlock block{random(), {}};
    for (std::size_t i = 0; i < deals; ++i) {
        Result result;
        result.nodes = std::uint64_t{random()} >> random() % 32;
        switch (random() % 8) {
            case 0:
                result.verdict = Verdict::unwinnable;
                break;
            case 1:
                result.defective = random() % 2 == 0;
                break;
            default:
                result.verdict = Verdict::winnable;
                result.moves = 1 + random() % 300;
        }
        block.results.push_back(result);
    }
    return block;
}

TEST(CompactBlock, IsThatOfTheNotationPage) {
    const DealBlock block{0x0102030405060708U,
                          {{Verdict::winnable, false, 56, 39},
                           {Verdict::unwinnable, false, 0, 255},
                           {Verdict::unknown, true, 0, 1000},
                           {Verdict::unwinnable, false, 0, 254},
                           {Verdict::winnable, false, 300, 0}}};
    const unsigned char expected[] = {8,  7,   6,   5,   4, 3, 2,    1, 5, 0, 0, 0,  // first, count
                                      2,  1,   2,                                    // lost
                                      1,  2,                                         // unknown
                                      1,  2,                                         // defect
                                      56, 255, 45,                                   // moves
                                      39, 255, 255, 254, 0, 0, 0xe9, 5};  // nodes: 255 + 0, 255 + 745
    EXPECT_EQ(bytes_of(block), std::string(std::begin(expected), std::end(expected)));
}

TEST(CompactBlock, IsReadAsItWasWritten) {
    for (unsigned seed = 0; seed < 50; ++seed) {
        const DealBlock block = sample(seed, seed == 0 ? block_deals : 1 + seed * 7);
        DealBlock read;
        ASSERT_EQ(read_block(bytes_of(block), read), nullptr);
        EXPECT_EQ(read.first, block.first);
        EXPECT_EQ(read.results, block.results);
    }
}

TEST(CompactBlock, HoldsTheLargestNumbers) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    const DealBlock block{most, {{Verdict::winnable, false, most, most}}};
    DealBlock read;
    ASSERT_EQ(read_block(bytes_of(block), read), nullptr);
    EXPECT_EQ(read.first, most);
    EXPECT_EQ(read.results, block.results);
}

TEST(CompactBlock, BytesMeanOneThingOnly) {
    // Whatever is read is written with the same bytes again.
    std::mt19937 random(11);
    int good = 0;
    for (unsigned i = 0; i < 20'000; ++i) {
        std::string bytes = bytes_of(sample(i, 1 + i % 12));
        const std::size_t at = random() % bytes.size();
        switch (random() % 4) {
            case 0:
                bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
                break;
            case 1:
                bytes.erase(at, 1 + random() % 3);
                break;
            case 2:
                bytes.insert(at, 1, static_cast<char>(random() % 256));
                break;
            default:
                bytes[at] = static_cast<char>(random() % 256);
        }
        DealBlock read;
        if (read_block(bytes, read) != nullptr) continue;
        ++good;
        EXPECT_EQ(bytes_of(read), bytes);
    }
    EXPECT_GT(good, 1000);
}

TEST(CompactBlock, BytesThatAreNoBlockAreRefused) {
    DealBlock read;
    const std::string good = bytes_of({1, {{Verdict::winnable, false, 56, 39}}});
    for (std::size_t size = 0; size < good.size(); ++size)
        EXPECT_NE(read_block(good.substr(0, size), read), nullptr) << size;
    EXPECT_NE(read_block(good + '\0', read), nullptr);
    const auto with = [&](std::initializer_list<unsigned char> rest) {
        std::string bytes = good.substr(0, 12);
        for (const unsigned char byte : rest) bytes += static_cast<char>(byte);
        return read_block(bytes, read);
    };
    EXPECT_EQ(with({0, 0, 0, 56, 39}), nullptr);
    EXPECT_NE(with({0, 0, 0, 0, 39}), nullptr) << "won in no moves";
    EXPECT_NE(with({1, 1, 0, 0, 39}), nullptr) << "beyond the end";
    EXPECT_NE(with({2, 0, 0, 0, 0, 39}), nullptr) << "more lost deals than deals";
    EXPECT_NE(with({1, 0, 1, 0, 0, 39}), nullptr) << "lost and unknown";
    EXPECT_NE(with({0, 0, 1, 0, 56, 39}), nullptr) << "a defect of a deal that is won";
    EXPECT_NE(with({0x80, 0, 0, 0, 56, 39}), nullptr) << "a number with more bytes than it needs";
    EXPECT_NE(with({0, 0, 0, 56, 255, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 2}), nullptr)
        << "2^64";
    EXPECT_NE(with({0, 0, 0, 56, 255, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}), nullptr)
        << "2^64 + 254";
}

TEST(CompactBlock, ResultsWaitAsBytes) {
    for (const Result& result : sample(3, 100).results) EXPECT_EQ(unpacked(packed(result)), result);
}

}  // namespace
}  // namespace quincunx::cli
