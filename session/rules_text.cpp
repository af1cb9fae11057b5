#include "session/rules_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/as_played.hpp"
#include "engine/fnv.hpp"
#include "engine/json_reader.hpp"
#include "engine/rule_fields.hpp"
#include "games/all.hpp"
#include "session/record.hpp"
#include "session/shipped_rules.hpp"

namespace quincunx {

namespace {

// ---- The names of all fields and words -------------------------------------------------------------------

using Names = std::span<const std::string_view>;

// The words of each type, by value.
constexpr std::array<std::string_view, 6> follows{"nothing",   "any_card",    "any_suit",
                                                  "same_suit", "other_color", "same_color"};
constexpr std::array<std::string_view, 3> spaces{"stays_empty", "kings_only", "any_card"};
constexpr std::array<std::string_view, 4> refills{"none", "from_stock_then_waste", "from_waste",
                                                  "from_reserve"};
constexpr std::array<std::string_view, 5> units{"top_card", "ordered_run", "face_up_part", "any_cards",
                                                "by_singles"};
constexpr std::array<std::string_view, 2> accesses{"top_card", "every_card"};
constexpr std::array<std::string_view, 4> starts{"fixed_rank", "dealt_card", "laid_out", "first_card"};
constexpr std::array<std::string_view, 6> deals_to{"nowhere",        "waste",   "reserves",
                                                   "empty_reserves", "tableau", "full_tableau"};
constexpr std::array<std::string_view, 5> kinds{"foundation", "tableau", "reserve", "waste", "stock"};
constexpr std::array<std::string_view, 9> route_names{
    "tableau_to_tableau",    "tableau_to_foundation", "tableau_to_reserve",
    "waste_to_tableau",      "waste_to_foundation",   "reserve_to_tableau",
    "reserve_to_foundation", "reserve_to_reserve",    "foundation_to_tableau"};
constexpr std::string_view unlimited_word = "unlimited";

Names words_of(Follow) {
    return follows;
}
Names words_of(Space) {
    return spaces;
}
Names words_of(Refill) {
    return refills;
}
Names words_of(Unit) {
    return units;
}
Names words_of(Access) {
    return accesses;
}
Names words_of(Start) {
    return starts;
}
Names words_of(DealTo) {
    return deals_to;
}
Names words_of(PileKind) {
    return kinds;
}

// ---- Reading ---------------------------------------------------------------------------------------------

class RulesReader {
  public:
    /// The parts of the text are read into the rules, which then hold views of it. What is not there stays as it is.
    bool read_all(const JsonValue& value, Rules& rules) {
        return read_members(value, rules, {"based_on", "$schema"});
    }
    /// Whether a member is a text, or not there.
    bool is_text(const JsonValue* member, std::string_view name) {
        std::string_view text;
        return member == nullptr || within(name, [&] { return read(*member, text); });
    }
    tl::unexpected<TextError> error() { return tl::unexpected<TextError>(std::move(error_)); }

    bool fail(std::string_view code, std::string_view text, ParameterList more = {}) {
        tl::unexpected<TextError> error = text_error(0, 0, std::string(code).c_str(), text, more);
        error_ = std::move(error).value();
        error_.message = (path_.empty() ? "" : path_ + ": ") + error_.message;
        error_.parameters.insert(error_.parameters.begin(), {"path", path_});
        return false;
    }
    template <class Read>
    bool within(std::string_view name, Read&& read) {
        const std::size_t before = path_.size();
        path_ += '/';
        for (const char c : shown(name)) path_ += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
        const bool done = read();
        path_.resize(before);
        return done;
    }

  private:
    bool expect(const JsonValue& value, JsonValue::Kind kind, std::string_view name) {
        return value.kind == kind || fail("other-kind", "expected {text}", {{"text", name}});
    }

    /// `others`: members that are no fields.
    template <class Struct>
    bool read_members(const JsonValue& value, Struct& to,
                      std::initializer_list<std::string_view> others = {}) {
        if (!expect(value, JsonValue::Kind::object, "an object")) return false;
        for (std::size_t i = 0; i < value.names.size(); ++i) {
            const std::string_view name = value.names[i];
            bool known = std::ranges::find(others, name) != others.end();
            each_field(to, [&](std::string_view field, auto&&) { known |= field == name; });
            if (!known) return within(name, [&] { return fail("no-field", "there is no such field"); });
            if (value.find(name) != &value.items[i])
                return within(name, [&] { return fail("second-field", "the field is there twice"); });
        }
        bool done = true;
        each_field(to, [&](std::string_view name, auto&& field) {
            const JsonValue* const member = value.find(name);
            if (done && member != nullptr) done = within(name, [&] { return read(*member, field); });
        });
        return done;
    }
    template <Described Struct>
    bool read(const JsonValue& value, Struct& to) {
        return read_members(value, to);
    }
    bool read(const JsonValue& value, std::string_view& to) {
        if (!expect(value, JsonValue::Kind::string, "a text")) return false;
        to = value.text;
        return true;
    }
    bool read(const JsonValue& value, bool& to) {
        if (!expect(value, JsonValue::Kind::boolean, "true or false")) return false;
        to = value.text == "true";
        return true;
    }
    bool read(const JsonValue& value, int& to) {
        if (!expect(value, JsonValue::Kind::number, "a number")) return false;
        const char* const end = value.text.data() + value.text.size();
        const auto [stop, error] = std::from_chars(value.text.data(), end, to);
        return (error == std::errc{} && stop == end) ||
               fail("no-whole-number", "not a whole number, or too large: {text}",
                    {{"text", shown(value.text)}});
    }
    bool read(const JsonValue& value, OrUnlimited<int>& to) {
        if (value.kind != JsonValue::Kind::string)
            return read(value, to.count) &&
                   (to.count != unlimited ||
                    fail("number-of-redeals", "the word for redeals without an end is \"unlimited\""));
        to.count = unlimited;
        return value.text == unlimited_word || fail_word(value, Names(&unlimited_word, 1));
    }
    bool fail_word(const JsonValue& value, Names words) {
        std::string list;
        for (const std::string_view word : words) list += (list.empty() ? "" : ", ") + std::string(word);
        return fail("no-word", "{text} is none of {words}", {{"words", list}, {"text", shown(value.text)}});
    }
    bool read_word(const JsonValue& value, Names words, std::size_t& to) {
        if (!expect(value, JsonValue::Kind::string, "a word")) return false;
        to = static_cast<std::size_t>(std::ranges::find(words, value.text) - words.begin());
        return to < words.size() || fail_word(value, words);
    }
    template <class Enum>
        requires std::is_enum_v<Enum>
    bool read(const JsonValue& value, Enum& to) {
        std::size_t number = 0;
        if (!read_word(value, words_of(to), number)) return false;
        to = static_cast<Enum>(number);
        return true;
    }
    bool read(const JsonValue& value, Routes<unsigned>& to) {
        to.set = 0;
        return read_items(value, route_names.size(), [&](std::size_t item) {
            std::size_t number = 0;
            if (!read_word(value.items[item], route_names, number)) return false;
            if ((to.set >> number & 1U) != 0) return fail("second-field", "the route is there twice");
            to.set |= 1U << number;
            return true;
        });
    }
    template <class Item, std::size_t most>
    bool read(const JsonValue& value, std::array<Item, most>& to) {
        to = {};
        return read_items(value, most, [&](std::size_t item) { return read(value.items[item], to[item]); });
    }
    template <class Read>
    bool read_items(const JsonValue& value, std::size_t most, Read&& read_item) {
        if (!expect(value, JsonValue::Kind::array, "a list")) return false;
        if (value.items.size() > most)
            return fail("too-many-items", "at most {limit} of these can be said",
                        {{"limit", std::to_string(most)}});
        for (std::size_t item = 0; item < value.items.size(); ++item)
            if (!within(std::to_string(item), [&] { return read_item(item); })) return false;
        return true;
    }

    std::string path_;
    TextError error_;
};

// ---- The canonical form ------------------------------------------------------------------------------------------

/// The listed game that is played like these rules; nullptr if there is none.
SharedRules listed_like(const Rules& played) {
    SharedRules found;
    games::with_first([&](const Rules& rules) { return as_played(rules) == played; },
                      [&]<const Rules & rules>() { found = GameRules::make<rules>(); });
    return found;
}

// ---- Writing ---------------------------------------------------------------------------------------------

std::string text_of(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}
std::string text_of(bool value) {
    return value ? "true" : "false";
}
std::string text_of(int value) {
    return std::to_string(value);
}
std::string text_of(const OrUnlimited<const int>& value) {
    return value.count == unlimited ? text_of(unlimited_word) : text_of(value.count);
}
template <class Enum>
    requires std::is_enum_v<Enum>
std::string text_of(Enum value) {
    return text_of(words_of(value)[static_cast<std::size_t>(value)]);
}
std::string list_of(const std::vector<std::string>& items) {
    std::string text;
    for (const std::string& item : items) text += (text.empty() ? "" : ",") + item;
    return '[' + text + ']';
}
std::string text_of(const Routes<const unsigned>& routes) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < route_names.size(); ++i)
        if ((routes.set >> i & 1U) != 0) names.push_back(text_of(route_names[i]));
    return list_of(names);
}
template <Described Struct>
std::string text_of(const Struct& value);
template <class Item, std::size_t most>
std::string text_of(const std::array<Item, most>& items) {
    std::vector<std::string> texts;
    for (const Item& item : items) texts.push_back(text_of(item));
    const std::string usual = text_of(Item{});
    while (!texts.empty() && texts.back() == usual) texts.pop_back();
    return list_of(texts);
}
/// The fields that have not their usual values.
template <Described Struct>
std::string text_of(const Struct& value) {
    std::vector<std::string> usual;
    const Struct other{};
    each_field(other, [&](std::string_view, auto&& field) { usual.push_back(text_of(field)); });
    std::string text;
    auto next = usual.begin();
    each_field(value, [&](std::string_view name, auto&& field) {
        const std::string written = text_of(field);
        if (written != *next++) text += (text.empty() ? "" : ",") + text_of(name) + ':' + written;
    });
    return '{' + text + '}';
}

}  // namespace

std::string canonical_rules(const Rules& rules) {
    return text_of(as_played(rules));
}

std::string rules_text(const Rules& rules) {
    return text_of(rules);
}

std::string carried_rules(const Rules& rules) {
    return is_own(rules) ? rules_text(rules) : std::string();
}

std::string own_id(const Rules& rules) {
    constexpr int letters = 14;  // 26^14 > 2^64
    constexpr std::uint64_t alphabet = 26;
    std::string id = "own-";
    std::uint64_t rest = hash::mix(hash::Fnv1a().add(canonical_rules(rules)).value());
    for (int i = 0; i < letters; ++i, rest /= alphabet) id += static_cast<char>('a' + rest % alphabet);
    return id;
}

Expected<SharedRules> parse_rules(std::string_view text) {
    RulesReader reader;
    if (text.size() > max_rules_bytes) {
        return text_error(0, 0, "rules-too-long", "rules have at most {limit} bytes", max_rules_bytes);
    }
    std::size_t stop = 0;
    const std::optional<JsonValue> value = read_json(text, &stop);
    if (!value) {
        const std::string_view before = text.substr(0, stop);
        const auto line = 1 + std::ranges::count(before, '\n');
        const std::size_t column = stop - (before.rfind('\n') + 1) + 1;
        return text_error(static_cast<int>(line), static_cast<int>(column), "no-json",
                          "not JSON from here on");
    }

    Rules rules;
    std::string name = "Own rules";
    SharedRules parent;
    for (const std::string_view field : {"based_on", "$schema"})
        if (!reader.is_text(value->find(field), field)) return reader.error();
    if (const JsonValue* const base = value->find("based_on")) {
        Expected<SharedRules> found = read_game_ref(base->text);
        if (!found) {
            reader.within("based_on", [&] {
                return reader.fail("no-game", "there is no game \"{text}\"", {{"text", shown(base->text)}});
            });
            return reader.error();
        }
        parent = *std::move(found);
        rules = parent->rules();
        name = std::string(rules.name) + ", changed";
        rules.variant_of = is_own(rules) ? std::string_view() : rules.id;
        rules.id = rules.summary = {};
    }
    rules.name = name;
    if (!reader.read_all(*value, rules)) return reader.error();

    const auto refused = [&](std::string_view field, const char* code, std::string_view why,
                             ParameterList more) {
        reader.within(field, [&] { return reader.fail(code, why, more); });
        return reader.error();
    };
    for (const auto& [field, said, most] : {std::tuple("name", rules.name, max_rules_name_bytes),
                                            std::tuple("summary", rules.summary, max_rules_summary_bytes)})
        if (said.size() > most || record_words(said) != said ||
            std::ranges::any_of(said, [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; }))
            return refused(field, "no-plain-text", "a line of text, of at most {limit} bytes",
                           {{"limit", std::to_string(most)}});
    if (!rules.variant_of.empty() && !listed_game(rules.variant_of))
        return refused("variant_of", "no-game", "there is no game \"{text}\"",
                       {{"text", shown(rules.variant_of)}});

    const std::string said_id(rules.id);
    rules.id = "own";
    if (const std::optional<Reason> wrong = wrong_with(rules)) {
        TextError error{0, 0, std::string(Refused(wrong).data()), std::string(wrong->code), {}};
        error.parameters.emplace_back("path", wrong->path());
        return tl::unexpected<TextError>(std::move(error));
    }
    Rules played = as_played(rules);
    SharedRules found = listed_like(played);
    const std::string id = found ? std::string(found->rules().id) : own_id(played);
    if (!said_id.empty() && said_id != id)
        return refused("id", "other-id", "these rules are called {id}, and not \"{text}\"",
                       {{"id", id}, {"text", shown(said_id)}});
    if (found) return found;
    played.id = id;
    played.name = rules.name;
    played.variant_of = rules.variant_of;
    played.summary = rules.summary;
    return *GameRules::make(played);
}

Expected<SharedRules> read_game_ref(std::string_view ref, std::string_view rules, int line) {
    if (rules.empty()) {
        Expected<SharedRules> found = read_game_ref(ref);
        if (!found && ref.starts_with("own-"))
            return text_error(1, 1, "no-rules", "the rules of \"{text}\" are not here", ref);
        return found;
    }
    constexpr int before = 6;  // the word and a blank
    Expected<SharedRules> read = parse_rules(rules);
    if (!read) {
        read.error().line = line;
        read.error().column = std::max(read.error().column, 1) + before;
        return read;
    }
    if ((*read)->rules().id != ref)
        return text_error(line, 1 + before, "other-id", "these rules are called {id}, and not \"{text}\"",
                          {{"id", (*read)->rules().id}, {"text", shown(ref)}});
    return read;
}

std::string_view rules_line(std::string_view lines) {
    const std::string_view ref = game_of_position(lines);
    const char* const end = lines.data() + lines.size();
    if (ref.empty()) return {lines.data(), 0};
    std::string_view rest(ref.data(), static_cast<std::size_t>(end - ref.data()));
    rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    const std::string_view line = rest.substr(0, std::min(rest.find('\n'), rest.size()));
    return line.starts_with("rules ") ? line : std::string_view(lines.data(), 0);
}

std::string_view rules_in(std::string_view rules_line) {
    return rules_line.empty() ? rules_line : trimmed(rules_line.substr(rules_line.find(' ')), " \t\r");
}

std::string without_rules(std::string_view lines) {
    std::string plain(lines);
    const std::string_view line = rules_line(lines);
    return plain.erase(static_cast<std::size_t>(line.data() - lines.data()), line.size());
}

}  // namespace quincunx
