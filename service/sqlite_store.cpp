#include "service/sqlite_store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <unordered_map>

#include "service/sql_store.hpp"

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

/// Longer than any operation of another program on the same file.
constexpr int patience_ms = 5000;

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
    std::string bytes(int column) const { return text(column); }
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

class SqliteDatabase {
  public:
    SqliteDatabase(const fs::path& file, const SqliteOptions& options)
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
        (void)changes();
    }

    template <class Work>
    static auto guarded(const Work& work) {
        return service::guarded(work);
    }

    void begin() { database_.exec("BEGIN IMMEDIATE"); }
    void snapshot() { database_.exec("BEGIN"); }
    void commit() { database_.exec("COMMIT"); }
    void rollback() noexcept {
        // After some errors SQLite has done so itself; then this fails, and that is all right.
        for (auto& [text, statement] : statements_) statement.tryReset();
        (void)database_.tryExec("ROLLBACK");
    }

    /// Other programs find out by themselves.
    void changed(const Changes& /*changes*/) {}
    Changes changes() {
        Rows row = query("PRAGMA data_version");
        row.next();
        const std::int64_t version = row.number(0);
        return {.everything = std::exchange(data_version_, version) != version};
    }

    template <class Work>
    void each(const std::string& text, const Work& work) {
        SQLite::Statement statement(database_, text);
        for (Rows rows(statement); rows.next();) work(rows);
    }
    void append(const Table& table, const TableRow& row) {
        std::string text =
            "INSERT INTO " + std::string(table.name) + '(' + std::string(table.columns) + ") VALUES(?";
        for (std::size_t i = 1; i < row.size(); ++i) text += ", ?";
        SQLite::Statement& statement = prepared(text + ')');
        for (std::size_t i = 0; i < row.size(); ++i) {
            const int index = static_cast<int>(i) + 1;
            if (!row[i])
                statement.bind(index);
            else if (table.kinds[i] == 'b')
                bind(statement, index, bytes(*row[i]));
            else  // a number becomes one again as it is put into its column
                bind(statement, index, *row[i]);
        }
        (void)Rows(statement).next();
    }
    void appended() {}

    // --- Statements, each prepared once --------------------------------------------------------------

    template <class... Values>
    Rows query(const char* text, const Values&... values) {
        SQLite::Statement& statement = prepared(text);
        int index = 0;
        (bind(statement, ++index, values), ...);
        return Rows(statement);
    }
    template <class... Values>
    std::int64_t run(const char* text, const Values&... values) {
        (void)query(text, values...).next();
        return database_.getChanges();
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

    SQLite::Statement& prepared(const std::string& text) {
        auto found = statements_.find(text);
        if (found == statements_.end()) found = statements_.try_emplace(text, database_, text).first;
        found->second.reset();
        return found->second;
    }
    static void bind(SQLite::Statement& statement, int index, const std::string& value) {
        statement.bind(index, value);
    }
    static void bind(SQLite::Statement& statement, int index, const Bytes& value) {
        statement.bind(index, value.data, static_cast<int>(value.size));
    }
    template <std::integral Number>
    static void bind(SQLite::Statement& statement, int index, Number value) {
        statement.bind(index, static_cast<std::int64_t>(value));
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
        return std::make_unique<SqlStore<SqliteDatabase>>(file, options);
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
