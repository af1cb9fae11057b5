// The solver as a WebAssembly module without imports: see wire/solver_requests.hpp.

#include <string>
#include <string_view>

#include "wire/solver_requests.hpp"

namespace {

quincunx::wire::SolverRequests requests;

std::string answer(std::string_view request) {
    return requests.answer(request);
}

}  // namespace

#include "apps/wasm/module.hpp"
