#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "service/service.hpp"
#include "wire/table/json.hpp"

/// Answers as JSON.
namespace quincunx::service {

struct Detail {
    std::string text{};
    std::string member{};
    int line = 0;
    int column = 0;
    unsigned retry_after = 0;
};

Answer problem(std::string_view word, const Detail& detail = {});
/// A name in what a client has sent is shown as far as it is harmless.
Answer bad_member(std::string_view name, const std::string& text);

std::string board_of(std::string_view game, std::string_view day);
/// The table of a day but for its beginning, which depends on the clock.
std::string table_tail(std::string_view board, const std::vector<Count>& counts);
std::string table_text(std::string_view board, const std::string& tail, Time now);

void write_votes(wire::JsonWriter& json, const std::string& game, const Stars& stars);
void write_challenge(wire::JsonWriter& json, const std::string& id, const Challenge& challenge);

}  // namespace quincunx::service
