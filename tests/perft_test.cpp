// Counts the sequences of listed moves from deals and positions; the counts are in tests/perft/<game>.perft,
// and an independent engine confirms them (tests/reference/test_perft.py).
#include "engine/perft.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "engine/notation.hpp"
#include "games/all.hpp"
#include "tests/games/freecell.hpp"
#include "tests/playout.hpp"

namespace quincunx::testing {
namespace {

/// A start, and the number of leaves at depths 1, 2, …
struct Entry {
    std::string name;
    std::string deal;      ///< empty if there is a position
    std::string position;  ///< position lines
    std::vector<std::uint64_t> leaves;
};

/// Reads "deal <deal>", or "position <name>", position lines and "end"; after either, "leaves <n> <n> …".
std::vector<Entry> read_entries(const std::filesystem::path& path) {
    std::vector<Entry> entries;
    std::ifstream file(path);
    EXPECT_TRUE(file) << path;
    for (std::string line; std::getline(file, line);) {
        const std::vector<Word> words = split_words(line);
        if (words.empty() || line[0] == '#') continue;
        if (words[0].text == "deal") {
            entries.push_back({std::string(words[1].text), std::string(words[1].text), "", {}});
        } else if (words[0].text == "position") {
            entries.push_back({line.substr(9), "", "", {}});
            while (std::getline(file, line) && line != "end") entries.back().position += line + '\n';
        } else if (words[0].text == "leaves" && !entries.empty()) {
            for (std::size_t i = 1; i < words.size(); ++i)
                entries.back().leaves.push_back(parse_number(words[i].text).value());
        } else {
            ADD_FAILURE() << path << ": " << line;
        }
    }
    return entries;
}

template <class Source>
void count(const Source& source, const Entry& entry, std::uint64_t& total) {
    BasicPosition<Source> position(source);
    if (entry.position.empty()) {
        const Expected<DealText> deal = parse_deal(entry.deal);
        ASSERT_TRUE(deal) << entry.name;
        position.deal(deal_cards(source.rules(), *deal).value());
    } else {
        const Expected<BasicPosition<Source>> read = parse_position(source, entry.position);
        ASSERT_TRUE(read) << entry.name << ": " << to_text(read.error());
        position = *read;
    }
    const BasicPosition<Source> before = position;
    ASSERT_FALSE(entry.leaves.empty()) << entry.name;
    // The asan run counts to a smaller depth.
    const std::uint64_t most = volume() >= 1 ? ~std::uint64_t{0} : 100000;
    for (std::size_t i = 0; i < entry.leaves.size(); ++i) {
        if (entry.leaves[i] > most) break;
        ASSERT_EQ(perft(position, static_cast<int>(i) + 1), entry.leaves[i])
            << entry.name << ", depth " << i + 1;
        total += entry.leaves[i];
    }
    ASSERT_TRUE(position == before) << entry.name;
    ASSERT_EQ(position.key(), before.key()) << entry.name;
}

TEST(Perft, CountsAreTheOnesOfTheFiles) {
    const auto all = games::All{} + games::List<games::freecell>{};
    games::for_each_in(all, []<const Rules & rules>() {
        const std::shared_ptr<const GameRules> value = GameRules::make(rules).value();
        const std::filesystem::path path = "tests/perft/" + std::string(rules.id) + ".perft";
        std::uint64_t from_deals = 0;
        std::uint64_t from_positions = 0;
        for (const Entry& entry : read_entries(path)) {
            std::uint64_t& total = entry.position.empty() ? from_deals : from_positions;
            count(Fixed<rules>{}, entry, total);
            std::uint64_t as_value = 0;
            count(Given(*value), entry, as_value);
        }
        if (volume() >= 1) {
            EXPECT_GE(from_deals, 1000000U) << rules.id;
        }
        EXPECT_GT(from_positions, 0U) << rules.id;
    });
}

}  // namespace
}  // namespace quincunx::testing
