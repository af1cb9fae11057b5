#include "apps/server/serve.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include "apps/server/server.hpp"
#include "apps/server/site.hpp"
#include "service/service.hpp"
#include "service/sqlite_store.hpp"

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

/// The service with the file that it holds.
struct Running {
    std::unique_ptr<service::FileLock> lock;
    std::unique_ptr<service::Api> api;
};

/// Starts the service; none, with a reason on standard error, if it cannot be had here. The error is one of what was
/// asked for by name.
tl::expected<Running, std::string> start_service(const ServeOptions& options, bool is_public) {
    const auto without = [](const std::string& why) {
        std::fprintf(stderr, "quincunx serve: no service, only the table: %s\n", why.c_str());
        return Running{};
    };
    if (!options.service) return Running{};
    const bool known = !options.who.empty() && !options.contact.empty();
    if (is_public && !known)
        return without("who runs it is not said, which a public address needs; see --operator and --contact");
    const std::optional<fs::path> file = options.database.empty() ? database_file() : options.database;
    if (!file) return without("there is no folder for its data; see --database");
    constexpr unsigned spare = 1;  // processor, for the server and the database
    service::Settings settings{.host = options.site_name,
                               .writes = static_cast<double>(options.writes),
                               .threads = std::max(std::thread::hardware_concurrency(), spare + 1) - spare};
    if (known) settings.who = service::Operator{options.who, options.contact};
    try {
        auto lock = std::make_unique<service::FileLock>(*file);
        auto store = service::open_sqlite(*file);
        return Running{std::move(lock), service::start(std::move(store), settings)};
    } catch (const service::StorageError& error) {
        if (!options.database.empty()) return tl::unexpected<std::string>(error.what());
        return without(error.what());
    }
}

}  // namespace

std::optional<fs::path> database_file() {
    const auto folder = [](const char* name) {
        const char* const value = std::getenv(name);
        return fs::path(value == nullptr ? "" : value);
    };
    constexpr const char* name = "service.db";
    // systemd names one of its own for a service.
    if (const fs::path state = folder("STATE_DIRECTORY"); state.is_absolute()) return state / name;
    if (const fs::path data = folder("XDG_DATA_HOME"); data.is_absolute()) return data / "quincunx" / name;
    if (const fs::path home = folder("HOME"); home.is_absolute())
        return home / ".local/share/quincunx" / name;
    return std::nullopt;
}

tl::expected<void, std::string> serve(const ServeOptions& options) {
    allow_descriptors(static_cast<std::size_t>(options.connections));
    tl::expected<Site, std::string> site = read_site(options.root);
    if (!site) return tl::unexpected(site.error());
    Limits limits;
    limits.connections = static_cast<std::size_t>(options.connections);
    limits.per_address = static_cast<std::size_t>(options.per_address);
    auto server = Server::listen(options.host, static_cast<std::uint16_t>(options.port), std::move(*site),
                                 limits, {.behind_proxy = options.behind_proxy, .log = options.log});
    if (!server) return tl::unexpected(server.error());
    const auto service = start_service(options, !(*server)->is_local() || options.behind_proxy);
    if (!service) return tl::unexpected(service.error());
    if (service->api) (*server)->use(*service->api);
    (*server)->stop_on_signals();
    (*server)->reload_on_hangup([root = options.root] { return read_site(root); });
    // With the log on standard output, this line is not part of it.
    std::fprintf(options.log == "-" ? stderr : stdout, "Quincunx is served at %s\n",
                 (*server)->address().c_str());
    std::fflush(stdout);
    (*server)->run();
    if (service->api) service->api->stop();
    return {};
}

}  // namespace quincunx::server
