#include "service/keeper.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "service/answers.hpp"

namespace quincunx::service {

namespace {

constexpr std::size_t most_jobs = 8192;
constexpr std::size_t most_in_group = 256;

void doubt(Time now, Time latest) {
    std::fprintf(
        stderr,
        "quincunx serve: the clock says %s, %lld days after the latest time that the service has known "
        "(%s): nothing is deleted until it has gone on for 24 hours; if it is right, say "
        "quincunx service prune %s\n",
        day_text(now).c_str(), static_cast<long long>((now - latest) / a_day), day_text(latest).c_str(),
        day_text(now).c_str());
}

}  // namespace

void go_on(const std::function<void()>& loop) {
    for (;;) try {
            return loop();
        } catch (const std::exception& error) {
            std::fprintf(stderr, "quincunx serve: the service goes on after an error: %s\n", error.what());
            std::this_thread::sleep_for(std::chrono::seconds(1));
        }
}

Keeper::Keeper(std::unique_ptr<Store> store, const Settings& settings,
               std::function<void(const Changes&)> forget)
    : settings_(settings), forget_(std::move(forget)), store_(std::move(store)) {
    threads_.emplace_back([this] { go_on([this] { use_store(); }); });
    threads_.emplace_back([this] { go_on([this] { look_for_damage(); }); });
}

void Keeper::stop() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    ending_ = true;
    job_came_.notify_all();
    failed_.notify_all();
    for (std::thread& thread : threads_)
        if (thread.joinable()) thread.join();
    jobs_.clear();
}

bool Keeper::can_write() const {
    return figures().can_write;
}

Keeper::Figures Keeper::figures() const {
    const std::scoped_lock lock(mutex_);
    Figures figures = figures_;
    figures.jobs = jobs_.size();
    return figures;
}

void Keeper::enqueue(Job job) {
    {
        const std::scoped_lock lock(mutex_);
        if (jobs_.size() < most_jobs) {
            jobs_.push_back(std::move(job));
            job_came_.notify_one();
            return;
        }
    }
    job.reply(problem("busy", {.retry_after = busy_seconds}));
}

void Keeper::use_store() {
    auto next_prune = Clock::now();
    for (;;) {
        std::vector<Job> group;
        {
            std::unique_lock lock(mutex_);
            if (Clock::now() < next_look_)
                job_came_.wait_for(lock, std::chrono::seconds(1),
                                   [&] { return stopping_ || !jobs_.empty(); });
            if (stopping_) return;
            while (!jobs_.empty() && group.size() < most_in_group) {
                group.push_back(std::move(jobs_.front()));
                jobs_.pop_front();
            }
        }
        look_around();
        if (!group.empty()) work_off(group);
        const auto now = Clock::now();
        if (now < next_look_) continue;
        const bool prunes = now >= next_prune;
        const House house = keep_house(prunes);
        next_look_ = now + (house == House::failed ? std::chrono::seconds(storage_seconds)
                            : house == House::more ? std::chrono::seconds(0)
                                                   : std::chrono::seconds(60));
        // Deleting that waits for the clock is tried each time.
        if (prunes && house == House::done) next_prune = now + std::chrono::hours(1);
    }
}

/// If another program has changed the database, what is remembered of it may be wrong.
void Keeper::look_around() {
    Changes changes;
    try {
        changes = store_->changes_elsewhere();
    } catch (const std::exception&) {
        return;  // whoever needs it will say so
    }
    forget_(changes);
}

void Keeper::work_off(std::vector<Job>& group) {
    std::vector<Job*> writers;
    for (Job& job : group)
        if (job.write) writers.push_back(&job);
    // If a group cannot be committed, it may be because of one of them; not if it could not even begin, or if the
    // database takes long to refuse each.
    Outcome outcome = damaged_ ? Outcome::not_begun : writers.empty() ? Outcome::done : committed(writers);
    if (outcome != Outcome::done) {
        const auto until = Clock::now() + settings_.alone;
        for (Job* const writer : writers) {
            if (Clock::now() >= until) outcome = Outcome::not_begun;
            if (outcome != Outcome::not_begun) outcome = committed({writer});
            writer->failed = outcome != Outcome::done;
        }
    }
    forget_({.boards = {touched_.begin(), touched_.end()}});
    touched_.clear();
    for (Job& job : group) {
        Answer answer = problem("storage", {.retry_after = storage_seconds});
        try {
            if (!job.failed && !damaged_) answer = job.finish(*store_);
        } catch (const std::exception& error) {
            complain(error);
        }
        job.reply(std::move(answer));
    }
}

Keeper::Outcome Keeper::committed(const std::vector<Job*>& writers) {
    const auto begun = Clock::now();
    Outcome outcome = Outcome::not_begun;
    try {
        store_->begin();
        outcome = Outcome::failed;
        for (const Job* const writer : writers) writer->write(*store_, touched_);
        store_->commit();
        outcome = Outcome::done;
    } catch (const std::exception& error) {
        store_->rollback();
        complain(error);
    }
    // Whether it was only this operation that failed, another one shows; to begin one more may take long.
    if (outcome != Outcome::done)
        next_look_ = Clock::now() + std::chrono::seconds(outcome == Outcome::failed ? 0 : storage_seconds);
    const std::scoped_lock lock(mutex_);
    if (outcome != Outcome::failed) figures_.can_write = outcome == Outcome::done;
    outcome == Outcome::done ? ++figures_.commits : ++figures_.failures;
    figures_.commit_seconds += std::chrono::duration<double>(Clock::now() - begun).count();
    return outcome;
}

/// Notes the time, which shows that the database can be written, and forgets what is due.
Keeper::House Keeper::keep_house(bool prunes) {
    House house = House::done;
    try {
        if (damaged_) throw StorageError("it is damaged");
        store_->begin();
        const Time now = settings_.now();
        const std::optional<Time> latest = store_->latest_time();
        const bool believed = clock_.believes(now, latest);
        store_->remember_time(believed ? std::max(now, latest.value_or(now)) : *latest);
        Pruned pruned;
        // Players who were forgotten do not wait for the clock: they have asked for it.
        if (prunes) store_->forget_again();
        if (prunes && believed) pruned = store_->prune(now);
        store_->commit();
        if (!believed && !figures().clock_doubted) doubt(now, *latest);
        if (!believed) house = House::doubted;
        if (pruned.more) house = House::more;
        if (pruned.votes > 0) forget_({.votes = true});
        const std::scoped_lock lock(mutex_);
        figures_.clock_doubted = !believed;
    } catch (const std::exception& error) {
        store_->rollback();
        complain(error);
        house = House::failed;
    }
    const std::scoped_lock lock(mutex_);
    figures_.can_write = house != House::failed;
    return house;
}

/// The database as a whole is looked at when the server starts, and after something has failed.
void Keeper::look_for_damage() {
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        look_for_damage_ = false;
        lock.unlock();
        const std::optional<std::string> damage = store_->damage(ending_);
        lock.lock();
        if (damage) {
            damaged_ = true;
            figures_.can_write = false;
            std::fprintf(stderr, "quincunx serve: the database of the service is damaged: %s\n",
                         damage->c_str());
            return;
        }
        failed_.wait_for(lock, std::chrono::minutes(10), [&] { return stopping_; });
        failed_.wait(lock, [&] { return stopping_ || look_for_damage_; });
    }
}

/// Says what is wrong, but not more than once a minute.
void Keeper::complain(const std::exception& error) {
    {
        const std::scoped_lock lock(mutex_);
        look_for_damage_ = true;
    }
    failed_.notify_all();
    const auto now = Clock::now();
    if (complained_ && now - *complained_ < std::chrono::minutes(1)) return;
    complained_ = now;
    std::fprintf(stderr, "quincunx serve: the database of the service: %s\n", error.what());
}

}  // namespace quincunx::service
