#include "engine/text.hpp"

#include <algorithm>

namespace quincunx {

std::string filled(std::string_view text, const Parameters& parameters) {
    std::string result(text);
    for (const auto& [name, value] : parameters) {
        const std::string mark = '{' + name + '}';
        for (std::size_t at = result.find(mark); at != std::string::npos;
             at = result.find(mark, at + value.size()))
            result.replace(at, mark.size(), value);
    }
    return result;
}

tl::unexpected<TextError> text_error(int line, int column, const char* code, std::string_view text,
                                     ParameterList parameters) {
    TextError error{line, column, {}, code, {}};
    for (const auto& [name, value] : parameters)
        if (!name.empty()) error.parameters.emplace_back(name, value);
    error.message = filled(text, error.parameters);
    return tl::unexpected<TextError>(std::move(error));
}

tl::unexpected<TextError> text_error(int line, int column, const char* code, const char* text) {
    return text_error(line, column, code, text, ParameterList());
}

tl::unexpected<TextError> text_error(int line, int column, const char* code, const char* text,
                                     std::string_view read) {
    return text_error(line, column, code, text, {{"text", shown(read)}});
}

tl::unexpected<TextError> text_error(int line, int column, const char* code, const char* text,
                                     std::uint64_t limit) {
    return text_error(line, column, code, text, {{"limit", number_text(limit)}});
}

std::string to_text(const TextError& error) {
    if (error.line == 0) return error.message;
    return number_text(error.line) + ':' + number_text(error.column) + ' ' + error.message;
}

void sort_texts(std::vector<std::string>& texts) {
    std::partial_sort(texts.begin(), texts.end(), texts.end());
}

std::vector<Word> split_words(std::string_view line) {
    std::vector<Word> words;
    std::size_t at = 0;
    while (true) {
        at = line.find_first_not_of(" \t", at);
        if (at == std::string_view::npos) return words;
        const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
        words.push_back({line.substr(at, end - at), static_cast<int>(at) + 1});
        at = end;
    }
}

std::string_view trimmed(std::string_view text, std::string_view blanks) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::size_t utf8_size(std::string_view text) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return 1;
    const std::size_t size = lead >= 0xf0 ? 4 : (lead >= 0xe0 ? 3 : 2);
    if (lead < 0xc2 || lead > 0xf4 || size > text.size()) return 0;
    for (std::size_t at = 1; at < size; ++at)
        if ((byte(at) & 0xc0U) != 0x80) return 0;
    if ((lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xed && byte(1) > 0x9f)) return 0;
    if ((lead == 0xf0 && byte(1) < 0x90) || (lead == 0xf4 && byte(1) > 0x8f)) return 0;
    return size;
}

std::size_t bad_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t size = utf8_size(text.substr(i));
        if (size == 0) return i;
        i += size;
    }
    return std::string_view::npos;
}

std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        lines.push_back(line);
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return lines;
}

std::string shown(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string result;
    for (const char c : text.substr(0, longest)) result += c >= ' ' && c <= '~' ? c : '?';
    if (text.size() > longest) result += "...";
    return result;
}

std::string quoted(std::string_view text) {
    return '"' + shown(text) + '"';
}

std::string counted(std::uint64_t count, std::string_view noun) {
    return number_text(count) + ' ' + std::string(noun) + (count == 1 ? "" : "s");
}

std::string share_text(double share) {
    constexpr int whole = 10000;
    const int parts = static_cast<int>(share * whole + 0.5);
    const std::string digits = number_text(parts % whole);
    return number_text(parts / whole) + '.' + std::string(4 - digits.size(), '0') + digits;
}

}  // namespace quincunx
