#include "service/service.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>

#include "apps/cli/commands.hpp"
#include "apps/cli/database_file.hpp"
#include "apps/cli/service_check.hpp"
#include "apps/common/json.hpp"
#include "service/clock.hpp"
#include "service/key.hpp"
#include "service/postgres_store.hpp"
#include "service/requests.hpp"
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

/// The file of the service on this machine. An administrator means the one of the package, unless there are two.
std::filesystem::path file_here() {
    const std::filesystem::path own = database_file().value_or("");
    const std::filesystem::path packaged = packaged_database;
    std::error_code hidden;  // from all but root
    const bool is_here = std::filesystem::exists(packaged, hidden);
    const bool own_is_here = std::filesystem::exists(own, hidden);
    if (std::getenv("STATE_DIRECTORY") != nullptr || own == packaged) return own;
    if (is_here && own_is_here)
        refuse("service: there are two: {} and {}; say which one with --database", packaged.string(),
               shown(own.string()));
    const bool installed = std::filesystem::is_directory(packaged.parent_path(), hidden);
    return is_here || (installed && !own_is_here) ? packaged : own;
}

std::string not_there(const std::filesystem::path& file) {
    std::error_code none;
    const std::filesystem::path packaged = packaged_database;
    const bool hidden = file != packaged && std::filesystem::is_symlink(packaged.parent_path(), none);
    return "there is no " + shown(file.string()) + (hidden ? "; only root can see " + packaged.string() : "");
}

/// Contents of a database; a name is empty for what nobody asks for.
constexpr std::array sizes_of{"player", "board", "result",       "counted game",  "shortest game",
                              "vote",   "",      "counted vote", "forgotten key", ""};
static_assert(sizes_of.size() == service::tables.size());
std::string sizes_text(const std::vector<std::uint64_t>& sizes) {
    std::string text;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        if (*sizes_of.at(i) != 0) text += (i == 0 ? "" : ", ") + counted(sizes[i], sizes_of.at(i));
    return text;
}
Json sizes_json(const std::vector<std::uint64_t>& sizes) {
    Json json;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        if (*sizes_of.at(i) != 0) json[std::string(service::tables.at(i).name)] = sizes[i];
    return json;
}

Exit backup(const std::filesystem::path& file, const ServiceOptions& options) {
    const std::uint64_t bytes = service::backup_sqlite(file, options.argument);
    write_out(options.json ? json_text({{"file", options.argument}, {"bytes", bytes}, {"of", file.string()}})
                           : fmt::format("{}: {}, a copy of {}\n", shown(options.argument),
                                         counted(bytes, "byte"), shown(file.string())));
    return Exit::yes;
}

Exit restore(const std::filesystem::path& file, const ServiceOptions& options) {
    const service::Restored restored = service::restore_sqlite(options.argument, file);
    if (options.json) {
        Json json = sizes_json(restored.sizes);
        json["file"] = file.string();
        json["forgotten_again"] = restored.forgotten_again;
        if (!restored.kept.empty()) json["kept"] = restored.kept.string();
        if (!restored.unread.empty()) json["unread"] = restored.unread;
        write_out(json_text(json));
        return Exit::yes;
    }
    std::string text = fmt::format("{}: {}\n", shown(file.string()), sizes_text(restored.sizes));
    if (restored.forgotten_again > 0)
        text += fmt::format("forgotten again, as they have asked since the copy was made: {}\n",
                            counted(restored.forgotten_again, "player"));
    if (!restored.unread.empty())
        text += fmt::format("who was forgotten since the copy was made is not known: {}\n",
                            shown(restored.unread));
    if (!restored.kept.empty())
        text += fmt::format("what was there is kept as {}; remove it when it is not needed any more\n",
                            shown(restored.kept.string()));
    write_out(text);
    return Exit::yes;
}

/// The player of a key, or of a short name: the first digits of the key's hash, which the page shows.
service::PlayerKey player_of(service::Store& store, const std::string& argument) {
    constexpr std::size_t fewest = 8;
    std::string digits = argument;
    std::ranges::transform(digits, digits.begin(), [](unsigned char c) { return std::tolower(c); });
    const bool is_name = digits.size() >= fewest &&
                         digits.size() <= 2 * std::tuple_size_v<service::PlayerKey> &&
                         digits.find_first_not_of("0123456789abcdef") == std::string::npos;
    const std::optional<service::PlayerKey> key = service::player_of_key(argument);
    if (!key && !is_name)
        refuse(
            "service: expected a player's short name, at least 8 hexadecimal digits, or a player's key: 32 "
            "to 86 "
            "of A-Z a-z 0-9 - _");
    // A key can look like a name; the one of a player is meant.
    const std::vector<service::PlayerKey> named =
        is_name ? store.players_like(digits) : std::vector<service::PlayerKey>{};
    if (key && (named.empty() || !store.players_like(service::digits_of(*key)).empty())) return *key;
    if (named.size() > 1)
        throw Failure(Exit::no, "several players' names begin with " + digits + ": give more digits");
    if (named.empty()) throw Failure(Exit::no, "there is no player " + digits);
    return named.front();
}

Exit show_player(service::Store& store, const ServiceOptions& options) {
    std::string text;
    store.show(player_of(store, options.argument), [&](const std::string& line) { text += line + '\n'; });
    if (text.empty()) throw Failure(Exit::no, "nothing is kept of this player");
    write_out(text);
    return Exit::yes;
}

Exit forget(service::Store& store, const ServiceOptions& options) {
    const service::PlayerKey player = player_of(store, options.argument);
    store.begin();
    const service::Forgotten what = store.forget(player, service::system_time());
    store.commit();
    const std::size_t results = what.boards.size();
    write_out(options.json
                  ? json_text({{"results", results},
                               {"votes", what.votes},
                               {"lines", what.lines},
                               {"challenges", what.challenges}})
                  : fmt::format("the player is forgotten, with {}, {}, {} and {}\n",
                                counted(results, "result"), counted(what.votes, "vote"),
                                counted(what.lines, "shortest game"), counted(what.challenges, "challenge")));
    return Exit::yes;
}

/// A challenge is named by its id, or by the link to it.
Exit remove_challenge(service::Store& store, const ServiceOptions& options) {
    const std::string id = options.argument.substr(options.argument.rfind('/') + 1);
    if (!service::is_id(id))
        refuse("service: expected the link to a challenge, or its 32 hexadecimal digits");
    store.begin();
    const service::Removed removed = store.remove_challenge(id, std::nullopt);
    store.commit();
    if (removed == service::Removed::not_there) throw Failure(Exit::no, "there is no challenge " + id);
    write_out(options.json ? json_text({{"challenge", id}})
                           : "the challenge is removed, with all results under it\n");
    return Exit::yes;
}

Exit prune(service::Store& store, const ServiceOptions& options) {
    const std::string today = service::day_text(service::system_time());
    service::Pruned all;
    for (bool more = true; more;) {
        store.begin();
        const service::Time now = service::system_time();
        const service::Time latest = store.latest_time().value_or(now);
        if (now > latest + service::doubtful && options.argument.empty())
            throw Failure(
                Exit::no,
                fmt::format("the clock says {}, {} days after the latest time that the service has "
                            "known ({}), so nothing is deleted; if it is right, say quincunx "
                            "service prune {}",
                            today, (now - latest) / service::a_day, service::day_text(latest), today));
        store.remember_time(std::max(now, latest));
        store.forget_again();
        const service::Pruned some = store.prune(now);
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

/// Nobody who reads slowly holds the database as it was at one moment: meanwhile its journal could only grow.
Exit write_all(service::Store& store) {
    std::string name = (std::filesystem::temp_directory_path() / "quincunx-XXXXXX").string();
    const int descriptor = ::mkstemp(name.data());
    std::FILE* const file = descriptor < 0 ? nullptr : ::fdopen(descriptor, "w+");
    if (file == nullptr) throw Failure(Exit::misuse, shown(name) + " cannot be made");
    ::unlink(name.c_str());
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> closes(file, std::fclose);
    store.export_all([&](const std::string& line) { std::fprintf(file, "%s\n", line.c_str()); });
    if (std::fflush(file) != 0 || std::ferror(file) != 0)
        throw Failure(Exit::misuse,
                      "there is no room for it in " + shown(std::filesystem::temp_directory_path().string()));
    std::rewind(file);
    std::array<char, 65536> some{};
    for (std::size_t size = 0; (size = std::fread(some.data(), 1, some.size(), file)) > 0;)
        write_out({some.data(), size});
    return Exit::yes;
}

/// To another kind of database: a file that is moved, or is moved to, is of no server meanwhile.
Exit move(const std::string& from, const ServiceOptions& options) {
    const std::string& to = options.argument;
    if (service::is_postgres(from) == service::is_postgres(to))
        refuse("service: move goes from a file to postgresql://..., or back");
    const service::FileLock no_server(service::is_postgres(from) ? to : from);
    const auto source = opened(from);
    const bool makes = !service::is_postgres(to) && !std::filesystem::exists(to);
    try {
        const auto target = service::is_postgres(to) ? service::open_postgres(to, {.patient = true})
                                                     : service::open_sqlite(to);
        service::move_all(*source, *target);
        const std::vector<std::uint64_t> sizes = target->sizes();
        write_out(options.json ? json_text(sizes_json(sizes)) : "moved: " + sizes_text(sizes) + '\n');
    } catch (const service::StorageError&) {
        for (const char* const end : {"", "-wal", "-shm"})
            if (makes) std::filesystem::remove(to + end);
        throw;
    }
    return Exit::yes;
}

Exit act(const ServiceOptions& options) {
    static const std::map<std::string, const char*> takes{{"backup", "a file"},
                                                          {"restore", "a file"},
                                                          {"show", "a player's short name"},
                                                          {"forget", "a player's short name, or a key"},
                                                          {"remove", "a challenge"},
                                                          {"move", "postgresql://... or a file"}};
    const auto taken = takes.find(options.action);
    if (taken != takes.end() && options.argument.empty())
        refuse("service: " + options.action + " takes " + taken->second);
    if (options.action == "export" && !options.argument.empty()) refuse("service: export takes nothing");
    const std::string today = service::day_text(service::system_time());
    if (options.action == "prune" && !options.argument.empty() && options.argument != today)
        refuse("service: expected {}, as the clock of this machine says, not {}", today,
               shown(options.argument));
    const bool postgres = service::is_postgres(options.database);
    std::filesystem::path file = options.database;
    if (file.empty()) file = file_here();
    if (file.empty()) refuse("service: there is no folder for its data; see --database");
    if (options.action == "check")
        return check_service(postgres ? "" : file, file == packaged_database, options.argument) ? Exit::yes
                                                                                                : Exit::no;
    if (postgres && (options.action == "backup" || options.action == "restore"))
        refuse("service: " + options.action + " is for files; for PostgreSQL use " +
               (options.action == "backup" ? "pg_dump" : "pg_restore"));
    try {
        if (options.action == "restore") return restore(file, options);
        if (!postgres && !std::filesystem::exists(file)) throw Failure(Exit::no, not_there(file));
        if (options.action == "backup") return backup(file, options);
        if (options.action == "move") return move(file, options);
        const auto store = opened(file);
        if (options.action == "show") return show_player(*store, options);
        if (options.action == "forget") return forget(*store, options);
        if (options.action == "remove") return remove_challenge(*store, options);
        if (options.action == "prune") return prune(*store, options);
        return write_all(*store);
    } catch (const service::StorageError& error) {
        constexpr std::size_t longest = 1000;  // it may name two files
        throw Failure(Exit::no, shown(error.what(), longest));
    }
}

}  // namespace

void add_service(Program& program) {
    const auto [command, options] =
        program.add<ServiceOptions>("service", "Look after the data of the service", act);
    command.add_option("action", options.action, "What to do")
        ->required()
        ->type_name("ACTION")
        ->check(
            one_of({"backup", "restore", "export", "show", "forget", "remove", "prune", "move", "check"}));
    command
        .add_option(
            "what", options.argument,
            "A file; of show and forget, a player's short name or key; of remove, a challenge; of move, "
            "postgresql://... or a new file; of check, the address of the page; of prune, today's date if "
            "the clock is doubted")
        ->type_name("WHAT");
    command
        .add_option("--database", options.database,
                    "The file or the postgresql://... of the service, by default that of the package's unit, "
                    "or else the one "
                    "that quincunx serve takes")
        ->type_name("PLACE");
    add_json_flag(command, options.json);
    add_examples(
        command,
        {{"quincunx service backup service-2026-11-27.db", "a copy, while the server runs"},
         {"quincunx service restore service-2026-11-27.db",
          "puts it in the place of the file, which is kept; not while the server runs"},
         {"quincunx service export", "all that is kept, a line of JSON for each thing"},
         {"quincunx service show 4f1c9a0277be",
          "all that is kept of a player, by the short name in the settings"},
         {"quincunx service forget 4f1c9a0277be",
          "forgets it; takes the key, too, and -- KEY if it begins with -"},
         {"quincunx service remove CHALLENGE", "a challenge, by its link or its id, with all results"},
         {"quincunx service move postgresql:///quincunx", "from the file to an empty database"},
         {"quincunx service check https://play.example.org/",
          "what is wrong with an installation, in words; without an address, with this machine's server "
          "alone"},
         {"quincunx service prune",
          "what has been kept long enough, which the server does every hour, too"}});
}

}  // namespace quincunx::cli
