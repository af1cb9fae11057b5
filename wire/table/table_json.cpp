#include "wire/table/table_json.hpp"

#include "engine/notation.hpp"
#include "games/days.hpp"

namespace quincunx::wire {

namespace {

std::string_view kind_text(PileKind kind) {
    switch (kind) {
        case PileKind::foundation:
            return "foundation";
        case PileKind::tableau:
            return "tableau";
        case PileKind::reserve:
            return "reserve";
        case PileKind::waste:
            return "waste";
        case PileKind::stock:
            return "stock";
    }
    return {};
}

int largest(const Rules& rules, PileKind kind) {
    const Layout layout(rules);
    int size = 0;
    for (int number = 0; number < layout.count(kind); ++number)
        size = std::max(size, dealt_sizes(rules)[static_cast<std::size_t>(index(layout.pile(kind, number)))]);
    return size;
}

/// The first date that has a deal of the day; empty if it has none.
std::string_view since(const Rules& rules) {
    for (const games::Daily& one : games::daily)
        if (one.game == rules.id) return one.since;
    return {};
}

void write_game(JsonWriter& json, const Rules& rules) {
    const Layout layout(rules);
    json.begin_object();
    json.member("id", rules.id).member("name", rules.name).member("variantOf", rules.variant_of);
    json.member("dailySince", since(rules));
    json.member("summary", rules.summary).member("decks", rules.decks).member("cards", rules.card_count());
    json.key("dealt").begin_array();
    for (int pile = 0; pile < layout.piles(); ++pile)
        json.value(dealt_sizes(rules)[static_cast<std::size_t>(pile)]);
    json.end_array().key("most").begin_array();
    for (int pile = 0; pile < layout.piles(); ++pile) json.value(pile_limit(rules, pile_id(pile)));
    json.end_array();
    json.member("foundations", layout.foundations).member("tableau", layout.tableau);
    json.member("tableauDealt", largest(rules, PileKind::tableau))
        .member("tableauCapacity", rules.tableau.capacity);
    json.member("tableauBuilt", builds_tableau(rules)).member("reserve", layout.reserve);
    json.member("reserveOpen", rules.open_reserve());
    json.member("reserveDealt", largest(rules, PileKind::reserve));
    json.member("hasWaste", layout.has_waste).member("hasStock", layout.has_stock);
    json.member("stockDealsToReserves", rules.deals_to_reserves());
    json.member("redeals", rules.stock.redeal.count).key("increments").begin_array();
    if (rules.has_choice())
        for (const int increment : rules.increments) json.value(increment);
    json.end_array().member("hasFaceDown", has_face_down(rules)).end_object();
}

void write_pile(JsonWriter& json, const Layout& layout, const PileView& pile) {
    json.begin_object().member("id", pile_name(layout, pile.pile)).member("kind", kind_text(pile.kind));
    json.member("number", pile.number).array("cards", pile.cards, [&](const CardView& card) {
        json.begin_object().member("id", card.id);
        json.member("card", card.card.valid() ? std::optional(to_text(card.card)) : std::nullopt)
            .end_object();
    });
    if (pile.kind == PileKind::tableau) json.member("run", pile.run);
    if (pile.kind == PileKind::foundation)
        json.member("wants", pile.wants)
            .member("suits", pile.suits)
            .member("group", pile.group)
            .member("direction", pile.direction);
    json.end_object();
}

void write_source(JsonWriter& json, const Layout& layout, const SourceView& source) {
    json.begin_object().member("pile", pile_name(layout, source.pile)).member("index", source.index);
    json.member("count", source.count).array("targets", source.targets, [&](const TargetView& target) {
        json.begin_object().member("pile", pile_name(layout, target.pile)).member("move", target.move);
        json.member("standIn", target.stand_in).end_object();
    });
    json.member("preferred", source.preferred).end_object();
}

void write_event(JsonWriter& json, const Layout& layout, const Event& event) {
    json.begin_object();
    const auto card = [&] {
        json.member("id", event.cards.front().id).member("card", to_text(event.cards.front().card));
    };
    switch (event.kind) {
        case Event::Kind::move:
            json.member("type", "move")
                .member("from", pile_name(layout, event.from))
                .member("to", pile_name(layout, event.to));
            json.array("ids", event.cards, [&](const CardView& moved) { json.value(moved.id); });
            json.array("cards", event.cards, [&](const CardView& moved) { json.value(to_text(moved.card)); });
            json.member("automatic", event.automatic);
            break;
        case Event::Kind::turn:
            json.member("type", "turn").member("pile", pile_name(layout, event.to));
            card();
            break;
        case Event::Kind::refill:
            json.member("type", "refill")
                .member("pile", pile_name(layout, event.to))
                .member("from", pile_name(layout, event.from));
            card();
            break;
        case Event::Kind::deal:
            json.member("type", "deal").key("to").begin_array();
            for (std::size_t i = 0; i < event.cards.size(); ++i)
                json.begin_object()
                    .member("pile", pile_name(layout, event.dealt_to[i]))
                    .member("id", event.cards[i].id)
                    .member("card", to_text(event.cards[i].card))
                    .end_object();
            json.end_array();
            break;
        case Event::Kind::redeal:
            json.member("type", "redeal").member("turned", event.number).member("kept", event.kept ? 1 : 0);
            break;
        case Event::Kind::choice:
            json.member("type", "choice").member("increment", event.number);
            break;
    }
    json.end_object();
}

}  // namespace

void write_parameters(JsonWriter& json, const Parameters& parameters) {
    json.key("parameters").begin_object();
    for (const auto& [name, value] : parameters) json.member(name, value);
    json.end_object();
}

std::string games_json() {
    JsonWriter json;
    json.begin_array();
    games::for_each_game([&]<const Rules & rules>() { write_game(json, rules); });
    return json.end_array().take();
}

std::string view_json(const Rules& rules, const View& view) {
    const Layout layout(rules);
    JsonWriter json;
    json.begin_object().member("game", view.game).member("status", to_text(view.status));
    json.array("piles", view.piles, [&](const PileView& pile) { write_pile(json, layout, pile); });
    json.array("sources", view.sources, [&](const SourceView& one) { write_source(json, layout, one); });
    json.member("controls", view.controls);
    json.member("choice", view.choice).member("redeals", view.redeals).member("legal", view.legal);
    json.member("finishable", view.finishable).array("choices", view.choices, [&](const ChoiceView& choice) {
        json.begin_object().member("move", choice.move).member("increment", choice.increment);
        json.member("sequences", choice.sequences).end_object();
    });
    return json.end_object().take();
}

std::string table_json(const Session& session) {
    const Layout layout(session.rules());
    JsonWriter json;
    json.begin_object().key("view").raw(view_json(session.rules(), session.view()));
    json.array("events", session.events(), [&](const Event& event) { write_event(json, layout, event); });
    json.member("ply", session.ply()).member("plies", session.plies());
    json.array("marks", session.marks(), [&](const auto& mark) {
        json.begin_object().member("ply", mark.first).member("text", mark.second).end_object();
    });
    json.key("meta").begin_object();
    for (const auto& [key, text] : session.meta()) json.member(key, text);
    json.end_object().member("automatic", to_text(session.automatic())).member("deal", session.deal());
    json.member("sawMore", session.saw_more());
    return json.member("record", session.record_text()).end_object().take();
}

std::string refusal_json(const std::optional<RefusalView>& refusal) {
    if (!refusal) return "null";
    JsonWriter json;
    json.begin_object().member("code", refusal->code);
    write_parameters(json, refusal->parameters);
    return json.member("text", refusal->text).end_object().take();
}

std::string hint_json(const std::optional<Hint>& hint) {
    if (!hint) return "null";
    JsonWriter json;
    json.begin_object().member("move", hint->move).member("code", hint->code);
    write_parameters(json, hint->parameters);
    return json.member("text", hint->text).end_object().take();
}

std::string command_json(const CommandAnswer& answer, const Session& session) {
    JsonWriter json;
    json.begin_object().member("kind", answer.kind).member("code", answer.code);
    write_parameters(json, answer.parameters);
    json.key("refusal").raw(refusal_json(answer.refusal)).key("hint").raw(hint_json(answer.hint));
    json.member("text", answer.text).member("choices", answer.choices).key("table");
    return json.raw(answer.kind == "moved" ? table_json(session) : "null").end_object().take();
}

std::string failure_json(const Failure& failure) {
    JsonWriter json;
    json.begin_object().member("ok", false).key("error").begin_object();
    json.member("message", failure.error.message).member("line", failure.error.line);
    json.member("column", failure.error.column).member("code", failure.error.code);
    write_parameters(json, failure.error.parameters);
    json.key("refusal").raw(refusal_json(failure.refusal));
    return json.end_object().end_object().take();
}

std::string failed(const TextError& error) {
    return failure_json({error, {}});
}

std::string failed(std::string_view message) {
    return failed(TextError{0, 0, std::string(message)});
}

JsonWriter ok() {
    JsonWriter json;
    json.begin_object().member("ok", true);
    return json;
}

}  // namespace quincunx::wire
