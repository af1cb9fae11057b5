#include "fair/knowledge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "engine/deal.hpp"
#include "engine/notation.hpp"
#include "games/all.hpp"
#include "session/session.hpp"
#include "solver/common/micro_test.hpp"
#include "tests/small_games.hpp"

namespace quincunx::fair {
namespace {

using quincunx::testing::small_carthage;
using quincunx::testing::small_gargantua;
using quincunx::testing::small_grandfather;

constexpr Rules gargantua_keeps = small_gargantua(1, 3, 3, 1, 1, true);
constexpr Rules gargantua_turns = small_gargantua(1, 3, 3, 2, 1, false);
constexpr Rules grandfather_fills = small_grandfather(2, 9, 1, Refill::from_stock_then_waste);
constexpr Rules grandfather_waste = small_grandfather(2, 9, 1, Refill::from_waste);
constexpr Rules carthage_small = small_carthage(games::carthage, 1, 3, 2, 3, 1);
constexpr Rules carthage_empties = small_carthage(games::carthage_strict, 1, 3, 2, 3, 1);

template <const Rules& rules>
std::string seen_by_player(const Position<rules>& position) {
    return write_position(rules, position_data(position), true);
}
template <const Rules& rules>
std::string all_of(const Position<rules>& position) {
    return write_position(rules, position_data(position), false);
}

/// Every order of the cards that no one sees at the start, played through the same moves. Those whose view
/// differs from the true one at any ply are not consistent with what the player saw.
template <const Rules& rules>
class AllWorlds {
  public:
    explicit AllWorlds(const Position<rules>& start) {
        std::vector<Card> hidden;
        constexpr Layout layout{rules};
        const auto unseen = [&](PileId pile) {
            return layout.kind(pile) == PileKind::stock ? start.size(pile) : start.hidden(pile);
        };
        for (int i = 0; i < Position<rules>::piles; ++i)
            for (int height = 0; height < unseen(pile_id(i)); ++height)
                hidden.push_back(start.pile(pile_id(i))[static_cast<std::size_t>(height)]);
        const auto less = [](Card a, Card b) { return a.face() < b.face(); };
        std::sort(hidden.begin(), hidden.end(), less);
        do {
            Position<rules> world = start;
            world.clear();
            std::size_t next = 0;
            for (int i = 0; i < Position<rules>::piles; ++i) {
                const auto cards = start.pile(pile_id(i));
                for (std::size_t height = 0; height < cards.size(); ++height)
                    world.append(pile_id(i), static_cast<int>(height) < unseen(pile_id(i)) ? hidden[next++]
                                                                                           : cards[height]);
                world.set_hidden(pile_id(i), start.hidden(pile_id(i)));
            }
            world.set_redeals_left(std::max(start.redeals_left(), 0));
            world.rebuild();
            worlds_.push_back(world);
        } while (std::next_permutation(hidden.begin(), hidden.end(), less));
    }
    void play(const Move& move, const std::string& view) {
        std::vector<Position<rules>> left;
        for (Position<rules>& world : worlds_) {
            if (!accepts(world, move)) continue;
            world.play(move);
            if (seen_by_player(world) == view) left.push_back(world);
        }
        worlds_ = std::move(left);
    }
    std::set<std::string> texts() const {
        std::set<std::string> texts;
        for (const Position<rules>& world : worlds_) texts.insert(all_of(world));
        return texts;
    }

  private:
    std::vector<Position<rules>> worlds_;
};

template <const Rules& rules>
std::set<std::string> worlds_of(const Knowledge<rules>& knowledge) {
    std::set<std::string> texts;
    std::vector<Card> order(knowledge.unseen().begin(), knowledge.unseen().end());
    const auto less = [](Card a, Card b) { return a.face() < b.face(); };
    std::sort(order.begin(), order.end(), less);
    do {
        texts.insert(all_of(knowledge.world(order)));
    } while (std::next_permutation(order.begin(), order.end(), less));
    return texts;
}

/// Counts the worlds of small games at every ply of random games: exactly the consistent ones.
template <const Rules& rules>
void expect_exactly_the_consistent_worlds(int games) {
    int complete = 0;
    int open = 0;
    Random random(17);
    for (int game = 1; game <= games; ++game) {
        Position<rules> position;
        position.deal(numbered_deal<rules>(static_cast<std::uint64_t>(game)));
        AllWorlds<rules> all(position);
        CardSet seen = shown_cards(position);
        MoveList<rules> moves;
        for (int ply = 0; ply < 40; ++ply) {
            const Knowledge<rules> knowledge(position, seen);
            if (knowledge.unseen().size() <= 6) {  // at most 720 worlds, which are quickly listed
                ASSERT_EQ(worlds_of(knowledge), all.texts()) << "game " << game << " ply " << ply;
            }
            ++(knowledge.complete() ? complete : open);
            generate(position, moves);
            if (moves.empty()) break;
            const Move move = moves[random.below(moves.size())];
            position.play(move);
            seen |= shown_cards(position);
            all.play(move, seen_by_player(position));
        }
    }
    EXPECT_GT(complete, 0);
    EXPECT_GT(open, 0);
}

TEST(Knowledge, HasExactlyTheConsistentWorlds) {
    expect_exactly_the_consistent_worlds<gargantua_keeps>(solver::at_least(5));
    expect_exactly_the_consistent_worlds<gargantua_turns>(solver::at_least(5));
    expect_exactly_the_consistent_worlds<grandfather_fills>(solver::at_least(3));
    expect_exactly_the_consistent_worlds<grandfather_waste>(solver::at_least(3));
    expect_exactly_the_consistent_worlds<carthage_small>(solver::at_least(5));
    expect_exactly_the_consistent_worlds<carthage_empties>(solver::at_least(5));
}

/// All worlds are drawn equally often: the sum of squared deviations stays below what chance allows once in
/// 10,000 times (the seed is fixed).
TEST(Knowledge, SamplesEveryWorldEquallyOften) {
    const Knowledge<gargantua_keeps> knowledge([] {
        Position<gargantua_keeps> dealt;
        dealt.deal(numbered_deal<gargantua_keeps>(1));
        CardSet seen = shown_cards(dealt);
        while (Knowledge<gargantua_keeps>(dealt, seen).unseen().size() > 4) {
            dealt.play(Move::draw());
            seen |= shown_cards(dealt);
        }
        return Knowledge<gargantua_keeps>(dealt, seen);
    }());
    ASSERT_EQ(knowledge.unseen().size(), 4U);
    std::map<std::string, int> counts;
    Random random(1);
    constexpr int samples = 24000;
    for (int i = 0; i < samples; ++i) ++counts[all_of(knowledge.sample(random))];
    ASSERT_EQ(counts.size(), 24U);
    double chi = 0;
    for (const auto& [text, count] : counts)
        chi += (count - samples / 24.0) * (count - samples / 24.0) / (samples / 24.0);
    EXPECT_LT(chi, 58.6);  // 23 degrees of freedom
}

/// The worlds of some numbers, as the cards at the unseen places.
template <const Rules& rules>
std::vector<int> unseen_in_worlds(const Knowledge<rules>& knowledge) {
    std::vector<int> faces;
    for (const Purpose purpose : {Purpose::odds, Purpose::games})
        for (int number = 0; number < 3; ++number) {
            const Position<rules> world = knowledge.world(purpose, number);
            for (const auto& [pile, height] : knowledge.places())
                faces.push_back(world.pile(pile)[static_cast<std::size_t>(height)].face());
        }
    return faces;
}

/// As long as nothing is shown, the unseen cards lie where they lay in every world, also for someone who has seen no more
/// than what lies on the table.
TEST(Knowledge, AMoveThatShowsNothingLeavesTheWorlds) {
    games::for_each_game([]<const Rules & rules>() {
        int silent = 0;
        Random random(29);
        for (std::uint64_t game = 1; game <= 12; ++game) {
            Position<rules> position = *deal_position<rules>({std::string(rules.id), 100'000 + game, {}});
            CardSet seen = shown_cards(position);
            MoveList<rules> moves;
            for (int ply = 0; ply < 120; ++ply) {
                if (game % 2 == 0 && ply == 80) seen = shown_cards(position);
                const Knowledge<rules> before(position, seen);
                generate(position, moves);
                if (moves.empty()) break;
                position.play(moves[random.below(moves.size())]);
                const CardSet now = seen | shown_cards(position);
                if (now == seen) {
                    const Knowledge<rules> after(position, now);
                    ASSERT_EQ(before.id_after(position), after.id()) << rules.id << ' ' << game << ' ' << ply;
                    silent += before.complete() ? 0 : 1;
                    ASSERT_EQ(unseen_in_worlds(after), unseen_in_worlds(before))
                        << rules.id << ' ' << game << ' ' << ply;
                }
                seen = now;
            }
        }
        if (has_face_down(rules) || rules.has_stock()) {
            EXPECT_GT(silent, 10) << rules.id;
        }
    });
}

/// After a card was shown, worlds are different in that card and the one that lay there, and by chance in an equal one.
TEST(Knowledge, AShownCardChangesPlacesInTheWorlds) {
    int games = 0;
    games::for_each_game([&]<const Rules & rules>() {
        double changed = 0;
        int shown = 0;
        Random random(31);
        for (std::uint64_t game = 1; game <= 4; ++game) {
            const Position<rules> start = *deal_position<rules>({std::string(rules.id), 200'000 + game, {}});
            Position<rules> position = start;
            CardSet seen = shown_cards(position);
            MoveList<rules> moves;
            for (int ply = 0; ply < 60; ++ply) {
                const Knowledge<rules> before(position, seen, start);
                generate(position, moves);
                if (moves.empty() || before.complete()) break;
                position.play(moves[random.below(moves.size())]);
                seen |= shown_cards(position);
                const Knowledge<rules> after(position, seen, start);
                shown += static_cast<int>(before.places().size() - after.places().size());
                for (int number = 0; number < 8; ++number) {
                    const Position<rules> one = before.world(Purpose::odds, number);
                    const Position<rules> other = after.world(Purpose::odds, number);
                    for (const auto& [pile, height] : after.places()) {
                        const auto at = static_cast<std::size_t>(height);
                        changed += one.pile(pile)[at].face() != other.pile(pile)[at].face() ? 1 : 0;
                    }
                }
            }
        }
        games += shown > 40 ? 1 : 0;
        EXPECT_LE(changed / 8, 1.3 * shown) << rules.id;
        EXPECT_GE(changed / 8, 0.3 * shown) << rules.id;
    });
    EXPECT_GT(games, 2);
}

/// They are as random as those of any knowledge: each order of the cards that are left comes as often.
TEST(Knowledge, WorldsFromTheStartAreEquallyLikely) {
    const Position<games::carthage> start = *deal_position<games::carthage>({"carthage", 7, {}});
    Position<games::carthage> position = start;
    CardSet seen = shown_cards(position);
    const std::size_t last = 4;
    while (Knowledge<games::carthage>(position, seen).unseen().size() > last) {
        position.play(Move::draw());
        seen |= shown_cards(position);
    }
    const Knowledge<games::carthage> knowledge(position, seen, start);
    std::set<int> faces;
    for (const Card card : knowledge.unseen()) faces.insert(card.face());
    ASSERT_EQ(faces.size(), knowledge.unseen().size());
    std::size_t orders = 1;
    for (std::size_t i = 2; i <= knowledge.unseen().size(); ++i) orders *= i;
    std::map<std::string, int> counts;
    constexpr int samples = 24000;
    for (int i = 0; i < samples; ++i) ++counts[all_of(knowledge.world(Purpose::odds, i))];
    ASSERT_EQ(counts.size(), orders);
    const double each = samples / static_cast<double>(orders);
    double chi = 0;
    for (const auto& [text, count] : counts) chi += (count - each) * (count - each) / each;
    EXPECT_LT(chi, 58.6);  // at most 23 degrees of freedom
}

/// Worlds for one purpose are not those for another, and each number has its own.
TEST(Knowledge, WorldsDiffer) {
    const Position<games::carthage> dealt = *deal_position<games::carthage>({"carthage", 1, {}});
    const Knowledge<games::carthage> knowledge(dealt);
    std::set<std::string> worlds;
    for (const Purpose purpose : {Purpose::odds, Purpose::games})
        for (int number = 0; number < 50; ++number) worlds.insert(all_of(knowledge.world(purpose, number)));
    EXPECT_EQ(worlds.size(), 100U);
}

TEST(Knowledge, RemembersTheStockAfterARedeal) {
    Session session = *Session::from_deal("grandfather#1");
    while (!session.play("draw")) {
    }
    ASSERT_FALSE(session.play("redeal"));
    EXPECT_EQ(session.seen().count(), 104U);
    // The position alone does not show it.
    Session shown = *Session::from_position(session.position_text());
    EXPECT_EQ(shown.seen().count(), 20U);
}

TEST(Knowledge, ForgetsWhatWasTakenBack) {
    Session session = *Session::from_deal("gargantua#1");
    const std::size_t before = session.seen().count();
    EXPECT_FALSE(session.saw_more());
    ASSERT_FALSE(session.play("draw"));
    EXPECT_EQ(session.seen().count(), before + 1);
    EXPECT_FALSE(session.saw_more());
    ASSERT_TRUE(session.undo());
    EXPECT_EQ(session.seen().count(), before);
    EXPECT_TRUE(session.saw_more());
    // Another line does not make up for it, but the same card does.
    ASSERT_FALSE(session.play("draw"));
    EXPECT_FALSE(session.saw_more());
    // A record keeps moves that were taken back.
    ASSERT_TRUE(session.undo());
    EXPECT_TRUE(Session::from_record(session.record_text())->saw_more());
}

TEST(Knowledge, StaysForgottenInARecordWithoutTheMoves) {
    Session session = *Session::from_deal("carthage#1");
    ASSERT_FALSE(session.play("draw"));
    ASSERT_TRUE(session.undo());
    // Another move replaces the one that showed the card.
    const CardSet before = session.seen();
    const std::vector<std::string> legal = session.legal();
    const auto other = std::find_if(legal.begin(), legal.end(), [&](const std::string& move) {
        Session copy = *Session::from_record(session.record_text());
        return !copy.play(move) && copy.seen() == before;
    });
    ASSERT_NE(other, legal.end());
    ASSERT_FALSE(session.play(*other));
    ASSERT_TRUE(session.saw_more());
    const std::string text = session.record_text();
    EXPECT_NE(text.find("meta also-seen "), std::string::npos) << text;
    Session again = *Session::from_record(text);
    EXPECT_TRUE(again.saw_more());
    EXPECT_EQ(again.seen(), session.seen());
    EXPECT_EQ(again.record_text(), text);
    EXPECT_TRUE(again.meta().empty());
    // Seen again, it needs no note; taken back, it does.
    ASSERT_FALSE(again.play("draw"));
    EXPECT_FALSE(again.saw_more());
    EXPECT_EQ(again.record_text().find("also-seen"), std::string::npos);
    ASSERT_TRUE(again.undo());
    EXPECT_TRUE(Session::from_record(again.record_text())->saw_more());
}

TEST(Knowledge, RandomNumbersReachTheirBounds) {
    Random random(3);
    std::map<std::size_t, int> counts;
    for (int i = 0; i < 3000; ++i) ++counts[random.below(3)];
    EXPECT_EQ(counts.size(), 3U);
    for (const auto& [number, count] : counts) {
        EXPECT_LT(number, 3U);
        EXPECT_NEAR(count, 1000, 120);
    }
}

}  // namespace
}  // namespace quincunx::fair
