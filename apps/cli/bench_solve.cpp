#include <fmt/format.h>

#include <bit>
#include <memory>
#include <vector>

#include "advice/advisor.hpp"
#include "apps/cli/bench_tools.hpp"
#include "apps/cli/json.hpp"
#include "apps/cli/released.hpp"
#include "bench/searches.hpp"

namespace quincunx::cli {

namespace {

struct SearchResult {
    std::string id;
    bench::Searches work;
    double seconds = 0;  ///< best time for the work
};

SearchResult measure(std::string_view id, int repeats) {
    SearchResult result{std::string(id), {}, 0};
    const std::unique_ptr<advice::Advisor> advisor = advice::make_advisor(id);
    advisor->remember(false);
    result.seconds = best_seconds(repeats, [&] { result.work = bench::search_deals(*advisor, id); });
    return result;
}

double per_second(std::uint64_t count, const SearchResult& result) {
    return static_cast<double>(count) / std::max(result.seconds, 1e-9);
}

std::string row(const SearchResult& result) {
    const bench::Searches& work = result.work;
    return fmt::format("{:<20} {} {:>6} {:>5} {:>5} {:>7} {:>8} {:>9.1f} {:>9.1f} {:>9.2f}\n", result.id,
                       hex(work.signature), work.deals, work.won, work.lost, work.unknown, work.nodes,
                       result.seconds * 1e3, per_second(work.deals, result),
                       per_second(work.nodes, result) / 1e6);
}

Json to_json(const SearchResult& result) {
    const bench::Searches& work = result.work;
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
    games::for_each_in(ReleasedGames{}, [&]<const Rules & rules>() {
        const SearchResult result = measure(rules.id, repeats);
        signature = std::rotl(signature, 7) + result.work.signature;  // the order of the games matters
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
