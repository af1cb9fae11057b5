#include "apps/cli/search.hpp"

#include "apps/cli/io.hpp"

namespace quincunx::cli {

void complain_of_defect(const Answer& answer, const std::string& what) {
    if (answer.defective)
        throw Failure(
            Exit::misuse,
            what + ": the solver found a solution that does not replay, which is a bug in the program");
}

}  // namespace quincunx::cli
