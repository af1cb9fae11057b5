#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "apps/common/command.hpp"

namespace quincunx::cli {

/// Members keep the order in which they are added.
using Json = nlohmann::ordered_json;

/// An answer as text on one line, ended by a line feed. Bytes that are not UTF-8 are replaced.
inline std::string json_text(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

inline void add_json_flag(CLI::App& command, bool& as_json) {
    command.add_flag("--json", as_json, "Answer in JSON, for programs");
}

}  // namespace quincunx::cli
