#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quincunx {

/// A fair hint: found from the view alone, with its reason.
struct Hint {
    std::string move;
    std::string code;  ///< "turns-up", …
    std::vector<std::pair<std::string, std::string>> parameters;
    std::string text;
};

}  // namespace quincunx
