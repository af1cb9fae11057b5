#pragma once

#include "games/lab.hpp"
#include "solver/solver.hpp"

namespace quincunx::solver {

#define QUINCUNX_COMPILED_ONCE(game) extern template class BasicSolver<Fixed<games::game>>;
QUINCUNX_LAB_GAMES(QUINCUNX_COMPILED_ONCE)
#undef QUINCUNX_COMPILED_ONCE

}  // namespace quincunx::solver
