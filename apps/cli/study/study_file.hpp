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
/// order of the deals. A file that was interrupted at any byte is the beginning of the whole one.
namespace quincunx::cli {

/// What was asked. Files can be gone on with only where all of it is the same.
struct StudyHeader {
    std::string version = QUINCUNX_VERSION;
    std::string deals;  ///< name of the list
    std::uint64_t count = 0;
    std::vector<std::string> games;
    SearchLimits limits;
    bool shorten = false;
};

StudyHeader header_of(const DealList& deals, const SearchLimits& limits, bool shorten);
Json header_json(const StudyHeader& header);

/// What a file keeps of a deal, without the moves.
struct Run {
    std::string deal;
    advice::Verdict verdict = advice::Verdict::unknown;
    std::uint64_t moves = 0;
    std::uint64_t nodes = 0;
    double milliseconds = 0;
    bool defective = false;
};

/// The line of a deal, with its line feed.
std::string run_line(const std::string& deal, const Answer& answer);

using OnRun = std::function<void(const Run&)>;

/// A file of verdicts that is written.
class StudyFile {
  public:
    /// Begins a file, or with `resume` goes on with what is there: `on_run` is told every deal that is done
    /// already, and a last line that was cut off is taken away. Throws where there is something else.
    StudyFile(const std::string& name, const StudyHeader& header, const DealList& deals, bool resume,
              const OnRun& on_run);

    /// Deals that stand in the file.
    std::uint64_t done() const { return done_; }
    /// Adds whole lines.
    void add(std::string_view lines, std::uint64_t deals);

  private:
    void resume(const StudyHeader& header, const DealList& deals, const OnRun& on_run);

    File file_;
    std::uint64_t done_ = 0;
};

/// Reads a file: `on_header` is told what was asked, then `on_run` each deal; a last line that was cut off is
/// left out. Throws where it is no such file.
void read_study(const std::string& name, const std::function<void(const StudyHeader&)>& on_header,
                const OnRun& on_run);

}  // namespace quincunx::cli
