#include "apps/cli/subject.hpp"

#include <unistd.h>

#include <algorithm>

#include "apps/cli/on_game.hpp"
#include "session/session.hpp"

namespace quincunx::cli {

namespace {

/// The first word of a text that is no comment.
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
    const Expected<Session> session = Session::from_position(lines);
    if (!session) throw Failure(Exit::misuse, message(file, {0, {}, session.error()}));
    Subject subject;
    subject.name = file_name(file);
    subject.start.game = session->rules().id;
    subject.start.position = session->position_text();
    subject.position = subject.start.position;
    return subject;
}

Subject record_subject(const std::string& file, const std::string& text) {
    Expected<Record> record = parse_record(text);
    if (!record) throw Failure(Exit::misuse, message(file, {0, {}, record.error()}));
    const Replay game = replay(*record);
    if (!game.present) throw Failure(Exit::misuse, message(file, *game.error));
    Subject subject;
    subject.name = file_name(file);
    subject.start = *std::move(record);
    subject.start.moves.resize(subject.start.present());
    subject.start.at.reset();
    subject.start.result.reset();
    subject.start.marks.clear();
    subject.position = game.present->position;
    return subject;
}

}  // namespace

Subject deal_subject(const std::string& text) {
    const DealText deal = deal_argument(text);
    Subject subject;
    on_deal(deal, [&]<const Rules & rules>(const Position<rules>& position) {
        subject.start.game = deal.id;
        subject.start.deal = deal_text(deal);
        subject.position = position_text(position);
    });
    subject.name = subject.start.deal;
    return subject;
}

bool names_deal(const std::string& text) {
    if (::access(text.c_str(), F_OK) == 0) return false;
    if (games::with_game(text, []<const Rules&>() {}))
        throw Failure(Exit::misuse,
                      text + " is a game, no deal of it; a deal is, for example, " + text + "#1");
    return text.find_first_of("#:") != std::string::npos;
}

bool holds_position(const std::string& text) {
    const std::string_view first = first_word(text);
    return first == "quincunx-record" || first == "game";
}

Subject text_subject(const std::string& file, const std::string& text) {
    if (text.size() <= max_record_bytes && first_word(text) == "game") return position_subject(file, text);
    return record_subject(file, text);
}

Subject read_subject(const std::string& deal_or_file) {
    if (names_deal(deal_or_file)) return deal_subject(deal_or_file);
    return text_subject(deal_or_file, read_file(deal_or_file, max_record_bytes));
}

std::unique_ptr<advice::Advisor> advisor_for(const Subject& subject) {
    std::unique_ptr<advice::Advisor> advisor = advice::make_advisor(subject.start.game);
    if (const std::optional<TextError> error = advisor->set_position(subject.position))
        throw Failure(Exit::misuse, message(subject.name, {0, {}, *error}));
    return advisor;
}

}  // namespace quincunx::cli
