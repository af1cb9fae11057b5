#pragma once

#include <string>
#include <string_view>

#include "engine/text.hpp"

namespace quincunx {

/// A text with each {name} replaced by the parameter's value.
std::string filled(std::string_view text, const Parameters& parameters);

}  // namespace quincunx
