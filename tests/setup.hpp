#pragma once

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/notation.hpp"

/// Positions set up by hand, and moves and piles as text.
namespace quincunx::testing {

/// The full position for lines that name only some of the piles: "redeals 0", "choice by1", "T1 KH | QS".
/// They are separated by line feeds or semicolons; piles that are not named are empty.
inline PositionText named_piles(const Rules& rules, std::string text) {
    for (char& c : text)
        if (c == ';') c = '\n';
    const Layout layout(rules);
    PositionText position;
    position.redeals = rules.stock.redeal.count;
    position.piles.resize(static_cast<std::size_t>(layout.piles()));
    position.hidden.resize(static_cast<std::size_t>(layout.piles()));
    for (const std::string_view line : split_lines(text)) {
        const std::vector<Word> words = split_words(line);
        if (words.empty()) continue;
        if (words[0].text == "redeals") {
            position.redeals = static_cast<int>(parse_number(words[1].text).value_or(0));
            continue;
        }
        if (words[0].text == "choice") {
            position.choice = words[1].text == "by1" ? 1 : (words[1].text == "by2" ? 2 : 0);
            continue;
        }
        const PileId pile = pile_from_name(layout, words[0].text);
        EXPECT_NE(pile, no_pile) << line;
        if (pile == no_pile) continue;
        std::vector<Card>& cards = position.piles[static_cast<std::size_t>(index(pile))];
        for (std::size_t i = 1; i < words.size(); ++i) {
            if (words[i].text == "-") continue;
            if (words[i].text == "|") {
                position.hidden[static_cast<std::size_t>(index(pile))] = static_cast<int>(cards.size());
                continue;
            }
            const Card card = card_from_text(words[i].text);
            EXPECT_TRUE(card.valid()) << line;
            cards.push_back(card);
        }
    }
    return position;
}

/// Puts just the named cards into a position, which ruling A8 would refuse.
template <class Source>
BasicPosition<Source> set_up(const Source& source, const std::string& text) {
    const PositionText named = named_piles(source.rules(), text);
    BasicPosition<Source> position(source);
    position.clear();
    position.set_redeals_left(named.redeals);
    position.set_choice(named.choice);
    std::array<int, face_count> seen{};
    for (std::size_t i = 0; i < named.piles.size(); ++i) {
        const PileId pile = pile_id(static_cast<int>(i));
        EXPECT_LE(named.piles[i].size(), static_cast<std::size_t>(pile_room(source.rules(), pile)));
        for (const Card card : named.piles[i])
            position.append(pile, card.with_pack(seen[static_cast<std::size_t>(card.face())]++ & 1));
        position.set_hidden(pile, named.hidden[i]);
    }
    position.rebuild();
    return position;
}
template <const Rules& rules>
Position<rules> set_up(const std::string& text) {
    return set_up(Fixed<rules>{}, text);
}

/// Where rules that tests make up come from: a value, so that what plays them is compiled once for all of them; in the full
/// run each is compiled, too, as a listed game is.
#ifdef QUINCUNX_THOROUGH
template <const Rules& rules>
Fixed<rules> made_up() {
    return {};
}
#else
template <const Rules& rules>
Given made_up() {
    static const std::shared_ptr<const GameRules> game = GameRules::make<rules>();
    return Given(*game);
}
#endif
/// A position under such rules: as no card lies yet, or with the named cards.
template <const Rules& rules>
auto tried() {
    return BasicPosition(made_up<rules>());
}
template <const Rules& rules>
auto tried(const std::string& text) {
    return set_up(made_up<rules>(), text);
}

/// The starting position of a numbered deal.
template <const Rules& rules>
Position<rules> dealt(std::uint64_t number) {
    Position<rules> position;
    position.deal(numbered_deal<rules>(number));
    return position;
}

/// The listed moves, sorted and separated by blanks.
template <class Source>
std::string moves(const BasicPosition<Source>& position) {
    std::string text;
    for (const std::string& move : legal_move_texts(position)) text += (text.empty() ? "" : " ") + move;
    return text;
}

/// Whether a move text is accepted; also false if it is not a move of the game.
template <class Source>
bool accepted(const BasicPosition<Source>& position, std::string_view text) {
    const Expected<Move> move = parse_move(position.rules(), text);
    return move && accepts(position, *move);
}

/// Why a move is refused.
template <class Source>
Refusal refusal(const BasicPosition<Source>& position, std::string_view text) {
    const Expected<Move> move = parse_move(position.rules(), text);
    EXPECT_TRUE(move) << text;
    return move ? check(position, *move) : Refusal::no_such_pile;
}

/// Plays accepted moves, separated by blanks.
template <class Source>
std::vector<Undo> play(BasicPosition<Source>& position, std::string_view texts) {
    std::vector<Undo> undos;
    for (const Word& word : split_words(texts)) {
        EXPECT_TRUE(accepted(position, word.text)) << word.text << " in\n" << position_text(position);
        if (!accepted(position, word.text)) break;
        undos.push_back(position.play(*parse_move(position.rules(), word.text)));
    }
    return undos;
}

/// A pile as in position text, without its name: "KH | QS", or "-".
template <class Source>
std::string pile(const BasicPosition<Source>& position, std::string_view name) {
    const std::string text = position_text(position);
    for (const std::string_view line : split_lines(text))
        if (line.substr(0, line.find(' ')) == name) return std::string(line.substr(name.size() + 1));
    return "no such pile";
}

/// The text of a position with the line of one pile replaced.
template <class Source>
std::string with_line(const BasicPosition<Source>& position, std::string_view name,
                      std::string_view content) {
    const std::string text = position_text(position);
    std::string result;
    for (const std::string_view line : split_lines(text)) {
        const std::string_view key = line.substr(0, line.find(' '));
        result += key == name ? std::string(name) + ' ' + std::string(content) : std::string(line);
        result += '\n';
    }
    return result;
}

/// The fault of a position text, or "".
template <const Rules& rules>
std::string wrong(std::string_view text) {
    const Expected<PositionText> position = read_position(rules, text);
    return position ? "" : to_text(position.error());
}

/// The cards of one suit from one rank to another, up or down: "AS 2S 3S".
inline std::string sequence(int first, int last, Suit suit) {
    std::string text;
    for (int rank = first;; rank += first <= last ? 1 : -1) {
        text += (text.empty() ? "" : " ") + to_text(Card(rank_of(rank), suit));
        if (rank == last) return text;
    }
}

/// A pile and the number of cards that it takes.
struct Rest {
    std::string_view pile;
    int cards;
};

/// The text of a position with the named cards; all others go to the piles given for them, in pack order.
template <const Rules& rules>
std::string full(const std::string& named, const std::vector<Rest>& rest) {
    PositionText position = named_piles(rules, named);
    std::array<int, face_count> left{};
    for (const Card card : pack_order(rules, first_twister_deal))
        ++left[static_cast<std::size_t>(card.face())];
    for (const std::vector<Card>& cards : position.piles)
        for (const Card card : cards) --left[static_cast<std::size_t>(card.face())];
    std::size_t at = 0;
    int room = rest.empty() ? 0 : rest[0].cards;
    for (const Card card : pack_order(rules, first_twister_deal)) {
        if (left[static_cast<std::size_t>(card.face())]-- <= 0) continue;
        while (room == 0 && at + 1 < rest.size()) room = rest[++at].cards;
        EXPECT_GT(room, 0) << "no room for " << to_text(card);
        if (room-- == 0) break;
        const PileId pile = pile_from_name(Layout(rules), rest[at].pile);
        position.piles[static_cast<std::size_t>(index(pile))].push_back(card);
    }
    return write_position(rules, position, false);
}

}  // namespace quincunx::testing
