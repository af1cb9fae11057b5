#include "wire/table/table_requests.hpp"

#include "engine/notation.hpp"
#include "wire/table/command_field.hpp"
#include "wire/table/json.hpp"
#include "wire/table/position_check.hpp"
#include "wire/table/table_json.hpp"

namespace quincunx::wire {

namespace {

/// {"ok":true} with one member added.
std::string with(std::string_view name, const std::string& json) {
    return ok().key(name).raw(json).end_object().take();
}

/// {"ok":true, …the members of an object}
std::string with_members(const std::string& object) {
    return "{\"ok\":true," + object.substr(1);
}

}  // namespace

std::string TableRequests::open(Expected<Session> session) {
    if (!session) return failed(session.error());
    session_ = std::move(*session);
    return with_members(table_json(*session_));
}

std::string TableRequests::answer(std::string_view request) {
    const std::size_t end = request.find('\n');
    std::string_view line = request.substr(0, end);
    const std::string_view payload = end == std::string_view::npos ? "" : request.substr(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t space = line.find(' ');
    const std::string_view verb = line.substr(0, space);
    const std::string_view rest = space == std::string_view::npos ? "" : line.substr(space + 1);
    if (verb == "games") return with("games", games_json());
    if (verb == "new") return open(Session::from_deal(rest));
    if (verb == "load") return open(Session::from_record(payload));
    if (verb == "setup") return open(Session::from_position(payload));
    if (verb == "check") return with_members(position_check_json(payload));
    if (!session_) return failed("there is no table yet");
    return on_table(verb, rest);
}

std::string TableRequests::on_table(std::string_view verb, std::string_view rest) {
    Session& session = *session_;
    session.forget_events();
    const auto table = [&] { return with_members(table_json(session)); };
    const std::optional<std::uint64_t> number = parse_number(rest);
    const bool is_ply = number && *number <= session.plies();
    const auto ply = static_cast<std::size_t>(is_ply ? *number : 0);
    if (verb == "table") return table();
    if (verb == "view")
        return is_ply ? with("view", view_json(session.rules(), session.at(ply).view()))
                      : failed("there is no such ply");
    if (verb == "play") {
        if (const std::optional<Failure> failure = session.play(rest)) return failure_json(*failure);
        return table();
    }
    if (verb == "undo") return session.undo() ? table() : failed("nothing to undo");
    if (verb == "redo") {
        if (!session.redo()) return failed("nothing to redo");
        // Here the page compares card places, as after undo.
        session.forget_events();
        return table();
    }
    if (verb == "goto") {
        if (!is_ply || !session.go_to(ply)) return failed("there is no such ply");
        return table();
    }
    if (verb == "automatic") {
        const std::optional<Automatic> mode = automatic_from_text(rest);
        if (!mode) return failed("automatic play is never, safe or all");
        session.set_automatic(*mode);
        return table();
    }
    if (verb == "finish")
        return session.finish() ? table() : failed("the game cannot be finished automatically");
    if (verb == "mark")
        return session.mark(rest) ? table()
                                  : failed("a mark has at most 400 bytes, a game at most 300 marks");
    if (verb == "unmark") return is_ply && session.unmark(ply) ? table() : failed("there is no such mark");
    if (verb == "meta") {
        const std::size_t space = rest.find(' ');
        const std::string_view text = space == std::string_view::npos ? "" : rest.substr(space + 1);
        return session.set_meta(rest.substr(0, space), text)
                   ? table()
                   : failed("a key consists of letters, digits and -, and a text has at most 400 bytes");
    }
    if (verb == "why") {
        const std::optional<Failure> failure = session.why(rest);
        if (failure && !failure->refusal) return failure_json(*failure);
        return with("refusal", refusal_json(failure ? failure->refusal : std::nullopt));
    }
    if (verb == "hint") return with("hint", hint_json(session.hint()));
    if (verb == "field") {
        const CommandAnswer answer = command_field(session, rest);
        return with_members(command_json(answer, session));
    }
    return failed("unknown request: " + quoted(verb));
}

}  // namespace quincunx::wire
