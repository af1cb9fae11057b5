#pragma once

#include <string>
#include <string_view>

#include "session/game.hpp"

namespace quincunx::wire {

/// {"ok":false,"error":Reason}
std::string failed(const Failure& failure);
std::string failed(const TextError& error);
std::string failed(std::string_view message);
/// The same with a code, for a text that is the caller's.
std::string refused(const char* code, std::string_view message);

}  // namespace quincunx::wire
