#include "wire/table/table_requests.hpp"

#include "engine/notation.hpp"
#include "games/all.hpp"
#include "session/rules_form.hpp"
#include "session/rules_text.hpp"
#include "wire/table/position_check.hpp"
#include "wire/table/table_answers.hpp"
#include "wire/table/table_questions.hpp"

namespace quincunx::wire {

namespace {

constexpr Names question(table_questions);

std::string all_games(const std::vector<SharedRules>& own) {
    JsonWriter json = ok();
    json.key("games").begin_array();
    games::for_each_game([&]<const Rules & rules>() { json.value(rules); });
    if constexpr (reads_own_rules)
        for (const SharedRules& game : own) json.value(game->rules());
    return json.end_array().end_object().take();
}

}  // namespace

std::string TableRequests::open(Expected<Session> session) {
    if (!session) return failed(session.error());
    session_.emplace(*std::move(session));
    if constexpr (reads_own_rules)
        if (is_own(session_->rules())) note(session_->game().shared_rules());
    return table();
}

std::string TableRequests::read_rules(std::string_view text) {
    const Expected<SharedRules> rules = parse_rules(text);
    if (!rules) return failed(rules.error());
    note(*rules);
    JsonWriter json = ok();
    json.member("game", (*rules)->rules())
        .member("form", rules_form((*rules)->rules()))
        .member("text", rules_text((*rules)->rules()));
    return json.end_object().take();
}

/// From now on deals and positions need not bring these rules, and the game is called own.
void TableRequests::note(const SharedRules& rules) {
    std::erase_if(own_, [&](const SharedRules& had) { return had->rules().id == rules->rules().id; });
    own_.push_back(rules);
}

/// The rules of a game that is not listed; none of another one.
SharedRules TableRequests::noted(std::string_view ref) const {
    for (const SharedRules& game : own_)
        if (game == own_.back() ? names_own(ref, game) : ref == game->rules().id) return game;
    return nullptr;
}

std::string TableRequests::answer(std::string_view request) {
    const std::size_t end = request.find('\n');
    std::string_view line = request.substr(0, end);
    const std::string_view payload = end == std::string_view::npos ? "" : request.substr(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t space = line.find(' ');
    const std::string_view verb = line.substr(0, space);
    const std::string_view rest = space == std::string_view::npos ? "" : line.substr(space + 1);
    if constexpr (reads_own_rules) {
        if (verb == own_table_questions[0].name) return read_rules(payload);
        if (verb == "new") return open(Session::from_deal(rest, noted(game_of_deal(rest))));
        if (const SharedRules own = noted(game_of_position(payload))) {
            if (verb == "setup") return open(Session::from_position(own, payload));
            if (verb == "check") return position_check(own, payload);
        }
    }
    const std::size_t asked = question.find(verb);
    switch (asked) {
        case question("games"):
            return all_games(own_);
        case question("new"):
            return open(Session::from_deal(rest));
        case question("load"):
            return open(Session::from_record(payload));
        case question("setup"):
            return open(Session::from_position(payload));
        case question("check"):
            return position_check(payload);
        case std::size(table_questions):
            return refused("no-such-request");
        default:
            return session_ ? on_table(asked, rest) : refused("no-table");
    }
}

std::string TableRequests::table() const {
    return answered(*session_, &session_->rules());
}

/// The table, or why it is as before; a limit that was reached is a parameter.
std::string TableRequests::changed(bool done, const char* code, std::size_t limit) const {
    if (done) return table();
    return limit == no_limit ? refused(code) : refused(code, limit);
}

std::string TableRequests::on_table(std::size_t asked, std::string_view rest) {
    Session& session = *session_;
    session.forget_events();
    const std::uint64_t ply = parse_number(rest).value_or(~0ULL);
    const bool is_ply = ply <= session.plies();
    const auto at = static_cast<std::size_t>(ply);
    const auto no_ply = [&] { return changed(false, "no-such-ply", session.plies()); };
    switch (asked) {
        case question("table"):
            return table();
        case question("view"):
            return is_ply ? answered("view", session.at(at).view(), &session.rules()) : no_ply();
        case question("play"): {
            const std::optional<Failure> failure = session.play(rest);
            return failure ? failed(*failure) : table();
        }
        case question("undo"):
            return changed(session.undo(), "nothing-to-undo");
        case question("redo"): {
            const bool done = session.redo();
            // Here the page compares card places, as after undo.
            session.forget_events();
            return changed(done, "nothing-to-redo");
        }
        case question("goto"):
            return is_ply && session.go_to(at) ? table() : no_ply();
        case question("automatic"): {
            const std::optional<Automatic> mode = automatic_from_text(rest);
            if (mode) session.set_automatic(*mode);
            return changed(mode.has_value(), "bad-request");
        }
        case question("finish"):
            return changed(session.finish(), "not-finishable");
        case question("mark"): {
            const bool full = session.marks().size() >= max_record_notes;
            return changed(session.mark(rest), full ? "too-many-notes" : "note-too-long",
                           full ? max_record_notes : max_note_bytes);
        }
        case question("unmark"):
            return changed(is_ply && session.unmark(at), "no-such-mark");
        case question("meta"): {
            const std::size_t space = std::min(rest.find(' '), rest.size());
            const std::string_view text = rest.substr(std::min(space + 1, rest.size()));
            return changed(session.set_meta(rest.substr(0, space), text), "bad-meta", max_note_bytes);
        }
        case question("why"): {
            const std::optional<Failure> failure = session.why(rest);
            if (failure && !failure->refusal) return failed(*failure);
            return answered("refusal", failure ? failure->refusal : std::nullopt);
        }
        case question("hint"):
            return answered("hint", session.hint());
        default: {
            FieldAnswer answer{command_field(session, rest), nullptr};
            if (answer.answer.kind == "moved") answer.table = &session;
            return answered(answer, &session.rules());
        }
    }
}

}  // namespace quincunx::wire
