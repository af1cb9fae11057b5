// A file of games is refused with the place of the error, or written and read back unchanged, as lines and as JSON, and
// it merges with itself. What the page sends is never refused as long as it is JSON.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/law.hpp"
#include "stats/games_file.hpp"
#include "stats/statistics.hpp"
#include "wire/games_json.hpp"

namespace quincunx::fuzz {
namespace {

void try_games(std::string_view text) {
    // Few inputs have the right checksum, so what is between the first and the last line is read alone, too.
    for (const bool whole : {true, false}) {
        const Expected<stats::GamesFile> file =
            whole ? stats::parse_games(text) : stats::parse_game_lines(text);
        if (!file) {
            check_reason(file.error(), text);
            continue;
        }
        const std::string written = stats::games_text(*file);
        const Expected<stats::GamesFile> again = stats::parse_games(written);
        law(again.has_value() || written.size() > stats::max_file_bytes);
        law(!again || *again == *file);
        law(wire::read_contents(wire::contents_json(*file)) == *file);
        law(stats::merged(*file, *file) == *file);
        law(stats::merged({}, *file) == *file);
        const stats::Statistics all = stats::statistics(*file, {});
        // A puzzle is written down like a game, and counts as none.
        stats::Filter of_puzzles;
        of_puzzles.kind = "puzzle";
        const stats::Statistics puzzles = stats::statistics(*file, of_puzzles);
        law(all.won <= all.played &&
            all.played + all.in_progress + puzzles.played + puzzles.in_progress == file->games.size());
        law(all.streak <= all.longest && all.longest <= all.won && all.at_par <= all.with_par);
        std::size_t in_periods = 0;
        for (const stats::Period& period : all.periods) in_periods += period.played;
        law(in_periods == all.played);
    }
}

void try_contents(std::string_view text) {
    Expected<stats::GamesFile> file = wire::read_contents(text);
    if (!file) return;
    stats::make_fit(*file);
    const Expected<stats::GamesFile> again = stats::parse_games(stats::games_text(*file));
    law(again.has_value());
    law(*again == *file);
}

}  // namespace
}  // namespace quincunx::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    quincunx::fuzz::try_games(text);
    quincunx::fuzz::try_contents(text);
    return 0;
}
