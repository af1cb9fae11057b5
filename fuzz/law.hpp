#pragma once

#include <cstdlib>
#include <string_view>

#include "engine/text.hpp"

namespace quincunx::fuzz {

/// Ends the program where a law is broken, so that the fuzzer keeps the input.
inline void law(bool holds) {
    if (!holds) std::abort();
}

/// An error says where it is, and what it says can be shown.
inline void check_place(const TextError& error, std::string_view text) {
    const int lines = static_cast<int>(split_lines(text).size());
    law(error.line >= 1 && error.line <= lines + 1 && error.column >= 1);
    law(error.column <= static_cast<int>(text.size()) + 1);
    law(!error.message.empty());
    for (const char c : error.message) law(c >= ' ' && c <= '~');
}

}  // namespace quincunx::fuzz
