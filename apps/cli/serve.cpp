#include "apps/server/serve.hpp"

#include <memory>

#include "apps/cli/command.hpp"
#include "apps/cli/limits.hpp"

namespace quincunx::cli {

void add_serve(Program& program) {
    const auto options = std::make_shared<server::ServeOptions>();
    const auto root = std::make_shared<std::string>();
    const auto database = std::make_shared<std::string>();
    const auto no_service = std::make_shared<bool>();
    CLI::App& command = program.add("serve", "Serve the web table until interrupted", [=] {
        options->root = *root;
        options->database = *database;
        options->service = !*no_service;
        constexpr std::size_t longest = 1000;  // it may name two folders
        if (const auto served = server::serve(*options); !served)
            throw Failure(Exit::no, shown(served.error(), longest));
        return Exit::yes;
    });
    add_number(command, "--port", "Port, by default 8080; 0 for any free one", 0, 65535, options->port);
    command.add_option("--host", options->host, "Address to listen on, by default 127.0.0.1")
        ->type_name("ADDRESS");
    command.add_option("--root", *root, "Folder of the built web table")->type_name("FOLDER");
    command
        .add_option("--log", options->log, "Add a line for each request to this file; - for standard output")
        ->type_name("FILE");
    command.add_flag(
        "--behind-proxy", options->behind_proxy,
        "Take the clients' addresses from the last entry of X-Forwarded-For, which a proxy in front of "
        "this server has to add; without one, clients could claim any address");
    add_number(command, "--connections", "Most connections at a time, by default 4096", 1, 100'000,
               options->connections);
    add_number(
        command, "--per-address",
        "Most connections at a time from one address, by default 64; behind a proxy, most answers being sent",
        1, 100'000, options->per_address);
    command.add_flag("--no-service", *no_service,
                     "Serve the table alone, without results of the day, votes and challenges");
    command
        .add_option("--database", *database,
                    "Where the service keeps what was sent; by default service.db in $STATE_DIRECTORY, in "
                    "quincunx in "
                    "$XDG_DATA_HOME, or in ~/.local/share/quincunx")
        ->type_name("FILE");
    command
        .add_option(
            "--operator", options->who,
            "Who runs the service, which the page about privacy says; on a public address, or behind a "
            "proxy, there is no service without")
        ->type_name("NAME");
    command.add_option("--contact", options->contact, "How to reach them, which is needed likewise")
        ->type_name("TEXT");
    command
        .add_option(
            "--site-name", options->site_name,
            "The name by which players reach the server, such as patience.example: requests to the service "
            "that are for another name are refused")
        ->type_name("NAME");
    add_number(command, "--writes",
               "Most results, votes and challenges in an hour from one network, by default 240 (a quarter of "
               "them at "
               "once)",
               1, 1'000'000'000, options->writes);
    add_examples(
        command,
        {{"quincunx serve", "the table at http://127.0.0.1:8080/, for this machine only"},
         {"quincunx serve --port 0", "on any free port, which is printed"},
         {"quincunx serve --behind-proxy --log access.log",
          "for the public, behind a proxy with TLS; SIGHUP reads the folder and opens the log again"}});
}

}  // namespace quincunx::cli
