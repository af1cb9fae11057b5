#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.hpp"

namespace quincunx::wire {

/// Answers `table_questions`, one table at a time.
class TableRequests {
  public:
    /// Never fails: any request gets a JSON text with `ok` as its answer.
    std::string answer(std::string_view request);

  private:
    static constexpr auto no_limit = static_cast<std::size_t>(-1);
    std::string on_table(std::size_t asked, std::string_view rest);
    std::string open(Expected<Session> session);
    std::string table() const;
    std::string changed(bool done, const char* code, std::size_t limit = no_limit) const;

    std::string read_rules(std::string_view text);
    void note(const SharedRules& rules);
    SharedRules noted(std::string_view ref) const;

    std::optional<Session> session_;
    std::vector<SharedRules> own_;  ///< games that are not listed, the one that can be called own at the end
};

}  // namespace quincunx::wire
