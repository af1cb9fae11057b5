#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <string>
#include <unordered_map>

namespace quincunx::service {

/// What each of many may do: so much at once, and so much in an hour. Nothing of it is stored, and the clock is one that
/// nobody can set.
class Buckets {
  public:
    using Clock = std::chrono::steady_clock;

    Buckets(double at_once, double in_an_hour, std::size_t most = 100'000)
        : size_(at_once), rate_(in_an_hour / 3600), most_(most) {}

    /// Takes one from the bucket of this name: 0, or after how many seconds there will be one.
    unsigned take(const std::string& name, Clock::time_point now = Clock::now()) {
        constexpr unsigned when_full = 60;
        auto found = buckets_.find(name);
        if (found == buckets_.end()) {
            if (buckets_.size() >= most_) drop_full(now);
            if (buckets_.size() >= most_)
                return when_full;  // so many others are busy that nobody new gets in
            found = buckets_.emplace(name, Bucket{size_, now}).first;
        }
        Bucket& bucket = found->second;
        bucket.left = left(bucket, now);
        bucket.at = std::max(bucket.at, now);
        if (bucket.left < 1)
            return static_cast<unsigned>(std::ceil(std::max((1 - bucket.left) / rate_, 1.0)));
        bucket.left -= 1;
        return 0;
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
    std::unordered_map<std::string, Bucket> buckets_;
    Clock::time_point next_look_{};
};

/// The same for networks. A provider gives a household up to 65,536 of IPv6 (a /48), so those around it have buckets,
/// too, a few times as large; and as they come first, nobody can fill the list of networks alone.
class NetworkBuckets {
  public:
    NetworkBuckets(double at_once, double in_an_hour)
        : networks_(at_once, in_an_hour), sites_(larger * at_once, larger * in_an_hour) {}

    /// `what`: of several things, each of which has its own buckets
    unsigned take(const std::string& network, const std::string& site, const std::string& what = "") {
        if (site.empty()) return networks_.take(network + what);
        if (const unsigned seconds = sites_.take(site + what); seconds > 0) return seconds;
        const unsigned seconds = networks_.take(network + what);
        // Else one network that goes on asking would lock out those around it.
        if (seconds > 0) sites_.give_back(site + what);
        return seconds;
    }

  private:
    static constexpr double larger = 4;
    Buckets networks_;
    Buckets sites_;
};

}  // namespace quincunx::service
