#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "service/names.hpp"
#include "service/store.hpp"
#include "wire/table/json.hpp"

/// The operations of a store in SQL that SQLite and PostgreSQL both understand. What they do not have in common is in
/// their classes of databases.
namespace quincunx::service {

/// Results of the first old board that has any, at most so many that others need not wait long, and a slow disk is done
/// within the time for a statement. As a join, databases may plan it to go through all results: PostgreSQL does if what is
/// old has none, whatever order is asked for. So each board is asked for its first result, which no planner turns around,
/// and the numbers are in the text, where a plan for any number knows them.
inline constexpr const char* forget_old_results =
    "DELETE FROM results WHERE id IN (SELECT id FROM results WHERE board = (SELECT id FROM boards "
    "WHERE deal IS NULL AND until <= ?1 AND (SELECT min(line) FROM results WHERE board = boards.id) "
    "IS NOT NULL ORDER BY id LIMIT 1) ORDER BY line LIMIT 200) RETURNING player";
inline constexpr const char* forget_old_votes =
    "DELETE FROM votes WHERE (player, game) IN (SELECT player, game FROM votes WHERE at <= ?1 ORDER BY at "
    "LIMIT 200) RETURNING player, game, stars, counted";

/// The version of the tables in both: those of older ones have never been released.
inline constexpr int tables_version = 3;

/// Tables and indexes that are the same in the words of both: SQLite takes any name of a type. Which games a vote that counts
/// came with is in `ballots`. Times are days, since a second would tell which line of an access log belongs to a key.
inline constexpr const char* common_tables = R"(
    CREATE UNIQUE INDEX result_of_player ON results(player, board);
    CREATE INDEX equal_results ON results(board, line);
    CREATE INDEX old_votes ON votes(at);
    CREATE TABLE clock(latest BIGINT NOT NULL);
    CREATE INDEX made_by ON boards(maker);
    CREATE INDEX lines_of ON lines(key);
    CREATE TABLE forgotten(key BYTEA PRIMARY KEY, at BIGINT NOT NULL);
    CREATE TABLE ballots(hash BIGINT NOT NULL PRIMARY KEY, player BIGINT NOT NULL, game TEXT NOT NULL);
    CREATE INDEX ballots_of ON ballots(player, game);
    )";

/// Queries for the sizes of `tables`, which are those of their rows, or what the rows count.
inline constexpr std::array sizes_of_tables{
    "SELECT count(*) FROM players",   "SELECT count(*) FROM boards",
    "SELECT count(*) FROM results",   "SELECT coalesce(sum(games), 0) FROM counts",
    "SELECT count(*) FROM lines",     "SELECT count(*) FROM votes",
    "SELECT count(*) FROM ballots",   "SELECT coalesce(sum(players), 0) FROM stars",
    "SELECT count(*) FROM forgotten", "SELECT count(*) FROM clock",
};
static_assert(sizes_of_tables.size() == tables.size());

/// A parameter of bytes rather than of text.
struct Bytes {
    const void* data;
    std::size_t size;
};
inline Bytes bytes(const PlayerKey& key) {
    return {key.data(), key.size()};
}
/// The 16 bytes of an id of 32 hexadecimal digits.
inline std::string id_bytes(std::string_view digits) {
    std::string text;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        unsigned char byte = 0;
        std::from_chars(digits.data() + i, digits.data() + i + 2, byte, 16);
        text += static_cast<char>(byte);
    }
    return text;
}

inline Bytes bytes(const std::string& text) {
    return {text.data(), text.size()};
}

/// A `Database` has
///   guarded(work)          which does work, and throws `StorageError` if the database fails;
///   begin, commit, rollback, and snapshot, a transaction that only reads and sees one moment;
///   query(text, values...) whose rows are read by next, number, size, truth, text, bytes and empty; as many parameters
///                          as ?1, ?2 …, in this order when they are first used;
///   run(text, values...)   which says how many rows have changed;
///   each(text, work)       a query that may find millions of rows, within a transaction;
///   append(table, row)     which adds a row as it was in another database, and appended, after the last one;
///   damage(stop)           which looks at the database as a whole, on a connection of its own;
///   changed(what)          which tells other servers what a commit changes, and changes, what they have told.
template <class Database>
class SqlStore final : public Store {
  public:
    template <class... Options>
    explicit SqlStore(const Options&... options) : database_(options...) {}

    void begin() override {
        guarded([&] { database_.begin(); });
    }
    void commit() override {
        guarded([&] { database_.commit(); });
    }
    void rollback() noexcept override { database_.rollback(); }

    Added add_result(const NewResult& result) override {
        return guarded([&] { return added(result); });
    }

    Added add_challenge(const std::string& id, const std::string& deal, Time until,
                        const PlayerKey& maker) override {
        return guarded([&] {
            if (is_forgotten(maker)) return Added::forgotten;
            if (auto board = query("SELECT deal FROM boards WHERE name = ?1", id); board.next())
                return board.text(0) == deal ? Added::known : Added::id_taken;
            run("INSERT INTO boards(name, deal, until, maker) VALUES(?1, ?2, ?3, ?4)", id, deal, until,
                bytes(maker));
            return Added::added;
        });
    }

    Removed remove_challenge(const std::string& id, const std::optional<PlayerKey>& maker) override {
        return guarded([&] {
            std::int64_t board = 0;
            {
                auto found = query("SELECT id, maker FROM boards WHERE name = ?1 AND deal IS NOT NULL", id);
                if (!found.next()) return Removed::not_there;
                if (maker && (found.empty(1) || !std::ranges::equal(found.bytes(1), *maker, {}, to_byte)))
                    return Removed::not_maker;
                board = found.number(0);
            }
            std::set<std::int64_t> players;
            drop_challenge(board, players);
            drop_idle(players);
            database_.changed({.everything = true});
            return Removed::removed;
        });
    }

    Voted vote(const std::string& game, const PlayerKey& key, unsigned stars,
               const std::vector<std::uint64_t>& games, Time now) override {
        return guarded([&] {
            if (is_forgotten(key)) return Voted::forgotten;
            const std::optional<std::int64_t> known = find_player(key);
            bool has_vote = false;
            bool counted = false;
            if (known) {
                auto vote =
                    query("SELECT stars, counted FROM votes WHERE player = ?1 AND game = ?2", *known, game);
                has_vote = vote.next();
                counted = has_vote && vote.truth(1);
                if (counted) count_star(game, vote.number(0), -1);
            }
            if (!has_vote && games.empty()) return Voted::records_missing;
            const std::int64_t player = known ? *known : make_player(key);
            const auto is_new = [&](std::uint64_t hash) {
                return !query("SELECT 1 FROM ballots WHERE hash = ?1", std::bit_cast<std::int64_t>(hash))
                            .next();
            };
            if (!counted && !games.empty() && std::ranges::all_of(games, is_new)) {
                counted = true;
                for (const std::uint64_t hash : games)
                    run("INSERT INTO ballots(hash, player, game) VALUES(?1, ?2, ?3)",
                        std::bit_cast<std::int64_t>(hash), player, game);
            }
            if (counted) count_star(game, stars, 1);
            run("INSERT INTO votes(player, game, stars, at, counted) VALUES(?1, ?2, ?3, ?4, ?5) "
                "ON CONFLICT(player, game) DO UPDATE SET stars = excluded.stars, at = excluded.at, counted = "
                "excluded.counted",
                player, game, stars, day_of(now), counted);
            database_.changed({.votes = true});
            return Voted::given;
        });
    }

    bool knows(const PlayerKey& key) override {
        return guarded([&] {
            return query(
                       "SELECT 1 FROM players WHERE key = ?1 UNION SELECT 1 FROM lines WHERE key = ?1 UNION "
                       "SELECT 1 FROM boards WHERE maker = ?1",
                       bytes(key))
                .next();
        });
    }

    Forgotten forget(const PlayerKey& key, Time now) override {
        return guarded([&] {
            noted(key, now);
            return forgotten(key);
        });
    }

    std::size_t forget_again() override {
        return guarded([&] {
            std::vector<PlayerKey> back;
            for (auto rows = query(
                     "SELECT key FROM forgotten WHERE EXISTS (SELECT 1 FROM players WHERE players.key = "
                     "forgotten.key) OR EXISTS (SELECT 1 FROM lines WHERE lines.key = forgotten.key) OR "
                     "EXISTS (SELECT 1 FROM boards WHERE maker = forgotten.key)");
                 rows.next();)
                back.push_back(key_of(rows.bytes(0)));
            for (const PlayerKey& key : back) forgotten(key);
            return back.size();
        });
    }

    void note_forgotten(const PlayerKey& key, Time at) override {
        guarded([&] { noted(key, at); });
    }

    Pruned prune(Time now) override {
        return guarded([&] {
            Pruned pruned;
            std::set<std::int64_t> players;
            std::vector<std::int64_t> over;
            for (auto rows =
                     query("SELECT id FROM boards WHERE deal IS NOT NULL AND until <= ?1 LIMIT 10", now);
                 rows.next();)
                over.push_back(rows.number(0));
            // Nothing stays of challenges that are over; the numbers of days do, and the shortest games.
            for (const std::int64_t board : over) drop_challenge(board, players);
            pruned.challenges = over.size();
            pruned.results = note(query(forget_old_results, now - keep_results), players);
            pruned.votes = uncount_votes(query(forget_old_votes, now - keep_votes), players);
            pruned.players = drop_idle(players);
            run("DELETE FROM forgotten WHERE at <= ?1", now - keep_forgotten);
            if (pruned.votes > 0) database_.changed({.votes = true});
            pruned.more = pruned.results > 0 || pruned.votes > 0 || !over.empty();
            return pruned;
        });
    }

    std::optional<Time> latest_time() override {
        return guarded([&] {
            auto found = query("SELECT latest FROM clock");
            return found.next() ? std::optional(found.number(0)) : std::nullopt;
        });
    }
    void remember_time(Time now) override {
        guarded([&] {
            if (run("UPDATE clock SET latest = ?1", now) == 0) run("INSERT INTO clock VALUES(?1)", now);
        });
    }

    std::vector<Count> counts(const std::string& board) override {
        return guarded([&] {
            std::vector<Count> found;
            for (auto rows =
                     query("SELECT won, moves, helped, games FROM counts WHERE board = (SELECT id FROM "
                           "boards WHERE name = ?1) ORDER BY won, moves, helped",
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
                                 "boards.id = board WHERE players.key = ?1 AND boards.name = ?2",
                                 bytes(key), board)
                                 .next();
            if (!own) return std::nullopt;
            std::vector<Line> found;
            for (auto rows =
                     query("SELECT moves, helped, text FROM lines WHERE board = (SELECT id FROM boards "
                           "WHERE name = ?1) ORDER BY moves, line, helped",
                           board);
                 rows.next();)
                found.push_back({.moves = rows.size(0), .helped = rows.truth(1), .line = rows.text(2)});
            return found;
        });
    }

    std::map<std::string, Stars> votes() override {
        return guarded([&] {
            std::map<std::string, Stars> found;
            for (auto rows = query("SELECT game, stars, players FROM stars WHERE players > 0"); rows.next();)
                found[rows.text(0)].at(rows.size(1) - 1) = rows.size(2);
            return found;
        });
    }

    std::optional<Challenge> challenge(const std::string& id,
                                       const std::optional<PlayerKey>& player) override {
        return guarded([&]() -> std::optional<Challenge> {
            auto board = query("SELECT id, deal, until FROM boards WHERE name = ?1 AND deal IS NOT NULL", id);
            if (!board.next()) return std::nullopt;
            Challenge found{.deal = board.text(1), .until = board.number(2)};
            const std::optional<std::int64_t> own = player ? find_player(*player) : std::nullopt;
            for (auto rows = query(
                     "SELECT name, won, moves, helped, player FROM results WHERE board = ?1 ORDER BY id",
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
    Changes changes_elsewhere() override {
        return guarded([&] { return database_.changes(); });
    }

    std::vector<PlayerKey> players_like(std::string_view digits) override {
        return guarded([&] {
            const auto filled = [&](char digit) {
                std::string all(digits);
                all.resize(2 * std::tuple_size_v<PlayerKey>, digit);
                return id_bytes(all);
            };
            const std::string first = filled('0');
            const std::string last = filled('f');
            std::vector<PlayerKey> found;
            for (auto rows =
                     query("SELECT key FROM players WHERE key BETWEEN ?1 AND ?2 UNION SELECT key FROM "
                           "lines WHERE key BETWEEN ?1 AND ?2 UNION SELECT maker FROM boards WHERE "
                           "maker BETWEEN ?1 AND ?2 LIMIT 2",
                           bytes(first), bytes(last));
                 rows.next();)
                found.push_back(key_of(rows.bytes(0)));
            return found;
        });
    }

    void show(const PlayerKey& player, const std::function<void(const std::string&)>& write) override {
        one_moment([&] {
            for (const Kept& kind : kinds)
                if (kind.of != nullptr)
                    for (auto rows = query(
                             (std::string(kind.select) + " WHERE " + kind.of + " = ?1 ORDER BY " + kind.order)
                                 .c_str(),
                             bytes(player));
                         rows.next();)
                        write(json_of(kind, rows));
        });
    }

    void export_all(const std::function<void(const std::string&)>& write) override {
        one_moment([&] {
            for (const Kept& kind : kinds)
                database_.each(std::string(kind.select) + " ORDER BY " + kind.order,
                               [&](const auto& row) { write(json_of(kind, row)); });
        });
    }

    void read_all(const std::function<void(const Table&, const TableRow&)>& to) override {
        one_moment([&] {
            for (const Table& table : tables)
                database_.each(select(table), [&](const auto& row) {
                    TableRow cells;
                    for (const char kind : table.kinds) {
                        const auto column = static_cast<int>(cells.size());
                        if (row.empty(column))
                            cells.emplace_back(std::nullopt);
                        else
                            cells.emplace_back(kind == 'b' ? row.bytes(column) : row.text(column));
                    }
                    to(table, cells);
                });
        });
    }
    void append(const Table& table, const TableRow& row) override {
        guarded([&] { database_.append(table, row); });
    }
    std::vector<std::uint64_t> sizes() override {
        return guarded([&] {
            database_.appended();
            std::vector<std::uint64_t> found;
            for (const char* const text : sizes_of_tables) {
                auto row = query(text);
                row.next();
                found.push_back(row.size(0));
            }
            return found;
        });
    }

    std::optional<std::string> damage(const std::atomic<bool>& stop) override {
        return database_.damage(stop);
    }

  private:
    /// The things of one kind that are kept, and how each is said: for each column its name, n for numbers, t for
    /// texts, b for bytes in hexadecimal, y for yes or no, and w for the name in a challenge. An empty one is left out.
    struct Kept {
        const char* name;
        const char* select;
        const char* order;
        const char* of;  ///< the column that says whose it is
        std::vector<std::pair<const char*, char>> columns;
    };
    inline static const std::vector<Kept> kinds{
        {"result",
         "SELECT boards.name, players.key, won, moves, helped, sent, line, CASE WHEN deal IS NULL THEN NULL "
         "ELSE "
         "results.name END FROM results JOIN boards ON boards.id = board JOIN players ON players.id = player",
         "results.id",
         "players.key",
         {{"board", 't'},
          {"player", 'b'},
          {"won", 'y'},
          {"moves", 'n'},
          {"helped", 'y'},
          {"id", 'b'},
          {"hash", 'n'},
          {"name", 'w'}}},
        {"count",
         "SELECT name, won, moves, helped, games FROM counts JOIN boards ON boards.id = board",
         "name, won, moves, helped",
         nullptr,
         {{"board", 't'}, {"won", 'y'}, {"moves", 'n'}, {"helped", 'y'}, {"games", 'n'}}},
        {"line",
         "SELECT name, key, moves, helped, text FROM lines JOIN boards ON boards.id = board",
         "name, moves, line, helped",
         "key",
         {{"board", 't'}, {"player", 'b'}, {"moves", 'n'}, {"helped", 'y'}, {"line", 't'}}},
        {"vote",
         "SELECT game, key, stars, at, counted FROM votes JOIN players ON players.id = player",
         "game, at, player",
         "key",
         {{"game", 't'}, {"player", 'b'}, {"stars", 'n'}, {"at", 'n'}, {"counted", 'y'}}},
        {"ballot",
         "SELECT game, key, hash FROM ballots JOIN players ON players.id = player",
         "game, hash",
         "key",
         {{"game", 't'}, {"player", 'b'}, {"hash", 'n'}}},
        {"challenge",
         "SELECT name, deal, until, maker FROM (SELECT * FROM boards WHERE deal IS NOT NULL) AS challenges",
         "id",
         "maker",
         {{"id", 't'}, {"deal", 't'}, {"until", 'n'}, {"player", 'b'}}},
        {"forgotten", "SELECT key, at FROM forgotten", "key", "key", {{"player", 'b'}, {"at", 'n'}}},
    };
    template <class Row>
    static std::string json_of(const Kept& kind, const Row& row) {
        wire::JsonWriter json;
        json.begin_object().member("kind", std::string_view(kind.name));
        for (int i = 0; const auto& [name, letter] : kind.columns) {
            const int column = i++;
            if (row.empty(column)) continue;
            if (letter == 't') json.member(name, row.text(column));
            if (letter == 'n') json.member(name, row.number(column));
            if (letter == 'y') json.member(name, row.truth(column));
            if (letter == 'b') json.member(name, hexadecimal(row.bytes(column)));
            if (letter == 'w') {
                const auto number = static_cast<unsigned>(row.number(column));
                json.member(name, std::string(word_of(number)) + ' ' + std::to_string(number_of(number)));
            }
        }
        return json.end_object().take();
    }

    Added added(const NewResult& result) {
        const std::string sent = id_bytes(result.id);
        const Finished& game = result.game;
        const auto line = std::bit_cast<std::int64_t>(game.hash);
        {
            auto known = query(
                "SELECT boards.name, key, line, helped FROM results JOIN boards ON boards.id = board "
                "JOIN players ON players.id = player WHERE sent = ?1",
                bytes(sent));
            if (known.next()) {
                const bool same = known.text(0) == result.board &&
                                  std::ranges::equal(known.bytes(1), result.player, {}, to_byte) &&
                                  known.number(2) == line && known.truth(3) == result.helped;
                return same ? Added::known : Added::id_taken;
            }
        }
        std::int64_t board = 0;  // no board yet
        bool challenge = false;
        if (auto found = query("SELECT id, deal, until FROM boards WHERE name = ?1", result.board);
            found.next()) {
            board = found.number(0);
            challenge = !found.empty(1);
            if (challenge && found.number(2) <= result.now) return Added::no_board;
            if (challenge && found.text(1) != result.game.deal) return Added::wrong_deal;
        } else if (!result.closes) {
            return Added::no_board;
        }
        std::optional<std::int64_t> known_player;
        bool counted = false;
        {
            // One query rather than four: a database behind a network takes as long for each.
            auto found = query(
                "SELECT (SELECT id FROM players WHERE key = ?1), (SELECT count(*) FROM results JOIN players "
                "ON players.id = player WHERE key = ?1 AND board = ?2), (SELECT count(*) FROM (SELECT 1 FROM "
                "results WHERE board = ?2 AND line = ?3 AND helped = ?4 LIMIT 1) AS equal), (SELECT count(*) "
                "FROM forgotten WHERE key = ?1)",
                bytes(result.player), board, line, result.helped);
            found.next();
            if (found.truth(3)) return Added::forgotten;
            if (found.number(1) > 0) return Added::second_result;
            if (!found.empty(0)) known_player = found.number(0);
            counted = found.truth(2);
        }
        unsigned name = 0;
        if (challenge) {
            std::vector<unsigned> taken;
            for (auto names = query("SELECT name FROM results WHERE board = ?1", board); names.next();)
                taken.push_back(static_cast<unsigned>(names.number(0)));
            if (taken.size() >= most_in_challenge) return Added::full;
            name = free_name(result.board, result.player, taken);
        }
        if (board == 0)
            board = made("INSERT INTO boards(name, until) VALUES(?1, ?2) RETURNING id", result.board,
                         *result.closes);
        const std::int64_t player = known_player ? *known_player : make_player(result.player);
        run("INSERT INTO results(sent, board, player, line, won, moves, helped, name) VALUES(?1, ?2, ?3, ?4, "
            "?5, "
            "?6, ?7, ?8)",
            bytes(sent), board, player, line, game.won, game.moves, result.helped, name);
        if (counted || challenge) return Added::added;
        database_.changed({.boards = {result.board}});
        run("INSERT INTO counts(board, won, moves, helped, games) VALUES(?1, ?2, ?3, ?4, 1) "
            "ON CONFLICT(board, won, moves, helped) DO UPDATE SET games = counts.games + 1",
            board, game.won, game.moves, result.helped);
        if (game.won) keep_short(board, line, result, game);
        return Added::added;
    }

    /// Keeps the moves of a game if it is among the shortest.
    void keep_short(std::int64_t board, std::int64_t line, const NewResult& result, const Finished& game) {
        std::size_t kept = 0;
        std::size_t longest = 0;
        for (auto rows = query("SELECT moves FROM lines WHERE board = ?1", board); rows.next(); ++kept)
            longest = std::max(longest, rows.size(0));
        if (kept >= most_lines && game.moves >= longest) return;
        run("INSERT INTO lines(board, moves, line, helped, text, key) VALUES(?1, ?2, ?3, ?4, ?5, ?6) "
            "ON CONFLICT DO NOTHING",
            board, game.moves, line, result.helped, game.line, bytes(result.player));
        if (kept >= most_lines)
            run("DELETE FROM lines WHERE (board, moves, line, helped) IN "
                "(SELECT board, moves, line, helped FROM lines WHERE board = ?1 "
                "ORDER BY moves DESC, line DESC, helped DESC LIMIT 1)",
                board);
    }

    static Time day_of(Time time) { return time - time % a_day; }
    static PlayerKey key_of(const std::string& text) {
        PlayerKey key{};
        std::ranges::transform(std::string_view(text).substr(0, key.size()), key.begin(), to_byte);
        return key;
    }
    bool is_forgotten(const PlayerKey& key) {
        return query("SELECT 1 FROM forgotten WHERE key = ?1", bytes(key)).next();
    }

    void noted(const PlayerKey& key, Time at) {
        run("INSERT INTO forgotten(key, at) VALUES(?1, ?2) ON CONFLICT(key) DO UPDATE SET at = excluded.at",
            bytes(key), day_of(at));
    }

    /// Forgets what there is of a player.
    Forgotten forgotten(const PlayerKey& key) {
        Forgotten what;
        if (const std::optional<std::int64_t> player = find_player(key)) {
            struct Result {
                std::int64_t board, line, won, moves, helped;
            };
            // Results of days: a challenge has no counts, and a player any number of them.
            std::vector<Result> counted;
            for (auto own = query(
                     "SELECT board, line, won, moves, helped, boards.name, CASE WHEN deal IS NULL THEN 1 "
                     "ELSE 0 END FROM results JOIN boards ON boards.id = board WHERE player = ?1",
                     *player);
                 own.next();) {
                what.boards.push_back(own.text(5));
                if (own.truth(6))
                    counted.push_back(
                        {own.number(0), own.number(1), own.number(2), own.number(3), own.number(4)});
            }
            run("DELETE FROM results WHERE player = ?1", *player);
            for (const Result& one : counted) {
                if (equals(one.board, one.line, one.helped)) {
                    // Another player's still counts, and is a shortest game as well.
                    run("UPDATE lines SET key = (SELECT players.key FROM results JOIN players ON players.id "
                        "= "
                        "player WHERE results.board = ?1 AND results.line = ?2 AND results.helped = ?3 ORDER "
                        "BY "
                        "results.id LIMIT 1) WHERE board = ?1 AND line = ?2 AND helped = ?3 AND key = ?4",
                        one.board, one.line, one.helped, bytes(key));
                    continue;
                }
                run("UPDATE counts SET games = games - 1 WHERE board = ?1 AND won = ?2 AND moves = ?3 AND "
                    "helped = ?4",
                    one.board, one.won, one.moves, one.helped);
                run("DELETE FROM counts WHERE board = ?1 AND won = ?2 AND moves = ?3 AND helped = ?4 "
                    "AND games = 0",
                    one.board, one.won, one.moves, one.helped);
            }
            std::set<std::int64_t> voters;
            what.votes = uncount_votes(
                query("DELETE FROM votes WHERE player = ?1 RETURNING player, game, stars, counted", *player),
                voters);
            run("DELETE FROM players WHERE id = ?1", *player);
        }
        // Also of results that are not kept any more.
        what.lines = static_cast<std::uint64_t>(run("DELETE FROM lines WHERE key = ?1", bytes(key)));
        what.challenges = static_cast<std::uint64_t>(
            run("DELETE FROM boards WHERE maker = ?1 AND NOT EXISTS (SELECT 1 FROM results WHERE board = "
                "boards.id)",
                bytes(key)) +
            // Others have played these.
            run("UPDATE boards SET maker = NULL WHERE maker = ?1", bytes(key)));
        if (!what.boards.empty() || what.votes > 0) database_.changed({.everything = true});
        return what;
    }

    /// A challenge with its results, whose players are collected.
    void drop_challenge(std::int64_t board, std::set<std::int64_t>& players) {
        note(query("DELETE FROM results WHERE board = ?1 RETURNING player", board), players);
        run("DELETE FROM counts WHERE board = ?1", board);
        run("DELETE FROM boards WHERE id = ?1", board);
    }

    bool equals(std::int64_t board, std::int64_t line, std::int64_t helped) {
        return query("SELECT 1 FROM results WHERE board = ?1 AND line = ?2 AND helped = ?3 LIMIT 1", board,
                     line, helped)
            .next();
    }

    std::optional<std::int64_t> find_player(const PlayerKey& key) {
        auto found = query("SELECT id FROM players WHERE key = ?1", bytes(key));
        return found.next() ? std::optional(found.number(0)) : std::nullopt;
    }
    std::int64_t make_player(const PlayerKey& key) {
        return made("INSERT INTO players(key) VALUES(?1) RETURNING id", bytes(key));
    }
    void count_star(const std::string& game, std::int64_t stars, int change) {
        run("INSERT INTO stars(game, stars, players) VALUES(?1, ?2, ?3) "
            "ON CONFLICT(game, stars) DO UPDATE SET players = stars.players + excluded.players",
            game, stars, change);
    }
    /// Collects the players of rows that were deleted; returns how many rows.
    template <class Rows>
    static std::size_t note(Rows rows, std::set<std::int64_t>& players) {
        std::size_t number = 0;
        for (; rows.next(); ++number) players.insert(rows.number(0));
        return number;
    }
    /// The same for votes, of which the rows are player, game, stars and whether they counted: they count no more.
    template <class Rows>
    std::size_t uncount_votes(Rows rows, std::set<std::int64_t>& players) {
        std::size_t number = 0;
        std::map<std::pair<std::string, std::int64_t>, int> votes;
        std::vector<std::pair<std::int64_t, std::string>> proven;
        for (; rows.next(); ++number) {
            players.insert(rows.number(0));
            if (!rows.truth(3)) continue;
            ++votes[{rows.text(1), rows.number(2)}];
            proven.emplace_back(rows.number(0), rows.text(1));
        }
        for (const auto& [vote, times] : votes) count_star(vote.first, vote.second, -times);
        for (const auto& [player, game] : proven)
            run("DELETE FROM ballots WHERE player = ?1 AND game = ?2", player, game);
        return number;
    }
    /// Forgets those of these players who have nothing left, several with each question; returns how many.
    std::uint64_t drop_idle(const std::set<std::int64_t>& players) {
        std::int64_t dropped = 0;
        std::array<std::int64_t, 8> some{};
        for (auto player = players.begin(); player != players.end();) {
            some.fill(*player);
            for (auto one = some.begin(); one != some.end() && player != players.end(); ++one)
                *one = *player++;
            dropped += std::apply(
                [&](auto... ids) {
                    return run(
                        "DELETE FROM players WHERE id IN (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) AND NOT "
                        "EXISTS (SELECT 1 FROM results WHERE player = players.id) AND NOT EXISTS "
                        "(SELECT 1 FROM votes WHERE player = players.id)",
                        ids...);
                },
                some);
        }
        return static_cast<std::uint64_t>(dropped);
    }

    // --- What the database does ------------------------------------------------------------------------

    static std::uint8_t to_byte(char c) { return static_cast<std::uint8_t>(c); }
    static std::string hexadecimal(const std::string& bytes) {
        constexpr std::string_view digits = "0123456789abcdef";
        std::string text;
        for (const char c : bytes) {
            text += digits[to_byte(c) >> 4U];
            text += digits[to_byte(c) & 15U];
        }
        return text;
    }
    static std::string select(const Table& table) {
        return "SELECT " + std::string(table.columns) + " FROM " + std::string(table.name);
    }

    /// Also of what nobody has thought of, such as rows that are not ours, only this operation fails.
    template <class Work>
    auto guarded(const Work& work) {
        try {
            return database_.guarded(work);
        } catch (const StorageError&) {
            throw;
        } catch (const std::exception& error) {
            throw StorageError(error.what());
        }
    }
    template <class Work>
    void one_moment(const Work& work) {
        guarded([&] { database_.snapshot(); });
        try {
            guarded(work);
        } catch (...) {
            rollback();
            throw;
        }
        rollback();
    }
    template <class... Values>
    auto query(const char* text, const Values&... values) {
        return database_.query(text, values...);
    }
    template <class... Values>
    std::int64_t run(const char* text, const Values&... values) {
        return database_.run(text, values...);
    }
    /// The id of what is inserted.
    template <class... Values>
    std::int64_t made(const char* text, const Values&... values) {
        auto row = query(text, values...);
        row.next();
        return row.number(0);
    }

    Database database_;
};

}  // namespace quincunx::service
