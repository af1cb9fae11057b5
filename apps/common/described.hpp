#pragma once

#include "apps/common/json.hpp"
#include "wire/solver_answers.hpp"

namespace quincunx::cli {

/// An answer as the modules give it, to be added to.
template <class Answer>
Json described(const Answer& answer, const Rules* rules = nullptr) {
    wire::JsonWriter json(rules);
    json.value(answer);
    return Json::parse(json.take());
}

inline Json described(const Rules& rules, const PositionText& position) {
    return described(wire::Placed{rules, position}, &rules);
}

}  // namespace quincunx::cli
