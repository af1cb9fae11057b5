#include "engine/json_reader.hpp"

#include <gtest/gtest.h>

#include <string>

namespace quincunx {
namespace {

TEST(JsonReader, ReadsWhatIsJson) {
    const std::optional<JsonValue> value = read_json(
        R"( {"a" : [1, -2.5e+3, 0, true, false, null, "x\"\\\/\n\u00e4\u20ac\ud83c\udca1"], "b":{}, "c":[]} )");
    ASSERT_TRUE(value);
    ASSERT_EQ(value->names.size(), 3U);
    const JsonValue* list = value->find("a");
    ASSERT_NE(list, nullptr);
    ASSERT_EQ(list->items.size(), 7U);
    EXPECT_EQ(list->items[1].text, "-2.5e+3");
    EXPECT_EQ(list->items[3].kind, JsonValue::Kind::boolean);
    EXPECT_EQ(list->items[5].kind, JsonValue::Kind::null);
    EXPECT_EQ(list->items[6].text, "x\"\\/\nä€🂡");
    EXPECT_EQ(value->find("b")->kind, JsonValue::Kind::object);
    EXPECT_EQ(value->find("d"), nullptr);
    EXPECT_EQ(read_json(R"("\ud83c")")->text, "\xef\xbf\xbd");
    EXPECT_EQ(read_json(R"("\ud83c\u0041")")->text,
              "\xef\xbf\xbd"
              "A");
}

TEST(JsonReader, RefusesWhatIsNone) {
    for (const char* text : {"",          " ",           "{",          "}",     "[1",  "[1,]", "[,1]",
                             "{\"a\"}",   "{\"a\":}",    "{\"a\":1,}", "{a:1}", "\"",  "\"\\", "\"\\x\"",
                             "\"\\u12\"", "\"\\u12g4\"", "\"\n\"",     "01",    "-",   "1.",   ".5",
                             "1e",        "+1",          "nul",        "truee", "1 2", "'a'",  "NaN"})
        EXPECT_FALSE(read_json(text)) << text;
    // Not UTF-8: a byte alone, a long form, half of a pair, and one that is cut off.
    for (const char* text : {"\"\xe4\"", "\"\xc0\x80\"", "\"\xed\xa0\x80\"", "\"\xe2\x82\"", "{\"\xff\":1}"})
        EXPECT_FALSE(read_json(text)) << text;
    std::size_t stop = 0;
    EXPECT_FALSE(read_json("[1, \"\xe4\"]", &stop));
    EXPECT_EQ(stop, 5U);
    EXPECT_TRUE(read_json(std::string(30, '[') + std::string(30, ']')));
    EXPECT_FALSE(read_json(std::string(1'000'000, '[')));
}

}  // namespace
}  // namespace quincunx
