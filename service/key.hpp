#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "service/store.hpp"

namespace quincunx::service {

/// The hash of the key in a field Authorization: "Bearer" and 32 to 86 of A-Z a-z 0-9 - _.
std::optional<PlayerKey> player_of(std::string_view authorization);
/// The same of a key alone.
std::optional<PlayerKey> player_of_key(std::string_view key);
/// The hash in hexadecimal, of which the first digits are the player's short name.
std::string digits_of(const PlayerKey& player);
/// The first 64 bits of the SHA-256 of a list of moves.
std::uint64_t line_hash(std::string_view line);

}  // namespace quincunx::service
