#pragma once

#include <string>
#include <vector>

#include "lab/study/study_file.hpp"

namespace quincunx::cli {

/// The result of merging the parts of a range.
struct Merged {
    StudyHeader header;  ///< of the whole range
    std::uint64_t parts = 0;
    std::uint64_t bytes = 0;
};

/// Merges the files of all parts of a range, in whatever order they are named, into the file that one process would
/// have written for the range. The file is written whole or not at all. Throws if it cannot be: the message names
/// every part that is missing, doubled, unfinished, damaged or of another study.
Merged merge_parts(const std::vector<std::string>& names, const std::string& out, bool force);

}  // namespace quincunx::cli
