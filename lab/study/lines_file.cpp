#include "lab/study/lines_file.hpp"

#include <fmt/format.h>

#include <memory>

#include "apps/common/game_argument.hpp"
#include "session/session.hpp"

namespace quincunx::cli::lab {

namespace {

/// Plays the moves of a line in the engine.
void replay_line(const LineReader& reader, const DealLine& line, const SharedRules& own) {
    const Expected<DealText> deal = parse_deal(line.deal);
    if (!deal) reader.fail(shown(line.deal) + " is not a deal");
    Record record;
    record.game = deal->id;
    record.deal = line.deal;
    for (const std::string& move : line.moves) record.moves.push_back({move});
    const Replay game = Session::replay(game_or_lab(deal->id, own), record);
    if (!game.present) reader.fail("the deal " + shown(line.deal) + ": " + game.error->message);
    if (game.error) reader.fail(game.error->message);
    if ((game.present->status() == Status::won) != line.won)
        reader.fail(line.won ? "the moves do not win the game"
                             : "the moves win the game, but the line says that it was not won");
}

/// Reads the header with which a file begins.
FileHeader first_line(LineReader& reader, const FileKind& kind, RollingSum& sum) {
    const std::optional<std::string_view> first = reader.next();
    if (!first) fail_without_header(reader, kind);
    return read_header(reader, kind, *first, sum);
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
    throw failure(why, line);
}

Failure LineReader::failure(const std::string& why, std::uint64_t line) const {
    return {
        Exit::misuse, fmt::format("{}:{}: {}", file_.name(), line, why), {static_cast<int>(line), 0, why}};
}

bool LineReader::read() {
    constexpr std::size_t piece = std::size_t{1} << 18U;
    const std::size_t size = buffer_.size();
    buffer_.resize(size + piece);
    const std::size_t got = file_.read(buffer_.data() + size, piece);
    buffer_.resize(size + got);
    return got > 0;
}

LinesFile::LinesFile(const std::string& name, const FileKind& kind, const Json& header, const DealList& deals,
                     const Manner& manner, const TakeLine& take)
    : file_(File::for_update(name)) {
    if (!file_.regular()) {
        if (manner.resume) refuse(file_.name() + ": only a file can be resumed");
    } else if (!file_.lock()) {
        refuse(file_.name() + ": another process is writing to it");
    } else if (file_.size() > 0) {
        if (!manner.resume) refuse(file_.name() + ": already exists; continue it with --resume");
        resume(kind, header, deals, manner, take);
        return;
    }
    file_.write(sum_.sealed(json_text(header)));
}

void LinesFile::resume(const FileKind& kind, const Json& header, const DealList& deals, const Manner& manner,
                       const TakeLine& take) {
    LineReader reader(file_);
    const std::optional<std::string_view> first = reader.next();
    if (!first) {  // cut off before the header was complete
        const std::string whole = RollingSum().sealed(json_text(header));
        if (!whole.starts_with(reader.rest())) fail_without_header(reader, kind);
        file_.cut(0);
        file_.write(sum_.sealed(json_text(header)));
        return;
    }
    const FileHeader there = read_header(reader, kind, *first, sum_);
    const bool other_build = check_header(reader, kind, there, header, manner);
    std::uint64_t done = 0;
    const auto here = header.at("build").get<std::string>();
    std::string build = there.build;
    while (const std::optional<std::string_view> line = reader.next()) {
        if (done == deals.size()) reader.fail("there are more deals than requested");
        if (!sum_.unseal(*line)) reader.fail(damaged);
        const DealLine taken = take(reader, *line);
        if (taken.deal != deals.text(done))
            reader.fail("the deal is " + shown(taken.deal) + ", not " + shown(deals.text(done)));
        taken.count();
        if (!taken.build.empty()) build = taken.build;
        if (build != here && !other_build && !manner.any_build)
            reader.fail("this line was written by " + spoken(kind, "build", build) + ", not " +
                        spoken(kind, "build", here) + " (--any-build goes on whatever the build)");
        ++done;
    }
    if (build != here) new_build_ = here;
    file_.cut(reader.good());
}

std::string LinesFile::sealed(const std::string& line) {
    if (new_build_.empty()) return sum_.sealed(line);
    const std::string body = line.substr(0, line.size() - std::string_view("}\n").size());
    return sum_.sealed(body + ",\"build\":\"" + std::exchange(new_build_, {}) + "\"}\n");
}

LinesRead read_lines(const std::string& name, const FileKind& kind, bool replay,
                     const std::function<void(const Reading&, const FileHeader&)>& on_header,
                     const TakeLine& take) {
    File file = File::for_reading(name);
    LineReader reader(file);
    RollingSum sum;
    const FileHeader header = first_line(reader, kind, sum);
    ExpectedDeals expected(reader, header);
    on_header(reader, header);
    LinesRead result;
    result.count = header.count;
    result.builds.push_back(header.build);
    while (const std::optional<std::string_view> line = reader.next()) {
        if (!sum.unseal(*line)) reader.fail(damaged);
        const DealLine taken = take(reader, *line);
        expected.check(reader, taken.deal);
        taken.count();
        if (!taken.build.empty()) result.builds.push_back(taken.build);
        if (replay && (taken.won || !taken.moves.empty())) {
            replay_line(reader, taken, header.own);
            ++result.replayed;
        }
        ++result.lines;
    }
    result.cut_off = !reader.rest().empty();
    // A line that is cut off lacks at least the end of its checksum, or nothing but the line feed.
    if (result.cut_off) {
        const std::size_t whole = reader.rest().find(RollingSum::after);
        if (whole != std::string_view::npos && whole + RollingSum::after.size() < reader.rest().size() &&
            reader.rest().substr(0, whole).find(RollingSum::before) != std::string_view::npos)
            reader.fail("the end of the file is damaged", result.lines + 2);
    }
    expected.finish(reader);
    return result;
}

FileHeader read_header_of(const std::string& name, const FileKind& kind,
                          const std::function<void(const Reading&, const FileHeader&)>& on_header) {
    File file = File::for_reading(name);
    if (!file.regular()) refuse(file.name() + ": this is not a file");
    LineReader reader(file);
    RollingSum sum;
    FileHeader header = first_line(reader, kind, sum);
    on_header(reader, header);
    return header;
}

}  // namespace quincunx::cli::lab
