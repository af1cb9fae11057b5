#include "apps/common/record_file.hpp"

#include <unistd.h>

#include <cerrno>

#include "apps/common/file.hpp"
#include "apps/common/game_argument.hpp"
#include "engine/cleaned.hpp"
#include "session/rules_text.hpp"
#include "session/shipped_rules.hpp"

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
    refuse_record(name, record.error());
}

}  // namespace

Record record_or_position_in(const std::string& text, const std::string& name) {
    const std::string_view game = game_of_position(text);
    if (game.empty()) return record_in(text, name);
    Record record;
    record.game = game;
    record.position = text;
    return record;
}

Record read_record(const std::string& name) {
    return record_in(record_file(name), name);
}

Record read_record_or_position(const std::string& name) {
    return record_or_position_in(record_file(name), name);
}

Record with_own_rules(Record record, const SharedRules& given) {
    const SharedRules own = given ? game_argument(record.game, given) : shipped_game(record.game);
    if (!own) return record;
    const std::string_view said = game_of_position(record.position);
    const std::string_view id = own->rules().id;
    if (record.rules.empty() && rules_line(record.position).empty())
        record.rules = carried_rules(own->rules());
    if (said == record.game) {
        record.position.replace(static_cast<std::size_t>(said.data() - record.position.data()), said.size(),
                                id);
        record.game = id;
    }
    return record;
}

std::string record_of(const Rules& rules, const DealText& deal, const std::vector<std::string>& moves,
                      bool won) {
    Record record;
    record.game = deal.id;
    record.rules = carried_rules(rules);
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

void refuse_record(const std::string& file, const TextError& error) {
    std::string text = file_name(file);
    if (error.line > 0) text += ':' + std::to_string(error.line);
    if (error.line > 0 && error.column > 0) text += ':' + std::to_string(error.column);
    const bool card = error.code == "not-a-card";
    throw Failure(Exit::no, text + ": " + error.message + (card ? "; cards are written like 7H or TD" : ""),
                  error);
}

}  // namespace quincunx::cli
