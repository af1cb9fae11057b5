#include "engine/cleaned.hpp"

#include <initializer_list>
#include <utility>
#include <vector>

#include "engine/card.hpp"
#include "engine/text.hpp"

namespace quincunx {

namespace {

using Changes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// Whatever stands at a place is changed once, in one pass: a text may be long, and have nothing else in it.
std::string changed(std::string_view from_text, Changes changes) {
    std::string text;
    text.reserve(from_text.size());
    while (!from_text.empty()) {
        std::string_view as(from_text.substr(0, 1));
        std::size_t size = 1;
        for (const auto& [from, to] : changes)
            if (from_text.starts_with(from)) {
                as = to;
                size = from.size();
                break;
            }
        text += as;
        from_text.remove_prefix(size);
    }
    return text;
}

std::string upper(std::string_view text) {
    std::string result;
    for (const char c : text) result += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return result;
}

/// A word of a pile's line: a card in any of the ways that have one meaning, or a dash.
std::string typed(std::string_view word) {
    const std::string text = upper(changed(word, {{"–", "-"},
                                                  {"—", "-"},
                                                  {"10", "T"},
                                                  {"♠", "S"},
                                                  {"♤", "S"},
                                                  {"♥", "H"},
                                                  {"♡", "H"},
                                                  {"♦", "D"},
                                                  {"♢", "D"},
                                                  {"♣", "C"},
                                                  {"♧", "C"}}));
    const std::string turned(text.rbegin(), text.rend());  // the suit first
    if (text == "-" || card_from_text(text).valid()) return text;
    return card_from_text(turned).valid() ? turned : std::string(word);
}

/// The name of a pile that begins a line, in capital letters and without a colon; empty if there is none.
std::string pile_of(std::string_view word) {
    std::string name = upper(word);
    if (name.ends_with(':')) name.pop_back();
    if (name == "W" || name == "S") return name;
    const bool numbered = name.size() > 1 && name.find_first_of("FTR") == 0 &&
                          name.find_first_not_of("0123456789", 1) == std::string::npos;
    return numbered ? name : "";
}

/// The line of a pile as it should be written; the line itself if it is none.
std::string pile_line(const std::string& line) {
    const std::vector<Word> words = split_words(line);
    std::string result = words.empty() ? "" : pile_of(words[0].text);
    if (result.empty()) return line;
    if (words.size() == 1) return result + " -";
    for (std::size_t i = 1; i < words.size(); ++i) result += ' ' + typed(words[i].text);
    return result;
}

}  // namespace

std::string visible(std::string_view text) {
    return changed(
        text,
        {{"\u00a0", " "}, {"\u1680", " "}, {"\u2000", " "}, {"\u2001", " "}, {"\u2002", " "}, {"\u2003", " "},
         {"\u2004", " "}, {"\u2005", " "}, {"\u2006", " "}, {"\u2007", " "}, {"\u2008", " "}, {"\u2009", " "},
         {"\u200a", " "}, {"\u202f", " "}, {"\u205f", " "}, {"\u3000", " "}, {"\u00ad", ""},  {"\u061c", ""},
         {"\u180e", ""},  {"\u200b", ""},  {"\u200c", ""},  {"\u200d", ""},  {"\u200e", ""},  {"\u200f", ""},
         {"\u202a", ""},  {"\u202b", ""},  {"\u202c", ""},  {"\u202d", ""},  {"\u202e", ""},  {"\u2060", ""},
         {"\u2061", ""},  {"\u2062", ""},  {"\u2063", ""},  {"\u2064", ""},  {"\u2066", ""},  {"\u2067", ""},
         {"\u2068", ""},  {"\u2069", ""},  {"\ufe0e", ""},  {"\ufe0f", ""},  {"\ufeff", ""}});
}

std::string cleaned(std::string_view text) {
    std::string result;
    bool begun = false;
    bool moves = false;
    bool over = false;
    for (std::string_view line : split_lines(text)) {
        while (line.starts_with('>')) line.remove_prefix(line.starts_with("> ") ? 2 : 1);
        std::string plain = visible(line);
        const std::vector<Word> words = split_words(plain);
        const std::string first(words.empty() ? std::string_view() : words[0].text);
        const bool starts = first == "quincunx-record";
        if (starts) moves = over = false;
        begun = begun || starts || first == "game";
        const bool own = moves && (line.starts_with("mark ") || line.starts_with("meta "));
        if (own) plain = line;  // a player's own words
        if (!moves) plain = pile_line(plain);
        if (!begun || first.starts_with("```") || over) plain.clear();
        moves = moves || first == "moves";
        over = over || (moves && first == "end");
        result += plain + '\n';
    }
    return begun ? result : std::string(text);
}

}  // namespace quincunx
