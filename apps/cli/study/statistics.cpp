#include "apps/cli/study/statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>

namespace quincunx::cli {

namespace {

constexpr double each_side = 0.025;

}  // namespace

Interval clopper_pearson(std::uint64_t hits, std::uint64_t size) {
    if (size == 0) return {};
    using Binomial = boost::math::binomial_distribution<double>;
    const auto n = static_cast<double>(size);
    const auto k = static_cast<double>(hits);
    return {hits == 0 ? 0 : Binomial::find_lower_bound_on_p(n, k, each_side),
            hits == size ? 1 : Binomial::find_upper_bound_on_p(n, k, each_side)};
}

template <class Value>
Value quantile(std::vector<Value>& values, double share) {
    const double rank = std::ceil(share * static_cast<double>(values.size()));
    const std::size_t place = std::clamp<std::size_t>(static_cast<std::size_t>(rank), 1, values.size()) - 1;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

template double quantile(std::vector<double>&, double);
template std::uint64_t quantile(std::vector<std::uint64_t>&, double);

}  // namespace quincunx::cli
