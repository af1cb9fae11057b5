#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "service/api.hpp"

namespace quincunx::server {

/// `quincunx serve`
struct ServeOptions {
    std::string host = "127.0.0.1";
    int port = 8080;  ///< 0 for any free one, at most 65535
    std::filesystem::path
        root{};         ///< folder of the built web app; empty: where the build or the installation puts it
    std::string log{};  ///< file of the access log, "-" for standard output; empty for none
    bool behind_proxy = false;         ///< the clients' addresses are in a field that the proxy adds
    std::vector<std::string> names{};  ///< by which players reach the server
    int connections = 4096;            ///< at a time
    int per_address = 512;
    /// Starts what is served below /api/1/, once it is known whether others than this machine can reach it; null for
    /// nothing. The error is the reason why it cannot serve.
    std::function<tl::expected<std::unique_ptr<service::Api>, std::string>(bool is_public)> service{};
};

/// Serves the web app until SIGINT or SIGTERM; prints its address on standard output as soon as it is ready.
/// The error is the reason why it cannot serve.
tl::expected<void, std::string> serve(const ServeOptions& options);

}  // namespace quincunx::server
