#pragma once

#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "engine/position.hpp"
#include "engine/text.hpp"

namespace quincunx::fuzz {

/// Ends the program if a law is broken, so that the fuzzer keeps the input.
inline void law(bool holds) {
    if (!holds) std::abort();
}

/// An error says where it is, and its message is safe to show.
inline void check_place(const TextError& error, std::string_view text) {
    const int lines = static_cast<int>(split_lines(text).size());
    law(error.line >= 1 && error.line <= lines + 1 && error.column >= 1);
    law(error.column <= static_cast<int>(text.size()) + 1);
    law(!error.message.empty());
    for (const char c : error.message) law(c >= ' ' && c <= '~');
}

/// The same for one that front ends say in their own words: it has a code, and its parameters are safe to show, too.
inline void check_reason(const TextError& error, std::string_view text) {
    check_place(error, text);
    law(!error.code.empty());
    for (const auto& [name, value] : error.parameters)
        for (const char c : value) law(c >= ' ' && c <= '~');
}

/// The incrementally updated key equals the key computed from scratch.
template <const Rules& rules>
void check_key(const Position<rules>& position) {
    Position<rules> fresh = position;
    fresh.rebuild();
    law(fresh.key() == position.key());
}

/// All moves made since the start can be taken back.
template <const Rules& rules>
void take_back(Position<rules>& position, const std::vector<Undo>& made, const Position<rules>& start) {
    for (std::size_t i = made.size(); i-- > 0;) position.unplay(made[i]);
    law(position == start && position.key() == start.key());
}

}  // namespace quincunx::fuzz
