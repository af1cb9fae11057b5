#include "stats/games_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <tuple>
#include <vector>

#include "engine/fnv.hpp"
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

bool is_kind(std::string_view text) {
    if (text == "any" || text == "winnable" || text == "set-up") return true;
    if (text.starts_with("level-")) return text.size() == 7 && text[6] >= '1' && text[6] <= '5';
    return text.starts_with("day-") && parse_date(text.substr(4)).has_value();
}

bool is_printable(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

std::string escaped(std::string_view record) {
    std::string text;
    text.reserve(record.size() + record.size() / 16);
    for (const char c : record) {
        if (c == '\n')
            text += "\\n";
        else if (c == '\\')
            text += "\\\\";
        else
            text += c;
    }
    return text;
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

/// What decides between two versions of a game, besides its record.
std::string core_line(const Name& name, Played played) {
    played.par.reset();
    played.thrown.reset();
    return game_line(name, played);
}

/// Reads the lines of a file.
class Reader {
  public:
    explicit Reader(std::string_view text) : lines_(split_lines(text)), bytes_(text.size()) {}

    Expected<GamesFile> read(bool whole) {
        if (bytes_ > max_file_bytes)
            return text_error(1, 1, "file-too-long", "the file is longer than 8 MiB");
        if (whole ? read_head() && read_lines(true) : read_lines(false)) return std::move(file_);
        return tl::unexpected<TextError>(std::move(error_));
    }

  private:
    /// Of a word, or of the end of the line if it has fewer.
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
            return fail(1, "no-games", "a file of games begins with \"quincunx-games 1\"");
        const std::optional<std::uint64_t> version = parse_number(word(1));
        if (version && *version > 1)
            return fail_at(
                1, "later-version",
                "the file is of version {version}, written by a later version of Quincunx; this one reads "
                "version 1",
                ParameterList{{"version", std::to_string(*version)}});
        if (version != std::optional<std::uint64_t>(1))
            return fail_at(1, "version-expected", "expected version 1");
        if (words_.size() > 2) return fail_at(2, "text-after-version", "unexpected text after the version");
        // Said before anything else: the line in which the file breaks off is wrong in its own way.
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
            if (line.starts_with("record ") || line.starts_with("settings ")) {
                const std::size_t end = line.find(' ', line.starts_with("s") ? 9 : 7);
                words_ = split_words(line.substr(0, end));
                if (!(line.starts_with("s") ? read_settings(line) : read_record(line))) return false;
            } else {
                if (line.size() > 400) return fail(401, "line-too-long", "the line is too long");
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
        return fail_at(0, "unknown-line",
                       "expected a line that begins with game, record, won, best, settings or end");
    }

    bool count(std::size_t words) {
        if (words_.size() < words) return fail_at(words, "incomplete-line", "the line is incomplete");
        return words_.size() == words ||
               fail_at(words, "text-after-line", "unexpected text at the end of the line");
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

    bool read_game() {
        Name name;
        Played played;
        if (!count(12) || !read_name(name) || !deal(2, played.game, played.deal)) return false;
        played.kind = word(3);
        if (!is_kind(played.kind)) return fail_about(3, "bad-kind", "not a kind of deal: \"{text}\"");
        if ((played.kind == "set-up") != (played.deal == 0))
            return fail_at(3, "kind-and-deal", "a game has no deal number exactly if it was set up");
        if (!number(4, 1, last_second, played.changed) || !choice(5, states, played.state) ||
            !number(6, 0, most_time, played.time) || !number(7, 1, max_record_moves, played.ply) ||
            !number(8, 0, played.ply, played.moves) || !choice(9, helps, played.help) ||
            !number(10, 1, max_record_moves, played.par) || !number(11, 0, 1000, played.thrown))
            return false;
        if (file_.games.size() == max_games)
            return fail(1, "too-many-games", "more than {limit} games", std::uint64_t{max_games});
        const auto [place, fresh] = file_.games.emplace(std::move(name), std::move(played));
        if (!fresh) return fail_at(1, "second-game", "a second line for the same game");
        last_ = &place->second;
        return true;
    }

    bool read_record(std::string_view line) {
        constexpr int text_column = 8;
        if (last_ == nullptr || last_->state != State::playing || !last_->record.empty())
            return fail(1, "stray-record", "a record follows the line of a game in progress");
        if (line.find('\r') != std::string_view::npos)
            return fail(text_column, "return-in-record", "a carriage return in a record");
        std::optional<std::string> text = unescaped(line.substr(text_column - 1));
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
        std::uint64_t moves = 0;
        if (!count(3) || !deal(1, game, deal_number)) return false;
        if (deal_number == 0)
            return fail_about(1, "deal-without-number", "not a deal with a number: \"{text}\"");
        if (!number(2, 1, max_record_moves, moves)) return false;
        if (file_.won.size() == max_won)
            return fail(1, "too-many-lines", "more than {limit} lines \"{line}\"",
                        ParameterList{{"limit", std::to_string(max_won)}, {"line", "won"}});
        return file_.won.emplace(word(1), moves).second ||
               fail_at(1, "second-deal", "a second line for the same deal");
    }

    bool read_best() {
        Best best;
        if (!count(4)) return false;
        if (!is_game(word(1))) return fail_about(1, "bad-game", "not a game: \"{text}\"");
        if (!number(2, 1, max_record_moves, best.moves) || !number(3, 0, most_time, best.time)) return false;
        if (file_.best.size() == max_best)
            return fail(1, "too-many-lines", "more than {limit} lines \"{line}\"",
                        ParameterList{{"limit", std::to_string(max_best)}, {"line", "best"}});
        return file_.best.emplace(word(1), best).second ||
               fail_at(1, "second-game", "a second line for the same game");
    }

    bool read_settings(std::string_view line) {
        last_ = nullptr;
        Settings settings;
        if (words_.size() != 2) return fail_at(1, "incomplete-line", "the line is incomplete");
        if (!number(1, 1, last_second, settings.changed)) return false;
        // After the space, if there is one.
        const std::size_t start =
            std::min(static_cast<std::size_t>(words_[1].column) + words_[1].text.size(), line.size());
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
        ++line_;
        return line_ == lines_.size() || fail(1, "text-after-end", "unexpected text after the end");
    }

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

/// Takes the version that counts; the rules are those of docs/games-file.md.
void take(const Name& name, Played& into, const Played& from) {
    const auto rank = [&](const Played& one) {
        const std::string line = core_line(name, one);
        return std::tuple(one.state == State::won, one.ply, one.changed, hash_of(line), line, one.record);
    };
    const std::optional<std::uint64_t> par = into.par;
    const std::optional<std::uint64_t> thrown = into.thrown;
    if (rank(into) < rank(from)) into = from;
    join(into.par, par, std::less<>());
    join(into.par, from.par, std::less<>());
    join(into.thrown, thrown, std::greater<>());
    join(into.thrown, from.thrown, std::greater<>());
}

}  // namespace

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

Expected<GamesFile> parse_games(std::string_view text) {
    return Reader(text).read(true);
}

Expected<GamesFile> parse_game_lines(std::string_view lines) {
    return Reader(lines).read(false);
}

std::string game_line(const Name& name, const Played& played) {
    std::string line = "game " + std::to_string(name.begun) + '-' + name.id + ' ' + played.game;
    line += played.deal == 0 ? "~" : '#' + std::to_string(played.deal);
    line += ' ' + played.kind + ' ' + std::to_string(played.changed) + ' ';
    line += to_text(played.state);
    line += ' ' + std::to_string(played.time) + ' ' + std::to_string(played.ply) + ' ' +
            std::to_string(played.moves) + ' ';
    line += to_text(played.help);
    line += ' ' + number_or_nothing(played.par) + ' ' + number_or_nothing(played.thrown);
    return line;
}

std::string games_text(const GamesFile& file) {
    std::string text(kind_of_file);
    text += " 1\n";
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
    for (const auto& [deal, moves] : file.won) add("won " + deal + ' ' + std::to_string(moves));
    for (const auto& [game, best] : file.best)
        add("best " + game + ' ' + std::to_string(best.moves) + ' ' + std::to_string(best.time));
    if (file.settings) add("settings " + std::to_string(file.settings->changed) + ' ' + file.settings->json);
    // The text ends with a line feed, which the sum adds by itself.
    text.pop_back();
    const std::uint64_t sum = hash_of(text);
    return text + "\nend " + std::to_string(lines) + ' ' + hex(sum) + '\n';
}

GamesFile merged(GamesFile into, const GamesFile& from) {
    for (const auto& [name, played] : from.games) {
        const auto [place, fresh] = into.games.emplace(name, played);
        if (!fresh) take(name, place->second, played);
    }
    while (into.games.size() > max_games) into.games.erase(into.games.begin());
    for (const auto& [deal, moves] : from.won) {
        const auto [place, fresh] = into.won.emplace(deal, moves);
        if (!fresh) place->second = std::min(place->second, moves);
    }
    while (into.won.size() > max_won) into.won.erase(std::prev(into.won.end()));
    for (const auto& [game, best] : from.best) {
        const auto [place, fresh] = into.best.emplace(game, best);
        if (!fresh)
            place->second = {std::min(place->second.moves, best.moves),
                             std::min(place->second.time, best.time)};
    }
    while (into.best.size() > max_best) into.best.erase(std::prev(into.best.end()));
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
    std::size_t all = before.games.size();
    for (const auto& [name, played] : from.games) all += before.games.contains(name) ? 0U : 1U;
    counts.dropped = all - after.games.size();
    return counts;
}

}  // namespace quincunx::stats
