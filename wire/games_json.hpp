#pragma once

#include <string>
#include <string_view>

#include "stats/games_file.hpp"

/// The contents of a file of games, as JSON (docs/games-file.md, "Requests").
namespace quincunx::wire {

/// Parts that cannot be read are left out, first a record and then its line. An error only if the text is no JSON object.
Expected<stats::GamesFile> read_contents(std::string_view json);

/// Reads a file, or a copy of the page's contents, in which every line must be right.
Expected<stats::GamesFile> read_games(std::string_view text);

std::string contents_json(const stats::GamesFile& file);

}  // namespace quincunx::wire
