#include "service/sqlite_store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <charconv>
#include <set>
#include <system_error>
#include <unordered_map>

#include "service/names.hpp"
#include "wire/table/json.hpp"

namespace quincunx::service {

namespace {

namespace fs = std::filesystem;

/// What brings the tables from each version to the next; the first makes them. Only ever add to this list.
///
/// A result has no list of moves, only its hash: that is enough to count equal ones once. The lists of the shortest
/// wins alone are kept. `counts` and `stars` say what could be counted from `results` and `votes`, so that a table takes
/// as long with millions of results as with ten, and stays when the results are forgotten.
constexpr std::array migrations{
    R"(
    CREATE TABLE players(id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE);
    CREATE TABLE boards(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, deal TEXT, until INTEGER NOT NULL);
    CREATE TABLE results(id INTEGER PRIMARY KEY, sent BLOB NOT NULL UNIQUE, board INTEGER NOT NULL,
        player INTEGER NOT NULL, line INTEGER NOT NULL, won INTEGER NOT NULL, moves INTEGER NOT NULL,
        helped INTEGER NOT NULL, name INTEGER NOT NULL);
    CREATE UNIQUE INDEX result_of_player ON results(player, board);
    CREATE INDEX equal_results ON results(board, line);
    CREATE TABLE counts(board INTEGER NOT NULL, won INTEGER NOT NULL, moves INTEGER NOT NULL, helped INTEGER NOT NULL,
        games INTEGER NOT NULL, PRIMARY KEY(board, won, moves, helped)) WITHOUT ROWID;
    CREATE TABLE lines(board INTEGER NOT NULL, moves INTEGER NOT NULL, line INTEGER NOT NULL, helped INTEGER NOT NULL,
        text TEXT NOT NULL, PRIMARY KEY(board, moves, line, helped)) WITHOUT ROWID;
    CREATE TABLE votes(player INTEGER NOT NULL, game TEXT NOT NULL, stars INTEGER NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY(player, game)) WITHOUT ROWID;
    CREATE INDEX old_votes ON votes(at);
    CREATE TABLE stars(game TEXT NOT NULL, stars INTEGER NOT NULL, players INTEGER NOT NULL,
        PRIMARY KEY(game, stars)) WITHOUT ROWID;
    )",
};

/// "QUNC": tells our files from others that SQLite has written.
constexpr int application = 0x51554e43;

constexpr mode_t owner_only = 0600;

/// So that others need not wait long.
constexpr std::size_t prune_at_a_time = 1000;

/// Longer than any operation of another program on the same file.
constexpr int patience_ms = 5000;

struct Bytes {
    const void* data;
    int size;
};
Bytes bytes(const PlayerKey& key) {
    return {key.data(), static_cast<int>(key.size())};
}

/// The 16 bytes of an id of 32 hexadecimal digits.
std::string id_bytes(std::string_view digits) {
    std::string text;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        unsigned char byte = 0;
        std::from_chars(digits.data() + i, digits.data() + i + 2, byte, 16);
        text += static_cast<char>(byte);
    }
    return text;
}
Bytes bytes(const std::string& text) {
    return {text.data(), static_cast<int>(text.size())};
}

/// What a query finds, row by row. It ends with this: a statement that is not reset would hold the file as it is now.
class Rows {
  public:
    explicit Rows(SQLite::Statement& statement) : statement_(statement) {}
    Rows(const Rows&) = delete;
    Rows& operator=(const Rows&) = delete;
    ~Rows() { statement_.tryReset(); }

    bool next() { return statement_.executeStep(); }
    std::int64_t number(int column) const { return statement_.getColumn(column).getInt64(); }
    std::size_t size(int column) const { return static_cast<std::size_t>(number(column)); }
    bool truth(int column) const { return number(column) != 0; }
    std::string text(int column) const { return statement_.getColumn(column).getString(); }
    bool empty(int column) const { return statement_.getColumn(column).isNull(); }

  private:
    SQLite::Statement& statement_;
};

template <class Work>
auto guarded(const Work& work) {
    try {
        return work();
    } catch (const SQLite::Exception& error) {
        throw StorageError(error.what());
    } catch (const fs::filesystem_error& error) {
        throw StorageError(error.what());
    }
}

class SqliteStore final : public Store {
  public:
    SqliteStore(const fs::path& file, const SqliteOptions& options)
        : lock_(options.alone ? std::make_unique<FileLock>(file) : nullptr),
          database_(file.string(), SQLite::OPEN_READWRITE | (options.existing ? 0 : SQLite::OPEN_CREATE),
                    patience_ms, options.layer) {
        if (!options.layer.empty()) database_.exec("PRAGMA locking_mode = EXCLUSIVE");
        const int owner = database_.execAndGet("PRAGMA application_id").getInt();
        const int version = database_.execAndGet("PRAGMA user_version").getInt();
        const bool fresh =
            database_.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() == 0 && owner == 0;
        if (!fresh && owner != application) throw StorageError(file.string() + " is no file of the service");
        if (version > sqlite_version())
            throw StorageError(file.string() + " was written by a later version of Quincunx");
        // Each commit is on the disk before it returns, and what is deleted is overwritten.
        database_.exec("PRAGMA journal_mode = WAL");
        database_.exec("PRAGMA synchronous = FULL");
        database_.exec("PRAGMA secure_delete = ON");
        database_.exec("PRAGMA trusted_schema = OFF");
        database_.exec("PRAGMA cache_size = -65536");
        if (fresh || version < sqlite_version()) migrate(version);
        (void)changed_elsewhere();
    }

    void begin() override {
        guarded([&] { database_.exec("BEGIN IMMEDIATE"); });
    }
    void commit() override {
        guarded([&] { database_.exec("COMMIT"); });
    }
    void rollback() noexcept override {
        // After some errors SQLite has done so itself; then this fails, and that is all right.
        for (auto& [text, statement] : statements_) statement.tryReset();
        (void)database_.tryExec("ROLLBACK");
    }

    Added add_result(const NewResult& result) override {
        return guarded([&] { return added(result); });
    }

    Added add_challenge(const std::string& id, const std::string& deal, Time until) override {
        return guarded([&] {
            if (Rows board = query("SELECT deal FROM boards WHERE name = ?", id); board.next())
                return board.text(0) == deal ? Added::known : Added::id_taken;
            run("INSERT INTO boards(name, deal, until) VALUES(?, ?, ?)", id, deal, until);
            return Added::added;
        });
    }

    bool vote(const std::string& game, const PlayerKey& key, unsigned stars, bool proven, Time now) override {
        return guarded([&] {
            const std::optional<Time> player = find_player(key);
            std::optional<std::int64_t> before;
            if (player) {
                Rows vote = query("SELECT stars FROM votes WHERE player = ? AND game = ?", *player, game);
                if (vote.next()) before = vote.number(0);
            }
            if (!before && !proven) return false;
            if (before) count_star(game, *before, -1);
            count_star(game, stars, 1);
            run("INSERT INTO votes(player, game, stars, at) VALUES(?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET stars = excluded.stars, at = excluded.at",
                player ? *player : make_player(key), game, stars, now);
            return true;
        });
    }

    std::vector<std::string> forget(const PlayerKey& key) override {
        return guarded([&] {
            std::vector<std::string> boards;
            const std::optional<Time> player = find_player(key);
            if (!player) return boards;
            struct Result {
                std::int64_t id, board, line, won, moves, helped;
            };
            std::vector<Result> results;
            for (Rows own =
                     query("SELECT results.id, board, line, won, moves, helped, boards.name FROM results "
                           "JOIN boards ON boards.id = board WHERE player = ?",
                           *player);
                 own.next();) {
                results.push_back({own.number(0), own.number(1), own.number(2), own.number(3), own.number(4),
                                   own.number(5)});
                boards.push_back(own.text(6));
            }
            for (const Result& one : results) {
                run("DELETE FROM results WHERE id = ?", one.id);
                if (equals(one.board, one.line, one.helped)) continue;  // another player's still counts
                run("UPDATE counts SET games = games - 1 WHERE board = ? AND won = ? AND moves = ? AND "
                    "helped = ?",
                    one.board, one.won, one.moves, one.helped);
                run("DELETE FROM counts WHERE board = ? AND won = ? AND moves = ? AND helped = ? AND games = "
                    "0",
                    one.board, one.won, one.moves, one.helped);
                run("DELETE FROM lines WHERE board = ? AND moves = ? AND line = ? AND helped = ?", one.board,
                    one.moves, one.line, one.helped);
            }
            drop_votes(query("SELECT game, stars, player FROM votes WHERE player = ?", *player));
            run("DELETE FROM players WHERE id = ?", *player);
            return boards;
        });
    }

    Pruned prune(Time now) override {
        return guarded([&] {
            Pruned pruned;
            std::set<std::int64_t> players;
            std::vector<std::int64_t> over;
            for (Rows rows = query("SELECT id FROM boards WHERE deal IS NOT NULL AND until <= ? LIMIT ?", now,
                                   prune_at_a_time / most_in_challenge);
                 rows.next();)
                over.push_back(rows.number(0));
            // Of challenges that are over nothing stays; of days the numbers do, and the shortest games, which are
            // nobody's any more.
            for (const std::int64_t board : over) {
                drop_results(query("SELECT id, player FROM results WHERE board = ?", board), players);
                run("DELETE FROM counts WHERE board = ?", board);
                run("DELETE FROM boards WHERE id = ?", board);
            }
            pruned.challenges = over.size();
            pruned.results =
                drop_results(query("SELECT results.id, player FROM boards JOIN results ON board = boards.id "
                                   "WHERE deal IS NULL AND until <= ? LIMIT ?",
                                   now - keep_results, prune_at_a_time),
                             players);
            pruned.votes = drop_votes(query("SELECT game, stars, player FROM votes WHERE at <= ? LIMIT ?",
                                            now - keep_votes, prune_at_a_time),
                                      &players);
            for (const std::int64_t player : players)
                pruned.players += static_cast<std::uint64_t>(run(
                    "DELETE FROM players WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM results WHERE player = "
                    "?1) AND NOT EXISTS (SELECT 1 FROM votes WHERE player = ?1)",
                    player));
            pruned.more = pruned.results == prune_at_a_time || pruned.votes == prune_at_a_time ||
                          over.size() == prune_at_a_time / most_in_challenge;
            return pruned;
        });
    }

    std::vector<Count> counts(const std::string& board) override {
        return guarded([&] {
            std::vector<Count> found;
            for (Rows rows =
                     query("SELECT won, moves, helped, games FROM counts WHERE board = (SELECT id FROM "
                           "boards WHERE name = ?) ORDER BY won, moves, helped",
                           board);
                 rows.next();)
                found.push_back({.won = rows.truth(0),
                                 .moves = rows.size(1),
                                 .helped = rows.truth(2),
                                 .games = rows.size(3)});
            return found;
        });
    }

    std::optional<std::vector<Line>> lines(const std::string& board, const PlayerKey& key) override {
        return guarded([&]() -> std::optional<std::vector<Line>> {
            const bool own = query(
                                 "SELECT 1 FROM players JOIN results ON player = players.id JOIN boards ON "
                                 "boards.id = board WHERE players.key = ? AND boards.name = ?",
                                 bytes(key), board)
                                 .next();
            if (!own) return std::nullopt;
            std::vector<Line> found;
            for (Rows rows =
                     query("SELECT moves, helped, text FROM lines WHERE board = (SELECT id FROM boards "
                           "WHERE name = ?) ORDER BY moves, line, helped",
                           board);
                 rows.next();)
                found.push_back({.moves = rows.size(0), .helped = rows.truth(1), .line = rows.text(2)});
            return found;
        });
    }

    std::map<std::string, Stars> votes() override {
        return guarded([&] {
            std::map<std::string, Stars> found;
            for (Rows rows = query("SELECT game, stars, players FROM stars WHERE players > 0"); rows.next();)
                found[rows.text(0)].at(rows.size(1) - 1) = rows.size(2);
            return found;
        });
    }

    std::optional<Challenge> challenge(const std::string& id,
                                       const std::optional<PlayerKey>& player) override {
        return guarded([&]() -> std::optional<Challenge> {
            Rows board = query("SELECT id, deal, until FROM boards WHERE name = ? AND deal IS NOT NULL", id);
            if (!board.next()) return std::nullopt;
            Challenge found{.deal = board.text(1), .until = board.number(2)};
            const std::optional<Time> own = player ? find_player(*player) : std::nullopt;
            for (Rows rows =
                     query("SELECT name, won, moves, helped, player FROM results WHERE board = ? ORDER BY id",
                           board.number(0));
                 rows.next();)
                found.results.push_back({.name = static_cast<unsigned>(rows.number(0)),
                                         .won = rows.truth(1),
                                         .moves = rows.size(2),
                                         .helped = rows.truth(3),
                                         .own = own && rows.number(4) == *own});
            return found;
        });
    }

    bool changed_elsewhere() override {
        return guarded([&] {
            Rows row = query("PRAGMA data_version");
            row.next();
            const std::int64_t version = row.number(0);
            return std::exchange(data_version_, version) != version;
        });
    }

  private:
    void migrate(int version) {
        SQLite::Transaction transaction(database_, SQLite::TransactionBehavior::IMMEDIATE);
        for (int next = version; next < sqlite_version(); ++next)
            database_.exec(migrations.at(static_cast<std::size_t>(next)));
        database_.exec("PRAGMA application_id = " + std::to_string(application));
        database_.exec("PRAGMA user_version = " + std::to_string(sqlite_version()));
        transaction.commit();
    }

    Added added(const NewResult& result) {
        const std::string sent = id_bytes(result.id);
        const Finished& game = result.game;
        const auto line = std::bit_cast<std::int64_t>(game.hash);
        {
            Rows known = query(
                "SELECT boards.name = ? AND key = ? AND line = ? AND helped = ? FROM results JOIN "
                "boards ON boards.id = board JOIN players ON players.id = player WHERE sent = ?",
                result.board, bytes(result.player), line, result.helped, bytes(sent));
            if (known.next()) return known.truth(0) ? Added::known : Added::id_taken;
        }
        if (result.closes)
            run("INSERT INTO boards(name, until) VALUES(?, ?) ON CONFLICT DO NOTHING", result.board,
                *result.closes);
        std::int64_t board = 0;
        bool challenge = false;
        {
            Rows found = query("SELECT id, deal, until FROM boards WHERE name = ?", result.board);
            if (!found.next()) return Added::no_board;
            board = found.number(0);
            challenge = !found.empty(1);
            if (challenge && found.number(2) <= result.now) return Added::no_board;
            if (challenge && found.text(1) != result.game.deal) return Added::wrong_deal;
        }
        const std::optional<Time> known_player = find_player(result.player);
        if (known_player &&
            query("SELECT 1 FROM results WHERE player = ? AND board = ?", *known_player, board).next())
            return Added::second_result;
        unsigned name = 0;
        if (challenge) {
            std::vector<unsigned> taken;
            for (Rows names = query("SELECT name FROM results WHERE board = ?", board); names.next();)
                taken.push_back(static_cast<unsigned>(names.number(0)));
            if (taken.size() >= most_in_challenge) return Added::full;
            name = free_name(result.board, result.player, taken);
        }
        const Time player = known_player ? *known_player : make_player(result.player);
        const bool counted = equals(board, line, result.helped);
        run("INSERT INTO results(sent, board, player, line, won, moves, helped, name) VALUES(?, ?, ?, ?, ?, "
            "?, ?, ?)",
            bytes(sent), board, player, line, game.won, game.moves, result.helped, name);
        if (counted || challenge) return Added::added;
        run("INSERT INTO counts(board, won, moves, helped, games) VALUES(?, ?, ?, ?, 1) "
            "ON CONFLICT DO UPDATE SET games = games + 1",
            board, game.won, game.moves, result.helped);
        if (game.won) keep_short(board, line, result.helped, game);
        return Added::added;
    }

    /// Keeps the moves of a game if it is among the shortest.
    void keep_short(std::int64_t board, std::int64_t line, bool helped, const Finished& game) {
        std::size_t kept = 0;
        std::size_t longest = 0;
        for (Rows rows = query("SELECT moves FROM lines WHERE board = ?", board); rows.next(); ++kept)
            longest = std::max(longest, rows.size(0));
        if (kept >= most_lines && game.moves >= longest) return;
        run("INSERT OR IGNORE INTO lines(board, moves, line, helped, text) VALUES(?, ?, ?, ?, ?)", board,
            game.moves, line, helped, game.line);
        if (kept >= most_lines)
            run("DELETE FROM lines WHERE (board, moves, line, helped) IN (SELECT board, moves, line, helped "
                "FROM "
                "lines WHERE board = ? ORDER BY moves DESC, line DESC, helped DESC LIMIT 1)",
                board);
    }

    bool equals(std::int64_t board, std::int64_t line, std::int64_t helped) {
        return query("SELECT 1 FROM results WHERE board = ? AND line = ? AND helped = ? LIMIT 1", board, line,
                     helped)
            .next();
    }

    std::optional<Time> find_player(const PlayerKey& key) {
        Rows found = query("SELECT id FROM players WHERE key = ?", bytes(key));
        return found.next() ? std::optional<Time>(found.number(0)) : std::nullopt;
    }
    Time make_player(const PlayerKey& key) {
        run("INSERT INTO players(key) VALUES(?)", bytes(key));
        return database_.getLastInsertRowid();
    }
    void count_star(const std::string& game, std::int64_t stars, int change) {
        run("INSERT INTO stars(game, stars, players) VALUES(?, ?, ?) "
            "ON CONFLICT DO UPDATE SET players = players + excluded.players",
            game, stars, change);
    }
    /// Deletes results of which the rows are the ids and the players; returns how many.
    std::size_t drop_results(Rows&& rows, std::set<std::int64_t>& players) {
        std::vector<std::int64_t> results;
        while (rows.next()) {
            results.push_back(rows.number(0));
            players.insert(rows.number(1));
        }
        for (const std::int64_t result : results) run("DELETE FROM results WHERE id = ?", result);
        return results.size();
    }
    /// Deletes votes of which the rows are game, stars and player; returns how many.
    std::size_t drop_votes(Rows&& rows, std::set<std::int64_t>* players = nullptr) {
        struct Vote {
            std::string game;
            std::int64_t stars, player;
        };
        std::vector<Vote> votes;
        while (rows.next()) votes.push_back({rows.text(0), rows.number(1), rows.number(2)});
        for (const Vote& vote : votes) {
            count_star(vote.game, vote.stars, -1);
            run("DELETE FROM votes WHERE player = ? AND game = ?", vote.player, vote.game);
            if (players != nullptr) players->insert(vote.player);
        }
        return votes.size();
    }

    // --- Statements, each prepared once --------------------------------------------------------------

    static void bind(SQLite::Statement& statement, int index, const std::string& value) {
        statement.bind(index, value);
    }
    static void bind(SQLite::Statement& statement, int index, const Bytes& value) {
        statement.bind(index, value.data, value.size);
    }
    template <std::integral Number>
    static void bind(SQLite::Statement& statement, int index, Number value) {
        statement.bind(index, static_cast<std::int64_t>(value));
    }

    template <class... Values>
    Rows query(const char* text, const Values&... values) {
        auto found = statements_.find(text);
        if (found == statements_.end()) found = statements_.try_emplace(text, database_, text).first;
        SQLite::Statement& statement = found->second;
        statement.reset();
        int index = 0;
        (bind(statement, ++index, values), ...);
        return Rows(statement);
    }
    template <class... Values>
    int run(const char* text, const Values&... values) {
        (void)query(text, values...).next();
        return database_.getChanges();
    }

    std::unique_ptr<FileLock> lock_;
    SQLite::Database database_;
    std::unordered_map<std::string, SQLite::Statement> statements_;  // end before the database
    std::int64_t data_version_ = 0;
};

/// Makes what SQLite would make for everyone to read for its owner alone.
void make_private(const fs::path& file) {
    std::error_code error;
    if (file.has_parent_path()) {
        const bool made = fs::create_directories(file.parent_path(), error);
        if (error)
            throw StorageError("the folder " + file.parent_path().string() +
                               " cannot be made: " + error.message());
        if (made) fs::permissions(file.parent_path(), fs::perms::owner_all, error);
    }
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, owner_only);
    if (descriptor < 0)
        throw StorageError(file.string() + " cannot be opened: " + std::generic_category().message(errno));
    ::close(descriptor);
}

}  // namespace

int sqlite_version() {
    return static_cast<int>(migrations.size());
}

std::unique_ptr<Store> open_sqlite(const fs::path& file, const SqliteOptions& options) {
    return guarded([&] {
        if (options.layer.empty() && !options.existing) make_private(file);
        return std::make_unique<SqliteStore>(file, options);
    });
}

std::uint64_t backup_sqlite(const fs::path& file, const fs::path& copy) {
    return guarded([&] {
        if (fs::exists(copy)) throw StorageError(copy.string() + " exists already");
        (void)open_sqlite(file, {.existing = true});  // checks whose file it is
        SQLite::Database database(file.string(), SQLite::OPEN_READONLY, patience_ms);
        SQLite::Statement write(database, "VACUUM INTO ?");
        write.bind(1, copy.string());
        write.exec();
        // SQLite does not wait for the disk here.
        const int descriptor = ::open(copy.c_str(), O_RDONLY | O_CLOEXEC);
        const bool safe =
            descriptor >= 0 && ::fchmod(descriptor, owner_only) == 0 && ::fsync(descriptor) == 0;
        if (descriptor >= 0) ::close(descriptor);
        if (!safe)
            throw StorageError(copy.string() +
                               " cannot be written: " + std::generic_category().message(errno));
        return static_cast<std::uint64_t>(fs::file_size(copy));
    });
}

void restore_sqlite(const fs::path& copy, const fs::path& file) {
    guarded([&] {
        if (!fs::is_regular_file(copy)) throw StorageError("there is no file " + copy.string());
        const FileLock lock(file);
        fs::path fresh = file;
        fresh += ".restored";
        fs::remove(fresh);
        fs::copy_file(copy, fresh);
        {
            (void)open_sqlite(fresh, {.existing = true});  // checks whose file it is, and migrates it
            SQLite::Database database(fresh.string(), SQLite::OPEN_READWRITE, patience_ms);
            const std::string verdict = database.execAndGet("PRAGMA integrity_check").getString();
            if (verdict != "ok") throw StorageError(copy.string() + " is damaged: " + verdict);
            database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
        }
        // What is in the journal of the file before belongs to that file alone.
        for (const char* const end : {"-wal", "-shm"}) fs::remove(file.string() + end);
        fs::rename(fresh, file);
        fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    });
}

void export_sqlite(const fs::path& file, const std::function<void(const std::string&)>& write) {
    guarded([&] {
        (void)open_sqlite(file, {.existing = true});
        SQLite::Database database(file.string(), SQLite::OPEN_READONLY, patience_ms);
        const SQLite::Transaction one_moment(database);
        const auto text_of = [](const SQLite::Column& column) { return column.getString(); };
        SQLite::Statement results(
            database,
            "SELECT boards.name, lower(hex(key)), won, moves, helped FROM results JOIN boards ON "
            "boards.id = board JOIN players ON players.id = player ORDER BY results.id");
        while (results.executeStep()) {
            wire::JsonWriter json;
            json.begin_object().member("kind", "result").member("board", text_of(results.getColumn(0)));
            json.member("player", text_of(results.getColumn(1)));
            json.member("won", results.getColumn(2).getInt() != 0)
                .member("moves", results.getColumn(3).getInt());
            json.member("helped", results.getColumn(4).getInt() != 0).end_object();
            write(json.take());
        }
        SQLite::Statement counts(
            database,
            "SELECT name, won, moves, helped, games FROM counts JOIN boards ON boards.id = board "
            "ORDER BY name, won, moves, helped");
        while (counts.executeStep()) {
            wire::JsonWriter json;
            json.begin_object().member("kind", "count").member("board", text_of(counts.getColumn(0)));
            json.member("won", counts.getColumn(1).getInt() != 0)
                .member("moves", counts.getColumn(2).getInt());
            json.member("helped", counts.getColumn(3).getInt() != 0)
                .member("games", counts.getColumn(4).getInt64());
            write(json.end_object().take());
        }
        SQLite::Statement votes(
            database,
            "SELECT game, lower(hex(key)), stars, at FROM votes JOIN players ON players.id = player "
            "ORDER BY game, at, player");
        while (votes.executeStep()) {
            wire::JsonWriter json;
            json.begin_object().member("kind", "vote").member("game", text_of(votes.getColumn(0)));
            json.member("player", text_of(votes.getColumn(1))).member("stars", votes.getColumn(2).getInt());
            write(json.member("at", votes.getColumn(3).getInt64()).end_object().take());
        }
        SQLite::Statement challenges(
            database, "SELECT name, deal, until FROM boards WHERE deal IS NOT NULL ORDER BY id");
        while (challenges.executeStep()) {
            wire::JsonWriter json;
            json.begin_object().member("kind", "challenge").member("id", text_of(challenges.getColumn(0)));
            json.member("deal", text_of(challenges.getColumn(1)));
            write(json.member("until", challenges.getColumn(2).getInt64()).end_object().take());
        }
    });
}

FileLock::FileLock(const fs::path& file) {
    const std::string name = file.string() + "-lock";
    make_private(name);
    descriptor_ = ::open(name.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor_ < 0 || ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
        if (descriptor_ >= 0) ::close(descriptor_);
        throw StorageError("another server uses " + file.string());
    }
}
FileLock::~FileLock() {
    ::close(descriptor_);
}

}  // namespace quincunx::service
