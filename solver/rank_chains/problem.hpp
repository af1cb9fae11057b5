#pragma once

#include <cstdint>

#include "solver/common/small_array.hpp"

namespace quincunx::solver::rank_chains {

/// A position in the terms of this search: ranks 1 ... ranks, relabeled so that every foundation goes up by
/// one.
struct Problem {
    struct Foundation {
        std::uint8_t next = 0;  ///< the rank it takes next, if it is not complete
        std::uint8_t left = 0;  ///< cards still to come
    };
    SmallArray<Foundation, 4> foundations{};
    SmallArray<std::uint8_t, 2> cells{};   ///< 0: empty
    SmallArray<std::uint8_t, 8> sizes{};   ///< of the tableau piles
    SmallArray<std::uint8_t, 52> cards{};  ///< tableau piles one after another, bottom to top
};

/// One elementary move of a solution.
struct Step {
    enum class To : std::uint8_t { foundation, cell } to;
    bool from_cell;
    std::uint8_t source;  ///< tableau pile or cell
    std::uint8_t target;  ///< foundation or cell
};

}  // namespace quincunx::solver::rank_chains
