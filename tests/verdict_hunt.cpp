// The hunt for wrong verdicts: walks along the border between won and lost, for a time or a number of walks.
// It prints how much was checked for each set of rules, and each contradiction as a position with both
// answers.
//
//     verdict_hunt [--seed N] [--seconds N | --walks N | --positions N] [--only TEXT] [--most N] [--second 1]
//
// --walks N means N walks for each set of rules, so that equal seeds give equal runs; so they do with
// --positions N, about so many in all. --only TEXT selects
// the rules whose names contain it; --most N stops after that many contradictions (default 1). --second 1
// makes the second hunt: verdicts are compared with each other alone. SIGINT and SIGTERM stop after the
// current walk, with the counts so far. Exit status: 0 for no contradictions, 1 for some, 2 for incorrect use.

#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/hunt/walk.hpp"

namespace quincunx::hunt {
namespace {

volatile std::sig_atomic_t stopped = 0;

void stop(int) {
    stopped = 1;
}

struct Options {
    std::uint64_t seed = 1;
    std::uint64_t seconds = 0;
    std::uint64_t walks = 0;
    std::uint64_t positions = 0;
    std::uint64_t most = 1;
    std::uint64_t second = 0;
    std::string only;
};

std::optional<std::uint64_t> number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<Options> read_options(const std::vector<std::string_view>& words) {
    Options options;
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
        if (words[i] == "--only") {
            options.only = words[i + 1];
            continue;
        }
        const auto value = number(words[i + 1]);
        std::uint64_t* const place = words[i] == "--seed"        ? &options.seed
                                     : words[i] == "--seconds"   ? &options.seconds
                                     : words[i] == "--walks"     ? &options.walks
                                     : words[i] == "--positions" ? &options.positions
                                     : words[i] == "--most"      ? &options.most
                                     : words[i] == "--second"    ? &options.second
                                                                 : nullptr;
        if (!value || place == nullptr) return std::nullopt;
        *place = *value;
    }
    if (words.size() % 2 != 0 ||
        (options.seconds != 0) + (options.walks != 0) + (options.positions != 0) != 1 || options.most == 0)
        return std::nullopt;
    return options;
}

nlohmann::ordered_json as_json(std::string_view name, const Counts& counts, double seconds) {
    return {{"rules", name},
            {"seconds", seconds},
            {"walks", counts.walks},
            {"won", counts.won},
            {"lost", counts.lost},
            {"unknown", counts.unknown},
            {"crossings", counts.crossings},
            {"judged_lost", counts.judged_lost},
            {"judged_won", counts.judged_won},
            {"undecided", counts.undecided},
            {"larger_lost", counts.larger_lost},
            {"larger_undecided", counts.larger_undecided},
            {"plain_lost", counts.plain_lost},
            {"plain_undecided", counts.plain_undecided},
            {"children", counts.children},
            {"on_lines", counts.on_lines},
            {"limited", counts.limited},
            {"kin", counts.kin},
            {"parents", counts.parents}};
}

int hunt(const Options& options) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    const auto seconds_since = [](Clock::time_point then) {
        return std::chrono::duration<double>(Clock::now() - then).count();
    };
    struct Entry {
        std::unique_ptr<Contestant> contestant;
        Counts counts;
        std::uint64_t done = 0;
        double seconds = 0;
        bool by_time;
        /// Small games are more telling for the time they take.
        double share() const {
            if (!by_time) return static_cast<double>(counts.positions()) * (contestant->real() ? 8 : 1);
            return contestant->real() ? seconds : seconds / 3;
        }
    };
    std::vector<Entry> entries;
    for (std::unique_ptr<Contestant>& contestant : all_contestants())
        if (contestant->name().find(options.only) != std::string_view::npos)
            entries.push_back({std::move(contestant), {}, 0, 0, options.positions == 0});
    if (entries.empty()) {
        std::cerr << "verdict_hunt: no rules are called " << options.only << '\n';
        return 2;
    }

    std::vector<Contradiction> found;
    const auto positions = [&] {
        std::uint64_t sum = 0;
        for (const Entry& entry : entries) sum += entry.counts.positions();
        return sum;
    };
    const auto over = [&] {
        if (options.positions > 0 && positions() >= options.positions) return true;
        if (stopped != 0 || found.size() >= options.most) return true;
        return options.seconds > 0 && seconds_since(begin) >= static_cast<double>(options.seconds);
    };
    // The rules that have had the least time go next.
    for (;;) {
        Entry* next = nullptr;
        for (Entry& entry : entries)
            if ((options.walks == 0 || entry.done < options.walks) &&
                (next == nullptr || entry.share() < next->share()))
                next = &entry;
        if (next == nullptr || over()) break;
        const auto from = Clock::now();
        const std::size_t before = found.size();
        const auto which = static_cast<std::uint64_t>(next - entries.data());
        Walk walk(*next->contestant, Plan{.second = options.second != 0},
                  hash::mix(options.seed * 1000 + which) + next->done++);
        walk.run(next->counts, found);
        next->seconds += seconds_since(from);
        for (std::size_t i = before; i < found.size(); ++i)
            std::cout << "CONTRADICTION after " << seconds_since(begin) << " s and " << positions()
                      << " positions, seed " << options.seed << ": " << next->contestant->name()
                      << "\nlaw: " << found[i].law << '\n'
                      << found[i].position << "solver: " << found[i].answer
                      << "\nagainst: " << found[i].against << '\n'
                      << std::flush;
    }
    for (const Entry& entry : entries)
        std::cout << as_json(entry.contestant->name(), entry.counts, entry.seconds) << '\n';
    return found.empty() ? 0 : 1;
}

}  // namespace
}  // namespace quincunx::hunt

int main(int count, char** words) {
    const auto options = quincunx::hunt::read_options({words + 1, words + count});
    if (!options) {
        std::cerr << "usage: verdict_hunt [--seed N] (--seconds N | --walks N | --positions N) [--only TEXT] "
                     "[--most N] "
                     "[--second 1]\n";
        return 2;
    }
    std::signal(SIGINT, quincunx::hunt::stop);
    std::signal(SIGTERM, quincunx::hunt::stop);
    return quincunx::hunt::hunt(*options);
}
