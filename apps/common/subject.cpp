#include "apps/common/subject.hpp"

#include <unistd.h>

#include "apps/common/game_argument.hpp"
#include "engine/cleaned.hpp"

namespace quincunx::cli {

namespace {

Subject subject_of(std::string name, Session session) {
    Record start = session.record();
    start.moves.resize(session.ply());
    start.marks.clear();
    return {std::move(name), std::move(start), std::move(session)};
}

}  // namespace

Subject deal_subject(const std::string& text, const SharedRules& own) {
    const DealText deal = deal_argument(text, own);
    Expected<Session> session = Session::from_deal(game_argument(deal.id, own), deal);
    if (!session) refuse_deal(deal, session.error());
    std::string name = session->deal();
    return subject_of(std::move(name), *std::move(session));
}

bool names_deal(const std::string& text) {
    if (::access(text.c_str(), F_OK) == 0) return false;
    if (read_game_ref(text)) refuse(text + " is a game, not a deal; a deal is, for example, " + text + "#1");
    return text.find_first_of("#:") != std::string::npos;
}

Subject text_subject(const std::string& file, const std::string& typed, const SharedRules& own) {
    Replay game = Session::replay(with_own_rules(record_or_position_in(cleaned(typed), file), own));
    if (!game.present) refuse_record(file, *game.error);
    return subject_of(file_name(file), *std::move(game.present));
}

void add_subject(CLI::App& command, SubjectOptions& options) {
    command.add_option("deal", options.what, "game#number, game:cards, a record, or - for standard input")
        ->required()
        ->type_name("DEALS");
    add_rules_option(command, options.rules);
}

Subject read_subject(const SubjectOptions& options) {
    return read_subject(options.what, own_rules(options.rules));
}

Subject read_subject(const std::string& deal_or_file, const SharedRules& own) {
    if (names_deal(deal_or_file)) return deal_subject(deal_or_file, own);
    return text_subject(deal_or_file, read_file(deal_or_file, max_record_bytes), own);
}

std::unique_ptr<advice::Advisor> advisor_for(const Subject& subject) {
    auto advisor = std::make_unique<advice::Advisor>(subject.session.game().shared_rules());
    advisor->set_position(subject.session.game());
    return advisor;
}

}  // namespace quincunx::cli
