#pragma once

#include "apps/common/json.hpp"
#include "session/rules_text.hpp"
#include "wire/solver_answers.hpp"

namespace quincunx::cli {

/// An answer as the modules give it, to be added to.
template <class Answer>
Json described(const Answer& answer, const Rules* rules = nullptr) {
    wire::JsonWriter json(rules);
    json.value(answer);
    return Json::parse(json.take());
}

/// A position, with the rules that are no listed game's.
inline Json described(const Rules& rules, const PositionText& position) {
    Json json = described(wire::Placed{rules, position}, &rules);
    if (is_own(rules)) json["rules"] = Json::parse(rules_text(rules));
    return json;
}

}  // namespace quincunx::cli
