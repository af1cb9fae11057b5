#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quincunx {

/// A JSON text (RFC 8259) that was read: small enough for WebAssembly, and content with what the page sends.
struct JsonValue {
    enum class Kind : std::uint8_t { null, boolean, number, string, array, object };
    Kind kind = Kind::null;
    std::string text;                ///< of a string; of a number or truth value as it was written
    std::vector<JsonValue> items;    ///< of an array; the values of an object's members
    std::vector<std::string> names;  ///< of an object's members

    /// A member of an object; nothing if there is none.
    const JsonValue* find(std::string_view name) const;
};

/// Nothing if the text is no JSON, which is UTF-8, or is nested deeper than 32 levels; `stop` is then the offset of what
/// cannot be read.
std::optional<JsonValue> read_json(std::string_view text, std::size_t* stop = nullptr);

}  // namespace quincunx
