#include "service/sqlite_store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <fstream>
#include <system_error>
#include <unordered_map>

#include "service/sql_store.hpp"

namespace quincunx::service {

namespace {

namespace fs = std::filesystem;

/// A result has no list of moves, only its hash: that is enough to count equal ones once. The lists of the shortest
/// wins alone are kept. `counts` and `stars` say what could be counted from `results` and `votes`, so that a table takes
/// as long with millions of results as with ten, and stays when the results are forgotten.
constexpr const char* own_tables = R"(
    CREATE TABLE players(id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE);
    CREATE TABLE boards(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, deal TEXT, until INTEGER NOT NULL,
        maker BLOB);
    CREATE TABLE results(id INTEGER PRIMARY KEY, sent BLOB NOT NULL UNIQUE, board INTEGER NOT NULL,
        player INTEGER NOT NULL, line INTEGER NOT NULL, won INTEGER NOT NULL, moves INTEGER NOT NULL,
        helped INTEGER NOT NULL, name INTEGER NOT NULL);
    CREATE TABLE counts(board INTEGER NOT NULL, won INTEGER NOT NULL, moves INTEGER NOT NULL, helped INTEGER NOT NULL,
        games INTEGER NOT NULL, PRIMARY KEY(board, won, moves, helped)) WITHOUT ROWID;
    CREATE TABLE lines(board INTEGER NOT NULL, moves INTEGER NOT NULL, line INTEGER NOT NULL, helped INTEGER NOT NULL,
        text TEXT NOT NULL, key BLOB, PRIMARY KEY(board, moves, line, helped)) WITHOUT ROWID;
    CREATE TABLE votes(player INTEGER NOT NULL, game TEXT NOT NULL, stars INTEGER NOT NULL, at INTEGER NOT NULL,
        counted INTEGER NOT NULL, PRIMARY KEY(player, game)) WITHOUT ROWID;
    CREATE TABLE stars(game TEXT NOT NULL, stars INTEGER NOT NULL, players INTEGER NOT NULL,
        PRIMARY KEY(game, stars)) WITHOUT ROWID;
    )";

/// "QUNC": tells our files from others that SQLite has written.
constexpr int application = 0x51554e43;

constexpr mode_t owner_only = 0600;

/// Longer than any operation of another program on the same file.
constexpr int patience_ms = 5000;

/// Rows that a query finds. It ends with this: a statement that is not reset would hold the file as it is now.
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

/// Why a file is not taken; its name is said with it.
struct NotOurs : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A place that is no file.
constexpr const char* in_memory = ":memory:";

/// Under this name everyone finds the same files beside it.
fs::path real(const fs::path& file) {
    return file == in_memory ? file : fs::weakly_canonical(file);
}

/// Files that SQLite keeps beside one while it is used.
constexpr std::array beside{"", "-wal", "-shm"};

std::string reason(int error) {
    return std::generic_category().message(error);
}

struct stat status_of(const fs::path& file) {
    struct stat status{};
    if (::stat(file.c_str(), &status) != 0) status = {};
    return status;
}

/// Whether the files of a database are still those that were opened. A database that was removed, or in whose place
/// another one was put, takes commits as ever, and nobody would find them.
class FileWatch {
  public:
    explicit FileWatch(const fs::path& file)
        : file_(real(file)), index_(::open(path(2).c_str(), O_RDONLY | O_CLOEXEC)) {
        for (std::size_t i = 0; i < beside.size(); ++i) opened_.at(i) = status_of(path(i)).st_ino;
        accept();
    }
    FileWatch(const FileWatch&) = delete;
    FileWatch& operator=(const FileWatch&) = delete;
    ~FileWatch() { ::close(index_); }

    /// The database as it is now is right.
    void accept() {
        written_ = status_of(file_);
        checkpoint_ = checkpoint();
    }
    std::optional<std::string> wrong() const {
        for (std::size_t i = 0; i < beside.size(); ++i) {
            const ino_t now = status_of(path(i)).st_ino;
            if (now != opened_.at(i))
                return path(i).string() +
                       (now == 0 ? " was removed" : " is not the file any more that was opened");
        }
        if (overwritten())
            return file_.string() +
                   " was written over by another program; quincunx service restore puts a copy in "
                   "its place, while no server runs";
        return std::nullopt;
    }
    /// In mode WAL the file itself changes only by checkpoints, of which the index tells, whoever makes them.
    bool overwritten() const {
        const struct stat now = status_of(file_);
        const bool changed = now.st_size != written_.st_size ||
                             now.st_mtim.tv_sec != written_.st_mtim.tv_sec ||
                             now.st_mtim.tv_nsec != written_.st_mtim.tv_nsec;
        return changed && checkpoint() == checkpoint_;
    }

  private:
    /// How far checkpoints have come: the salts of the journal, and the frames that are in the file
    /// (https://www.sqlite.org/walformat.html, 2.2).
    std::array<char, 12> checkpoint() const {
        constexpr off_t salts = 32;
        constexpr off_t backfilled = 96;
        std::array<char, 12> state{};
        (void)!::pread(index_, state.data(), 8, salts);
        (void)!::pread(index_, state.data() + 8, 4, backfilled);
        return state;
    }
    fs::path path(std::size_t i) const { return file_.string() + beside.at(i); }
    fs::path file_;
    int index_;  // open until the database is closed: closing it takes SQLite's locks away
    std::array<ino_t, beside.size()> opened_{};
    struct stat written_{};
    std::array<char, 12> checkpoint_{};
};

class SqliteDatabase {
  public:
    SqliteDatabase(const fs::path& file, const SqliteOptions& options)
        : file_(file),
          lock_(options.alone ? std::make_unique<FileLock>(file) : nullptr),
          database_(file.string(), SQLite::OPEN_READWRITE | (options.existing ? 0 : SQLite::OPEN_CREATE),
                    patience_ms, options.layer) {
        if (!options.layer.empty()) database_.exec("PRAGMA locking_mode = EXCLUSIVE");
        const int owner = database_.execAndGet("PRAGMA application_id").getInt();
        const int version = database_.execAndGet("PRAGMA user_version").getInt();
        const bool fresh = owner == 0 && version == 0 &&
                           database_.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() == 0;
        if (fresh && options.existing)
            throw NotOurs(
                "there is nothing of the service in it; was it copied while a server ran? quincunx service "
                "backup "
                "makes copies that are whole");
        if (!fresh && owner != application) throw NotOurs("it is no file of the service");
        if (version > tables_version) throw NotOurs("it was written by a later version of Quincunx");
        if (!fresh && version < tables_version)
            throw NotOurs("it was written by a version of Quincunx before the first release");
        if (!fresh &&
            database_
                    .execAndGet("SELECT count(*) FROM sqlite_schema WHERE name IN ('players', 'boards', "
                                "'results', 'counts', 'lines', 'votes', 'stars')")
                    .getInt() != 7)
            throw NotOurs("it has not all tables of the service");
        if (options.existing) {
            const std::string verdict = database_.execAndGet("PRAGMA quick_check(1)").getString();
            if (verdict != "ok") throw NotOurs("it is damaged: " + verdict);
        }
        // Each commit is on the disk before it returns, and what is deleted is overwritten.
        database_.exec("PRAGMA journal_mode = WAL");
        database_.exec("PRAGMA synchronous = FULL");
        database_.exec("PRAGMA secure_delete = ON");
        database_.exec("PRAGMA trusted_schema = OFF");
        database_.exec("PRAGMA cache_size = -65536");
        database_.exec("PRAGMA journal_size_limit = 67108864");  // after a long look by another program
        if (fresh) make_tables();
        (void)changes();
        if (options.alone) watch_.emplace(file);
    }
    SqliteDatabase(const SqliteDatabase&) = delete;
    SqliteDatabase& operator=(const SqliteDatabase&) = delete;
    ~SqliteDatabase() {
        // The contents of the journal do not belong to another file.
        if (watch_ && watch_->overwritten())
            sqlite3_db_config(database_.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    }

    template <class Work>
    static auto guarded(const Work& work) {
        return service::guarded(work);
    }

    void begin() {
        look();
        database_.exec("BEGIN IMMEDIATE");
    }
    void snapshot() { database_.exec("BEGIN"); }
    void commit() {
        database_.exec("COMMIT");
        look();
        if (watch_) watch_->accept();
    }
    void rollback() noexcept {
        // After some errors SQLite has done so itself; then this fails, and that is all right.
        for (auto& [text, statement] : statements_) statement.tryReset();
        (void)database_.tryExec("ROLLBACK");
    }

    std::optional<std::string> damage(const std::atomic<bool>& stop) const {
        if (!watch_) return std::nullopt;
        try {
            SQLite::Database own(file_.string(), SQLite::OPEN_READONLY, patience_ms);
            constexpr int steps = 10'000;
            sqlite3_progress_handler(
                own.getHandle(), steps,
                [](void* flag) { return static_cast<const std::atomic<bool>*>(flag)->load() ? 1 : 0; },
                const_cast<std::atomic<bool>*>(&stop));
            const std::string verdict = own.execAndGet("PRAGMA quick_check(1)").getString();
            return verdict == "ok" || stop ? std::nullopt : std::optional(verdict);
        } catch (const SQLite::Exception& error) {
            return stop ? std::nullopt : std::optional<std::string>(error.what());
        }
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
    void look() const {
        if (!watch_) return;
        if (const auto wrong = watch_->wrong()) throw StorageError(*wrong);
    }
    void make_tables() {
        SQLite::Transaction transaction(database_, SQLite::TransactionBehavior::IMMEDIATE);
        database_.exec(own_tables);
        database_.exec(common_tables);
        database_.exec("PRAGMA application_id = " + std::to_string(application));
        database_.exec("PRAGMA user_version = " + std::to_string(tables_version));
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

    fs::path file_;
    std::unique_ptr<FileLock> lock_;
    std::optional<FileWatch> watch_;  // of a server's; ends after the database
    SQLite::Database database_;
    std::unordered_map<std::string, SQLite::Statement> statements_;  // end before the database
    std::int64_t data_version_ = 0;
};

/// The folder, if the file is not there yet.
struct stat owner_of(const fs::path& file) {
    const struct stat own = status_of(file);
    return own.st_ino != 0 ? own : status_of(file.has_parent_path() ? file.parent_path() : fs::path("."));
}

/// Makes what SQLite would make for everyone to read for its owner alone. What root makes belongs to whom the folder
/// belongs: it is the user of the server, who could not use it otherwise.
void make_private(const fs::path& file) {
    std::error_code error;
    if (file.has_parent_path()) {
        const bool made = fs::create_directories(file.parent_path(), error);
        if (error)
            throw StorageError("the folder " + file.parent_path().string() +
                               " cannot be made: " + error.message());
        if (made) fs::permissions(file.parent_path(), fs::perms::owner_all, error);
    }
    const struct stat owner = owner_of(file);
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, owner_only);
    // A file that is there is not opened: closing it would take SQLite's locks away.
    const bool usable = descriptor >= 0
                            ? ::geteuid() != 0 || ::fchown(descriptor, owner.st_uid, owner.st_gid) == 0
                            : errno == EEXIST && ::access(file.c_str(), R_OK | W_OK) == 0;
    const int why = errno;
    if (descriptor >= 0) ::close(descriptor);
    if (!usable) throw StorageError(file.string() + " cannot be opened: " + reason(why));
}

/// A file that is being made: it is gone in the end, unless it was given its name.
class Scratch {
  public:
    /// The rest of one that was interrupted is not needed.
    explicit Scratch(fs::path file) : file_(std::move(file)) { remove(); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() { remove(); }
    const fs::path& path() const { return file_; }
    void sync() const {
        const int descriptor = ::open(file_.c_str(), O_RDONLY | O_CLOEXEC);
        const bool safe = descriptor >= 0 && ::fsync(descriptor) == 0;
        const int why = errno;
        if (descriptor >= 0) ::close(descriptor);
        if (!safe) throw StorageError(file_.string() + " cannot be written: " + reason(why));
    }

  private:
    void remove() const {
        std::error_code none;
        for (const char* const end : {"", "-wal", "-shm", "-journal"}) fs::remove(file_.string() + end, none);
    }
    fs::path file_;
};

/// A new name for a file, so that nothing is replaced.
void name_new(const fs::path& from, const fs::path& to) {
    if (::link(from.c_str(), to.c_str()) == 0) return;
    if (errno == EEXIST || fs::exists(to)) throw StorageError(to.string() + " exists already");
    fs::copy_file(from, to);  // where a file has one name only
}

void sync_folder(const fs::path& file) {
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
}

void copy_content(const fs::path& from, const fs::path& to) {
    make_private(to);
    const std::ifstream in(from, std::ios::binary);
    if (!in) throw StorageError(from.string() + " cannot be read");
    std::ofstream out(to, std::ios::binary);
    if (fs::file_size(from) > 0) out << in.rdbuf();
    out.flush();
    if (!out || !in) throw StorageError(from.string() + " cannot be copied to " + to.string());
}

/// The players whom a file that may be damaged says were forgotten; the error says why they are not known.
std::vector<std::pair<PlayerKey, Time>> forgotten_in(const fs::path& file) {
    std::vector<std::pair<PlayerKey, Time>> found;
    const SQLite::Database database(file.string(), SQLite::OPEN_READWRITE, patience_ms);
    SQLite::Statement rows(database, "SELECT key, at FROM forgotten");
    while (rows.executeStep()) {
        const std::string text = rows.getColumn(0).getString();
        std::pair<PlayerKey, Time> one{{}, rows.getColumn(1).getInt64()};
        std::ranges::transform(text.substr(0, one.first.size()), one.first.begin(),
                               [](char c) { return static_cast<std::uint8_t>(c); });
        found.push_back(one);
    }
    return found;
}

/// The name under which a file is kept that a copy replaces.
fs::path name_before(const fs::path& file) {
    std::array<char, 32> day{};
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    const std::size_t size = std::strftime(day.data(), day.size(), ".before-%Y-%m-%d", &parts);
    const std::string name = file.string() + std::string(day.data(), size);
    fs::path free = name;
    for (int number = 2; fs::exists(free); ++number) free = name + '-' + std::to_string(number);
    return free;
}

/// A copy of a file that a server is writing is not whole.
void refuse_used(const fs::path& copy) {
    const int descriptor = ::open((copy.string() + "-lock").c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    const bool used = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0;
    ::close(descriptor);
    if (used) throw StorageError("a server uses " + copy.string() + "; quincunx service backup makes a copy");
}

}  // namespace

std::unique_ptr<Store> open_sqlite(const fs::path& file, const SqliteOptions& options) {
    return guarded([&] {
        if (options.layer.empty() && !options.existing && file != in_memory) make_private(file);
        try {
            return std::make_unique<SqlStore<SqliteDatabase>>(file, options);
        } catch (const SQLite::Exception& error) {
            throw StorageError(file.string() + ": " + error.what());
        } catch (const NotOurs& error) {
            throw StorageError(file.string() + ": " + error.what());
        }
    });
}

std::uint64_t backup_sqlite(const fs::path& file, const fs::path& copy) {
    return guarded([&] {
        if (fs::exists(copy)) throw StorageError(copy.string() + " exists already");
        (void)open_sqlite(file, {.existing = true});  // checks whose file it is
        const Scratch fresh(copy.string() + ".partial");
        const int descriptor =
            ::open(fresh.path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, owner_only);
        if (descriptor < 0) throw StorageError(copy.string() + " cannot be written: " + reason(errno));
        ::close(descriptor);
        try {
            const SQLite::Database database(file.string(), SQLite::OPEN_READONLY, patience_ms);
            SQLite::Statement write(database, "VACUUM INTO ?");
            write.bind(1, fresh.path().string());
            write.exec();
        } catch (const SQLite::Exception& error) {
            throw StorageError(copy.string() + " cannot be written: " + error.what());
        }
        fresh.sync();  // SQLite does not wait for the disk here
        name_new(fresh.path(), copy);
        sync_folder(copy);
        return static_cast<std::uint64_t>(fs::file_size(copy));
    });
}

Restored restore_sqlite(const fs::path& copy, const fs::path& place) {
    return guarded([&] {
        const fs::path file = real(place);
        if (!fs::is_regular_file(copy)) throw StorageError("there is no file " + copy.string());
        const bool replaces = fs::exists(file);
        const bool itself = replaces && fs::equivalent(copy, file);
        if (!itself) refuse_used(copy);
        const FileLock no_server(file);
        const struct stat owner = owner_of(file);
        const Scratch fresh(file.string() + ".restored");
        copy_content(copy, fresh.path());
        // A copy of the journal, too, is a copy of all.
        const fs::path journal = copy.string() + "-wal";
        if (fs::exists(journal)) copy_content(journal, fresh.path().string() + "-wal");

        Restored done;
        try {
            const auto store = open_sqlite(fresh.path(), {.existing = true});
            SQLite::Database database(fresh.path().string(), SQLite::OPEN_READWRITE, patience_ms);
            const std::string verdict = database.execAndGet("PRAGMA integrity_check(1)").getString();
            if (verdict != "ok") throw StorageError(fresh.path().string() + ": it is damaged: " + verdict);
            store->begin();
            try {
                if (replaces)
                    for (const auto& [player, at] : forgotten_in(file)) store->note_forgotten(player, at);
            } catch (const SQLite::Exception& error) {
                done.unread = error.what();
            }
            done.forgotten_again = store->forget_again();
            store->commit();
            done.sizes = store->sizes();
            database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
        } catch (const StorageError& error) {
            std::string why = error.what();
            if (const std::size_t at = why.find(fresh.path().string()); at != std::string::npos)
                why.replace(at, fresh.path().string().size(), copy.string());
            throw StorageError(why);
        }

        const struct stat made = status_of(fresh.path());
        const bool given = ::chown(fresh.path().c_str(), owner.st_uid, owner.st_gid) == 0;
        if (replaces && !given && made.st_uid != owner.st_uid)
            throw StorageError(file.string() + " belongs to user " + std::to_string(owner.st_uid) +
                               ": only this one or root can replace it");
        constexpr mode_t rights = 07777;
        if (replaces && ::chmod(fresh.path().c_str(), owner.st_mode & rights) != 0)
            throw StorageError(file.string() + " cannot be replaced: " + reason(errno));
        fresh.sync();

        if (replaces) {
            done.kept = name_before(file);
            name_new(file, done.kept);
            // The journal of the file before belongs to that file alone.
            if (fs::exists(file.string() + "-wal"))
                fs::rename(file.string() + "-wal", done.kept.string() + "-wal");
        }
        for (const char* const end : {"-wal", "-shm"}) fs::remove(file.string() + end);
        fs::rename(fresh.path(), file);
        sync_folder(file);
        return done;
    });
}

FileLock::FileLock(const fs::path& file) {
    const fs::path name = real(file).string() + "-lock";
    make_private(name);
    descriptor_ = ::open(name.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor_ < 0) throw StorageError(name.string() + " cannot be opened: " + reason(errno));
    struct stat own{};
    // One that was removed meanwhile holds nobody back.
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 || ::fstat(descriptor_, &own) != 0 ||
        own.st_ino != status_of(name).st_ino) {
        ::close(descriptor_);
        throw StorageError("another server uses " + file.string());
    }
    name_ = name;
}
FileLock::~FileLock() {
    // Not after it is let go: then it may be another one's.
    ::unlink(name_.c_str());
    ::close(descriptor_);
}

}  // namespace quincunx::service
