// A deal text is refused with a place in it, or written again as it was; one of a game deals all its cards.
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
        check_place(deal.error(), text);
        return;
    }
    law(deal_text(*deal) == text);
    games::for_each_game([&]<const Rules & rules>() {
        if (rules.id != deal->id) return;
        const Expected<CardList<rules>> cards = deal_cards<rules>(*deal);
        if (!cards) {
            check_place(cards.error(), text);
            return;
        }
        Position<rules> position;
        position.deal(*cards);
        law(parse_position<rules>(position_text(position)).has_value());
    });
}

}  // namespace
}  // namespace quincunx::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    quincunx::fuzz::try_deal({reinterpret_cast<const char*>(data), size});
    return 0;
}
