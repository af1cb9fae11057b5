#include "apps/server/serve.hpp"

#include <array>
#include <cstdio>
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

int fail(const std::string& reason) {
    std::fprintf(stderr, "quincunx serve: %s\n", reason.c_str());
    return 1;
}

tl::expected<Site, std::string> read_site(const fs::path& root) {
    if (!root.empty()) {
        return Site::read(root);
    }
    // From build/<preset>/quincunx, and from <prefix>/bin/quincunx.
    const std::array places{program_folder() / "../../web/dist", program_folder() / "../share/quincunx/web"};
    for (const fs::path& place : places) {
        std::error_code error;
        if (fs::exists(place / "index.html", error)) {
            return Site::read(place);
        }
    }
    return tl::unexpected("the web app is neither in " + places[0].lexically_normal().string() + " nor in " +
                          places[1].lexically_normal().string() +
                          ": build it with ./run --build-only, or give its folder with --root");
}

}  // namespace

int serve(const ServeOptions& options) {
    tl::expected<Site, std::string> site = read_site(options.root);
    if (!site) {
        return fail(site.error());
    }
    tl::expected<Server, std::string> server = Server::listen(options.host, options.port, std::move(*site));
    if (!server) {
        return fail(server.error());
    }
    server->stop_on_signals();
    std::printf("Quincunx is served at %s\n", server->address().c_str());
    std::fflush(stdout);
    server->run();
    return 0;
}

}  // namespace quincunx::server
