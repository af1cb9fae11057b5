#pragma once

#include <string>
#include <string_view>

#include "engine/text.hpp"

namespace quincunx {

/// A hint with its reason.
///
/// The codes, most useful first: `safe`, `foundation`, `turns-up` (a card of `from`), `joins-run`,
/// `frees-pile`, `frees-card` (for a foundation), `plays-waste`, `frees-reserve` (a reserve's top card
/// continues a run), `builds-bridge` (lets another run move), `covers` (a card that is needed later),
/// `uncovers` (the next card of `from`), `brings-down` (a card of an open reserve), `covers-needed`, `choice`
/// (with `increment` and `count`, the number of cards that then fit at once), `draw`, `redeal`. All but
/// `choice`, `draw` and `redeal` have the parameters `card` (the lowest that moves), `from` and `to` (piles), and
/// `on`, the top card of `to`, unless `to` is empty.
struct Hint {
    std::string move;
    std::string code;
    Parameters parameters;
    std::string text;

    friend bool operator==(const Hint&, const Hint&) = default;
};

/// The code of a move that gains nothing by itself.
inline constexpr std::string_view no_gain = "prepares";

}  // namespace quincunx
