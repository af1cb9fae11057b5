#include "apps/cli/study/study_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "wire/table/json.hpp"

namespace quincunx::cli {

namespace {

/// Reads a run without building its JSON in memory: files have millions of lines, consisting mostly of moves.
class RunReader : public nlohmann::json_sax<Json> {
  public:
    Run run;
    bool complete() const { return has_deal_ && has_verdict_ && has_nodes_ && has_time_; }

    bool null() override { return true; }
    bool boolean(bool truth) override {
        if (depth_ == 1 && key_ == "defect") run.defective = truth;
        return true;
    }
    bool number_integer(number_integer_t) override { return depth_ != 1 || !wanted(); }
    bool number_unsigned(number_unsigned_t number) override {
        if (depth_ != 1) return true;
        if (key_ == "nodes") {
            run.nodes = number;
            has_nodes_ = true;
        }
        return key_ != "ms" || time(static_cast<double>(number));
    }
    bool number_float(number_float_t number, const string_t&) override {
        if (depth_ != 1) return true;
        return key_ == "ms" ? time(number) : !wanted();
    }
    bool string(string_t& text) override {
        if (depth_ == 2 && key_ == "moves") ++run.moves;
        if (depth_ != 1) return true;
        if (key_ == "deal") {
            run.deal = std::move(text);
            has_deal_ = true;
        } else if (key_ == "verdict") {
            for (const auto verdict :
                 {advice::Verdict::winnable, advice::Verdict::unwinnable, advice::Verdict::unknown}) {
                if (advice::to_text(verdict) != text) continue;
                run.verdict = verdict;
                has_verdict_ = true;
            }
            return has_verdict_;
        }
        return true;
    }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return ++depth_ == 1; }
    bool key(string_t& name) override {
        key_ = std::move(name);
        return true;
    }
    bool end_object() override {
        --depth_;
        return true;
    }
    bool start_array(std::size_t) override { return ++depth_ == 2; }
    bool end_array() override {
        --depth_;
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
        return false;
    }

  private:
    bool wanted() const { return key_ == "nodes" || key_ == "ms"; }
    bool time(double milliseconds) {
        run.milliseconds = milliseconds;
        has_time_ = true;
        return milliseconds >= 0;
    }

    int depth_ = 0;
    std::string key_;
    bool has_deal_ = false;
    bool has_verdict_ = false;
    bool has_nodes_ = false;
    bool has_time_ = false;
};

Run parse_run(const LineReader& reader, std::string_view line) {
    RunReader sax;
    if (!Json::sax_parse(line, &sax) || !sax.complete()) reader.fail("this line does not describe a deal");
    return std::move(sax.run);
}

/// A member of the header as people would say it.
std::string spoken(const std::string& key, const Json& value) {
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (key == "version") return "version " + text;
    if (key == "seconds") return value.is_null() ? "no time limit" : text + " seconds per deal";
    if (key == "nodes") return value.is_null() ? "no node limit" : text + " nodes per deal";
    if (key == "mebibytes") return text + " MiB per deal";
    if (key == "shorten") return value == Json(true) ? "shortened solutions" : "solutions as found";
    if (key == "deals") return "the deals " + text;
    return key + ' ' + text;
}

StudyHeader read_header(const LineReader& reader, const Json& json) {
    StudyHeader header;
    try {
        header.version = json.at("version");
        header.deals = json.at("deals");
        header.count = json.at("count");
        header.games = json.at("games").get<std::vector<std::string>>();
        header.limits.seconds = json.at("seconds").is_null() ? 0 : json.at("seconds").get<double>();
        header.limits.nodes =
            json.at("nodes").is_null() ? SearchLimits::no_nodes : json.at("nodes").get<std::uint64_t>();
        header.limits.mebibytes = json.at("mebibytes");
        header.shorten = json.at("shorten");
    } catch (const Json::exception&) {
        reader.fail("the header is incomplete");
    }
    return header;
}

constexpr LinesKind study_kind{"quincunx-study", 1, "verdicts", spoken};

}  // namespace

StudyHeader header_of(const DealList& deals, const SearchLimits& limits, bool shorten) {
    StudyHeader header;
    header.deals = deals.name();
    header.count = deals.size();
    header.games = deals.games();
    header.limits = limits;
    header.shorten = shorten;
    return header;
}

Json header_json(const StudyHeader& header) {
    const SearchLimits& limits = header.limits;
    return {{"kind", study_kind.kind},
            {"format", study_kind.format},
            {"version", header.version},
            {"deals", header.deals},
            {"count", header.count},
            {"games", header.games},
            {"seconds", limits.seconds > 0 ? Json(limits.seconds) : Json()},
            {"nodes", limits.nodes == SearchLimits::no_nodes ? Json() : Json(limits.nodes)},
            {"mebibytes", limits.mebibytes},
            {"shorten", header.shorten}};
}

std::string run_line(const std::string& deal, const Answer& answer) {
    wire::JsonWriter json;
    json.begin_object().member("deal", deal).member("verdict", to_text(answer.verdict));
    if (answer.verdict == advice::Verdict::winnable) {
        json.member("moves", answer.line);
    }
    json.member("nodes", answer.nodes).key("ms").raw(fmt::format("{:.3f}", answer.milliseconds));
    if (answer.defective) json.member("defect", true);
    return json.end_object().take() + '\n';
}

LinesFile open_study(const std::string& name, const StudyHeader& header, const DealList& deals, bool resume,
                     const OnRun& on_run) {
    return {name,
            study_kind,
            header_json(header),
            deals,
            resume,
            [&](const LineReader& reader, std::string_view line) {
                const Run run = parse_run(reader, line);
                on_run(run);
                return run.deal;
            }};
}

void read_study(const std::string& name, const std::function<void(const StudyHeader&)>& on_header,
                const OnRun& on_run) {
    std::vector<std::string> games;
    read_lines(
        name, study_kind,
        [&](const LineReader& reader, const Json& json) {
            const StudyHeader header = read_header(reader, json);
            games = header.games;
            on_header(header);
        },
        [&](const LineReader& reader, std::string_view line) {
            const Run run = parse_run(reader, line);
            const std::string game = run.deal.substr(0, run.deal.find_first_of("#:"));
            if (std::find(games.begin(), games.end(), game) == games.end())
                reader.fail("the deal " + shown(run.deal) + " belongs to no game in the header");
            on_run(run);
            return run.deal;
        });
}

}  // namespace quincunx::cli
