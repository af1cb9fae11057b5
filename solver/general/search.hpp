#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "engine/generate.hpp"
#include "solver/common/key_set.hpp"
#include "solver/estimate.hpp"
#include "solver/general/fingerprint.hpp"
#include "solver/general/safe.hpp"
#include "solver/strategy.hpp"

namespace quincunx::solver::general {

/// The positions seen: as many tables as the first bits of a fingerprint tell apart. They grow one by one, and there are
/// more of them where there is more memory, so that no step of a search waits long for one to be copied.
class SeenPositions {
  public:
    void clear() {
        for (Table& table : tables_) table.clear();
    }
    void set_limit(std::size_t most) {
        constexpr std::size_t of_a_table = std::size_t{1} << 24;  // bytes: some milliseconds
        const int bits = std::clamp(static_cast<int>(std::bit_width(most / of_a_table)), 6, 16);
        tables_.resize(std::size_t{1} << bits);
        shift_ = 64 - bits;
        for (Table& table : tables_) table.set_limit(most >> bits);
    }
    bool has(const Fingerprint& position) const { return table_of(position).find(position) != nullptr; }
    enum class Added : std::uint8_t { added, known, no_room };
    Added add(const Fingerprint& position) {
        Table& table = table_of(position);
        const std::size_t before = table.size();
        if (!table.insert(position)) return Added::known;
        return table.size() == before ? Added::no_room : Added::added;
    }

  private:
    struct Key {
        static bool is_free(const Fingerprint& key) { return key == Fingerprint{}; }
        static bool same(const Fingerprint& a, const Fingerprint& b) { return a == b; }
        static std::size_t hash(const Fingerprint& key) { return static_cast<std::size_t>(key.low); }
    };
    using Table = KeySet<Fingerprint, Key>;

    std::size_t number_of(const Fingerprint& position) const {
        return static_cast<std::size_t>(position.high >> shift_);
    }
    const Table& table_of(const Fingerprint& position) const { return tables_[number_of(position)]; }
    Table& table_of(const Fingerprint& position) { return tables_[number_of(position)]; }

    std::vector<Table> tables_;
    int shift_ = 0;
};

/// Solves any game: depth first, the most promising move first, each position once.
///
/// Wins are found in passes: short ones, each of which begins anew and goes another way, since a search that has gone
/// astray early seldom comes back in time (Gomes, Selman and Kautz: "Boosting Combinatorial Search Through
/// Randomization", 1998), and a last one without end. Every pass that runs out of moves has seen all there is: then the
/// position is lost. Positions are told apart by 128 bits (`Fingerprint`), and safe moves (`SafeMoves`) are made at once.
/// Every other of the short passes is hasty: it makes all moves from the piles to foundations at once, takes none back, and
/// takes positions for the same that differ in suits which only foundations see. It finds wins alone (C. Blake and I. P.
/// Gent, "The Winnability of Klondike Solitaire and Many Other Patience Games", call these streamliners).
///
/// Where the stock can be turned as often as one likes (`turns_freely`), turning it is no move of its own but goes with
/// the move of the card that comes up.
template <class Source>
class BasicSearch : private Source {
    using Source::layout;
    using Source::rules;
    using Position = BasicPosition<Source>;

  public:
    explicit BasicSearch(const Source& source = Source())
        : Source(source),
          start_(source),
          state_(source),
          ahead_(source),
          fingerprints_(source),
          safe_(source),
          turns_(turns_freely(rules())) {}

    void start(const Position& position, const Limits& limits) {
        start_ = position;
        limits_ = limits;
        progress_ = {.best_home = position.home()};
        verdict_ = Verdict::unknown;
        line_.clear();
        seen_.set_limit(limits.memory / 4 * 3);
        finished_ = position.won();
        shortening_ = false;
        if (finished_) {
            verdict_ = Verdict::winnable;
            return;
        }
        pass_ = 0;
        hasty_failed_ = false;
        begin_pass();
    }

    /// Stops early where nodes take more tries than usual: the time is in these.
    bool step(std::uint64_t budget) {
        const std::uint64_t nodes = progress_.nodes + budget;
        const std::uint64_t tries = tries_ + std::min(budget, most_budget) * tries_of_a_node;
        while (!finished_ && progress_.nodes < nodes && tries_ < tries) {
            if (shortening_) {
                shorten();
            } else if (progress_.nodes >= pass_end_) {
                ++pass_;
                begin_pass();
            } else {
                advance();
            }
        }
        return finished_;
    }

    Verdict verdict() const { return verdict_; }
    std::span<const Move> line() const { return line_; }
    Progress progress() const { return progress_; }
    /// Moves that were made on trial or taken back since the search was made, about.
    std::uint64_t tries() const { return tries_; }
    static constexpr std::uint64_t tries_of_a_node = 32;  ///< the most that a step takes on average

  private:
    static constexpr std::uint64_t most_budget = std::uint64_t{1} << 48;
    static constexpr std::size_t moves_of_a_part = 4096;  ///< of a line: looked at together
    static constexpr std::uint64_t first_pass = 1000;     ///< nodes
    static constexpr int passes_of_a_length = 2;          ///< before they get longer,
    static constexpr std::uint64_t longer = 4;            ///< this many times
    static constexpr int lengths = 5;
    static constexpr std::size_t path_share = 12;  ///< of the memory; a vector that grows is there twice
    static constexpr std::uint64_t spread = 16;    ///< how much chance changes the order

    struct Child {
        Move move;
        int far;        ///< how far from a win the position after it looks
        int turns = 0;  ///< draws and redeals before it
    };
    struct Frame {
        std::size_t children;  ///< where its children begin; they end where the next frame's begin
        Undo undo;             ///< of the move that led here
    };
    /// A position on the way to the win: what tells it apart, and how many moves lead there.
    using Place = std::pair<std::uint64_t, std::size_t>;

    // --- The position, with its fingerprint ------------------------------------------------------

    void go_to_start() {
        state_ = start_;
        renew_all();
    }
    Undo play(const Move& move) {
        ++tries_;
        const Undo undo = state_.play(move);
        renew(undo);
        return undo;
    }
    void unplay(const Undo& undo) {
        ++tries_;
        state_.unplay(undo);
        renew(undo);
    }
    void renew(const Undo& undo) {
        const bool draws = undo.move.kind == MoveKind::draw && rules().has_waste();
        if ((undo.move.kind != MoveKind::cards && !draws && !is_turn(undo.move)) ||
            undo.filled != Undo::Filled::nothing)
            return renew_all();
        renew(draws || is_turn(undo.move) ? layout().waste() : undo.move.from);
        renew(draws || is_turn(undo.move) ? layout().stock() : undo.move.to);
    }
    void renew(PileId pile) {
        Fingerprint& part = parts_[at(pile)];
        sum_ -= part;
        part = fingerprints_.part(state_, pile);
        sum_ += part;
    }
    void renew_all() {
        sum_ = Fingerprints<Source>::counters(state_);
        for (int pile = 0; pile < layout().piles(); ++pile)
            sum_ += parts_[at(pile)] = fingerprints_.part(state_, pile_id(pile));
    }

    // --- Passes ----------------------------------------------------------------------------------

    void begin_pass() {
        frames_.clear();
        children_.clear();
        seen_.clear();
        pass_end_ = std::numeric_limits<std::uint64_t>::max();
        if (!is_last_pass()) {
            pass_end_ = progress_.nodes + first_pass;
            for (int i = pass_ / passes_of_a_length; i > 0; --i)
                pass_end_ += (pass_end_ - progress_.nodes) * (longer - 1);
        }
        hasty_ = !is_last_pass() && !hasty_failed_ && pass_ % passes_of_a_length == 0;
        fingerprints_.look(hasty_ ? View::hasty : View::turned);
        go_to_start();
        seen_.add(sum_);
        expand();
    }
    bool is_last_pass() const { return pass_ >= passes_of_a_length * lengths; }

    /// A little of chance after the first pass, so that another one goes another way.
    int jitter() const {
        if (pass_ == 0) return 0;
        return static_cast<int>(hash::mix(sum_.high + static_cast<std::uint64_t>(pass_) * hash::multiplier) %
                                spread);
    }
    /// Lists what may be played in the current position, the most promising last.
    void expand() {
        if (progress_.nodes >= limits_.nodes) {
            finished_ = true;
            return;
        }
        ++progress_.nodes;
        if (Child forced{}; find_forced(forced)) {
            children_.push_back(forced);
            return;
        }
        const std::size_t first = children_.size();
        const Estimate<Source> estimate(state_, turns_);
        for (const Move& move : list_)
            if (!is_turn(move)) consider({move, 0}, estimate);
        if (turns_) consider_turned(estimate);
        std::stable_sort(children_.begin() + static_cast<std::ptrdiff_t>(first), children_.end(),
                         [](const Child& a, const Child& b) { return a.far > b.far; });
    }
    /// A move that is made at once; if there is none, `list_` has all moves.
    bool find_forced(Child& forced) {
        if (safe_.find(state_, forced.move)) return true;
        if (turns_ && rules().stock.each == 1 && find_safe_turned(forced)) return true;
        generate(state_, list_);
        if (!hasty_) return false;
        const auto home = std::find_if(list_.begin(), list_.end(), [&](const Move& move) {
            return move.kind == MoveKind::cards && kind(move.to) == PileKind::foundation &&
                   kind(move.from) != PileKind::waste;
        });
        if (home == list_.end()) return false;
        forced.move = *home;
        return true;
    }
    PileKind kind(PileId pile) const { return this->facts().kind[at(pile)]; }

    void consider(Child child, const Estimate<Source>& estimate) {
        const bool back = child.move.kind == MoveKind::cards && kind(child.move.from) == PileKind::foundation;
        if (back && hasty_) return;
        const Undo undo = play(child.move);
        if (state_.won()) {
            child.far = std::numeric_limits<int>::min();
            children_.push_back(child);
        } else if (!seen_.has(sum_) && !(back && goes_home_again(child.move))) {
            child.far = estimate(state_) + jitter();
            children_.push_back(child);
        }
        unplay(undo);
    }
    /// Whether a card that a foundation gave back goes home at once, since that is safe.
    bool goes_home_again(const Move& move) const {
        Move safe;
        return safe_.find(state_, safe) && safe.from == move.to;
    }

    // --- A stock that can be turned as often as one likes ------------------------------------------

    bool is_turn(const Move& move) const {
        return turns_ && (move.kind == MoveKind::draw || move.kind == MoveKind::redeal);
    }
    Undo turn() {
        ++tries_;
        return state_.play(state_.empty(layout().stock()) ? Move::redeal() : Move::draw());
    }

    /// Calls `use(card, turns)` with each card that turning brings to the top of the waste, until it returns true.
    template <class Use>
    void for_each_turned(Use use) const {
        const std::span<const Card> waste = state_.pile(layout().waste());
        const std::span<const Card> stock = state_.pile(layout().stock());
        const std::size_t all = waste.size() + stock.size();
        const auto each = static_cast<std::size_t>(rules().stock.each);
        const auto last = [&](std::size_t turned) {
            return turned <= waste.size() ? waste[turned - 1] : stock[all - turned];
        };
        int turns = 0;
        for (std::size_t turned = waste.size(); turned < all;) {
            turned = std::min(turned + each, all);
            if (use(last(turned), ++turns)) return;
        }
        ++turns;  // the redeal
        for (std::size_t turned = each; turned < all && turned != waste.size(); turned += each)
            if (use(last(turned), ++turns)) return;
    }
    bool find_safe_turned(Child& forced) const {
        bool found = false;
        for_each_turned([&](Card card, int turns) {
            if (state_.foundations_for(card) == 0) return false;
            const int to = safe_.find_turned(state_, card);
            if (to < 0) return false;
            forced = {Move::cards(layout().waste(), layout().pile(PileKind::foundation, to)), 0, turns};
            return found = true;
        });
        return found;
    }
    void consider_turned(const Estimate<Source>& estimate) {
        const PileId waste = layout().waste();
        std::uint32_t ranks = 0;  // that some pile may take
        bool any = false;
        const Build& build = rules().tableau.build;
        for (int number = 0; number < layout().tableau; ++number) {
            const PileId pile = layout().pile(PileKind::tableau, number);
            if (state_.empty(pile)) {
                if (rules().tableau.space == Space::any_card) any = true;
                ranks |= 1U << rules().ranks;
            } else if (build.follow == Follow::any_card) {
                any = true;
            } else if (build.follow != Follow::nothing) {
                ranks |= 1U << state_.next_rank(quincunx::number(state_.top(pile).rank()), build.step,
                                                build.wraps);
            }
        }
        turned_.clear();
        for_each_turned([&](Card card, int turns) {
            const unsigned home = rules().has(waste_to_foundation)
                                      ? distinct_foundations(state_, state_.foundations_for(card))
                                      : 0;
            const bool fits =
                rules().has(waste_to_tableau) && (any || (ranks >> number(card.rank()) & 1U) != 0);
            if (home == 0 && !fits) return false;
            while (static_cast<int>(turned_.size()) < turns) turned_.push_back(turn());
            for (unsigned set = home; set != 0; set &= set - 1)
                consider({Move::cards(waste, layout().pile(PileKind::foundation, std::countr_zero(set))), 0,
                          turns},
                         estimate);
            bool space = false;
            for (int to = 0; fits && to < layout().tableau; ++to) {
                const PileId pile = layout().pile(PileKind::tableau, to);
                if (state_.empty(pile) && space) continue;
                if (!state_.tableau_accepts(pile, card)) continue;
                space |= state_.empty(pile);
                consider({Move::cards(waste, pile), 0, turns}, estimate);
            }
            return false;
        });
        if (turned_.empty()) return;
        for (; !turned_.empty(); turned_.pop_back()) state_.unplay(turned_.back());
        renew(waste);
    }

    // --- The way ------------------------------------------------------------------------------------

    void advance() {
        const std::size_t first = frames_.empty() ? 0 : frames_.back().children;
        if (children_.size() == first) {
            if (frames_.empty()) {
                if (hasty_) {
                    hasty_failed_ = true;
                    pass_end_ = progress_.nodes;
                    return;
                }
                verdict_ = Verdict::unwinnable;
                finished_ = true;
                return;
            }
            unplay(frames_.back().undo);
            frames_.pop_back();
            return;
        }
        const Child child = children_.back();
        children_.pop_back();
        // Turns have frames of their own, without another child: they are taken back like other moves.
        for (int turns = child.turns; turns > 0; --turns) frames_.push_back({children_.size(), turn()});
        const Undo undo = play(child.move);
        if (state_.won()) {
            frames_.push_back({children_.size(), undo});
            progress_.best_home = state_.home();
            begin_to_shorten();
            return;
        }
        const SeenPositions::Added added = seen_.add(sum_);
        if (added == SeenPositions::Added::known) {
            unplay(undo);
            return;
        }
        frames_.push_back({children_.size(), undo});
        if (added == SeenPositions::Added::no_room || path_bytes() > limits_.memory / path_share) {
            finished_ = is_last_pass();
            pass_end_ = progress_.nodes;
            return;
        }
        progress_.best_home = std::max(progress_.best_home, state_.home());
        expand();
    }
    /// The way to the current position, and what may still be played along it.
    std::size_t path_bytes() const {
        return frames_.size() * sizeof(Frame) + children_.size() * sizeof(Child);
    }

    // --- The line --------------------------------------------------------------------------------

    /// Leaves out of the line what leads around: from each position, on to the last one of the line that a single move
    /// reaches, until that saves nothing more. A long line is looked at in parts.
    void begin_to_shorten() {
        fingerprints_.look(View::exact);
        line_.reserve(frames_.size());
        for (const Frame& frame : frames_) line_.push_back(frame.undo.move);
        shortening_ = true;
        begin_again();
    }
    void begin_again() {
        ahead_ = start_;
        go_to_start();
        reached_ = read_ = 0;
        shorter_.clear();
    }
    void read_part() {
        const Position here = state_;
        state_ = ahead_;
        renew_all();
        places_.clear();
        for (const std::size_t end = std::min(read_ + moves_of_a_part, line_.size()); read_ < end;) {
            play(line_[read_]);
            places_.emplace_back(sum_.low, ++read_);
        }
        std::sort(places_.begin(), places_.end());
        ahead_ = state_;
        state_ = here;
        renew_all();
    }
    void shorten() {
        if (reached_ == read_) return read_part();
        generate(state_, list_);
        Move best{};
        std::size_t farthest = reached_;
        for (const Move& move : list_) {
            const Undo undo = play(move);
            if (const std::size_t to = place(); to > farthest) {
                farthest = to;
                best = move;
            }
            unplay(undo);
        }
        if (farthest == reached_) {  // two positions share a fingerprint by chance
            verdict_ = Verdict::winnable;
            finished_ = true;
            return;
        }
        reached_ = farthest;
        play(best);
        shorter_.push_back(best);
        if (reached_ < line_.size()) return;
        finished_ = shorter_.size() == line_.size();
        line_.swap(shorter_);
        if (finished_)
            verdict_ = Verdict::winnable;
        else
            begin_again();
    }
    std::size_t place() const {
        const auto found = std::lower_bound(places_.begin(), places_.end(), Place(sum_.low, 0));
        return found != places_.end() && found->first == sum_.low ? found->second : 0;
    }

    Position start_;
    Position state_;
    Position ahead_;
    Fingerprints<Source> fingerprints_;
    SafeMoves<Source> safe_;
    bool turns_;
    Limits limits_;
    std::array<Fingerprint, static_cast<std::size_t>(Source::most_piles)> parts_{};
    Fingerprint sum_;
    int pass_ = 0;
    std::uint64_t pass_end_ = 0;  ///< nodes
    bool hasty_ = false;
    bool hasty_failed_ = false;  ///< a hasty pass has seen all that it sees
    SeenPositions seen_;
    std::vector<Frame> frames_;
    std::vector<Child> children_;
    BasicMoveList<Source> list_;
    std::vector<Undo> turned_;
    std::vector<Move> line_;
    std::vector<Move> shorter_;
    std::vector<Place> places_;
    std::size_t read_ = 0;     ///< moves of the line up to `ahead_`, the end of the part that `places_` has
    std::size_t reached_ = 0;  ///< moves of the line that `shorter_` stands for
    bool shortening_ = false;
    std::uint64_t tries_ = 0;
    Progress progress_;
    Verdict verdict_ = Verdict::unknown;
    bool finished_ = true;
};

template <const Rules& rules>
using Search = BasicSearch<Fixed<rules>>;

}  // namespace quincunx::solver::general
