#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "apps/common/file.hpp"
#include "apps/common/io.hpp"
#include "apps/common/json.hpp"
#include "lab/study/deal_list.hpp"
#include "lab/study/file_header.hpp"
#include "lab/study/rolling_sum.hpp"

/// Files with a line of JSON for each deal of a list, in the order of the list, after a header that says what
/// was asked (docs/notation.md, "Files of many deals"). A file that was interrupted at any byte is a prefix of
/// the complete one.
namespace quincunx::cli::lab {

/// The lines of a file, read in chunks.
class LineReader : public Reading {
  public:
    explicit LineReader(File& file) : file_(file) {}

    /// The next whole line; none at the end, or if the last one has no line feed.
    std::optional<std::string_view> next();
    /// The text after the last line feed, once `next` has returned none.
    std::string_view rest() const { return std::string_view(buffer_).substr(start_); }
    /// The number of bytes in the whole lines taken.
    std::uint64_t good() const { return good_; }
    using Reading::fail;
    [[noreturn]] void fail(const std::string& why, std::uint64_t line) const;

  protected:
    /// About the line taken last; at the start of the file, about the first one.
    Failure failure(const std::string& why) const override {
        return failure(why, std::max<std::uint64_t>(number_, 1));
    }

  private:
    static constexpr std::size_t longest_line = std::size_t{16} << 20U;

    bool read();
    Failure failure(const std::string& why, std::uint64_t line) const;

    File& file_;
    std::string buffer_;
    std::size_t start_ = 0;  ///< of what has not been taken yet
    std::uint64_t good_ = 0;
    std::uint64_t number_ = 0;
};

/// A line as it is read.
struct DealLine {
    std::string deal;
    /// The moves as texts. Empty if there are none, and if nobody has asked for them.
    std::vector<std::string> moves;
    /// The end to which the moves have to lead, for the check that plays them.
    bool won = false;
    /// The build that wrote this line and those after it, if that is not the one before; otherwise empty.
    std::string build;
    /// Counts what the line says; called once the deal is known to be the one that belongs here.
    std::function<void()> count;
};

/// Reads a line of a file; `read` gets its JSON, and returns what counts it. If something is missing, given twice or too
/// deep, the line does not describe `what`.
template <class Read>
DealLine read_line(const LineReader& reader, std::string_view text, const char* what, Read&& read) {
    constexpr int deepest = 4;
    const std::string wrong = std::string("this line does not describe ") + what;
    std::set<std::string> members;
    const auto check = [&](int depth, Json::parse_event_t event, const Json& key) {
        const bool twice =
            depth == 1 && event == Json::parse_event_t::key && !members.insert(key.get<std::string>()).second;
        if (depth > deepest || twice) reader.fail(wrong);
        return true;
    };
    const Json json = Json::parse(text, check, false);
    try {
        DealLine line;
        line.deal = json.at("deal").get<std::string>();
        if (json.contains("build")) line.build = json.at("build").get<std::string>();
        line.count = read(json, line);
        return line;
    } catch (const Json::exception&) {
        reader.fail(wrong);
    }
}

/// Takes a line. Throws if it is not such a line.
using TakeLine = std::function<DealLine(const LineReader& reader, std::string_view line)>;

/// A file that is open for writing.
class LinesFile {
  public:
    /// Starts a file, or continues one that was started with an equal header: `take` gets every line that is
    /// there, and an incomplete last one is removed. Throws if the file is something else.
    LinesFile(const std::string& name, const FileKind& kind, const Json& header, const DealList& deals,
              const Manner& manner, const TakeLine& take);

    /// The next line in the form in which it stands in the file.
    std::string sealed(const std::string& line);
    void add(std::string_view lines) { file_.append(lines); }
    /// Waits until all of that is on the disk. May be called while another thread adds something.
    void sync() { file_.sync(); }

  private:
    void resume(const FileKind& kind, const Json& header, const DealList& deals, const Manner& manner,
                const TakeLine& take);

    File file_;
    RollingSum sum_;
    std::string new_build_;  ///< to be named in the next line
};

/// Facts about a file that was read, beside its lines.
struct LinesRead {
    std::uint64_t lines = 0;
    std::uint64_t replayed = 0;
    std::uint64_t count = 0;          ///< of deals asked for
    std::vector<std::string> builds;  ///< that have written it, in this order
    bool cut_off = false;             ///< the last line is incomplete; it was not read
};

/// Reads a file: `on_header`, then `take` for each line. Checks what can be checked without solving: the
/// checksums, that the deals are those that the header names, in their order, each once, and no more of them;
/// and with `replay`, that the moves of each line are legal and lead to what it says. Throws if something is
/// wrong, with the line.
LinesRead read_lines(const std::string& name, const FileKind& kind, bool replay,
                     const std::function<void(const Reading&, const FileHeader&)>& on_header,
                     const TakeLine& take);

/// Reads the header of a file alone. Throws if the file cannot be read again later, as a pipe cannot.
FileHeader read_header_of(const std::string& name, const FileKind& kind,
                          const std::function<void(const Reading&, const FileHeader&)>& on_header);

}  // namespace quincunx::cli::lab
