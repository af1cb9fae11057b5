#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/generate.hpp"

namespace quincunx::advice {

/// Remembers solutions, so that a player who follows one gets the rest immediately and the advice stays
/// consistent.
///
/// Positions are recognized by their canonical keys, so a solution still holds after a move to an equivalent
/// target: the next move is the listed one that leads to the next key of the solution, whatever the piles are
/// now called.
class LineMemory {
  public:
    void clear() {
        keys_.clear();
        after_.clear();
    }

    /// Remembers a solution from a position.
    void add(BasicPosition<Given> position, std::span<const Move> line) {
        for (std::size_t i = 0; i < line.size(); ++i) {
            const std::uint64_t before = position.key();
            position.play(line[i]);
            const int left = static_cast<int>(line.size() - i);
            const auto known = after_.find(before);
            if (known == after_.end() || known->second.left > left) after_[before] = {position.key(), left};
        }
        keys_[position.key()] = true;
    }

    bool knows(const BasicPosition<Given>& position) const {
        return after_.contains(position.key()) || keys_.contains(position.key());
    }

    /// The remembered winning moves from a position, in terms of its own piles; none if it is not on a known
    /// solution.
    std::optional<std::vector<Move>> line_from(BasicPosition<Given> position) const {
        std::vector<Move> line;
        while (!position.won()) {
            const auto known = after_.find(position.key());
            if (known == after_.end()) return std::nullopt;
            const std::optional<Move> move = move_to(position, known->second.key);
            if (!move || line.size() > max_line) return std::nullopt;
            line.push_back(*move);
            position.play(*move);
        }
        return line;
    }

  private:
    static constexpr std::size_t max_line = 100000;
    struct Next {
        std::uint64_t key = 0;
        int left = 0;
    };

    static std::optional<Move> move_to(BasicPosition<Given>& position, std::uint64_t key) {
        BasicMoveList<Given> moves;
        generate(position, moves);
        for (const Move& move : moves) {
            const Undo undo = position.play(move);
            const bool found = position.key() == key;
            position.unplay(undo);
            if (found) return move;
        }
        return std::nullopt;
    }

    std::unordered_map<std::uint64_t, Next> after_;
    std::unordered_map<std::uint64_t, bool> keys_;  ///< the won positions that end solutions
};

}  // namespace quincunx::advice
