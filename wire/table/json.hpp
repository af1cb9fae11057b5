#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quincunx::wire {

/// Writes a JSON text (RFC 8259) piece by piece: small enough for WebAssembly, where a full JSON library
/// would be larger than what it writes. Keys and values are given in order; commas and quotes are added.
class JsonWriter {
  public:
    JsonWriter& begin_object() { return open('{'); }
    JsonWriter& end_object() { return close('}'); }
    JsonWriter& begin_array() { return open('['); }
    JsonWriter& end_array() { return close(']'); }

    JsonWriter& key(std::string_view name) {
        separate();
        string(name);
        text_ += ':';
        fresh_ = true;
        return *this;
    }
    JsonWriter& value(std::string_view text) {
        separate();
        string(text);
        return *this;
    }
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(bool truth) { return raw(truth ? "true" : "false"); }
    JsonWriter& null() { return raw("null"); }
    template <std::integral Number>
    JsonWriter& value(Number number) {
        return raw(std::to_string(number));
    }
    /// The value, or null.
    template <class Value>
    JsonWriter& value(const std::optional<Value>& content) {
        return content ? value(*content) : null();
    }
    JsonWriter& value(const std::vector<std::string>& texts) {
        begin_array();
        for (const std::string& text : texts) value(text);
        return end_array();
    }
    /// JSON text that is already written.
    JsonWriter& raw(std::string_view json) {
        separate();
        text_ += json;
        return *this;
    }
    template <class Value>
    JsonWriter& member(std::string_view name, const Value& content) {
        return key(name).value(content);
    }
    /// An array, of which `write` writes each element.
    template <class Elements, class Write>
    JsonWriter& array(std::string_view name, const Elements& elements, const Write& write) {
        key(name).begin_array();
        for (const auto& element : elements) write(element);
        return end_array();
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
    void string(std::string_view text) {
        text_ += '"';
        for (const char c : text) {
            if (c == '"' || c == '\\') {
                text_ += '\\';
                text_ += c;
            } else if (static_cast<unsigned char>(c) < 0x20) {
                constexpr std::string_view digits = "0123456789abcdef";
                text_ += "\\u00";
                text_ += digits[static_cast<unsigned char>(c) >> 4U];
                text_ += digits[static_cast<unsigned char>(c) & 15U];
            } else {
                text_ += c;
            }
        }
        text_ += '"';
    }

    std::string text_;
    bool fresh_ = true;
};

}  // namespace quincunx::wire
