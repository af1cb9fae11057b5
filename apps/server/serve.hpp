#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace quincunx::server {

/// `quincunx serve`
struct ServeOptions {
    std::string host = "127.0.0.1";
    std::uint16_t port = 8080;  ///< 0: any that is free
    std::filesystem::path
        root;  ///< folder of the built web app; empty: where the build or the installation puts it
};

/// Serves the web app until SIGINT or SIGTERM; prints its address on standard output as soon as it answers.
/// Returns the exit status: 0 after a signal, 1 with the reason on standard error where it cannot serve.
int serve(const ServeOptions& options);

}  // namespace quincunx::server
