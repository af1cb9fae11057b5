#pragma once

#include <chrono>
#include <cstdlib>
#include <optional>

#include "service/store.hpp"

namespace quincunx::service {

/// So much later than the latest time that was ever taken for right, a clock is doubted: a server may be off for a week,
/// but rather than that its clock may be wrong.
inline constexpr Time doubtful = 7 * a_day;

/// Says whether the clock may be taken for right. One that is far ahead is once it has gone on for a day as the time
/// since the start did, which nobody can set: a server that was off for a winter forgets a day later what is due.
class ClockGuard {
  public:
    using Clock = std::chrono::steady_clock;

    /// `latest`: the latest time that was taken for right, by any server of the database
    bool believes(Time now, std::optional<Time> latest, Clock::time_point running = Clock::now()) {
        if (!latest || now <= *latest + doubtful) {
            doubted_.reset();
            return true;
        }
        constexpr Time slack = 3600;
        if (!doubted_ || std::abs((now - doubted_->now) - seconds(running - doubted_->running)) > slack)
            doubted_ = Moment{now, running};
        return running - doubted_->running >= std::chrono::hours(24);
    }

  private:
    struct Moment {
        Time now;
        Clock::time_point running;
    };
    static Time seconds(Clock::duration time) {
        return std::chrono::duration_cast<std::chrono::seconds>(time).count();
    }
    std::optional<Moment> doubted_;  ///< since when
};

}  // namespace quincunx::service
