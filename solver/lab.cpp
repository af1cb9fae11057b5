#ifndef __wasm__  // a page's modules leave these games out
#include "solver/lab.hpp"

/// The solver of each game of the lab, compiled once for all that use it.
namespace quincunx::solver {

#define QUINCUNX_COMPILE(game) template class BasicSolver<Fixed<games::game>>;
QUINCUNX_LAB_GAMES(QUINCUNX_COMPILE)
#undef QUINCUNX_COMPILE

}  // namespace quincunx::solver
#endif
