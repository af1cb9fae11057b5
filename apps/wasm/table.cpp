// The table as a WebAssembly module without imports: see web/src/contract.ts.

#include <string>
#include <string_view>

#include "session/requests.hpp"

namespace {

quincunx::TableServer server;

std::string answer(std::string_view request) {
    return server.answer(request);
}

}  // namespace

#include "apps/wasm/module.hpp"
