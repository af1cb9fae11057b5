#pragma once

#include "engine/rules.hpp"

namespace quincunx::games {

/// The rules values of a program, as a type.
template <const Rules&... rules>
struct List {};

}  // namespace quincunx::games
