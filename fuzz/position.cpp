// Position lines are refused with the place of the error, or written and read back unchanged. What is
// accepted can be played: after some moves every card is still there, and all the moves are taken back.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/generate.hpp"
#include "engine/notation.hpp"
#include "fuzz/law.hpp"
#include "games/all.hpp"

namespace quincunx::fuzz {
namespace {

template <const Rules& rules>
std::size_t cards_of(const Position<rules>& position) {
    std::size_t cards = 0;
    for (int pile = 0; pile < Position<rules>::piles; ++pile) {
        const int size = position.size(pile_id(pile));
        law(size <= pile_room(rules, pile_id(pile)));
        cards += static_cast<std::size_t>(size);
    }
    return cards;
}

/// Everything that is wrong has a code, a place and parameters that are safe to show; nothing is if it can be played.
void check_flaws(const Rules& rules, std::string_view text, bool accepted) {
    const Expected<PositionText> scanned = scan_position(rules, text);
    const std::vector<TextError> wrong =
        scanned ? flaws(rules, *scanned) : std::vector<TextError>{scanned.error()};
    law(accepted == wrong.empty());
    for (const TextError& flaw : wrong) {
        check_reason(flaw, text);
    }
}

template <const Rules& rules>
void try_position(std::string_view text) {
    Expected<Position<rules>> read = parse_position<rules>(text);
    check_flaws(rules, text, read.has_value());
    if (!read) {
        check_reason(read.error(), text);
        return;
    }
    const std::string written = position_text(*read);
    const Expected<Position<rules>> again = parse_position<rules>(written);
    law(again && *again == *read && again->key() == read->key() && position_text(*again) == written);

    Position<rules>& position = *read;
    std::vector<Undo> undos;
    MoveList<rules> moves;
    // The moves depend on the text, so that the fuzzer can choose them.
    for (std::size_t i = 0; i < 300; ++i) {
        generate(position, moves);
        if (moves.empty()) break;
        const auto byte = static_cast<unsigned char>(text[i % text.size()]);
        undos.push_back(position.play(moves[(byte + i) % moves.size()]));
        law(cards_of(position) == static_cast<std::size_t>(rules.card_count()));
    }
    check_key(position);
    take_back(position, undos, *again);
}

}  // namespace
}  // namespace quincunx::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::string_view game = quincunx::game_of_position(text);
    quincunx::games::for_each_game([&]<const quincunx::Rules & rules>() {
        if (game == rules.id || game.empty()) quincunx::fuzz::try_position<rules>(text);
    });
    return 0;
}
