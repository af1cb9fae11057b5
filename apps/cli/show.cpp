
#include "apps/cli/command.hpp"
#include "apps/cli/position_json.hpp"
#include "apps/cli/record_file.hpp"

namespace quincunx::cli {

namespace {

struct ShowOptions {
    std::string file;
    bool all = false;
    bool json = false;
};

Exit show(const ShowOptions& options) {
    const Record record = read_record_or_position(options.file);
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
    json.update(position_json(shown.rules(), position_data(shown.position()), !options.all));
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
    command.add_flag("--all", options.all, "Also show the cards that the player cannot see");
    add_json_flag(command, options.json);
    add_examples(command, {{"quincunx show game.pat", "the cards that its player sees"},
                           {"quincunx show game.pat --all", "all cards"}});
}

}  // namespace quincunx::cli
