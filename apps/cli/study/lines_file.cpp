#include "apps/cli/study/lines_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "apps/cli/on_game.hpp"
#include "session/game.hpp"

namespace quincunx::cli {

namespace {

[[noreturn]] void fail_without_header(const LineReader& reader, const LinesKind& kind, std::uint64_t line) {
    reader.fail(fmt::format("this is not a file of {}: its first line is not a header", kind.name), line);
}

/// What is in a header, checked in as far as it is the same for all kinds.
struct Header {
    Json json;
    int format = 0;
    std::uint64_t count = 0;
    std::string deals;
    std::string build;
};

std::string text_of(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// A member of the header as people would say it.
std::string spoken(const LinesKind& kind, const std::string& key, const Json& value) {
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (key == "times") return value == Json(false) ? "no times" : "times";
    if (key == "deals") return "the deals " + text;
    const std::string own = kind.spoken(key, value, text);
    return own.empty() ? key + ' ' + text : own;  // "version 1.0"
}

Json parse_json(const LineReader& reader, const LinesKind& kind, std::string_view line) {
    // Copying, comparing and printing JSON uses stack for every level. A header has two levels; a few more
    // are read, so that a header of a later format gets a message about the format.
    constexpr int deepest = 8;
    const auto check_depth = [&](int depth, Json::parse_event_t, const Json&) {
        if (depth > deepest)
            reader.fail(
                fmt::format("this is not a file of {}: its first line is nested too deeply", kind.name));
        return true;
    };
    Json json = Json::parse(line, check_depth, false);
    if (!json.is_object() || !json.contains("kind") || json["kind"] != Json(kind.kind))
        fail_without_header(reader, kind, 1);
    return json;
}

/// Reads the header of a file, and starts the checksum with it.
Header read_header(const LineReader& reader, const LinesKind& kind, std::string_view line, RollingSum& sum) {
    Header header;
    header.json = parse_json(reader, kind, line);
    const Json format = header.json.contains("format") ? header.json["format"] : Json();
    if (format == Json(1)) {
        header.format = 1;
    } else if (format == Json(lines_format)) {
        header.format = lines_format;
        if (!sum.unseal(line)) reader.fail("the header is damaged: its checksum is wrong");
        header.build = text_of(header.json, "build");
        if (header.build.empty()) reader.fail("the header is incomplete");
    } else {
        reader.fail(fmt::format("this file of {} has a format that this version cannot read", kind.name));
    }
    header.deals = text_of(header.json, "deals");
    if (header.deals.empty() || text_of(header.json, "version").empty())
        reader.fail("the header is incomplete");
    header.count = whole_number(header.json, "count", 1, DealList::most, reader);
    return header;
}

/// The deals that a header names, in their order: known one by one if they are a range; otherwise their number
/// and a hash of them.
class ExpectedDeals {
  public:
    ExpectedDeals(const LineReader& reader, const Header& header)
        : name_(header.deals), count_(header.count) {
        const Json games = header.json.contains("games") ? header.json["games"] : Json();
        if (!games.is_array() || games.empty()) reader.fail("the header is incomplete");
        for (const Json& game : games) {
            if (!game.is_string() || games::find(game.get<std::string>()) == nullptr)
                reader.fail("the header names a game that does not exist");
            games_.push_back(game.get<std::string>());
        }
        if (!DealList::is_range(name_)) {
            if (!name_.starts_with("list:"))
                reader.fail("the header names neither a range nor a list of deals");
            return;
        }
        try {
            range_ = DealList::range(name_);
        } catch (const Failure& failure) {
            reader.fail(std::string("the header: ") + failure.what());
        }
        if (range_->size() != count_)
            reader.fail(fmt::format("the header says {}, but {} has {}", counted(count_, "deal"),
                                    shown(name_), range_->size()));
        if (games_ != range_->games()) reader.fail("the header names games that its deals are not of");
    }

    void check(const LineReader& reader, const std::string& deal) {
        if (std::find(games_.begin(), games_.end(), game_of_deal(deal)) == games_.end())
            reader.fail("the deal " + shown(deal) + " belongs to no game in the header");
        if (done_ == count_) reader.fail("there are more deals than the header says");
        if (range_) {
            if (deal != range_->text(done_))
                reader.fail("the deal is " + shown(deal) + ", not " + shown(range_->text(done_)));
        } else {
            const Expected<DealText> read = parse_deal(deal);
            if (!read || deal_text(*read) != deal) reader.fail(shown(deal) + " is not a deal");
            hash_.add(deal);
        }
        ++done_;
    }
    /// At the end of the file.
    void finish(const LineReader& reader) const {
        if (!range_ && done_ == count_ && "list:" + hash_.text() != name_)
            reader.fail("the deals are not those of the list that the header names");
    }
    std::uint64_t done() const { return done_; }

  private:
    std::string name_;
    std::uint64_t count_;
    std::vector<std::string> games_;
    std::optional<DealList> range_;
    std::uint64_t done_ = 0;
    RollingSum hash_;
};

/// Plays the moves of a line in the engine.
void replay_line(const LineReader& reader, const DealLine& line) {
    const Expected<DealText> deal = parse_deal(line.deal);
    if (!deal) reader.fail(shown(line.deal) + " is not a deal");
    const Expected<std::unique_ptr<Game>> dealt = deal_game(*deal);
    if (!dealt) reader.fail("the deal " + shown(line.deal) + ": " + dealt.error().message);
    Game& game = **dealt;
    std::vector<Event> events;
    for (std::size_t i = 0; i < line.moves.size(); ++i) {
        const Expected<Move> move = parse_move(game.rules(), line.moves[i]);
        const std::optional<RefusalView> refusal = move ? game.refused(*move) : std::nullopt;
        if (!move || refusal)
            reader.fail(fmt::format("move {}, {}: {}", i + 1, quincunx::quoted(line.moves[i]),
                                    move ? refusal->text : move.error().message));
        game.play(*move, events);
        events.clear();
    }
    if ((game.status() == Status::won) != line.won)
        reader.fail(line.won ? "the moves do not win the game"
                             : "the moves win the game, but the line says that it was not won");
}

/// Throws if the file's header is not the one that would be written now. Says whether another build wrote it.
bool check_header(const LineReader& reader, const LinesKind& kind, const Header& there, const Json& here,
                  const LinesFile::Manner& manner) {
    if (there.format != lines_format)
        reader.fail(fmt::format(
            "the file has format {}, which is only read: --summary sums it, but it cannot be resumed",
            there.format));
    std::string why;
    bool other_build = false;
    for (const auto& [key, value] : here.items()) {
        const Json other = there.json.contains(key) ? there.json.at(key) : Json();
        // If the deals differ, the message says so; it need not mention their number and games.
        if (other == value || key == "count" || key == "games") continue;
        if (key == "version" || key == "build") {
            other_build = true;
            if (manner.any_build) continue;
        }
        why += (why.empty() ? "" : "; ") + spoken(kind, key, other) + ", not " + spoken(kind, key, value);
    }
    if (!why.empty())
        reader.fail("the file was started with " + why + "; resume with the same, or use another file" +
                    (other_build ? " (--any-build goes on whatever the build)" : ""));
    return other_build;
}

constexpr const char* damaged =
    "the checksum is wrong: this line is damaged, or lines before it are missing, doubled or out of order";

}  // namespace

std::optional<std::string_view> LineReader::next() {
    std::size_t searched = start_;
    while (true) {
        const std::size_t end = buffer_.find('\n', searched);
        if (end != std::string::npos) {
            const std::string_view line = std::string_view(buffer_).substr(start_, end - start_);
            start_ = end + 1;
            good_ += line.size() + 1;
            ++number_;
            return line;
        }
        buffer_.erase(0, start_);
        start_ = 0;
        searched = buffer_.size();
        if (searched > longest_line) fail("the line is longer than 16 MiB", number_ + 1);
        if (!read()) return std::nullopt;
    }
}

void LineReader::fail(const std::string& why, std::uint64_t line) const {
    throw Failure(Exit::misuse, fmt::format("{}:{}: {}", file_.name(), line, why),
                  {static_cast<int>(line), 0, why});
}

bool LineReader::read() {
    constexpr std::size_t piece = std::size_t{1} << 18U;
    const std::size_t size = buffer_.size();
    buffer_.resize(size + piece);
    const std::size_t got = file_.read(buffer_.data() + size, piece);
    buffer_.resize(size + got);
    return got > 0;
}

Json lines_header(const LinesKind& kind, const std::string& build, const DealList& deals) {
    return {{"kind", kind.kind},     {"format", lines_format}, {"version", QUINCUNX_VERSION},
            {"build", build},        {"deals", deals.name()},  {"count", deals.size()},
            {"games", deals.games()}};
}

LinesFile::LinesFile(const std::string& name, const LinesKind& kind, const Json& header,
                     const DealList& deals, const Manner& manner, const TakeLine& take)
    : file_(File::for_update(name)) {
    if (!file_.regular()) {
        if (manner.resume) throw Failure(Exit::misuse, file_.name() + ": only a file can be resumed");
    } else if (!file_.lock()) {
        throw Failure(Exit::misuse, file_.name() + ": another process is writing to it");
    } else if (file_.size() > 0) {
        if (!manner.resume)
            throw Failure(Exit::misuse, file_.name() + ": already exists; continue it with --resume");
        resume(kind, header, deals, manner, take);
        return;
    }
    file_.write(sum_.sealed(json_text(header)));
}

void LinesFile::resume(const LinesKind& kind, const Json& header, const DealList& deals, const Manner& manner,
                       const TakeLine& take) {
    LineReader reader(file_);
    const std::optional<std::string_view> first = reader.next();
    if (!first) {  // cut off before the header was complete
        const std::string whole = RollingSum().sealed(json_text(header));
        if (!whole.starts_with(reader.rest())) fail_without_header(reader, kind, 1);
        file_.cut(0);
        file_.write(sum_.sealed(json_text(header)));
        return;
    }
    const Header there = read_header(reader, kind, *first, sum_);
    const bool other_build = check_header(reader, kind, there, header, manner);
    std::uint64_t done = 0;
    std::string build = there.build;
    while (const std::optional<std::string_view> line = reader.next()) {
        if (done == deals.size()) reader.fail("there are more deals than requested");
        if (!sum_.unseal(*line)) reader.fail(damaged);
        const DealLine taken = take(reader, *line);
        if (taken.deal != deals.text(done))
            reader.fail("the deal is " + shown(taken.deal) + ", not " + shown(deals.text(done)));
        taken.count();
        if (!taken.build.empty()) build = taken.build;
        if (build != header.at("build") && !other_build && !manner.any_build)
            reader.fail("this line was written by " + spoken(kind, "build", build) + ", not " +
                        spoken(kind, "build", header.at("build")) +
                        " (--any-build goes on whatever the build)");
        ++done;
    }
    if (build != header.at("build")) new_build_ = header.at("build");
    file_.cut(reader.good());
}

std::string LinesFile::sealed(const std::string& line) {
    if (new_build_.empty()) return sum_.sealed(line);
    const std::string body = line.substr(0, line.size() - std::string_view("}\n").size());
    return sum_.sealed(body + ",\"build\":\"" + std::exchange(new_build_, {}) + "\"}\n");
}

LinesRead read_lines(const std::string& name, const LinesKind& kind, bool replay,
                     const std::function<void(const LineReader&, const Json&)>& on_header,
                     const TakeLine& take) {
    File file = File::for_reading(name);
    LineReader reader(file);
    RollingSum sum;
    const std::optional<std::string_view> first = reader.next();
    if (!first) fail_without_header(reader, kind, 1);
    const Header header = read_header(reader, kind, *first, sum);
    ExpectedDeals expected(reader, header);
    on_header(reader, header.json);
    LinesRead result;
    result.count = header.count;
    if (!header.build.empty()) result.builds.push_back(header.build);
    while (const std::optional<std::string_view> line = reader.next()) {
        if (header.format == lines_format && !sum.unseal(*line)) reader.fail(damaged);
        const DealLine taken = take(reader, *line);
        expected.check(reader, taken.deal);
        taken.count();
        if (!taken.build.empty()) result.builds.push_back(taken.build);
        if (replay && (taken.won || !taken.moves.empty())) replay_line(reader, taken);
        ++result.lines;
    }
    result.cut_off = !reader.rest().empty();
    // A line that is cut off lacks at least the end of its checksum, or nothing but the line feed.
    if (result.cut_off && header.format == lines_format) {
        const std::size_t whole = reader.rest().find(RollingSum::after);
        if (whole != std::string_view::npos && whole + RollingSum::after.size() < reader.rest().size() &&
            reader.rest().substr(0, whole).find(RollingSum::before) != std::string_view::npos)
            reader.fail("the end of the file is damaged", result.lines + 2);
    }
    expected.finish(reader);
    return result;
}

std::uint64_t whole_number(const Json& object, const char* key, std::uint64_t least, std::uint64_t most,
                           const LineReader& reader) {
    const auto found = object.find(key);
    if (found == object.end()) reader.fail(fmt::format("\"{}\" is missing", key));
    if (!found->is_number_unsigned()) reader.fail(fmt::format("\"{}\" is not a whole number", key));
    const auto number = found->get<std::uint64_t>();
    if (number < least || number > most)
        reader.fail(fmt::format("\"{}\" is {}, which is not between {} and {}", key, number, least, most));
    return number;
}

double time_number(const Json& object, const char* key, double most, const LineReader& reader) {
    const auto found = object.find(key);
    if (found == object.end()) reader.fail(fmt::format("\"{}\" is missing", key));
    const double number = found->is_number() ? found->get<double>() : -1;
    if (!std::isfinite(number) || number < 0 || number > most)
        reader.fail(fmt::format("\"{}\" is not a number from 0 to {}", key, most));
    return number;
}

}  // namespace quincunx::cli
