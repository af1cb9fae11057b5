#pragma once

#include <cassert>
#include <concepts>
#include <cstddef>

#include "engine/card.hpp"

namespace quincunx::solver {

/// An array that takes an index of any integer type, because the compact states of the strategies do their
/// arithmetic in `int`. An aggregate: `= {}` clears it.
template <class T, int length>
struct SmallArray {
    T items[static_cast<std::size_t>(length)];

    constexpr T& operator[](std::integral auto index) {
        assert(static_cast<std::size_t>(index) < static_cast<std::size_t>(length));
        return items[static_cast<std::size_t>(index)];
    }
    constexpr const T& operator[](std::integral auto index) const {
        assert(static_cast<std::size_t>(index) < static_cast<std::size_t>(length));
        return items[static_cast<std::size_t>(index)];
    }
    constexpr T* begin() { return items; }
    constexpr T* end() { return items + length; }
    constexpr const T* begin() const { return items; }
    constexpr const T* end() const { return items + length; }
    static constexpr int size() { return length; }
    constexpr void fill(const T& value) {
        for (T& item : items) item = value;
    }
    friend constexpr bool operator==(const SmallArray&, const SmallArray&) = default;
};

}  // namespace quincunx::solver
