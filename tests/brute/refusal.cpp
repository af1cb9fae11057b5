// Ruling A8: which positions are refused.

#include <algorithm>
#include <array>

#include "tests/brute/text.hpp"

namespace brute {
namespace {

int length(const Pile& pile) {
    return static_cast<int>(pile.cards.size());
}

std::string wrong_cards(const Game& game, const Reading& reading) {
    std::array<int, 64> copies{};
    const auto count = [&](const Pile& pile) {
        for (const Byte card : pile.cards) ++copies[card];
    };
    for (const auto* piles : {&reading.foundations, &reading.tableau, &reading.reserve}) {
        for (const Pile& pile : *piles) count(pile);
    }
    count(reading.waste);
    count(reading.stock);
    for (int suit = 0; suit < game.suits; ++suit) {
        for (int rank = 1; rank <= game.ranks; ++rank) {
            const Byte card = card_of(suit, rank);
            if (copies[card] != game.packs) {
                return card_text(card) + " is there " + std::to_string(copies[card]) + " times";
            }
        }
    }
    return {};
}

/// The most cards of the stock that a redrawn reserve pile of Carthage may have received.
int reserve_limit(const Game& game, const Reading& reading) {
    if (game.kind == Game::Kind::stalactites) return 1;
    if (game.kind != Game::Kind::carthage || game.variant) return game.reserve_each;
    const int gone = game.stock() - length(reading.stock);
    const int deal = game.reserve * game.per_draw;
    return game.reserve_each + (deal == 0 ? 0 : (gone + deal - 1) / deal * game.per_draw);
}

int tableau_limit(const Game& game, int index) {
    switch (game.kind) {
        case Game::Kind::gargantua:
            return index + game.ranks;
        case Game::Kind::grandfather:
            return game.capacity;
        case Game::Kind::stalactites:
            return game.each;
        default:
            return most_cards;
    }
}

std::string too_long(const Game& game, const Reading& reading) {
    const int home = game.kind == Game::Kind::gloucestershire ? game.packs * game.ranks : game.ranks;
    for (const Pile& pile : reading.foundations) {
        if (length(pile) > home) return "a foundation holds too many cards";
    }
    for (int index = 0; index < game.tableau; ++index) {
        if (length(reading.tableau[static_cast<std::size_t>(index)]) > tableau_limit(game, index)) {
            return "T" + std::to_string(index + 1) + " holds too many cards";
        }
    }
    if (length(reading.stock) > game.stock()) return "S holds too many cards";
    if (length(reading.stock) + length(reading.waste) > game.stock()) return "W holds too many cards";
    for (const Pile& pile : reading.reserve) {
        if (length(pile) > reserve_limit(game, reading)) return "a reserve pile holds too many cards";
    }
    return {};
}

std::string wrongly_turned(const Game& game, const Reading& reading) {
    for (const auto* piles : {&reading.foundations, &reading.tableau, &reading.reserve}) {
        const bool may_be = piles == &reading.tableau && game.kind == Game::Kind::gargantua;
        for (const Pile& pile : *piles) {
            if (pile.down != 0 && !may_be) return "a card is face down";
            if (pile.down != 0 && pile.down == length(pile)) return "the top card of a pile is face down";
        }
    }
    if (reading.waste.down != 0 || reading.stock.down != 0) return "a | in the waste or the stock";
    return {};
}

/// Whether the card may lie on `under` on the foundation with this number; `under` is 0 for the first card.
bool follows(const Game& game, const Reading& reading, int index, Byte under, Byte card) {
    if (game.kind == Game::Kind::stalactites) {
        return under == 0 || rank_of(card) == (rank_of(under) - 1 + reading.choice) % game.ranks + 1;
    }
    const bool goes_down = game.kind == Game::Kind::grandfather && index >= game.suits;
    if (under == 0) return rank_of(card) == (goes_down ? game.ranks : 1);
    if (suit_of(under) != suit_of(card)) return false;
    if (goes_down) return rank_of(card) == rank_of(under) - 1;
    const bool wraps = game.kind == Game::Kind::gloucestershire && rank_of(under) == game.ranks;
    return rank_of(card) == (wraps ? 1 : rank_of(under) + 1);
}

std::string wrong_foundation(const Game& game, const Reading& reading) {
    for (int index = 0; index < game.foundations(); ++index) {
        const Pile& pile = reading.foundations[static_cast<std::size_t>(index)];
        const std::string name = "F" + std::to_string(index + 1);
        if (keeps_foundations(game) && pile.cards.empty()) return name + " is empty";
        Byte under = 0;
        for (const Byte card : pile.cards) {
            if (!follows(game, reading, index, under, card)) return name + " is not a sequence";
            under = card;
        }
    }
    return {};
}

std::string suit_begun_twice(const Game& game, const Reading& reading) {
    const bool once = game.kind == Game::Kind::gloucestershire || game.kind == Game::Kind::grandfather;
    for (int index = 0; once && index < game.foundations(); ++index) {
        for (int other = index / game.suits * game.suits; other < index; ++other) {
            const Pile& one = reading.foundations[static_cast<std::size_t>(index)];
            const Pile& two = reading.foundations[static_cast<std::size_t>(other)];
            if (!one.cards.empty() && !two.cards.empty() && suit_of(one.cards[0]) == suit_of(two.cards[0])) {
                return "a suit begins two foundations";
            }
        }
    }
    return {};
}

bool is_run(const Game& game, const Pile& pile) {
    for (int at = pile.down + 1; at < length(pile); ++at) {
        const Byte under = pile.cards[static_cast<std::size_t>(at - 1)];
        const Byte over = pile.cards[static_cast<std::size_t>(at)];
        const bool suits_fit = game.kind == Game::Kind::carthage ? suit_of(under) == suit_of(over)
                                                                 : is_red(under) != is_red(over);
        if (!suits_fit || rank_of(under) != rank_of(over) + 1) return false;
    }
    return true;
}

std::string wrong_tableau(const Game& game, const Reading& reading) {
    if (game.kind == Game::Kind::gargantua || game.kind == Game::Kind::carthage) {
        for (const Pile& pile : reading.tableau) {
            if (!is_run(game, pile)) return "a tableau pile is not a run";
        }
    }
    if (game.kind == Game::Kind::grandfather && !game.variant &&
        (!reading.stock.cards.empty() || !reading.waste.cards.empty())) {
        for (const Pile& pile : reading.tableau) {
            if (pile.cards.empty()) return "a tableau pile is empty, but stock or waste is not";
        }
    }
    return {};
}

std::string wrong_start(const Game& game, const Reading& reading) {
    if (reading.redeals > game.redeals) return "more redeals are left than there are";
    if (game.kind != Game::Kind::stalactites || reading.choice != 0) return {};
    const auto holds = [](int count) { return [count](const Pile& pile) { return length(pile) == count; }; };
    const bool as_dealt = std::all_of(reading.foundations.begin(), reading.foundations.end(), holds(1)) &&
                          std::all_of(reading.tableau.begin(), reading.tableau.end(), holds(game.each)) &&
                          std::all_of(reading.reserve.begin(), reading.reserve.end(), holds(0));
    return as_dealt ? "" : "no choice has been made, but the cards do not lie as dealt";
}

}  // namespace

std::string refusal(const Game& game, const Reading& reading) {
    for (const auto check : {wrong_cards, wrong_start, too_long, wrongly_turned, wrong_foundation,
                             suit_begun_twice, wrong_tableau}) {
        std::string why = check(game, reading);
        if (!why.empty()) return why;
    }
    return {};
}

}  // namespace brute
