#include "session/record.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "games/all.hpp"
#include "session/session.hpp"
#include "tests/reasons.hpp"

namespace quincunx {
namespace {

constexpr std::string_view sample =
    "quincunx-record 1\n"
    "game gargantua\n"
    "deal gargantua#12345\n"
    "moves\n"
    "draw +draw\n"
    "draw\n"
    "at 2\n"
    "mark 1 before the redeal\n"
    "mark 3\n"
    "meta time 312\n"
    "meta unknown-key  keeps  its blanks\n"
    "result playing\n"
    "end\n";

TEST(Record, IsReadAndWritten) {
    const Expected<Record> record = parse_record(sample);
    ASSERT_TRUE(record) << to_text(record.error());
    EXPECT_EQ(record->game, "gargantua");
    EXPECT_EQ(record->deal, "gargantua#12345");
    ASSERT_EQ(record->moves.size(), 3U);
    EXPECT_FALSE(record->moves[0].automatic);
    EXPECT_TRUE(record->moves[1].automatic);
    EXPECT_EQ(record->moves[1].text, "draw");
    EXPECT_EQ(record->moves[2].line, 6);
    EXPECT_EQ(record->at, 2U);
    EXPECT_EQ(record->present(), 2U);
    EXPECT_EQ(record->marks[0], (std::pair<std::size_t, std::string>{1, "before the redeal"}));
    EXPECT_EQ(record->meta[1].second, "keeps  its blanks");
    EXPECT_EQ(record->result, Status::playing);
    const std::string text = record_text(*record);
    const Expected<Record> again = parse_record(text);
    ASSERT_TRUE(again);
    EXPECT_EQ(record_text(*again), text);
}

TEST(Record, LinesMayEndInCrLfAndHaveComments) {
    std::string text("# a game\r\n");
    for (const char c : sample) text += c == '\n' ? std::string("\r\n# between\r\n\r\n") : std::string(1, c);
    const Expected<Record> record = parse_record(text);
    ASSERT_TRUE(record) << to_text(record.error());
    EXPECT_EQ(record_text(*record), record_text(*parse_record(sample)));
}

/// The sample with one piece of text replaced.
std::string sample_with(std::string_view old, std::string_view replacement) {
    std::string text(sample);
    return text.replace(text.find(old), old.size(), replacement);
}

TEST(Record, EveryReasonHasACodeAndAPlace) {
    const std::string marks = "mark 1 x\n";
    const std::string longest(400, 'x');
    const auto times = [](int count, const std::string& text) {
        std::string all;
        for (int i = 0; i < count; ++i) all += text;
        return all;
    };
    // A piece of the sample, what replaces it, the reason and the place.
    const std::vector<std::vector<std::string>> wrong{
        {"quincunx", "# " + std::string(max_record_bytes, 'x') + "\nquincunx", "record-too-long"},
        {"before", "bef\xff", "no-utf8", "8:11"},
        {"time", "ti\rme", "stray-return"},
        {"end\n", "", "cut-off"},
        {"quincunx-record", "other-record", "no-record"},
        {"record 1", "record 2", "record-version", "1:17"},
        {"game gargantua\n", "", "line-expected line=game <id>", "2:1"},
        {"deal gargantua#12345", "dealt", "start-expected"},
        {"deal gargantua#12345", "position", "position-without-end"},
        {"deal gargantua", "deal carthage", "deal-of-other-game text=gargantua", "3:6"},
        {"moves\n", "move\n", "line-expected line=moves", "4:1"},
        {"moves\n", "moves 3\n", "text-after-moves", "4:7"},
        {"moves\n", "moves ", "text-after-moves", "4:7"},
        {"moves\n", "moves draw\n", "text-after-moves", "4:7"},
        {"+draw", "+", "lone-plus", "5:6"},
        {"+draw", "#x", "not-a-move text=#x"},
        {"+draw", times(50'001, "draw "), "too-many-moves limit=50000"},
        {"at 2", "at", "ply-expected"},
        {"at 2", "at two", "not-a-ply text=two", "7:4"},
        {"at 2", "at 4", "no-such-ply limit=3", "7:4"},
        {"at 2", "at 2\nat 2", "second-line text=at", "8:1"},
        {"at 2", "at 2 3", "text-after-ply"},
        {"mark 1", "mark 01", "not-a-ply text=01", "8:6"},
        {"meta time 312", "meta", "key-expected"},
        {"meta time", "meta " + longest, "key-too-long limit=40"},
        {"meta time", "metal time", "unknown-record-line"},
        {"mark 3\n", times(300, marks), "too-many-notes limit=300"},
        {"mark 3", "mark 3 x" + longest, "note-too-long limit=400"},
        {"result playing", "result playing\nresult won", "second-line text=result"},
        {"result playing", "result lost", "bad-result", "12:1"},
        {"end\n", "end\nmore\n", "text-after-end", "14:1"},
    };
    std::set<std::string> met;
    for (const std::vector<std::string>& one : wrong) {
        const Expected<Record> record = parse_record(sample_with(one[0], one[1]));
        ASSERT_FALSE(record) << one[2];
        EXPECT_EQ(reason_of(record.error()), one[2]);
        if (one.size() > 3) {
            EXPECT_TRUE(to_text(record.error()).starts_with(one[3] + ' ')) << one[2];
        }
        met.insert(record.error().code);
    }
    EXPECT_EQ(met, codes_in("session/record.cpp"));
    EXPECT_TRUE(to_text(parse_record(sample_with("#12345", "#0")).error()).starts_with("3:16 "));
    EXPECT_NE(parse_record(sample_with("end\n", "")).error().message.find("the record is cut off"),
              std::string::npos);
}

/// Why the game of a record cannot be played.
std::string reason_in(std::string_view text) {
    const Expected<Session> session = Session::from_record(text);
    return session ? "" : reason_of(session.error());
}

TEST(Record, EveryReasonOfItsGameHasACode) {
    const std::string head = "quincunx-record 1\ngame carthage\n";
    const std::string tail = "moves\nend\n";
    EXPECT_EQ(reason_in("quincunx-record 1\ngame nosuch\ndeal nosuch#1\n" + tail),
              "no-game text=nosuch game=nosuch");
    EXPECT_EQ(reason_in(head + "position\nend\n" + tail), "game-expected game=carthage");
    EXPECT_EQ(reason_in(head + "position\ngame gargantua\nend\n" + tail),
              "position-of-other-game text=carthage");
    EXPECT_EQ(reason_in(head + "position\ngame carthage\nF1 x\nend\n" + tail),
              "not-a-card pile=F1 text=x game=carthage");
    EXPECT_EQ(reason_in(head + "deal carthage\n" + tail), "no-deal");
    EXPECT_EQ(reason_in(head + "deal Carthage#1\n" + tail), "bad-id");
    EXPECT_EQ(reason_in(head + "deal carthage#0\n" + tail), "bad-deal-number");
    EXPECT_EQ(reason_in(head + "deal carthage:\n" + tail), "cards-of-deal-expected");
    EXPECT_EQ(reason_in(head + "deal carthage:7X\n" + tail), "not-a-card text=7X");
    EXPECT_EQ(reason_in(head + "deal carthage:7HAS7H7H\n" + tail), "too-often card=7H limit=2 game=carthage");
    EXPECT_EQ(reason_in(head + "deal carthage:7H\n" + tail), "cards card=AC limit=2 game=carthage");
    const std::string dealt = head + "deal carthage#1\n";
    EXPECT_EQ(reason_in(dealt + "moves\nmeta also-seen x\nend\n"), "not-cards text=x");
    EXPECT_EQ(reason_in(dealt + "moves\nresult won\nend\n"), "wrong-result result=playing said=won");
    EXPECT_EQ(reason_in(dealt + "moves\ndraw T1>X\nend\n"),
              "bad-move text=X number=2 move=T1>X game=carthage reason=no-pile");
    EXPECT_EQ(reason_in(dealt + "moves\nredeal\nend\n"),
              "refused-move number=1 move=redeal game=carthage reason=no-waste");
    const std::string refused = reason_in(dealt + "moves\nT1>T1\nend\n");
    EXPECT_TRUE(refused.starts_with("refused-move from=T1 to=T1 card=")) << refused;
    EXPECT_TRUE(refused.ends_with(" number=1 move=T1>T1 game=carthage reason=same-pile")) << refused;
    // A text that was read is never taken for a parameter.
    EXPECT_EQ(
        parse_record("quincunx-record 1\ngame x\ndeal x#1\nmoves\n{text}{limit}\nend\n").error().message,
        "not a move: \"{text}{limit}\"");
}

TEST(Record, IsCutOffAtEveryLength) {
    for (std::size_t size = 0; size + 1 < sample.size(); ++size) {
        const Expected<Record> record = parse_record(sample.substr(0, size));
        ASSERT_FALSE(record) << size;
        EXPECT_GT(record.error().line, 0) << size;
    }
}

/// A record that starts from a position, as one string for each line.
std::vector<std::string> position_record() {
    const std::string position = Session::from_deal("carthage#7")->position_text();
    std::vector<std::string> lines{"quincunx-record 1", "game carthage", "position"};
    for (const std::string_view line : split_lines(position)) lines.emplace_back(line);
    for (const char* const line : {"end", "moves", "draw", "result playing", "end"}) lines.emplace_back(line);
    return lines;
}

/// The line of the first error, and what stands there.
std::string line_with_error(const std::string& text) {
    const Expected<Session> session = Session::from_record(text);
    if (session) return "no error";
    const auto line = static_cast<std::size_t>(session.error().line);
    const std::vector<std::string_view> lines = split_lines(text);
    return line == 0 || line > lines.size() ? "no line" : std::string(lines[line - 1]);
}

TEST(Record, ErrorsNameTheirLineInEveryLayout) {
    const std::vector<std::string> lines = position_record();
    const auto count = lines.size();
    for (const std::string end : {"\n", "\r\n"}) {
        for (const std::string between : {"", "# a comment", "\t", "\n\n# two\n"}) {
            for (const std::string indent : {"", "  "}) {
                const auto text_with = [&](std::size_t place, const std::string& instead) {
                    std::string text;
                    for (std::size_t i = 0; i < count; ++i) {
                        if (!between.empty()) text += between + end;
                        text += indent + (i == place ? instead : lines[i]) + end;
                    }
                    return text;
                };
                ASSERT_EQ(line_with_error(text_with(count, "")), "no error");
                for (std::size_t i = 0; i < count; ++i) {
                    const std::string wrong =
                        i + 1 == count || lines[i] == "end" ? "fish" : lines[i] + " fish";
                    const std::string there = line_with_error(text_with(i, wrong));
                    if (lines[i] == "end" && i + 1 < count) {
                        EXPECT_EQ(there, indent + "moves") << i;  // where the end of the position is missed
                    } else {
                        EXPECT_EQ(there, indent + wrong) << i;
                    }
                }
            }
        }
    }
}

TEST(Record, ErrorsInDealsNameTheirColumn) {
    for (const std::string before : {"deal ", "  deal   ", "\tdeal\t"}) {
        const Expected<Session> session = Session::from_record("quincunx-record 1\ngame stalactites\n" +
                                                               before + "stalactites:ASAS\nmoves\nend\n");
        ASSERT_FALSE(session);
        EXPECT_EQ(session.error().line, 3);
        EXPECT_GT(session.error().column,
                  static_cast<int>(before.size() + std::string_view("stalactites:").size()));
    }
}

TEST(Record, LimitsAreTheSameForReadingAndWriting) {
    const auto with = [](std::size_t moves, std::size_t marks, std::size_t notes, std::size_t bytes,
                         std::size_t key) {
        Record record;
        record.game = "stalactites";
        record.deal = "stalactites#1";
        record.moves.assign(moves, RecordMove{"T1>T2", false, 0, 0});
        record.marks.assign(marks, {moves, std::string(bytes, 'x')});
        record.meta.assign(notes, {std::string(key, 'k'), std::string(bytes, 'x')});
        const Expected<Record> again = parse_record(record_text(record));
        return again ? "" : to_text(again.error());
    };
    EXPECT_EQ(with(50'000, 300, 300, 400, 40), "");
    EXPECT_NE(with(50'001, 0, 0, 0, 1).find("longer than 50000 moves"), std::string::npos);
    EXPECT_NE(with(1, 301, 0, 1, 1).find("more than 300"), std::string::npos);
    EXPECT_NE(with(1, 0, 301, 1, 1).find("more than 300"), std::string::npos);
    EXPECT_NE(with(1, 1, 0, 401, 1).find("longer than 400 bytes"), std::string::npos);
    EXPECT_NE(with(1, 0, 1, 401, 1).find("longer than 400 bytes"), std::string::npos);
    EXPECT_NE(with(1, 0, 1, 1, 41).find("longer than 40 bytes"), std::string::npos);
}

TEST(Record, LongGamesAreBrokenIntoLines) {
    Record record;
    record.game = "gargantua";
    record.deal = "gargantua#1";
    for (int i = 0; i < 300; ++i) record.moves.push_back({"T1>T2*12", i % 3 == 1, 0, 0});
    const std::string text = record_text(record);
    for (const std::string_view line : split_lines(text)) EXPECT_LE(line.size(), 100U);
    EXPECT_EQ(parse_record(text)->moves.size(), 300U);
}

TEST(Record, MovesAreCheckedByReplaying) {
    const auto error = [](std::string_view old, std::string_view replacement) {
        const Expected<Session> session = Session::from_record(sample_with(old, replacement));
        return session ? "" : to_text(session.error());
    };
    EXPECT_EQ(error("time", "time"), "");
    EXPECT_TRUE(error("draw +draw", "draw +redeal").starts_with("5:7 move 2, \"redeal\": "));
    EXPECT_TRUE(error("result playing", "result won").starts_with("12:1 "));
    EXPECT_TRUE(error("game gargantua\ndeal gargantua", "game nosuch\ndeal nosuch").starts_with("3:6 "));
}

TEST(Record, WordsOfMarksAndMetaStayOnTheirLine) {
    EXPECT_EQ(record_words("  two\nlines\r\n"), "two lines");
    EXPECT_EQ(record_words(""), "");
    EXPECT_EQ(record_words("\xc3\xa4"), "\xc3\xa4");
    EXPECT_FALSE(record_words("\xc3"));
    EXPECT_TRUE(record_words(std::string(400, 'x')));
    EXPECT_FALSE(record_words(std::string(401, 'x')));
}

TEST(Record, OfTheLongestGameIsReadAgain) {
    // The maximum number of notes and of moves: nothing that can be written may be too long to read.
    Expected<Session> session = Session::from_deal("gloucestershire#1");
    ASSERT_TRUE(session);
    for (int i = 0; i < 300; ++i)
        EXPECT_TRUE(session->set_meta("key" + std::to_string(i), std::string(400, 'x')));
    EXPECT_FALSE(session->set_meta("one-more", "x"));
    EXPECT_TRUE(session->set_meta("key7", "y"));
    const std::string notes = session->record_text();
    EXPECT_LT(2 * notes.size() + std::size_t{50'000} * std::string_view("+T8>T8*104 ").size(),
              max_record_bytes);
    EXPECT_TRUE(Session::from_record(notes));
}

}  // namespace
}  // namespace quincunx
