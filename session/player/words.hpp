#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quincunx {

/// Names and values that accompany a code: pile names, cards, numbers as text.
using Parameters = std::vector<std::pair<std::string, std::string>>;

/// A text with each {name} replaced by the parameter's value.
std::string filled(std::string_view text, const Parameters& parameters);

}  // namespace quincunx
