#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace quincunx {

/// Automatic play: nothing, only the moves that can never cost the win, or all moves to
/// foundations.
enum class Automatic : std::uint8_t { never, safe, all };

/// "never", "safe", "all"
std::string_view to_text(Automatic mode);
std::optional<Automatic> automatic_from_text(std::string_view text);

}  // namespace quincunx
