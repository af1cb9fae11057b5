// The rules in games/files/: read, called by what is played alone, and the numbers of sequences of listed moves by them.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "session/rules_text.hpp"
#include "session/session.hpp"
#include "tests/playout.hpp"
#include "tests/rules/rules_files.hpp"

namespace quincunx::testing {
namespace {

TEST(Files, AreReadAndWrittenWithoutLoss) {
    EXPECT_EQ(rules_files().size(), 33U);
    for (const auto& [name, text] : rules_files()) {
        const Expected<SharedRules> rules = parse_rules(text);
        ASSERT_TRUE(rules) << name << ": " << to_text(rules.error());
        const Expected<SharedRules> written = parse_rules(rules_text((*rules)->rules()));
        const Expected<SharedRules> canonical = parse_rules(canonical_rules((*rules)->rules()));
        ASSERT_TRUE(written && canonical) << name;
        EXPECT_EQ((*written)->rules(), (*rules)->rules()) << name;
        EXPECT_EQ((*canonical)->rules().id, (*rules)->rules().id) << name;
    }
}

/// A game after the moves of a start such as "freecell#1 T1>R1".
Session session_of(const std::string& start) {
    std::istringstream words(start);
    std::string deal;
    words >> deal;
    const std::size_t number = deal.find('#');
    const SharedRules rules = parse_rules(rules_files().at(deal.substr(0, number))).value();
    Session session =
        Session::from_deal(rules, {std::string(rules->rules().id), parse_number(deal.substr(number + 1)), {}})
            .value();
    for (std::string move; words >> move;) EXPECT_FALSE(session.play(move)) << start << ": " << move;
    return session;
}

TEST(Files, CountsAreTheOnesOfTheReference) {
    std::ifstream file("tests/perft/files.txt");
    ASSERT_TRUE(file);
    const auto most = static_cast<std::uint64_t>(scaled(1'000'000));
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) continue;
        const std::size_t end = line.find(':');
        const Session session = session_of(line.substr(0, end));
        std::istringstream numbers(line.substr(end + 1));
        int depth = 0;
        for (std::uint64_t leaves = 0; numbers >> leaves && leaves <= most;)
            EXPECT_EQ(session.perft(++depth), leaves) << line << ", depth " << depth;
        EXPECT_GT(depth, 0) << line;
    }
}

}  // namespace
}  // namespace quincunx::testing
