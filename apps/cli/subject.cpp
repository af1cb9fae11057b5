#include "apps/cli/subject.hpp"

#include <unistd.h>

#include <algorithm>

#include "apps/cli/on_game.hpp"
#include "engine/cleaned.hpp"

namespace quincunx::cli {

namespace {

/// The first word of a text that is not part of a comment.
std::string_view first_word(std::string_view text) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        const std::size_t start = line.find_first_not_of(" \t\r");
        if (start != std::string_view::npos && !line.starts_with('#')) {
            const std::string_view rest = line.substr(start);
            return rest.substr(0, rest.find_first_of(" \t\r"));
        }
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return {};
}

Subject position_subject(const std::string& file, const std::string& lines) {
    Expected<Session> session = Session::from_position(lines);
    if (!session) refuse_record(file, {0, {}, session.error()});
    Record start;
    start.game = session->rules().id;
    start.position = session->position_text();
    return {file_name(file), std::move(start), *std::move(session)};
}

Subject record_subject(const std::string& file, const std::string& text) {
    Expected<Record> record = parse_record(text);
    if (!record) refuse_record(file, {0, {}, record.error()});
    Replay game = replay(*record);
    if (!game.present) refuse_record(file, *game.error);
    Record start = *std::move(record);
    start.moves.resize(start.present());
    start.at.reset();
    start.result.reset();
    start.marks.clear();
    return {file_name(file), std::move(start), *std::move(game.present)};
}

}  // namespace

Subject deal_subject(const std::string& text) {
    const DealText deal = deal_argument(text);
    on_game(deal.id, []<const Rules&>() {});
    Expected<Session> session = Session::from_deal(deal);
    if (!session) refuse_deal(deal, session.error());
    Record start;
    start.game = deal.id;
    start.deal = session->deal();
    return {start.deal, start, *std::move(session)};
}

bool names_deal(const std::string& text) {
    if (::access(text.c_str(), F_OK) == 0) return false;
    if (games::find(text) != nullptr)
        refuse(text + " is a game, not a deal; a deal is, for example, " + text + "#1");
    return text.find_first_of("#:") != std::string::npos;
}

bool holds_position(const std::string& typed) {
    // A list of deals may be very long.
    const std::string text = cleaned(std::string_view(typed).substr(0, max_record_bytes));
    const std::string_view first = first_word(text);
    return first == "quincunx-record" || first == "game";
}

Subject text_subject(const std::string& file, const std::string& typed) {
    const std::string text = cleaned(typed);
    if (text.size() <= max_record_bytes && first_word(text) == "game") return position_subject(file, text);
    return record_subject(file, text);
}

void add_subject(CLI::App& command, std::string& what) {
    command.add_option("deal", what, "game#number, game:cards, a record, or - for standard input")
        ->required()
        ->type_name("DEALS");
}

Subject read_subject(const std::string& deal_or_file) {
    if (names_deal(deal_or_file)) return deal_subject(deal_or_file);
    return text_subject(deal_or_file, read_file(deal_or_file, max_record_bytes));
}

std::unique_ptr<advice::Advisor> advisor_for(const Subject& subject) {
    std::unique_ptr<advice::Advisor> advisor = advice::make_advisor(subject.session.rules().id);
    advisor->set_position(subject.session.game());
    return advisor;
}

}  // namespace quincunx::cli
