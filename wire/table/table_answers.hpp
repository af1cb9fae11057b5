#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "games/days.hpp"
#include "session/session.hpp"
#include "wire/table/command_field.hpp"
#include "wire/table/json.hpp"

/// The answers of `table.wasm`.
namespace quincunx::wire {

/// A card that was dealt, and where.
struct Dealt {
    PileId pile{};
    CardView card;
};
using Mark = std::pair<std::size_t, std::string>;
/// `table` is null unless the command has moved.
struct FieldAnswer {
    CommandAnswer answer;
    const Session* table;
};
/// A position, as its lines say it.
struct Placed {
    const Rules& rules;
    const PositionText& position;
};
struct PlacedPile {
    PileId pile{};
    const std::vector<Card>& cards;
    int hidden = 0;
};
/// Something wrong with position lines, which may be right once the missing cards are there.
struct Flaw {
    TextError error;
    bool later = false;
};
struct PositionCheck {
    const Placed* position = nullptr;
    std::vector<std::string> left;
    std::vector<Flaw> wrong;
};

/// {"ok":false,"error":Reason}
std::string failed(const Failure& failure);
std::string failed(const TextError& error);
/// The same with a code that says it all, whose words are the message, too; and with the limit that was reached.
std::string refused(const char* code);
std::string refused(const char* code, std::size_t limit);

/// The most cards dealt to a pile of a kind.
int most_dealt(const Rules& rules, PileKind kind);

void describe(auto& v, Status /*text*/) {
    v.is("Status", "How a game stands.");
}
void describe(auto& v, PileKind /*text*/) {
    v.is("PileKind", "Kinds of piles.");
}

void describe(auto& v, const Rules& rules) {
    v.is("GameInfo", "A game, for menus and layout: everything a page may want to know about it.");
    const Layout layout(rules);
    v("id", rules.id, "as it is named in deals and records");
    v("name", rules.name, "the name that people see");
    v("variantOf", rules.variant_of, "id of the parent game, \"\" if the game is not a variant");
    v("dailySince", games::daily_since(rules.id), "first date with a deal of the day; \"\" if it has none");
    v("summary", rules.summary, "one sentence");
    v("decks", rules.decks, "packs of cards");
    v("cards", rules.card_count(), "how many");
    const std::array<int, max_piles> dealt = dealt_sizes(rules);
    const auto limit = [&](int pile) { return pile_limit(rules, pile_id(pile)); };
    v("dealt", std::span(dealt).first(static_cast<std::size_t>(layout.piles())),
      "cards dealt to each pile, in the order of a view's piles");
    v("most", std::views::iota(0, layout.piles()) | std::views::transform(limit),
      "the most cards that each pile can hold, in the same order");
    v("foundations", layout.foundations, "how many");
    v("tableau", layout.tableau, "how many piles");
    v("tableauDealt", most_dealt(rules, PileKind::tableau), "the most cards dealt to one of them");
    v("tableauCapacity", rules.tableau.capacity, "the size up to which cards may be added; 0: any");
    v("tableauBuilt", builds_tableau(rules), "the player can build on tableau piles in some way");
    v("reserve", layout.reserve, "how many piles");
    v("reserveOpen", rules.open_reserve(), "every card of a reserve pile is available, not only its top");
    v("reserveDealt", most_dealt(rules, PileKind::reserve), "the most cards dealt to one of them");
    v("hasWaste", layout.has_waste, "there is a waste");
    v("hasStock", layout.has_stock, "there is a stock");
    v("stockDealsToReserves", rules.deals_to_reserves(), "the stock deals to the reserves");
    v("redeals", rules.stock.redeal.count, "-1 if unlimited");
    v("increments", std::span(rules.increments).first(rules.has_choice() ? 2 : 0),
      "by1/by2: what the player may choose; [] if there is no choice");
    v("hasFaceDown", has_face_down(rules), "cards lie face down");
}

void describe(auto& v, const CardView& card) {
    v.is("CardView", "A card's place in a pile.");
    v("id", card.id, "in dealing order, for the whole game; says nothing about the card");
    v("card", card.card, "rank and suit, \"7H\"; null if face down or in the stock", "string | null");
}

void describe(auto& v, const PileView& pile) {
    v.is("PileView", "A pile, as the player sees it.");
    v("id", pile.pile, "\"F1\" … \"T1\" … \"R1\" … \"W\" \"S\"");
    v("kind", pile.kind, "what it is");
    v("number", pile.number, "from 1");
    v("cards", pile.cards, "bottom to top");
    v.maybe(pile.kind == PileKind::tableau, "run", pile.run,
            "of tableau piles: cards at the top that move together");
    const bool foundation = pile.kind == PileKind::foundation;
    v.maybe(
        foundation, "wants", pile.wants,
        "of foundations: what it takes next: \"8H\", \"8\" (any suit), \"A\" (any suit not yet there), \"\"");
    v.maybe(foundation, "suits", pile.suits, "of foundations: the suits of that rank, \"CDHS\"");
    v.maybe(foundation, "direction", pile.direction, "of foundations: +1, -1, or 0 before the choice");
}

void describe(auto& v, const TargetView& target) {
    v.is("Target", "A pile that accepts what was lifted.");
    v("pile", target.pile, "its id");
    v("move", target.move, "the move's text, to be played as it stands");
    v("standIn", target.stand_in,
      "null if it is listed; else the listed one for it, or \"\" if it changes nothing");
}

void describe(auto& v, const SourceView& source) {
    v.is("Source", "Cards that may be lifted: those from `index` on, in an open reserve that one.");
    v("pile", source.pile, "its id");
    v("index", source.index, "of the lowest card");
    v("count", source.count, "how many cards");
    v("targets", source.targets, "every accepted one");
    v("preferred", source.preferred, "the move a tap makes, \"\" if no target is useful");
}

void describe(auto& v, const ChoiceView& choice) {
    v.is("ChoiceView", "One of the increments before the choice.");
    v("move", choice.move, "by1 or by2");
    v("increment", choice.increment, "by which the foundations are built then");
    v("sequences", choice.sequences, "the ranks each foundation would take, in order");
}

void describe(auto& v, const View& view) {
    v.is("View", "All that the player sees and may do.");
    v("game", view.game, "its id");
    v("status", view.status, "how it stands");
    v("piles", view.piles, "in the order F T R W S");
    v("sources", view.sources, "what may be lifted");
    v("controls", view.controls, "moves without cards: \"draw\", \"redeal\", \"by1\", \"by2\"");
    v("choice", view.choice, "what was chosen", "'' | 'by1' | 'by2'");
    v("redeals", view.redeals, "left; 0 if the game has none, -1 if unlimited");
    v("finishable", view.finishable, "the game can be finished automatically");
    v("choices", view.choices, "before the choice, one for each increment");
}

void describe(auto& v, const Dealt& dealt) {
    v.is("Dealt", "A card from the stock, and the pile it was dealt to.");
    v("pile", dealt.pile, "its id");
    v("id", dealt.card.id, "of the card");
    v("card", dealt.card.card, "rank and suit");
}

void describe(auto& v, const Event& event) {
    v.is("Event", "One effect of a request.");
    const auto card = [&] {
        v("id", event.cards.front().id, "of the card");
        v("card", event.cards.front().card, "rank and suit");
    };
    switch (event.kind) {
        case Event::Kind::move: {
            v("type", "move", "cards were moved", "'move'");
            v("from", event.from, "a pile");
            v("to", event.to, "a pile");
            v("ids", event.cards | std::views::transform(&CardView::id), "of the cards");
            v("cards", event.cards | std::views::transform(&CardView::card), "rank and suit");
            v("automatic", event.automatic, "by automatic play");
            break;
        }
        case Event::Kind::turn:
            v("type", "turn", "a card was turned up", "'turn'");
            v("pile", event.to, "where");
            card();
            break;
        case Event::Kind::refill:
            v("type", "refill", "a space was filled", "'refill'");
            v("pile", event.to, "where");
            v("from", event.from, "a pile");
            card();
            break;
        case Event::Kind::deal: {
            const auto dealt = [&](std::size_t i) { return Dealt{event.dealt_to[i], event.cards[i]}; };
            v("type", "deal", "the stock dealt", "'deal'");
            v("to", std::views::iota(std::size_t{0}, event.cards.size()) | std::views::transform(dealt),
              "cards from the stock, in dealing order");
            break;
        }
        case Event::Kind::redeal:
            v("type", "redeal", "the waste was turned over", "'redeal'");
            v("turned", event.number, "cards");
            v("kept", event.kept ? 1 : 0, "cards that stay");
            break;
        case Event::Kind::choice:
            v("type", "choice", "the player chose", "'choice'");
            v("increment", event.number, "by which the foundations are built");
            break;
    }
}

void describe(auto& v, const Mark& mark) {
    v.is("Mark", "A bookmark.");
    v("ply", mark.first, "where it is");
    v("text", mark.second, "what it says");
}

void describe(auto& v, const Session& session) {
    v.is("SentTable", "A game, where it stands.");
    v("view", session.view(), "what the player sees");
    v("events", session.events(),
      "what the request did; [] after undo, redo, goto, load: compare card places");
    v("ply", session.ply(), "moves made");
    v("plies", session.plies(), "and with those that were taken back");
    v("marks", session.marks(), "bookmarks");
    v("meta", session.meta(), "what is kept in the record");
    v("automatic", session.automatic(), "automatic play");
    v("deal", session.deal(), "deal text, or \"\" for a game from a position");
    v("sawMore", session.saw_more(), "moves that were taken back have shown cards; no advice uses them");
    v("record", session.record_text(), "everything needed to come back here");
}

void describe_reason(auto& v, const auto& reason) {
    v("code", reason.code, "tells them apart");
    v("parameters", reason.parameters, "pile ids, cards, numbers as text");
    v("text", reason.text, "plain English");
}
void describe(auto& v, const RefusalView& refusal) {
    v.is("Refusal", "Why a move is refused: `session/player/refusal.cpp` has the codes.");
    describe_reason(v, refusal);
}
void describe(auto& v, const Hint& hint) {
    v.is("Hint", "A move and its reason: `session/player/hint.hpp` has the codes.");
    v("move", hint.move, "its text");
    describe_reason(v, hint);
}

void describe(auto& v, const FieldAnswer& field) {
    v.is("FieldAnswer", "A command's result: `wire/table/command_field.hpp` has the codes.");
    v("kind", field.answer.kind, "what it was", "'moved' | 'answer' | 'choices' | 'refused' | 'unclear'");
    describe_reason(v, field.answer);
    v("refusal", field.answer.refusal, "with the code \"refused\"");
    v("hint", field.answer.hint, "with the code \"hint\"");
    v("choices", field.answer.choices, "move texts to choose from");
    v("table", field.table, "with \"moved\"");
}

void describe(auto& v, const PlacedPile& pile) {
    v.is("PlacedPile", "A pile in position lines.");
    v("id", pile.pile, "as in a view");
    v("cards", pile.cards, "from the bottom");
    v("hidden", pile.hidden, "so many of them, the first, lie face down");
}
void describe(auto& v, const Placed& placed) {
    v.is("PlacedPosition", "The content of position lines.");
    const PositionText& position = placed.position;
    const auto pile = [&](std::size_t place) {
        return PlacedPile{pile_id(static_cast<int>(place)), position.piles[place], position.hidden[place]};
    };
    v("game", placed.rules.id, "its id");
    v("redeals", position.redeals, "as in a view");
    v("choice",
      position.choice == 0   ? ""
      : position.choice == 1 ? "by1"
                             : "by2",
      "as in a view", "'' | 'by1' | 'by2'");
    v("piles", std::views::iota(std::size_t{0}, position.piles.size()) | std::views::transform(pile),
      "all of the game, in the order F T R W S");
}

void describe(auto& v, const Flaw& flaw) {
    v.is("Flaw", "A fault in position lines: `engine/notation.hpp` has the codes.");
    v("code", flaw.error.code, "tells them apart");
    v("parameters", flaw.error.parameters, "pile ids, cards, numbers as text");
    v("text", flaw.error.message, "plain English");
    v("line", flaw.error.line, "in the lines, from 1");
    v("column", flaw.error.column, "in that line, from 1");
    v("later", flaw.later, "cards are missing, and this may be right once they are there");
}

void describe(auto& v, const PositionCheck& check) {
    v.is("PositionCheck", "Position lines of any game, read and judged by ruling A8.");
    v("position", check.position, "what the lines say; null if they cannot be read, and `wrong` says why");
    v("left", check.left, "cards of the game that no pile has yet, each as often as it is missing");
    v("wrong", check.wrong, "empty: the position can be played");
}

void describe(auto& v, const Failure& failure) {
    v.is("Reason", "Why a request is refused; nothing has changed then.");
    v("message", failure.error.message, "plain English");
    v("line", failure.error.line, "in a text; 0 if not applicable");
    v("column", failure.error.column, "in that line; 0 if not applicable");
    v("code", failure.error.code, "docs/notation.md, \"Reasons\"; \"\" if the message is all there is");
    v("parameters", failure.error.parameters, "of the code");
    v("refusal", failure.refusal, "of a move that is none of the game's");
}

}  // namespace quincunx::wire
