#include "stats/games_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <tuple>
#include <vector>

#include "engine/fnv.hpp"
#include "engine/json_reader.hpp"
#include "engine/notation.hpp"
#include "session/date.hpp"
#include "session/record.hpp"

namespace quincunx::stats {

namespace {

constexpr std::string_view kind_of_file = "quincunx-games";
constexpr std::uint64_t last_second = 253'402'300'799;
constexpr std::uint64_t most_time = 1'000'000'000'000;
constexpr std::size_t id_digits = 32;
constexpr std::size_t longest_game_id = 40;
// With these, 10,000 games and all other lines together stay below 8 MiB without records.
constexpr std::size_t longest_word = 16;
constexpr std::size_t longest_kind = 24;
constexpr std::size_t longest_value = 24;
constexpr std::size_t longest_key = 64;
constexpr std::size_t longest_flags = 64;
constexpr std::size_t most_game_fields = 6;
constexpr std::size_t most_fact_fields = 3;
constexpr std::size_t most_other_fields = 16;
constexpr std::array states{State::playing, State::given_up, State::won};
constexpr std::array helps{Help::none, Help::fair, Help::all_known};

/// The hash of a line with its line feed.
std::uint64_t hash_of(std::string_view line) {
    return hash::Fnv1a().add(line).add('\n').value();
}

std::string hex(std::uint64_t number) {
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr;
    const std::string shown(digits.data(), end);
    return std::string(digits.size() - shown.size(), '0') + shown;
}

bool is_hex(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool is_game(std::string_view text) {
    return !text.empty() && text.size() <= longest_game_id && text.front() != '-' &&
           std::all_of(text.begin(), text.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
}

bool is_own_game(std::string_view text) {
    constexpr std::size_t length = 18;  // "own-" and the letters of a hash
    return is_game(text) && text.size() == length && text.starts_with("own-");
}

bool is_word(std::string_view text, std::size_t longest) {
    return !text.empty() && text.size() <= longest && text.front() >= 'a' && text.front() <= 'z' &&
           std::all_of(text.begin(), text.end(),
                       [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
}

/// Without blanks.
bool is_value(std::string_view text, std::size_t longest) {
    return !text.empty() && text.size() <= longest &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '!' && c <= '~'; });
}

bool is_kind(std::string_view text) {
    // A word that looks like a known kind has to be one.
    return is_known_kind(text) ||
           (is_word(text, longest_kind) && !text.starts_with("level-") && !text.starts_with("day-"));
}

bool has_no_deal(std::string_view kind) {
    return kind == "set-up" || kind == "puzzle";
}

bool is_printable(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

/// None if a backslash stands before anything else.
std::optional<std::string> unescaped(std::string_view text) {
    std::string record;
    record.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            record += text[i];
            continue;
        }
        ++i;
        if (i == text.size() || (text[i] != 'n' && text[i] != '\\')) return std::nullopt;
        record += text[i] == 'n' ? '\n' : '\\';
    }
    return record;
}

std::string number_or_nothing(const std::optional<std::uint64_t>& number) {
    return number ? std::to_string(*number) : "-";
}

std::string fields_text(const Fields& fields) {
    std::string text;
    for (const auto& [name, value] : fields) text += ' ' + name + '=' + value;
    return text;
}

/// With a field that has a name of its own in a struct; nothing if it is empty.
Fields with(Fields fields, const char* name, const std::string& value) {
    if (!value.empty()) fields.emplace(name, value);
    return fields;
}

/// The line that decides between two versions of a game; fields that are merged one by one are left out.
std::string core_line(const Name& name, Played played) {
    played.par.reset();
    played.thrown.reset();
    played.day.clear();
    played.more.clear();
    return game_line(name, played);
}

/// Reads the lines of a file.
class Reader {
  public:
    explicit Reader(std::string_view text) : lines_(split_lines(text)), bytes_(text.size()) {}

    /// `whole`: with first and last line.
    Expected<GamesFile> read(bool whole) {
        if (whole && bytes_ > max_file_bytes)
            return text_error(1, 1, "file-too-long", "the file is longer than 8 MiB");
        if (whole ? read_head() && read_lines(true) : read_lines(false)) return std::move(file_);
        return tl::unexpected<TextError>(std::move(error_));
    }

  private:
    /// The column of a word, or of the end of the line if it has fewer.
    int column_of(std::size_t word) const {
        return word < words_.size() ? words_[word].column : static_cast<int>(lines_[line_].size()) + 1;
    }
    /// `about`: nothing, or what `text_error` takes besides.
    template <class... About>
    bool fail(int column, const char* code, const char* text, const About&... about) {
        error_ = text_error(static_cast<int>(line_) + 1, std::max(column, 1), code, text, about...).value();
        return false;
    }
    template <class... About>
    bool fail_at(std::size_t word, const char* code, const char* text, const About&... about) {
        return fail(column_of(word), code, text, about...);
    }
    /// The same about the word itself, `{text}`.
    bool fail_about(std::size_t index, const char* code, const char* text) {
        return fail_at(index, code, text, word(index));
    }
    std::string_view word(std::size_t index) const {
        return index < words_.size() ? words_[index].text : std::string_view();
    }

    bool read_head() {
        words_ = lines_.empty() ? std::vector<Word>() : split_words(lines_[0]);
        if (word(0) != kind_of_file)
            return fail(1, "no-games", "a file of games begins with \"quincunx-games 2\"");
        const std::optional<std::uint64_t> version = parse_number(word(1));
        if (version && *version > 2) {
            error_ = later_version(word(1));
            error_.column = column_of(1);
            return false;
        }
        if (version != 2U) return fail_at(1, "version-expected", "expected version 2");
        if (words_.size() > 2) return fail_at(2, "text-after-version", "unexpected text after the version");
        // Report truncation first; otherwise the half line at the end would be reported instead.
        if (std::none_of(lines_.begin(), lines_.end(),
                         [](std::string_view line) { return line.starts_with("end "); })) {
            line_ = lines_.size();
            return fail(1, "file-cut-off", "the file is cut off: its last line begins with \"end\"");
        }
        sum_.add(lines_[0]).add('\n');
        line_ = 1;
        return true;
    }

    bool read_lines(bool whole) {
        for (; line_ < lines_.size(); ++line_) {
            const std::string_view line = lines_[line_];
            words_.clear();
            // Long texts are not looked at word by word.
            if (line.starts_with(record_verb)) {
                if (!read_record(line)) return false;
            } else if (line.starts_with(settings_verb)) {
                words_ = split_words(line.substr(0, line.find(' ', settings_verb.size())));
                if (!read_settings(line)) return false;
            } else if (line.starts_with(rules_verb)) {
                words_ = split_words(line.substr(0, line.find(' ', rules_verb.size())));
                if (!read_rules(line)) return false;
            } else {
                if (line.size() > longest_line)
                    return fail(longest_line + 1, "line-too-long", "the line is too long");
                words_ = split_words(line);
                if (whole && word(0) == "end") return read_end();
                if (!read_line()) return false;
            }
            if (whole) sum_.add(line).add('\n');
        }
        return !whole || fail(1, "last-line-missing", "the last line is missing");
    }

    bool read_line() {
        const std::string_view verb = word(0);
        if (verb != "game") last_ = nullptr;
        if (verb == "game") return read_game();
        if (verb == "won") return read_won();
        if (verb == "best") return read_best();
        return verb == "gone" ? read_gone() : read_other();
    }

    bool count(std::size_t words, bool with_fields = false) {
        if (words_.size() < words) return fail_at(words, "incomplete-line", "the line is incomplete");
        return words_.size() == words || with_fields ||
               fail_at(words, "text-after-line", "unexpected text at the end of the line");
    }
    /// From a word on to the end of the line; `day` gets the field of that name, if it is wanted.
    bool fields(std::size_t index, std::size_t most, Fields& result, std::string* day = nullptr) {
        for (; index < words_.size(); ++index) {
            const std::string_view text = word(index);
            const std::size_t equals = std::min(text.find('='), text.size());
            const std::string_view name = text.substr(0, equals);
            const std::string_view value = text.substr(std::min(equals + 1, text.size()));
            const bool is_day = day != nullptr && name == "day";
            if (!is_word(name, longest_word) || !is_value(value, longest_value) ||
                (is_day && !parse_date(value)))
                return fail_about(index, "bad-field", "not a field: \"{text}\"");
            if (is_day ? !day->empty() : !result.emplace(name, value).second)
                return fail_about(index, "second-field", "a second field of this name: \"{text}\"");
            if (is_day) *day = value;
            if (result.size() > most)
                return fail_at(index, "too-many-fields", "more than {limit} fields", std::uint64_t{most});
        }
        return true;
    }
    bool number(std::size_t index, std::uint64_t least, std::uint64_t most, std::uint64_t& result) {
        const std::optional<std::uint64_t> found = parse_number(word(index));
        if (!found || *found < least || *found > most)
            return fail_at(index, "bad-number", "expected a number from {from} to {to}, not \"{text}\"",
                           ParameterList{{"from", std::to_string(least)},
                                         {"to", std::to_string(most)},
                                         {"text", shown(word(index))}});
        result = *found;
        return true;
    }
    bool number(std::size_t index, std::uint64_t least, std::uint64_t most,
                std::optional<std::uint64_t>& result) {
        if (word(index) == "-") return true;
        return number(index, least, most, result.emplace());
    }
    template <class Value, std::size_t size>
    bool choice(std::size_t index, const std::array<Value, size>& all, Value& result) {
        for (const Value one : all) {
            if (to_text(one) != word(index)) continue;
            result = one;
            return true;
        }
        std::string list;
        std::string words;
        for (std::size_t i = 0; i < size; ++i) {
            list += std::string(i == 0 ? "" : i + 1 == size ? " or " : ", ") + std::string(to_text(all[i]));
            words += (i == 0 ? "" : " ") + std::string(to_text(all[i]));
        }
        error_ = text_error(static_cast<int>(line_) + 1, column_of(index), "bad-word",
                            "expected " + list + ", not \"{text}\"",
                            {{"words", words}, {"text", shown(word(index))}})
                     .value();
        return false;
    }
    bool deal(std::size_t index, std::string& game, std::uint64_t& number) {
        const std::string_view text = word(index);
        const std::size_t end = text.find_first_of("#~");
        if (end == std::string_view::npos || !is_game(text.substr(0, end)))
            return fail_about(index, "bad-deal", "not a deal: \"{text}\"");
        game = text.substr(0, end);
        if (text[end] == '~' && end + 1 == text.size()) return true;
        const std::optional<std::uint64_t> found = parse_number(text.substr(end + 1));
        if (text[end] == '~' || !found || *found == 0)
            return fail_about(index, "bad-deal", "not a deal: \"{text}\"");
        number = *found;
        return true;
    }

    bool read_name(Name& name) {
        const std::string_view text = word(1);
        const std::size_t dash = text.find('-');
        const std::optional<std::uint64_t> begun = parse_number(text.substr(0, dash));
        if (dash == std::string_view::npos || !begun || *begun == 0 || *begun > last_second)
            return fail_about(1, "bad-name", "not the name of a game: \"{text}\"");
        name = {*begun, std::string(text.substr(dash + 1))};
        return (name.id.size() == id_digits && is_hex(name.id)) ||
               fail_about(1, "bad-name", "not the name of a game: \"{text}\"");
    }

    /// There is room for the name, and it is the first of its kind.
    bool is_new(const Name& name) {
        if (file_.games.size() + file_.gone.size() == max_games)
            return fail(1, "too-many-games", "more than {limit} games", std::uint64_t{max_games});
        return !(file_.games.contains(name) || file_.gone.contains(name)) ||
               fail_at(1, "second-game", "a second line for the same game");
    }

    bool read_help(Played& played) {
        std::string_view text = word(9);
        const std::size_t end = std::min(text.find(','), text.size());
        const std::string_view flags = text.substr(std::min(end + 1, text.size()));
        words_[9].text = text.substr(0, end);
        if (!choice(9, helps, played.help)) return false;
        words_[9].text = text;
        if (end == text.size()) return true;
        std::string_view last;
        for (std::size_t start = 0; start <= flags.size();) {
            const std::size_t stop = std::min(flags.find(',', start), flags.size());
            const std::string_view flag = flags.substr(start, stop - start);
            if (!is_word(flag, longest_word) || flag <= last || flags.size() > longest_flags)
                return fail_about(9, "bad-field", "not a field: \"{text}\"");
            last = flag;
            start = stop + 1;
        }
        played.flags = flags;
        return true;
    }

    bool read_game() {
        Name name;
        Played played;
        if (!count(12, true) || !read_name(name) || !deal(2, played.game, played.deal)) return false;
        played.kind = word(3);
        if (!is_kind(played.kind)) return fail_about(3, "bad-kind", "not a kind of deal: \"{text}\"");
        if (has_no_deal(played.kind) != (played.deal == 0))
            return fail_at(3, "kind-and-deal", "a game has no deal number exactly if it was set up");
        if (!number(4, 1, last_second, played.changed) || !choice(5, states, played.state) ||
            !number(6, 0, most_time, played.time) || !number(7, 1, max_record_moves, played.ply) ||
            !number(8, 0, played.ply, played.moves) || !read_help(played) ||
            !number(10, 1, max_record_moves, played.par) || !number(11, 0, 1000, played.thrown) ||
            !fields(12, most_game_fields, played.more, &played.day) || !is_new(name))
            return false;
        last_ = &file_.games.emplace(std::move(name), std::move(played)).first->second;
        return true;
    }

    bool read_gone() {
        Name name;
        std::uint64_t at = 0;
        if (!count(3) || !read_name(name) || !number(2, 1, last_second, at) || !is_new(name)) return false;
        file_.gone.emplace(std::move(name), at);
        return true;
    }

    bool read_other() {
        if (!is_word(word(0), longest_word) || word(0) == "end" || word(0) == "record" ||
            word(0) == "settings")
            return fail_about(0, "bad-key", "not a key: \"{text}\"");
        if (!count(2, true)) return false;
        if (!is_value(word(1), longest_key)) return fail_about(1, "bad-key", "not a key: \"{text}\"");
        Fields found;
        if (!fields(2, most_other_fields, found)) return false;
        for (std::size_t index = 2; index < words_.size(); ++index) {
            if (!word(index).starts_with("at=")) continue;
            const std::optional<std::uint64_t> time = parse_number(word(index).substr(3));
            if (!time || *time > last_second)
                return fail_about(index, "bad-field", "not a field: \"{text}\"");
        }
        if (file_.other.size() == max_other) return too_many(max_other, "other");
        return file_.other.emplace(std::pair(word(0), word(1)), std::move(found)).second ||
               fail_at(1, "second-game", "a second line for the same game");
    }

    bool too_many(std::size_t limit, std::string_view line) {
        return fail(1, "too-many-lines", "more than {limit} lines \"{line}\"",
                    ParameterList{{"limit", std::to_string(limit)}, {"line", line}});
    }

    bool read_record(std::string_view line) {
        constexpr int text_column = static_cast<int>(record_verb.size()) + 1;
        if (last_ == nullptr) return fail(1, "stray-record", "a record follows the line of a game");
        if (line.find('\r') != std::string_view::npos)
            return fail(text_column, "return-in-record", "a carriage return in a record");
        std::optional<std::string> text = unescaped(line.substr(record_verb.size()));
        if (!text)
            return fail(text_column, "bad-backslash", "expected n or another backslash after a backslash");
        const Expected<Record> record = parse_record(*text);
        if (!record) {
            const TextError& why = record.error();
            // The parameters of the reason follow those that are said first.
            Parameters parameters{{"at-line", std::to_string(why.line)},
                                  {"at-column", std::to_string(why.column)},
                                  {"reason", why.code}};
            parameters.insert(parameters.end(), why.parameters.begin(), why.parameters.end());
            error_ = {static_cast<int>(line_) + 1, text_column,
                      "the record cannot be read: " + quincunx::to_text(why), "bad-record",
                      std::move(parameters)};
            return false;
        }
        if (record->game != last_->game)
            return fail(text_column, "record-of-other-game", "the record is of another game");
        last_->record = *std::move(text);
        last_ = nullptr;
        return true;
    }

    bool read_won() {
        std::string game;
        std::uint64_t deal_number = 0;
        Won won;
        if (!count(3, true) || !deal(1, game, deal_number)) return false;
        if (deal_number == 0)
            return fail_about(1, "deal-without-number", "not a deal with a number: \"{text}\"");
        if (!number(2, 1, max_record_moves, won.moves) || !fields(3, most_fact_fields, won.more, &won.day))
            return false;
        if (file_.won.size() == max_won) return too_many(max_won, "won");
        return file_.won.emplace(word(1), std::move(won)).second ||
               fail_at(1, "second-deal", "a second line for the same deal");
    }

    bool read_best() {
        Best best;
        if (!count(4, true)) return false;
        if (!is_game(word(1))) return fail_about(1, "bad-game", "not a game: \"{text}\"");
        if (!number(2, 1, max_record_moves, best.moves) || !number(3, 0, most_time, best.time) ||
            !fields(4, most_fact_fields, best.more))
            return false;
        if (file_.best.size() == max_best) return too_many(max_best, "best");
        return file_.best.emplace(word(1), std::move(best)).second ||
               fail_at(1, "second-game", "a second line for the same game");
    }

    /// Where the text of a line begins, after the second word and a space, if there is one.
    std::size_t text_at(std::string_view line) const {
        return std::min(static_cast<std::size_t>(words_[1].column) + words_[1].text.size(), line.size());
    }

    bool read_rules(std::string_view line) {
        last_ = nullptr;
        if (words_.size() != 2) return fail_at(1, "incomplete-line", "the line is incomplete");
        if (!is_own_game(word(1))) return fail_about(1, "bad-game", "not a game: \"{text}\"");
        const std::size_t start = text_at(line);
        const std::string_view rules = line.substr(start);
        if (rules.size() > max_rules_line_bytes || !rules.starts_with('{') || !rules.ends_with('}') ||
            !read_json(rules))
            return fail(static_cast<int>(start) + 1, "bad-rules", "the rules are no JSON object");
        if (file_.rules.size() == max_rules) return too_many(max_rules, "rules");
        return file_.rules.emplace(word(1), rules).second ||
               fail_at(1, "second-game", "a second line for the same game");
    }

    bool read_settings(std::string_view line) {
        last_ = nullptr;
        Settings settings;
        if (words_.size() != 2) return fail_at(1, "incomplete-line", "the line is incomplete");
        if (!number(1, 1, last_second, settings.changed)) return false;
        const std::size_t start = text_at(line);
        settings.json = line.substr(start);
        if (settings.json.size() > max_settings_bytes || !is_printable(settings.json) ||
            !settings.json.starts_with('{') || !settings.json.ends_with('}'))
            return fail(static_cast<int>(start) + 1, "bad-settings",
                        "the settings are no JSON object of printable ASCII");
        if (file_.settings) return fail(1, "second-line", "a second line \"{text}\"", "settings");
        file_.settings = std::move(settings);
        return true;
    }

    bool read_end() {
        std::uint64_t lines = 0;
        if (!count(3) || !number(1, 0, max_file_bytes, lines)) return false;
        if (word(2).size() != 16 || !is_hex(word(2)))
            return fail_about(2, "bad-checksum", "not a checksum: \"{text}\"");
        if (lines != line_ - 1)
            return fail_at(
                1, "other-line-count",
                lines == 1 ? "the file is damaged: it should have {limit} line between the first and the "
                             "last, but has {found}"
                           : "the file is damaged: it should have {limit} lines between the first and the "
                             "last, but has {found}",
                ParameterList{{"limit", std::to_string(lines)}, {"found", std::to_string(line_ - 1)}});
        if (word(2) != hex(sum_.value()))
            return fail_at(2, "wrong-checksum", "the file is damaged: its checksum is wrong");
        // An editor or a mail program may have added empty lines.
        while (++line_ < lines_.size() && lines_[line_].empty()) {
        }
        return line_ == lines_.size() || fail(1, "text-after-end", "unexpected text after the end");
    }

    static constexpr int longest_line = 1000;
    static constexpr std::string_view record_verb = "record ";
    static constexpr std::string_view settings_verb = "settings ";
    static constexpr std::string_view rules_verb = "rules ";

    std::vector<std::string_view> lines_;
    std::size_t bytes_;
    std::size_t line_ = 0;
    std::vector<Word> words_;
    Played* last_ = nullptr;  ///< the game of the line before
    hash::Fnv1a sum_;
    GamesFile file_;
    TextError error_;
};

/// The greater of what is known.
template <class Compare>
void join(std::optional<std::uint64_t>& into, const std::optional<std::uint64_t>& from, Compare better) {
    if (from && (!into || better(*from, *into))) into = from;
}

/// The longer text, then the greater: of two numbers the greater.
void join(Fields& into, const Fields& from, std::size_t most) {
    for (const auto& [name, value] : from) {
        const auto [place, fresh] = into.emplace(name, value);
        if (!fresh && std::tuple(place->second.size(), place->second) < std::tuple(value.size(), value))
            place->second = value;
    }
    while (into.size() > most) into.erase(std::prev(into.end()));
}

/// Takes the version that counts; the rules are those of docs/games-file.md.
void take(const Name& name, Played& into, const Played& from) {
    const auto rank = [&](const Played& one) {
        const std::string line = core_line(name, one);
        return std::tuple(one.state == State::won, one.ply, one.changed, hash_of(line), line);
    };
    const auto had = rank(into);
    const auto has = rank(from);
    const Played before = into;
    if (had < has) into = from;
    if (had == has) {
        into.day = std::max(into.day, from.day);
        into.record = std::max(into.record, from.record);
    }
    for (const Played* one : {&before, &from}) {
        join(into.par, one->par, std::less<>());
        join(into.thrown, one->thrown, std::greater<>());
        join(into.more, one->more, most_game_fields);
    }
}

void take(Won& into, const Won& from) {
    into.moves = std::min(into.moves, from.moves);
    if (into.day.empty() || (!from.day.empty() && from.day < into.day)) into.day = from.day;
    join(into.more, from.more, most_fact_fields);
}

void take(Best& into, const Best& from) {
    into.moves = std::min(into.moves, from.moves);
    into.time = std::min(into.time, from.time);
    join(into.more, from.more, most_fact_fields);
}

/// The same rules, which may be called otherwise.
void take(std::string& into, const std::string& from) {
    into = std::max(into, from);
}

/// Merges unknown lines.
void take(Fields& into, const Fields& from) {
    const auto time = [](const Fields& one) {
        const auto at = one.find("at");
        return at == one.end() ? std::optional<std::uint64_t>() : parse_number(at->second);
    };
    const std::optional<std::uint64_t> had = time(into);
    const std::optional<std::uint64_t> has = time(from);
    if (!had && !has)
        join(into, from, most_other_fields);
    else if (std::pair(had, fields_text(into)) < std::pair(has, fields_text(from)))
        into = from;
}

/// Merges lines that have keys; the first in their order are kept.
template <class Key, class Value>
void merge(std::map<Key, Value>& into, const std::map<Key, Value>& from, std::size_t most) {
    for (const auto& [key, value] : from) {
        const auto [place, fresh] = into.emplace(key, value);
        if (!fresh) take(place->second, value);
    }
    while (into.size() > most) into.erase(std::prev(into.end()));
}

}  // namespace

bool is_known_kind(std::string_view text) {
    if (text == "any" || text == "winnable" || text == "set-up" || text == "puzzle") return true;
    if (text.starts_with("level-")) return text.size() == 7 && text[6] >= '1' && text[6] <= '5';
    return text.starts_with("day-") && parse_date(text.substr(4)).has_value();
}

std::string_view to_text(State state) {
    switch (state) {
        case State::playing:
            return "playing";
        case State::given_up:
            return "given-up";
        case State::won:
            return "won";
    }
    return {};
}

std::string_view to_text(Help help) {
    switch (help) {
        case Help::none:
            return "none";
        case Help::fair:
            return "fair";
        case Help::all_known:
            return "all-known";
    }
    return {};
}

TextError later_version(std::string_view version) {
    return text_error(
               1, 1, "later-version",
               "the file is of version {version}, written by a later version of Quincunx; this one reads "
               "version 2",
               {{"version", shown(version)}})
        .value();
}

Expected<GamesFile> parse_games(std::string_view text) {
    return Reader(text).read(true);
}

Expected<GamesFile> parse_game_lines(std::string_view lines) {
    return Reader(lines).read(false);
}

std::string to_text(const Name& name) {
    return std::to_string(name.begun) + '-' + name.id;
}

std::string game_line(const Name& name, const Played& played) {
    std::string line = "game " + to_text(name) + ' ' + played.game;
    line += played.deal == 0 ? "~" : '#' + std::to_string(played.deal);
    line += ' ' + played.kind + ' ' + std::to_string(played.changed) + ' ';
    line += to_text(played.state);
    line += ' ' + std::to_string(played.time) + ' ' + std::to_string(played.ply) + ' ' +
            std::to_string(played.moves) + ' ';
    line += to_text(played.help);
    if (!played.flags.empty()) line += ',' + played.flags;
    line += ' ' + number_or_nothing(played.par) + ' ' + number_or_nothing(played.thrown);
    return line + fields_text(with(played.more, "day", played.day));
}

std::string escaped(std::string_view record) {
    std::string text;
    text.reserve(record.size() + record.size() / 16);
    for (const char c : record)
        if (c == '\n')
            text += "\\n";
        else if (c == '\\')
            text += "\\\\";
        else
            text += c;
    return text;
}

std::string other_line(const std::pair<std::string, std::string>& key, const Fields& fields) {
    return key.first + ' ' + key.second + fields_text(fields);
}

std::string games_text(const GamesFile& file) {
    std::string text(kind_of_file);
    text += " 2\n";
    std::size_t lines = 0;
    const auto add = [&](std::string_view line) {
        text += line;
        text += '\n';
        ++lines;
    };
    for (const auto& [name, played] : file.games) {
        add(game_line(name, played));
        if (!played.record.empty()) add("record " + escaped(played.record));
    }
    for (const auto& [name, at] : file.gone) add("gone " + to_text(name) + ' ' + std::to_string(at));
    for (const auto& [deal, won] : file.won)
        add("won " + deal + ' ' + std::to_string(won.moves) + fields_text(with(won.more, "day", won.day)));
    for (const auto& [game, best] : file.best)
        add("best " + game + ' ' + std::to_string(best.moves) + ' ' + std::to_string(best.time) +
            fields_text(best.more));
    for (const auto& [game, rules] : file.rules) add("rules " + game + ' ' + rules);
    for (const auto& [key, fields] : file.other) add(other_line(key, fields));
    if (file.settings) add("settings " + std::to_string(file.settings->changed) + ' ' + file.settings->json);
    // The text ends with a line feed, which the sum adds by itself.
    text.pop_back();
    const std::uint64_t sum = hash_of(text);
    return text + "\nend " + std::to_string(lines) + ' ' + hex(sum) + '\n';
}

std::size_t make_fit(GamesFile& file) {
    std::size_t size = games_text(file).size();
    std::size_t left = 0;
    for (const bool playing : {false, true}) {
        for (auto& [name, played] : file.games) {
            if (size <= max_file_bytes) return left;
            if (played.record.empty() || (played.state == State::playing) != playing) continue;
            // The line is gone; the number of lines may lose a digit besides.
            size -= std::string_view("record \n").size() + escaped(played.record).size();
            played.record.clear();
            left += playing ? 1U : 0U;
        }
    }
    return left;
}

GamesFile merged(GamesFile into, const GamesFile& from) {
    for (const auto& [name, at] : from.gone) {
        std::uint64_t& time = into.gone[name];
        time = std::max(time, at);
    }
    for (const auto& [name, played] : from.games) {
        const auto [place, fresh] = into.games.emplace(name, played);
        if (!fresh) take(name, place->second, played);
    }
    for (const auto& [name, at] : into.gone) into.games.erase(name);
    while (into.games.size() + into.gone.size() > max_games)
        if (into.gone.empty() ||
            (!into.games.empty() && into.games.begin()->first < into.gone.begin()->first))
            into.games.erase(into.games.begin());
        else
            into.gone.erase(into.gone.begin());
    merge(into.won, from.won, max_won);
    merge(into.best, from.best, max_best);
    merge(into.rules, from.rules, max_rules);
    merge(into.other, from.other, max_other);
    const auto rank = [](const Settings& one) {
        return std::tuple(one.changed, hash_of(one.json), one.json);
    };
    if (from.settings && (!into.settings || rank(*into.settings) < rank(*from.settings)))
        into.settings = from.settings;
    return into;
}

MergeCounts counts_of(const GamesFile& before, const GamesFile& from, const GamesFile& after) {
    MergeCounts counts;
    for (const auto& [name, played] : from.games) {
        const auto had = before.games.find(name);
        const auto has = after.games.find(name);
        if (has == after.games.end()) continue;
        if (had == before.games.end())
            ++counts.added;
        else if (had->second == has->second)
            ++counts.unchanged;
        else
            ++counts.changed;
    }
    const auto dropped = [&](const auto& one) {
        return !after.games.contains(one.first) && !after.gone.contains(one.first);
    };
    counts.dropped =
        static_cast<std::size_t>(std::count_if(before.games.begin(), before.games.end(), dropped) +
                                 std::count_if(from.games.begin(), from.games.end(), [&](const auto& one) {
                                     return dropped(one) && !before.games.contains(one.first);
                                 }));
    return counts;
}

}  // namespace quincunx::stats
