#include "lab/study/many.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <thread>
#include <vector>

#include "apps/common/search.hpp"
#include "engine/text.hpp"

namespace quincunx::cli::lab {

namespace {

std::atomic<int> caught_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free);  // otherwise a signal handler must not touch it

extern "C" void note_signal(int signal) {
    caught_signal = signal;
}

/// While this exists, the first SIGINT or SIGTERM is noted; a second one ends the program.
class Interrupts {
  public:
    Interrupts() {
        caught_signal = 0;
        struct sigaction note{};
        note.sa_handler = note_signal;
        note.sa_flags = static_cast<int>(SA_RESETHAND);
        ::sigaction(SIGINT, &note, &before_int_);
        ::sigaction(SIGTERM, &note, &before_term_);
    }
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;
    ~Interrupts() {
        ::sigaction(SIGINT, &before_int_, nullptr);
        ::sigaction(SIGTERM, &before_term_, nullptr);
    }
    int signal() const { return caught_signal; }

  private:
    struct sigaction before_int_{};
    struct sigaction before_term_{};
};

/// A line on a terminal that is rewritten again and again.
class ProgressBar {
  public:
    ProgressBar(std::uint64_t deals, std::uint64_t done)
        : deals_(deals), first_(done), shown_(::isatty(STDERR_FILENO) != 0) {
        const char* const terminal = std::getenv("TERM");  // NOLINT(concurrency-mt-unsafe): before any thread
        if (terminal != nullptr && std::string_view(terminal) == "dumb") shown_ = false;
    }

    /// Shows how many deals are done; `counts` says what became of them.
    void show(std::uint64_t done, const std::function<std::string()>& counts) {
        if (!shown_ || Clock::now() < next_) return;
        next_ = Clock::now() + std::chrono::milliseconds(200);
        const double seconds = watch_.milliseconds() / 1000;
        const double pace = seconds > 0 ? static_cast<double>(done - first_) / seconds : 0;
        constexpr std::uint64_t width = 20;
        const std::uint64_t full = done * width / deals_;
        std::string text = fmt::format("[{}{}] {}/{} {} {:.1f}/s", std::string(full, '#'),
                                       std::string(width - full, '.'), done, deals_, counts(), pace);
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
        try {
            threads_.emplace_back([this, function] {
                try {
                    function();
                } catch (...) {
                    queue_.fail(std::current_exception());
                }
            });
        } catch (const std::system_error& error) {
            if (threads_.empty())
                refuse("cannot start a thread: out of memory, or the system's limit of threads");
            refuse("cannot start more than {}: {}; give fewer with --threads",
                   counted(threads_.size(), "thread"), error.code().message());
        }
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

ManyResult run_many(const DealList& deals, LinesFile* file, std::uint64_t done, int threads,
                    const std::function<void(Queue&)>& work, const std::function<std::string()>& counts) {
    const auto used =
        static_cast<int>(std::min<std::uint64_t>(deals.size() - done, static_cast<std::uint64_t>(threads)));
    const Interrupts interrupts;
    const Stopwatch watch;
    ProgressBar bar(deals.size(), done);
    Queue queue(deals, file, done);
    {
        Threads all(queue);
        for (int i = 0; i < used; ++i) all.start([&] { work(queue); });
        while (!queue.wait([&](std::uint64_t written) { bar.show(written, counts); }))
            if (interrupts.signal() != 0) queue.interrupt();
        all.join();
    }
    bar.clear();
    queue.close();
    const std::uint64_t now = queue.written();
    return {{now - done, watch.milliseconds() / 1000, used}, now < deals.size() ? interrupts.signal() : 0};
}

std::string checks_text(const LinesRead& read, bool replayed, std::string_view noun) {
    std::string text;
    if (read.builds.size() > 1) {
        text += "\nwritten by several builds, in this order:";
        for (const std::string& build : read.builds) text += ' ' + shown(build);
        text += '\n';
    }
    if (read.cut_off) text += "\nthe last line is cut off and not counted; --resume removes it\n";
    if (replayed) text += "\n" + counted(read.replayed, noun) + " replayed\n";
    return text;
}

Json checks_json(const LinesRead& read, bool replayed) {
    return {{"builds", read.builds}, {"cut_off", read.cut_off}, {"replayed", replayed}};
}

Exit end_of_many(const ManyResult& result, const std::string& go_on) {
    if (result.signal == 0) return Exit::yes;
    constexpr int signal_base = 128;
    throw Failure(static_cast<Exit>(signal_base + result.signal),
                  go_on.empty() ? "interrupted" : "interrupted; continue with " + go_on);
}

}  // namespace quincunx::cli::lab
