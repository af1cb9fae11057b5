#pragma once

#include <string>
#include <string_view>

#include "engine/move.hpp"
#include "session/words.hpp"

namespace quincunx {

/// A refused move for people. Parameters are names and texts: `from` and `to` pile ids, `card` the lowest
/// card lifted, `on` the target's top card, `rank` the rank that a foundation starts with, `limit` a number
/// of cards. A parameter is left out where there is no such thing.
struct RefusalView {
    std::string code;  ///< "kings-only"
    Parameters parameters;
    std::string text;  ///< plain English, one sentence
};

/// The code of a refusal: its enumerator with hyphens.
std::string_view refusal_code(Refusal refusal);

/// Puts a refusal into words.
RefusalView describe(Refusal refusal, Parameters parameters);

}  // namespace quincunx
