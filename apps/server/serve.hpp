#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace quincunx::server {

/// `quincunx serve`
struct ServeOptions {
    std::string host = "127.0.0.1";
    std::uint16_t port = 8080;  ///< 0 for any free one
    std::filesystem::path
        root;  ///< folder of the built web app; empty: where the build or the installation puts it
};

/// Serves the web app until SIGINT or SIGTERM; prints its address on standard output as soon as it is ready.
/// Returns the exit status: 0 after a signal, 1 if it cannot serve, with the reason on standard error.
int serve(const ServeOptions& options);

}  // namespace quincunx::server
