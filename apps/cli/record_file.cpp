#include "apps/cli/record_file.hpp"

#include <unistd.h>

#include <cerrno>

#include "apps/cli/file.hpp"
#include "apps/cli/io.hpp"
#include "engine/cleaned.hpp"
#include "engine/notation.hpp"

namespace quincunx::cli {

namespace {

std::string record_file(const std::string& name) {
    if (name.find_first_of("#:") != std::string::npos && ::access(name.c_str(), F_OK) != 0 && errno == ENOENT)
        refuse("there is no file " + shown(name) + ", and a deal is no record: quincunx deal shows deals");
    return cleaned(read_file(name, max_record_bytes));
}

Record record_in(const std::string& text, const std::string& name) {
    Expected<Record> record = parse_record(text);
    if (record) return *std::move(record);
    refuse_record(name, {0, {}, record.error()});
}

}  // namespace

Record read_record(const std::string& name) {
    return record_in(record_file(name), name);
}

Record read_record_or_position(const std::string& name) {
    const std::string text = record_file(name);
    const std::string_view game = game_of_position(text);
    if (game.empty()) return record_in(text, name);
    Record record;
    record.game = game;
    record.position = text;
    return record;
}

Replay replay(const Record& record) {
    Expected<Session> session = Session::from_start(record);
    if (!session) return {std::nullopt, ReplayError{0, {}, session.error()}};
    Replay result;
    for (const RecordMove& move : record.moves) {
        const std::optional<quincunx::Failure> failure = session->play(move.text);
        if (!failure) continue;
        result.error = {session->ply() + 1, move.text, {move.line, move.column, failure->error.message}};
        break;
    }
    if (!session->go_to(record.present())) return result;
    const Status status = session->status();
    result.present = *std::move(session);
    if (!result.error && record.result && *record.result != status) {
        const std::string said(to_text(*record.result));
        const std::string is(to_text(status));
        result.error = {
            0, {}, {record.result_line, 1, "the record gives the result as " + said + ", but it is " + is}};
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
    const bool card = error.error.code == "not-a-card";
    return text + error.error.message + (card ? "; cards are written like 7H or TD" : "");
}

std::string record_of(const DealText& deal, const std::vector<std::string>& moves, bool won) {
    Record record;
    record.game = deal.id;
    record.deal = deal_text(deal);
    for (const std::string& move : moves) record.moves.push_back({move});
    if (won) record.result = Status::won;
    return record_text(record);
}

void write_record(const std::string& name, bool force, const std::string& text) {
    if (const Expected<Record> again = parse_record(text); !again)
        refuse(shown(name) +
               ": the record could not be read again, so it is not written: " + to_text(again.error()));
    NewFile file(name, force);
    file.write(text);
    file.complete();
}

void refuse_record(const std::string& file, const ReplayError& error) {
    TextError place = error.error;
    if (error.move > 0)
        place.message =
            "move " + std::to_string(error.move) + ", " + quincunx::quoted(error.text) + ": " + place.message;
    throw Failure(Exit::no, message(file, error), std::move(place));
}

}  // namespace quincunx::cli
