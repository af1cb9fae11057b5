#include "lab/study/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace quincunx::cli::lab {

namespace {

constexpr std::array<const char*, 4> quantile_names{"median", "p95", "p99", "max"};

double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string percent(double share) {
    return fmt::format("{:.3f} %", share * 100);
}

std::string bounds_text(const char* name, const Interval& bounds) {
    return fmt::format("  {:<17} {:>10} to {:>10}\n", name, percent(bounds.low), percent(bounds.high));
}

std::string count_text(const char* name, std::uint64_t part, std::uint64_t whole) {
    return fmt::format("{:<9} {:>10}  {:>10}\n", name, part, percent(share(part, whole)));
}

template <class Value>
std::string quantiles_text(const char* name, const Tally::Quantiles<Value>& values) {
    std::string text = fmt::format("{:<16}", name);
    for (const Value& value : values) {
        if constexpr (std::is_integral_v<Value>) {
            text += fmt::format("{:>13}", value);
        } else {
            text += fmt::format("{:>13.3f}", value);
        }
    }
    return text + '\n';
}

template <class Value>
Json quantiles_json(const Tally::Quantiles<Value>& values) {
    Json json;
    for (std::size_t i = 0; i < values.size(); ++i) json[quantile_names.at(i)] = values.at(i);
    return json;
}

std::string game_text(const std::string& game, const Tally& tally) {
    std::string text = game + '\n';
    const std::uint64_t deals = tally.deals();
    text += fmt::format("{:<9} {:>10}\n", "deals", deals);
    text += count_text("won", tally.won(), deals);
    text += count_text("lost", tally.lost(), deals);
    text += count_text("unknown", tally.unknown(), deals);
    if (tally.defects() > 0)
        text += fmt::format("DEFECT: {} solutions did not replay; their deals count as unknown\n",
                            tally.defects());
    text += "winnable, 95 % bounds (lower: unknown deals count as lost; upper: as won):\n";
    text += bounds_text("Wilson", tally.wilson_bounds());
    text += bounds_text("Clopper-Pearson", tally.clopper_pearson_bounds());
    if (deals == 0) return text;
    text += fmt::format("{:<16}{:>13}{:>13}{:>13}{:>13}\n", "", "median", "95 %", "99 %", "max");
    text += quantiles_text("nodes", tally.nodes());
    if (tally.timed()) text += quantiles_text("ms", tally.milliseconds());
    if (tally.won() > 0) text += quantiles_text("solution moves", tally.moves());
    if (tally.timed()) text += fmt::format("{:.2f} deals per second and thread\n", tally.deals_per_second());
    return text;
}

Json interval_json(const Interval& bounds) {
    return Json::array({bounds.low, bounds.high});
}

Json game_json(const std::string& game, const Tally& tally) {
    Json json{{"game", game},
              {"deals", tally.deals()},
              {"won", tally.won()},
              {"lost", tally.lost()},
              {"unknown", tally.unknown()},
              {"defects", tally.defects()},
              {"wilson", interval_json(tally.wilson_bounds())},
              {"clopper_pearson", interval_json(tally.clopper_pearson_bounds())}};
    if (tally.deals() == 0) return json;
    json["nodes"] = quantiles_json(tally.nodes());
    if (tally.timed()) json["ms"] = quantiles_json(tally.milliseconds());
    if (tally.won() > 0) json["moves"] = quantiles_json(tally.moves());
    if (tally.timed()) json["deals_per_second_of_a_thread"] = tally.deals_per_second();
    return json;
}

}  // namespace

void Tally::add(const SolvedDeal& solved) {
    if (solved.verdict == advice::Verdict::winnable) moves_.add(solved.moves);
    if (solved.verdict == advice::Verdict::unwinnable) ++lost_;
    if (solved.verdict == advice::Verdict::unknown) ++unknown_;
    if (solved.defective) ++defects_;
    nodes_.add(solved.nodes);
    microseconds_.add(static_cast<std::uint64_t>(std::llround(solved.milliseconds * 1000)));
    sum_ += solved.milliseconds;
}

Interval Tally::wilson_bounds() const {
    return {wilson(won(), deals()).low, wilson(won() + unknown(), deals()).high};
}

Interval Tally::clopper_pearson_bounds() const {
    return {clopper_pearson(won(), deals()).low, clopper_pearson(won() + unknown(), deals()).high};
}

double Tally::deals_per_second() const {
    return sum_ > 0 ? static_cast<double>(deals()) / sum_ * 1000 : 0;
}

Tally::Quantiles<double> Tally::milliseconds() const {
    Quantiles<double> values{};
    const Quantiles<std::uint64_t> microseconds = quantiles(microseconds_);
    std::transform(microseconds.begin(), microseconds.end(), values.begin(),
                   [](std::uint64_t value) { return static_cast<double>(value) / 1000; });
    return values;
}

Tally::Quantiles<std::uint64_t> Tally::quantiles(const Counts& values) {
    if (values.size() == 0) return {};
    return {values.quantile(0.5), values.quantile(0.95), values.quantile(0.99), values.quantile(1.0)};
}

std::uint64_t Summary::sum(std::uint64_t (Tally::*number)() const) const {
    std::uint64_t sum = 0;
    for (const auto& [game, tally] : tallies_) sum += (tally.*number)();
    return sum;
}

std::string Summary::counts() const {
    return fmt::format("won {} lost {} unknown {}", sum(&Tally::won), sum(&Tally::lost),
                       sum(&Tally::unknown));
}

std::vector<std::pair<std::string, Tally>> Summary::games(const Json& header) const {
    std::vector<std::pair<std::string, Tally>> games;
    for (const Json& game : header.at("games")) {
        const auto found = tallies_.find(game.get<std::string>());
        games.emplace_back(game, found == tallies_.end() ? Tally() : found->second);
    }
    return games;
}

std::string Summary::text(const Json& header) const {
    const auto word = [&](const char* key) { return header.at(key).get<std::string>(); };
    std::string text =
        fmt::format("{}{}, {} of {}, quincunx {}, build {}\nlimits per deal: {}{}\n", word("deals"),
                    header.contains("part") ? fmt::format(" (part {} of {})", word("part"), word("of")) : "",
                    sum(&Tally::deals), counted(header.at("count").get<std::uint64_t>(), "deal"),
                    word("version"), word("build"), to_text(limits_in(header)),
                    header.at("shorten") == Json(true) ? ", solutions shortened" : "");
    for (const auto& [game, tally] : games(header)) text += '\n' + game_text(game, tally);
    if (pace_.deals > 0)
        text +=
            fmt::format("\nthis run: {} in {:.1f} s, {:.2f} deals/s with {}\n", counted(pace_.deals, "deal"),
                        pace_.seconds, static_cast<double>(pace_.deals) / pace_.seconds,
                        counted(static_cast<std::uint64_t>(pace_.threads), "thread"));
    return text;
}

Json Summary::json(const Json& header) const {
    Json json = header;
    for (const char* const key : {"format", "rules", "sum"}) json.erase(key);
    json["done"] = sum(&Tally::deals);
    json["results"] = Json::array();
    for (const auto& [game, tally] : games(header)) json["results"].push_back(game_json(game, tally));
    if (pace_.deals > 0)
        json["run"] = {{"deals", pace_.deals},
                       {"seconds", pace_.seconds},
                       {"threads", pace_.threads},
                       {"deals_per_second", static_cast<double>(pace_.deals) / pace_.seconds}};
    return json;
}

}  // namespace quincunx::cli::lab
