#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "service/clock.hpp"
#include "service/service.hpp"

namespace quincunx::service {

/// Seconds after which to ask again: a busy service, and one whose database fails.
inline constexpr unsigned busy_seconds = 2;
inline constexpr unsigned storage_seconds = 5;

/// Runs a thread's loop to its end. Whatever is thrown, if memory is short or something is wrong that nobody has thought
/// of, costs what is under way and not the server.
void go_on(const std::function<void()>& loop);

/// For the thread that owns the store.
struct Job {
    /// Between `begin` and `commit`; may be called again if that fails. Notes boards that it has changed.
    std::function<void(Store&, std::set<std::string>& boards)> write{};
    std::function<Answer(Store&)> finish{};  ///< after it
    Reply reply{};
    bool failed = false;
};

/// The store and the thread that owns it: commits what is written in groups, keeps house, and looks for damage.
class Keeper {
  public:
    /// `forget` is told what has changed, by others, by a group or by age, before anyone reads it again. Only the
    /// keeper's thread calls it.
    Keeper(std::unique_ptr<Store> store, const Settings& settings,
           std::function<void(const Changes&)> forget);
    ~Keeper() { stop(); }
    Keeper(const Keeper&) = delete;
    Keeper& operator=(const Keeper&) = delete;

    /// A full queue answers that it is busy.
    void enqueue(Job job);
    bool can_write() const;
    /// Figures for the operator.
    struct Figures {
        std::size_t jobs = 0;
        std::uint64_t commits = 0;
        std::uint64_t failures = 0;
        double commit_seconds = 0;
        bool can_write = true;
        bool clock_doubted = false;
    };
    Figures figures() const;
    /// Ends its threads. What waits is dropped.
    void stop();

  private:
    using Clock = std::chrono::steady_clock;
    enum class Outcome : std::uint8_t { done, failed, not_begun };
    enum class House : std::uint8_t { done, more, doubted, failed };

    void use_store();
    void look_around();
    void work_off(std::vector<Job>& group);
    Outcome committed(const std::vector<Job*>& writers);
    House keep_house(bool prunes);
    void look_for_damage();
    void complain(const std::exception& error);

    const Settings settings_;
    const std::function<void(const Changes&)> forget_;

    std::unique_ptr<Store> store_;                 // only for the thread that owns it
    std::set<std::string> touched_;                // likewise: boards that the group has changed
    std::optional<Clock::time_point> complained_;  // likewise
    ClockGuard clock_;                             // likewise
    Clock::time_point next_look_{};                // likewise

    std::atomic<bool> ending_ = false;
    std::atomic<bool> damaged_ = false;  // until it is started with another database

    mutable std::mutex mutex_;  // for all below
    std::condition_variable job_came_;
    std::condition_variable failed_;
    bool look_for_damage_ = false;
    std::deque<Job> jobs_;
    Figures figures_;
    bool stopping_ = false;
    std::vector<std::thread> threads_;  // use everything above
};

}  // namespace quincunx::service
