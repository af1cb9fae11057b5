#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/text.hpp"

/// Files of games played: what the page exports, and what statistics are computed from. See docs/games-file.md.
namespace quincunx::stats {

inline constexpr std::size_t max_file_bytes = std::size_t{8} << 20;
/// The limit for the page's contents as JSON: records that no file has room for are in it, too.
inline constexpr std::size_t max_copy_bytes = std::size_t{32} << 20;
inline constexpr std::size_t max_games = 10'000;
inline constexpr std::size_t max_won = 10'000;
inline constexpr std::size_t max_best = 100;
inline constexpr std::size_t max_rules = 100;
inline constexpr std::size_t max_rules_line_bytes = 4096;  ///< without the game
inline constexpr std::size_t max_other = 500;
inline constexpr std::size_t max_settings_bytes = 8192;

enum class State : std::uint8_t { playing, given_up, won };
enum class Help : std::uint8_t { none, fair, all_known };

/// Whether a text is a kind of deal that this version knows; later ones may write others.
bool is_known_kind(std::string_view text);

/// "playing", "given-up", "won"
std::string_view to_text(State state);
/// "none", "fair", "all-known"
std::string_view to_text(Help help);

/// Names and values at the end of a line.
using Fields = std::map<std::string, std::string>;

/// The identity of a game: when it began, in seconds since 1970, and 32 hexadecimal digits.
struct Name {
    std::uint64_t begun = 0;
    std::string id;
    auto operator<=>(const Name&) const = default;
};

/// The line of a game, without its name.
struct Played {
    std::string game;           ///< id of the game or variant
    std::uint64_t deal = 0;     ///< number of the deal; 0 if it has none
    std::string kind = "any";   ///< how the deal was chosen
    std::uint64_t changed = 0;  ///< seconds since 1970
    State state = State::playing;
    std::uint64_t time = 0;   ///< played, ms
    std::uint64_t ply = 1;    ///< the most moves that it has had
    std::uint64_t moves = 0;  ///< now, or when it was won
    Help help = Help::none;
    std::optional<std::uint64_t> par;
    std::optional<std::uint64_t> thrown;  ///< thousandths
    std::string record;                   ///< empty if there is none
    std::string flags;                    ///< further help, "hint,odds"; empty if there is none
    std::string day;  ///< when it was changed, as the player's calendar had it; empty if unknown
    Fields more;      ///< what a later program has added
    bool operator==(const Played&) const = default;
};

/// The fewest moves in which a deal has been won.
struct Won {
    std::uint64_t moves = 0;
    std::string day;  ///< when it was first won, as the player's calendar had it; empty if unknown
    Fields more;
    bool operator==(const Won&) const = default;
};

struct Best {
    std::uint64_t moves = 0;
    std::uint64_t time = 0;  ///< ms
    Fields more;
    bool operator==(const Best&) const = default;
};

struct Settings {
    std::uint64_t changed = 0;
    std::string json;
    bool operator==(const Settings&) const = default;
};

/// The contents of a file, each game once.
struct GamesFile {
    std::map<Name, Played> games;
    std::map<Name, std::uint64_t> gone;  ///< games that were deleted, and when; none of them is in `games`
    std::map<std::string, Won> won;      ///< by deal text
    std::map<std::string, Best> best;    ///< by game
    /// The rules of games that are not listed, by game, as texts. Whoever plays by them looks whether they are of the game.
    std::map<std::string, std::string> rules;
    std::map<std::pair<std::string, std::string>, Fields> other;  ///< unknown lines, by first word and key
    std::optional<Settings> settings;
    bool operator==(const GamesFile&) const = default;
};

/// The error for a file of a version that this one cannot read, at its beginning.
TextError later_version(std::string_view version);

/// Reads a file of any version; errors give line and column.
Expected<GamesFile> parse_games(std::string_view text);

/// The same without first and last line, of version 2.
Expected<GamesFile> parse_game_lines(std::string_view lines);

std::string to_text(const Name& name);
/// The line of a game, without line feed and record.
std::string game_line(const Name& name, const Played& played);
/// A text with its line feeds and backslashes as a line has them.
std::string escaped(std::string_view text);
std::string other_line(const std::pair<std::string, std::string>& key, const Fields& fields);

/// Writes a file of version 2 that `parse_games` reads back unchanged; it may be longer than `max_file_bytes`.
std::string games_text(const GamesFile& file);

/// Leaves out records until the file that would be written is no longer than it may be. Returns how many of games in
/// progress that were.
std::size_t make_fit(GamesFile& file);

/// Everything in both files. It does not depend on the order of files, nor on how often each is merged.
GamesFile merged(GamesFile into, const GamesFile& from);

/// The effects that a merge would have on the first of two files.
struct MergeCounts {
    std::size_t added = 0;
    std::size_t changed = 0;
    std::size_t unchanged = 0;  ///< games of the second that the first has, as new or newer
    std::size_t dropped = 0;    ///< games that there is no room for
};
MergeCounts counts_of(const GamesFile& before, const GamesFile& from, const GamesFile& after);

}  // namespace quincunx::stats
