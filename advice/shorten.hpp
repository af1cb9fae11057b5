#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/generate.hpp"

namespace quincunx::advice {

/// Makes a winning line shorter without searching anew.
///
/// Three steps are repeated while they help: a line that comes back to a position it was in is cut there
/// (equal canonical keys); a move is left out where the rest still replays without it; and from every
/// position of the line a window of the listed moves of two plies is looked through for a position further on
/// in the line. The result replays from `start`. `budget` bounds the moves that are tried.
template <const Rules& rules>
class Shortener {
  public:
    Shortener(const Position<rules>& start, std::span<const Move> line, std::uint64_t budget)
        : start_(start), line_(line.begin(), line.end()), budget_(budget) {}

    std::vector<Move> run() {
        while (budget_ > 0 && (jump() || drop())) {
        }
        return line_;
    }
    /// Whether the budget was used up before nothing helped any more.
    bool exhausted() const { return budget_ == 0; }

  private:
    using Keys = std::unordered_map<std::uint64_t, std::size_t>;

    bool spend() {
        if (budget_ == 0) return false;
        --budget_;
        return true;
    }

    /// The latest ply of the line at which each of its positions stands.
    Keys keys() const {
        Keys result;
        Position<rules> position = start_;
        result[position.key()] = 0;
        for (std::size_t i = 0; i < line_.size(); ++i) {
            position.play(line_[i]);
            result[position.key()] = i + 1;
        }
        return result;
    }

    /// Looks for a way of at most two moves to a position that the line reaches later than that.
    bool jump() {
        const Keys later = keys();
        Position<rules> position = start_;
        for (std::size_t i = 0; i < line_.size(); ++i) {
            if (const auto again = later.find(position.key()); again != later.end() && again->second > i)
                return splice(i, {}, again->second);
            MoveList<rules> first;
            generate(position, first);
            for (const Move& move : first) {
                if (!spend()) return false;
                const Undo undo = position.play(move);
                if (const auto hit = later.find(position.key()); hit != later.end() && hit->second > i + 1)
                    return splice(i, {move}, hit->second);
                if (jump_second(position, later, i, move)) return true;
                position.unplay(undo);
            }
            position.play(line_[i]);
        }
        return false;
    }
    bool jump_second(Position<rules>& position, const Keys& later, std::size_t ply, const Move& first) {
        MoveList<rules> second;
        generate(position, second);
        for (const Move& move : second) {
            if (!spend()) return false;
            const Undo undo = position.play(move);
            const auto hit = later.find(position.key());
            if (hit != later.end() && hit->second > ply + 2) return splice(ply, {first, move}, hit->second);
            position.unplay(undo);
        }
        return false;
    }

    /// Puts `between` in place of the moves from ply `from` to ply `to`, the rest renamed through keys.
    bool splice(std::size_t from, const std::vector<Move>& between, std::size_t to) {
        std::vector<std::uint64_t> wanted;
        Position<rules> old = start_;
        for (std::size_t i = 0; i < line_.size(); ++i) {
            old.play(line_[i]);
            if (i >= to) wanted.push_back(old.key());
        }
        std::vector<Move> result(line_.begin(), line_.begin() + static_cast<std::ptrdiff_t>(from));
        result.insert(result.end(), between.begin(), between.end());
        Position<rules> position = start_;
        for (const Move& move : result) position.play(move);
        for (const std::uint64_t key : wanted) {
            const bool found = follow(position, key, result);
            if (!found) return false;
        }
        line_ = std::move(result);
        return true;
    }
    static bool follow(Position<rules>& position, std::uint64_t key, std::vector<Move>& line) {
        MoveList<rules> moves;
        generate(position, moves);
        for (const Move& move : moves) {
            const Undo undo = position.play(move);
            if (position.key() == key) {
                line.push_back(move);
                return true;
            }
            position.unplay(undo);
        }
        return false;
    }

    /// Leaves one move out if the rest still wins.
    bool drop() {
        for (std::size_t left_out = line_.size(); left_out-- > 0;) {
            Position<rules> position = start_;
            bool fits = true;
            for (std::size_t i = 0; i < line_.size() && fits; ++i) {
                if (i == left_out) continue;
                if (!spend()) return false;
                fits = accepts(position, line_[i]);
                if (fits) position.play(line_[i]);
            }
            if (!fits || !position.won()) continue;
            line_.erase(line_.begin() + static_cast<std::ptrdiff_t>(left_out));
            return true;
        }
        return false;
    }

    Position<rules> start_;
    std::vector<Move> line_;
    std::uint64_t budget_;
};

}  // namespace quincunx::advice
