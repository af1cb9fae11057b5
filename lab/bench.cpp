#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <ctime>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "advice/advisor.hpp"
#include "apps/common/json.hpp"
#include "apps/common/limits.hpp"
#include "engine/deal.hpp"
#include "engine/fnv.hpp"
#include "engine/generate.hpp"
#include "engine/hash.hpp"
#include "engine/notation.hpp"
#include "games/all.hpp"
#include "lab/commands.hpp"

namespace quincunx::cli::lab {

namespace {

// An operand of the sum below, so without parentheses. NOLINTBEGIN(bugprone-macro-parentheses)
#define QUINCUNX_ADD_TO_LIST(game) \
    +games::List<games::game> {    \
    }
// NOLINTEND(bugprone-macro-parentheses)
/// The released games, whatever the list of this build: signatures are theirs.
using ReleasedGames = decltype(games::List<> {} QUINCUNX_RELEASED_GAMES(QUINCUNX_ADD_TO_LIST));
#undef QUINCUNX_ADD_TO_LIST

// ---- the workloads: the same on every machine

// Fixed deals, a fixed generator of choices and fixed lengths: the same games on every machine.
constexpr std::uint64_t first_deal = 1'000'001;
constexpr int deal_count = 1000;
constexpr int longest_game = 1000;  ///< moves; some games could go on forever
constexpr std::uint64_t moves_wanted = 1'000'000;

/// The generator of choices: splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
/// generators", 2014).
class Choices {
  public:
    explicit Choices(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        state_ += hash::multiplier;
        return hash::mix(state_);
    }
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>((next() >> 32) * bound >> 32); }

  private:
    std::uint64_t state_;
};

/// Moves and deals played, the same on every machine.
struct Work {
    std::uint64_t moves = 0;
    std::uint64_t listed = 0;
    std::uint64_t signature = 0;
};

template <const Rules& rules>
std::vector<Position<rules>> deals() {
    std::vector<Position<rules>> positions(deal_count);
    std::uint64_t number = first_deal;
    for (Position<rules>& position : positions) position.deal(numbered_deal<rules>(number++));
    return positions;
}

/// Plays random games from the deals, over and over, until enough moves have been made. At every ply it
/// generates the full list of moves and reads the key.
template <const Rules& rules>
Work play_out(const std::vector<Position<rules>>& deals) {
    Work work;
    Choices choices(first_deal);
    MoveList<rules> moves;
    while (work.moves < moves_wanted) {
        for (const Position<rules>& deal : deals) {
            Position<rules> position = deal;
            for (int ply = 0; ply < longest_game; ++ply) {
                moves.clear();
                generate(position, moves);
                if (moves.empty()) break;
                work.listed += moves.size();
                position.play(moves[choices.below(moves.size())]);
                work.signature += position.key();
                ++work.moves;
            }
        }
    }
    work.signature += work.listed;
    return work;
}

// Fixed deals, one after another until enough nodes have been searched, with limits in nodes.
constexpr std::uint64_t first_deal_searched = 1'000'001;
constexpr std::uint64_t nodes_of_a_deal = 10'000;
constexpr std::uint64_t nodes_wanted = 200'000;
constexpr std::uint64_t most_deals = 2000;
constexpr std::size_t search_memory = std::size_t{256} << 20U;
constexpr std::uint64_t nodes_of_a_step = 1 << 14;

/// The results: the same in every x86-64 build without fused multiply-add (docs/solver.md).
struct Searches {
    std::uint64_t deals = 0;
    std::uint64_t won = 0;
    std::uint64_t lost = 0;
    std::uint64_t unknown = 0;
    std::uint64_t nodes = 0;
    std::uint64_t signature = 0;
};

/// Searches the deals of the advisor's game. The advisor should not remember solutions.
Searches search_deals(advice::Advisor& advisor, std::string_view id) {
    Searches work;
    // No text has the byte that ends each.
    hash::Fnv1a signature;
    const auto sign = [&](std::string_view text) { signature.add(text).add('\xff'); };
    while (work.nodes < nodes_wanted && work.deals < most_deals) {
        if (advisor.set_deal({std::string(id), first_deal_searched + work.deals, {}})) return {};
        advisor.start({.nodes = nodes_of_a_deal, .memory = search_memory, .dives = true});
        while (!advisor.step(nodes_of_a_step)) {
        }
        ++work.deals;
        work.nodes += advisor.progress().nodes;
        const advice::Verdict verdict = advisor.verdict();
        ++(verdict == advice::Verdict::winnable     ? work.won
           : verdict == advice::Verdict::unwinnable ? work.lost
                                                    : work.unknown);
        sign(advice::to_text(verdict));
        sign(std::to_string(advisor.progress().nodes));
        for (const std::string& move : advisor.line()) sign(move);
    }
    work.signature = signature.value();
    return work;
}

// ---- how long they take

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

/// The time of a loop that has nothing to do with the engine: how fast the machine is at this moment.
double calibration(int repeats) {
    constexpr std::uint64_t steps = 20'000'000;
    volatile std::uint64_t sum = 0;  // so that the loop is not optimized away
    return best_seconds(repeats, [&] {
        Choices choices(first_deal);
        std::uint64_t own = 0;
        for (std::uint64_t i = 0; i < steps; ++i) own += choices.next();
        sum = own;
    });
}

std::string hex(std::uint64_t number) {
    return fmt::format("{:016x}", number);
}

/// Random games.
template <const Rules& rules>
Measured measure_engine(int repeats) {
    const std::vector<Position<rules>> start = deals<rules>();
    Work work;
    const double seconds = best_seconds(repeats, [&] { work = play_out(start); });
    const double moves_per_second = static_cast<double>(work.moves) / seconds;
    return {
        work.signature + work.moves,
        fmt::format("{:<22} {} {:>9} {:>10.1f} {:>9.2f}\n", rules.id, hex(work.signature), work.moves,
                    seconds * 1e3, moves_per_second / 1e6),
        {{"game", rules.id},
         {"signature", hex(work.signature)},
         {"moves", work.moves},
         {"listed", work.listed},
         {"seconds", seconds},
         {"movesPerSecond", moves_per_second}},
    };
}

/// Searches.
Measured measure_solver(std::string_view id, int repeats) {
    const auto advisor = std::make_unique<advice::Advisor>(*read_game_ref(id));
    advisor->remember(false);
    Searches work;
    const double seconds = best_seconds(repeats, [&] { work = search_deals(*advisor, id); });
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
         {"dealsPerSecond", per_second(work.deals)},
         {"nodesPerSecond", per_second(work.nodes)}},
    };
}

Exit bench(const BenchOptions& options) {
    const bool engine = options.what == "engine";
    if (!options.json)
        write_out(engine ? "game                   signature            moves         ms  M moves/s\n"
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
                                        {"calibrationSeconds", calibrated},
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

}  // namespace quincunx::cli::lab
