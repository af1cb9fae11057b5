#include "apps/server/serve.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <system_error>
#include <utility>

#include "apps/server/server.hpp"
#include "apps/server/site.hpp"

namespace quincunx::server {

namespace {

namespace fs = std::filesystem;

/// The folder of the running program.
fs::path program_folder() {
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path();
}

tl::expected<Site, std::string> read_site(const fs::path& root) {
    if (!root.empty()) return Site::read(root);
    // From build/<preset>/quincunx, and from <prefix>/bin/quincunx.
    const std::array places{program_folder() / "../../web/dist", program_folder() / "../share/quincunx/web"};
    for (const fs::path& place : places) {
        std::error_code error;
        if (fs::exists(place / "index.html", error)) return Site::read(place);
    }
    return tl::unexpected("the web app is neither in " + places[0].lexically_normal().string() + " nor in " +
                          places[1].lexically_normal().string() +
                          ": build it with ./run --build-only, or give its folder with --root");
}

/// Lets the process have a file descriptor for every connection, as far as the system permits it; with fewer,
/// the rest waits.
void allow_descriptors(std::size_t connections) {
    constexpr rlim_t others = 64;
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    const rlim_t wanted = 2 * static_cast<rlim_t>(connections) + others;
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? wanted : std::min(wanted, limit.rlim_max);
        ::setrlimit(RLIMIT_NOFILE, &limit);
    }
}

}  // namespace

tl::expected<void, std::string> serve(const ServeOptions& options) {
    allow_descriptors(static_cast<std::size_t>(options.connections));
    tl::expected<Site, std::string> site = read_site(options.root);
    if (!site) return tl::unexpected(site.error());
    Limits limits;
    limits.connections = static_cast<std::size_t>(options.connections);
    limits.per_address = static_cast<std::size_t>(options.per_address);
    auto server =
        Server::listen(options.host, static_cast<std::uint16_t>(options.port), std::move(*site), limits,
                       {.behind_proxy = options.behind_proxy, .log = options.log, .names = options.names});
    if (!server) return tl::unexpected(server.error());
    std::unique_ptr<service::Api> service;
    if (options.service) {
        auto started = options.service(!(*server)->is_local() || options.behind_proxy);
        if (!started) return tl::unexpected(started.error());
        service = std::move(*started);
    }
    if (service) (*server)->use(*service);
    (*server)->stop_on_signals();
    (*server)->reload_on_hangup([root = options.root] { return read_site(root); });
    // With the log on standard output, this line is not part of it.
    std::fprintf(options.log == "-" ? stderr : stdout, "Quincunx is served at %s\n",
                 (*server)->address().c_str());
    std::fflush(stdout);
    (*server)->run();
    if (service) service->stop();
    return {};
}

}  // namespace quincunx::server
