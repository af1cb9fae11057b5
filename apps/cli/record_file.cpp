#include "apps/cli/record_file.hpp"

#include "apps/cli/io.hpp"
#include "session/session.hpp"

namespace quincunx::cli {

Record read_record(const std::string& name) {
    Expected<Record> record = parse_record(read_file(name, max_record_bytes));
    if (record) return *std::move(record);
    throw Failure(Exit::no, message(name, {0, {}, record.error()}));
}

namespace {

/// A session at the start of a record; an error has the place in the record.
Expected<Session> start_of(const Record& record) {
    const bool dealt = !record.deal.empty();
    Expected<Session> session =
        dealt ? Session::from_deal(record.deal) : Session::from_position(record.position);
    if (session && session->rules().id != record.game)
        return text_error(record.position_line, 1,
                          "the position is of another game than " + quincunx::quoted(record.game));
    if (session) return session;
    TextError error = session.error();
    error.line += (dealt ? record.deal_line : record.position_line) - 1;
    if (dealt) error.column += static_cast<int>(std::string_view("deal ").size());
    return tl::unexpected<TextError>(std::move(error));
}

}  // namespace

Replay replay(const Record& record) {
    Expected<Session> session = start_of(record);
    if (!session) return {std::nullopt, ReplayError{0, {}, session.error()}};
    Replay result;
    for (std::size_t ply = 0;; ++ply) {
        if (ply == record.present())
            result.present = {session->position_text(), session->player_text(), session->status()};
        if (ply == record.moves.size()) break;
        const RecordMove& move = record.moves[ply];
        const std::optional<quincunx::Failure> failure = session->play(move.text);
        if (!failure) continue;
        result.error = {ply + 1, move.text, {move.line, move.column, failure->error.message}};
        return result;
    }
    const Status status = result.present->status;
    if (record.result && *record.result != status) {
        const std::string said(to_text(*record.result));
        const std::string is(to_text(status));
        result.error = {
            0, {}, {record.result_line, 1, "the result is said to be " + said + ", but it is " + is}};
    }
    return result;
}

std::string message(const std::string& file, const ReplayError& error) {
    std::string text = file_name(file);
    if (error.error.line > 0) text += ':' + std::to_string(error.error.line);
    if (error.error.line > 0 && error.error.column > 0) text += ':' + std::to_string(error.error.column);
    text += ": ";
    if (error.move > 0)
        text += "move " + std::to_string(error.move) + ", " + quincunx::quoted(error.text) + ": ";
    return text + error.error.message;
}

}  // namespace quincunx::cli
