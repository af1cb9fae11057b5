// Rules as texts: read and written without loss, refused as `wrong_with` does, called by what is played alone.
#include "session/rules_text.hpp"

#include <gtest/gtest.h>

#include <map>

#include "games/all.hpp"
#include "session/rules_form.hpp"
#include "session/session.hpp"
#include "tests/rules/any_rules.hpp"

namespace quincunx {
namespace {

/// The path and the code of the error, such as "/deal/0/kind no-word"; "" if the rules are accepted.
std::string refused(std::string_view text) {
    const Expected<SharedRules> rules = parse_rules(text);
    if (rules) return {};
    std::string path = "?";
    for (const auto& [name, value] : rules.error().parameters)
        if (name == "path") path = value;
    return path + ' ' + rules.error().code;
}

std::string id_of(std::string_view text) {
    const Expected<SharedRules> rules = parse_rules(text);
    return rules ? std::string((*rules)->rules().id) : to_text(rules.error());
}

/// Rules of random kinds, called as those of a text without names are.
Rules made_up(std::uint64_t seed) {
    Rules rules = testing::RulesMaker(seed).make();
    rules.id = rules.variant_of = rules.summary = {};
    rules.name = "Own rules";
    rules.routes &= 255;
    return rules;
}

/// The moves and positions of a game, whatever it is called.
std::string played(const SharedRules& rules, std::uint64_t seed) {
    testing::Dice dice(seed);
    const std::string id(rules->rules().id);
    Expected<Session> session = Session::from_deal(rules, DealText{id, 1 + dice.below(1000), {}});
    if (!session) return to_text(session.error());
    std::string said;
    for (int ply = 0; ply < 30; ++ply) {
        const std::string position = position_text(session->game().position());
        said += position.substr(position.find('\n'));
        const std::vector<std::string> moves = session->legal();
        for (const std::string& move : moves) said += move + ' ';
        if (moves.empty() || session->play(moves[dice.below(moves.size())])) break;
    }
    return said;
}

TEST(RulesText, SaysOnlyWhatDiffersFromAListedGame) {
    const Expected<SharedRules> own =
        parse_rules(R"({"based_on": "carthage", "tableau": {"build": {"follow": "other_color"}}})");
    ASSERT_TRUE(own) << to_text(own.error());
    Rules wanted = games::carthage;
    wanted.tableau.build.follow = Follow::other_color;
    wanted.id = (*own)->rules().id;
    wanted.name = "Carthage, changed";
    wanted.variant_of = "carthage";
    wanted.summary = {};
    EXPECT_EQ((*own)->rules(), wanted);
    EXPECT_EQ(own_id(wanted), wanted.id);
    EXPECT_EQ(
        canonical_rules(wanted),
        R"({"decks":2,"foundations":[{"piles":8,"build":{"follow":"same_suit","step":1},"length":13,)"
        R"("per_suit":2}],"tableau":{"piles":8,"build":{"follow":"other_color","step":-1},)"
        R"("space":"any_card"},"reserve":{"piles":6,"capacity":1},"stock":{"deal_to":"reserves","each":2},)"
        R"("routes":["tableau_to_tableau","tableau_to_foundation","tableau_to_reserve",)"
        R"("reserve_to_tableau","reserve_to_foundation","reserve_to_reserve"],)"
        R"("deal":[{"rounds":1},{"kind":"reserve","rounds":6}]})");
}

TEST(RulesText, ListedGamesAreThemselves) {
    std::map<std::string, std::string> forms;
    games::for_each_game([&]<const Rules & rules>() {
        EXPECT_EQ(id_of(rules_text(rules)), rules.id);
        EXPECT_EQ(id_of(R"({"based_on":")" + std::string(rules.id) + "\"}"), rules.id);
        EXPECT_EQ(id_of(canonical_rules(rules)), rules.id);
        EXPECT_TRUE(forms.emplace(canonical_rules(rules), rules.id).second) << rules.id;
    });
    if (games::find("carthage-strict") == nullptr) return;  // a build with fewer games
    EXPECT_EQ(id_of(R"({"based_on":"carthage","stock":{"deal_to":"empty_reserves"},"name":"Mine"})"),
              "carthage-strict");
}

TEST(RulesText, EqualRulesHaveOneName) {
    const std::string own = id_of(R"({"based_on":"carthage","stock":{"each":1}})");
    EXPECT_TRUE(own.starts_with("own-")) << own;
    EXPECT_EQ(own.size(), 18U);
    for (const std::string_view same :
         {R"({ "stock" : { "each":1, "deal_to":"reserves" }, "based_on":"carthage" })",
          R"({"based_on":"carthage","name":"Mine","summary":"As \"we\" play it","stock":{"each":1}})",
          R"({"based_on":"carthage","stock":{"each":1,"redeal":{"keep_playable_top":true}},"variant_of":""})",
          R"({"based_on":"carthage","stock":{"each":1},"deal":[{"rounds":1,"last":8,"shift":3},
              {"kind":"reserve","rounds":0},{"kind":"reserve","rounds":6,"last":6,"face_down":false}]})"})
        EXPECT_EQ(id_of(same), own) << same;
    EXPECT_NE(id_of(R"({"based_on":"carthage","stock":{"each":3}})"), own);
    // Nothing reads how a tableau is built on that no card goes to, or how far one that is built by no card.
    EXPECT_EQ(id_of(R"({"based_on":"grandfather","routes":["tableau_to_foundation","waste_to_foundation"]})"),
              id_of(R"({"based_on":"grandfather","routes":["tableau_to_foundation","waste_to_foundation"],
                        "tableau":{"build":{"follow":"nothing"},"space":"stays_empty","capacity":0}})"));
    EXPECT_EQ(id_of(R"({"based_on":"stalactites","tableau":{"capacity":3}})"), "stalactites");
    EXPECT_EQ(id_of(R"({"based_on":"carthage","stock":{"each":1},"id":")" + own + "\"}"), own);
}

TEST(RulesText, AnotherModuleReadsThemInTheirForm) {
    int good = 0;
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        Rules rules = made_up(seed);
        rules.id = rules.name = "own-mine";
        if (wrong_with(rules)) continue;
        const std::string form = rules_form(rules);
        ++good;
        const SharedRules read = read_rules_form(rules.id, form);
        ASSERT_TRUE(read) << form;
        EXPECT_EQ(read->rules(), rules) << form;
        for (std::size_t at = 0; good == 1 && at < form.size(); ++at) {
            std::string damaged = form;
            damaged[at] = damaged[at] == '1' ? '2' : '1';
            EXPECT_FALSE(read_rules_form(rules.id, damaged)) << damaged;
            EXPECT_FALSE(read_rules_form(rules.id, form.substr(0, at))) << at;
        }
    }
    EXPECT_GT(good, 50);
}

TEST(RulesText, NamesAreKept) {
    const Expected<SharedRules> own = parse_rules(
        R"({"based_on":"carthage","decks":2,"stock":{"each":1},"name":"Die leichte \"Karthago\"","summary":"ä\\b"})");
    ASSERT_TRUE(own) << to_text(own.error());
    EXPECT_EQ((*own)->rules().name, "Die leichte \"Karthago\"");
    EXPECT_EQ((*own)->rules().summary, "ä\\b");
    const Expected<SharedRules> again = parse_rules(rules_text((*own)->rules()));
    ASSERT_TRUE(again) << to_text(again.error());
    EXPECT_EQ((*again)->rules(), (*own)->rules());
}

TEST(RulesText, RefusesByPath) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"", "? no-json"},
        {"{", "? no-json"},
        {"{} x", "? no-json"},
        {std::string(40, '['), "? no-json"},
        {std::string(max_rules_bytes + 1, ' '), "? rules-too-long"},
        {"[]", " other-kind"},
        {"{}", "/foundations number-of-foundations"},
        {R"({"based_on":"nowhere"})", "/based_on no-game"},
        {R"({"based_on":1})", "/based_on other-kind"},
        {R"({"$schema":1})", "/$schema other-kind"},
        {R"({"Decks":1})", "/Decks no-field"},
        {R"({"a/b~c":1})", "/a~1b~0c no-field"},
        {R"({"decks":1,"decks":1})", "/decks second-field"},
        {R"({"decks":"1"})", "/decks other-kind"},
        {R"({"decks":1.0})", "/decks no-whole-number"},
        {R"({"decks":1e0})", "/decks no-whole-number"},
        {R"({"decks":99999999999})", "/decks no-whole-number"},
        {R"({"decks":null})", "/decks other-kind"},
        {R"({"tableau":[]})", "/tableau other-kind"},
        {R"({"tableau":{"build":{"follow":"Any_suit"}}})", "/tableau/build/follow no-word"},
        {R"({"tableau":{"build":{"wraps":1}}})", "/tableau/build/wraps other-kind"},
        {R"({"foundations":{}})", "/foundations other-kind"},
        {R"({"foundations":[{},{},{}]})", "/foundations too-many-items"},
        {R"({"foundations":[{},{"start":3}]})", "/foundations/1/start other-kind"},
        {R"({"routes":["tableau_to_tableau","tableau_to_tableau"]})", "/routes/1 second-field"},
        {R"({"routes":["foundation_to_reserve"]})", "/routes/0 no-word"},
        {R"({"increments":[1,2,3]})", "/increments too-many-items"},
        {R"({"based_on":"stalactites","increments":[1]})", "/increments one-increment"},
        {R"({"based_on":"gargantua","stock":{"redeal":{"count":"often"}}})", "/stock/redeal/count no-word"},
        {R"({"based_on":"gargantua","stock":{"redeal":{"count":251}}})",
         "/stock/redeal/count number-of-redeals"},
        {R"({"based_on":"gargantua","stock":{"redeal":{"count":-1}}})",
         "/stock/redeal/count number-of-redeals"},
        {R"({"based_on":"carthage","id":"carthage","stock":{"each":1}})", "/id other-id"},
        {R"({"based_on":"carthage","name":"two\nlines"})", "/name no-plain-text"},
        {R"({"based_on":"carthage","name":" blank"})", "/name no-plain-text"},
        {R"({"based_on":"carthage","name":"\u001b[2J"})", "/name no-plain-text"},
        {R"({"based_on":"carthage","name":""})", "/name no-name"},
        {"{\"based_on\":\"carthage\",\"name\":\"\xff\"}", "? no-json"},
        {R"({"based_on":"carthage","name":")" + std::string(81, 'x') + "\"}", "/name no-plain-text"},
        {R"({"based_on":"carthage","summary":")" + std::string(401, 'x') + "\"}", "/summary no-plain-text"},
        {R"({"based_on":"carthage","variant_of":"nowhere"})", "/variant_of no-game"},
        {R"({"based_on":"stalactites","deal":[]})", "/stock/deal_to left-without-stock"},
    };
    for (const auto& [text, wanted] : cases) EXPECT_EQ(refused(text), wanted) << text;
}

TEST(RulesText, SaysWhereATextIsNoJson) {
    const Expected<SharedRules> rules = parse_rules("{\"decks\": 1,\n  \"ranks\": 013}");
    ASSERT_FALSE(rules);
    EXPECT_EQ(to_text(rules.error()), "2:15 not JSON from here on");
}

std::string either_color() {
    return R"({"based_on":"carthage","name":"Either color","tableau":{"build":{"follow":"any_suit"}}})";
}

TEST(RulesText, RecordsAndPositionsCarryThem) {
    const SharedRules rules = *parse_rules(either_color());
    const std::string id(rules->rules().id);
    Expected<Session> session = Session::from_deal(rules, {id, 5, {}});
    ASSERT_TRUE(session);
    for (int ply = 0; ply < 3; ++ply) ASSERT_FALSE(session->play(session->legal().front()));

    const std::string record = session->record_text();
    EXPECT_TRUE(record.starts_with("quincunx-record 1\ngame " + id + "\nrules " + rules_text(rules->rules()) +
                                   "\ndeal " + id + "#5\nmoves\n"))
        << record;
    const Expected<Session> again = Session::from_record(record);
    ASSERT_TRUE(again) << to_text(again.error());
    EXPECT_EQ(again->rules(), rules->rules());
    EXPECT_EQ(again->record_text(), record);

    const std::string lines = session->position_text();
    EXPECT_TRUE(lines.starts_with("game " + id + "\nrules " + rules_text(rules->rules()) + "\nF1 ")) << lines;
    const Expected<Session> placed = Session::from_position(lines);
    ASSERT_TRUE(placed) << to_text(placed.error());
    EXPECT_EQ(placed->position_text(), lines);
    const Expected<Session> played_on = Session::from_record(placed->record_text());
    ASSERT_TRUE(played_on) << to_text(played_on.error());
    EXPECT_EQ(played_on->position_text(), lines);
}

TEST(RulesText, RecordsSayWhatIsWrongWithThem) {
    const SharedRules rules = *parse_rules(either_color());
    const std::string id(rules->rules().id);
    const auto wrong = [](const std::string& head, const std::string& start) {
        const Expected<Session> read =
            Session::from_record("quincunx-record 1\n" + head + start + "\nmoves\nend\n");
        return read ? std::string() : to_text(read.error());
    };
    EXPECT_EQ(wrong("game " + id + "\n", "deal " + id + "#5"),
              "3:6 the rules of \"" + id + "\" are not here");
    EXPECT_EQ(wrong("game " + id + "\nrules {\n", "deal " + id + "#5"), "3:8 not JSON from here on");
    EXPECT_EQ(wrong("game " + id + "\nrules {\"decks\":3}\n", "deal " + id + "#5"),
              "3:7 /decks: a game has one or two decks");
    EXPECT_EQ(wrong("game own-abc\nrules " + either_color() + "\n", "deal own-abc#5"),
              "3:7 these rules are called " + id + ", and not \"own-abc\"");
    EXPECT_EQ(wrong("game carthage\nrules {\"based_on\":\"carthage\"}\n", "deal carthage#5"), "");
    const Expected<Session> position = Session::from_position("\n# a\ngame " + id + "\nrules []\nF1 -\n");
    ASSERT_FALSE(position);
    EXPECT_EQ(to_text(position.error()), "4:7 expected an object");
}

/// Any rules are read as they were written, or refused for the reason that `wrong_with` has.
TEST(RulesText, RulesOfAnyKindAreReadOrRefusedAlike) {
    const int count = testing::scaled(20'000);
    int accepted = 0;
    int like_others = 0;
    std::map<std::string, std::string> names;
    for (int i = 0; i < count; ++i) {
        const Rules rules = made_up(static_cast<std::uint64_t>(i));
        Rules named = rules;
        named.id = "own";
        const std::string text = rules_text(rules);
        const Expected<SharedRules> read = parse_rules(text);
        const std::optional<Reason> wrong = wrong_with(named);
        ASSERT_EQ(read.has_value(), !wrong) << text;
        if (wrong) {
            ASSERT_EQ(refused(text), std::string(wrong->path()) + ' ' + std::string(wrong->code)) << text;
            continue;
        }
        ++accepted;
        const Rules& own = (*read)->rules();
        const std::string canonical = canonical_rules(own);
        ASSERT_EQ(canonical, canonical_rules(rules));
        ASSERT_EQ(canonical_rules((*parse_rules(canonical))->rules()), canonical);
        ASSERT_EQ(id_of(canonical), own.id);
        ASSERT_EQ(names.emplace(own.id, canonical).first->second, canonical);
        Rules same = own;
        same.id = rules.id;
        if (same == rules) continue;  // values that nothing reads have been left out
        ++like_others;
        ASSERT_EQ(played(*read, static_cast<std::uint64_t>(i)),
                  played(*GameRules::make(named), static_cast<std::uint64_t>(i)))
            << text << '\n'
            << canonical;
    }
    EXPECT_GT(accepted, count / 100);
    EXPECT_GT(like_others, accepted / 10);
}

}  // namespace
}  // namespace quincunx
