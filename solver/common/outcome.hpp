#pragma once

#include <vector>

#include "engine/move.hpp"
#include "solver/strategy.hpp"

namespace quincunx::solver {

/// The result of a search so far.
struct Outcome {
    Verdict verdict = Verdict::unknown;
    std::vector<Move> line;  ///< of a win
    Progress progress;
    bool finished = true;

    /// A search begins, with this many cards on foundations. The memory of the solution is kept.
    void begin(int cards_home) {
        verdict = Verdict::unknown;
        line.clear();
        progress = {.best_home = cards_home};
        finished = false;
    }
    void finish(Verdict found) {
        verdict = found;
        finished = true;
    }
};

}  // namespace quincunx::solver
