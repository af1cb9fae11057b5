#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/common/search.hpp"
#include "lab/study/build.hpp"
#include "lab/study/lines_file.hpp"

/// Files of verdicts.
namespace quincunx::cli {

/// The question. A file can be resumed only if all of this is the same.
struct StudyHeader {
    std::string version = QUINCUNX_VERSION;
    std::string build{solver_build};
    std::string deals;  ///< name of the list of deals
    std::uint64_t count = 0;
    std::vector<std::string> games;
    SharedRules own;  ///< the game of --rules
    SearchLimits limits;
    bool shorten = false;
    bool times = true;         ///< lines say how long a search took
    bool solutions = true;     ///< lines have the moves of solutions, not just their number
    std::optional<Part> part;  ///< the part that the deals are, and
    std::string whole;         ///< the range that it is a part of
    Json json;                 ///< all of a header that was read
};

StudyHeader header_of(const DealList& deals, const SearchLimits& limits, bool shorten, bool times);
/// The members that a file's header has after those of every file of lines.
Json header_json(const StudyHeader& header);

/// A deal as it is kept when its line is read: everything but the moves.
struct SolvedDeal {
    std::string deal;
    advice::Verdict verdict = advice::Verdict::unknown;
    std::uint64_t moves = 0;
    std::uint64_t nodes = 0;
    double milliseconds = 0;
    bool defective = false;
};

/// The line for a deal, with its line feed, but without its checksum.
std::string solved_line(const std::string& deal, const Answer& answer, bool times, bool solutions);

using OnSolved = std::function<void(const SolvedDeal&)>;
using OnHeader = std::function<void(const StudyHeader&)>;
/// Takes a deal and its line as it stands in the file, without its line feed.
using OnLine = std::function<void(const SolvedDeal&, std::string_view)>;

/// A file of verdicts, open for writing: a new one, or with `resume` an existing one, which is continued;
/// then `on_solved` is called for every deal already done. Throws if the file is something else.
std::unique_ptr<LinesFile> open_study(const std::string& name, const StudyHeader& header,
                                      const DealList& deals, const Manner& manner, const OnSolved& on_solved);

/// Reads and checks a file as `read_lines` does: `on_header` gets what was asked, then `on_line` each deal.
LinesRead read_study(const std::string& name, bool replay, const OnHeader& on_header, const OnLine& on_line);

/// Reads the header of a file alone. Throws if the file cannot be read again later, as a pipe cannot.
StudyHeader read_study_header(const std::string& name);

/// How the header of a part differs from that of another part of the same study, but for its deals; empty if it
/// does not.
std::string difference_of_parts(const StudyHeader& one, const StudyHeader& other);

/// The header of the whole range that a part belongs to.
StudyHeader whole_header(const StudyHeader& part);

/// Makes the file of a whole range from what its parts contain: the bytes to be written one after the other.
class WholeStudy {
  public:
    explicit WholeStudy(StudyHeader header) : header_(std::move(header)) {}
    std::string begin();
    std::string next(std::string_view line) { return sum_.resealed(line); }

  private:
    StudyHeader header_;
    RollingSum sum_;
};

}  // namespace quincunx::cli
