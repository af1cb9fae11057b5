#include "session/player/refusal.hpp"

#include <algorithm>

namespace quincunx {

namespace {

struct Words {
    Refusal refusal;
    std::string_view code;
    std::string_view text;  ///< {name} stands for a parameter
};

constexpr Words listed_games[] = {
    {Refusal::none, "none", "The move is legal."},
    {Refusal::choose_first, "choose-first", "First choose by how much the foundations go up."},
    {Refusal::already_chosen, "already-chosen",
     "You have already chosen; the choice holds for the whole game."},
    {Refusal::no_choice, "no-choice", "This game has no choice of increments."},
    {Refusal::no_such_pile, "no-such-pile", "There is no such pile in this game."},
    {Refusal::same_pile, "same-pile", "It is already there."},
    {Refusal::no_route, "no-route", "No card can move from {from} to {to} in this game."},
    {Refusal::empty_source, "empty-source", "{from} is empty."},
    {Refusal::no_such_card, "no-such-card", "The {card} is not in {from}."},
    {Refusal::too_many_cards, "too-many-cards", "There aren't that many face-up cards on {from}."},
    {Refusal::one_at_a_time, "one-at-a-time", "Cards move one at a time here."},
    {Refusal::not_a_run, "not-a-run", "Only cards in sequence move together."},
    {Refusal::wrong_suit_or_rank, "wrong-suit-or-rank", "The {card} can't go on the {on}: it needs {fits}."},
    {Refusal::wrong_color_or_rank, "wrong-color-or-rank",
     "The {card} can't go on the {on}: it needs {fits}."},
    {Refusal::wrong_rank, "wrong-rank", "The {card} can't go on the {on}: it needs {fits}."},
    {Refusal::foundation_start, "foundation-start", "An empty foundation needs {rank}."},
    {Refusal::suit_taken, "suit-taken", "The suit of the {card} already has a foundation."},
    {Refusal::foundation_complete, "foundation-complete", "{to} is complete."},
    {Refusal::kings_only, "kings-only", "Only a king can go on an empty pile."},
    {Refusal::space_stays_empty, "space-stays-empty", "Empty piles stay empty in this game."},
    {Refusal::no_building, "no-building", "Cards can't be stacked on the piles in this game."},
    {Refusal::pile_full, "pile-full", "A pile holds at most {limit} cards."},
    {Refusal::reserve_occupied, "reserve-occupied", "{to} is not empty."},
    {Refusal::reserve_closed, "reserve-closed", "Cards can't go back to the reserve."},
    {Refusal::no_stock, "no-stock", "This game has no stock."},
    {Refusal::stock_empty, "stock-empty", "The stock is empty."},
    {Refusal::no_empty_reserve, "no-empty-reserve",
     "The stock deals only to empty reserve piles, and none is empty."},
    {Refusal::no_waste, "no-waste", "This game has no waste to turn over."},
    {Refusal::stock_not_empty, "stock-not-empty", "You can redeal once the stock is empty."},
    {Refusal::waste_empty, "waste-empty", "The waste is empty."},
    {Refusal::no_redeal_left, "no-redeal-left", "No redeals are left."},
    {Refusal::nothing_to_turn, "nothing-to-turn",
     "The waste holds only its top card, which can be played, so there is nothing to turn over."},
};

/// Refusals by words of the rules that no listed game needs.
constexpr Words other_games[] = {
    {Refusal::too_few_places, "too-few-places", "Cards that can move there together now: {limit}."},
    {Refusal::whole_run_only, "whole-run-only", "Only a complete run can go to {to}."},
    {Refusal::stays_home, "stays-home", "The {card} stays on its foundation."},
    {Refusal::space_left, "space-left", "The stock deals only while no pile is empty."},
};

const Words& words_of(Refusal refusal) {
    for (const Words& words : listed_games)
        if (words.refusal == refusal) return words;
    if constexpr (all_words)
        for (const Words& words : other_games)
            if (words.refusal == refusal) return words;
    return listed_games[0];
}

/// "4C 4S" to "4C or 4S".
std::string listed(std::string_view cards) {
    std::string text(cards);
    for (std::size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + 4))
        text.replace(at, 1, text.find(' ', at + 1) == std::string::npos ? " or " : ", ");
    return text;
}

}  // namespace

RefusalView describe(Refusal refusal, Parameters parameters) {
    const Words& words = words_of(refusal);
    Parameters spoken = parameters;
    for (auto& [name, value] : spoken) {
        if (name == "fits") value = listed(value);
        if (name == "rank") value = (value == "A" || value == "8" ? "an " : "a ") + value;
    }
    // Nothing would fit: the reason ends before it says what does.
    const bool none =
        words.text.ends_with("{fits}.") &&
        std::none_of(spoken.begin(), spoken.end(), [](const auto& one) { return one.first == "fits"; });
    std::string text = filled(none ? words.text.substr(0, words.text.rfind(':')) : words.text, spoken);
    if (none) text += '.';
    return {std::string(words.code), std::move(parameters), std::move(text)};
}

}  // namespace quincunx
