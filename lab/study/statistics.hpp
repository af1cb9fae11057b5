#pragma once

#include <cstdint>
#include <vector>

#include "fair/interval.hpp"

namespace quincunx::cli::lab {

using fair::Interval;
using fair::wilson;

/// Two-sided 95 % bounds for a probability when a sample of `size` had `hits`; 0 and 1 for an empty sample.
/// Clopper and Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial",
/// 1934: exact, never too narrow.
Interval clopper_pearson(std::uint64_t hits, std::uint64_t size);

/// The value at or below which the given share of the values lies (nearest rank): 0.5 is the median, 1 the
/// largest. Reorders the values, of which there must be at least one.
template <class Value>
Value quantile(std::vector<Value>& values, double share);

/// How often each value was seen. Takes 16 bytes for each value that occurs, however often it does.
class Counts {
  public:
    void add(std::uint64_t value);
    std::uint64_t size() const { return size_; }
    /// The value by nearest rank, as `quantile` gives it; there must be at least one.
    std::uint64_t quantile(double share) const;

  private:
    struct Count {
        std::uint64_t value;
        std::uint64_t times;
    };

    void merge() const;

    std::uint64_t size_ = 0;
    mutable std::vector<Count> counts_;         ///< in ascending order
    mutable std::vector<std::uint64_t> fresh_;  ///< not yet counted
};

extern template double quantile(std::vector<double>&, double);
extern template std::uint64_t quantile(std::vector<std::uint64_t>&, double);

}  // namespace quincunx::cli::lab
