#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/deal.hpp"
#include "engine/generate.hpp"
#include "engine/position.hpp"
#include "engine/text.hpp"

/// Cards, moves, deals and positions as text (docs/notation.md). Every printer has a matching parser, which
/// accepts any input and reports where the first error is.
namespace quincunx {

// --- Words ---------------------------------------------------------------------------------------

/// "7H"
std::string to_text(Card card);

/// "F1", "T4", "R2", "W", "S"
std::string pile_name(const Layout& layout, PileId pile);

/// The pile with a name, or `no_pile`. Numbers have no sign and no leading zeros.
PileId pile_from_name(const Layout& layout, std::string_view name);

/// A non-negative number without a sign or leading zeros; nothing if it is malformed or too large.
std::optional<std::uint64_t> parse_number(std::string_view text);

/// "draw", "T3>T5*4", "R1@7H>F2"
std::string move_text(const Rules& rules, const Move& move);

/// A move in the notation. The game must have what it names; whether the move is legal is another question.
/// The line of an error is 1.
Expected<Move> parse_move(const Rules& rules, std::string_view text);

template <const Rules& rules>
std::string move_text(const Move& move) {
    return move_text(rules, move);
}
template <const Rules& rules>
Expected<Move> parse_move(std::string_view text) {
    return parse_move(rules, text);
}

// --- Deals ---------------------------------------------------------------------------------------

/// A deal: the id of a game, and either a number or all cards in dealing order.
struct DealText {
    std::string id;
    std::optional<std::uint64_t> number;
    std::vector<Card> cards;  ///< empty if there is a number
};

/// "carthage#12345" or "carthage:7HKS…"
std::string deal_text(const DealText& deal);

/// A deal text, checked for its form only; the line of an error is 1.
Expected<DealText> parse_deal(std::string_view text);

/// The game id in a deal text: what stands before the first `#` or `:`.
std::string_view game_of_deal(std::string_view text);

/// Gives every card its pack: the first of two equal cards belongs to the first pack.
void assign_packs(std::vector<Card>& cards);

/// The cards of a deal in dealing order, or why they are not the cards of the game.
Expected<std::vector<Card>> listed_deal(const Rules& rules, const DealText& deal);

/// The same for any deal.
inline Expected<std::vector<Card>> deal_cards(const Rules& rules, const DealText& deal) {
    if (deal.number) return numbered_deal(rules, *deal.number);
    return listed_deal(rules, deal);
}

// --- Positions -----------------------------------------------------------------------------------

/// A position as data: what its text says.
struct PositionText {
    std::vector<std::vector<Card>> piles;  ///< in the order F T R W S
    std::vector<int> hidden;               ///< face-down cards in each pile
    std::vector<int> lines;                ///< line of each pile in the text, for messages; else empty
    int redeals = 0;
    int choice = 0;
};

/// Reads position lines and validates them (ruling A8).
Expected<PositionText> read_position(const Rules& rules, std::string_view text);

/// Reads position lines and checks them for their form only: cards may be missing, and piles as they never are.
/// The codes of errors, with their parameters: `line-missing`, `line-expected` (`line`: what it should be),
/// `other-game` (`text`), `bad-redeals`, `too-many-redeals` (`limit`), `bad-choice`, `pile-expected` (`pile`),
/// `cards-expected` (`pile`), `second-bar`, `bar-first`, `no-face-down-here` (each with `pile`),
/// `unknown-card` (`pile`), `not-a-card` (`pile`, `text`), `no-such-card` (`pile`, `card`), `too-often` (`pile`,
/// `card`, `limit`), `text-after`.
Expected<PositionText> scan_position(const Rules& rules, std::string_view text);

/// Everything for which a position is not one of the game (ruling A8), one flaw a pile at most; first the redeals, then
/// the piles in their order, the cards that are missing last. The codes, with their parameters: `too-many-redeals`
/// (`limit`); with `pile`: `not-as-dealt` (`limit`: the cards dealt to it), `over-limit` (`limit`), `not-started`,
/// `wrong-start` (`card`, `rank`), `suit-again` (`card`, `limit`: foundations that may start with the suit),
/// `foundation-order` and `tableau-order` (`card`, `on`), `run-incomplete` (`limit`), `would-be-filled`, `no-face-down`, `top-face-down` (`card`);
/// `cards` (`card`, `limit`: how often it should appear).
std::vector<TextError> flaws(const Rules& rules, const PositionText& position);

/// The first of the flaws.
std::optional<TextError> wrong_with(const Rules& rules, const PositionText& position);

/// Writes position lines, each ended by a line feed; `as_player` writes `??` for unknown cards.
std::string write_position(const Rules& rules, const PositionText& position, bool as_player);

/// The game id in position lines, or "" if there is none.
std::string_view game_of_position(std::string_view text);

template <class Source>
PositionText position_data(const BasicPosition<Source>& position) {
    PositionText data;
    data.redeals = position.redeals_left();
    data.choice = position.choice();
    for (int pile = 0; pile < position.layout().piles(); ++pile) {
        const std::span<const Card> cards = position.pile(pile_id(pile));
        data.piles.emplace_back(cards.begin(), cards.end());
        data.hidden.push_back(position.hidden(pile_id(pile)));
    }
    return data;
}

template <class Source>
std::string position_text(const BasicPosition<Source>& position, bool as_player = false) {
    return write_position(position.rules(), position_data(position), as_player);
}

/// The position that data say, which must be one of the game.
template <class Source>
BasicPosition<Source> position_of(const Source& source, const PositionText& data) {
    BasicPosition<Source> position(source);
    position.clear();
    position.set_redeals_left(data.redeals);
    position.set_choice(data.choice);
    for (std::size_t pile = 0; pile < data.piles.size(); ++pile) {
        for (const Card card : data.piles[pile]) position.append(pile_id(static_cast<int>(pile)), card);
        position.set_hidden(pile_id(static_cast<int>(pile)), data.hidden[pile]);
    }
    position.rebuild();
    return position;
}

template <class Source>
Expected<BasicPosition<Source>> parse_position(const Source& source, std::string_view lines) {
    const Expected<PositionText> text = read_position(source.rules(), lines);
    if (!text) return tl::unexpected<TextError>(text.error());
    return position_of(source, *text);
}
template <const Rules& rules>
Expected<Position<rules>> parse_position(std::string_view lines) {
    return parse_position(Fixed<rules>{}, lines);
}

/// The start position of a deal, or why its cards are not those of the game.
template <const Rules& rules>
Expected<Position<rules>> deal_position(const DealText& deal) {
    const Expected<std::vector<Card>> cards = deal_cards(rules, deal);
    if (!cards) return tl::unexpected<TextError>(cards.error());
    Position<rules> position;
    position.deal(*cards);
    return position;
}

/// The texts of the listed moves, sorted bytewise.
template <class Source>
std::vector<std::string> legal_move_texts(const BasicPosition<Source>& position) {
    BasicMoveList<Source> moves;
    generate(position, moves);
    std::vector<std::string> texts;
    for (const Move& move : moves) texts.push_back(move_text(position.rules(), move));
    sort_texts(texts);
    return texts;
}

}  // namespace quincunx
