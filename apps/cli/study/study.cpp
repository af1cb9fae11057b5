#include "apps/cli/study/study.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "apps/cli/study/interrupts.hpp"

namespace quincunx::cli {

namespace {

/// A line on a terminal that is rewritten again and again.
class ProgressBar {
  public:
    ProgressBar(std::uint64_t deals, std::uint64_t done)
        : deals_(deals), first_(done), shown_(::isatty(STDERR_FILENO) != 0) {
        const char* const terminal = std::getenv("TERM");  // NOLINT(concurrency-mt-unsafe): before any thread
        if (terminal != nullptr && std::string_view(terminal) == "dumb") shown_ = false;
    }

    void show(const Summary& summary) {
        if (!shown_ || Clock::now() < next_) return;
        next_ = Clock::now() + std::chrono::milliseconds(200);
        const std::uint64_t done = summary.deals();
        const double seconds = watch_.milliseconds() / 1000;
        const double pace = seconds > 0 ? static_cast<double>(done - first_) / seconds : 0;
        constexpr std::uint64_t width = 20;
        const std::uint64_t full = done * width / deals_;
        std::string text = fmt::format("[{}{}] {}/{} won {} lost {} unknown {} {:.1f}/s",
                                       std::string(full, '#'), std::string(width - full, '.'), done, deals_,
                                       summary.won(), summary.lost(), summary.unknown(), pace);
        if (pace > 0) text += ", " + time_text(static_cast<double>(deals_ - done) / pace) + " left";
        const auto columns = static_cast<std::size_t>(terminal_width(STDERR_FILENO));
        if (text.size() >= columns) text.resize(columns - 1);
        say('\r' + text + "\x1b[K");
        drawn_ = true;
    }
    void clear() {
        if (drawn_) say("\r\x1b[K");
        drawn_ = false;
    }

  private:
    static std::string time_text(double seconds) {
        if (seconds < 120) return fmt::format("{:.0f} s", seconds);
        if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
        return fmt::format("{:.1f} h", seconds / 3600);
    }
    /// Failing to show the bar is no reason to stop.
    static void say(const std::string& text) {
        std::fputs(text.c_str(), stderr);
        std::fflush(stderr);
    }

    std::uint64_t deals_;
    std::uint64_t first_;
    bool shown_;
    bool drawn_ = false;
    Clock::time_point next_ = Clock::now();
    Stopwatch watch_;
};

/// Puts finished deals in their order, and hands out the next ones to the threads.
class Queue {
  public:
    Queue(const DealList& deals, StudyFile* file, Summary& summary, std::uint64_t done)
        : deals_(deals), file_(file), summary_(summary), next_(done), written_(done) {}

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
    /// Takes the verdict and the line for a place.
    void put(std::uint64_t place, Run run, std::string line) {
        const std::lock_guard lock(mutex_);
        Done& slot = waiting_[static_cast<std::size_t>(place - written_)];
        slot = {true, std::move(run), std::move(line)};
        bool moved = false;
        for (; !waiting_.empty() && waiting_.front().ready; waiting_.pop_front()) {
            summary_.add(waiting_.front().run);
            lines_ += waiting_.front().line;
            ++written_;
            ++unsaved_;
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

    /// Waits for a while and says whether everything is done; calls `look` with the summary so far.
    template <class Look>
    bool wait(Look&& look) {
        std::unique_lock lock(mutex_);
        room_.wait_for(lock, std::chrono::milliseconds(50), [&] { return finished(); });
        save();
        look(summary_);
        return finished();
    }
    /// After the last thread: writes what is left, and throws if something went wrong.
    void close() {
        const std::lock_guard lock(mutex_);
        save();
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    struct Done {
        bool ready = false;
        Run run;
        std::string line;
    };

    bool finished() const { return over_ || written_ == deals_.size(); }
    void end_all() {
        over_ = true;
        room_.notify_all();
    }
    void save() {
        try {
            if (file_ != nullptr && !lines_.empty()) file_->add(lines_, unsaved_);
        } catch (...) {
            file_ = nullptr;  // anything added now would follow a gap
            if (!failure_) failure_ = std::current_exception();
            end_all();
        }
        lines_.clear();
        unsaved_ = 0;
    }

    const DealList& deals_;
    StudyFile* file_;
    Summary& summary_;
    std::mutex mutex_;
    std::condition_variable room_;
    std::deque<Done> waiting_;  ///< starting at `written_`
    std::uint64_t next_;
    std::uint64_t written_;  ///< number of deals up to the end of `lines_`
    std::string lines_;
    std::uint64_t unsaved_ = 0;
    std::atomic<bool> over_ = false;
    std::exception_ptr failure_;
};

/// Solves deals until none are left.
void work(const DealList& deals, const StudyOptions& options, bool with_lines, Queue& queue) {
    std::map<std::string, std::unique_ptr<advice::Advisor>> advisors;
    const auto advisor_of = [&](const std::string& game) -> advice::Advisor& {
        std::unique_ptr<advice::Advisor>& advisor = advisors[game];
        if (!advisor) {
            advisor = advice::make_advisor(game);
            advisor->remember(false);
        }
        return *advisor;
    };
    while (const std::optional<std::uint64_t> place = queue.take()) {
        const std::string deal = deals.text(*place);
        advice::Advisor& advisor = advisor_of(deals.games()[deals.game(*place)]);
        if (const std::optional<TextError> error = advisor.set_deal(deals.deal(*place)))
            throw Failure(Exit::misuse, "the deal " + deal + ": " + error->message);
        const Answer answer = search(advisor, options.limits, options.shorten,
                                     [&](const advice::Progress&) { return !queue.over(); });
        if (answer.stopped) return;
        queue.put(
            *place,
            {deal, answer.verdict, answer.line.size(), answer.nodes, answer.milliseconds, answer.defective},
            with_lines ? run_line(deal, answer) : std::string());
    }
}

/// Threads that are stopped and joined, whatever happens.
class Threads {
  public:
    explicit Threads(Queue& queue) : queue_(queue) {}
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;
    ~Threads() {
        if (std::any_of(threads_.begin(), threads_.end(), [](const auto& one) { return one.joinable(); }))
            queue_.interrupt();
        join();
    }
    template <class Function>
    void start(Function function) {
        threads_.emplace_back([this, function] {
            try {
                function();
            } catch (...) {
                queue_.fail(std::current_exception());
            }
        });
    }
    void join() {
        for (std::thread& one : threads_)
            if (one.joinable()) one.join();
    }

  private:
    Queue& queue_;
    std::vector<std::thread> threads_;
};

}  // namespace

StudyResult run_study(const DealList& deals, const StudyOptions& options) {
    StudyResult result{header_of(deals, options.limits, options.shorten), Summary(deals.games()), {}, 0};
    std::optional<StudyFile> file;
    if (!options.lines.empty())
        file.emplace(options.lines, result.header, deals, options.resume,
                     [&](const Run& run) { result.summary.add(run); });
    const std::uint64_t before = result.summary.deals();
    const std::uint64_t left = deals.size() - before;
    const auto threads =
        static_cast<int>(std::min<std::uint64_t>(left, static_cast<std::uint64_t>(options.threads)));
    const Interrupts interrupts;
    const Stopwatch watch;
    ProgressBar bar(deals.size(), before);
    Queue queue(deals, file ? &*file : nullptr, result.summary, before);
    {
        Threads all(queue);
        for (int i = 0; i < threads; ++i) all.start([&] { work(deals, options, file.has_value(), queue); });
        while (!queue.wait([&](const Summary& summary) { bar.show(summary); }))
            if (interrupts.signal() != 0) queue.interrupt();
        all.join();
    }
    bar.clear();
    queue.close();
    if (result.summary.deals() < deals.size()) result.signal = interrupts.signal();
    result.pace = {result.summary.deals() - before, watch.milliseconds() / 1000, threads};
    return result;
}

}  // namespace quincunx::cli
