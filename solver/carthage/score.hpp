#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/carthage/table.hpp"
#include "solver/carthage/weights.hpp"

namespace quincunx::solver::carthage {

/// The parts of a state's linear score: features of single reserve piles, summed over the piles, and
/// features of the whole state.
struct FeatureList {
    enum Feature : int {
        // A single pile:
        stack_size,
        stack_size_squared,
        is_open,
        inverted,     ///< cards on a lower card of their suit
        over_lower,   ///< cards on any lower card
        in_sequence,  ///< cards directly on the next higher card of their suit
        reversed,     ///< cards directly on the next lower card of their suit
        by_rank_and_depth,
        // The whole state:
        cards_home = by_rank_and_depth + 20,
        spaces,
        no_space,
        one_space,
        tops_fit,
        second_fits,
        plays,
        built_runs,
        loose_cards,
        kings,
        gap_to_lower,
        gap_to_higher,
        heads_near,  ///< runs whose next higher card is near the top of a pile
        heads_deep,  ///< … anywhere in a pile
        ends_near,   ///< runs whose next lower card is near the top of a pile
        twin_gap,
        high_squared,
        low_squared,
        next_low_depth,
        next_low_dealt,
        next_low_covered,
        next_high_depth,
        next_high_dealt,
        next_high_covered,
        next_but_one_depth,
        next_but_one_dealt,
        next_but_one_covered,
        least_depth,
        too_deep,
        least_stack,
        reach_sum,  ///< cards that can be dug from one pile with the spaces available, summed over the piles
        reach_most,
        reach_home,  ///< piles in which such digging reaches a card that goes to a foundation
        deal_fits,   ///< cards of the next deal that fit on a run or a foundation
        features,
        pile_features = cards_home
    };
    static constexpr int phases = 6;  ///< by the number of deals still ahead; five or more are one phase
    static constexpr int factors = phases * features;
    static_assert(factors == weights.size());
    using Features = std::array<float, features>;
};

/// The features of the states of a game.
template <const Rules& rules>
class Facts : public FeatureList {
  public:
    using State = carthage::State<rules>;

    explicit Facts(const Table<rules>& table) : table_(table) {}

    Features of(const State& state) const {
        Features facts{};
        for (const Stack stack : state.reserve) add_pile(stack, facts);
        add_whole(state, facts);
        return facts;
    }
    /// Adds the features of a pile.
    void add_pile(Stack stack, Features& facts) const {
        const auto cards = static_cast<float>(stacks().size(stack));
        facts[stack_size] += cards;
        facts[stack_size_squared] += 0.1F * cards * cards;
        facts[is_open] += stack == 0 ? 1.0F : 0.0F;
        int above = 0;
        for (Stack s = stack; s != 0; s = stacks().below(s), ++above) {
            const Face card = stacks().top(s);
            bool own = false;
            bool any = false;
            for (Stack t = stacks().below(s); t != 0; t = stacks().below(t)) {
                if (rank(stacks().top(t)) >= rank(card)) continue;
                any = true;
                own = own || suit(stacks().top(t)) == suit(card);
            }
            facts[inverted] += own ? 1.0F : 0.0F;
            facts[over_lower] += any ? 1.0F : 0.0F;
            if (stacks().below(s) != 0) {
                facts[in_sequence] += stacks().top(stacks().below(s)) == card + 1 ? 1.0F : 0.0F;
                facts[reversed] += stacks().top(stacks().below(s)) + 1 == card ? 1.0F : 0.0F;
            }
            const int part = 5 * rank(card) / (ranks + 1);
            const int depth = above == 0 ? 0 : above <= 2 ? 1 : above <= 5 ? 2 : 3;
            facts[at(by_rank_and_depth + 4 * part + depth)] += 1.0F;
        }
    }
    /// Adds the features of the whole state.
    void add_whole(const State& state, Features& facts) const {
        const std::uint64_t home = state.home_faces();
        std::uint64_t ends = 0;
        std::uint64_t heads = 0;
        std::uint64_t loose = 0;
        int built = 0;
        int cards = 0;
        int gap_low = 0;
        int gap_high = 0;
        for (int i = 0; i < state.runs; ++i) {
            const Run run = state.run[at(i)];
            const int s = run_suit(run);
            const std::uint64_t end = bit(end_of(run));
            const std::uint64_t head = bit(head_of(run));
            ends |= end;
            heads |= head;
            loose |= 2 * head - end;
            built += is_single(run) ? 0 : 1;
            cards += length(run);
            gap_low += low(run) - state.lower(s) - 1;
            gap_high += std::max(low(run) - state.higher(s) - 1, 0);
        }
        const std::uint64_t places = ends >> 1 | home;
        std::uint64_t tops = 0;
        std::uint64_t piles = 0;
        std::uint64_t near = 0;
        int least = Stacks::absent;
        int open = 0;
        for (const Stack stack : state.reserve) {
            const StackNode& node = stacks()[stack];
            least = std::min<int>(least, node.size);
            open += stack == 0 ? 1 : 0;
            tops |= bit(node.card);
            piles |= node.cards;
            near |= node.near;
        }
        const int free = T + (table_.last_phase(state) ? open : 0) - state.runs;
        facts[built_runs] = static_cast<float>(built);
        facts[loose_cards] = static_cast<float>(cards);
        facts[kings] = count(heads & king_faces);
        facts[gap_to_lower] = static_cast<float>(gap_low);
        facts[gap_to_higher] = static_cast<float>(gap_high);
        facts[plays] = count((ends | tops) & home);
        facts[tops_fit] = count(tops & ends >> 1);
        facts[heads_near] = count(heads << 1 & near);
        facts[heads_deep] = count(heads << 1 & piles);
        facts[ends_near] = count(ends >> 1 & near);
        facts[cards_home] = static_cast<float>(state.home_count());
        facts[spaces] = static_cast<float>(free);
        facts[no_space] = free == 0 ? 1.0F : 0.0F;
        facts[one_space] = free == 1 ? 1.0F : 0.0F;
        facts[least_stack] = static_cast<float>(least);
        Stacks::Cover depth = stacks().depth(state.reserve[0]);
        for (int i = 1; i < R; ++i) depth = lesser(depth, stacks().depth(state.reserve[at(i)]));
        int nearest = 20;
        for (int s = 0; s < suit_count; ++s) {
            const int a = state.higher(s);
            const int b = state.lower(s);
            facts[twin_gap] += static_cast<float>(a - b);
            facts[high_squared] += 0.1F * static_cast<float>(a * a);
            facts[low_squared] += 0.1F * static_cast<float>(b * b);
            if (b < ranks)
                nearest =
                    std::min(nearest, cover(state, face(s, b + 1), loose, depth, facts, next_low_depth));
            if (a != b && a < ranks)
                nearest =
                    std::min(nearest, cover(state, face(s, a + 1), loose, depth, facts, next_high_depth));
            if (b + 2 <= ranks) cover(state, face(s, b + 2), loose, depth, facts, next_but_one_depth);
        }
        facts[least_depth] = static_cast<float>(std::min(nearest, 10));
        facts[too_deep] = nearest > free ? 1.0F : 0.0F;
        dig_facts(state, facts, places, home, free);
        const int until =
            std::min<int>(state.dealt + R * rules.stock.each, static_cast<int>(table_.stock.size()));
        int fits = 0;
        for (int i = state.dealt; i < until; ++i)
            fits += static_cast<int>(places >> table_.stock[at(i)] & 1U);
        facts[deal_fits] = static_cast<float>(fits);
    }

  private:
    static constexpr int T = State::piles;
    static constexpr int R = State::reserves;
    static constexpr int ranks = State::ranks;
    static constexpr std::uint64_t king_faces = (std::uint64_t{1} << ranks) * 0x0001000100010001ULL;

    const Stacks& stacks() const { return table_.stacks; }
    static float count(std::uint64_t faces) { return static_cast<float>(std::popcount(faces)); }
    /// Written so that the compiler vectorizes the comparison.
    static Stacks::Cover lesser(const Stacks::Cover& a, const Stacks::Cover& b) {
        Stacks::Cover result;
        for (std::size_t i = 0; i < result.size(); ++i) result[i] = a[i] < b[i] ? a[i] : b[i];
        return result;
    }
    /// The gain of digging out a single pile, with the spaces available.
    void dig_facts(const State& state, Features& facts, std::uint64_t places, std::uint64_t home,
                   int free) const {
        int most = 0;
        int sum = 0;
        int with_home = 0;
        int second = 0;
        for (const Stack stack : state.reserve) {
            std::uint64_t fitting = places;
            int left = free;
            int reach = 0;
            bool plays_home = false;
            Stack s = stack;
            for (; s != 0; s = stacks().below(s), ++reach) {
                const std::uint64_t card = bit(stacks().top(s));
                if ((fitting & card) == 0 && --left < 0) break;
                plays_home = plays_home || (home & card) != 0;
                fitting |= card >> 1 | ((home & card) << 1);
            }
            most = std::max(most, reach);
            sum += reach;
            with_home += plays_home ? 1 : 0;
            if (stack != 0 && stacks().below(stack) != 0) {
                const std::uint64_t fits = places | bit(stacks().top(stack)) >> 1;
                second += static_cast<int>(fits >> stacks().top(stacks().below(stack)) & 1U);
            }
        }
        facts[reach_sum] = static_cast<float>(sum);
        facts[reach_most] = static_cast<float>(most);
        facts[reach_home] = static_cast<float>(with_home);
        facts[second_fits] = static_cast<float>(second);
    }
    /// The cost of a card that is not open: the cards on it in a run (the feature two further on), its
    /// depth in a pile, or the deals until it comes (the next feature). Returns the number of cards on it.
    int cover(const State& state, Face card, std::uint64_t loose, const Stacks::Cover& depth, Features& facts,
              int feature) const {
        int cards = Stacks::absent;
        if ((loose >> card & 1U) != 0) {
            for (int i = 0; i < state.runs; ++i) {
                const Run run = state.run[at(i)];
                if (run_suit(run) == suit(card) && low(run) <= rank(card) && rank(card) <= high(run))
                    cards = std::min(cards, rank(card) - low(run));
            }
            facts[at(feature + 2)] += static_cast<float>(cards);
            return cards;
        }
        cards = depth[card];
        if (cards != Stacks::absent) {
            facts[at(feature)] += static_cast<float>(std::min(cards + 1, 10));
            return cards;
        }
        const std::array<std::uint8_t, 2>& positions = table_.stock_place[card];
        const int ahead = (positions[0] >= state.dealt ? positions[0] : positions[1]) - state.dealt;
        facts[at(feature + 1)] += 1.0F + static_cast<float>(ahead) / static_cast<float>(R * rules.stock.each);
        return 20;
    }

    const Table<rules>& table_;
};

/// The scores of states: the higher the score, the sooner the state is expanded.
template <const Rules& rules>
class Score : public FeatureList {
  public:
    using State = carthage::State<rules>;

    /// `features` factors for each phase. They are not copied.
    void set_factors(const float* first) { factors_ = first; }
    /// Forgets the stacks of a table; called before their numbers get another meaning.
    void clear() { values_.clear(); }

    /// By the number of deals still ahead; five or more are one phase.
    static int phase_of(const Table<rules>& table, const State& state) {
        constexpr int each = State::reserves * rules.stock.each;
        return std::min((static_cast<int>(table.stock.size()) - state.dealt + each - 1) / each, phases - 1);
    }
    float of(const Table<rules>& table, const State& state) {
        const Facts<rules> facts_of(table);
        if (values_.size() < table.stacks.count()) evaluate_stacks(facts_of, table.stacks.count());
        const int phase = phase_of(table, state);
        const float* const w = factors_ + phase * features;
        float value = 0;
        for (const Stack stack : state.reserve) value += values_[stack][at(phase)];
        Features facts{};
        facts_of.add_whole(state, facts);
        for (int i = pile_features; i < features; ++i) value += w[i] * facts[at(i)];
        return value;
    }

  private:
    /// Computes the contribution of each new stack once for all the states that contain it.
    void evaluate_stacks(const Facts<rules>& facts_of, std::size_t count) {
        for (std::size_t stack = values_.size(); stack < count; ++stack) {
            Features facts{};
            facts_of.add_pile(static_cast<Stack>(stack), facts);
            std::array<float, phases>& values = values_.emplace_back();
            for (int phase = 0; phase < phases; ++phase) {
                const float* const w = factors_ + phase * features;
                float value = 0;
                for (int i = 0; i < pile_features; ++i) value += w[i] * facts[at(i)];
                values[at(phase)] = value;
            }
        }
    }

    const float* factors_ = weights.data();
    std::vector<std::array<float, phases>> values_;  ///< the contribution of each stack in each phase
};

}  // namespace quincunx::solver::carthage
