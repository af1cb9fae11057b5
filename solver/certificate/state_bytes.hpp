#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/position.hpp"

/// States as certificates write them (docs/solver/certificates.md), for the rules of any game.
namespace quincunx::solver::certificate {

/// The bytes of one state. No game has a state of more than 255.
class StateBytes {
  public:
    void add(int value) { bytes_[size_++] = static_cast<char>(value); }
    void add(std::string_view bytes) {
        std::copy(bytes.begin(), bytes.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(size_));
        size_ += bytes.size();
    }
    std::size_t size() const { return size_; }
    std::string_view from(std::size_t begin) const { return {bytes_.data() + begin, size_ - begin}; }
    std::string_view view() const { return from(0); }
    void sort_from(std::size_t begin) {
        std::sort(bytes_.begin() + static_cast<std::ptrdiff_t>(begin),
                  bytes_.begin() + static_cast<std::ptrdiff_t>(size_));
    }

  private:
    std::array<char, 256> bytes_;
    std::size_t size_ = 0;
};

/// Writes positions as bytes and reads them again. Equal bytes mean that nothing that matters differs: not
/// the order of interchangeable piles, not which of two equal cards lies where, and not suits if no
/// foundation asks for them.
template <const Rules& rules>
class StateCode {
    static constexpr Layout layout{rules};
    static constexpr bool has_redeals = rules.stock.redeal.count > 0;
    static constexpr std::size_t foundation_bytes = static_cast<std::size_t>(
        rules.suitless() ? layout.foundations
                         : suit_count * (rules.foundations[0].per_suit + rules.foundations[1].per_suit));

  public:
    /// `start` says in which order the cards of a stock lie that deals to reserves: states only count them.
    explicit StateCode(const Position<rules>& start) : start_(start) {}

    static StateBytes write(const Position<rules>& position) {
        StateBytes bytes;
        write_foundations(position, bytes);
        if constexpr (has_redeals) bytes.add(position.redeals_left());
        if constexpr (rules.has_choice()) bytes.add(position.choice());
        if constexpr (rules.deals_to_reserves()) bytes.add(position.size(layout.stock()));
        write_piles(position, PileKind::tableau, true, bytes);
        if constexpr (rules.open_reserve()) {
            int count = 0;
            for (int i = 0; i < layout.reserve; ++i)
                count += position.size(layout.pile(PileKind::reserve, i));
            bytes.add(count);
            const std::size_t begin = bytes.size();
            for (int i = 0; i < layout.reserve; ++i)
                add_cards(position, layout.pile(PileKind::reserve, i), bytes);
            bytes.sort_from(begin);
        } else {
            write_piles(position, PileKind::reserve, position.reserves_equal(), bytes);
        }
        if constexpr (layout.has_waste) {
            add_pile(position, layout.waste(), bytes);
            add_pile(position, layout.stock(), bytes);
        }
        return bytes;
    }

    /// A position with these bytes. Interchangeable piles are in the order of the bytes.
    Position<rules> read(std::string_view bytes) const {
        Position<rules> position;
        position.clear();
        std::size_t byte = foundation_bytes;
        const auto next = [&] { return static_cast<int>(static_cast<std::uint8_t>(bytes[byte++])); };
        if constexpr (has_redeals) position.set_redeals_left(next());
        if constexpr (rules.has_choice()) position.set_choice(next());
        read_foundations(bytes, position);
        if constexpr (rules.deals_to_reserves()) {
            const int left = next();
            const std::span<const Card> cards = start_.pile(layout.stock());
            for (int i = 0; i < left; ++i) position.append(layout.stock(), cards[at(i)]);
        }
        const auto read_pile = [&](PileId pile) {
            int count = next();
            if (has_face_down(rules)) position.set_hidden(pile, next());
            for (; count > 0; --count) {
                const int face = next();
                position.append(pile, Card(rank_of(face & 15), static_cast<Suit>(face >> 4)));
            }
        };
        for (int i = 0; i < layout.tableau; ++i) read_pile(layout.pile(PileKind::tableau, i));
        if constexpr (rules.open_reserve()) {
            // No pile may get more than it has room for; which pile has which card does not matter.
            int count = next();
            int pile = 0;
            for (; count > 0; --count) {
                const int face = next();
                while (position.size(layout.pile(PileKind::reserve, pile)) ==
                       pile_room(rules, layout.pile(PileKind::reserve, pile)))
                    ++pile;
                position.append(layout.pile(PileKind::reserve, pile),
                                Card(rank_of(face & 15), static_cast<Suit>(face >> 4)));
            }
        } else {
            for (int i = 0; i < layout.reserve; ++i) read_pile(layout.pile(PileKind::reserve, i));
        }
        if constexpr (layout.has_waste) {
            read_pile(layout.waste());
            read_pile(layout.stock());
        }
        position.rebuild();
        return position;
    }

    /// A number that no move lowers, and that most irreversible moves raise.
    static int layer(const Position<rules>& position) {
        const auto cards = [&](PileKind kind) {
            int sum = 0;
            for (int i = 0; i < layout.count(kind); ++i) sum += position.size(layout.pile(kind, i));
            return sum;
        };
        const int home = position.home();
        if constexpr (rules.deals_to_reserves()) {
            int covered = 0;
            for (int i = 0; i < layout.reserve; ++i)
                covered += std::max(position.size(layout.pile(PileKind::reserve, i)) - 1, 0);
            return home - covered - 2 * position.size(layout.stock());
        } else if constexpr (layout.has_waste && rules.stock.redeal.count != unlimited) {
            int face_down = 0;
            for (int i = 0; i < layout.tableau; ++i)
                face_down += position.hidden(layout.pile(PileKind::tableau, i));
            return 3 * home + 2 * cards(PileKind::tableau) - face_down + position.size(layout.waste()) -
                   200 * position.redeals_left();
        } else if constexpr (rules.open_reserve()) {
            return 2 * home + cards(PileKind::tableau);
        } else if constexpr (layout.reserve > 0 && !rules.has(reserve_to_tableau)) {
            return 2 * home + cards(PileKind::reserve);
        } else {
            return home;
        }
    }

  private:
    static void add_cards(const Position<rules>& position, PileId pile, StateBytes& bytes) {
        for (const Card card : position.pile(pile))
            bytes.add(rules.suitless() ? number(card.rank()) : card.face());
    }
    static void add_pile(const Position<rules>& position, PileId pile, StateBytes& bytes) {
        bytes.add(position.size(pile));
        if (has_face_down(rules)) bytes.add(position.hidden(pile));
        add_cards(position, pile, bytes);
    }
    static void write_piles(const Position<rules>& position, PileKind kind, bool sorted, StateBytes& bytes) {
        StateBytes unsorted;
        std::array<std::string_view, max_piles> piles;
        const auto count = static_cast<std::size_t>(layout.count(kind));
        std::array<std::size_t, max_piles + 1> begin{};
        StateBytes& target = sorted ? unsorted : bytes;
        for (std::size_t i = 0; i < count; ++i) {
            add_pile(position, layout.pile(kind, static_cast<int>(i)), target);
            begin[i + 1] = target.size();
        }
        if (!sorted) return;
        for (std::size_t i = 0; i < count; ++i)
            piles[i] = unsorted.view().substr(begin[i], begin[i + 1] - begin[i]);
        // Few piles, nearly sorted: the state that was read had them in order.
        for (std::size_t i = 1; i < count; ++i)
            for (std::size_t k = i; k > 0 && piles[k] < piles[k - 1]; --k) std::swap(piles[k], piles[k - 1]);
        for (std::size_t i = 0; i < count; ++i) bytes.add(piles[i]);
    }

    static void write_foundations(const Position<rules>& position, StateBytes& bytes) {
        std::array<std::array<int, 2>, max_piles> found{};  // cards, and the top rank or the suit
        int foundation = 0;
        for (const FoundationGroup& group : rules.foundations) {
            const int begin = foundation;
            for (; foundation < begin + group.piles; ++foundation) {
                const PileId pile = layout.pile(PileKind::foundation, foundation);
                found[at(foundation)] = {position.size(pile), -1};
                if (!position.empty(pile))
                    found[at(foundation)][1] = group.per_suit == 0 ? number(position.top(pile).rank())
                                                                   : index(position.top(pile).suit());
            }
            std::sort(found.begin() + begin, found.begin() + foundation, std::greater<>());
            if (group.per_suit == 0) {
                for (int i = begin; i < foundation; ++i) {
                    const auto [count, rank] = found[at(i)];
                    bytes.add(count == 0 ? 0 : 16 * count + rank);
                }
                continue;
            }
            for (int suit = 0; suit < suit_count; ++suit) {
                int left = group.per_suit;
                for (int i = begin; i < foundation; ++i)
                    if (found[at(i)][1] == suit) {
                        bytes.add(found[at(i)][0]);
                        --left;
                    }
                for (; left > 0; --left) bytes.add(0);
            }
        }
    }
    static void read_foundations(std::string_view bytes, Position<rules>& position) {
        std::size_t at = 0;
        int foundation = 0;
        const auto next = [&] { return static_cast<int>(static_cast<std::uint8_t>(bytes[at++])); };
        const auto build = [&](const FoundationGroup& group, int count, int first, Suit suit) {
            const PileId pile = layout.pile(PileKind::foundation, foundation++);
            for (int rank = first; count > 0; --count) {
                position.append(pile, Card(rank_of(rank), suit));
                rank = next_rank(rank, position.step(group), group.build.wraps, rules.ranks);
            }
        };
        for (const FoundationGroup& group : rules.foundations) {
            if (group.per_suit == 0) {
                for (int i = 0; i < group.piles; ++i) {
                    const int both = next();
                    const int count = both / 16;
                    int first = both % 16;
                    for (int back = 1; back < count; ++back)
                        first = next_rank(first, -position.step(group), group.build.wraps, rules.ranks);
                    build(group, count, first, Suit::clubs);
                }
                continue;
            }
            for (int suit = 0; suit < suit_count; ++suit)
                for (int i = 0; i < group.per_suit; ++i)
                    build(group, next(), group.start_rank, static_cast<Suit>(suit));
        }
    }

    const Position<rules>& start_;
};

}  // namespace quincunx::solver::certificate
