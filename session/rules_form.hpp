#pragma once

#include <string>
#include <string_view>

#include "session/game.hpp"

/// Rules on their way from the module that has read and judged them to one of the same build that trusts it: numbers, and the
/// hash of the rest. No file and no link has this form.
namespace quincunx {

/// The form of rules that `wrong_with` has accepted.
std::string rules_form(const Rules& rules);

/// The rules of a game in the form; none if it is damaged.
SharedRules read_rules_form(std::string_view id, std::string_view form);

}  // namespace quincunx
