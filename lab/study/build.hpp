#pragma once

#include <string_view>

/// Texts that stand in files of many deals for the build of the program that wrote them. Two builds that would
/// give different verdicts, node counts or games differ in it, however little time lies between them.
namespace quincunx::cli::lab {

/// The signature of the solver: `quincunx-lab bench solve` prints it, and tests/study_test.py holds this to it.
inline constexpr std::string_view solver_build = "f27b47a374169f45";

/// Likewise for fair players: a checksum of a few games and odds (tests/study_test.py).
inline constexpr std::string_view fair_build = "cc5c43e433b86401";

/// And for ratings of deals: a checksum of a few of them, and of games that check them (tests/study_test.py).
inline constexpr std::string_view rating_build = "d21bf95a64f5ffd4";

/// And for puzzles: a checksum of those of a few deals (tests/puzzles_test.py).
inline constexpr std::string_view puzzle_build = "a27c1671b77a63e1";

}  // namespace quincunx::cli::lab
