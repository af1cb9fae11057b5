#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <vector>

#include "apps/cli/bench_tools.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/json.hpp"
#include "apps/cli/limits.hpp"
#include "apps/cli/released.hpp"
#include "bench/playouts.hpp"
#include "engine/notation.hpp"

namespace quincunx::cli {

namespace {

using bench::Choices;
using bench::first_deal;
using bench::Work;

constexpr int pair_rounds = 200;
constexpr std::uint64_t calibration_steps = 20'000'000;

struct Result {
    std::string id;
    Work work;
    double seconds = 0;           ///< best time for the work
    double pair_nanoseconds = 0;  ///< best time to make and unmake a known move
};

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
    std::uint64_t seen = 0;
    const double seconds = best_seconds(repeats, [&] {
        for (Sample<rules>& sample : samples) {
            for (int round = 0; round < pair_rounds; ++round) {
                const Undo undo = sample.position.play(sample.move);
                seen += sample.position.key();
                sample.position.unplay(undo);
            }
        }
    });
    volatile std::uint64_t sink = seen;  // keeps the work from being optimized away
    static_cast<void>(sink);
    return seconds / (static_cast<double>(samples.size()) * pair_rounds);
}

template <const Rules& rules>
Result measure(int repeats) {
    Result result;
    result.id = rules.id;
    const std::vector<Position<rules>> start = bench::deals<rules>();
    result.seconds = best_seconds(repeats, [&] { result.work = bench::play_out(start); });
    std::vector<Sample<rules>> pairs = samples(start);
    result.pair_nanoseconds = pair_seconds(pairs, repeats) * 1e9;
    return result;
}

double moves_per_second(const Result& result) {
    return static_cast<double>(result.work.moves) / result.seconds;
}

/// The order of the games matters, too.
std::uint64_t signature_of(const std::vector<Result>& results) {
    std::uint64_t signature = 0;
    for (const Result& result : results)
        signature = std::rotl(signature, 7) + result.work.signature + result.work.moves;
    return signature;
}

Json to_json(const std::vector<Result>& results, double calibrated, int repeats) {
    Json list = Json::array();
    for (const Result& result : results) {
        list.push_back({{"game", result.id},
                        {"signature", hex(result.work.signature)},
                        {"moves", result.work.moves},
                        {"listed", result.work.listed},
                        {"seconds", result.seconds},
                        {"moves_per_second", moves_per_second(result)},
                        {"make_unmake_ns", result.pair_nanoseconds}});
    }
    return {{"signature", hex(signature_of(results))},
            {"repeats", repeats},
            {"calibration_seconds", calibrated},
            {"games", list}};
}

std::string row(const Result& result) {
    std::array<char, 128> text{};
    std::snprintf(text.data(), text.size(), "%-22s %s %9llu %10.1f %9.2f %14.1f\n", result.id.c_str(),
                  hex(result.work.signature).c_str(), static_cast<unsigned long long>(result.work.moves),
                  result.seconds * 1e3, moves_per_second(result) / 1e6, result.pair_nanoseconds);
    return text.data();
}

struct BenchOptions {
    std::string what = "engine";
    int repeats = 7;
    bool json = false;
};

Exit bench(const BenchOptions& options) {
    if (options.what == "solve") return bench_solve(options.repeats, options.json);
    if (!options.json)
        write_out(
            "game                   signature            moves         ms  M moves/s  make+unmake ns\n");
    double calibrated = calibration(options.repeats);
    std::vector<Result> results;
    games::for_each_in(ReleasedGames{}, [&]<const Rules & rules>() {
        results.push_back(measure<rules>(options.repeats));
        if (!options.json) write_out(row(results.back()));
    });
    calibrated = std::min(calibrated, calibration(options.repeats));
    if (options.json) {
        write_out(json_text(to_json(results, calibrated, options.repeats)));
        return Exit::yes;
    }
    std::array<char, 128> text{};
    std::snprintf(text.data(), text.size(), "calibration loop %.1f ms, best of %d\nsignature %s\n",
                  calibrated * 1e3, options.repeats, hex(signature_of(results)).c_str());
    write_out(text.data());
    return Exit::yes;
}

}  // namespace

double calibration(int repeats) {
    std::uint64_t sum = 0;
    const double seconds = best_seconds(repeats, [&] {
        Choices choices(first_deal);
        for (std::uint64_t i = 0; i < calibration_steps; ++i) sum += choices.next();
    });
    volatile std::uint64_t sink = sum;
    static_cast<void>(sink);
    return seconds;
}

std::string hex(std::uint64_t number) {
    std::array<char, 17> text{};
    std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(number));
    return text.data();
}

void add_bench(Program& program) {
    const auto [command, options] = program.add<BenchOptions>(
        "bench", "Measure the speed of the engine or the solver on a fixed workload", bench);
    command.add_option("what", options.what, "engine for random games (the default), or solve for searches")
        ->type_name("NAME")
        ->check(one_of({"engine", "solve"}));
    add_number(command, "--repeats",
               "How many times to measure each game, by default 7; the best time counts", 1, 1000,
               options.repeats);
    add_json_flag(command, options.json);
    add_examples(command, {{"quincunx bench", "moves per second, and the engine's signature"},
                           {"quincunx bench solve", "nodes per second, and the solver's signature"}});
}

}  // namespace quincunx::cli
