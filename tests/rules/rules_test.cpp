// The engine under rules that nobody wrote: whatever `wrong_with` accepts is dealt, listed, played, taken back, printed,
// read, saved, replayed, set up, searched and advised on.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <iostream>
#include <new>

#include "tests/rules/any_rules.hpp"
#include "tests/rules/rules_check.hpp"

namespace quincunx::testing {
namespace {

/// The messages of a process that may end at any time.
struct Said {
    std::uint64_t seed;
    char text[4000];
};

Said& said() {
    static Said* const shared =
        new (mmap(nullptr, sizeof(Said), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) Said();
    return *shared;
}

/// The answer of `work`, which may also be how it dies; "" if nothing is wrong.
template <class Work>
std::string in_a_process(bool loud, Work&& work) {
    std::cout << std::flush;
    std::memset(said().text, 0, sizeof said().text);
    const pid_t child = fork();
    if (child == 0) {
        const rlimit seconds{300, 300};
        setrlimit(RLIMIT_CPU, &seconds);
        if (!loud && std::freopen("/dev/null", "w", stderr) == nullptr) _exit(3);
        const std::string wrong = work();
        std::strncpy(said().text, wrong.c_str(), sizeof said().text - 1);
        _exit(wrong.empty() ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (said().text[0] != '\0') return said().text;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
    return WIFSIGNALED(status) ? "ended by signal " + std::to_string(WTERMSIG(status))
                               : "ended by a sanitizer";
}

/// The simplest rules found that still fail, and how.
std::pair<Rules, std::string> smallest(Rules rules, std::uint64_t seed, std::string why) {
    for (bool smaller = true; smaller;) {
        smaller = false;
        for (const Rules& next : simpler(rules)) {
            if (wrong_with(next)) continue;
            const std::string wrong = in_a_process(false, [&] { return failure(next, seed); });
            if (wrong.substr(0, 16) != why.substr(0, 16)) continue;  // another failure, or none
            rules = next;
            why = wrong;
            smaller = true;
            break;
        }
    }
    return {rules, why};
}

int wanted_sets() {
    const char* const text = std::getenv("QUINCUNX_RULES");
    return text == nullptr ? scaled(500) : std::atoi(text);
}

constexpr std::uint64_t parts = 10;

/// A tenth of the sets, so that a long run can be done in parts (`--gtest_filter`).
class RandomRules : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomRules, AreCarriedOutOrRefused) {
    constexpr int batch = 50;
    const int wanted = wanted_sets() / int{parts};
    std::uint64_t seed = GetParam();
    for (int accepted = 0, failed = 0; accepted < wanted && failed < 10;) {
        std::vector<std::uint64_t> seeds;
        for (; static_cast<int>(seeds.size()) < std::min(batch, wanted - accepted); ++seed)
            if (!wrong_with(any_rules(seed))) seeds.push_back(seed);
        accepted += static_cast<int>(seeds.size());
        while (!seeds.empty()) {
            const std::string wrong = in_a_process(true, [&] {
                for (const std::uint64_t next : seeds) {
                    said().seed = next;
                    if (std::string why = failure(any_rules(next), next); !why.empty()) return why;
                }
                return std::string();
            });
            if (wrong.empty()) break;
            const std::uint64_t bad = said().seed;
            const auto [rules, why] = smallest(any_rules(bad), bad, wrong);
            ADD_FAILURE() << "seed " << bad << ": " << wrong << "\nsimpler: " << in_words(rules) << "\n"
                          << why;
            seeds.erase(seeds.begin(), std::find(seeds.begin(), seeds.end(), bad) + 1);
            ++failed;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Parts, RandomRules,
                         ::testing::Range<std::uint64_t>(0, 1'000'000 * parts, 1'000'000));

/// Made-up rules, judged: how often each reason is given, and which values accepted rules have.
struct Judged {
    std::map<std::string, int> refused;
    std::set<std::string> values;
    int accepted = 0;
};

Judged judge_rules() {
    Judged result;
    for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
        const Rules rules = any_rules(seed);
        if (const std::optional<Reason> wrong = wrong_with(rules)) {
            ++result.refused[std::string(wrong->code)];
        } else {
            ++result.accepted;
            result.values.merge(values_of(rules));
        }
    }
    return result;
}

const Judged& judged() {
    static const Judged result = judge_rules();
    return result;
}

/// A gatekeeper that refuses too much is no better than one that refuses too little: a reason that is added, or given
/// more often, shows here. The rules that these reasons refuse were accepted once, and failed a check:
/// face-down-on-face-up, top-dealt-face-down, unit-out-of-order, bad-id (but for an empty id).
TEST(AnyRules, AreRefusedNoMoreOftenThanIsNeeded) {
    const std::map<std::string, int> refused{{"any-start-without-wrap", 101},
                                             {"back-by-rank", 107},
                                             {"bad-id", 150},
                                             {"choice-without-wrap", 76},
                                             {"deal-ends-beyond-last", 273},
                                             {"deal-grows", 48},
                                             {"deal-starts-before-first", 75},
                                             {"dealt-elsewhere", 46},
                                             {"empty-round", 776},
                                             {"every-pile", 33},
                                             {"face-down-elsewhere", 6},
                                             {"face-down-on-face-up", 729},
                                             {"foundation-dealt-wrongly", 39},
                                             {"home-for-other-cards", 309},
                                             {"increment-skips-ranks", 1158},
                                             {"laid-out-otherwise", 291},
                                             {"left-without-stock", 393},
                                             {"limit-of-units", 114},
                                             {"longer-than-ranks", 1920},
                                             {"negative-limit", 13},
                                             {"negative-rounds", 32},
                                             {"no-length", 115},
                                             {"no-name", 195},
                                             {"no-reserves-to-deal-to", 220},
                                             {"no-such-rank", 57},
                                             {"no-tableau-to-deal-to", 12},
                                             {"not-built", 51},
                                             {"not-built-so", 135},
                                             {"nothing-each", 38},
                                             {"number-of-decks", 179},
                                             {"number-of-foundations", 346},
                                             {"number-of-piles", 886},
                                             {"number-of-ranks", 176},
                                             {"number-of-redeals", 33},
                                             {"number-of-reserve-piles", 69},
                                             {"number-of-tableau-piles", 118},
                                             {"one-increment", 17},
                                             {"open-reserve-grows", 343},
                                             {"per-suit-of-no-suit", 1496},
                                             {"redeal-without-waste", 108},
                                             {"refill-from-cells", 54},
                                             {"refill-without-reserve", 107},
                                             {"refill-without-stock", 8},
                                             {"refill-without-waste", 10},
                                             {"reserve-takes-none", 32},
                                             {"reserve-takes-several", 18},
                                             {"route-without-reserve", 55},
                                             {"route-without-waste", 107},
                                             {"run-of-suits", 45},
                                             {"step-of-tableau", 164},
                                             {"step-skips-ranks", 911},
                                             {"step-without-choice", 343},
                                             {"too-many-dealt", 804},
                                             {"top-dealt-face-down", 532},
                                             {"unit-out-of-order", 384},
                                             {"unit-without-route", 8},
                                             {"whole-from-start", 294}};
    const Judged& result = judged();
    EXPECT_EQ(result.refused, refused);
    EXPECT_EQ(result.accepted, 4841);
}

TEST(AnyRules, AreAcceptedWithEveryValueOfEveryField) {
    const Judged& result = judged();
    const auto all = [&](const std::string& field, int first, int last, const std::string& others = "") {
        for (int value = first; value <= last; ++value)
            EXPECT_TRUE(result.values.contains(field + " " + std::to_string(value))) << field << " " << value;
        if (others.find('+') != std::string::npos) {
            EXPECT_TRUE(result.values.contains(field + " more")) << field;
        }
        if (others.find('-') != std::string::npos) {
            EXPECT_TRUE(result.values.contains(field + " negative")) << field;
        }
    };
    all("/decks", 1, 2);
    all("/ranks", 1, max_ranks);
    all("/foundations/piles", 1, max_foundations);
    all("/foundations/start", 0, 3);
    all("/foundations/start_rank", 1, 3, "+");
    all("/foundations/build/follow", 2, 3, "+");  // any_suit, same_suit and, of whole runs, same_color
    all("/foundations/build/step", -1, 3, "+-");
    all("/foundations/build/wraps", 0, 1);
    all("/foundations/length", 1, 3, "+");
    all("/foundations/per_suit", 0, 3, "+");
    all("/foundations/whole", 0, 1);
    all("/tableau/piles", 0, max_tableau);
    all("/tableau/build/follow", 0, 3, "+");
    all("/tableau/run", 0, 0, "+");
    all("/tableau/run", 3, 3);  // same_suit
    all("/tableau/build/step", -1, 1, "+-");
    all("/tableau/build/wraps", 0, 1);
    all("/tableau/unit", 0, 3, "+");
    all("/tableau/space", 0, 2);
    all("/tableau/refill", 0, 3);
    all("/tableau/capacity", 0, 3, "+");
    all("/reserve/piles", 0, max_reserve);
    all("/reserve/access", 0, 1);
    all("/reserve/capacity", 0, 1);
    all("/stock/deal_to", 0, 3, "+");
    all("/stock/each", 1, 3, "+");
    all("/stock/redeal/count", -1, 3, "+");
    all("/stock/redeal/keep_playable_top", 0, 1);
    all("/increments", -1, 3, "+-");
    for (int route = 1; route <= foundation_to_tableau; route <<= 1) {
        all("/routes with", route, route);
        all("/routes without", route, route);
    }
    all("/deal/kind", 0, 2);
    all("/deal/rounds", 1, 3, "+");
    all("/deal/first", 1, 3, "+");
    all("/deal/last", 0, 3, "+");
    all("/deal/shift", 0, 3, "+");
    all("/deal/shrink", 0, 3, "+");
    all("/deal/every", 1, 3, "+");
    all("/deal/from_right", 0, 1);
    all("/deal/face_down", 0, 1);
    all("/deal/pile_by_pile", 0, 1);
}

}  // namespace
}  // namespace quincunx::testing
