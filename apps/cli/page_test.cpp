#include "apps/cli/page.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "apps/cli/pages.hpp"
#include "games/all.hpp"

namespace quincunx::cli {
namespace {

TEST(Page, HeadingsParagraphsAndLists) {
    EXPECT_EQ(
        render_page("# One\n\nTwo `code` and **strong**\nwords.\n\n- a [link](to.md)\n  more\n- b\n\n  - c\n",
                    40, false),
        "One\n\nTwo code and strong words.\n\n- a link more\n- b\n  - c\n");
}

TEST(Page, WrapsAtTheWidthAndIndentsLists) {
    EXPECT_EQ(render_page("aaa bbb ccc ddd\n\n- eee fff ggg", 8, false),
              "aaa bbb\nccc ddd\n\n- eee\n  fff\n  ggg\n");
    EXPECT_EQ(render_page("a very_long_word_indeed b", 5, false), "a\nvery_long_word_indeed\nb\n");
}

TEST(Page, CountsCharactersAndNotBytes) {
    EXPECT_EQ(render_page("äöü äöü", 7, false), "äöü äöü\n");
}

TEST(Page, BoldEndsWithItsLine) {
    EXPECT_EQ(render_page("## A\n\nx **y z** w", 3, true),
              "\x1b[1mA\x1b[0m\n\nx \x1b[1my\x1b[0m\n\x1b[1mz\x1b[0m w\n");
}

TEST(Page, TakesAnyText) {
    for (const char* const text : {"", "\n\n", "#", "**", "`", "[", "[a](", "- ", "-", "# **a", "a\0b"})
        EXPECT_LT(render_page(text, 20, true).size(), 40U) << text;
}

TEST(Page, EveryGameThatIsNoVariantHasOne) {
    games::for_each_game([]<const Rules & rules>() {
        if (!rules.variant_of.empty()) return;
        const auto page = std::find_if(pages().begin(), pages().end(),
                                       [](const Page& one) { return one.name == rules.id; });
        ASSERT_NE(page, pages().end()) << rules.id;
        EXPECT_TRUE(page->text.starts_with("# " + std::string(rules.name) + '\n')) << rules.id;
    });
}

}  // namespace
}  // namespace quincunx::cli
