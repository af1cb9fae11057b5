// The first line names a deal, the others are moves. Each move is refused with the place of the error, or
// written back unchanged. If it is accepted, it is played, and at the end all of them are taken back.
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
void try_moves(std::uint64_t number, const std::vector<std::string_view>& texts) {
    Position<rules> position;
    position.deal(numbered_deal<rules>(number));
    const Position<rules> start = position;
    std::vector<Undo> undos;
    for (const std::string_view text : texts) {
        const Expected<Move> move = parse_move<rules>(text);
        if (!move) {
            check_reason(move.error(), text);
            continue;
        }
        law(move_text(rules, *move) == text);
        if (!accepts(position, *move)) continue;
        undos.push_back(position.play(*move));
        check_key(position);
    }
    take_back(position, undos, start);
}

void try_text(std::string_view text) {
    std::vector<std::string_view> lines = split_lines(text);
    if (lines.empty() || lines.size() > 500) return;
    const Expected<DealText> deal = parse_deal(lines.front());
    if (!deal || !deal->number) return;
    lines.erase(lines.begin());
    games::with_game(deal->id, [&]<const Rules & rules>() { try_moves<rules>(*deal->number, lines); });
}

}  // namespace
}  // namespace quincunx::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    quincunx::fuzz::try_text({reinterpret_cast<const char*>(data), size});
    return 0;
}
