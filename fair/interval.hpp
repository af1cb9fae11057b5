#pragma once

#include <cmath>
#include <cstdint>

namespace quincunx::fair {

/// A confidence interval for a share, from 0 to 1.
struct Interval {
    double low = 0;
    double high = 1;
};

/// Two-sided 95 % bounds for a probability when a sample of `size` had `hits`; 0 and 1 for an empty sample.
/// E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
inline Interval wilson(std::uint64_t hits, std::uint64_t size) {
    if (size == 0) return {};
    constexpr double z = 1.9599639845400545;  // 97.5 % of a normal distribution lie below
    const auto n = static_cast<double>(size);
    const double share = static_cast<double>(hits) / n;
    const double middle = share + z * z / (2 * n);
    const double spread = z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    const double whole = 1 + z * z / n;
    // At the ends the exact value is 0 or 1, which rounding could miss.
    return {hits == 0 ? 0 : (middle - spread) / whole, hits == size ? 1 : (middle + spread) / whole};
}

}  // namespace quincunx::fair
