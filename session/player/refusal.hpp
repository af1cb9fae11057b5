#pragma once

#include <string>
#include <string_view>

#include "engine/move.hpp"
#include "engine/text.hpp"

namespace quincunx {

/// A refused move, explained to people. Parameters are names and texts: `from` and `to` are pile ids, `card`
/// is the lowest card lifted, `on` the target's top card, `rank` the rank with which a foundation starts,
/// `limit` a number of cards, `fits` the cards that the target would take. Parameters that do not apply are left out.
struct RefusalView {
    std::string code;  ///< the enumerator with hyphens: "kings-only"
    Parameters parameters;
    std::string text;  ///< plain English, one sentence
};

/// Puts a refusal into words.
RefusalView describe(Refusal refusal, Parameters parameters);

}  // namespace quincunx
