#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

namespace quincunx {

/// Names and values that accompany a code: pile names, cards, numbers as text.
using Parameters = std::vector<std::pair<std::string, std::string>>;

/// An error in a text, and its place. Lines and columns count from 1; 0 means that they do not apply.
struct TextError {
    int line = 0;
    int column = 0;
    std::string message;
    /// For front ends that say it in their own words (docs/notation.md, "Reasons"); empty if there is none.
    std::string code{};
    Parameters parameters{};
};

template <class T>
using Expected = tl::expected<T, TextError>;

inline tl::unexpected<TextError> text_error(int line, int column, std::string message) {
    return tl::unexpected<TextError>(TextError{line, column, std::move(message)});
}

/// A number as people write it. By hand: the library's functions take 0.5 kB more of table.wasm. Here, for the module of a
/// database, which is not linked with the engine.
inline std::string digits_of(std::uint64_t number) {
    std::string digits;
    do digits.insert(digits.begin(), static_cast<char>('0' + number % 10));
    while ((number /= 10) != 0);
    return digits;
}
std::string number_text(std::integral auto number) {
    return std::cmp_less(number, 0) ? '-' + digits_of(std::uint64_t{0} - static_cast<std::uint64_t>(number))
                                    : digits_of(static_cast<std::uint64_t>(number));
}

/// A text with each {name} replaced by the parameter's value.
std::string filled(std::string_view text, const Parameters& parameters);

/// Parameters that are put together where an error is found; those without a name are left out.
using ParameterList = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// An error with a code, whose message is the text, filled in; what was read comes last of the parameters, since it may
/// contain anything.
tl::unexpected<TextError> text_error(int line, int column, const char* code, std::string_view text,
                                     ParameterList parameters);
/// The same without parameters; with the parameter `text`, which is what was read; with the parameter `limit`. (The page
/// loads this code for its first table: these calls are shorter.)
tl::unexpected<TextError> text_error(int line, int column, const char* code, const char* text);
tl::unexpected<TextError> text_error(int line, int column, const char* code, const char* text,
                                     std::string_view read);
tl::unexpected<TextError> text_error(int line, int column, const char* code, const char* text,
                                     std::uint64_t limit);

/// "3:14 what is wrong", or just the message if there is no position.
std::string to_text(const TextError& error);

/// A word of a line and the column of its first byte.
struct Word {
    std::string_view text;
    int column = 1;
};

/// The words of a line, separated by blanks or tabs.
std::vector<Word> split_words(std::string_view line);

/// A text without the blanks at both ends.
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t");

/// The bytes of the UTF-8 character (RFC 3629) that a text starts with; 0 if it is none.
std::size_t utf8_size(std::string_view text);

/// The offset of the first byte that is not UTF-8, or npos.
std::size_t bad_utf8(std::string_view text);

/// Sorts texts bytewise. By heap sort: `std::sort` of strings is three times the code, and the page waits for it.
void sort_texts(std::vector<std::string>& texts);

/// Splits a text at line feeds. A carriage return before a line feed is dropped, and a final line feed does
/// not start another line.
std::vector<std::string_view> split_lines(std::string_view text);

/// A text made safe for messages: control characters and non-ASCII bytes replaced, and cut after 40 bytes.
std::string shown(std::string_view text);

/// The same in quotation marks.
std::string quoted(std::string_view text);

/// "1 move", "2 moves": for nouns whose plural ends in s.
std::string counted(std::uint64_t count, std::string_view noun);

/// A share from 0 to 1 with four decimals: "0.9375".
std::string share_text(double share);

}  // namespace quincunx
