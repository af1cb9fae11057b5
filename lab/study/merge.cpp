#include "lab/study/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <set>

#include "engine/text.hpp"

namespace quincunx::cli {

namespace {

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
    StudyHeader header;
};

/// The parts of one study by their numbers; what does not fit is added to the troubles.
std::map<std::uint64_t, PartFile> sort_parts(const std::vector<std::string>& names, Troubles& troubles) {
    std::map<std::uint64_t, PartFile> parts;
    std::optional<PartFile> first;
    for (const std::string& name : names) {
        try {
            const PartFile file{name, read_study_header(name)};
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

}  // namespace

Merged merge_parts(const std::vector<std::string>& names, const std::string& out, bool force) {
    NewFile::refuse(out, force);
    for (const std::string& name : names) {
        std::error_code error;
        if (std::filesystem::equivalent(name, out, error))
            refuse(shown(out) + ": --out would replace one of the parts");
    }
    Troubles troubles;
    const std::map<std::uint64_t, PartFile> parts = sort_parts(names, troubles);
    if (parts.empty()) troubles.fail(out);

    const PartFile& first = parts.begin()->second;
    Merged merged{whole_header(first.header), parts.size()};
    NewFile file(out, force);
    WholeStudy whole(merged.header);
    const auto write = [&](const std::string& bytes) {
        if (!troubles.none()) return;
        file.write(bytes);
        merged.bytes += bytes.size();
    };
    write(whole.begin());
    // Keep reading after an error, so that one run reports every bad part.
    for (const auto& [number, part] : parts) {
        const StudyHeader& header = part.header;
        try {
            const LinesRead read = read_study(
                part.name, false,
                [&](const StudyHeader& now) {
                    if (header_json(now) != header_json(header) || now.build != header.build)
                        refuse(file_name(part.name) + ": the file has just been replaced");
                },
                [&](const SolvedDeal&, std::string_view line) { write(whole.next(line)); });
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
    return merged;
}

}  // namespace quincunx::cli
