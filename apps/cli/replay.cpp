
#include "apps/cli/commands.hpp"
#include "apps/common/described.hpp"
#include "apps/common/record_file.hpp"
#include "engine/text.hpp"

namespace quincunx::cli {

namespace {

struct ReplayOptions {
    std::string file;
    bool json = false;
};

Json to_json(const Record& record, const Replay& game) {
    Json json{{"ok", !game.error},
              {"game", record.game},
              {"deal", record.deal.empty() ? Json() : Json(record.deal)},
              {"moves", record.moves.size()},
              {"at", record.present()}};
    if (game.present) json["status"] = to_text(game.present->status());
    if (game.error) json["error"] = described(quincunx::Failure{*game.error, {}});
    return json;
}

Exit verify(const ReplayOptions& options) {
    const Record record = read_record(options.file);
    const Replay game = Session::replay(record);
    if (options.json) {
        write_out(json_text(to_json(record, game)));
        return game.error ? Exit::no : Exit::yes;
    }
    if (game.error) refuse_record(options.file, *game.error);
    std::string text = file_name(options.file) + ": " + counted(record.moves.size(), "move") + ", ";
    text += to_text(game.present->status());
    if (record.at) text += " at " + std::to_string(*record.at);
    write_out(text + '\n');
    return Exit::yes;
}

}  // namespace

void add_replay(Program& program) {
    const auto [command, options] = program.add<ReplayOptions>(
        "replay", "Check a record by replaying it, and report the move that fails, if any", verify);
    command.add_option("file", options.file, "The record, or - for standard input")
        ->required()
        ->type_name("FILE");
    add_json_flag(command, options.json);
    add_examples(command,
                 {{"quincunx replay win.pat", "whether every move is legal, and how the game stands"}});
}

}  // namespace quincunx::cli
