#include "apps/cli/record_file.hpp"

#include "apps/cli/io.hpp"

namespace quincunx::cli {

Record read_record(const std::string& name) {
    Expected<Record> record = parse_record(read_file(name, max_record_bytes));
    if (record) return *std::move(record);
    throw Failure(Exit::no, message(name, {0, {}, record.error()}));
}

Replay replay(const Record& record) {
    Expected<std::unique_ptr<Board>> start = board_from_start(record);
    if (!start) return {nullptr, ReplayError{0, {}, start.error()}};
    const std::unique_ptr<Board> board = *std::move(start);
    Replay result;
    for (std::size_t ply = 0;; ++ply) {
        if (ply == record.present()) result.present = board->copy();
        if (ply == record.moves.size()) break;
        const RecordMove& move = record.moves[ply];
        const std::optional<std::string> why = board->play(move.text);
        if (!why) continue;
        result.error = {ply + 1, move.text, {move.line, move.column, *why}};
        return result;
    }
    const Status status = result.present->status();
    if (record.result && *record.result != status) {
        result.error = {0,
                        {},
                        {record.result_line, 1,
                         "the result is said to be " + std::string(to_text(*record.result)) + ", but it is " +
                             std::string(to_text(status))}};
    }
    return result;
}

std::string message(const std::string& file, const ReplayError& error) {
    std::string text = file_name(file);
    if (error.error.line > 0) text += ':' + std::to_string(error.error.line);
    if (error.error.line > 0 && error.error.column > 0) text += ':' + std::to_string(error.error.column);
    text += ": ";
    if (error.move > 0) text += "move " + std::to_string(error.move) + ", " + quoted(error.text) + ": ";
    return text + error.error.message;
}

}  // namespace quincunx::cli
