#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <ctime>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "apps/common/json.hpp"
#include "apps/common/limits.hpp"
#include "engine/notation.hpp"
#include "games/all.hpp"
#include "lab/bench/playouts.hpp"
#include "lab/bench/searches.hpp"
#include "lab/commands.hpp"

namespace quincunx::cli {

namespace {

using bench::Choices;
using bench::first_deal;

// An operand of the sum below, so without parentheses. NOLINTBEGIN(bugprone-macro-parentheses)
#define QUINCUNX_ADD_TO_LIST(game) \
    +games::List<games::game> {    \
    }
// NOLINTEND(bugprone-macro-parentheses)
/// The released games, whatever the list of this build: signatures are theirs.
using ReleasedGames = decltype(games::List<> {} QUINCUNX_RELEASED_GAMES(QUINCUNX_ADD_TO_LIST));
#undef QUINCUNX_ADD_TO_LIST

struct BenchOptions {
    std::string what = "engine";
    int repeats = 7;
    bool json = false;
};

/// Measurements of a game.
struct Measured {
    std::uint64_t signature = 0;  ///< of its part of the work
    std::string row;
    Json json;
};

/// The best processor time of several repeats, so that other programs do not matter.
template <class Function>
double best_seconds(int repeats, Function&& function) {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < repeats; ++i) {
        const std::clock_t start = std::clock();
        function();
        best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    }
    return best;
}

/// Keeps work from being optimized away.
void use(std::uint64_t result) {
    volatile std::uint64_t sink = result;
    static_cast<void>(sink);
}

/// The time of a loop that has nothing to do with the engine: how fast the machine is at this moment.
double calibration(int repeats) {
    constexpr std::uint64_t steps = 20'000'000;
    std::uint64_t sum = 0;
    const double seconds = best_seconds(repeats, [&] {
        Choices choices(first_deal);
        for (std::uint64_t i = 0; i < steps; ++i) sum += choices.next();
    });
    use(sum);
    return seconds;
}

std::string hex(std::uint64_t number) {
    return fmt::format("{:016x}", number);
}

/// A position of a game and one of its listed moves.
template <const Rules& rules>
struct Sample {
    Position<rules> position;
    Move move;
};

/// Every tenth position of a few random games.
template <const Rules& rules>
std::vector<Sample<rules>> samples(const std::vector<Position<rules>>& deals) {
    constexpr std::size_t wanted = 256;
    constexpr int every = 10;
    std::vector<Sample<rules>> found;
    Choices choices(first_deal + 1);
    MoveList<rules> moves;
    for (const Position<rules>& deal : deals) {
        Position<rules> position = deal;
        for (int ply = 0; ply < bench::longest_game / every; ++ply) {
            moves.clear();
            generate(position, moves);
            if (moves.empty()) break;
            const Move move = moves[choices.below(moves.size())];
            if (ply % every == 0) found.push_back({position, move});
            if (found.size() == wanted) return found;
            position.play(move);
        }
    }
    return found;
}

/// Seconds to make and unmake one move, over all samples.
template <const Rules& rules>
double pair_seconds(std::vector<Sample<rules>>& samples, int repeats) {
    constexpr int rounds = 200;
    std::uint64_t seen = 0;
    const double seconds = best_seconds(repeats, [&] {
        for (Sample<rules>& sample : samples) {
            for (int round = 0; round < rounds; ++round) {
                const Undo undo = sample.position.play(sample.move);
                seen += sample.position.key();
                sample.position.unplay(undo);
            }
        }
    });
    use(seen);
    return seconds / (static_cast<double>(samples.size()) * rounds);
}

/// Random games.
template <const Rules& rules>
Measured measure_engine(int repeats) {
    const std::vector<Position<rules>> start = bench::deals<rules>();
    bench::Work work;
    const double seconds = best_seconds(repeats, [&] { work = bench::play_out(start); });
    std::vector<Sample<rules>> pairs = samples(start);
    const double pair_nanoseconds = pair_seconds(pairs, repeats) * 1e9;
    const double moves_per_second = static_cast<double>(work.moves) / seconds;
    return {
        work.signature + work.moves,
        fmt::format("{:<22} {} {:>9} {:>10.1f} {:>9.2f} {:>14.1f}\n", rules.id, hex(work.signature),
                    work.moves, seconds * 1e3, moves_per_second / 1e6, pair_nanoseconds),
        {{"game", rules.id},
         {"signature", hex(work.signature)},
         {"moves", work.moves},
         {"listed", work.listed},
         {"seconds", seconds},
         {"moves_per_second", moves_per_second},
         {"make_unmake_ns", pair_nanoseconds}},
    };
}

/// Searches.
Measured measure_solver(std::string_view id, int repeats) {
    const auto advisor = std::make_unique<advice::Advisor>(*read_game_ref(id));
    advisor->remember(false);
    bench::Searches work;
    const double seconds = best_seconds(repeats, [&] { work = bench::search_deals(*advisor, id); });
    const auto per_second = [&](std::uint64_t count) {
        return static_cast<double>(count) / std::max(seconds, 1e-9);
    };
    return {
        work.signature,
        fmt::format("{:<20} {} {:>6} {:>5} {:>5} {:>7} {:>8} {:>9.1f} {:>9.1f} {:>9.2f}\n", id,
                    hex(work.signature), work.deals, work.won, work.lost, work.unknown, work.nodes,
                    seconds * 1e3, per_second(work.deals), per_second(work.nodes) / 1e6),
        {{"game", id},
         {"signature", hex(work.signature)},
         {"deals", work.deals},
         {"won", work.won},
         {"lost", work.lost},
         {"unknown", work.unknown},
         {"nodes", work.nodes},
         {"seconds", seconds},
         {"deals_per_second", per_second(work.deals)},
         {"nodes_per_second", per_second(work.nodes)}},
    };
}

Exit bench(const BenchOptions& options) {
    const bool engine = options.what == "engine";
    if (!options.json)
        write_out(engine ? "game                   signature            moves         ms  M moves/s  "
                           "make+unmake ns\n"
                         : "game                 signature         deals   won  lost unknown    nodes        "
                           "ms   deals/s M nodes/s\n");
    double calibrated = calibration(options.repeats);
    Json list = Json::array();
    std::uint64_t signature = 0;
    games::for_each_in(ReleasedGames{}, [&]<const Rules & rules>() {
        const Measured game =
            engine ? measure_engine<rules>(options.repeats) : measure_solver(rules.id, options.repeats);
        signature = std::rotl(signature, 7) + game.signature;  // the order of the games matters, too
        list.push_back(game.json);
        if (!options.json) write_out(game.row);
    });
    calibrated = std::min(calibrated, calibration(options.repeats));
    write_out(options.json ? json_text({{"signature", hex(signature)},
                                        {"repeats", options.repeats},
                                        {"calibration_seconds", calibrated},
                                        {"games", list}})
                           : fmt::format("calibration loop {:.1f} ms, best of {}\nsignature {}\n",
                                         calibrated * 1e3, options.repeats, hex(signature)));
    return Exit::yes;
}

}  // namespace

void add_bench(Program& program) {
    const auto [command, options] = program.add<BenchOptions>(
        "bench", "Measure the speed of the engine or the solver on a fixed workload", bench);
    add_number(command, "--repeats",
               "How many times to measure each game, by default 7; the best time counts", 1, 1000,
               options.repeats);
    command.add_option("what", options.what, "engine for random games (the default), or solve for searches")
        ->type_name("NAME")
        ->check(one_of({"engine", "solve"}));
    add_json_flag(command, options.json);
    add_examples(command, {{"quincunx-lab bench", "moves per second, and the engine's signature"},
                           {"quincunx-lab bench solve", "nodes per second, and the solver's signature"}});
}

}  // namespace quincunx::cli
