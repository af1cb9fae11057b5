#include <fmt/format.h>

#include <bit>
#include <memory>
#include <vector>

#include "advice/advisor.hpp"
#include "apps/cli/bench_tools.hpp"
#include "apps/cli/json.hpp"
#include "games/all.hpp"

namespace quincunx::cli {

namespace {

// What is searched never changes with the machine: fixed deals, one after another until there are enough
// nodes, and limits in nodes.
constexpr std::uint64_t first_deal = 1'000'001;
constexpr std::uint64_t nodes_of_a_deal = 10'000;
constexpr std::uint64_t nodes_wanted = 200'000;
constexpr std::uint64_t most_deals = 2000;
constexpr std::size_t memory = std::size_t{256} << 20U;
constexpr std::uint64_t nodes_of_a_step = 1 << 14;

/// What came of it: the same for every x86-64 build without fused multiply-add (docs/solver.md).
struct Work {
    std::uint64_t deals = 0;
    std::uint64_t won = 0;
    std::uint64_t lost = 0;
    std::uint64_t unknown = 0;
    std::uint64_t nodes = 0;
    std::uint64_t signature = 0;
};

struct Result {
    std::string id;
    Work work;
    double seconds = 0;  ///< best time for the work
};

/// FNV-1a.
class Hash {
  public:
    void add(std::string_view text) {
        for (const char c : text) sum_ = (sum_ ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
        sum_ = (sum_ ^ 0xffU) * 0x100000001b3U;
    }
    std::uint64_t sum() const { return sum_; }

  private:
    std::uint64_t sum_ = 0xcbf29ce484222325U;
};

Work search_deals(advice::Advisor& advisor, std::string_view id) {
    Work work;
    Hash hash;
    while (work.nodes < nodes_wanted && work.deals < most_deals) {
        const std::string deal = fmt::format("{}#{}", id, first_deal + work.deals);
        if (const auto error = advisor.set_deal(deal))
            throw Failure(Exit::misuse, deal + ": " + error->message);
        advisor.start({.nodes = nodes_of_a_deal, .memory = memory});
        while (!advisor.step(nodes_of_a_step)) {
        }
        ++work.deals;
        work.nodes += advisor.progress().nodes;
        const advice::Verdict verdict = advisor.verdict();
        ++(verdict == advice::Verdict::winnable     ? work.won
           : verdict == advice::Verdict::unwinnable ? work.lost
                                                    : work.unknown);
        hash.add(to_text(verdict));
        hash.add(std::to_string(advisor.progress().nodes));
        for (const std::string& move : advisor.line()) hash.add(move);
    }
    work.signature = hash.sum();
    return work;
}

Result measure(std::string_view id, int repeats) {
    Result result{std::string(id), {}, 0};
    const std::unique_ptr<advice::Advisor> advisor = advice::make_advisor(id);
    advisor->remember(false);
    result.seconds = best_seconds(repeats, [&] { result.work = search_deals(*advisor, id); });
    return result;
}

double per_second(std::uint64_t count, const Result& result) {
    return static_cast<double>(count) / std::max(result.seconds, 1e-9);
}

std::string row(const Result& result) {
    const Work& work = result.work;
    return fmt::format("{:<20} {} {:>6} {:>5} {:>5} {:>7} {:>8} {:>9.1f} {:>9.1f} {:>9.2f}\n", result.id,
                       hex(work.signature), work.deals, work.won, work.lost, work.unknown, work.nodes,
                       result.seconds * 1e3, per_second(work.deals, result),
                       per_second(work.nodes, result) / 1e6);
}

Json to_json(const Result& result) {
    const Work& work = result.work;
    return {{"game", result.id},
            {"signature", hex(work.signature)},
            {"deals", work.deals},
            {"won", work.won},
            {"lost", work.lost},
            {"unknown", work.unknown},
            {"nodes", work.nodes},
            {"seconds", result.seconds},
            {"deals_per_second", per_second(work.deals, result)},
            {"nodes_per_second", per_second(work.nodes, result)}};
}

}  // namespace

Exit bench_solve(int repeats, bool json) {
    if (!json)
        write_out(
            "game                 signature         deals   won  lost unknown    nodes        ms   deals/s M "
            "nodes/s\n");
    double calibrated = calibration(repeats);
    Json list = Json::array();
    std::uint64_t signature = 0;
    games::for_each_game([&]<const Rules & rules>() {
        const Result result = measure(rules.id, repeats);
        signature = std::rotl(signature, 7) + result.work.signature;  // the order of the games counts
        list.push_back(to_json(result));
        if (!json) write_out(row(result));
    });
    calibrated = std::min(calibrated, calibration(repeats));
    if (json) {
        write_out(json_text({{"signature", hex(signature)},
                             {"repeats", repeats},
                             {"calibration_seconds", calibrated},
                             {"games", list}}));
    } else {
        write_out(fmt::format("calibration loop {:.1f} ms, best of {}\nsignature {}\n", calibrated * 1e3,
                              repeats, hex(signature)));
    }
    return Exit::yes;
}

}  // namespace quincunx::cli
