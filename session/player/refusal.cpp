#include "session/player/refusal.hpp"

namespace quincunx {

namespace {

struct Words {
    Refusal refusal;
    std::string_view code;
    std::string_view text;  ///< {name} stands for a parameter
};

constexpr Words all_words[] = {
    {Refusal::none, "none", "The move is legal."},
    {Refusal::choose_first, "choose-first", "First choose whether the foundations go up by ones or by twos."},
    {Refusal::already_chosen, "already-chosen", "The choice is made; it holds for the whole game."},
    {Refusal::no_choice, "no-choice", "This game has no choice of increments."},
    {Refusal::no_such_pile, "no-such-pile", "There is no such pile in this game."},
    {Refusal::same_pile, "same-pile", "The card lies there already."},
    {Refusal::no_route, "no-route", "No card goes from {from} to {to} in this game."},
    {Refusal::empty_source, "empty-source", "There is no card on {from}."},
    {Refusal::no_such_card, "no-such-card", "{from} does not hold the {card}."},
    {Refusal::too_many_cards, "too-many-cards", "{from} has not so many cards face up."},
    {Refusal::one_at_a_time, "one-at-a-time", "Cards move one at a time here."},
    {Refusal::not_a_run, "not-a-run", "These cards are not in order, so they do not move together."},
    {Refusal::wrong_suit_or_rank, "wrong-suit-or-rank",
     "The {card} does not follow the {on} in suit and rank."},
    {Refusal::wrong_color_or_rank, "wrong-color-or-rank",
     "The {card} does not go on the {on}: one rank lower in the other color is needed."},
    {Refusal::wrong_rank, "wrong-rank", "The {card} does not follow the {on} in rank."},
    {Refusal::foundation_start, "foundation-start", "An empty foundation here starts with rank {rank}."},
    {Refusal::suit_taken, "suit-taken", "The suit of the {card} has its foundation already."},
    {Refusal::foundation_complete, "foundation-complete", "{to} is complete."},
    {Refusal::kings_only, "kings-only", "Only a king goes on an empty pile."},
    {Refusal::space_stays_empty, "space-stays-empty", "Nothing goes on an empty pile in this game."},
    {Refusal::no_building, "no-building", "Nothing is built on the tableau in this game."},
    {Refusal::pile_full, "pile-full", "A pile holds at most {limit} cards."},
    {Refusal::reserve_occupied, "reserve-occupied", "{to} is not empty."},
    {Refusal::reserve_closed, "reserve-closed", "Nothing goes back to the reserve."},
    {Refusal::no_stock, "no-stock", "This game has no stock."},
    {Refusal::stock_empty, "stock-empty", "The stock is empty."},
    {Refusal::no_empty_reserve, "no-empty-reserve",
     "The stock deals only to empty reserve piles, and none is empty."},
    {Refusal::no_waste, "no-waste", "This game has no waste to turn over."},
    {Refusal::stock_not_empty, "stock-not-empty", "There is a redeal only when the stock is empty."},
    {Refusal::waste_empty, "waste-empty", "The waste is empty."},
    {Refusal::no_redeal_left, "no-redeal-left", "No redeal is left."},
    {Refusal::nothing_to_turn, "nothing-to-turn",
     "The top card of the waste can be played and stays; there is nothing below it to turn over."},
};

const Words& words_of(Refusal refusal) {
    for (const Words& words : all_words)
        if (words.refusal == refusal) return words;
    return all_words[0];
}

}  // namespace

RefusalView describe(Refusal refusal, Parameters parameters) {
    const Words& words = words_of(refusal);
    std::string text = filled(words.text, parameters);
    return {std::string(words.code), std::move(parameters), std::move(text)};
}

}  // namespace quincunx
