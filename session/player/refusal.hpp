#pragma once

#include <string>
#include <string_view>

#include "engine/move.hpp"
#include "session/player/words.hpp"

namespace quincunx {

/// A refused move for people. Parameters are names and texts: `from` and `to` pile ids, `card` the lowest
/// card lifted, `on` the target's top card, `rank` the rank that a foundation starts with, `limit` a number
/// of cards. A parameter is left out where there is no such thing.
struct RefusalView {
    std::string code;  ///< the enumerator with hyphens: "kings-only"
    Parameters parameters;
    std::string text;  ///< plain English, one sentence
};

/// Puts a refusal into words.
RefusalView describe(Refusal refusal, Parameters parameters);

}  // namespace quincunx
