#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/file.hpp"
#include "apps/cli/io.hpp"
#include "apps/cli/json.hpp"
#include "apps/cli/study/deal_list.hpp"
#include "apps/cli/study/rolling_sum.hpp"

/// Files with a line of JSON for each deal of a list, in the order of the list, after a header that says what
/// was asked (docs/notation.md, "Files of many deals"). A file that was interrupted at any byte is a prefix of
/// the complete one.
namespace quincunx::cli {

/// The latest version of the format, which is written. Version 1 has no checksums and does not name the build;
/// it is only read.
inline constexpr int lines_format = 2;

/// The lines of a file, read in chunks.
class LineReader {
  public:
    explicit LineReader(File& file) : file_(file) {}

    /// The next whole line; none at the end, or if the last one has no line feed.
    std::optional<std::string_view> next();
    /// What follows the last line feed, once `next` has returned none.
    std::string_view rest() const { return std::string_view(buffer_).substr(start_); }
    /// The number of bytes in the whole lines taken.
    std::uint64_t good() const { return good_; }
    [[noreturn]] void fail(const std::string& why, std::uint64_t line) const;
    [[noreturn]] void fail(const std::string& why) const { fail(why, number_); }

  private:
    static constexpr std::size_t longest_line = std::size_t{16} << 20U;

    bool read();

    File& file_;
    std::string buffer_;
    std::size_t start_ = 0;  ///< of what has not been taken yet
    std::uint64_t good_ = 0;
    std::uint64_t number_ = 0;
};

/// One kind of such files.
struct LinesKind {
    std::string_view kind;  ///< stands in the header: "quincunx-study"
    std::string_view name;  ///< what its lines are, in messages: "verdicts"
    /// A member of the header that only this kind has, as people would say it: its value, also as a text. Empty
    /// if it is not one of them.
    std::string (*spoken)(std::string_view key, const Json& value, const std::string& text);
};

/// What every header says: what kind of file it is, what wrote it and which deals were asked for. The members
/// of the kind are added to it.
Json lines_header(const LinesKind& kind, const std::string& build, const DealList& deals);

/// What is read of a line.
struct DealLine {
    std::string deal;
    /// The moves as texts. Empty if there are none, and if nobody has asked for them.
    std::vector<std::string> moves;
    /// What the moves have to lead to, for the check that plays them.
    bool won = false;
    /// The build that wrote this line and those after it, if that is not the one before; otherwise empty.
    std::string build;
    /// Counts what the line says; called once the deal is known to be the one that belongs here.
    std::function<void()> count;
};

/// Takes a line. Throws if it is not such a line.
using TakeLine = std::function<DealLine(const LineReader& reader, std::string_view line)>;

/// A file that is open for writing.
class LinesFile {
  public:
    /// How to treat a file that is there already.
    struct Manner {
        bool resume = false;     ///< continue it
        bool any_build = false;  ///< even if another build of the program has written it
    };

    /// Starts a file, or continues one that was started with an equal header: `take` gets every line that is
    /// there, and an incomplete last one is removed. Throws if the file is something else.
    LinesFile(const std::string& name, const LinesKind& kind, const Json& header, const DealList& deals,
              const Manner& manner, const TakeLine& take);

    /// The next line in the form in which it stands in the file. Lines must be added in this order.
    std::string sealed(const std::string& line);
    /// Adds whole lines.
    void add(std::string_view lines) { file_.write(lines); }
    /// Waits until they are on the disk.
    void sync() { file_.sync(); }

  private:
    void resume(const LinesKind& kind, const Json& header, const DealList& deals, const Manner& manner,
                const TakeLine& take);

    File file_;
    RollingSum sum_;
    std::string new_build_;  ///< to be named in the next line
};

/// What a file that was read has beside its lines.
struct LinesRead {
    std::uint64_t lines = 0;
    std::uint64_t count = 0;          ///< of deals asked for
    std::vector<std::string> builds;  ///< that have written it, in this order; empty for version 1
    bool cut_off = false;             ///< the last line is incomplete; it was not read
};

/// Reads a file: `on_header`, then `take` for each line. Checks what can be checked without solving: the
/// checksums, that the deals are those that the header names, in their order, each once, and no more of them;
/// and with `replay`, that the moves of each line are legal and lead to what it says. Throws if something is
/// wrong, with the line.
LinesRead read_lines(const std::string& name, const LinesKind& kind, bool replay,
                     const std::function<void(const LineReader&, const Json&)>& on_header,
                     const TakeLine& take);

/// A number in a header or a line, checked; `fail` says what is wrong with it. JSON that comes from elsewhere
/// may hold any number, and converting some of them is undefined.
std::uint64_t whole_number(const Json& object, const char* key, std::uint64_t least, std::uint64_t most,
                           const LineReader& reader);
double time_number(const Json& object, const char* key, double most, const LineReader& reader);

}  // namespace quincunx::cli
