#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "apps/common/search.hpp"
#include "lab/study/lines_file.hpp"

/// Files of verdicts.
namespace quincunx::cli::lab {

/// A member of the header as people would say it (`FileKind::spoken`).
std::string spoken_limit(std::string_view key, const Json& value, const std::string& text);
inline constexpr FileKind study_kind{"quincunx-study", "verdicts", spoken_limit};

/// Members that a header has after those of every file of lines; `solutions`: lines have the moves of solutions, not
/// just their number.
Json study_json(const DealList& deals, const SearchLimits& limits, bool shorten, bool times, bool solutions);

/// Throws if a header lacks one of them, or has something else in its place.
void check_study(const Reading& reading, const Json& header);

/// The limits that a header names.
SearchLimits limits_in(const Json& header);

/// Whether lines have the moves of solutions.
inline bool has_solutions(const Json& header) {
    return header.value("solutions", true);
}

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

/// Reads a line; `on_solved` gets what it says.
DealLine take_solved(const LineReader& reader, std::string_view text, bool times, bool solutions,
                     const std::function<void(SolvedDeal)>& on_solved);

}  // namespace quincunx::cli::lab
