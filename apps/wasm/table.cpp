// The table as a WebAssembly module without imports: see web/src/engine/contract.ts.

#include <string>
#include <string_view>

#include "wire/table/table_requests.hpp"

namespace {

quincunx::wire::TableRequests requests;

std::string answer(std::string_view request) {
    return requests.answer(request);
}

}  // namespace

#include "apps/wasm/module.hpp"
