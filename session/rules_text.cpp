#include "session/rules_text.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/as_played.hpp"
#include "engine/fnv.hpp"
#include "engine/json_reader.hpp"
#include "engine/notation.hpp"
#include "engine/rule_fields.hpp"
#include "games/all.hpp"
#include "session/game.hpp"
#include "session/record.hpp"

namespace quincunx {

namespace {

// ---- Reading ---------------------------------------------------------------------------------------------

class RulesReader {
  public:
    /// The parts of the text are read into the rules, which then hold views of it. What is not there stays as it is.
    bool read_all(const JsonValue& value, Rules& rules) {
        return read_part(value, fields_of(rules), {"based_on", "$schema"});
    }
    /// Whether a member is a text, or not there.
    bool is_text(const JsonValue* member, std::string_view name) {
        return member == nullptr ||
               within(name, [&] { return expect(*member, JsonValue::Kind::string, "a text"); });
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
    bool read_part(const JsonValue& value, const Field& part,
                   std::initializer_list<std::string_view> others = {}) {
        if (!expect(value, JsonValue::Kind::object, "an object")) return false;
        for (std::size_t i = 0; i < value.names.size(); ++i) {
            const std::string_view name = value.names[i];
            if (std::ranges::find(others, name) == others.end() &&
                std::ranges::find(part.parts, name, &Field::name) == part.parts.end())
                return within(name, [&] { return fail("no-field", "there is no such field"); });
            if (value.find(name) != &value.items[i])
                return within(name, [&] { return fail("second-field", "the field is there twice"); });
        }
        for (const Field& field : part.parts)
            if (const JsonValue* const member = value.find(field.name))
                if (!within(field.name, [&] { return read(*member, field); })) return false;
        return true;
    }
    bool read(const JsonValue& value, const Field& to) {
        std::size_t number = 0;
        switch (to.kind) {
            case Field::Kind::text:
                if (!expect(value, JsonValue::Kind::string, "a text")) return false;
                to.as<std::string_view>() = value.text;
                return true;
            case Field::Kind::flag:
                if (!expect(value, JsonValue::Kind::boolean, "true or false")) return false;
                to.as<bool>() = value.text == "true";
                return true;
            case Field::Kind::number:
                return read_number(value, to.as<int>());
            case Field::Kind::redeals:
                return read_redeals(value, to.as<int>());
            case Field::Kind::word:
                if (!read_word(value, to.words, number)) return false;
                to.as<std::uint8_t>() = static_cast<std::uint8_t>(number);
                return true;
            case Field::Kind::routes:
                to.as<unsigned>() = 0;
                return read_items(value, to.words.size(), [&](std::size_t item) {
                    if (!read_word(value.items[item], to.words, number)) return false;
                    if ((to.as<unsigned>() >> number & 1U) != 0)
                        return fail("second-field", "the route is there twice");
                    to.as<unsigned>() |= 1U << number;
                    return true;
                });
            case Field::Kind::part:
                return read_part(value, to);
            case Field::Kind::list:
                to.clear(to.value);
                return read_items(value, to.parts.size(),
                                  [&](std::size_t item) { return read(value.items[item], to.parts[item]); });
        }
        return false;
    }
    bool read_number(const JsonValue& value, int& to) {
        if (!expect(value, JsonValue::Kind::number, "a number")) return false;
        const bool negative = value.text.starts_with('-');
        const std::optional<std::uint64_t> size =
            parse_number(std::string_view(value.text).substr(negative ? 1 : 0));
        if (!size || *size > std::uint64_t{std::numeric_limits<int>::max()} + (negative ? 1 : 0))
            return fail("no-whole-number", "not a whole number, or too large: {text}",
                        {{"text", shown(value.text)}});
        const auto number = static_cast<std::int64_t>(*size);
        to = static_cast<int>(negative ? -number : number);
        return true;
    }
    bool read_redeals(const JsonValue& value, int& to) {
        if (value.kind != JsonValue::Kind::string)
            return read_number(value, to) &&
                   (to != unlimited ||
                    fail("number-of-redeals", "the word for redeals without an end is \"unlimited\""));
        to = unlimited;
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
    template <class Read>
    bool read_items(const JsonValue& value, std::size_t most, Read&& read_item) {
        if (!expect(value, JsonValue::Kind::array, "a list")) return false;
        if (value.items.size() > most)
            return fail("too-many-items", "at most {limit} of these can be said",
                        {{"limit", number_text(most)}});
        for (std::size_t item = 0; item < value.items.size(); ++item)
            if (!within(number_text(item), [&] { return read_item(item); })) return false;
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

std::string in_quotes(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

void append(std::string& list, const std::string& item) {
    if (!list.empty()) list += ',';
    list += item;
}

/// A field as JSON, without the parts that are as usual.
std::string text_of(const Field& field, const Field& usual) {
    std::string text;
    switch (field.kind) {
        case Field::Kind::text:
            return in_quotes(field.as<std::string_view>());
        case Field::Kind::flag:
            return field.as<bool>() ? "true" : "false";
        case Field::Kind::redeals:
            if (field.as<int>() == unlimited) return in_quotes(unlimited_word);
            [[fallthrough]];
        case Field::Kind::number:
            return number_text(field.as<int>());
        case Field::Kind::word:
            return in_quotes(field.words[field.as<std::uint8_t>()]);
        case Field::Kind::routes:
            for (std::size_t i = 0; i < field.words.size(); ++i)
                if ((field.as<unsigned>() >> i & 1U) != 0) append(text, in_quotes(field.words[i]));
            return '[' + text + ']';
        case Field::Kind::part:
            for (std::size_t i = 0; i < field.parts.size(); ++i)
                if (const std::string part = text_of(field.parts[i], usual.parts[i]);
                    part != text_of(usual.parts[i], usual.parts[i]))
                    append(text, in_quotes(field.parts[i].name) + ':' + part);
            return '{' + text + '}';
        case Field::Kind::list: {
            std::string all;
            for (std::size_t i = 0; i < field.parts.size(); ++i) {
                const std::string item = text_of(field.parts[i], usual.parts[i]);
                append(all, item);
                if (item != text_of(usual.parts[i], usual.parts[i])) text = all;
            }
            return '[' + text + ']';
        }
    }
    return text;
}

std::string text_of(Rules rules) {
    Rules usual;
    return text_of(fields_of(rules), fields_of(usual));
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
                           {{"limit", number_text(most)}});
    if (!rules.variant_of.empty() && !listed_game(rules.variant_of))
        return refused("variant_of", "no-game", "there is no game \"{text}\"",
                       {{"text", shown(rules.variant_of)}});

    const std::string said_id(rules.id);
    rules.id = "own";
    if (const std::optional<Reason> wrong = wrong_with(rules)) {
        const std::string path = wrong->path();
        return tl::unexpected<TextError>(
            TextError{0, 0, path + ": " + wrong->text, wrong->code, {{"path", path}}});
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
    return GameRules::judged(played);
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
