#pragma once

#include <array>
#include <concepts>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/notation.hpp"
#include "wire/table/json.hpp"

/// Answers are described once, to be written, declared and explained. A description is a function
/// `describe(visitor, answer)`, which calls the visitor with each field: its name, its value, what it means and, if the
/// type of the value does not say it, the type in TypeScript. `visitor.maybe` begins with whether the field is there.
namespace quincunx::wire {

/// The name of a described type, and what it is.
struct Named {
    std::string_view name;
    std::string_view what;
};
template <class T>
inline constexpr Named named{};

template <class T>
concept Described = !named<T>.name.empty();
template <class T>
concept Interval = requires(const T& t) { t.low + t.high; };
template <class T>
concept Optional = std::same_as<T, std::optional<typename T::value_type>>;
template <class T>
concept List = std::ranges::range<const T> && !std::convertible_to<const T&, std::string_view>;

std::string_view to_text(PileKind kind);

/// JSON that is already written.
struct Raw {
    std::string_view json;
};

/// Writes answers as JSON.
class AnswerWriter : public JsonWriter {
  public:
    /// `rules` name the piles.
    explicit AnswerWriter(const Rules* rules = nullptr) {
        if (rules != nullptr) layout_.emplace(*rules);
    }

    // The meanings would stand in the modules if this were a function of its own.
    template <class Value>
    [[gnu::always_inline]] void operator()(std::string_view name, const Value& content, const char* /*what*/,
                                           const char* /*type*/ = nullptr) {
        if constexpr (std::is_array_v<Value>)
            field(name, std::string_view(content));
        else
            field(name, content);
    }
    template <class Value>
    [[gnu::always_inline]] void maybe(bool there, std::string_view name, const Value& content,
                                      const char* what) {
        if (there) (*this)(name, content, what);
    }
    std::string pile(PileId pile) const { return pile_name(*layout_, pile); }

    template <class Value>
    void write(const Value& content) {
        if constexpr (std::same_as<Value, Parameters>) {
            begin_object();
            for (const auto& [name, text] : content) member(name, text);
            end_object();
        } else if constexpr (Optional<Value> || std::is_pointer_v<Value>) {
            content ? write(*content) : static_cast<void>(null());
        } else if constexpr (List<Value>) {
            begin_array();
            for (const auto& each : content) write(each);
            end_array();
        } else if constexpr (Interval<Value>) {
            begin_array();
            write(content.low);
            write(content.high);
            end_array();
        } else if constexpr (std::is_enum_v<Value>) {
            value(to_text(content));
        } else if constexpr (Described<Value>) {
            begin_object();
            describe(*this, content);
            end_object();
        } else if constexpr (std::same_as<Value, double>) {
            raw(share_text(content));
        } else {
            value(content);
        }
    }
    void write(const char* content) { value(content); }
    void write(const Raw& content) { raw(content.json); }

  private:
    template <class Value>
    void field(std::string_view name, const Value& content) {
        key(name);
        write(content);
    }

    std::optional<Layout> layout_;
};

/// The fields of an answer that another one begins with.
template <class V, class Base>
void extend(V& v, const Base& base) {
    if constexpr (requires { v.extend(base); })
        v.extend(base);
    else
        describe(v, base);
}

/// {"ok":true
AnswerWriter ok(const Rules* rules = nullptr);

/// {"ok":true, and the fields of an answer}
template <class Answer>
std::string answered(const Answer& answer, const Rules* rules = nullptr) {
    AnswerWriter json = ok(rules);
    describe(json, answer);
    return json.end_object().take();
}

/// An answer that says nothing but that it was done.
struct Nothing {};
template <class V>
void describe(V& /*v*/, const Nothing& /*nothing*/) {}

/// {"ok":true, and one field}
template <class Value>
std::string answered(std::string_view name, const Value& value, const Rules* rules = nullptr) {
    AnswerWriter json = ok(rules);
    json(name, value, "");
    return json.end_object().take();
}

}  // namespace quincunx::wire
