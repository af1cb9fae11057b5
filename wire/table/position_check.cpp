#include "wire/table/position_check.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "engine/notation.hpp"
#include "session/game.hpp"
#include "wire/table/json.hpp"
#include "wire/table/table_json.hpp"

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

void write_flaw(JsonWriter& json, const TextError& flaw, bool later) {
    json.begin_object().member("code", flaw.code);
    write_parameters(json, flaw.parameters);
    json.member("text", flaw.message).member("line", flaw.line).member("column", flaw.column);
    json.member("later", later).end_object();
}

std::string unreadable(const TextError& error) {
    JsonWriter json;
    json.begin_object().key("position").null().key("left").begin_array().end_array();
    json.key("wrong").begin_array();
    write_flaw(json, error, false);
    return json.end_array().end_object().take();
}

void write_position(JsonWriter& json, const Rules& rules, const PositionText& position) {
    const Layout layout(rules);
    json.begin_object().member("game", rules.id).member("redeals", position.redeals);
    json.member("choice", position.choice == 0 ? "" : (position.choice == 1 ? "by1" : "by2"));
    json.key("piles").begin_array();
    for (std::size_t pile = 0; pile < position.piles.size(); ++pile) {
        std::vector<std::string> cards;
        for (const Card card : position.piles[pile]) cards.push_back(to_text(card));
        json.begin_object().member("id", pile_name(layout, pile_id(static_cast<int>(pile))));
        json.member("cards", cards).member("hidden", position.hidden[pile]).end_object();
    }
    json.end_array().end_object();
}

}  // namespace

std::string position_check_json(std::string_view lines) {
    const Expected<SharedRules> found = read_position_ref(lines);
    if (!found) return unreadable(found.error());
    const Rules& rules = (*found)->rules();
    const Expected<PositionText> position = scan_position(rules, lines);
    if (!position) return unreadable(position.error());
    const std::vector<std::string> left = cards_left(rules, *position);
    JsonWriter json;
    json.begin_object().key("position");
    write_position(json, rules, *position);
    json.member("left", left).key("wrong").begin_array();
    for (const TextError& flaw : flaws(rules, *position))
        write_flaw(json, flaw, !left.empty() && may_mend(rules, *position, flaw));
    return json.end_array().end_object().take();
}

}  // namespace quincunx::wire
