#include "engine/json_reader.hpp"

#include <algorithm>

#include "engine/text.hpp"

namespace quincunx {

namespace {

class JsonReader {
  public:
    explicit JsonReader(std::string_view text) : rest_(text) {}

    std::optional<JsonValue> read() {
        JsonValue value;
        if (!read(value, 0)) return std::nullopt;
        skip_blanks();
        return rest_.empty() ? std::optional(std::move(value)) : std::nullopt;
    }

    /// The bytes that have not been read.
    std::size_t left() const { return rest_.size(); }

  private:
    void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }
    bool take(std::string_view what) {
        if (!rest_.starts_with(what)) return false;
        rest_.remove_prefix(what.size());
        return true;
    }
    bool next_is(char c) {
        skip_blanks();
        return take(std::string_view(&c, 1));
    }

    bool read(JsonValue& value, int depth) {
        constexpr int deepest = 32;
        skip_blanks();
        if (depth > deepest || rest_.empty()) return false;
        switch (rest_.front()) {
            case '"':
                value.kind = JsonValue::Kind::string;
                return read_string(value.text);
            case '[':
                value.kind = JsonValue::Kind::array;
                return read_items(value, depth, ']');
            case '{':
                value.kind = JsonValue::Kind::object;
                return read_items(value, depth, '}');
            default:
                return read_word(value);
        }
    }

    bool read_items(JsonValue& value, int depth, char end) {
        rest_.remove_prefix(1);
        if (next_is(end)) return true;
        do {
            if (end == '}') {
                skip_blanks();
                if (!read_string(value.names.emplace_back()) || !next_is(':')) return false;
            }
            if (!read(value.items.emplace_back(), depth + 1)) return false;
        } while (next_is(','));
        return next_is(end);
    }

    bool read_word(JsonValue& value) {
        for (const std::string_view word : {"null", "true", "false"}) {
            if (!take(word)) continue;
            value.kind = word == "null" ? JsonValue::Kind::null : JsonValue::Kind::boolean;
            value.text = word;
            return true;
        }
        const auto digits = [&] {
            const std::size_t count = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
            rest_.remove_prefix(count);
            return count;
        };
        const std::string_view start = rest_;
        take("-");
        const bool zero = rest_.starts_with('0');
        const std::size_t whole = digits();
        if (whole == 0 || (zero && whole > 1)) return false;
        if (take(".") && digits() == 0) return false;
        if (take("e") || take("E")) {
            if (!take("+")) take("-");
            if (digits() == 0) return false;
        }
        value.kind = JsonValue::Kind::number;
        value.text = start.substr(0, start.size() - rest_.size());
        return true;
    }

    bool read_string(std::string& text) {
        if (!take("\"")) return false;
        for (;;) {
            const std::size_t end = std::min(rest_.find_first_of("\"\\"), rest_.size());
            const std::string_view plain = rest_.substr(0, end);
            if (end == rest_.size() || std::any_of(plain.begin(), plain.end(), [](char c) {
                    return static_cast<unsigned char>(c) < 0x20;
                }))
                return false;
            text += plain;
            rest_.remove_prefix(end + 1);
            if (rest_.data()[-1] == '"') return true;
            if (!read_escape(text)) return false;
        }
    }

    bool read_escape(std::string& text) {
        constexpr std::string_view letters = "\"\\/bfnrt";
        constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
        if (rest_.empty()) return false;
        const char letter = rest_.front();
        rest_.remove_prefix(1);
        if (letter == 'u') return read_code(text);
        const std::size_t found = letters.find(letter);
        if (found == std::string_view::npos) return false;
        text += meanings[found];
        return true;
    }

    bool read_unit(std::uint32_t& unit) {
        constexpr std::string_view digits = "0123456789abcdefABCDEF";
        if (rest_.size() < 4) return false;
        for (const char c : rest_.substr(0, 4)) {
            const std::size_t digit = digits.find(c);
            if (digit == std::string_view::npos) return false;
            unit = unit * 16 + static_cast<std::uint32_t>(digit < 16 ? digit : digit - 6);
        }
        rest_.remove_prefix(4);
        return true;
    }

    bool read_code(std::string& text) {
        std::uint32_t code = 0;
        if (!read_unit(code)) return false;
        std::uint32_t low = 0;
        const std::string_view before = rest_;
        if (code >= 0xd800 && code < 0xdc00 && take("\\u") && read_unit(low) && low >= 0xdc00 && low < 0xe000)
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        else
            rest_ = before;
        if (code >= 0xd800 && code < 0xe000) code = 0xfffd;  // half of a pair
        const auto tail = [&](int shift) { text += static_cast<char>(0x80 | ((code >> shift) & 0x3f)); };
        if (code < 0x80) {
            text += static_cast<char>(code);
        } else if (code < 0x800) {
            text += static_cast<char>(0xc0 | (code >> 6));
            tail(0);
        } else if (code < 0x10000) {
            text += static_cast<char>(0xe0 | (code >> 12));
            tail(6);
            tail(0);
        } else {
            text += static_cast<char>(0xf0 | (code >> 18));
            tail(12);
            tail(6);
            tail(0);
        }
        return true;
    }

    std::string_view rest_;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view name) const {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? nullptr : &items[static_cast<std::size_t>(found - names.begin())];
}

std::optional<JsonValue> read_json(std::string_view text, std::size_t* stop) {
    std::size_t bad = bad_utf8(text);
    std::optional<JsonValue> value;
    if (bad == std::string_view::npos) {
        JsonReader reader(text);
        value = reader.read();
        bad = text.size() - reader.left();
    }
    if (stop != nullptr) *stop = bad;
    return value;
}

}  // namespace quincunx
