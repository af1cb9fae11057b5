#include "tests/brute/text.hpp"

#include <algorithm>
#include <cstddef>

namespace brute {
namespace {

constexpr std::string_view ranks = "A23456789TJQK";
constexpr std::string_view suits = "CDHS";

std::optional<Byte> read_card(const Game& game, std::string_view text) {
    if (text.size() != 2) return std::nullopt;
    const std::size_t rank = ranks.find(text[0]);
    const std::size_t suit = suits.find(text[1]);
    if (rank >= static_cast<std::size_t>(game.ranks) || suit >= static_cast<std::size_t>(game.suits)) {
        return std::nullopt;
    }
    return card_of(static_cast<int>(suit), static_cast<int>(rank) + 1);
}

/// Reads line by line; the first error is kept.
class Lines {
  public:
    explicit Lines(std::string_view text) : rest_(text) {}

    /// The rest of the next line, after the word with which it starts.
    std::string_view after(std::string_view word) {
        if (!error.empty()) return {};
        ++number_;
        const std::size_t end = rest_.find('\n');
        std::string_view line = rest_.substr(0, end);
        rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.size() <= word.size() || !line.starts_with(word) || line[word.size()] != ' ') {
            fail("expected: " + std::string(word));
            return {};
        }
        return line.substr(word.size() + 1);
    }
    void fail(const std::string& why) {
        if (error.empty()) error = "line " + std::to_string(number_) + ": " + why;
    }
    bool done() const { return rest_.find_first_not_of("\r\n") == std::string_view::npos; }

    std::string error;

  private:
    std::string_view rest_;
    int number_ = 0;
};

Pile read_pile(const Game& game, Lines& lines, const std::string& name) {
    Pile pile;
    std::string_view rest = lines.after(name);
    if (rest == "-" || !lines.error.empty()) return pile;
    bool turned = false;
    while (true) {
        const std::size_t end = rest.find(' ');
        const std::string_view word = rest.substr(0, end);
        if (const std::optional<Byte> card = read_card(game, word)) {
            pile.cards.push_back(*card);
        } else if (word == "|" && !turned && !pile.cards.empty()) {
            turned = true;
            pile.down = static_cast<int>(pile.cards.size());
        } else {
            lines.fail("'" + std::string(word) + "' is not a card of the game");
            break;
        }
        if (end == std::string_view::npos) break;
        rest.remove_prefix(end + 1);
    }
    return pile;
}

std::vector<Pile> read_piles(const Game& game, Lines& lines, char letter, int count) {
    std::vector<Pile> piles;
    for (int index = 1; index <= count; ++index) {
        piles.push_back(read_pile(game, lines, letter + std::to_string(index)));
    }
    return piles;
}

Reading read_lines(const Game& game, Lines& lines) {
    Reading reading;
    lines.after("game");
    if (game.redeals > 0) {
        const std::string_view redeals = lines.after("redeals");
        if (redeals.size() == 1 && redeals[0] >= '0' && redeals[0] <= '9') {
            reading.redeals = redeals[0] - '0';
        } else {
            lines.fail("not a number of redeals");
        }
    }
    if (game.kind == Game::Kind::stalactites) {
        const std::string_view choice = lines.after("choice");
        if (choice == "by1" || choice == "by2") {
            reading.choice = choice[2] - '0';
        } else if (choice != "-") {
            lines.fail("not a choice");
        }
    }
    reading.foundations = read_piles(game, lines, 'F', game.foundations());
    reading.tableau = read_piles(game, lines, 'T', game.tableau);
    reading.reserve = read_piles(game, lines, 'R', game.reserve);
    if (has_waste(game)) reading.waste = read_pile(game, lines, "W");
    if (has_stock(game)) reading.stock = read_pile(game, lines, "S");
    if (!lines.done()) lines.fail("more lines than piles");
    return reading;
}

class Packer {
  public:
    explicit Packer(Board& board) : board_(board) {}

    void put(int place, const Pile& pile) {
        board_.size[place] = byte(static_cast<int>(pile.cards.size()));
        int at = 0;
        for (const Byte card : pile.cards) {
            board_.cards[used_++] = byte(card + (at++ < pile.down ? face_down : 0));
        }
    }

  private:
    Board& board_;
    int used_ = 0;
};

Board pack(const Game& game, const Reading& reading) {
    Board board;
    Packer packer(board);
    board.choice = byte(reading.choice);
    board.redeals = byte(reading.redeals);
    int place = 0;
    for (const Pile& pile : reading.tableau) packer.put(place++, pile);
    for (const Pile& pile : reading.reserve) packer.put(place++, pile);
    packer.put(place++, reading.waste);
    packer.put(place, reading.stock);
    for (int index = 0; index < game.foundations(); ++index) {
        const Pile& pile = reading.foundations[static_cast<std::size_t>(index)];
        if (pile.cards.empty()) continue;
        const int count = static_cast<int>(pile.cards.size());
        board.foundation[index] = keeps_foundations(game) ? by_rank(rank_of(pile.cards.back()), count)
                                                          : in_suit(suit_of(pile.cards.front()), count);
        if (keeps_foundations(game)) packer.put(foundation_pile(game, index), pile);
    }
    return board;
}

std::vector<Byte> pile_cards(const Board& board, int pile) {
    const Byte* first = board.cards.at;
    for (int before = 0; before < pile; ++before) first += board.size[before];
    return {first, first + board.size[pile]};
}

std::vector<Byte> foundation_cards(const Game& game, const Board& board, int index) {
    if (keeps_foundations(game)) return pile_cards(board, foundation_pile(game, index));
    std::vector<Byte> cards;
    const Byte foundation = board.foundation[index];
    const bool goes_down = game.kind == Game::Kind::grandfather && index >= game.suits;
    for (int at = 0; at < foundation_count(foundation); ++at) {
        const int rank = goes_down ? game.ranks - at : at % game.ranks + 1;
        cards.push_back(card_of(foundation_suit(foundation), rank));
    }
    return cards;
}

std::string pile_line(const std::string& name, const std::vector<Byte>& cards) {
    std::string line = name;
    if (cards.empty()) line += " -";
    bool down = false;
    for (const Byte card : cards) {
        if (down && !is_down(card)) line += " |";
        down = is_down(card);
        line += ' ' + card_text(card);
    }
    return line + '\n';
}

/// A number as the notation writes it, removed from the front of the text; 0 if there is none.
int take_number(std::string_view& text) {
    std::size_t digits = 0;
    int number = 0;
    while (digits < text.size() && digits < 3 && text[digits] >= '0' && text[digits] <= '9') {
        number = number * 10 + (text[digits++] - '0');
    }
    if (digits == 0 || text[0] == '0') return 0;
    text.remove_prefix(digits);
    return number;
}

/// The pile of the board with a given name; -1 if there is none.
int take_pile(const Game& game, std::string_view& text) {
    if (text.empty()) return -1;
    const char letter = text[0];
    text.remove_prefix(1);
    if (letter == 'W') return has_waste(game) ? waste_pile(game) : -1;
    const int number = take_number(text);
    if (letter == 'T' && number >= 1 && number <= game.tableau) return number - 1;
    if (letter == 'R' && number >= 1 && number <= game.reserve) return reserve_pile(game, number - 1);
    return -1;
}

bool names_cards(const Game& game, int pile) {
    return game.kind == Game::Kind::gloucestershire && pile >= game.tableau && pile < waste_pile(game);
}

bool holds(const View& view, int pile, Byte card) {
    Byte cards[most_cards];
    const int size = cards_of(view.piles, view.state.pile[pile], cards);
    return std::find(cards, cards + size, card) != cards + size;
}

std::string pile_name(const Game& game, int pile) {
    if (pile == waste_pile(game)) return "W";
    if (pile < game.tableau) return 'T' + std::to_string(pile + 1);
    return 'R' + std::to_string(pile - game.tableau + 1);
}

}  // namespace

std::string card_text(Byte card) {
    return {ranks[static_cast<std::size_t>(rank_of(card) - 1)],
            suits[static_cast<std::size_t>(suit_of(card))]};
}

std::optional<Position> read(const Game& game, std::string_view text, std::string* error) {
    std::string why = wrong_with(game);
    Reading reading;
    if (why.empty()) {
        Lines lines(text);
        reading = read_lines(game, lines);
        why = lines.error;
    }
    if (why.empty()) why = refusal(game, reading);
    if (why.empty()) return Position(pack(game, reading));
    if (error != nullptr) *error = why;
    return std::nullopt;
}

std::string write(const Game& game, std::string_view id, const Position& position) {
    const Board& board = position.board();
    std::string text = "game " + std::string(id) + '\n';
    if (game.redeals > 0) text += "redeals " + std::to_string(board.redeals) + '\n';
    if (game.kind == Game::Kind::stalactites) {
        text += board.choice == 0 ? "choice -\n" : "choice by" + std::to_string(board.choice) + '\n';
    }
    for (int index = 0; index < game.foundations(); ++index) {
        text += pile_line('F' + std::to_string(index + 1), foundation_cards(game, board, index));
    }
    for (int pile = 0; pile < waste_pile(game); ++pile) {
        text += pile_line(pile_name(game, pile), pile_cards(board, pile));
    }
    if (has_waste(game)) text += pile_line("W", pile_cards(board, waste_pile(game)));
    if (has_stock(game)) text += pile_line("S", pile_cards(board, stock_pile(game)));
    return text;
}

std::string move_text(const Game& game, const Move& move) {
    switch (move.what) {
        case Move::What::draw:
            return "draw";
        case Move::What::redeal:
            return "redeal";
        case Move::What::by1:
            return "by1";
        case Move::What::by2:
            return "by2";
        default:
            break;
    }
    std::string text = pile_name(game, move.from);
    if (move.card != 0) text += '@' + card_text(move.card);
    text += '>';
    if (move.what == Move::What::to_foundation) return text + 'F' + std::to_string(move.to + 1);
    text += pile_name(game, move.to);
    if (move.count > 1) text += '*' + std::to_string(move.count);
    return text;
}

std::optional<Move> read_move(const Game& game, const View& view, std::string_view text) {
    if (text == "draw" || text == "redeal") {
        // Without a waste nothing can be turned over, and without a stock nothing can be drawn.
        if (text == "draw" ? !has_stock(game) : !has_waste(game)) return std::nullopt;
        return Move{.what = text == "draw" ? Move::What::draw : Move::What::redeal};
    }
    if (text == "by1" || text == "by2") {
        if (game.kind != Game::Kind::stalactites) return std::nullopt;
        return Move{.what = text == "by1" ? Move::What::by1 : Move::What::by2};
    }
    const int from = take_pile(game, text);
    if (from < 0) return std::nullopt;
    Move move = move_to(Move::What::to_pile, from, 0);
    if (names_cards(game, from)) {
        const std::optional<Byte> card =
            text.starts_with('@') ? read_card(game, text.substr(1, 2)) : std::nullopt;
        if (!card || !holds(view, from, *card)) return std::nullopt;
        move.card = *card;
        text.remove_prefix(3);
    }
    if (view.is_empty(from) || !text.starts_with('>')) return std::nullopt;
    text.remove_prefix(1);
    if (text.starts_with('F')) {
        text.remove_prefix(1);
        const int number = take_number(text);
        if (number < 1 || number > game.foundations() || !text.empty()) return std::nullopt;
        move.what = Move::What::to_foundation;
        move.to = byte(number - 1);
        return move;
    }
    const int to = take_pile(game, text);
    if (to < 0 || to == from || to == waste_pile(game)) return std::nullopt;
    move.to = byte(to);
    if (text.empty()) return move;
    if (text[0] != '*' || from >= game.tableau || to >= game.tableau) return std::nullopt;
    text.remove_prefix(1);
    const int count = take_number(text);
    if (count < 2 || count > view.size(from) || !text.empty()) return std::nullopt;
    move.count = byte(count);
    return move;
}

}  // namespace brute
