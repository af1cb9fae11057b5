
#include "apps/cli/commands.hpp"
#include "apps/common/described.hpp"
#include "apps/common/game_argument.hpp"
#include "apps/common/record_file.hpp"

namespace quincunx::cli {

namespace {

struct ShowOptions {
    std::string file;
    std::string rules;  ///< the name of another
    bool all = false;
    bool json = false;
};

/// Leaves out what the player cannot see.
void hide(Json& piles) {
    for (Json& pile : piles)
        for (std::size_t i = 0; i < pile["cards"].size(); ++i)
            if (pile["id"] == "S" || i < pile["hidden"].get<std::size_t>()) pile["cards"][i] = "??";
}

Exit show(const ShowOptions& options) {
    const Record record = with_own_rules(read_record_or_position(options.file), own_rules(options.rules));
    const Replay game = Session::replay(record);
    if (!game.present) refuse_record(options.file, *game.error);
    const Game& shown = game.present->game();
    const std::string status(to_text(shown.status()));
    if (!options.json) {
        write_out(shown.text(!options.all) + "status " + status + '\n');
        return Exit::yes;
    }
    // A deal reveals every card, so it is left out of the player's view.
    Json json;
    if (options.all) json["deal"] = record.deal.empty() ? Json() : Json(record.deal);
    const PositionText position = position_data(shown.position());
    json.update(described(shown.rules(), position));
    if (!options.all) hide(json["piles"]);
    json["status"] = status;
    json["at"] = record.present();
    json["moves"] = record.moves.size();
    write_out(json_text(json));
    return Exit::yes;
}

}  // namespace

void add_show(Program& program) {
    const auto [command, options] =
        program.add<ShowOptions>("show", "Show the position of a record, or check a position", show);
    command.add_option("file", options.file, "A record or the lines of a position, or - for standard input")
        ->required()
        ->type_name("FILE");
    add_rules_option(command, options.rules);
    command.add_flag("--all", options.all, "Also show the cards that the player cannot see");
    add_json_flag(command, options.json);
    add_examples(command, {{"quincunx show game.pat", "the cards that its player sees"},
                           {"quincunx show game.pat --all", "all cards"}});
}

}  // namespace quincunx::cli
