#include "session/record.hpp"

#include <algorithm>
#include <array>

#include "engine/notation.hpp"

namespace quincunx {

void Record::cut(std::size_t ply) {
    moves.resize(ply);
    std::erase_if(marks, [&](const auto& mark) { return mark.first > ply; });
    at.reset();
    result.reset();
}

std::string_view to_text(Status status) {
    switch (status) {
        case Status::playing:
            return "playing";
        case Status::won:
            return "won";
        case Status::stuck:
            return "stuck";
    }
    return {};
}

namespace {

constexpr std::string_view first_line = "quincunx-record 1";

/// Reads a record line by line.
class RecordReader {
  public:
    explicit RecordReader(std::string_view text) : text_(text), lines_(split_lines(text)) {}

    Expected<Record> read() {
        if (check_bytes() && read_head() && read_start() && read_moves() && read_tail()) return record_;
        return tl::unexpected<TextError>(error_);
    }

  private:
    /// `about`: nothing, or what `text_error` takes besides.
    template <class... About>
    bool fail(int column, const char* code, const char* text, const About&... about) {
        return refuse(text_error(static_cast<int>(line_), column, code, text, about...));
    }
    bool refuse(tl::unexpected<TextError> error) {
        error_ = std::move(error).value();
        return false;
    }

    bool check_bytes() {
        if (text_.size() > max_record_bytes) {
            line_ = 1;
            return fail(1, "record-too-long", "the record is longer than 1 MiB");
        }
        if (const std::size_t bad = bad_utf8(text_); bad != std::string_view::npos)
            return fail_at(bad, "no-utf8", "not UTF-8");
        for (std::size_t at = text_.find('\r'); at != std::string_view::npos; at = text_.find('\r', at + 1))
            if (at + 1 < text_.size() && text_[at + 1] != '\n')
                return fail_at(at, "stray-return", "a carriage return without a line feed");
        return true;
    }
    bool fail_at(std::size_t offset, const char* code, const char* text) {
        const std::string_view before = text_.substr(0, offset);
        line_ = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
        const std::size_t start = before.rfind('\n') + 1;
        return fail(static_cast<int>(offset - start) + 1, code, text);
    }

    /// Advances to the next line that is neither a comment nor blank.
    bool next() {
        while (line_ < lines_.size()) {
            const std::string_view line = lines_[line_++];
            if (line.starts_with('#')) continue;
            words_ = split_words(line);
            if (!words_.empty()) return true;
        }
        ++line_;
        return fail(1, "cut-off", "the record is cut off");
    }
    bool expected_line(const char* line) {
        return fail(words_[0].column, "line-expected", "expected the line \"{line}\"",
                    ParameterList{{"line", line}});
    }
    /// The rest of the current line, starting at a word, without surrounding blanks.
    std::string rest(std::size_t word) const {
        if (word >= words_.size()) return {};
        return std::string(
            trimmed(lines_[line_ - 1].substr(static_cast<std::size_t>(words_[word].column) - 1)));
    }

    bool read_head() {
        if (!next()) return false;
        if (words_[0].text != "quincunx-record")
            return fail(words_[0].column, "no-record", "a record starts with \"quincunx-record 1\"");
        if (words_.size() != 2 || words_[1].text != "1")
            return fail(words_.size() > 1 ? words_[1].column : 1, "record-version",
                        "only record version 1 is supported");
        if (!next()) return false;
        if (words_.size() != 2 || words_[0].text != "game") return expected_line("game <id>");
        record_.game = words_[1].text;
        return true;
    }

    bool read_start() {
        if (!next()) return false;
        // Without own rules, nobody knows the game: that is said later.
        if (words_[0].text == "rules") {
            if constexpr (reads_own_rules) {
                record_.rules = rest(1);
                record_.rules_line = static_cast<int>(line_);
            }
            if (!next()) return false;
        }
        if (words_[0].text == "deal" && words_.size() == 2) {
            record_.deal = words_[1].text;
            record_.deal_line = static_cast<int>(line_);
            record_.deal_column = words_[1].column;
            return check_deal();
        }
        if (words_[0].text != "position" || words_.size() != 1)
            return fail(words_[0].column, "start-expected", "expected the line \"deal ...\" or \"position\"");
        while (true) {
            if (!next()) return false;
            record_.position_lines.push_back(static_cast<int>(line_));
            if (words_[0].text == "end" && words_.size() == 1) return true;
            if (words_[0].text == "moves")
                return fail(words_[0].column, "position-without-end",
                            "expected the line \"end\" after the position");
            record_.position += lines_[line_ - 1];
            record_.position += '\n';
        }
    }
    bool check_deal() {
        const Expected<DealText> deal = parse_deal(record_.deal);
        if (!deal) {
            error_ = deal.error();
            error_.line = static_cast<int>(line_);
            error_.column += words_[1].column - 1;
            return false;
        }
        return deal->id == record_.game || fail(words_[1].column, "deal-of-other-game",
                                                "the deal is for another game, not \"{text}\"", record_.game);
    }

    /// Whether a word could be a move: at the start of a line it must not be read as anything else.
    static bool may_be_move(std::string_view word) {
        const auto belongs = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '>' ||
                   c == '*' || c == '@';
        };
        return std::all_of(word.begin(), word.end(), belongs) && !starts_tail(word);
    }

    static bool starts_tail(std::string_view word) {
        constexpr std::array<std::string_view, 5> keys{"at", "mark", "meta", "result", "end"};
        return std::find(keys.begin(), keys.end(), word) != keys.end();
    }

    bool read_moves() {
        if (!next()) return false;
        if (words_[0].text != "moves") return expected_line("moves");
        if (words_.size() > 1)
            return fail(words_[1].column, "text-after-moves",
                        "unexpected after \"moves\": the moves are on the lines after it");
        words_.clear();
        while (true) {
            for (const Word& word : words_) {
                const bool automatic = word.text.starts_with('+');
                const std::string_view move = word.text.substr(automatic ? 1 : 0);
                if (move.empty()) return fail(word.column, "lone-plus", "expected a move after +");
                if (!may_be_move(move))
                    return fail(word.column, "not-a-move", "not a move: \"{text}\"", move);
                if (record_.moves.size() == max_record_moves)
                    return fail(word.column, "too-many-moves", "the game is longer than {limit} moves",
                                max_record_moves);
                record_.moves.push_back({std::string(move), automatic, static_cast<int>(line_),
                                         word.column + (automatic ? 1 : 0)});
            }
            if (!next()) return false;
            if (starts_tail(words_[0].text)) return true;
        }
    }

    bool read_ply(std::size_t word, std::size_t& ply) {
        if (word >= words_.size())
            return fail(static_cast<int>(lines_[line_ - 1].size()) + 1, "ply-expected", "expected a ply");
        const std::optional<std::uint64_t> number = parse_number(words_[word].text);
        if (!number)
            return fail(words_[word].column, "not-a-ply", "not a ply: \"{text}\"", words_[word].text);
        if (*number > record_.moves.size())
            return fail(words_[word].column, "no-such-ply", "the game has only {limit} moves",
                        record_.moves.size());
        ply = static_cast<std::size_t>(*number);
        return true;
    }

    /// Reads the lines after the moves; the first of them is already current.
    bool read_tail() {
        while (true) {
            const std::string_view word = words_[0].text;
            if (word == "end" && words_.size() == 1) return read_nothing();
            if (word == "at") {
                std::size_t ply = 0;
                if (record_.at) return fail(words_[0].column, "second-line", "a second \"{text}\"", "at");
                if (!read_ply(1, ply)) return false;
                if (words_.size() > 2)
                    return fail(words_[2].column, "text-after-ply", "unexpected text after the ply");
                record_.at = ply;
            } else if (word == "mark") {
                std::size_t ply = 0;
                if (!read_ply(1, ply)) return false;
                if (!fits(record_.marks.size(), 2)) return false;
                record_.marks.emplace_back(ply, rest(2));
            } else if (word == "meta") {
                if (words_.size() < 2)
                    return fail(static_cast<int>(lines_[line_ - 1].size()) + 1, "key-expected",
                                "expected a key");
                if (words_[1].text.size() > max_key_bytes)
                    return fail(words_[1].column, "key-too-long", "the key is longer than {limit} bytes",
                                max_key_bytes);
                if (!fits(record_.meta.size(), 2)) return false;
                record_.meta.emplace_back(std::string(words_[1].text), rest(2));
                record_.meta_lines.push_back(static_cast<int>(line_));
            } else if (word == "result") {
                if (!read_result()) return false;
            } else {
                return fail(words_[0].column, "unknown-record-line",
                            "expected a line that starts with at, mark, meta, result or end");
            }
            if (!next()) return false;
        }
    }
    /// Whether there is room for one more text, which starts at a word of the line.
    bool fits(std::size_t count, std::size_t word) {
        if (count == max_record_notes)
            return fail(words_[0].column, "too-many-notes", "more than {limit} lines of this kind",
                        max_record_notes);
        if (rest(word).size() > max_note_bytes)
            return fail(words_[word].column, "note-too-long", "the text is longer than {limit} bytes",
                        max_note_bytes);
        return true;
    }
    bool read_result() {
        if (record_.result) return fail(words_[0].column, "second-line", "a second \"{text}\"", "result");
        for (const Status status : {Status::playing, Status::won, Status::stuck})
            if (words_.size() == 2 && words_[1].text == to_text(status)) record_.result = status;
        record_.result_line = static_cast<int>(line_);
        if (record_.result) return true;
        return fail(words_[0].column, "bad-result", "the result is playing, won or stuck");
    }
    bool read_nothing() {
        while (line_ < lines_.size()) {
            const std::string_view line = lines_[line_++];
            if (line.starts_with('#') || split_words(line).empty()) continue;
            return fail(1, "text-after-end", "unexpected text after the end");
        }
        return true;
    }

    std::string_view text_;
    std::vector<std::string_view> lines_;
    std::size_t line_ = 0;
    std::vector<Word> words_;
    Record record_;
    TextError error_;
};

/// A text in a form that fits on the rest of a line and reads back unchanged.
std::string one_line(std::string_view text) {
    std::string line(text);
    for (char& c : line)
        if (c == '\n' || c == '\r') c = ' ';
    return std::string(trimmed(line));
}

/// The same after another word, separated from it by a blank.
std::string after_word(std::string_view text) {
    const std::string line = one_line(text);
    return line.empty() ? line : ' ' + line;
}

}  // namespace

std::optional<std::string> record_words(std::string_view text) {
    if (text.size() > max_note_bytes || bad_utf8(text) != std::string_view::npos) return std::nullopt;
    return one_line(text);
}

Expected<Record> parse_record(std::string_view text) {
    return RecordReader(text).read();
}

std::string record_text(const Record& record) {
    constexpr std::size_t line_width = 100;
    std::string text(first_line);
    text += "\ngame " + record.game + '\n';
    if constexpr (reads_own_rules)
        if (!record.rules.empty()) text += "rules " + std::string(record.rules) + '\n';
    text += record.deal.empty() ? "position\n" + record.position + "end\n" : "deal " + record.deal + '\n';
    text += "moves\n";
    std::string line;
    for (const RecordMove& move : record.moves) {
        const std::string word = (move.automatic ? "+" : "") + move.text;
        if (!line.empty() && line.size() + 1 + word.size() > line_width) {
            text += line + '\n';
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
    }
    if (!line.empty()) text += line + '\n';
    if (record.at) text += "at " + number_text(*record.at) + '\n';
    for (const auto& [ply, words] : record.marks)
        text += "mark " + number_text(ply) + after_word(words) + '\n';
    for (const auto& [name, words] : record.meta) text += "meta " + name + after_word(words) + '\n';
    if (record.result) text += "result " + std::string(to_text(*record.result)) + '\n';
    return text + "end\n";
}

}  // namespace quincunx
