#include "stats/games_file.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <set>
#include <string>
#include <string_view>

#include "tests/reasons.hpp"

namespace quincunx::stats {
namespace {

const std::string id = "5f3a09c4d21b7e860f1c2d3e4a5b6c7d";
const std::string sample_lines =
    "game 1764101377-" + id + " carthage#12345 winnable 1764101977 won 312400 96 90 fair 80 -\n" +
    "game 1764102400-" + id + " gargantua#7 any 1764102460 playing 41000 3 2 none - -\n" +
    "record quincunx-record 1\\ngame gargantua\\ndeal gargantua#7\\nmoves\\ndraw draw\\nmeta "
    "back\\\\slash\\nend\\n\n" +
    "game 1764102400-ff3a09c4d21b7e860f1c2d3e4a5b6c7d gargantua~ set-up 1764102460 given-up 0 50000 0 "
    "all-known - 1000\n" +
    "won carthage#12345 90\n"
    "best carthage 90 312400\n"
    "rules own-abcdefghijklmn {\"based_on\":\"carthage\",\"name\":\"K\xc3\xb6nige\",\"stock\":{\"each\":1}}\n"
    "settings 1764102000 {\"animation\":\"fast\"}\n";

GamesFile lines(const std::string& text) {
    const Expected<GamesFile> file = parse_game_lines(text);
    EXPECT_TRUE(file) << to_text(file.error());
    return file.value_or(GamesFile());
}

std::string why(const std::string& text) {
    const Expected<GamesFile> file = parse_games(text);
    return file ? "" : to_text(file.error());
}

TEST(GamesFile, IsReadAndWritten) {
    const GamesFile file = lines(sample_lines);
    ASSERT_EQ(file.games.size(), 3U);
    const Played& won = file.games.begin()->second;
    EXPECT_EQ(won.game, "carthage");
    EXPECT_EQ(won.deal, 12345U);
    EXPECT_EQ(won.state, State::won);
    EXPECT_EQ(won.ply, 96U);
    EXPECT_EQ(won.moves, 90U);
    EXPECT_EQ(won.par, 80U);
    EXPECT_EQ(won.thrown, std::nullopt);
    const Played& playing = std::next(file.games.begin())->second;
    EXPECT_EQ(
        playing.record,
        "quincunx-record 1\ngame gargantua\ndeal gargantua#7\nmoves\ndraw draw\nmeta back\\slash\nend\n");
    const std::string text = games_text(file);
    EXPECT_EQ(text.substr(17, sample_lines.size()), sample_lines);
    const Expected<GamesFile> again = parse_games(text);
    ASSERT_TRUE(again) << to_text(again.error());
    EXPECT_EQ(*again, file);
}

TEST(GamesFile, TheChecksumIsTheOneOfTheDocument) {
    // FNV-1a of "quincunx-games 2\n", computed by another program.
    EXPECT_EQ(games_text(GamesFile()), "quincunx-games 2\nend 0 4c599a11540d8008\n");
}

TEST(GamesFile, MayHaveBeenSentWithOtherLineEnds) {
    std::string text;
    for (const char c : games_text(lines(sample_lines)))
        text += c == '\n' ? std::string("\r\n") : std::string(1, c);
    EXPECT_EQ(why(text), "");
}

TEST(GamesFile, IsRefusedIfAnythingIsMissingOrChanged) {
    const std::string text = games_text(lines(sample_lines));
    for (std::size_t size = 0; size + 1 < text.size(); ++size)
        EXPECT_NE(why(text.substr(0, size)), "") << size;
    EXPECT_EQ(why(text.substr(0, text.find("end "))),
              "10:1 the file is cut off: its last line begins with \"end\"");
    for (std::size_t at = 0; at < text.size(); ++at) {
        std::string other = text;
        other[at] = other[at] == '1' ? '2' : '1';
        EXPECT_NE(why(other), "") << at;
    }
    std::string other = text;
    other[other.find("312400")] = '4';
    EXPECT_EQ(why(other), "10:7 the file is damaged: its checksum is wrong");
    EXPECT_EQ(why(text + "x\n"), "11:1 unexpected text after the end");
}

TEST(GamesFile, SaysWhatIsWrongByACode) {
    std::set<std::string> met;
    const auto check = [&](const Expected<GamesFile>& file, const std::string& reason,
                           const std::string& message) {
        ASSERT_FALSE(file) << reason;
        EXPECT_EQ(reason_of(file.error()), reason);
        if (!message.empty()) {
            EXPECT_EQ(to_text(file.error()), message);
        }
        met.insert(file.error().code);
    };
    const auto whole = [&](const std::string& text, const std::string& reason,
                           const std::string& message = "") { check(parse_games(text), reason, message); };
    const auto bad = [&](const std::string& line, const std::string& reason,
                         const std::string& message = "") {
        check(parse_game_lines(line + '\n'), reason, message.empty() ? "" : "1:" + message);
    };
    const std::string text = games_text(lines(sample_lines));
    const std::string start = "game 1-" + id + ' ';
    const std::string core = " any 1 won 1 1 1 none - -";
    whole(std::string(max_file_bytes + 1, 'x'), "file-too-long");
    for (const char* const other : {"", "<html>"})
        whole(other, "no-games", "1:1 a file of games begins with \"quincunx-games 2\"");
    whole("quincunx-games 3\n", "later-version version=3",
          "1:16 the file is of version 3, written by a later version of Quincunx; this one reads version 2");
    for (const char* const version : {"x", "1"})
        whole("quincunx-games " + std::string(version) + '\n', "version-expected", "1:16 expected version 2");
    whole("quincunx-games 2 x\n", "text-after-version", "1:18 unexpected text after the version");
    whole(text.substr(0, text.find("end ")), "file-cut-off");
    whole("quincunx-games 2\nrecord x\nend \n", "stray-record");
    whole("quincunx-games 2\nend 1 4c599a11540d8008\n", "other-line-count limit=1 found=0");
    whole("quincunx-games 2\nend 0 0000000000000000\n", "wrong-checksum");
    whole("quincunx-games 2\nend 0 x\n", "bad-checksum text=x", "2:7 not a checksum: \"x\"");
    whole(text + "x\n", "text-after-end");
    bad(std::string(1001, 'x'), "line-too-long", "1001 the line is too long");
    bad("Rating x", "bad-key text=Rating");
    bad("rating " + std::string(65, 'x'), "bad-key text=" + std::string(40, 'x') + "...");
    bad("rating x value", "bad-field text=value");
    bad("rating x value=", "bad-field text=value=");
    bad("rating x at=soon", "bad-field text=at=soon");
    bad("rating x a=1 b=2 at=soon", "bad-field text=at=soon", "18 not a field: \"at=soon\"");
    bad("rating x a=1 a=2", "second-field text=a=2");
    const std::string own = "rules own-abcdefghijklmn ";
    bad("rules carthage {}", "bad-game text=carthage");
    bad("rules own-abc {}", "bad-game text=own-abc");
    bad("rules x", "bad-game text=x");
    for (const std::string& rules : {std::string(), std::string("x"), std::string("{"), std::string("{\xff}"),
                                     '{' + std::string(max_rules_line_bytes, ' ') + '}'})
        bad(own + rules, "bad-rules");
    bad(own + "{}\n" + own + "{}", "second-game");
    bad("gone", "incomplete-line", "5 the line is incomplete");
    bad("gone 1-" + id + " 1 2", "text-after-line", "43 unexpected text at the end of the line");
    bad(start + "x#1" + core + " a=1 b=2 c=3 d=4 e=5 f=6 g=7", "too-many-fields limit=6");
    bad(start + "x#1 any 1 won 1 1 1 none -", "incomplete-line", "67 the line is incomplete");
    bad(start + "x#1" + core + " -", "bad-field text=-", "70 not a field: \"-\"");
    bad("game x x#1" + core, "bad-name text=x", "6 not the name of a game: \"x\"");
    bad("game 0-" + id + " x#1" + core, "bad-name text=0-" + id, "6 not the name of a game: \"0-" + id + '"');
    bad("game 1-5F x#1" + core, "bad-name text=1-5F", "6 not the name of a game: \"1-5F\"");
    bad(start + "X#1" + core, "bad-deal text=X#1", "41 not a deal: \"X#1\"");
    bad(start + "x#0" + core, "bad-deal text=x#0", "41 not a deal: \"x#0\"");
    bad(start + "x#18446744073709551616" + core, "bad-deal text=x#18446744073709551616",
        "41 not a deal: \"x#18446744073709551616\"");
    bad(start + "x#1 level-6 1 won 1 1 1 none - -", "bad-kind text=level-6",
        "45 not a kind of deal: \"level-6\"");
    bad(start + "x#1 day-2026-02-30 1 won 1 1 1 none - -", "bad-kind text=day-2026-02-30",
        "45 not a kind of deal: \"day-2026-02-30\"");
    bad(start + "x#1 puzzle 1 won 1 1 1 none - -", "kind-and-deal");
    bad(start + "x~" + core, "kind-and-deal", "44 a game has no deal number exactly if it was set up");
    bad(start + "x#1 any 253402300800 won 1 1 1 none - -",
        "bad-number from=1 to=253402300799 text=253402300800",
        "49 expected a number from 1 to 253402300799, not \"253402300800\"");
    bad(start + "x#1 any 1 won 1 1 2 none - -", "bad-number from=0 to=1 text=2",
        "59 expected a number from 0 to 1, not \"2\"");
    bad(start + "x#1 any 1 won 1 50001 2 none - -", "bad-number from=1 to=50000 text=50001",
        "57 expected a number from 1 to 50000, not \"50001\"");
    bad(start + "x#1 any 1 won 1 1 1 none 0 -", "bad-number from=1 to=50000 text=0",
        "66 expected a number from 1 to 50000, not \"0\"");
    bad(start + "x#1 any 1 won 1 1 1 none - 1001", "bad-number from=0 to=1000 text=1001",
        "68 expected a number from 0 to 1000, not \"1001\"");
    bad(start + "x#1 any 1 lost 1 1 1 none - -", "bad-word words=playing given-up won text=lost",
        "51 expected playing, given-up or won, not \"lost\"");
    bad(start + "x#1 any 1 won 1 1 1 <script> - -", "bad-word words=none fair all-known text=<script>",
        "61 expected none, fair or all-known, not \"<script>\"");
    bad(start + "x#1" + core + '\n' + start + "x#1" + core, "second-game");
    bad("record x", "stray-record", "1 a record follows the line of a game");
    bad("won x~ 3", "deal-without-number text=x~", "5 not a deal with a number: \"x~\"");
    bad("won x#1 3\nwon x#1 4", "second-deal");
    bad("best x 3", "incomplete-line", "9 the line is incomplete");
    bad("best X 3 4", "bad-game text=X");
    bad("best x 3 4\nbest x 3 4", "second-game");
    bad("settings 5", "bad-settings", "11 the settings are no JSON object of printable ASCII");
    bad("settings 1 alert(1)", "bad-settings", "12 the settings are no JSON object of printable ASCII");
    bad("settings 5 {}\nsettings 5 {}", "second-line text=settings");
    const std::string playing = start + "x#1 any 1 playing 1 1 1 none - -\nrecord ";
    const std::string record = "quincunx-record 1\\ngame y\\ndeal y#1\\nmoves\\nx\\n";
    bad(playing + "\\x", "bad-backslash");
    bad(playing + "\r\\n", "return-in-record");
    bad(playing + record + "end\\n", "record-of-other-game");
    bad(playing + record + "at 2\\nend\\n", "bad-record at-line=6 at-column=4 reason=no-such-ply limit=1");
    std::string many;
    for (std::size_t i = 0; i <= max_games; ++i)
        many += "game " + std::to_string(i + 1) + '-' + id + " x#1" + core + '\n';
    bad(many, "too-many-games limit=10000");
    many.clear();
    for (std::size_t i = 0; i <= max_won; ++i) many += "won x#" + std::to_string(i + 1) + " 1\n";
    bad(many, "too-many-lines limit=10000 line=won");
    many.clear();
    for (std::size_t i = 0; i <= max_best; ++i)
        many += "best " + std::string(i % 26 + 1, 'a') + std::string(i / 26, 'b') + " 1 1\n";
    bad(many, "too-many-lines limit=100 line=best");
    many.clear();
    for (std::size_t i = 0; i <= max_other; ++i) many += "rating x" + std::to_string(i) + '\n';
    bad(many, "too-many-lines limit=500 line=other");
    std::set<std::string> all = codes_in("stats/games_file.cpp");
    // A file without it is cut off, which is said before.
    EXPECT_EQ(all.erase("last-line-missing"), 1U);
    EXPECT_EQ(met, all);
}

TEST(GamesFile, RefusesRecordsThatCannotBePlayed) {
    const std::string game = "game 1-" + id + " gargantua#7 any 1 playing 1 1 1 none - -\n";
    const auto error = [&](const std::string& record) {
        const Expected<GamesFile> file = parse_game_lines(game + "record " + record + '\n');
        return file ? "" : to_text(file.error());
    };
    const std::string good = "quincunx-record 1\\ngame gargantua\\ndeal gargantua#7\\nmoves\\ndraw\\nend\\n";
    EXPECT_EQ(error(good), "");
    EXPECT_EQ(error(good + "\nrecord " + good), "3:1 a record follows the line of a game");
    EXPECT_EQ(error("quincunx\\t"), "2:8 expected n or another backslash after a backslash");
    EXPECT_EQ(error("quincunx-record 1\\n"), "2:8 the record cannot be read: 2:1 the record is cut off");
    EXPECT_EQ(error("quincunx-record 1\\ngame carthage\\ndeal carthage#7\\nmoves\\ndraw\\nend\\n"),
              "2:8 the record is of another game");
    EXPECT_EQ(error("quincunx-record 1\r\\n"), "2:8 a carriage return in a record");
}

TEST(GamesFile, HasRoomForAllThatItMayContain) {
    GamesFile file;
    const std::string word(16, 'w');
    const std::string value(24, '~');
    const auto fields = [&](char count) {
        Fields all;
        for (char i = 'a'; i < 'a' + count; ++i) all.emplace(i + word.substr(1), value);
        return all;
    };
    Played longest{"abcdefghijklmnopqrstuvwxyzabcdefghijklmn",
                   ~std::uint64_t{0},
                   "a-kind-of-24-letters-is-",
                   253'402'300'799,
                   State::given_up,
                   1'000'000'000'000,
                   50'000,
                   50'000,
                   Help::all_known,
                   50'000,
                   1000,
                   {},
                   "aaaaaaaaaaaaaaa,bbbbbbbbbbbbbbb,ccccccccccccccc,ddddddddddddddd",
                   "2026-12-24",
                   fields(6)};
    for (std::uint64_t i = 0; i < max_games; ++i) file.games.emplace(Name{253'402'200'000 + i, id}, longest);
    for (std::uint64_t i = 0; i < max_won; ++i)
        file.won.emplace(longest.game + '#' + std::to_string(~std::uint64_t{0} - i),
                         Won{50'000, "2026-12-24", fields(3)});
    for (std::size_t i = 0; i < max_best; ++i)
        file.best.emplace(std::string(i % 20 + 16, 'a') + std::string(i / 20, 'b'),
                          Best{50'000, 1'000'000'000'000, fields(3)});
    for (std::size_t i = 0; i < max_rules; ++i)
        file.rules.emplace("own-abcdefghijkl" + std::string(1, static_cast<char>('a' + i / 10)) +
                               static_cast<char>('a' + i % 10),
                           '{' + std::string(max_rules_line_bytes - 2, ' ') + '}');
    for (std::size_t i = 0; i < max_other; ++i)
        file.other.emplace(std::pair(word, std::to_string(i) + std::string(61, 'k')), fields(16));
    file.settings = Settings{253'402'300'799, '{' + std::string(max_settings_bytes - 2, ' ') + '}'};
    EXPECT_LE(games_text(file).size(), max_file_bytes);
    // The rest is for records: first for those of games that can be played on.
    std::string note(60'000, 'x');
    std::uint64_t number = 0;
    for (auto& [name, played] : file.games) {
        if (++number % 100 != 0) continue;
        played.state = number % 200 == 0 ? State::playing : State::won;
        played.record =
            "quincunx-record 1\ngame " + played.game + "\nposition\n" + note + "\nend\nmoves\nend\n";
    }
    EXPECT_GT(make_fit(file), 0U);
    std::string text = games_text(file);
    EXPECT_LE(text.size(), max_file_bytes);
    EXPECT_GT(text.size(), max_file_bytes - 70'000);
    EXPECT_TRUE(file.games.rbegin()->second.record.starts_with("quincunx-record 1\n"));
    for (const auto& [name, played] : file.games)
        EXPECT_TRUE(played.record.empty() || played.state == State::playing);
    for (auto& [name, played] : file.games) played.record.clear();
    EXPECT_EQ(why(games_text(file)), "");
    file.games.emplace(Name{1, id}, longest);
    EXPECT_EQ(why(games_text(file)), "10002:1 more than 10000 games");
    EXPECT_EQ(merged({}, file).games.size(), max_games);
    EXPECT_FALSE(merged({}, file).games.contains(Name{1, id}));
    EXPECT_EQ(why(std::string(max_file_bytes + 1, 'x')), "1:1 the file is longer than 8 MiB");
}

TEST(GamesFile, KeepsWhatALaterProgramHasWritten) {
    const std::string text =
        "game 1-" + id + " x#1 duel 1 won 1 1 1 none,audio,undo - - day=2026-12-24 rival=7 z=~\n" +
        "gone 2-" + id +
        " 5\nwon x#1 3 day=2026-12-24 stars=3\nbest x 3 4 stars=3\nlevel up at=5 b=2\nrating x value=1540\n";
    const GamesFile file = lines(text);
    EXPECT_EQ(games_text(file).substr(17, text.size()), text);
    EXPECT_EQ(merged(file, lines(text)), file);
}

TEST(GamesFile, TakesTheVersionThatCounts) {
    const Name name{1, id};
    const auto merge = [&](const Played& one, const Played& other) {
        GamesFile first;
        GamesFile second;
        first.games.emplace(name, one);
        second.games.emplace(name, other);
        return merged(first, second).games.at(name);
    };
    Played early;
    early.game = "x";
    early.deal = 1;
    early.ply = 10;
    early.changed = 100;
    Played further = early;
    further.ply = 11;
    further.changed = 50;
    EXPECT_EQ(merge(early, further), further);
    Played later = early;
    later.changed = 101;
    later.state = State::given_up;
    EXPECT_EQ(merge(early, later), later);
    Played won = early;
    won.state = State::won;
    won.ply = 5;
    won.par = 4;
    EXPECT_EQ(merge(further, won), won);
    Played judged = won;
    judged.par = 3;
    judged.thrown = 10;
    EXPECT_EQ(merge(won, judged), judged);
    Played less = judged;
    less.par.reset();
    EXPECT_EQ(merge(less, won).par, 4U);
    EXPECT_EQ(merge(less, won).thrown, 10U);
    Played with_record = early;
    with_record.record = "r";
    EXPECT_EQ(merge(early, with_record), with_record);
    EXPECT_EQ(merge(with_record, early), with_record);
    EXPECT_EQ(merge(with_record, later), later);
    Played dated = early;
    dated.day = "2026-12-24";
    Played both = with_record;
    both.day = dated.day;
    EXPECT_EQ(merge(with_record, dated), both);
    EXPECT_EQ(merge(dated, later).day, "");
    Played marked = early;
    marked.more = {{"a", "9"}, {"b", "1"}};
    later.more = {{"a", "10"}};
    EXPECT_EQ(merge(marked, later).more, (Fields{{"a", "10"}, {"b", "1"}}));
}

TEST(GamesFile, WhatIsGoneStaysGone) {
    GamesFile with;
    with.games[Name{1, id}].game = "x";
    GamesFile gone;
    gone.gone.emplace(Name{1, id}, 7);
    EXPECT_EQ(merged(with, gone), gone);
    EXPECT_EQ(merged(gone, with), gone);
    GamesFile later = gone;
    later.gone[Name{1, id}] = 9;
    EXPECT_EQ(merged(later, gone), later);
    EXPECT_EQ(counts_of(with, gone, gone).dropped, 0U);
}

TEST(GamesFile, MergesUnknownLines) {
    const auto merge = [](const char* one, const char* other) {
        const std::string text = games_text(merged(lines(one), lines(other)));
        return text.substr(17, text.find("end ") - 17);
    };
    EXPECT_EQ(merge("rating x at=5 value=9\n", "rating x at=10 deviation=1\n"),
              "rating x at=10 deviation=1\n");
    EXPECT_EQ(merge("rating x value=9 z=1\n", "rating x value=10\n"), "rating x value=10 z=1\n");
    EXPECT_EQ(merge("rating x value=9\n", "rating x at=1\n"), "rating x at=1\n");
}

TEST(GamesFile, CountsWhatAMergeDoes) {
    const GamesFile own = lines(sample_lines);
    GamesFile from = own;
    from.games.begin()->second.par = 70;
    from.games.emplace(Name{5, id}, own.games.begin()->second);
    const MergeCounts counts = counts_of(own, from, merged(own, from));
    EXPECT_EQ(counts.added, 1U);
    EXPECT_EQ(counts.changed, 1U);
    EXPECT_EQ(counts.unchanged, 2U);
    EXPECT_EQ(counts.dropped, 0U);
}

constexpr int most_fields = 6;

/// More different ones than a line may have.
rc::Gen<Fields> any_fields(int most) {
    return rc::gen::exec([most] {
        Fields fields;
        const int count = *rc::gen::inRange(0, most + 1);
        for (int i = 0; i < count; ++i)
            fields.insert_or_assign(std::string(1, *rc::gen::inRange('a', 'j')),
                                    *rc::gen::element<std::string>("9", "10", "z"));
        return fields;
    });
}

// Few different values, so that files meet in the same names and ranks.
rc::Gen<Played> any_played() {
    return rc::gen::exec([] {
        Played played;
        played.game = *rc::gen::element<std::string>("x", "y");
        played.deal = *rc::gen::inRange<std::uint64_t>(1, 3);
        played.kind = *rc::gen::element<std::string>("any", "winnable", "day-2026-12-24");
        played.changed = *rc::gen::inRange<std::uint64_t>(1, 4);
        played.state = *rc::gen::element(State::playing, State::given_up, State::won);
        played.time = *rc::gen::inRange<std::uint64_t>(0, 3);
        played.ply = *rc::gen::inRange<std::uint64_t>(1, 4);
        played.moves = *rc::gen::inRange<std::uint64_t>(0, played.ply + 1);
        played.help = *rc::gen::element(Help::none, Help::fair, Help::all_known);
        if (*rc::gen::arbitrary<bool>()) played.par = *rc::gen::inRange<std::uint64_t>(1, 4);
        if (*rc::gen::arbitrary<bool>()) played.thrown = *rc::gen::inRange<std::uint64_t>(0, 3);
        played.flags = *rc::gen::element<std::string>("", "hint");
        played.day = *rc::gen::element<std::string>("", "2026-12-24", "2026-12-25");
        played.more = *any_fields(most_fields);
        if (*rc::gen::arbitrary<bool>())
            played.record = "quincunx-record 1\ngame " + played.game + "\nposition\n" +
                            *rc::gen::element<std::string>("a", "b") + "\nend\nmoves\nend\n";
        return played;
    });
}

rc::Gen<GamesFile> any_file() {
    return rc::gen::exec([] {
        GamesFile file;
        const int games = *rc::gen::inRange(0, 5);
        for (int i = 0; i < games; ++i)
            file.games.insert_or_assign(
                Name{*rc::gen::inRange<std::uint64_t>(1, 4), std::string(32, *rc::gen::element('a', 'b'))},
                *any_played());
        if (*rc::gen::arbitrary<bool>()) {
            const Name name{*rc::gen::inRange<std::uint64_t>(1, 4), std::string(32, 'a')};
            file.games.erase(name);
            file.gone.emplace(name, *rc::gen::inRange<std::uint64_t>(1, 4));
        }
        for (const std::string deal : {"x#1", "x#2", "y#1"})
            if (*rc::gen::arbitrary<bool>())
                file.won.emplace(deal, Won{*rc::gen::inRange<std::uint64_t>(1, 4),
                                           *rc::gen::element<std::string>("", "2026-12-24", "2026-12-25"),
                                           *any_fields(3)});
        for (const std::string key : {"x", "y"}) {
            if (*rc::gen::arbitrary<bool>()) continue;
            Fields fields = *any_fields(10);
            if (*rc::gen::arbitrary<bool>()) fields.emplace("at", *rc::gen::element<std::string>("9", "10"));
            file.other.emplace(std::pair("rating", key), std::move(fields));
        }
        for (const std::string game : {"x", "y"})
            if (*rc::gen::arbitrary<bool>())
                file.best.emplace(game, Best{*rc::gen::inRange<std::uint64_t>(1, 4),
                                             *rc::gen::inRange<std::uint64_t>(0, 3), *any_fields(3)});
        for (const std::string game : {"own-aaaaaaaaaaaaaa", "own-bbbbbbbbbbbbbb"})
            if (*rc::gen::arbitrary<bool>())
                file.rules.emplace(game, *rc::gen::element<std::string>("{}", "{\"name\":\"x\"}"));
        if (*rc::gen::arbitrary<bool>())
            file.settings = Settings{*rc::gen::inRange<std::uint64_t>(1, 3),
                                     *rc::gen::element<std::string>("{}", "{\"a\":1}")};
        return file;
    });
}

RC_GTEST_PROP(Merging, DoesNotDependOnTheOrder, ()) {
    const GamesFile one = *any_file();
    const GamesFile two = *any_file();
    RC_ASSERT(games_text(merged(one, two)) == games_text(merged(two, one)));
}

RC_GTEST_PROP(Merging, DoesNotDependOnTheGrouping, ()) {
    const GamesFile one = *any_file();
    const GamesFile two = *any_file();
    const GamesFile three = *any_file();
    RC_ASSERT(games_text(merged(merged(one, two), three)) == games_text(merged(one, merged(two, three))));
}

RC_GTEST_PROP(Merging, TwiceIsOnce, ()) {
    const GamesFile one = *any_file();
    const GamesFile two = *any_file();
    const GamesFile both = merged(one, two);
    RC_ASSERT(merged(one, one) == one);
    RC_ASSERT(merged(both, two) == both);
    RC_ASSERT(merged(both, one) == both);
}

RC_GTEST_PROP(Merging, GivesAFileThatCanBeRead, ()) {
    const GamesFile both = merged(*any_file(), *any_file());
    const Expected<GamesFile> again = parse_games(games_text(both));
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == both);
}

// The laws hold beyond the number of games that are kept: which are kept depends on their names alone.
TEST(Merging, KeepsTheSameGamesInAnyOrder) {
    std::array<GamesFile, 3> files;
    for (std::uint64_t i = 0; i < 3 * max_games / 2; ++i) {
        Played played;
        played.game = "x";
        played.deal = 1;
        played.changed = 1 + i * 7919 % 1000;
        played.ply = 1 + i % 3;
        files[i % 3].games.emplace(Name{1 + i * 104'729 % 20'000, std::string(32, '0')}, played);
        played.ply = 4;
        files[(i + 1) % 3].games.emplace(Name{1 + i * 104'729 % 20'000, std::string(32, '0')}, played);
        if (i % 5 == 0) files[(i + 2) % 3].gone.emplace(Name{1 + i * 7907 % 20'000, std::string(32, '0')}, 1);
    }
    for (GamesFile& file : files)
        for (const auto& [name, at] : file.gone) file.games.erase(name);
    const std::string all = games_text(merged(merged(files[0], files[1]), files[2]));
    EXPECT_EQ(games_text(merged(files[0], merged(files[1], files[2]))), all);
    EXPECT_EQ(games_text(merged(merged(files[2], files[0]), files[1])), all);
}

}  // namespace
}  // namespace quincunx::stats
