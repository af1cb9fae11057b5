// Laws that hold in every game at every ply, tested on games that are played at random, guided and aimed.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/generate.hpp"
#include "engine/notation.hpp"
#include "games/all.hpp"
#include "tests/games/few.hpp"
#include "tests/playout.hpp"

namespace quincunx::testing {
namespace {

constexpr int games_per_value = 2000;
constexpr int longest_game = 150;

/// A game that the compiler knows.
template <const Rules& rules>
struct Known {
    static constexpr std::string_view id = rules.id;
    template <class Function>
    static void each(Function&& function) {
        function(Fixed<rules>{});
    }
};

/// All games, as values.
struct Values {
    static constexpr std::string_view id = "values";
    template <class Function>
    static void each(Function&& function) {
        std::vector<Rules> all;
        games::for_each_game([&]<const Rules & rules>() { all.push_back(rules); });
        for (const Rules& rules : all) {
            const std::shared_ptr<const GameRules> value = GameRules::make(rules).value();
            function(Given(*value));
        }
    }
};

// The compiler's knowledge of the other games is compared with the values at every ply (engine/source_test.cpp).
#define QUINCUNX_KNOWN(game) , Known<games::game>
using Forms = ::testing::Types<Values QUINCUNX_FEW_GAMES(QUINCUNX_KNOWN)>;
#undef QUINCUNX_KNOWN
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
TYPED_TEST_SUITE(Laws, Forms, Name);

template <class Source>
std::array<int, physical_count> card_counts(const BasicPosition<Source>& position) {
    std::array<int, physical_count> counts{};
    for (int pile = 0; pile < position.layout().piles(); ++pile)
        for (const Card card : position.pile(pile_id(pile)))
            ++counts[static_cast<std::size_t>(card.physical())];
    return counts;
}

/// Everything that a position updates from move to move equals what is computed from scratch.
template <class Source>
void judge_kept(const BasicPosition<Source>& position) {
    BasicPosition<Source> fresh = position;
    fresh.rebuild();
    ASSERT_EQ(position.key(), fresh.key());
    ASSERT_EQ(position.home(), fresh.home());
    for (int suit = 0; suit < suit_count; ++suit)
        for (int rank = 1; rank <= position.rules().ranks; ++rank) {
            const Card card(rank_of(rank), static_cast<Suit>(suit));
            ASSERT_EQ(position.foundations_for(card), fresh.foundations_for(card)) << to_text(card);
        }
}

/// Laws of every position of a game, whatever has been played.
template <class Source>
void judge_piles(const BasicPosition<Source>& position) {
    const Layout& layout = position.layout();
    int cards = 0;
    for (int number = 0; number < position.layout().piles(); ++number) {
        const PileId pile = pile_id(number);
        const std::string name = pile_name(layout, pile);
        cards += position.size(pile);
        ASSERT_LE(position.size(pile), pile_room(position.rules(), pile)) << name;
        if (position.empty(pile)) {
            ASSERT_EQ(position.hidden(pile), 0) << name;
        } else {
            ASSERT_LT(position.hidden(pile), position.size(pile)) << name << " has no face-up top";
        }
        if (layout.kind(pile) == PileKind::tableau &&
            position.rules().tableau.refill == Refill::from_stock_then_waste) {
            ASSERT_TRUE(!position.empty(pile) ||
                        (position.empty(layout.stock()) && position.empty(layout.waste())))
                << name << " was not filled";
        }
    }
    ASSERT_EQ(cards, position.rules().card_count());
    int foundation = 0;
    for (const FoundationGroup& group : position.rules().foundations)
        for (int i = 0; i < group.piles; ++i, ++foundation) {
            const std::span<const Card> pile = position.pile(PileKind::foundation, foundation);
            ASSERT_TRUE(pile.empty() || group.start != Start::fixed_rank ||
                        number(pile.front().rank()) == group.start_rank)
                << foundation;
            for (std::size_t next = 1; next < pile.size(); ++next)
                ASSERT_TRUE(position.follows(group.build, position.step(group), pile[next - 1], pile[next]))
                    << to_text(pile[next]) << " on " << to_text(pile[next - 1]);
        }
    ASSERT_EQ(position.won(), position.home() == position.rules().card_count());
}

/// Plays games and calls a function at each ply: `look(position, listed, ply, dice)`.
template <class Source, class Look>
void play_games(const Source& source, int count, Look&& look) {
    for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
        const auto series = static_cast<std::uint64_t>(i);
        Dice dice(series + 1000);
        BasicPosition<Source> position(source);
        const std::uint64_t number = deal_number(series);
        position.deal(numbered_deal(source.rules(), number));
        BasicMoveList<Source> listed;
        std::string played;
        for (int ply = 0; ply <= longest_game && !::testing::Test::HasFailure(); ++ply) {
            generate(position, listed);
            judge_kept(position);
            judge_piles(position);
            look(position, listed, ply, dice);
            if (::testing::Test::HasFailure()) {
                ADD_FAILURE() << position.rules().id << '#' << number << " after" << played << '\n'
                              << position_text(position);
                return;
            }
            const std::optional<Move> move = pick_move(position, listed, dice, taste(series));
            if (!move) break;
            played += ' ' + move_text(position.rules(), *move);
            position.play(*move);
        }
    }
}

/// Every move that can be written, whatever the piles hold; runs up to one card longer than the pile.
template <class Source, class Visit>
void for_each_text(const BasicPosition<Source>& position, Visit&& visit) {
    const Layout& layout = position.layout();
    for (const char* word : {"draw", "redeal", "by1", "by2"}) visit(std::string(word));
    const auto name = [&](int pile) { return pile_name(layout, pile_id(pile)); };
    for (int from = 0; from < layout.piles(); ++from) {
        const PileKind kind = layout.kind(pile_id(from));
        if (kind == PileKind::foundation || kind == PileKind::stock) continue;
        const bool open = position.rules().open(kind);
        for (int to = 0; to < layout.first(PileKind::waste); ++to) {
            if (open) {
                for (int suit = 0; suit < suit_count; ++suit)
                    for (int rank = 1; rank <= position.rules().ranks; ++rank)
                        visit(name(from) + '@' + to_text(Card(rank_of(rank), static_cast<Suit>(suit))) + '>' +
                              name(to));
                continue;
            }
            visit(name(from) + '>' + name(to));
            if (kind != PileKind::tableau || layout.kind(pile_id(to)) != PileKind::tableau) continue;
            const int most = std::min(position.size(pile_id(from)) + 1, position.rules().card_count());
            for (int count = 2; count <= most; ++count)
                visit(name(from) + '>' + name(to) + '*' + std::to_string(count));
        }
    }
}

TYPED_TEST(Laws, CardsAreKeptAndMovesTakenBack) {
    TypeParam::each([]<class Source>(const Source& source) {
        play_games(
            source, scaled(games_per_value),
            [](BasicPosition<Source>& position, const BasicMoveList<Source>& listed, int ply, Dice&) {
                const auto counts = card_counts(position);
                if (ply == 0) {
                    for (const int count : counts) ASSERT_LE(count, 1);
                    ASSERT_EQ(std::count(counts.begin(), counts.end(), 1), position.rules().card_count());
                }
                const std::uint64_t key = position.key();
                const BasicPosition<Source> before = position;
                // All moves, or just one of them: the others are tried at other plies.
                const std::size_t step = ply % 8 == 0 ? 1 : std::max<std::size_t>(listed.size(), 1);
                for (std::size_t i = ply % 8 == 0 ? 0 : static_cast<std::size_t>(ply) % step;
                     i < listed.size(); i += step) {
                    ASSERT_TRUE(accepts(position, listed[i])) << move_text(position.rules(), listed[i]);
                    const Undo undo = position.play(listed[i]);
                    const bool conserved = card_counts(position) == counts;
                    judge_kept(position);
                    const bool changed = !(position == before);
                    position.unplay(undo);
                    ASSERT_TRUE(conserved) << move_text(position.rules(), listed[i]);
                    ASSERT_FALSE(::testing::Test::HasFailure()) << move_text(position.rules(), listed[i]);
                    ASSERT_TRUE(changed) << move_text(position.rules(), listed[i]);
                    ASSERT_TRUE(position == before) << move_text(position.rules(), listed[i]);
                    ASSERT_EQ(position.key(), key) << move_text(position.rules(), listed[i]);
                }
                // Taking back a move also restores what the position keeps for its own use.
                BasicMoveList<Source> again;
                generate(position, again);
                ASSERT_TRUE(std::equal(listed.begin(), listed.end(), again.begin(), again.end()));
            });
    });
}

TYPED_TEST(Laws, WholeGamesAreTakenBack) {
    TypeParam::each([]<class Source>(const Source& source) {
        for (int i = 0; i < scaled(500); ++i) {
            const auto series = static_cast<std::uint64_t>(i);
            Dice dice(series);
            BasicPosition<Source> position(source);
            position.deal(numbered_deal(source.rules(), deal_number(series)));
            std::vector<BasicPosition<Source>> positions;
            std::vector<Undo> undos;
            BasicMoveList<Source> listed;
            while (undos.size() < 120) {
                generate(position, listed);
                const std::optional<Move> move = pick_move(position, listed, dice, taste(series));
                if (!move) break;
                positions.push_back(position);
                undos.push_back(position.play(*move));
            }
            while (!undos.empty()) {
                position.unplay(undos.back());
                ASSERT_TRUE(position == positions.back())
                    << position.rules().id << ' ' << series << ' ' << undos.size();
                ASSERT_EQ(position.key(), positions.back().key());
                undos.pop_back();
                positions.pop_back();
            }
        }
    });
}

/// A move that is accepted but not listed is either an aimed one, which has the same result as the listed
/// move that stands for it (ruling A5), or one that changes nothing (A7).
template <class Source>
void judge_unlisted(BasicPosition<Source>& position, const std::set<std::string>& texts, const Move& move,
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
    const std::string other = move_text(position.rules(), *stands);
    ASSERT_TRUE(texts.contains(other)) << other << " stands for " << text << " and is not listed";
    undo = position.play(*stands);
    ASSERT_EQ(position.key(), aimed) << other << " for " << text;
    position.unplay(undo);
}

TYPED_TEST(Laws, EveryMoveIsListedOrAimedOrRefused) {
    TypeParam::each([]<class Source>(const Source& source) {
        play_games(
            source, scaled(400),
            [](BasicPosition<Source>& position, const BasicMoveList<Source>& listed_moves, int ply, Dice&) {
                if (ply % 16 != 0) return;
                std::set<std::string> texts;
                for (const Move& move : listed_moves) {
                    ASSERT_TRUE(texts.insert(move_text(position.rules(), move)).second)
                        << "listed twice: " << move_text(position.rules(), move);
                    ASSERT_EQ(listed(position, move), std::optional(move))
                        << "a listed move stands for itself";
                }
                std::set<std::string> accepted_texts;
                for_each_text(position, [&](const std::string& text) {
                    const Expected<Move> move = parse_move(position.rules(), text);
                    ASSERT_TRUE(move) << text;
                    ASSERT_EQ(move_text(position.rules(), *move), text);
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
                    ASSERT_TRUE(accepted_texts.contains(move_text(position.rules(), move)))
                        << move_text(position.rules(), move);
                });
                ASSERT_EQ(accepted_moves, accepted_texts.size());
            });
    });
}

TYPED_TEST(Laws, TextsAreReadAsWritten) {
    TypeParam::each([]<class Source>(const Source& source) {
        play_games(source, scaled(400),
                   [&](BasicPosition<Source>& position, const BasicMoveList<Source>& listed, int ply, Dice&) {
                       if (ply % 8 != 0) return;
                       const std::string text = position_text(position);
                       const Expected<BasicPosition<Source>> read = parse_position(source, text);
                       ASSERT_TRUE(read) << to_text(read.error());
                       ASSERT_TRUE(*read == position);
                       ASSERT_EQ(read->key(), position.key());
                       ASSERT_EQ(position_text(*read), text);
                       BasicMoveList<Source> again;
                       generate(*read, again);
                       ASSERT_EQ(again.size(), listed.size());
                       for (const Move& move : listed)
                           ASSERT_EQ(parse_move(position.rules(), move_text(position.rules(), move)).value(),
                                     move);
                       // A player's view reveals nothing that is unknown, and cannot be set up if
                       // anything is.
                       const std::string view = position_text(position, true);
                       ASSERT_EQ(view.size(), text.size());
                       if (view != text) {
                           ASSERT_FALSE(parse_position(source, view));
                       }
                   });
    });
}

/// Assembles a position with the piles of each kind in a different order; foundations stay within their
/// group.
template <class Source>
BasicPosition<Source> with_piles_exchanged(const BasicPosition<Source>& position, Dice& dice,
                                           bool reserves_too) {
    const Layout& layout = position.layout();
    BasicPosition<Source> other = position;
    other.clear();
    other.set_redeals_left(position.redeals_left());
    other.set_choice(position.choice());
    std::vector<int> source(static_cast<std::size_t>(layout.piles()));
    for (int pile = 0; pile < layout.piles(); ++pile) source[static_cast<std::size_t>(pile)] = pile;
    const auto fits = [&](int pile, int from) {
        return position.size(pile_id(from)) <= pile_room(position.rules(), pile_id(pile));
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
    for (const FoundationGroup& group : position.rules().foundations) {
        shuffle(first, group.piles);
        first += group.piles;
    }
    shuffle(layout.first(PileKind::tableau), layout.tableau);
    if (reserves_too) shuffle(layout.first(PileKind::reserve), layout.reserve);
    for (int pile = 0; pile < layout.piles(); ++pile) {
        const PileId from = pile_id(source[static_cast<std::size_t>(pile)]);
        for (const Card card : position.pile(from))
            other.append(
                pile_id(pile),
                card.with_pack(position.rules().decks - 1 - card.pack()));  // and equal cards are exchanged
        other.set_hidden(pile_id(pile), position.hidden(from));
    }
    other.rebuild();
    return other;
}

TYPED_TEST(Laws, KeysTellPositionsApartAndNoMore) {
    TypeParam::each([]<class Source>(const Source& source) {
        play_games(
            source, scaled(500),
            [](BasicPosition<Source>& position, const BasicMoveList<Source>& listed, int ply, Dice& dice) {
                if (ply % 8 != 3) return;
                const bool equal = position.reserves_equal();
                ASSERT_EQ(equal,
                          !position.rules().deals_to_reserves() || position.empty(position.layout().stock()));
                const BasicPosition<Source> other = with_piles_exchanged(position, dice, equal);
                ASSERT_EQ(other.key(), position.key()) << position_text(other);
                BasicMoveList<Source> moves;
                generate(other, moves);
                ASSERT_EQ(moves.size(), listed.size()) << position_text(other);
                // As long as the stock deals to the reserve piles, their order matters.
                if (!equal) {
                    const BasicPosition<Source> exchanged = with_piles_exchanged(position, dice, true);
                    if (!(exchanged == position)) {
                        std::string before;
                        std::string after;
                        for (int number = 0; number < position.rules().reserve.piles; ++number) {
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
    TypeParam::each([]<class Source>(const Source& source) {
        play_games(source, scaled(games_per_value / 2),
                   [](BasicPosition<Source>& position, const BasicMoveList<Source>&, int, Dice&) {
                       const Layout& layout = position.layout();
                       int home = 0;
                       for (int pile = 0; pile < layout.piles(); ++pile) {
                           const auto cards = position.pile(pile_id(pile));
                           const int hidden = position.hidden(pile_id(pile));
                           ASSERT_LE(static_cast<int>(cards.size()),
                                     pile_limit(position.rules(), pile_id(pile)));
                           const PileKind kind = layout.kind(pile_id(pile));
                           if (kind == PileKind::foundation) home += static_cast<int>(cards.size());
                           if (kind != PileKind::tableau) {
                               ASSERT_EQ(hidden, 0);
                               continue;
                           }
                           ASSERT_TRUE(cards.empty() ? hidden == 0 : hidden < static_cast<int>(cards.size()));
                           if (position.rules().tableau.unit != Unit::face_up_part) continue;
                           for (std::size_t i = static_cast<std::size_t>(hidden) + 1; i < cards.size(); ++i)
                               ASSERT_TRUE(follows(position.rules().tableau.build,
                                                   position.rules().tableau.build.step,
                                                   position.rules().ranks, cards[i - 1], cards[i]));
                       }
                       ASSERT_EQ(home, position.home());
                       ASSERT_EQ(home == position.rules().card_count(), position.won());
                   });
    });
}

}  // namespace
}  // namespace quincunx::testing
