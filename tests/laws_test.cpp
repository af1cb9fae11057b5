// What holds in every game at every ply, tested on games that are played at random, guided and aimed.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "engine/generate.hpp"
#include "engine/notation.hpp"
#include "games/all.hpp"
#include "tests/playout.hpp"

namespace quincunx::testing {
namespace {

constexpr int games_per_value = 2000;
constexpr int longest_game = 150;

/// The rules of a game as a type, so that each test is written only once for all games.
template <const Rules& rules>
struct Game {
    static constexpr std::string_view id = rules.id;
    template <class Function>
    static void with(Function&& function) {
        function.template operator()<rules>();
    }
};

template <class List>
struct Types;
template <const Rules&... rules>
struct Types<games::List<rules...>> {
    using type = ::testing::Types<Game<rules>...>;
};
struct Name {
    template <class T>
    static std::string GetName(int /*number*/) {
        std::string name(T::id);
        std::replace(name.begin(), name.end(), '-', '_');
        return name;
    }
};

template <class T>
class Laws : public ::testing::Test {};
TYPED_TEST_SUITE(Laws, Types<games::All>::type, Name);

template <const Rules& rules>
std::array<int, physical_count> card_counts(const Position<rules>& position) {
    std::array<int, physical_count> counts{};
    for (int pile = 0; pile < Position<rules>::piles; ++pile)
        for (const Card card : position.pile(pile_id(pile)))
            ++counts[static_cast<std::size_t>(card.physical())];
    return counts;
}

/// What a position updates from move to move equals what is computed from scratch.
template <const Rules& rules>
void judge_kept(const Position<rules>& position) {
    Position<rules> fresh = position;
    fresh.rebuild();
    ASSERT_EQ(position.key(), fresh.key());
    ASSERT_EQ(position.home(), fresh.home());
    for (int suit = 0; suit < suit_count; ++suit)
        for (int rank = 1; rank <= rules.ranks; ++rank) {
            const Card card(rank_of(rank), static_cast<Suit>(suit));
            ASSERT_EQ(position.foundations_for(card), fresh.foundations_for(card)) << to_text(card);
        }
}

/// What holds in every position of a game, whatever has been played.
template <const Rules& rules>
void judge_piles(const Position<rules>& position) {
    static constexpr Layout layout{rules};
    int cards = 0;
    for (int number = 0; number < Position<rules>::piles; ++number) {
        const PileId pile = pile_id(number);
        const std::string name = pile_name(layout, pile);
        cards += position.size(pile);
        ASSERT_LE(position.size(pile), pile_room(rules, pile)) << name;
        if (position.empty(pile)) {
            ASSERT_EQ(position.hidden(pile), 0) << name;
        } else {
            ASSERT_LT(position.hidden(pile), position.size(pile)) << name << " has no face-up top";
        }
        if (layout.kind(pile) == PileKind::tableau && rules.tableau.refill == Refill::from_stock_then_waste) {
            ASSERT_TRUE(!position.empty(pile) ||
                        (position.empty(layout.stock()) && position.empty(layout.waste())))
                << name << " was not filled";
        }
    }
    ASSERT_EQ(cards, rules.card_count());
    int foundation = 0;
    for (const FoundationGroup& group : rules.foundations)
        for (int i = 0; i < group.piles; ++i, ++foundation) {
            const std::span<const Card> pile = position.pile(PileKind::foundation, foundation);
            ASSERT_TRUE(pile.empty() || group.start != Start::fixed_rank ||
                        number(pile.front().rank()) == group.start_rank)
                << foundation;
            for (std::size_t next = 1; next < pile.size(); ++next)
                ASSERT_TRUE(
                    Position<rules>::follows(group.build, position.step(group), pile[next - 1], pile[next]))
                    << to_text(pile[next]) << " on " << to_text(pile[next - 1]);
        }
    ASSERT_EQ(position.won(), position.home() == rules.card_count());
}

/// Plays games and calls a function at each ply: `look(position, listed, ply, dice)`.
template <const Rules& rules, class Look>
void play_games(int count, Look&& look) {
    for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
        const auto series = static_cast<std::uint64_t>(i);
        Dice dice(series + 1000);
        Position<rules> position;
        const std::uint64_t number = deal_number(series);
        position.deal(numbered_deal<rules>(number));
        MoveList<rules> listed;
        std::string played;
        for (int ply = 0; ply <= longest_game && !::testing::Test::HasFailure(); ++ply) {
            generate(position, listed);
            judge_kept(position);
            judge_piles(position);
            look(position, listed, ply, dice);
            if (::testing::Test::HasFailure()) {
                ADD_FAILURE() << rules.id << '#' << number << " after" << played << '\n'
                              << position_text(position);
                return;
            }
            const std::optional<Move> move = pick_move(position, listed, dice, taste(series));
            if (!move) break;
            played += ' ' + move_text(rules, *move);
            position.play(*move);
        }
    }
}

/// Every move that can be written, whatever the piles hold; runs up to one card longer than the pile.
template <const Rules& rules, class Visit>
void for_each_text(const Position<rules>& position, Visit&& visit) {
    static constexpr Layout layout{rules};
    for (const char* word : {"draw", "redeal", "by1", "by2"}) visit(std::string(word));
    const auto name = [](int pile) { return pile_name(layout, pile_id(pile)); };
    for (int from = 0; from < layout.piles(); ++from) {
        const PileKind kind = layout.kind(pile_id(from));
        if (kind == PileKind::foundation || kind == PileKind::stock) continue;
        const bool open = rules.open(kind);
        for (int to = 0; to < layout.first(PileKind::waste); ++to) {
            if (open) {
                for (int suit = 0; suit < suit_count; ++suit)
                    for (int rank = 1; rank <= rules.ranks; ++rank)
                        visit(name(from) + '@' + to_text(Card(rank_of(rank), static_cast<Suit>(suit))) + '>' +
                              name(to));
                continue;
            }
            visit(name(from) + '>' + name(to));
            if (kind != PileKind::tableau || layout.kind(pile_id(to)) != PileKind::tableau) continue;
            const int most = std::min(position.size(pile_id(from)) + 1, rules.card_count());
            for (int count = 2; count <= most; ++count)
                visit(name(from) + '>' + name(to) + '*' + std::to_string(count));
        }
    }
}

TYPED_TEST(Laws, CardsAreKeptAndMovesTakenBack) {
    TypeParam::with([]<const Rules & rules>() {
        play_games<rules>(scaled(games_per_value), [](Position<rules>& position,
                                                      const MoveList<rules>& listed, int ply, Dice&) {
            const auto counts = card_counts(position);
            if (ply == 0) {
                for (const int count : counts) ASSERT_LE(count, 1);
                ASSERT_EQ(std::count(counts.begin(), counts.end(), 1), rules.card_count());
            }
            const std::uint64_t key = position.key();
            const Position<rules> before = position;
            // All moves, or just one of them: the others are tried at other plies.
            const std::size_t step = ply % 8 == 0 ? 1 : std::max<std::size_t>(listed.size(), 1);
            for (std::size_t i = ply % 8 == 0 ? 0 : static_cast<std::size_t>(ply) % step; i < listed.size();
                 i += step) {
                ASSERT_TRUE(accepts(position, listed[i])) << move_text(rules, listed[i]);
                const Undo undo = position.play(listed[i]);
                const bool conserved = card_counts(position) == counts;
                judge_kept(position);
                const bool changed = !(position == before);
                position.unplay(undo);
                ASSERT_TRUE(conserved) << move_text(rules, listed[i]);
                ASSERT_FALSE(::testing::Test::HasFailure()) << move_text(rules, listed[i]);
                ASSERT_TRUE(changed) << move_text(rules, listed[i]);
                ASSERT_TRUE(position == before) << move_text(rules, listed[i]);
                ASSERT_EQ(position.key(), key) << move_text(rules, listed[i]);
            }
            // Taking back a move also restores what the position keeps for its own use.
            MoveList<rules> again;
            generate(position, again);
            ASSERT_TRUE(std::equal(listed.begin(), listed.end(), again.begin(), again.end()));
        });
    });
}

TYPED_TEST(Laws, WholeGamesAreTakenBack) {
    TypeParam::with([]<const Rules & rules>() {
        for (int i = 0; i < scaled(500); ++i) {
            const auto series = static_cast<std::uint64_t>(i);
            Dice dice(series);
            Position<rules> position;
            position.deal(numbered_deal<rules>(deal_number(series)));
            std::vector<Position<rules>> positions;
            std::vector<Undo> undos;
            MoveList<rules> listed;
            while (undos.size() < 120) {
                generate(position, listed);
                const std::optional<Move> move = pick_move(position, listed, dice, taste(series));
                if (!move) break;
                positions.push_back(position);
                undos.push_back(position.play(*move));
            }
            while (!undos.empty()) {
                position.unplay(undos.back());
                ASSERT_TRUE(position == positions.back()) << rules.id << ' ' << series << ' ' << undos.size();
                ASSERT_EQ(position.key(), positions.back().key());
                undos.pop_back();
                positions.pop_back();
            }
        }
    });
}

/// A move that is accepted but not listed is either an aimed one, which has the same result as the listed
/// move that stands for it (ruling A5), or one that changes nothing (A7).
template <const Rules& rules>
void judge_unlisted(Position<rules>& position, const std::set<std::string>& texts, const Move& move,
                    const std::string& text) {
    const std::uint64_t key = position.key();
    Undo undo = position.play(move);
    const std::uint64_t aimed = position.key();
    position.unplay(undo);
    const std::optional<Move> stands = listed(position, move);
    if (!stands) {
        ASSERT_EQ(aimed, key) << text << " should change nothing";
        return;
    }
    const std::string other = move_text(rules, *stands);
    ASSERT_TRUE(texts.contains(other)) << other << " stands for " << text << " and is not listed";
    undo = position.play(*stands);
    ASSERT_EQ(position.key(), aimed) << other << " for " << text;
    position.unplay(undo);
}

TYPED_TEST(Laws, EveryMoveIsListedOrAimedOrRefused) {
    TypeParam::with([]<const Rules & rules>() {
        play_games<rules>(scaled(400), [](Position<rules>& position, const MoveList<rules>& listed_moves,
                                          int ply, Dice&) {
            if (ply % 16 != 0) return;
            std::set<std::string> texts;
            for (const Move& move : listed_moves) {
                ASSERT_TRUE(texts.insert(move_text(rules, move)).second)
                    << "listed twice: " << move_text(rules, move);
                ASSERT_EQ(listed(position, move), std::optional(move)) << "a listed move stands for itself";
            }
            std::set<std::string> accepted_texts;
            for_each_text(position, [&](const std::string& text) {
                const Expected<Move> move = parse_move<rules>(text);
                ASSERT_TRUE(move) << text;
                ASSERT_EQ(move_text(rules, *move), text);
                if (!accepts(position, *move)) {
                    ASSERT_FALSE(texts.contains(text)) << text;
                    return;
                }
                accepted_texts.insert(text);
                if (!texts.contains(text)) judge_unlisted(position, texts, *move, text);
            });
            for (const std::string& text : texts) ASSERT_TRUE(accepted_texts.contains(text)) << text;
            std::size_t accepted_moves = 0;
            for_each_accepted(position, [&](const Move& move) {
                ++accepted_moves;
                ASSERT_TRUE(accepted_texts.contains(move_text(rules, move))) << move_text(rules, move);
            });
            ASSERT_EQ(accepted_moves, accepted_texts.size());
        });
    });
}

TYPED_TEST(Laws, TextsAreReadAsWritten) {
    TypeParam::with([]<const Rules & rules>() {
        play_games<rules>(scaled(400),
                          [](Position<rules>& position, const MoveList<rules>& listed, int ply, Dice&) {
                              if (ply % 8 != 0) return;
                              const std::string text = position_text(position);
                              const Expected<Position<rules>> read = parse_position<rules>(text);
                              ASSERT_TRUE(read) << to_text(read.error());
                              ASSERT_TRUE(*read == position);
                              ASSERT_EQ(read->key(), position.key());
                              ASSERT_EQ(position_text(*read), text);
                              MoveList<rules> again;
                              generate(*read, again);
                              ASSERT_EQ(again.size(), listed.size());
                              for (const Move& move : listed)
                                  ASSERT_EQ(parse_move<rules>(move_text(rules, move)).value(), move);
                              // A player's view reveals nothing that is unknown, and cannot be set up if
                              // anything is.
                              const std::string view = position_text(position, true);
                              ASSERT_EQ(view.size(), text.size());
                              if (view != text) {
                                  ASSERT_FALSE(parse_position<rules>(view));
                              }
                          });
    });
}

/// Assembles a position with the piles of each kind in a different order; foundations stay within their
/// group.
template <const Rules& rules>
Position<rules> with_piles_exchanged(const Position<rules>& position, Dice& dice, bool reserves_too) {
    static constexpr Layout layout{rules};
    Position<rules> other = position;
    other.clear();
    other.set_redeals_left(position.redeals_left());
    other.set_choice(position.choice());
    std::vector<int> source(static_cast<std::size_t>(layout.piles()));
    for (int pile = 0; pile < layout.piles(); ++pile) source[static_cast<std::size_t>(pile)] = pile;
    const auto fits = [&](int pile, int from) {
        return position.size(pile_id(from)) <= pile_room(rules, pile_id(pile));
    };
    const auto shuffle = [&](int first_pile, int count) {
        for (int last = first_pile + count - 1; last > first_pile; --last) {
            const int any =
                first_pile + static_cast<int>(dice.below(static_cast<std::size_t>(last - first_pile) + 1));
            int& one = source[static_cast<std::size_t>(last)];
            int& other_one = source[static_cast<std::size_t>(any)];
            if (fits(last, other_one) && fits(any, one)) std::swap(one, other_one);
        }
    };
    int first = 0;
    for (const FoundationGroup& group : rules.foundations) {
        shuffle(first, group.piles);
        first += group.piles;
    }
    shuffle(layout.first(PileKind::tableau), layout.tableau);
    if (reserves_too) shuffle(layout.first(PileKind::reserve), layout.reserve);
    for (int pile = 0; pile < layout.piles(); ++pile) {
        const PileId from = pile_id(source[static_cast<std::size_t>(pile)]);
        for (const Card card : position.pile(from))
            other.append(pile_id(pile),
                         card.with_pack(rules.decks - 1 - card.pack()));  // and equal cards are exchanged
        other.set_hidden(pile_id(pile), position.hidden(from));
    }
    other.rebuild();
    return other;
}

TYPED_TEST(Laws, KeysTellPositionsApartAndNoMore) {
    TypeParam::with([]<const Rules & rules>() {
        constexpr bool dealt_to = rules.deals_to_reserves();
        play_games<rules>(
            scaled(500), [](Position<rules>& position, const MoveList<rules>& listed, int ply, Dice& dice) {
                if (ply % 8 != 3) return;
                const bool equal = position.reserves_equal();
                ASSERT_EQ(equal, !dealt_to || position.empty(Position<rules>::layout().stock()));
                const Position<rules> other = with_piles_exchanged(position, dice, equal);
                ASSERT_EQ(other.key(), position.key()) << position_text(other);
                MoveList<rules> moves;
                generate(other, moves);
                ASSERT_EQ(moves.size(), listed.size()) << position_text(other);
                // As long as the stock deals to the reserve piles, their order matters.
                if (!equal) {
                    const Position<rules> exchanged = with_piles_exchanged(position, dice, true);
                    if (!(exchanged == position)) {
                        std::string before;
                        std::string after;
                        for (int number = 0; number < rules.reserve.piles; ++number) {
                            for (const Card card : position.pile(PileKind::reserve, number))
                                before += to_text(card);
                            for (const Card card : exchanged.pile(PileKind::reserve, number))
                                after += to_text(card);
                            before += ' ';
                            after += ' ';
                        }
                        ASSERT_EQ(before == after, exchanged.key() == position.key());
                    }
                }
            });
    });
}

TYPED_TEST(Laws, PilesAreInOrder) {
    TypeParam::with([]<const Rules & rules>() {
        static constexpr Layout layout{rules};
        play_games<rules>(
            scaled(games_per_value / 2), [](Position<rules>& position, const MoveList<rules>&, int, Dice&) {
                int home = 0;
                for (int pile = 0; pile < layout.piles(); ++pile) {
                    const auto cards = position.pile(pile_id(pile));
                    const int hidden = position.hidden(pile_id(pile));
                    ASSERT_LE(static_cast<int>(cards.size()), pile_limit(rules, pile_id(pile)));
                    const PileKind kind = layout.kind(pile_id(pile));
                    if (kind == PileKind::foundation) home += static_cast<int>(cards.size());
                    if (kind != PileKind::tableau) {
                        ASSERT_EQ(hidden, 0);
                        continue;
                    }
                    ASSERT_TRUE(cards.empty() ? hidden == 0 : hidden < static_cast<int>(cards.size()));
                    if (rules.tableau.unit != Unit::face_up_part) continue;
                    for (std::size_t i = static_cast<std::size_t>(hidden) + 1; i < cards.size(); ++i)
                        ASSERT_TRUE(follows(rules.tableau.build, rules.tableau.build.step, rules.ranks,
                                            cards[i - 1], cards[i]));
                }
                ASSERT_EQ(home, position.home());
                ASSERT_EQ(home == rules.card_count(), position.won());
            });
    });
}

}  // namespace
}  // namespace quincunx::testing
