#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "session/session.hpp"

namespace quincunx::wire {

/// Answers the requests of the contract between engine and page (web/src/contract.ts), one table at a time.
class TableRequests {
  public:
    /// Never fails: whatever is asked, the answer is a JSON text with `ok`.
    std::string answer(std::string_view request);

  private:
    std::string on_table(std::string_view verb, std::string_view rest);
    std::string open(Expected<Session> session);

    std::optional<Session> session_;
};

}  // namespace quincunx::wire
