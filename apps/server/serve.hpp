#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <tl/expected.hpp>

namespace quincunx::server {

/// `quincunx serve`
struct ServeOptions {
    std::string host = "127.0.0.1";
    int port = 8080;  ///< 0 for any free one, at most 65535
    std::filesystem::path
        root{};         ///< folder of the built web app; empty: where the build or the installation puts it
    std::string log{};  ///< file of the access log, "-" for standard output; empty for none
    bool behind_proxy = false;  ///< the clients' addresses are in a field that the proxy adds
    int connections = 4096;     ///< at a time
    int per_address = 64;

    bool service = true;               ///< results, votes and challenges (docs/service.md)
    std::filesystem::path database{};  ///< of the service; empty: where `database_file` says
    std::string who{};                 ///< runs it, for its page about privacy; needed on a public address
    std::string contact{};
    std::string site_name{};  ///< the host's name by which it is reached
    int writes = 240;         ///< in an hour, from one network
};

/// A file in the user's folder for data; none if there is no such folder.
std::optional<std::filesystem::path> database_file();

/// Serves the web app until SIGINT or SIGTERM; prints its address on standard output as soon as it is ready.
/// The error is the reason why it cannot serve.
tl::expected<void, std::string> serve(const ServeOptions& options);

}  // namespace quincunx::server
