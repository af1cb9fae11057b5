#include "solver/solver.hpp"

/// The solver of each game on the list, compiled once for all that use it.
namespace quincunx::solver {

#define QUINCUNX_COMPILE(game) template class BasicSolver<Fixed<games::game>>;
QUINCUNX_EACH_GAME(QUINCUNX_COMPILE)
#undef QUINCUNX_COMPILE

}  // namespace quincunx::solver
