#include "apps/cli/search.hpp"

#include "apps/cli/io.hpp"

namespace quincunx::cli {

void complain_of_defect(bool defective, const std::string& what) {
    if (defective)
        refuse((what.empty() ? "" : what + ": ") +
               "the solver found a solution that does not replay, which is a bug in the program");
}

}  // namespace quincunx::cli
