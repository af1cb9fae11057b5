#pragma once

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "engine/text.hpp"

namespace quincunx {

/// "no-such-ply limit=3": the code of an error and its parameters.
inline std::string reason_of(const TextError& error) {
    std::string reason = error.code;
    for (const auto& [name, value] : error.parameters) reason += ' ' + name + '=' + value;
    return reason;
}

/// The codes in a source file of the project: texts with a hyphen, followed by the English text or the parameters.
inline std::set<std::string> codes_in(const std::string& file) {
    std::ifstream stream(QUINCUNX_SOURCE_DIR "/" + file);
    const std::string source(std::istreambuf_iterator<char>(stream), {});
    const std::regex code("\"([a-z]+(-[a-z0-9]+)+)\",\\s+([^\",;]*\"|std::move\\(parameters\\))");
    std::set<std::string> codes;
    for (std::sregex_iterator it(source.begin(), source.end(), code), end; it != end; ++it)
        codes.insert((*it)[1]);
    return codes;
}

}  // namespace quincunx
