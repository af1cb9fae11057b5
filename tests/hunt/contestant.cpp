#include "tests/hunt/contestant.hpp"

namespace quincunx::hunt {

Contestants all_contestants() {
    Contestants contestants;
    add_carthage(contestants);
    add_gargantua(contestants);
    add_gloucestershire(contestants);
    add_rank_chains(contestants);
    add_two_way(contestants);
    return contestants;
}

}  // namespace quincunx::hunt
