// A deal text is either refused with the place of the error, or written back unchanged; a deal of a known
// game deals all its cards.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/notation.hpp"
#include "fuzz/law.hpp"
#include "games/all.hpp"

namespace quincunx::fuzz {
namespace {

void try_deal(std::string_view text) {
    const Expected<DealText> deal = parse_deal(text);
    if (!deal) {
        check_reason(deal.error(), text);
        return;
    }
    law(deal_text(*deal) == text);
    games::with_game(deal->id, [&]<const Rules & rules>() {
        const Expected<Position<rules>> position = deal_position<rules>(*deal);
        if (!position) {
            check_reason(position.error(), text);
            return;
        }
        law(parse_position<rules>(position_text(*position)).has_value());
    });
}

}  // namespace
}  // namespace quincunx::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    quincunx::fuzz::try_deal({reinterpret_cast<const char*>(data), size});
    return 0;
}
