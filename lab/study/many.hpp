#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "lab/study/deal_list.hpp"
#include "lab/study/lines_file.hpp"

/// Many deals, worked on by several threads, each deal on one thread.
namespace quincunx::cli::lab {

/// The file of lines that many deals are written to, or read from.
struct LinesOptions {
    std::string file;  ///< to write lines to; empty for none
    Manner manner;
    bool no_times = false;  ///< lines do not say how long anything took
    std::string summary;    ///< file to read instead; empty for none
    bool replay = false;    ///< replay what is read
};

/// Puts finished deals in their order, and hands out the next ones to the threads.
class Queue {
  public:
    /// The first `done` deals of the list are done already. `file` may be null.
    Queue(const DealList& deals, LinesFile* file, std::uint64_t done)
        : deals_(deals), file_(file), next_(done), written_(done) {}

    /// The place of the next deal; none at the end. Waits if the other threads are too far behind.
    std::optional<std::uint64_t> take() {
        // That many results may wait for one deal that takes long.
        constexpr std::uint64_t most_ahead = 1 << 16;
        std::unique_lock lock(mutex_);
        room_.wait(lock, [&] { return over_ || next_ - written_ < most_ahead; });
        if (over_ || next_ == deals_.size()) return std::nullopt;
        waiting_.emplace_back();
        return next_++;
    }
    /// Takes the line for a place, and what counts its result; that is called in the order of the deals, and
    /// not by two threads at a time.
    void put(std::uint64_t place, std::string line, std::function<void()> count) {
        const std::lock_guard lock(mutex_);
        Done& slot = waiting_[static_cast<std::size_t>(place - written_)];
        slot = {true, std::move(line), std::move(count)};
        bool moved = false;
        for (; !waiting_.empty() && waiting_.front().ready; waiting_.pop_front()) {
            waiting_.front().count();
            if (file_ != nullptr) lines_ += file_->sealed(waiting_.front().line);
            ++written_;
            moved = true;
        }
        constexpr std::size_t large = std::size_t{1} << 16U;
        if (lines_.size() >= large) save();
        if (moved) room_.notify_all();
    }
    /// Stops everything, for the given reason.
    void fail(std::exception_ptr why) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::move(why);
        end_all();
    }
    void interrupt() {
        const std::lock_guard lock(mutex_);
        end_all();
    }
    bool over() const { return over_; }
    /// The number of deals done, once all threads have ended.
    std::uint64_t written() const { return written_; }

    /// Waits for a while and says whether everything is done; calls `look` with the number of deals done. Every
    /// few seconds, what was written goes to the disk, so that a power failure does not take more than that.
    template <class Look>
    bool wait(Look&& look) {
        constexpr std::chrono::seconds between_syncs(2);
        std::unique_lock lock(mutex_);
        room_.wait_for(lock, std::chrono::milliseconds(50), [&] { return finished(); });
        save();
        look(written_);
        const bool over = finished();
        LinesFile* const file = file_;
        lock.unlock();  // the threads need not wait for the disk
        if (file != nullptr && unsynced_ && std::chrono::steady_clock::now() - synced_ >= between_syncs)
            sync(*file);
        return over;
    }
    /// After the last thread: writes what is left, and throws if something went wrong.
    void close() {
        {
            const std::lock_guard lock(mutex_);
            save();
        }
        if (file_ != nullptr) sync(*file_);
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    struct Done {
        bool ready = false;
        std::string line;
        std::function<void()> count;
    };

    bool finished() const { return over_ || written_ == deals_.size(); }
    void end_all() {
        over_ = true;
        room_.notify_all();
    }
    /// By the thread that calls `wait` and `close` alone.
    void sync(LinesFile& file) {
        unsynced_ = false;
        try {
            file.sync();
        } catch (...) {
            fail(std::current_exception());
        }
        synced_ = std::chrono::steady_clock::now();
    }
    void save() {
        if (lines_.empty()) return;
        try {
            if (file_ != nullptr) {
                file_->add(lines_);
                unsynced_ = true;
            }
        } catch (...) {
            file_ = nullptr;  // anything added now would follow a gap
            if (!failure_) failure_ = std::current_exception();
            end_all();
        }
        lines_.clear();
    }

    const DealList& deals_;
    LinesFile* file_;
    std::mutex mutex_;
    std::condition_variable room_;
    std::deque<Done> waiting_;  ///< starting at `written_`
    std::uint64_t next_;
    std::uint64_t written_;  ///< number of deals up to the end of `lines_`
    std::string lines_;
    std::atomic<bool> over_ = false;
    std::exception_ptr failure_;
    std::atomic<bool> unsynced_ = false;
    std::chrono::steady_clock::time_point synced_ = std::chrono::steady_clock::now();
};

/// How fast the latest deals were done, if that is known.
struct Pace {
    std::uint64_t deals = 0;
    double seconds = 0;
    int threads = 0;
};

/// How a run ended.
struct ManyResult {
    Pace pace;
    int signal = 0;  ///< the signal that interrupted it, or 0
};

/// Calls `work` in several threads, each of which takes deals from the queue until none are left. Lines go to
/// `file`, if there is one, in the order of the deals, whichever is finished first. If standard error is a
/// terminal, it shows the progress, with what `counts` says. SIGINT and SIGTERM end the run early, with
/// everything finished so far in the file. Throws what a thread throws.
ManyResult run_many(const DealList& deals, LinesFile* file, std::uint64_t done, int threads,
                    const std::function<void(Queue&)>& work, const std::function<std::string()>& counts);

/// Findings from reading a file of lines, for the end of a summary.
std::string checks_text(const LinesRead& read, bool replayed, std::string_view noun);
Json checks_json(const LinesRead& read, bool replayed);

/// The exit status after a run; throws if it was interrupted. `go_on` is the option with which it can be continued.
Exit end_of_many(const ManyResult& result, const std::string& go_on = "");

}  // namespace quincunx::cli::lab
