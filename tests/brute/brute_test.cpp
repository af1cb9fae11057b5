#include "tests/brute/brute.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <unordered_set>

#include "tests/brute/piles.hpp"
#include "tests/brute/state_set.hpp"

namespace brute {
namespace {

using Kind = Game::Kind;

TEST(StateSet, TellsKeysApartWhateverTheirHash) {
    std::mt19937 random(1);
    StateSet set;
    for (const int words : {3, 19, 1, 8}) {
        set.clear(words);
        std::map<std::vector<std::uint32_t>, std::uint32_t> expected;
        for (int at = 0; at < 4000; ++at) {
            std::vector<std::uint32_t> key(static_cast<std::size_t>(words));
            for (std::uint32_t& word : key) word = static_cast<std::uint32_t>(random() % 5);
            // Each key shares its hash with a hundred others.
            const std::uint32_t hash = at % 2 == 0 ? set.hash_of(key.data()) : key[0];
            if (at % 2 != 0) key[0] += 1000;
            const auto next = static_cast<std::uint32_t>(expected.size());
            const auto [known, is_new] = expected.try_emplace(key, next);
            const StateSet::Found found = set.insert(key.data(), hash);
            ASSERT_EQ(found.id, known->second);
            ASSERT_EQ(found.is_new, is_new);
            if (is_new) set.set_parent(found.id, found.id / 2);
        }
        ASSERT_EQ(set.size(), expected.size());
        for (const auto& [key, id] : expected) {
            EXPECT_TRUE(std::equal(key.begin(), key.end(), set.key(id)));
            EXPECT_EQ(set.parent(id), id / 2);
        }
    }
}

TEST(Piles, ANumberStandsForOneSequence) {
    std::mt19937 random(1);
    Piles piles;
    for (int round = 0; round < 3; ++round) {
        piles.clear();
        std::map<std::vector<Byte>, Piles::Id> expected;
        for (int at = 0; at < 5000; ++at) {
            std::vector<Byte> cards;
            Piles::Id pile = Piles::empty;
            for (auto size = random() % 9; size > 0; --size) {
                cards.push_back(card_of(static_cast<int>(random() % 4), 1 + static_cast<int>(random() % 3)));
                const Piles::Id below = pile;
                pile = piles.push(pile, cards.back());
                ASSERT_EQ(piles.rest(pile), below);
                ASSERT_EQ(piles.top(pile), cards.back());
                ASSERT_EQ(piles.size(pile), static_cast<int>(cards.size()));
            }
            ASSERT_EQ(expected.try_emplace(cards, pile).first->second, pile);
        }
        std::vector<Piles::Id> numbers;
        for (const auto& [cards, id] : expected) numbers.push_back(id);
        std::sort(numbers.begin(), numbers.end());
        EXPECT_EQ(std::adjacent_find(numbers.begin(), numbers.end()), numbers.end());
    }
}

/// Whether a position can be won, according to the moves and positions that the library gives, comparing
/// positions exactly.
bool can_be_won(const Game& game, const Position& start) {
    std::vector<Position> open = {start};
    std::unordered_set<Position> known = {start};
    while (!open.empty()) {
        const Position position = open.back();
        open.pop_back();
        if (won(game, position)) return true;
        for (const Successor& successor : successors(game, position)) {
            EXPECT_EQ(play(game, position, successor.move), successor.position) << successor.move;
            if (known.insert(successor.position).second) open.push_back(successor.position);
        }
    }
    return false;
}

/// A small game and its starting position, in writing.
class Small {
  public:
    Small(const Game& game, std::mt19937& random) : game_(game) {
        for (int pack = 0; pack < game.packs; ++pack) {
            for (int rank = 0; rank < game.ranks; ++rank) {
                for (int suit = 0; suit < game.suits; ++suit) {
                    deck_.push_back({"A23456789TJQK"[rank], "CDHS"[suit]});
                }
            }
        }
        std::shuffle(deck_.begin(), deck_.end(), random);
    }

    std::string text() {
        std::string text = "game small\n";
        if (game_.redeals > 0) text += "redeals " + std::to_string(game_.redeals) + "\n";
        if (game_.kind == Kind::stalactites) text += "choice -\n";
        for (int at = 1; at <= game_.foundations(); ++at) {
            text += "F" + std::to_string(at) + (game_.kind == Kind::stalactites ? take(1) : " -") + "\n";
        }
        for (int at = 1; at <= game_.tableau; ++at) {
            text += "T" + std::to_string(at);
            if (game_.kind == Kind::gargantua) {
                text += (at == 1 ? "" : take(at - 1) + " |") + take(1) + "\n";
            } else if (game_.kind == Kind::gloucestershire) {
                const int left = static_cast<int>(deck_.size()) - game_.reserve * game_.reserve_each;
                text += take(left / (game_.tableau + 1 - at)) + "\n";
            } else {
                text += take(game_.each) + "\n";
            }
        }
        for (int at = 1; at <= game_.reserve; ++at) {
            text += "R" + std::to_string(at) + take(game_.reserve_each) + "\n";
        }
        if (has_waste()) text += "W -\n";
        if (has_waste() || game_.kind == Kind::carthage) {
            text += "S" + take(static_cast<int>(deck_.size())) + "\n";
        }
        return text;
    }

  private:
    bool has_waste() const { return game_.kind == Kind::gargantua || game_.kind == Kind::grandfather; }

    std::string take(int count) {
        std::string text;
        for (; count > 0; --count) {
            text += " " + deck_.back();
            deck_.pop_back();
        }
        return text.empty() ? " -" : text;
    }

    Game game_;
    std::vector<std::string> deck_;
};

class SmallGames : public testing::TestWithParam<Game> {};

TEST_P(SmallGames, AreJudgedAsIfNothingWereEqual) {
    Game game = GetParam();
    ASSERT_EQ(wrong_with(game), "");
    std::mt19937 random(7);
    int verdicts[2] = {0, 0};
    for (int deal = 0; deal < 60; ++deal) {
        game.variant = deal % 2 != 0;
        const std::string text = Small(game, random).text();
        std::string error;
        const std::optional<Position> start = read(game, text, &error);
        ASSERT_TRUE(start) << error << '\n' << text;
        EXPECT_EQ(write(game, "small", *start), text);
        const Judgement judgement = judge(game, *start, 10'000'000);
        const bool expected = can_be_won(game, *start);
        ASSERT_EQ(judgement.verdict, expected ? Verdict::won : Verdict::lost) << text;
        ++verdicts[expected ? 1 : 0];
        std::optional<Position> end = start;
        for (const std::string& move : judgement.line) {
            end = play(game, *end, move);
            ASSERT_TRUE(end) << move << '\n' << text;
        }
        EXPECT_EQ(won(game, *end), expected);
    }
    // With a redeal, such a small game is hardly ever lost.
    EXPECT_TRUE(verdicts[0] > 0 || game.redeals > 0);
    EXPECT_GT(verdicts[1], 0);
}

std::string name_of(const testing::TestParamInfo<Game>& info) {
    constexpr const char* kinds[] = {"Gargantua", "Grandfather", "Gloucestershire", "Stalactites",
                                     "Carthage"};
    return kinds[static_cast<int>(info.param.kind)] + std::to_string(info.index);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, SmallGames,
    testing::Values(
        Game{.kind = Kind::gargantua, .ranks = 4, .suits = 2, .tableau = 4, .redeals = 0},
        Game{.kind = Kind::grandfather, .ranks = 7, .suits = 1, .tableau = 1, .capacity = 2, .redeals = 0},
        Game{.kind = Kind::gargantua, .ranks = 3, .suits = 2, .tableau = 3, .redeals = 1},
        Game{.kind = Kind::grandfather, .ranks = 4, .suits = 2, .tableau = 3, .capacity = 2, .redeals = 1},
        Game{.kind = Kind::gloucestershire,
             .ranks = 4,
             .suits = 2,
             .tableau = 3,
             .reserve = 1,
             .reserve_each = 2},
        Game{.kind = Kind::stalactites, .packs = 1, .ranks = 6, .tableau = 2, .reserve = 2, .each = 10},
        Game{.kind = Kind::carthage,
             .ranks = 3,
             .suits = 3,
             .tableau = 2,
             .reserve = 2,
             .reserve_each = 3,
             .per_draw = 2}),
    name_of);

}  // namespace
}  // namespace brute
