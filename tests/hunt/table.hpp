#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/playout.hpp"

namespace quincunx::hunt {

inline constexpr std::string_view rank_letters = "A23456789TJQK";

/// A position of any game as the words of its text, to be changed at random. The result need not be a valid
/// position: the caller has to check.
class Table {
  public:
    struct Pile {
        std::string name;
        std::vector<std::string> words;  ///< cards, and "|" after the last one that is face down
    };

    explicit Table(std::string_view text);
    std::string text() const;

    /// The lines before the piles, and the piles. Whoever changes them uses nothing but `text` afterwards.
    std::string& head() { return head_; }
    std::vector<Pile>& piles() { return piles_; }
    /// nullptr if there is none.
    Pile* named(std::string_view name);

    /// The number of cards that are not on foundations.
    int cards_left() const { return static_cast<int>(places_.size()); }

    /// Exchanges two cards that are not on foundations.
    void exchange(testing::Dice& dice);
    /// Moves a card to some other place among the cards that are not on foundations, but not to an empty
    /// stock.
    void transplant(testing::Dice& dice);
    /// Takes the last card off a foundation and puts it among the other cards.
    void bring_back(testing::Dice& dice);
    /// Puts a card on a foundation where its rank may belong. In the pile it leaves, a card is turned up or,
    /// if it is an emptied tableau pile, the pile is refilled.
    void send_home(testing::Dice& dice);
    /// Makes the choice before the first move, if there is one to make.
    void choose(testing::Dice& dice);
    /// If there are reserves, deals out the whole stock: one card to most empty tableau piles, and the rest
    /// to the reserves one after another.
    void deal_out(testing::Dice& dice);
    /// Puts all cards on the tableau, the low ones first, so that they are deeply buried; with `face_down`,
    /// all but the top cards are face down. If there are reserves and a stock, cards of about the same rank
    /// go on the tableau, one on each pile, and all others on the reserves, so that there is little room as
    /// well.
    void bury(testing::Dice& dice, bool face_down);
    /// Turns part of the stock onto the waste, if there is one, and leaves either no redeals or all there
    /// were.
    void draw_some(testing::Dice& dice);

  private:
    struct Place {
        std::size_t pile;
        std::size_t word;
    };

    void find_places();
    std::string& at(const Place& place) { return piles_[place.pile].words[place.word]; }
    void take_out(const Place& place, testing::Dice& dice);
    void put_anywhere(const std::string& card, testing::Dice& dice);

    std::string head_;  ///< the lines before the piles
    std::vector<Pile> piles_;
    std::vector<Place> places_;
};

}  // namespace quincunx::hunt
