#pragma once

#include "engine/rules.hpp"

namespace quincunx::games {

/// The rules values of a program, as a type.
template <const Rules&... rules>
struct List {};

template <const Rules&... these, const Rules&... those>
constexpr List<these..., those...> operator+(List<these...> /*first*/, List<those...> /*then*/) {
    return {};
}

}  // namespace quincunx::games
