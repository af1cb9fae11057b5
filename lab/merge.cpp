#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>

#include "apps/common/file.hpp"
#include "engine/text.hpp"
#include "lab/commands.hpp"
#include "lab/study/study_file.hpp"

/// `quincunx-lab merge`: the parts of a range, made into the file that one process would have written.
namespace quincunx::cli::lab {

namespace {

struct MergeOptions {
    std::vector<std::string> parts;
    std::string out;
    bool force = false;
    bool json = false;
};

/// "3,7-9": the form in which batch systems take them, too.
std::string number_list(const std::set<std::uint64_t>& numbers) {
    std::string text;
    for (auto from = numbers.begin(); from != numbers.end();) {
        auto to = from;
        while (std::next(to) != numbers.end() && *std::next(to) == *to + 1) ++to;
        text += fmt::format("{}{}", text.empty() ? "" : ",", *from);
        if (to != from) text += fmt::format("-{}", *to);
        from = std::next(to);
    }
    return text;
}

/// Everything that is wrong with the parts. One message names it all, since solving a part again may take a day.
class Troubles {
  public:
    void add(const std::string& what) {
        constexpr std::size_t most = 20;
        if (++count_ <= most) text_ += "\n  " + what;
    }
    /// About a part, which has to be solved again, or to its end.
    void add(const std::string& what, const Part& part) {
        add(what);
        again_.insert(part.number);
    }
    void add_missing(const std::set<std::uint64_t>& missing, std::uint64_t parts) {
        if (missing.empty()) return;
        const std::string list = shown(number_list(missing));
        add(missing.size() == 1 ? fmt::format("part {} of {} is missing", list, parts)
                                : fmt::format("parts {} of {} are missing", list, parts));
        again_.insert(missing.begin(), missing.end());
    }
    bool none() const { return count_ == 0; }
    [[noreturn]] void fail(const std::string& out) const {
        std::string text = shown(out) + " was not written:" + text_;
        if (const std::size_t named = static_cast<std::size_t>(std::count(text_.begin(), text_.end(), '\n'));
            count_ > named)
            text += fmt::format("\n  and {} more", count_ - named);
        // Whole, since it is copied to where parts are submitted, however many there are.
        if (!again_.empty())
            text += "\nsolve again: " + number_list(again_) +
                    "; delete damaged files first, --resume continues unfinished ones";
        refuse(text);
    }

  private:
    std::uint64_t count_ = 0;
    std::string text_;
    std::set<std::uint64_t> again_;
};

/// A file of a part, of which only the header has been read so far.
struct PartFile {
    std::string name;
    FileHeader header;
};

/// How the header of a part differs from that of another part of the same study, but for its deals; empty if it does not.
std::string difference_of_parts(const FileHeader& one, const FileHeader& other) {
    // Only the number of parts is compared.
    const auto comparable = [](const FileHeader& header) {
        Json json = header.json;
        for (const char* const key : {"deals", "count", "sum"}) json.erase(key);
        json["part"] = fmt::format("of {}", header.part->count);
        return json;
    };
    return difference(study_kind, comparable(one), comparable(other));
}

/// The header of the whole range that a part belongs to.
Json whole_header(const FileHeader& part) {
    Json json = part.json;
    json["deals"] = part.whole;
    json["count"] = DealList::range(part.whole, part.own).size();
    for (const char* const key : {"part", "of", "sum"}) json.erase(key);
    return json;
}

/// The parts of one study by their numbers; what does not fit is added to the troubles.
std::map<std::uint64_t, PartFile> sort_parts(const std::vector<std::string>& names, Troubles& troubles) {
    std::map<std::uint64_t, PartFile> parts;
    std::optional<PartFile> first;
    for (const std::string& name : names) {
        try {
            const PartFile file{
                name, read_header_of(name, study_kind, [](const Reading& reader, const FileHeader& header) {
                    check_study(reader, header.json);
                })};
            if (!file.header.part) {
                troubles.add(file_name(name) + ": this is not the file of a part");
                continue;
            }
            if (!first) first = file;
            if (const std::string why = difference_of_parts(file.header, first->header); !why.empty()) {
                troubles.add(fmt::format("{}: {}, as in {}", file_name(name), why, file_name(first->name)));
                continue;
            }
            const auto [there, fresh] = parts.emplace(file.header.part->number, file);
            if (!fresh)
                troubles.add(fmt::format("{}: part {} is in {} already", file_name(name),
                                         file.header.part->text(), file_name(there->second.name)));
        } catch (const Failure& failure) {
            troubles.add(failure.what());
        }
    }
    if (first) {
        std::set<std::uint64_t> missing;
        const std::uint64_t count = first->header.part->count;
        for (std::uint64_t i = 1; i <= count; ++i)
            if (!parts.contains(i)) missing.insert(i);
        troubles.add_missing(missing, count);
    }
    return parts;
}

/// The file is written whole or not at all: the message names every part that is missing, doubled, unfinished, damaged or
/// of another study.
Exit merge(const MergeOptions& options) {
    const std::string& out = options.out;
    if (out.empty()) refuse("merge: --out is missing: the file to write");
    refuse_two_outputs(out, options.json);
    NewFile::refuse(out, options.force);
    for (const std::string& name : options.parts) {
        std::error_code error;
        if (std::filesystem::equivalent(name, out, error))
            refuse(shown(out) + ": --out would replace one of the parts");
    }
    Troubles troubles;
    const std::map<std::uint64_t, PartFile> parts = sort_parts(options.parts, troubles);
    if (parts.empty()) troubles.fail(out);

    const Json whole = whole_header(parts.begin()->second.header);
    NewFile file(out, options.force);
    std::uint64_t bytes = 0;
    RollingSum sum;
    const auto write = [&](const std::string& text) {
        if (!troubles.none()) return;
        file.write(text);
        bytes += text.size();
    };
    write(sum.sealed(json_text(whole)));
    // Keep reading after an error, so that one run reports every bad part.
    for (const auto& [number, part] : parts) {
        const FileHeader& header = part.header;
        const bool times = header.json.at("times").get<bool>();
        const bool solutions = has_solutions(header.json);
        try {
            const LinesRead read = read_lines(
                part.name, study_kind, false,
                [&](const Reading&, const FileHeader& now) {
                    if (now.json != header.json)
                        refuse(file_name(part.name) + ": the file has just been replaced");
                },
                [&](const LineReader& reader, std::string_view line) {
                    return take_solved(reader, line, times, solutions,
                                       [&, line](const SolvedDeal&) { write(sum.resealed(line)); });
                });
            if (read.lines < read.count)
                troubles.add(fmt::format("{}: part {} is unfinished: {} of {}", file_name(part.name),
                                         header.part->text(), read.lines, counted(read.count, "deal")),
                             *header.part);
            else if (read.builds.size() > 1)
                troubles.add(
                    fmt::format("{}: part {} was continued by build {}, not build {}", file_name(part.name),
                                header.part->text(), shown(read.builds.back()), shown(header.build)),
                    *header.part);
        } catch (const Failure& failure) {
            troubles.add(failure.what(), *header.part);
        }
    }
    if (!troubles.none()) troubles.fail(out);
    file.complete();
    if (out == "-") return Exit::yes;
    const auto deals = whole.at("deals").get<std::string>();
    const auto count = whole.at("count").get<std::uint64_t>();
    if (options.json) {
        write_out(json_text(
            {{"out", out}, {"deals", deals}, {"count", count}, {"parts", parts.size()}, {"bytes", bytes}}));
    } else {
        write_out(fmt::format("{}: {}, {}, {}, {}\n", shown(out), deals, counted(count, "deal"),
                              counted(parts.size(), "part"), counted(bytes, "byte")));
    }
    return Exit::yes;
}

}  // namespace

void add_merge(Program& program) {
    const auto [command, options] =
        program.add<MergeOptions>("merge", "Merge the files of all parts of a range of deals", merge);
    command
        .add_option("part", options.parts,
                    "The files that quincunx-lab solve --part has written, all of one range, in any order")
        ->type_name("FILE")
        ->required();
    command.add_option("--out", options.out, "Write the file of the whole range, or nothing at all")
        ->type_name("FILE");
    command.add_flag("--force", options.force, "Replace the file if it is there");
    add_json_flag(command, options.json);
    add_examples(command, {{"quincunx-lab merge part-*.jsonl --out runs.jsonl",
                            "the file that one process would have written for the whole range"}});
}

}  // namespace quincunx::cli::lab
