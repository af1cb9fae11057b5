#include "service/service.hpp"

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/database_file.hpp"
#include "apps/cli/json.hpp"
#include "service/key.hpp"
#include "service/sqlite_store.hpp"

/// `quincunx service`: for whoever runs one (docs/service.md).
namespace quincunx::cli {

namespace {

struct ServiceOptions {
    std::string action;
    std::string argument;
    std::string database;
    bool json = false;
};

Exit backup(const std::filesystem::path& file, const ServiceOptions& options) {
    const std::uint64_t bytes = service::backup_sqlite(file, options.argument);
    write_out(options.json ? json_text({{"file", options.argument}, {"bytes", bytes}})
                           : fmt::format("{}: {}\n", shown(options.argument), counted(bytes, "byte")));
    return Exit::yes;
}

Exit forget(const std::filesystem::path& file, const ServiceOptions& options) {
    const std::optional<service::PlayerKey> player = service::player_of_key(options.argument);
    if (!player) refuse("service: expected a player's key: 32 to 86 of A-Z a-z 0-9 - _");
    const auto store = service::open_sqlite(file, {.existing = true});
    store->begin();
    const std::size_t results = store->forget(*player).size();
    store->commit();
    write_out(options.json ? json_text({{"results", results}})
                           : fmt::format("the player is forgotten, with {}\n", counted(results, "result")));
    return Exit::yes;
}

Exit prune(const std::filesystem::path& file, const ServiceOptions& options) {
    const auto store = service::open_sqlite(file, {.existing = true});
    service::Pruned all;
    for (bool more = true; more;) {
        store->begin();
        const service::Pruned some = store->prune(service::system_time());
        store->commit();
        all.results += some.results;
        all.challenges += some.challenges;
        all.votes += some.votes;
        all.players += some.players;
        more = some.more;
    }
    write_out(options.json ? json_text({{"results", all.results},
                                        {"challenges", all.challenges},
                                        {"votes", all.votes},
                                        {"players", all.players}})
                           : fmt::format("forgotten: {}, {}, {}, {}\n", counted(all.results, "result"),
                                         counted(all.challenges, "challenge"), counted(all.votes, "vote"),
                                         counted(all.players, "player")));
    return Exit::yes;
}

Exit act(const ServiceOptions& options) {
    const bool takes_argument = options.action != "export" && options.action != "prune";
    if (takes_argument == options.argument.empty())
        refuse("service: " + options.action +
               (takes_argument ? options.action == "forget" ? " takes a key" : " takes a file"
                               : " takes nothing"));
    std::filesystem::path file = options.database;
    if (file.empty()) file = database_file().value_or("");
    if (file.empty()) refuse("service: there is no folder for its data; see --database");
    try {
        if (options.action != "restore" && !std::filesystem::exists(file))
            throw Failure(Exit::no, "there is no " + shown(file.string()));
        if (options.action == "backup") return backup(file, options);
        if (options.action == "forget") return forget(file, options);
        if (options.action == "prune") return prune(file, options);
        if (options.action == "export") {
            service::export_sqlite(file, [](const std::string& line) { write_out(line + '\n'); });
            return Exit::yes;
        }
        service::restore_sqlite(options.argument, file);
        if (options.json) write_out(json_text({{"file", file.string()}}));
        return Exit::yes;
    } catch (const service::StorageError& error) {
        throw Failure(Exit::no, shown(error.what()));
    }
}

}  // namespace

void add_service(Program& program) {
    const auto [command, options] =
        program.add<ServiceOptions>("service", "Look after the data of the service", act);
    command.add_option("action", options.action, "What to do")
        ->required()
        ->check(one_of({"backup", "restore", "export", "forget", "prune"}));
    command.add_option("what", options.argument, "A file; of forget, a player's key")->type_name("WHAT");
    command
        .add_option("--database", options.database,
                    "The file of the service, by default the one that quincunx serve takes")
        ->type_name("FILE");
    add_json_flag(command, options.json);
    add_examples(command, {{"quincunx service backup service-2026-11-27.db", "a copy, while the server runs"},
                           {"quincunx service restore service-2026-11-27.db",
                            "puts it in the place of the file; not while the "
                            "server runs"},
                           {"quincunx service export", "all that is kept, a line of JSON for each thing"},
                           {"quincunx service forget KEY", "all that is kept of a player"},
                           {"quincunx service prune",
                            "what has been kept long enough, which the server does every hour, too"}});
}

}  // namespace quincunx::cli
