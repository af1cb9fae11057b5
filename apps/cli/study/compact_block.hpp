#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/search.hpp"

/// The blocks of compact files as bytes (docs/notation.md, "Compact files").
namespace quincunx::cli {

/// What a compact file keeps of a deal.
struct Result {
    advice::Verdict verdict = advice::Verdict::unknown;
    bool defective = false;
    std::uint64_t moves = 0;  ///< of the solution; 0 without one
    std::uint64_t nodes = 0;

    bool operator==(const Result&) const = default;
};

/// The deals of every block but the last.
inline constexpr std::size_t block_deals = 65'536;

/// The results of successive deals.
struct DealBlock {
    std::uint64_t first = 0;  ///< number of the first deal
    std::vector<Result> results;
};

/// The bytes of a block, without its checksum. They come in pieces, since each is best compressed by itself.
std::vector<std::string> block_pieces(const DealBlock& block);

/// Reads the bytes of a block, without its checksum. Returns what is wrong with them; null if nothing is.
const char* read_block(std::string_view bytes, DealBlock& block);

/// A result as bytes by itself, while it waits for its turn.
std::string packed(const Result& result);
Result unpacked(std::string_view bytes);

}  // namespace quincunx::cli
