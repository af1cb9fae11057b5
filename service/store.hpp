#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Requests of the service to a database: operations, not SQL. Every database is held by the same tests
/// (service/store_test.cpp).
namespace quincunx::service {

/// Seconds since 1970.
using Time = std::int64_t;

inline constexpr Time a_day = 86'400;
/// How long what belongs to a key is kept: results after the end of their day, challenges after they were made, votes
/// after their last change, and that a player was forgotten. What is only a number stays, and so do the shortest games,
/// with the key of who sent them first.
inline constexpr Time keep_results = 90 * a_day;
inline constexpr Time keep_challenges = 30 * a_day;
inline constexpr Time keep_votes = 730 * a_day;
inline constexpr Time keep_forgotten = 90 * a_day;
inline constexpr std::size_t most_in_challenge = 100;
inline constexpr std::size_t most_lines = 5;

/// The hash of a player's key.
using PlayerKey = std::array<std::uint8_t, 32>;

/// A game that was replayed.
struct Finished {
    std::string deal;
    bool won = false;
    std::size_t moves = 0;
    std::string line{};      ///< its moves, separated by blanks
    std::uint64_t hash = 0;  ///< of the line
};

/// A result, of a day or a challenge: its board.
struct NewResult {
    std::string id;
    PlayerKey player{};
    std::string board{};           ///< "GAME DATE" or the id of a challenge
    std::optional<Time> closes{};  ///< of a day, whose board need not exist yet
    bool helped = false;
    Time now = 0;
    Finished game{};
};

enum class Added : std::uint8_t {
    added,
    known,
    id_taken,
    second_result,
    full,
    no_board,
    wrong_deal,
    forgotten  ///< the player asked for it: what comes late is not kept
};
enum class Voted : std::uint8_t { given, records_missing, forgotten };
enum class Removed : std::uint8_t { removed, not_there, not_maker };

/// How many different games had so many moves.
struct Count {
    bool won = false;
    std::size_t moves = 0;
    bool helped = false;
    std::uint64_t games = 0;
    friend bool operator==(const Count&, const Count&) = default;
};

/// One of the shortest games of a board.
struct Line {
    std::size_t moves = 0;
    bool helped = false;
    std::string line;
    friend bool operator==(const Line&, const Line&) = default;
};

struct ChallengeResult {
    unsigned name = 0;  ///< word × 100 + number
    bool won = false;
    std::size_t moves = 0;
    bool helped = false;
    bool own = false;
};

struct Challenge {
    std::string deal;
    Time until = 0;
    std::vector<ChallengeResult> results{};
};

/// How many have given one, two, three, four and five stars.
using Stars = std::array<std::uint64_t, 5>;

/// The things that were kept of a player.
struct Forgotten {
    std::vector<std::string> boards{};  ///< one for each result
    std::uint64_t votes = 0;
    std::uint64_t lines = 0;       ///< of the shortest games
    std::uint64_t challenges = 0;  ///< that the player made
};

struct Pruned {
    std::uint64_t results = 0;
    std::uint64_t challenges = 0;
    std::uint64_t votes = 0;
    std::uint64_t players = 0;
    bool more = false;  ///< there is more to forget: call again
};

/// Changes by other programs, as far as one may remember what they change: tables of days, and votes.
struct Changes {
    bool everything = false;
    bool votes = false;
    std::vector<std::string> boards{};
};

/// A table of the database, as another one takes it: `kinds` has a letter for each column, n for numbers, t for text and
/// b for bytes.
struct Table {
    std::string_view name;
    std::string_view columns;
    std::string_view kinds;
};
/// In this order each row refers to what is there already.
inline constexpr std::array tables{
    Table{"players", "id, key", "nb"},
    Table{"boards", "id, name, deal, until, maker", "nttnb"},
    Table{"results", "id, sent, board, player, line, won, moves, helped, name", "nbnnnnnnn"},
    Table{"counts", "board, won, moves, helped, games", "nnnnn"},
    Table{"lines", "board, moves, line, helped, text, key", "nnnntb"},
    Table{"votes", "player, game, stars, at, counted", "ntnnn"},
    Table{"ballots", "hash, player, game", "nnt"},
    Table{"stars", "game, stars, players", "tnn"},
    Table{"forgotten", "key, at", "bn"},
    Table{"clock", "latest", "n"},
};
/// Its cells: numbers in decimal, bytes as they are.
using TableRow = std::vector<std::optional<std::string>>;

/// Why an operation failed, whatever it was. What was done since `begin` has to be undone by `rollback`.
struct StorageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// All operations are called from one thread. Those that write stand between `begin` and `commit`; when `commit` has
/// returned, they outlast a loss of power.
class Store {
  public:
    Store() = default;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;
    virtual ~Store() = default;

    virtual void begin() = 0;
    virtual void commit() = 0;
    virtual void rollback() noexcept = 0;

    virtual Added add_result(const NewResult& result) = 0;
    virtual Added add_challenge(const std::string& id, const std::string& deal, Time until,
                                const PlayerKey& maker) = 0;
    /// Removes a challenge with all results under it; with a maker, only if it is this one's.
    virtual Removed remove_challenge(const std::string& id, const std::optional<PlayerKey>& maker) = 0;
    /// Gives or changes stars. A first vote needs hashes of finished games. Each game counts for one vote, whoever sends
    /// it: what comes with one that was there before is kept, and not counted.
    virtual Voted vote(const std::string& game, const PlayerKey& player, unsigned stars,
                       const std::vector<std::uint64_t>& games, Time now) = 0;
    /// Whether anything is kept of a player.
    virtual bool knows(const PlayerKey& player) = 0;
    /// Forgets all that belongs to a player, and notes it, so that what comes late is refused.
    virtual Forgotten forget(const PlayerKey& player, Time now) = 0;
    /// Forgets again those who are noted as forgotten and are there nevertheless, as in a copy that was made before;
    /// returns how many.
    virtual std::size_t forget_again() = 0;
    /// Notes someone who was forgotten in another database.
    virtual void note_forgotten(const PlayerKey& player, Time at) = 0;
    /// Forgets what has been kept long enough, some hundreds of things at a time.
    virtual Pruned prune(Time now) = 0;
    /// The latest time that was ever taken for the right one; none at first.
    virtual std::optional<Time> latest_time() = 0;
    virtual void remember_time(Time now) = 0;

    /// Sorted by `won`, moves and `helped`.
    virtual std::vector<Count> counts(const std::string& board) = 0;
    /// The shortest wins of a board; none if the player has no result there.
    virtual std::optional<std::vector<Line>> lines(const std::string& board, const PlayerKey& player) = 0;
    virtual std::map<std::string, Stars> votes() = 0;
    /// In the order in which the results came.
    virtual std::optional<Challenge> challenge(const std::string& id,
                                               const std::optional<PlayerKey>& player) = 0;
    /// Changes by other programs since the last call, as far as one can know by now.
    virtual Changes changes_elsewhere() = 0;

    /// The players whose hashes begin with these hexadecimal digits and of whom something is kept; at most two.
    virtual std::vector<PlayerKey> players_like(std::string_view digits) = 0;
    /// Writes what is kept of a player, a line of JSON for each thing.
    virtual void show(const PlayerKey& player, const std::function<void(const std::string&)>& write) = 0;
    /// Writes all that is kept at one moment likewise.
    virtual void export_all(const std::function<void(const std::string&)>& write) = 0;
    /// Every row of all tables at one moment. What has no results, boards, players and votes takes them by `append`,
    /// between `begin` and `commit`; then the sizes are the same.
    virtual void read_all(const std::function<void(const Table&, const TableRow&)>& to) = 0;
    virtual void append(const Table& table, const TableRow& row) = 0;
    virtual std::vector<std::uint64_t> sizes() = 0;
    /// Damage of the database as a whole. It takes its time, and any thread may ask; `stop` ends it with none.
    virtual std::optional<std::string> damage(const std::atomic<bool>& stop) = 0;
};

/// Puts all that is in a database into another one, which has to be empty. Throws `StorageError`; then nothing is there.
void move_all(Store& from, Store& to);

}  // namespace quincunx::service
