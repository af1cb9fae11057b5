#pragma once

#include <string>
#include <string_view>

// Requests of the solver's module that are about a text.
namespace quincunx::wire {

/// About games played (docs/games-file.md, "Requests"); `games` are ids with commas between them.
std::string games_stats(std::string_view games, std::string_view kind, std::string_view contents);
std::string games_file(std::string_view contents);
std::string games_merge(std::string_view bytes_of_own, std::string_view payload);

/// About a puzzle (docs/notation.md, "Requests for puzzles").
std::string puzzle_answer(std::string_view payload);

}  // namespace quincunx::wire
