#include "wire/table/position_check.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "engine/notation.hpp"
#include "session/rules_text.hpp"
#include "wire/table/table_answers.hpp"

namespace quincunx::wire {

namespace {

/// The cards that no pile has, sorted by suit and rank.
std::vector<std::string> cards_left(const Rules& rules, const PositionText& position) {
    std::array<int, face_count> placed{};
    for (const std::vector<Card>& cards : position.piles)
        for (const Card card : cards) ++placed[static_cast<std::size_t>(card.face())];
    std::vector<std::string> left;
    for (int suit = 0; suit < suit_count; ++suit)
        for (int rank = 1; rank <= rules.ranks; ++rank) {
            const Card card(rank_of(rank), static_cast<Suit>(suit));
            for (int copy = placed[static_cast<std::size_t>(card.face())]; copy < rules.decks; ++copy)
                left.push_back(to_text(card));
        }
    return left;
}

/// Whether a flaw may be gone once the missing cards have been added.
bool may_mend(const Rules& rules, const PositionText& position, const TextError& flaw) {
    if (flaw.code == "cards" || flaw.code == "not-started" || flaw.code == "would-be-filled" ||
        flaw.code == "top-face-down")
        return true;
    if (flaw.code != "not-as-dealt") return false;
    const PileId pile = pile_from_name(Layout(rules), flaw.parameters.front().second);
    const auto place = static_cast<std::size_t>(index(pile));
    return static_cast<int>(position.piles[place].size()) < dealt_sizes(rules)[place];
}

std::string unreadable(const TextError& error) {
    return answered(PositionCheck{{}, {}, {{error, false}}});
}

}  // namespace

std::string position_check(std::string_view lines) {
    return position_check(read_position_ref(lines), lines);
}

std::string position_check(const Expected<SharedRules>& game, std::string_view lines) {
    if (!game) return unreadable(game.error());
    const Rules& rules = (*game)->rules();
    RulesText plain;
    if constexpr (reads_own_rules) {
        plain = without_rules(lines);
        lines = plain;
    }
    const Expected<PositionText> position = scan_position(rules, lines);
    if (!position) return unreadable(position.error());
    const Placed placed{rules, *position};
    PositionCheck check{&placed, cards_left(rules, *position), {}};
    for (const TextError& flaw : flaws(rules, *position))
        check.wrong.push_back({flaw, !check.left.empty() && may_mend(rules, *position, flaw)});
    return answered(check, &rules);
}

}  // namespace quincunx::wire
