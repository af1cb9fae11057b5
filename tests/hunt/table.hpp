#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/playout.hpp"

namespace quincunx::hunt {

/// A position as the words of its text, of whatever game, to be changed at random. What comes out need not be
/// a position of the game: who uses it asks.
class Table {
  public:
    explicit Table(std::string_view text);
    std::string text() const;

    /// Cards that are not on foundations.
    int cards_left() const { return static_cast<int>(places_.size()); }

    /// Exchanges two cards that are not on foundations.
    void exchange(testing::Dice& dice);
    /// Takes a card out of its place and puts it somewhere else among the cards that are not on foundations,
    /// but not on an empty stock.
    void transplant(testing::Dice& dice);
    /// Takes the last card off a foundation and puts it among the others.
    void bring_back(testing::Dice& dice);
    /// Puts a card on a foundation on which its rank may belong. Where it lay, a card is turned up, or an
    /// emptied pile of the tableau filled.
    void send_home(testing::Dice& dice);
    /// Makes the choice before the first move, if there is one to make.
    void choose(testing::Dice& dice);
    /// Deals the whole stock where there are reserves: one card to most empty piles of the tableau, the
    /// others to the reserves in turn.
    void deal_out(testing::Dice& dice);
    /// Puts all cards on the tableau, the low ones first, so that much is to be dug; `face_down` but for the
    /// tops. Where there are reserves and a stock, cards of about the same rank go on the tableau, one on
    /// each pile, and all others on the reserves, so that little room is left, too.
    void bury(testing::Dice& dice, bool face_down);
    /// Turns a part of the stock onto the waste, if there is one, and leaves no redeal or those there are.
    void draw_some(testing::Dice& dice);

  private:
    struct Pile {
        std::string name;
        std::vector<std::string> words;  ///< cards, and "|" after the last one that lies face down
    };
    struct Place {
        std::size_t pile;
        std::size_t word;
    };

    void find_places();
    std::string& at(const Place& place) { return piles_[place.pile].words[place.word]; }
    Pile* named(std::string_view name);
    void take_out(const Place& place, testing::Dice& dice);
    void put_anywhere(const std::string& card, testing::Dice& dice);

    std::string head_;  ///< the lines before the piles
    std::vector<Pile> piles_;
    std::vector<Place> places_;
};

}  // namespace quincunx::hunt
