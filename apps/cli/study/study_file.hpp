#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/file.hpp"
#include "apps/cli/json.hpp"
#include "apps/cli/search.hpp"
#include "apps/cli/study/deal_list.hpp"

/// Files of verdicts, in lines of JSON: a header that says what was asked, then a line for each deal, in the
/// order of the deals. A file that was interrupted at any byte is a prefix of the complete one.
namespace quincunx::cli {

/// What was asked. A file can be resumed only if all of this is the same.
struct StudyHeader {
    std::string version = QUINCUNX_VERSION;
    std::string deals;  ///< name of the list of deals
    std::uint64_t count = 0;
    std::vector<std::string> games;
    SearchLimits limits;
    bool shorten = false;
};

StudyHeader header_of(const DealList& deals, const SearchLimits& limits, bool shorten);
Json header_json(const StudyHeader& header);

/// What is kept of a deal when its line is read: everything but the moves.
struct Run {
    std::string deal;
    advice::Verdict verdict = advice::Verdict::unknown;
    std::uint64_t moves = 0;
    std::uint64_t nodes = 0;
    double milliseconds = 0;
    bool defective = false;
};

/// The line for a deal, with its line feed.
std::string run_line(const std::string& deal, const Answer& answer);

using OnRun = std::function<void(const Run&)>;

/// A file of verdicts, open for writing.
class StudyFile {
  public:
    /// Starts a file, or with `resume` continues an existing one: `on_run` is called for every deal already
    /// done, and an incomplete last line is removed. Throws if the file is something else.
    StudyFile(const std::string& name, const StudyHeader& header, const DealList& deals, bool resume,
              const OnRun& on_run);

    /// The number of deals in the file.
    std::uint64_t done() const { return done_; }
    /// Adds whole lines.
    void add(std::string_view lines, std::uint64_t deals);

  private:
    void resume(const StudyHeader& header, const DealList& deals, const OnRun& on_run);

    File file_;
    std::uint64_t done_ = 0;
};

/// Reads a file: `on_header` gets what was asked, then `on_run` each deal; an incomplete last line is
/// ignored. Throws if it is not a file of verdicts.
void read_study(const std::string& name, const std::function<void(const StudyHeader&)>& on_header,
                const OnRun& on_run);

}  // namespace quincunx::cli
