#include "lab/study/study_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "session/record.hpp"
#include "wire/table/json.hpp"

namespace quincunx::cli::lab {

std::string spoken_limit(std::string_view key, const Json& value, const std::string& text) {
    if (key == "seconds") return value.is_null() ? "no time limit" : text + " seconds per deal";
    if (key == "nodes") return value.is_null() ? "no node limit" : text + " nodes per deal";
    if (key == "mebibytes") return text + " MiB per deal";
    if (key == "shorten") return value == Json(true) ? "shortened solutions" : "solutions as found";
    if (key == "solutions") return value == Json(false) ? "no solutions" : "solutions";
    return {};
}

Json study_json(const DealList& deals, const SearchLimits& limits, bool shorten, bool times, bool solutions) {
    Json json{{"seconds", limits.seconds > 0 ? Json(limits.seconds) : Json()},
              {"nodes", limits.nodes == SearchLimits::no_nodes ? Json() : Json(limits.nodes)},
              {"mebibytes", limits.mebibytes},
              {"shorten", shorten},
              {"times", times}};
    if (!solutions) json["solutions"] = false;
    if (deals.own_part()) json.update(Json{{"part", deals.own_part()->text()}, {"of", deals.whole()}});
    return json;
}

void check_study(const Reading& reading, const Json& header) {
    constexpr std::uint64_t most_mebibytes = std::uint64_t{1} << 24U;
    constexpr double longest = 1e9;
    for (const char* const key : {"seconds", "nodes", "shorten", "times"})
        if (!header.contains(key)) reading.fail("the header is incomplete");
    if (!header["seconds"].is_null()) time_number(header, "seconds", longest, reading);
    if (!header["nodes"].is_null()) whole_number(header, "nodes", 1, SearchLimits::no_nodes, reading);
    whole_number(header, "mebibytes", 1, most_mebibytes, reading);
    for (const char* const key : {"shorten", "times", "solutions"})
        if (header.contains(key) && !header[key].is_boolean()) reading.fail("the header is incomplete");
}

SearchLimits limits_in(const Json& header) {
    SearchLimits limits{.seconds = 0, .mebibytes = header.at("mebibytes").get<std::uint64_t>()};
    if (!header.at("seconds").is_null()) limits.seconds = header.at("seconds").get<double>();
    if (!header.at("nodes").is_null()) limits.nodes = header.at("nodes").get<std::uint64_t>();
    return limits;
}

std::string solved_line(const std::string& deal, const Answer& answer, bool times, bool solutions) {
    wire::JsonWriter json;
    json.begin_object().member("deal", deal).member("verdict", to_text(answer.verdict));
    if (answer.verdict == advice::Verdict::winnable) {
        if (solutions)
            json.member("moves", answer.line);
        else
            json.member("length", answer.line.size());
    }
    json.member("nodes", answer.nodes);
    if (times) json.key("ms").raw(fmt::format("{:.3f}", answer.milliseconds));
    if (answer.defective) json.member("defect", true);
    return json.end_object().take() + '\n';
}

DealLine take_solved(const LineReader& reader, std::string_view text, bool times, bool solutions,
                     const std::function<void(SolvedDeal)>& on_solved) {
    return read_line(reader, text, "a deal", [&](const Json& json, DealLine& line) {
        using advice::Verdict;
        const auto make_sure = [&](bool sound) {
            if (!sound) reader.fail("this line does not describe a deal");
        };
        SolvedDeal solved{.deal = line.deal,
                          .nodes = json.at("nodes").get_ref<const std::uint64_t&>(),
                          .defective = json.value("defect", false)};
        const auto verdict = json.at("verdict").get<std::string>();
        constexpr std::array verdicts{Verdict::winnable, Verdict::unwinnable, Verdict::unknown};
        const auto* const found = std::find_if(verdicts.begin(), verdicts.end(),
                                               [&](Verdict one) { return to_text(one) == verdict; });
        make_sure(found != verdicts.end());
        solved.verdict = *found;
        line.won = solved.verdict == Verdict::winnable;
        if (times) solved.milliseconds = json.at("ms").get<double>();
        constexpr double longest = 1e12;  // the longest time limit
        make_sure(solved.milliseconds >= 0 && solved.milliseconds <= longest);
        const bool has_moves = json.contains(solutions ? "moves" : "length");
        if (solutions && has_moves) line.moves = json.at("moves").get<std::vector<std::string>>();
        solved.moves =
            solutions || !has_moves ? line.moves.size() : json.at("length").get_ref<const std::uint64_t&>();
        make_sure(solved.moves <= max_record_moves && (solutions || !json.contains("moves")));
        if (line.won && solved.moves == 0)
            reader.fail("the deal is said to be winnable, but there are no moves that win it");
        if (!line.won && has_moves)
            reader.fail("there are moves that win the deal, but it is not said to be winnable");
        if (solved.defective && solved.verdict != Verdict::unknown)
            reader.fail("the search had a defect, but the deal is not said to be unknown");
        return [on_solved, solved = std::move(solved)] { on_solved(solved); };
    });
}

}  // namespace quincunx::cli::lab
