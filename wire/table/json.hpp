#pragma once

#include <concepts>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "engine/notation.hpp"

/// Answers are described once, to be written, declared and explained. A description is a function `describe(visitor, answer)`,
/// which says with `visitor.is` what the type is called and is, and calls the visitor with each field: its name, its value,
/// what it means and, if the type of the value does not say it, the type in TypeScript. `visitor.maybe` begins with whether
/// the field is there.
namespace quincunx::wire {

class JsonWriter;

template <class T>
concept Described = requires(JsonWriter& v, const T& t) { describe(v, t); };
template <class T>
concept Text = std::convertible_to<const T&, std::string_view>;
template <class T>
concept Interval = requires(const T& t) { t.low + t.high; };
template <class T>
concept Optional = std::same_as<T, std::optional<typename T::value_type>>;
template <class T>
concept List = std::ranges::range<const T> && !Text<T>;

std::string_view to_text(PileKind kind);

/// JSON that is already written.
struct Raw {
    std::string_view json;
};

/// The fields of an answer that another one begins with.
void extend(auto& v, const auto& base) {
    if constexpr (requires { v.extend(base); })
        v.extend(base);
    else
        describe(v, base);
}

/// Writes a JSON text (RFC 8259) piece by piece: small enough for WebAssembly, where a full JSON library
/// would be larger than what it writes. Keys and values are given in order; commas and quotes are added.
class JsonWriter {
  public:
    /// `rules` name the piles.
    explicit JsonWriter(const Rules* rules = nullptr) : rules_(rules) {}

    JsonWriter& begin_object() { return open('{'); }
    JsonWriter& end_object() { return close('}'); }
    JsonWriter& begin_array() { return open('['); }
    JsonWriter& end_array() { return close(']'); }
    /// JSON text that is already written.
    JsonWriter& raw(std::string_view json) {
        separate();
        text_ += json;
        return *this;
    }
    JsonWriter& null() { return raw("null"); }
    JsonWriter& key(const char* name) {
        text(name);
        text_ += ':';
        fresh_ = true;
        return *this;
    }
    JsonWriter& member(const char* name, const auto& content) { return key(name).value(content); }
    /// An array, of which `write` writes each element.
    JsonWriter& array(const char* name, const auto& elements, const auto& write) {
        key(name).begin_array();
        for (const auto& element : elements) write(element);
        return end_array();
    }
    template <class Value>
    JsonWriter& value(const Value& content) {
        if constexpr (std::same_as<Value, Raw>) {
            raw(content.json);
        } else if constexpr (std::same_as<Value, bool>) {
            raw(content ? "true" : "false");
        } else if constexpr (std::integral<Value>) {
            raw(number_text(content));
        } else if constexpr (std::same_as<Value, Card>) {
            content.valid() ? value(to_text(content)) : null();
        } else if constexpr (std::same_as<Value, PileId>) {
            text(pile_name(Layout(*rules_), content));
        } else if constexpr (std::same_as<Value, double>) {
            raw(share_text(content));
        } else if constexpr (Text<Value>) {
            text(content);
        } else if constexpr (Optional<Value> || std::is_pointer_v<Value>) {
            content ? value(*content) : null();
        } else if constexpr (std::is_enum_v<Value>) {
            value(to_text(content));
        } else if constexpr (Described<Value>) {
            begin_object();
            describe(*this, content);
            end_object();
        } else if constexpr (std::same_as<Value, Parameters>) {
            begin_object();
            for (const auto& [name, text] : content) member(name.c_str(), text);
            end_object();
        } else if constexpr (List<Value>) {
            begin_array();
            for (const auto& each : content) value(each);
            end_array();
        } else {
            static_assert(Interval<Value>);
            begin_array().value(content.low).value(content.high).end_array();
        }
        return *this;
    }

    // A description calls these. The meanings would stand in the modules if these were functions of their own.
    [[gnu::always_inline]] void is(const char* /*name*/, const char* /*what*/) {}
    [[gnu::always_inline]] void operator()(const char* name, const auto& content, const char* /*what*/,
                                           const char* /*type*/ = nullptr) {
        if constexpr (std::is_array_v<std::remove_reference_t<decltype(content)>>)
            member(name, std::string_view(content));
        else
            member(name, content);
    }
    [[gnu::always_inline]] void maybe(bool there, const char* name, const auto& content,
                                      const char* /*what*/) {
        if (there) member(name, content);
    }

    std::string take() { return std::move(text_); }

  private:
    JsonWriter& open(char bracket) {
        separate();
        text_ += bracket;
        fresh_ = true;
        return *this;
    }
    JsonWriter& close(char bracket) {
        text_ += bracket;
        fresh_ = false;
        return *this;
    }
    void separate() {
        if (!fresh_) text_ += ',';
        fresh_ = false;
    }
    void text(std::string_view text) {
        separate();
        constexpr std::string_view digits = "0123456789abcdef";
        text_ += '"';
        for (const char c : text) {
            const auto code = static_cast<unsigned char>(c);
            if (code < 0x20) {
                text_ += "\\u00";
                text_ += digits[code >> 4U];
                text_ += digits[code & 15U];
            } else {
                if (c == '"' || c == '\\') text_ += '\\';
                text_ += c;
            }
        }
        text_ += '"';
    }

    const Rules* rules_;
    std::string text_;
    bool fresh_ = true;
};

/// {"ok":true
JsonWriter ok(const Rules* rules = nullptr);

/// {"ok":true, and the fields of an answer}
std::string answered(const auto& answer, const Rules* rules = nullptr) {
    JsonWriter json = ok(rules);
    describe(json, answer);
    return json.end_object().take();
}

/// {"ok":true, and one field}
std::string answered(const char* name, const auto& value, const Rules* rules = nullptr) {
    return ok(rules).member(name, value).end_object().take();
}

}  // namespace quincunx::wire
