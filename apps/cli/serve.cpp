#include "apps/server/serve.hpp"

#include <memory>

#include "apps/cli/command.hpp"

namespace quincunx::cli {

void add_serve(Program& program) {
    const auto options = std::make_shared<server::ServeOptions>();
    const auto root = std::make_shared<std::string>();
    CLI::App& command = program.add("serve", "Serve the web table until interrupted", [options, root] {
        options->root = *root;
        return server::serve(*options) == 0 ? Exit::yes : Exit::no;
    });
    command.add_option("--port", options->port, "Port, or 0 for any free one")
        ->capture_default_str()
        ->check(CLI::Range(0, 65535));
    command.add_option("--host", options->host, "Address to listen on")
        ->capture_default_str()
        ->check(not_empty("an address"));
    command.add_option("--root", *root, "Folder of the built web table")->check(not_empty("a folder name"));
}

}  // namespace quincunx::cli
