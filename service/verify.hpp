#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "service/store.hpp"

namespace quincunx::service {

inline constexpr std::size_t most_record_bytes = 32 * 1024;
inline constexpr std::size_t most_moves = 2000;
/// A player who stops after fewer has not given up, but not begun.
inline constexpr std::size_t fewest_moves = 20;

/// Why a record is no finished game: a word of docs/service.md, and where.
struct Fault {
    std::string_view word;
    std::string detail{};
    int line = 0;
    int column = 0;
};

/// Replays a record up to its present ply, by the rules of its game. The deal must be numbered and one that fits: that is
/// found out first.
tl::expected<Finished, Fault> replayed(std::string_view record,
                                       const std::function<bool(const std::string& deal)>& fits);

/// A record of a line that `replayed` has returned.
std::string record_of(std::string_view deal, std::string_view line);

}  // namespace quincunx::service
