#include "lab/study/study_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "session/record.hpp"
#include "wire/table/json.hpp"

namespace quincunx::cli {

namespace {

/// Reads a run without building its JSON in memory: files have millions of lines, consisting mostly of moves.
class SolvedDealReader : public nlohmann::json_sax<Json> {
  public:
    /// Whether lines must say how long the search took and have the moves of solutions, and whether those are wanted.
    SolvedDealReader(bool times, bool solutions, bool keep_moves)
        : times_(times), solutions_(solutions), keep_moves_(keep_moves) {}

    SolvedDeal solved;
    DealLine line;
    /// The mistake in the line; empty if there is none.
    const char* wrong() const {
        if (!has_deal_ || !has_verdict_ || !has_nodes_ || (times_ && !has_time_)) return nothing;
        const bool won = solved.verdict == advice::Verdict::winnable;
        if (won && solved.moves == 0)
            return "the deal is said to be winnable, but there are no moves that win it";
        if (!won && has_moves_) return "there are moves that win the deal, but it is not said to be winnable";
        if (solved.defective && solved.verdict != advice::Verdict::unknown)
            return "the search had a defect, but the deal is not said to be unknown";
        return "";
    }
    static constexpr const char* nothing = "this line does not describe a deal";

    bool null() override { return !wanted(); }
    bool boolean(bool truth) override {
        if (depth_ == 1 && key_ == "defect") {
            solved.defective = truth;
            return true;
        }
        return !wanted();
    }
    bool number_integer(number_integer_t) override { return !wanted(); }
    bool number_unsigned(number_unsigned_t number) override {
        if (depth_ == 1 && key_ == "nodes") {
            solved.nodes = number;
            return first(has_nodes_);
        }
        if (depth_ == 1 && key_ == "ms") return time(static_cast<double>(number));
        if (depth_ == 1 && key_ == "length" && !solutions_) {
            solved.moves = number;
            return number <= max_record_moves && first(has_moves_);
        }
        return !wanted();
    }
    bool number_float(number_float_t number, const string_t&) override {
        return depth_ == 1 && key_ == "ms" ? time(number) : !wanted();
    }
    bool string(string_t& text) override {
        if (depth_ == 2 && key_ == "moves") {
            ++solved.moves;
            if (keep_moves_) line.moves.push_back(std::move(text));
            return solved.moves <= max_record_moves;
        }
        if (depth_ != 1) return true;
        if (key_ == "deal") {
            solved.deal = std::move(text);
            return first(has_deal_);
        }
        if (key_ == "verdict") {
            for (const auto verdict :
                 {advice::Verdict::winnable, advice::Verdict::unwinnable, advice::Verdict::unknown}) {
                if (advice::to_text(verdict) != text) continue;
                solved.verdict = verdict;
                return first(has_verdict_);
            }
            return false;
        }
        if (key_ == "build") {
            line.build = std::move(text);
            return !line.build.empty();
        }
        return !wanted();
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
    bool start_array(std::size_t) override {
        if (++depth_ != 2) return false;
        return key_ == "moves" ? solutions_ && first(has_moves_) : !wanted_key();
    }
    bool end_array() override {
        --depth_;
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
        return false;
    }

  private:
    /// Notes that a member is there; false if it has been there before.
    static bool first(bool& has) { return !std::exchange(has, true); }
    bool wanted_key() const {
        return key_ == "deal" || key_ == "verdict" || key_ == "moves" || key_ == "nodes" || key_ == "ms" ||
               key_ == "defect" || key_ == "build" || (key_ == "length" && !solutions_);
    }
    /// Whether this value belongs to a member that must have one of another kind.
    bool wanted() const { return wanted_key() && (depth_ == 1 || (depth_ == 2 && key_ == "moves")); }
    bool time(double milliseconds) {
        constexpr double most = 1e12;  // the longest time limit
        solved.milliseconds = milliseconds;
        return milliseconds >= 0 && milliseconds <= most && first(has_time_);
    }

    bool times_;
    bool solutions_;
    bool keep_moves_;
    int depth_ = 0;
    std::string key_;
    bool has_deal_ = false;
    bool has_verdict_ = false;
    bool has_moves_ = false;
    bool has_nodes_ = false;
    bool has_time_ = false;
};

/// Reads a line; `on_solved` gets what it says.
DealLine take_solved(const LineReader& reader, std::string_view text, const StudyHeader& header,
                     bool keep_moves, const OnSolved& on_solved) {
    SolvedDealReader sax(header.times, header.solutions, keep_moves);
    if (!Json::sax_parse(text, &sax)) reader.fail(SolvedDealReader::nothing);
    if (const char* const wrong = sax.wrong(); *wrong != 0) reader.fail(wrong);
    sax.line.won = sax.solved.verdict == advice::Verdict::winnable;
    sax.line.deal = sax.solved.deal;
    sax.line.count = [on_solved, solved = std::move(sax.solved)] { on_solved(solved); };
    return std::move(sax.line);
}

std::string spoken_limit(std::string_view key, const Json& value, const std::string& text) {
    if (key == "seconds") return value.is_null() ? "no time limit" : text + " seconds per deal";
    if (key == "nodes") return value.is_null() ? "no node limit" : text + " nodes per deal";
    if (key == "mebibytes") return text + " MiB per deal";
    if (key == "shorten") return value == Json(true) ? "shortened solutions" : "solutions as found";
    if (key == "solutions") return value == Json(false) ? "no solutions" : "solutions";
    return {};
}

bool flag(const Reading& reader, const Json& json, const char* key) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_boolean()) reader.fail("the header is incomplete");
    return found->get<bool>();
}

constexpr FileKind study_kind{"quincunx-study", "verdicts", spoken_limit};

StudyHeader study_header(const Reading& reader, const FileHeader& found) {
    const Json& json = found.json;
    constexpr std::uint64_t most_mebibytes = std::uint64_t{1} << 24U;
    constexpr double longest = 1e9;
    StudyHeader header;
    header.version = json.at("version").get<std::string>();
    header.build = found.build;
    header.deals = json.at("deals").get<std::string>();
    header.count = json.at("count").get<std::uint64_t>();
    header.games = json.at("games").get<std::vector<std::string>>();
    header.own = found.own;
    for (const char* const key : {"seconds", "nodes"})
        if (!json.contains(key)) reader.fail("the header is incomplete");
    header.limits.seconds = json.at("seconds").is_null() ? 0 : time_number(json, "seconds", longest, reader);
    header.limits.nodes = json.at("nodes").is_null()
                              ? SearchLimits::no_nodes
                              : whole_number(json, "nodes", 1, SearchLimits::no_nodes, reader);
    header.limits.mebibytes = whole_number(json, "mebibytes", 1, most_mebibytes, reader);
    header.shorten = flag(reader, json, "shorten");
    header.times = flag(reader, json, "times");
    header.solutions = !json.contains("solutions") || flag(reader, json, "solutions");
    header.part = found.part;
    header.whole = found.whole;
    header.json = json;
    return header;
}

}  // namespace

StudyHeader header_of(const DealList& deals, const SearchLimits& limits, bool shorten, bool times) {
    StudyHeader header;
    header.deals = deals.name();
    header.count = deals.size();
    header.games = deals.games();
    header.own = deals.own();
    header.limits = limits;
    header.shorten = shorten;
    header.times = times;
    header.part = deals.own_part();
    header.whole = deals.whole();
    return header;
}

Json header_json(const StudyHeader& header) {
    const SearchLimits& limits = header.limits;
    Json json{{"seconds", limits.seconds > 0 ? Json(limits.seconds) : Json()},
              {"nodes", limits.nodes == SearchLimits::no_nodes ? Json() : Json(limits.nodes)},
              {"mebibytes", limits.mebibytes},
              {"shorten", header.shorten},
              {"times", header.times}};
    if (!header.solutions) json["solutions"] = false;
    if (header.part) json.update(Json{{"part", header.part->text()}, {"of", header.whole}});
    return json;
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

std::unique_ptr<LinesFile> open_study(const std::string& name, const StudyHeader& header,
                                      const DealList& deals, const Manner& manner,
                                      const OnSolved& on_solved) {
    Json json = file_header(study_kind, header.build, deals);
    json.update(header_json(header));
    return std::make_unique<LinesFile>(name, study_kind, json, deals, manner,
                                       [&](const LineReader& reader, std::string_view line) {
                                           return take_solved(reader, line, header, false, on_solved);
                                       });
}

LinesRead read_study(const std::string& name, bool replay, const OnHeader& on_header, const OnLine& on_line) {
    StudyHeader header;
    return read_lines(
        name, study_kind, replay,
        [&](const Reading& reader, const FileHeader& found) {
            header = study_header(reader, found);
            if (replay && !header.solutions) reader.fail("without solutions, there is nothing to --replay");
            on_header(header);
        },
        [&](const LineReader& reader, std::string_view line) {
            return take_solved(reader, line, header, replay,
                               [&, line](const SolvedDeal& solved) { on_line(solved, line); });
        });
}

StudyHeader read_study_header(const std::string& name) {
    File file = File::for_reading(name);
    if (!file.regular()) refuse(file.name() + ": this is not a file");
    LineReader reader(file);
    const std::optional<std::string_view> first = reader.next();
    if (!first) fail_without_header(reader, study_kind);
    RollingSum sum;
    return study_header(reader, read_header(reader, study_kind, *first, sum));
}

std::string difference_of_parts(const StudyHeader& one, const StudyHeader& other) {
    // Only the number of parts is compared.
    const auto comparable = [](const StudyHeader& header) {
        Json json = header.json;
        for (const char* const key : {"deals", "count", "sum"}) json.erase(key);
        json["part"] = fmt::format("of {}", header.part->count);
        return json;
    };
    return difference(study_kind, comparable(one), comparable(other));
}

StudyHeader whole_header(const StudyHeader& part) {
    StudyHeader header = part;
    header.deals = part.whole;
    header.count = DealList::range(part.whole, part.own).size();
    header.part.reset();
    header.whole.clear();
    return header;
}

std::string WholeStudy::begin() {
    const DealList deals = DealList::range(header_.deals, header_.own);
    Json json = file_header(study_kind, header_.build, deals);
    json["version"] = header_.version;
    json.update(header_json(header_));
    return sum_.sealed(json_text(json));
}

}  // namespace quincunx::cli
