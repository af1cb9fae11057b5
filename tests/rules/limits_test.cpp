// Searches by the clock, under rules of all kinds: how far beyond its time one goes, and how long nobody looks at the clock.
// Time is the thread's processor time, since other programs may run meanwhile.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <string>

#include "advice/timed_search.hpp"
#include "session/rules_text.hpp"
#include "tests/rules/any_rules.hpp"
#include "tests/rules/rules_files.hpp"

namespace quincunx::testing {
namespace {

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Searches until the time is up, and judges how they kept to it.
class Searches {
  public:
    void search(const SharedRules& game, std::uint64_t deal) {
        advice::Advisor advisor(game);
        ASSERT_FALSE(advisor.set_deal({std::string(game->rules().id), deal, {}}));
        const double begin = processor_seconds();
        double last = begin;
        double unwatched = 0;  // between two looks at the clock
        const auto look = [&](const solver::Progress&) {
            const double now = processor_seconds();
            unwatched = std::max(unwatched, now - last);
            last = now;
            return true;
        };
        const advice::Answer answer = advice::search(advisor, {.seconds = seconds_}, false, look);
        look({});
        const std::string which = std::string(game->rules().name) + ' ' + in_words(game->rules());
        EXPECT_LE(last - begin, seconds_ + 0.1) << which;
        EXPECT_LE(unwatched, 0.1) << which;
        // Nothing but the time ends a search early: there is no limit of nodes, and memory for longer.
        const bool in_time = answer.milliseconds < 1000 * seconds_;
        EXPECT_FALSE(in_time && answer.verdict == solver::Verdict::unknown) << which;
        ++(in_time ? decided_ : ended_);
    }
    void limit(double seconds) { seconds_ = seconds; }
    int decided() const { return decided_; }
    int ended() const { return ended_; }

  private:
    double seconds_ = 0;
    int decided_ = 0;
    int ended_ = 0;
};

TEST(TimeLimit, IsKeptUnderRulesOfAllKinds) {
    Searches searches;
    Dice dice(1);
    for (int i = 0; i < scaled(60); ++i) {
        const std::uint64_t seed = 1 + dice.below(1'000'000);
        const Rules rules = any_rules(seed);
        if (wrong_with(rules) || rules.card_count() < 40) continue;
        searches.limit(volume() > 1 ? dice.one_of({0.05, 0.2, 1.0}) : 0.05);
        searches.search(GameRules::make(rules).value(), seed);
    }
    for (const auto& [name, text] : rules_files()) {
        searches.limit(volume() > 1 ? dice.one_of({0.05, 0.2, 1.0}) : 0.05);
        for (int i = 0; i < std::max(1, scaled(1)); ++i)
            searches.search(parse_rules(text).value(), 1 + dice.below(1'000'000));
    }
    EXPECT_GT(searches.decided(), 10);
    EXPECT_GT(searches.ended(), 5);
}

}  // namespace
}  // namespace quincunx::testing
