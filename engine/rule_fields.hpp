#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/rules.hpp"

/// The names of all fields of rules, in order: what reads or writes rules goes by these.
namespace quincunx {

using Names = std::span<const std::string_view>;

/// A field of rules, or one of several that are alike.
struct Field {
    enum class Kind : std::uint8_t {
        text,     ///< a `std::string_view`
        flag,     ///< a `bool`
        number,   ///< an `int`
        redeals,  ///< an `int` that may be `unlimited`
        word,     ///< a value of an enumeration; `words` are those for its values
        routes,   ///< a set of `Route`, an `unsigned`; `words` are those for its bits
        part,     ///< `parts` are its fields
        list      ///< `parts` are as many as there may be
    };
    Kind kind{};
    void* value = nullptr;
    Names words{};
    std::string_view name{};  ///< none in a list
    std::vector<Field> parts{};
    void (*clear)(void*) = nullptr;  ///< gives a list its usual values

    template <class Value>
    Value& as() const {
        return *static_cast<Value*>(value);
    }
};

inline constexpr std::string_view unlimited_word = "unlimited";

/// The rules as a part, whose fields are those of the rules, as long as these stay where they are.
Field fields_of(Rules& rules);

}  // namespace quincunx
