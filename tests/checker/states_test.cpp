/// The checker's own fixpoint and lemmas against a plain search: every state that small endgames lead to, which begin with
/// cards in any places, also in such as no program of ours writes.
#define main check_main
#include "checker/quincunx_check.cpp"
#undef main

#include <gtest/gtest.h>

#include <random>

namespace {

/// Cards taken off full foundations.
std::vector<Card> take_off(State& s, std::mt19937& random, int count) {
    std::vector<Card> cards;
    const auto below = [&](int any) { return static_cast<int>(random() % static_cast<unsigned>(any)); };
    for (int f = 0; f < game.foundations; ++f)
        s.home[f] = game.kind == stalactites       ? 16 * 13 + 1 + below(13)
                    : game.kind == gloucestershire ? 26
                                                   : 13;
    const bool few = random() % 2 == 0;  // of a suit or two: they are in each other's way
    while (static_cast<int>(cards.size()) < count) {
        const int f = below(few ? 2 : game.foundations);
        int& home = s.home[f];
        if (home < (game.kind == stalactites ? 32 : 1)) continue;
        if (game.kind == stalactites) {
            cards.push_back(Card::of(home % 16, 0));
            home = home / 16 * 16 - 16 + (home % 16 + 12 - s.left) % 13 + 1;
            continue;
        }
        const int rank = game.kind == grandfather && f >= 4 ? 14 - home : (home - 1) % 13 + 1;
        const bool twins = game.kind == gargantua || game.kind == carthage;
        cards.push_back(Card::of(rank, twins ? f / 2 : f % 4));
        --home;
        if (twins && s.home[f / 2 * 2] < s.home[f / 2 * 2 + 1])
            std::swap(s.home[f / 2 * 2], s.home[f / 2 * 2 + 1]);
    }
    std::sort(s.home, s.home + (game.kind == stalactites ? 4 : 0), std::greater<>());
    return cards;
}

State endgame(std::mt19937& random, bool deals) {
    State s;
    s.left = game.kind == stalactites ? 1 + static_cast<int>(random() % 2)
             : game.has_waste()       ? static_cast<int>(random() % 2)
                                      : 0;
    const int cards = game.kind == carthage && !deals ? 9 : 5;
    std::vector<int> places;
    for (int i = 0; i < game.piles; ++i) places.push_back(i);
    for (int i = 0; i < game.reserves; ++i) places.push_back(reserve + i);
    if (game.has_waste()) places.insert(places.end(), {waste, stock});
    if (deals) places.push_back(stock);
    for (const Card card : take_off(s, random, cards + static_cast<int>(random() % 5)))
        s.pile[places[random() % places.size()]].push(card);
    for (Pile& pile : s.pile)
        if (game.kind == gargantua && &pile < s.pile + game.piles && !pile.empty())
            pile.down = static_cast<int>(random() % static_cast<unsigned>(pile.size));
    if (game.kind == gloucestershire) {
        Pile& all = s.pile[reserve];  // without an order
        std::sort(all.card, all.card + all.size, [](Card a, Card b) { return a.code < b.code; });
    }
    return s;
}

/// Face-up cards that are no run, which all the same move together.
State no_run() {
    State s;
    const int home[8] = {13, 13, 12, 10, 13, 13, 13, 13};
    std::copy(home, home + 8, s.home);
    s.pile[0].push(Card::of(13, 1));
    for (const int rank : {11, 13, 12}) s.pile[1].push(Card::of(rank, 1));
    s.pile[1].down = 1;
    return s;
}

/// Every state that the start leads to, and whether it can be won; nothing if there are too many.
std::unordered_map<std::string, bool> judged() {
    constexpr std::size_t most = 2000;
    std::unordered_map<std::string, bool> won;
    std::unordered_map<std::string, std::vector<std::string>> parents;
    std::vector<std::string> open{bytes_of(start)};
    std::vector<std::string> wins;
    won[open.front()] = false;
    while (!open.empty()) {
        const std::string bytes = open.back();
        open.pop_back();
        const State s = state_of(bytes);
        if (s.won()) wins.push_back(bytes);
        for_each_child(s, [&](const State& child) {
            const std::string next = bytes_of(child);
            parents[next].push_back(bytes);
            if (won.try_emplace(next, false).second) open.push_back(next);
        });
        if (won.size() > most) return {};
    }
    while (!wins.empty()) {
        const std::string bytes = wins.back();
        wins.pop_back();
        if (std::exchange(won[bytes], true)) continue;
        for (const std::string& parent : parents[bytes]) wins.push_back(parent);
    }
    return won;
}

class Checker : public testing::TestWithParam<Game> {};

TEST_P(Checker, ReasonsHoldInEveryStateOfSmallEndgames) {
    std::mt19937 random(1);
    int lost = 0;
    int plays = 0;
    for (int round = 0; round < 600; ++round) {
        game = GetParam();
        // With fewer piles, less can be done: more endgames are lost.
        game.piles = 1 + static_cast<int>(random() % 2);
        const bool deals = game.kind == carthage && round % 4 == 0;
        if (!deals) game.reserves = std::min(game.reserves, 1);
        start = endgame(random, deals);
        if (game.kind == gargantua && round == 0) {
            game.piles = 3;
            start = no_run();
        }
        const std::unordered_map<std::string, bool> all = judged();
        for (const auto& [bytes, can_be_won] : all) {
            const State s = state_of(bytes);
            if (Fixpoint(s).lost()) {
                ++lost;
                ASSERT_FALSE(can_be_won) << "fixpoint" << text_of(s);
            }
            for (int place = 0; place <= waste; ++place) {
                const Pile& pile = s.pile[place];
                for (const Reason reason : {safe_play, twin_play}) {
                    if (pile.empty() ||
                        !(reason == safe_play ? is_safe(s, place, pile) : is_twin_play(s, place, pile)))
                        continue;
                    bool taken = false;
                    for (int f = 0; f < game.foundations; ++f) taken = taken || takes(s, f, pile.top());
                    if (!taken) continue;
                    ++plays;
                    const State child = forced_child(s, reason, place);
                    ASSERT_EQ(all.at(bytes_of(child)), can_be_won)
                        << reason_names[reason] << ' ' << place << text_of(s);
                }
            }
        }
    }
    EXPECT_GT(lost, 50);
    EXPECT_GT(plays, GetParam().kind == stalactites ? -1 : 50);
}

INSTANTIATE_TEST_SUITE_P(EveryGame, Checker, testing::ValuesIn(games), [](const auto& one) {
    std::string name(one.param.id);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
