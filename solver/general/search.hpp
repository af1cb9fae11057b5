#pragma once

#include <algorithm>
#include <array>
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

/// The positions seen: as many tables as the first bits of a fingerprint tell apart. They grow one by one, so that no step
/// of a search waits for all to be copied.
class SeenPositions {
  public:
    void clear() {
        for (Table& table : tables_) table.clear();
    }
    void set_limit(std::size_t most) {
        for (Table& table : tables_) table.set_limit(most / tables_.size());
    }
    bool has(const Fingerprint& position) const {
        return tables_[position.high >> shift].find(position) != nullptr;
    }
    enum class Added : std::uint8_t { added, known, no_room };
    Added add(const Fingerprint& position) {
        Table& table = tables_[position.high >> shift];
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
    static constexpr int shift = 58;

    std::array<Table, std::size_t{1} << (64 - shift)> tables_;
};

/// Solves any game: depth first, the most promising move first, each position once.
///
/// Wins are found in passes: short ones, each of which begins anew and goes another way, since a search that has gone
/// astray early seldom comes back in time (Gomes, Selman and Kautz: "Boosting Combinatorial Search Through
/// Randomization", 1998), and a last one without end. Every pass that runs out of moves has seen all there is: then the
/// position is lost. Positions are told apart by 128 bits (`Fingerprint`), and safe moves (`SafeMoves`) are made at once.
template <class Source>
class BasicSearch : private Source {
    using Source::layout;
    using Source::rules;
    using Position = BasicPosition<Source>;

  public:
    explicit BasicSearch(const Source& source = Source())
        : Source(source), start_(source), state_(source), fingerprints_(source), safe_(source) {}

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
        begin_pass();
    }

    bool step(std::uint64_t budget) {
        for (const std::uint64_t until = progress_.nodes + budget; !finished_;) {
            if (shortening_) {
                if (budget == 0) break;
                --budget;
                shorten();
                continue;
            }
            if (progress_.nodes >= until) break;
            if (progress_.nodes >= pass_end_) {
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

  private:
    static constexpr std::uint64_t first_pass = 1000;  ///< nodes
    static constexpr int passes_of_a_length = 2;       ///< before they get longer,
    static constexpr std::uint64_t longer = 4;         ///< this many times
    static constexpr int lengths = 5;
    static constexpr std::size_t path_share = 12;  ///< of the memory; a vector that grows is there twice
    static constexpr std::uint64_t spread = 16;    ///< how much chance changes the order

    struct Child {
        Move move;
        int far;  ///< how far from a win the position after it looks
    };
    struct Frame {
        std::size_t children;  ///< where its children begin; they end where the next frame's begin
        Undo undo;             ///< of the move that led here
    };
    /// A position on the way to the win: what tells it apart, and how many moves lead there.
    using Place = std::pair<std::uint64_t, std::uint32_t>;

    // --- The position, with its fingerprint ------------------------------------------------------

    void go_to_start() {
        state_ = start_;
        renew_all();
    }
    Undo play(const Move& move) {
        const Undo undo = state_.play(move);
        renew(undo);
        return undo;
    }
    void unplay(const Undo& undo) {
        state_.unplay(undo);
        renew(undo);
    }
    void renew(const Undo& undo) {
        if (undo.move.kind != MoveKind::cards || undo.filled != Undo::Filled::nothing) return renew_all();
        renew(undo.move.from);
        renew(undo.move.to);
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
        Move safe;
        if (safe_.find(state_, safe)) {
            children_.push_back({safe, 0});
            return;
        }
        const std::size_t first = children_.size();
        generate(state_, list_);
        const Estimate<Source> estimate(state_);
        for (const Move& move : list_) {
            const Undo undo = play(move);
            if (state_.won()) {
                children_.push_back({move, std::numeric_limits<int>::min()});
            } else if (!seen_.has(sum_)) {
                children_.push_back({move, estimate(state_) + jitter()});
            }
            unplay(undo);
        }
        std::stable_sort(children_.begin() + static_cast<std::ptrdiff_t>(first), children_.end(),
                         [](const Child& a, const Child& b) { return a.far > b.far; });
    }
    void advance() {
        const std::size_t first = frames_.empty() ? 0 : frames_.back().children;
        if (children_.size() == first) {
            if (frames_.empty()) {
                verdict_ = Verdict::unwinnable;
                finished_ = true;
                return;
            }
            unplay(frames_.back().undo);
            frames_.pop_back();
            return;
        }
        const Move move = children_.back().move;
        children_.pop_back();
        const Undo undo = play(move);
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
    /// reaches, until that saves nothing more.
    void begin_to_shorten() {
        places_.clear();
        go_to_start();
        for (const Frame& frame : frames_) {
            line_.push_back(frame.undo.move);
            play(frame.undo.move);
            places_.emplace_back(sum_.low, static_cast<std::uint32_t>(line_.size()));
        }
        begin_again();
        shortening_ = true;
    }
    void begin_again() {
        std::sort(places_.begin(), places_.end());
        go_to_start();
        reached_ = 0;
        shorter_.clear();
        next_places_.clear();
    }
    void shorten() {
        generate(state_, list_);
        Move best{};
        std::uint32_t farthest = reached_;
        for (const Move& move : list_) {
            const Undo undo = play(move);
            if (const std::uint32_t to = place(); to > farthest) {
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
        next_places_.emplace_back(sum_.low, static_cast<std::uint32_t>(shorter_.size()));
        if (reached_ < line_.size()) return;
        finished_ = shorter_.size() == line_.size();
        line_.swap(shorter_);
        places_.swap(next_places_);
        if (finished_)
            verdict_ = Verdict::winnable;
        else
            begin_again();
    }
    std::uint32_t place() const {
        const auto found = std::lower_bound(places_.begin(), places_.end(), Place(sum_.low, 0));
        return found != places_.end() && found->first == sum_.low ? found->second : 0;
    }

    Position start_;
    Position state_;
    Fingerprints<Source> fingerprints_;
    SafeMoves<Source> safe_;
    Limits limits_;
    std::array<Fingerprint, static_cast<std::size_t>(Source::most_piles)> parts_{};
    Fingerprint sum_;
    int pass_ = 0;
    std::uint64_t pass_end_ = 0;  ///< nodes
    SeenPositions seen_;
    std::vector<Frame> frames_;
    std::vector<Child> children_;
    BasicMoveList<Source> list_;
    std::vector<Move> line_;
    std::vector<Move> shorter_;
    std::vector<Place> places_;
    std::vector<Place> next_places_;
    std::uint32_t reached_ = 0;  ///< moves of the line that `shorter_` stands for
    bool shortening_ = false;
    Progress progress_;
    Verdict verdict_ = Verdict::unknown;
    bool finished_ = true;
};

template <const Rules& rules>
using Search = BasicSearch<Fixed<rules>>;

}  // namespace quincunx::solver::general
