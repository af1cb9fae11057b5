#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "solver/common/key_set.hpp"
#include "solver/common/prune_tally.hpp"
#include "solver/common/small_array.hpp"
#include "solver/two_way/state.hpp"

namespace quincunx::solver::two_way {

/// Branches that `PlayOrder` takes without trying alternatives (`PruneTally`).
enum class OrderBranch : std::uint8_t {
    last,          ///< plays a card whose twin is on a foundation
    cover_of_two,  ///< plays a cover and leaves the twin, which covers nothing
    loose_of_two,  ///< plays one of two cards that cover nothing
    seen,          ///< a node that was examined before
    count
};

/// A proof that a state is lost: is there any order in which all cards could go to the foundations if the
/// stock and the waste were available and nothing more were placed?
///
/// That is a game in itself. The cards of the stock and of the waste, the covers, and lone cards are free; a
/// lower card comes free when its cover is played. The plays of a real win are a win of this game, because a
/// cover leaves its pile only for a foundation. What makes it hard is that the two cards of a face serve two
/// foundations: the one that is free first can go to only one of them. If there is nothing to decide, a card
/// is played immediately, which frees cards and takes nothing away:
/// - the twin is on a foundation, so nothing else can be done with the card; or
/// - both are free, so the other one is left for the other foundation. A cover goes before a card that covers
///   nothing; which of two covers goes first has to be decided.
/// All other decisions are tried, up to `most` nodes; after that there is no answer.
template <const Rules& rules>
class PlayOrder {
    static constexpr int piles = State<rules>::piles;
    static constexpr int ranks = rules.ranks;

  public:
    static constexpr int most = 1000;  ///< nodes with something to decide

    /// For a state that outlives this object.
    explicit PlayOrder(const State<rules>& state) : state_(state) {
        for (int pile = 0; pile < piles; ++pile)
            if (state.cover[pile] != 0) piles_under_[state.cover[pile]] |= 1u << pile;
    }

    /// Whether the state is certainly lost.
    bool lost() {
        Node node{state_.next_up, state_.next_down, 0, 0, 0};
        for (int i = state_.stock_at; i < state_.stock_end; ++i) node.add(state_.stock[i]);
        for (int i = 0; i < state_.waste_size; ++i) node.add(state_.waste[i]);
        for (int pile = 0; pile < piles; ++pile) {
            if (state_.cover[pile] != 0) {
                node.covered |= 1u << pile;
            } else if (state_.under[pile] != 0) {
                node.add(state_.under[pile]);
            }
        }
        return !can_end(node);
    }
    /// The number of nodes examined in which there was something to decide.
    int nodes() const { return nodes_; }
    const PruneTally<OrderBranch>& tally() const { return tally_; }

  private:
    struct Node {
        SmallArray<std::uint8_t, suit_count> next_up, next_down;
        FaceSet once, twice;    ///< faces of free cards that cover nothing: at least one card, two cards
        std::uint32_t covered;  ///< piles of two cards

        void add(Face face) {
            twice |= once & face_bit(face);
            once |= face_bit(face);
        }
        void remove(Face face) {
            once &= ~face_bit(face) | twice;
            twice &= ~face_bit(face);
        }
        bool ended() const {
            for (int suit = 0; suit < suit_count; ++suit)
                if (next_up[suit] <= ranks || next_down[suit] >= 1) return false;
            return true;
        }
        /// Everything in which nodes of one search differ; which cards are free follows from it.
        std::uint64_t key() const {
            std::uint64_t key = covered;
            for (int suit = 0; suit < suit_count; ++suit)
                key = key << 8 | static_cast<std::uint64_t>(next_up[suit] << 4 | next_down[suit]);
            return key;
        }
    };
    /// The free cards of a face that a foundation takes next.
    struct Offer {
        int suit;
        bool up;
        Face face;
        bool last;             ///< the twin is on a foundation
        int loose;             ///< how many of them cover nothing
        std::uint32_t covers;  ///< the piles of the others
        int count() const { return loose + std::popcount(covers); }
    };

    Offer offer(const Node& node, int suit, bool up) const {
        const int rank = up ? node.next_up[suit] : node.next_down[suit];
        if (rank < 1 || rank > ranks) return {};
        const auto face = static_cast<Face>(suit << 4 | rank);
        return {suit,
                up,
                face,
                up ? rank > node.next_down[suit] : rank < node.next_up[suit],
                static_cast<int>((node.once >> face & 1) + (node.twice >> face & 1)),
                piles_under_[face] & node.covered};
    }
    /// Plays a card of the offer: the cover of a pile, or a card that covers nothing.
    void play(Node& node, const Offer& offer, int pile) const {
        if (pile < 0) {
            node.remove(offer.face);
        } else {
            node.covered &= ~(1u << pile);
            node.add(state_.under[pile]);
        }
        if (offer.up) {
            ++node.next_up[offer.suit];
        } else {
            --node.next_down[offer.suit];
        }
    }
    /// Makes the plays that need no decision.
    void play_all(Node& node) {
        for (bool any = true; any;) {
            any = false;
            for (int i = 0; i < 2 * suit_count; ++i) {
                const Offer here = offer(node, i / 2, i % 2 == 0);
                if (here.count() < (here.last ? 1 : 2) || std::popcount(here.covers) > 1) continue;
                tally_.add(here.last          ? OrderBranch::last
                           : here.covers != 0 ? OrderBranch::cover_of_two
                                              : OrderBranch::loose_of_two);
                play(node, here, here.covers != 0 ? std::countr_zero(here.covers) : -1);
                any = true;
            }
        }
    }
    /// False if no order of plays completes the foundations.
    bool can_end(Node node) {
        play_all(node);
        if (node.ended() || nodes_ == most) return true;
        if (was_seen(node.key())) {
            tally_.add(OrderBranch::seen);
            return false;
        }
        ++nodes_;
        for (int i = 0; i < 2 * suit_count; ++i) {
            const Offer here = offer(node, i / 2, i % 2 == 0);
            if (here.loose > 0 && can_end_after(node, here, -1)) return true;
            for (std::uint32_t covers = here.covers; covers != 0; covers &= covers - 1)
                if (can_end_after(node, here, std::countr_zero(covers))) return true;
        }
        return false;
    }
    bool can_end_after(Node node, const Offer& offer, int pile) {
        play(node, offer, pile);
        return can_end(node);
    }
    bool was_seen(std::uint64_t key) {
        if (nodes_ == 0) seen_.clear();
        return !seen_.insert(key);
    }

    const State<rules>& state_;
    SmallArray<std::uint32_t, 64> piles_under_{};  ///< by the face of the cover
    KeySet<std::uint64_t, NumberKey> seen_;
    PruneTally<OrderBranch> tally_;
    int nodes_ = 0;
};

}  // namespace quincunx::solver::two_way
