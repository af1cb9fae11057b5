#include "apps/server/serve.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <thread>

#include "apps/cli/commands.hpp"
#include "apps/cli/database_file.hpp"
#include "apps/common/limits.hpp"
#include "service/postgres_store.hpp"
#include "service/service.hpp"
#include "service/sqlite_store.hpp"

namespace quincunx::cli {

namespace {

struct ServiceSettings {
    bool none = false;
    std::string database;  ///< a file or an address; empty: where `database_file` says
    std::string who;       ///< runs it, and
    std::string contact;   ///< how to reach them: for the page about privacy, needed on a public address
    int writes = 1200;
};

/// None, with a reason on standard error, if it cannot be had here. The error is one of what was asked for by name.
tl::expected<std::unique_ptr<service::Api>, std::string> start_service(const ServiceSettings& options,
                                                                       const std::vector<std::string>& names,
                                                                       bool is_public) {
    const auto without = [](const std::string& why) {
        std::fprintf(stderr, "quincunx serve: no service, only the table: %s\n", why.c_str());
        return nullptr;
    };
    const bool known = !options.who.empty() && !options.contact.empty();
    if (is_public && !known)
        return without("who runs it is not said, which a public address needs; see --operator and --contact");
    const bool postgres = service::is_postgres(options.database);
    std::filesystem::path file = options.database;
    if (file.empty()) file = database_file().value_or("");
    if (file.empty()) return without("there is no folder for its data; see --database");
    std::error_code failed;
    // A folder that was named by mistake is not made.
    if (const auto folder = std::filesystem::absolute(file, failed).parent_path();
        !options.database.empty() && !postgres && !std::filesystem::is_directory(folder, failed))
        return tl::unexpected("there is no folder " + folder.string());
    constexpr unsigned spare = 1;  // processor, for the server and the database
    // TasksMax in deploy/quincunx.service leaves room for these, however many processors there are.
    constexpr unsigned most_threads = 8;
    service::Settings settings{
        .hosts = names,
        .writes = static_cast<double>(options.writes),
        .threads = std::clamp(std::thread::hardware_concurrency(), spare + 1, most_threads + spare) - spare};
    if (known) settings.who = service::Operator{options.who, options.contact};
    try {
        return service::start(postgres ? service::open_postgres(options.database, {.later = true})
                                       : service::open_sqlite(file, {.alone = true}),
                              settings);
    } catch (const service::StorageError& error) {
        if (!options.database.empty()) return tl::unexpected<std::string>(error.what());
        return without(error.what());
    }
}

}  // namespace

void add_serve(Program& program) {
    const auto options = std::make_shared<server::ServeOptions>();
    const auto root = std::make_shared<std::string>();
    const auto settings = std::make_shared<ServiceSettings>();
    CLI::App& command = program.add("serve", "Serve the web table until interrupted", [=] {
        options->root = *root;
        if (!settings->none)
            options->service = [settings, names = options->names](bool is_public) {
                return start_service(*settings, names, is_public);
            };
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
    add_number(command, "--per-address",
               "Most connections at a time from one address, by default 512; behind a proxy, most answers "
               "being sent",
               1, 100'000, options->per_address);
    command.add_flag("--no-service", settings->none,
                     "Serve the table alone, without results of the day, votes and challenges");
    command
        .add_option(
            "--database", settings->database,
            "Where the service keeps what was sent: a file, by default service.db in $STATE_DIRECTORY, "
            "in quincunx in $XDG_DATA_HOME, or in ~/.local/share/quincunx; or postgresql://..., "
            "with the package quincunx-postgresql")
        ->type_name("PLACE");
    command
        .add_option(
            "--operator", settings->who,
            "Who runs the service, which the page about privacy says; on a public address, or behind a "
            "proxy, there is no service without")
        ->type_name("WORDS");
    command.add_option("--contact", settings->contact, "How to reach them, which is needed likewise")
        ->type_name("ADDRESS");
    command
        .add_option(
            "--site-name", options->names,
            "The name by which players reach the server, such as patience.example; www.patience.example "
            "leads to it. Requests to the service that are for another name are refused, but for addresses "
            "and "
            "names at home (nas, nas.local). Several are separated by commas")
        ->type_name("HOST")
        ->delimiter(',')
        ->allow_extra_args(false);
    add_number(
        command, "--writes",
        "Most results, votes and challenges in an hour from one address, by default 1200 (half of them "
        "at once)",
        1, 1'000'000'000, settings->writes);
    add_examples(
        command,
        {{"quincunx serve", "the table at http://127.0.0.1:8080/, for this machine only"},
         {"quincunx serve --port 0", "on any free port, which is printed"},
         {"quincunx serve --behind-proxy --log access.log",
          "for the public, behind a proxy with TLS; SIGHUP reads the folder and opens the log again"}});
}

}  // namespace quincunx::cli
