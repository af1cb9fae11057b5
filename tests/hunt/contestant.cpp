#include "tests/hunt/contestant.hpp"

namespace quincunx::hunt {

Contestants all_contestants() {
    Contestants contestants;
#ifdef QUINCUNX_THOROUGH
    add_carthage(contestants);
    add_gargantua(contestants);
    add_gloucestershire(contestants);
#endif
    add_rank_chains(contestants);
#ifdef QUINCUNX_THOROUGH
    add_two_way(contestants);
#endif
    return contestants;
}

}  // namespace quincunx::hunt
