#include "lab/study/statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <utility>

namespace quincunx::cli::lab {

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

void Counts::add(std::uint64_t value) {
    constexpr std::size_t most_fresh = 1 << 14;
    fresh_.push_back(value);
    ++size_;
    // As many as there are counts, so that each value is moved only a few times.
    if (fresh_.size() >= std::max(most_fresh, counts_.size())) merge();
}

std::uint64_t Counts::quantile(double share) const {
    merge();
    const double rank = std::ceil(share * static_cast<double>(size_));
    auto left = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(rank), 1, size_);
    const auto found = std::find_if(counts_.begin(), counts_.end(), [&](const Count& count) {
        if (left <= count.times) return true;
        left -= count.times;
        return false;
    });
    return found->value;
}

void Counts::merge() const {
    std::sort(fresh_.begin(), fresh_.end());
    std::vector<Count> all;
    all.reserve(counts_.size());
    const auto add = [&](const Count& count) {
        if (all.empty() || all.back().value != count.value) {
            all.push_back(count);
        } else {
            all.back().times += count.times;
        }
    };
    auto old = counts_.begin();
    for (const std::uint64_t value : fresh_) {
        for (; old != counts_.end() && old->value <= value; ++old) add(*old);
        add({value, 1});
    }
    for (; old != counts_.end(); ++old) add(*old);
    counts_ = std::move(all);
    fresh_.clear();
}

template double quantile(std::vector<double>&, double);
template std::uint64_t quantile(std::vector<std::uint64_t>&, double);

}  // namespace quincunx::cli::lab
