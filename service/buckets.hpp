#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace quincunx::service {

/// Allowances for each of many: so much at once, and so much in an hour. Nothing of it is stored, and the clock is one
/// that nobody can set.
class Buckets {
  public:
    using Clock = std::chrono::steady_clock;

    /// When so many are busy that there is no room for anyone new.
    enum class Crowd : std::uint8_t { refuses, admits };

    Buckets(double at_once, double in_an_hour, std::size_t most = 100'000, Crowd crowd = Crowd::refuses)
        : size_(at_once), rate_(in_an_hour / 3600), most_(most), crowd_(crowd) {}

    /// Takes one from the bucket of this name: 0, or after how many seconds to ask again.
    unsigned take(const std::string& name, Clock::time_point now = Clock::now()) {
        constexpr unsigned when_full = 60;
        auto found = buckets_.find(name);
        if (found == buckets_.end()) {
            if (buckets_.size() >= most_) drop_full(now);
            if (buckets_.size() >= most_) return crowd_ == Crowd::refuses ? when_full : 0;
            found = buckets_.emplace(name, Bucket{size_, now}).first;
        }
        Bucket& bucket = found->second;
        bucket.left = left(bucket, now);
        bucket.at = std::max(bucket.at, now);
        if (const unsigned seconds = wait(bucket.left); seconds > 0) return seconds;
        bucket.left -= 1;
        return 0;
    }
    /// The answer that `take` would give, with nothing taken.
    unsigned wait(const std::string& name, Clock::time_point now = Clock::now()) const {
        const auto found = buckets_.find(name);
        return found == buckets_.end() ? 0 : wait(left(found->second, now));
    }
    /// Undoes what `take` has taken.
    void give_back(const std::string& name) {
        if (const auto found = buckets_.find(name); found != buckets_.end())
            found->second.left = std::min(found->second.left + 1, size_);
    }

  private:
    struct Bucket {
        double left;
        Clock::time_point at;
    };

    unsigned wait(double left) const {
        constexpr double longest = 3600;  // whoever asks each hour is not forgotten
        return left >= 1 ? 0 : static_cast<unsigned>(std::ceil(std::clamp((1 - left) / rate_, 1.0, longest)));
    }
    double left(const Bucket& bucket, Clock::time_point now) const {
        const double seconds = std::chrono::duration<double>(now - bucket.at).count();
        return std::min(size_, bucket.left + std::max(seconds, 0.0) * rate_);
    }
    /// Forgets those who may do as much as anyone new. It is looked at for all at once, but not again for each.
    void drop_full(Clock::time_point now) {
        if (now < next_look_) return;
        next_look_ = now + std::chrono::seconds(1);
        std::erase_if(buckets_, [&](const auto& one) { return left(one.second, now) >= size_; });
    }

    double size_;
    double rate_;  ///< in a second
    std::size_t most_;
    Crowd crowd_;
    std::unordered_map<std::string, Bucket> buckets_;
    Clock::time_point next_look_{};
};

/// The same for addresses and the networks around them, which have buckets a few times as large: a provider gives a
/// household up to 65,536 addresses of IPv6 (a /48). As those come first, nobody can fill the list of addresses alone; and
/// if it is full nevertheless, that of networks is enough.
class AddressBuckets {
  public:
    AddressBuckets(double at_once, double in_an_hour)
        : addresses_(at_once, in_an_hour, most, Buckets::Crowd::admits),
          networks_(larger * at_once, larger * in_an_hour, most) {}

    /// `what`: of several things, each of which has its own buckets
    unsigned take(const std::string& address, const std::string& network, const std::string& what = "") {
        if (const unsigned seconds = networks_.take(network + what); seconds > 0) return seconds;
        const unsigned seconds = addresses_.take(address + what);
        // Else one address that goes on asking would lock out those around it.
        if (seconds > 0) networks_.give_back(network + what);
        return seconds;
    }
    void give_back(const std::string& address, const std::string& network, const std::string& what = "") {
        networks_.give_back(network + what);
        addresses_.give_back(address + what);
    }

  private:
    static constexpr double larger = 4;
    static constexpr std::size_t most = 100'000;
    Buckets addresses_;
    Buckets networks_;
};

}  // namespace quincunx::service
