#include "engine/perft.hpp"

#include <map>

#include "apps/common/game_argument.hpp"
#include "apps/common/json.hpp"
#include "apps/common/limits.hpp"
#include "lab/commands.hpp"

namespace quincunx::cli::lab {

namespace {

struct PerftOptions {
    std::string deal;
    std::string rules;  ///< the name of a file
    int depth = 0;
    bool divide = false;
    bool json = false;
};

struct Leaves {
    std::uint64_t all = 0;
    std::map<std::string, std::uint64_t> parts;  ///< below each listed move, by its text
};

template <class Source>
Leaves leaves_of(BasicPosition<Source> position, const PerftOptions& options) {
    Leaves leaves;
    if (!options.divide || options.depth == 0 || position.won()) {
        leaves.all = options.divide && options.depth > 0 ? 0 : perft(position, options.depth);
        return leaves;
    }
    BasicMoveList<Source> moves;
    generate(position, moves);
    for (const Move& move : moves) {
        const Undo undo = position.play(move);
        leaves.all += leaves.parts[move_text(position.rules(), move)] = perft(position, options.depth - 1);
        position.unplay(undo);
    }
    return leaves;
}

Exit count(const PerftOptions& options) {
    const SharedRules own = own_rules(options.rules);
    const DealText deal = deal_argument(options.deal, own);
    const Game game = game_of(deal, own);
    Leaves leaves;
    const auto quick = [&]<const Rules & rules>() {
        leaves = leaves_of(known_position<rules>(game.position()), options);
    };
    if (!games::with_rules(game.rules(), quick) &&
        !games::with_first_of_lab([&](const Rules& rules) { return rules == game.rules(); }, quick))
        leaves = leaves_of(game.position(), options);
    if (options.json) {
        Json json{{"deal", deal_text(deal)}, {"depth", options.depth}, {"leaves", leaves.all}};
        if (options.divide) json["moves"] = leaves.parts;
        write_out(json_text(json));
        return Exit::yes;
    }
    std::string text;
    for (const auto& [move, below] : leaves.parts) text += move + ' ' + std::to_string(below) + '\n';
    write_out(text + "perft " + std::to_string(options.depth) + ' ' + std::to_string(leaves.all) + '\n');
    return Exit::yes;
}

}  // namespace

void add_perft(Program& program) {
    const auto [command, options] = program.add<PerftOptions>(
        "perft", "Count the sequences of a given number of moves from a deal", count);
    command.add_option("deal", options.deal, "game#number or game:cards")->required()->type_name("DEAL");
    add_number(command, "depth", "Number of moves, from 0 to 100", 0, max_perft_depth, options.depth)
        ->required();
    add_rules_option(command, options.rules);
    command.add_flag("--divide", options.divide, "Also count the sequences that start with each first move");
    add_json_flag(command, options.json);
    add_examples(command, {{"quincunx-lab perft GAME#1 5", "the ways to make five moves"},
                           {"quincunx-lab perft GAME#1 5 --divide", "the same by the first move"}});
}

}  // namespace quincunx::cli::lab
