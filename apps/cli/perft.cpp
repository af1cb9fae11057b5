#include "engine/perft.hpp"

#include <map>

#include "apps/cli/command.hpp"
#include "apps/cli/json.hpp"
#include "apps/cli/limits.hpp"
#include "apps/cli/on_game.hpp"

namespace quincunx::cli {

namespace {

struct PerftOptions {
    std::string deal;
    int depth = 0;
    bool divide = false;
    bool json = false;
};

/// The number of leaves below each listed move, keyed by the text of the move.
template <const Rules& rules>
std::map<std::string, std::uint64_t> divide(Position<rules>& position, int depth) {
    std::map<std::string, std::uint64_t> parts;
    if (depth == 0 || position.won()) return parts;
    MoveList<rules> moves;
    generate(position, moves);
    for (const Move& move : moves) {
        const Undo undo = position.play(move);
        parts[move_text(rules, move)] = perft(position, depth - 1);
        position.unplay(undo);
    }
    return parts;
}

Exit count(const PerftOptions& options) {
    const DealText deal = deal_argument(options.deal);
    on_deal(deal, [&]<const Rules & rules>(Position<rules> position) {
        std::map<std::string, std::uint64_t> parts;
        if (options.divide) parts = divide(position, options.depth);
        std::uint64_t leaves = 0;
        for (const auto& [move, below] : parts) leaves += below;
        if (!options.divide || options.depth == 0) leaves = perft(position, options.depth);
        if (options.json) {
            Json json{{"deal", deal_text(deal)}, {"depth", options.depth}, {"leaves", leaves}};
            if (options.divide) json["moves"] = parts;
            write_out(json_text(json));
            return;
        }
        std::string text;
        for (const auto& [move, below] : parts) text += move + ' ' + std::to_string(below) + '\n';
        write_out(text + "perft " + std::to_string(options.depth) + ' ' + std::to_string(leaves) + '\n');
    });
    return Exit::yes;
}

}  // namespace

void add_perft(Program& program) {
    const auto [command, options] = program.add<PerftOptions>(
        "perft", "Count the sequences of a given number of moves from a deal", count);
    command.add_option("deal", options.deal, "game#number or game:cards")->required()->type_name("DEAL");
    add_number(command, "depth", "Number of moves, from 0 to 100", 0, max_perft_depth, options.depth)
        ->required();
    command.add_flag("--divide", options.divide, "Also count the sequences that start with each first move");
    add_json_flag(command, options.json);
    add_examples(command, {{"quincunx perft GAME#1 5", "the ways to make five moves"},
                           {"quincunx perft GAME#1 5 --divide", "the same by the first move"}});
}

}  // namespace quincunx::cli
