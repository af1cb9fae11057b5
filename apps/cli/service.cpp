#include "service/service.hpp"

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/database_file.hpp"
#include "apps/cli/json.hpp"
#include "service/key.hpp"
#include "service/postgres_store.hpp"
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

std::unique_ptr<service::Store> opened(const std::string& place) {
    return service::is_postgres(place) ? service::open_postgres(place, {.existing = true, .patient = true})
                                       : service::open_sqlite(place, {.existing = true});
}

Exit backup(const std::filesystem::path& file, const ServiceOptions& options) {
    const std::uint64_t bytes = service::backup_sqlite(file, options.argument);
    write_out(options.json ? json_text({{"file", options.argument}, {"bytes", bytes}})
                           : fmt::format("{}: {}\n", shown(options.argument), counted(bytes, "byte")));
    return Exit::yes;
}

Exit forget(service::Store& store, const ServiceOptions& options) {
    const std::optional<service::PlayerKey> player = service::player_of_key(options.argument);
    if (!player) refuse("service: expected a player's key: 32 to 86 of A-Z a-z 0-9 - _");
    store.begin();
    const std::size_t results = store.forget(*player).size();
    store.commit();
    write_out(options.json ? json_text({{"results", results}})
                           : fmt::format("the player is forgotten, with {}\n", counted(results, "result")));
    return Exit::yes;
}

Exit prune(service::Store& store, const ServiceOptions& options) {
    service::Pruned all;
    for (bool more = true; more;) {
        store.begin();
        const service::Pruned some = store.prune(service::system_time());
        store.commit();
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

/// To another kind of database: a file that is moved, or is moved to, is of no server meanwhile.
Exit move(const std::string& from, const ServiceOptions& options) {
    const std::string& to = options.argument;
    if (service::is_postgres(from) == service::is_postgres(to))
        refuse("service: move goes from a file to postgresql://..., or back");
    const service::FileLock no_server(service::is_postgres(from) ? to : from);
    const auto source = opened(from);
    const auto target =
        service::is_postgres(to) ? service::open_postgres(to, {.patient = true}) : service::open_sqlite(to);
    service::move_all(*source, *target);
    constexpr std::array nouns{"player",        "board", "result",      "counted game",
                               "shortest game", "vote",  "counted vote"};
    Json sizes;
    std::string text;
    for (std::size_t i = 0; const std::uint64_t size : target->sizes()) {
        sizes[std::string(service::tables.at(i).name)] = size;
        text += (i == 0 ? "moved: " : ", ") + counted(size, nouns.at(i));
        ++i;
    }
    write_out(options.json ? json_text(sizes) : text + '\n');
    return Exit::yes;
}

Exit act(const ServiceOptions& options) {
    const bool takes_argument = options.action != "export" && options.action != "prune";
    if (takes_argument == options.argument.empty())
        refuse("service: " + options.action +
               (!takes_argument              ? " takes nothing"
                : options.action == "forget" ? " takes a key"
                : options.action == "move"   ? " takes postgresql://... or a file"
                                             : " takes a file"));
    const bool postgres = service::is_postgres(options.database);
    std::filesystem::path file = options.database;
    if (file.empty()) file = database_file().value_or("");
    if (file.empty()) refuse("service: there is no folder for its data; see --database");
    if (postgres && (options.action == "backup" || options.action == "restore"))
        refuse("service: " + options.action + " is for files; for PostgreSQL use " +
               (options.action == "backup" ? "pg_dump" : "pg_restore"));
    try {
        if (options.action != "restore" && !postgres && !std::filesystem::exists(file))
            throw Failure(Exit::no, "there is no " + shown(file.string()));
        if (options.action == "backup") return backup(file, options);
        if (options.action == "forget") return forget(*opened(file), options);
        if (options.action == "prune") return prune(*opened(file), options);
        if (options.action == "move") return move(file, options);
        if (options.action == "export") {
            opened(file)->export_all([](const std::string& line) { write_out(line + '\n'); });
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
        ->check(one_of({"backup", "restore", "export", "forget", "prune", "move"}));
    command
        .add_option("what", options.argument,
                    "A file; of forget, a player's key; of move, postgresql://... or a new file")
        ->type_name("WHAT");
    command
        .add_option(
            "--database", options.database,
            "The file or the postgresql://... of the service, by default the file that quincunx serve takes")
        ->type_name("PLACE");
    add_json_flag(command, options.json);
    add_examples(command,
                 {{"quincunx service backup service-2026-11-27.db", "a copy, while the server runs"},
                  {"quincunx service restore service-2026-11-27.db",
                   "puts it in the place of the file; not while the "
                   "server runs"},
                  {"quincunx service export", "all that is kept, a line of JSON for each thing"},
                  {"quincunx service forget KEY", "all that is kept of a player; -- KEY if it begins with -"},
                  {"quincunx service move postgresql:///quincunx", "from the file to an empty database"},
                  {"quincunx service prune",
                   "what has been kept long enough, which the server does every hour, too"}});
}

}  // namespace quincunx::cli
