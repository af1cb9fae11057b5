#include "apps/cli/study/lines_file.hpp"

namespace quincunx::cli {

namespace {

[[noreturn]] void fail_without_header(const LineReader& reader, const LinesKind& kind, std::uint64_t line) {
    reader.fail(fmt::format("this is not a file of {}: its first line is not a header", kind.name), line);
}

Json parse_header(const LineReader& reader, const LinesKind& kind, std::string_view line) {
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
    if (!json.contains("format") || json["format"] != Json(kind.format))
        reader.fail(fmt::format("this file of {} has a format that this version cannot read", kind.name));
    return json;
}

/// Throws if the file's header is not the one that would be written now.
void check_header(const LineReader& reader, const LinesKind& kind, std::string_view line, const Json& here) {
    const Json there = parse_header(reader, kind, line);
    std::string why;
    for (const auto& [key, value] : here.items()) {
        const Json other = there.contains(key) ? there.at(key) : Json();
        // If the deals differ, the message says so; it need not mention their number and games.
        if (other == value || key == "count" || key == "games") continue;
        why += (why.empty() ? "" : "; ") + kind.spoken(key, other) + ", not " + kind.spoken(key, value);
    }
    if (!why.empty())
        reader.fail("the file was started with " + why + "; resume with the same, or use another file");
}

}  // namespace

LinesFile::LinesFile(const std::string& name, const LinesKind& kind, const Json& header,
                     const DealList& deals, bool resume, const TakeLine& take)
    : file_(File::for_update(name)) {
    if (!file_.regular()) {
        if (resume) throw Failure(Exit::misuse, file_.name() + ": only a file can be resumed");
    } else if (!file_.lock()) {
        throw Failure(Exit::misuse, file_.name() + ": another process is writing to it");
    } else if (file_.size() > 0) {
        if (!resume)
            throw Failure(Exit::misuse, file_.name() + ": already exists; continue it with --resume");
        this->resume(kind, header, deals, take);
        return;
    }
    file_.write(json_text(header));
}

void LinesFile::resume(const LinesKind& kind, const Json& header, const DealList& deals,
                       const TakeLine& take) {
    LineReader reader(file_);
    const std::optional<std::string_view> first = reader.next();
    if (!first) {  // cut off before the header was complete
        if (!json_text(header).starts_with(reader.rest())) fail_without_header(reader, kind, 1);
        file_.cut(0);
        file_.write(json_text(header));
        return;
    }
    check_header(reader, kind, *first, header);
    std::uint64_t done = 0;
    while (const std::optional<std::string_view> line = reader.next()) {
        if (done == deals.size()) reader.fail("there are more deals than requested");
        const std::string deal = take(reader, *line);
        if (deal != deals.text(done))
            reader.fail("the deal is " + shown(deal) + ", not " + shown(deals.text(done)));
        ++done;
    }
    file_.cut(reader.good());
}

void read_lines(const std::string& name, const LinesKind& kind,
                const std::function<void(const LineReader&, const Json&)>& on_header, const TakeLine& take) {
    File file = File::for_reading(name);
    LineReader reader(file);
    const std::optional<std::string_view> first = reader.next();
    if (!first) fail_without_header(reader, kind, 1);
    on_header(reader, parse_header(reader, kind, *first));
    while (const std::optional<std::string_view> line = reader.next()) take(reader, *line);
}

}  // namespace quincunx::cli
