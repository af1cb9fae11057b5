#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "session/session.hpp"

namespace quincunx::wire {

/// Answers the requests of the contract between the engine and the page (web/src/engine/contract.ts), one table at a
/// time.
class TableRequests {
  public:
    /// Never fails: any request gets a JSON text with `ok` as its answer.
    std::string answer(std::string_view request);

  private:
    std::string on_table(std::string_view verb, std::string_view rest);
    std::string open(Expected<Session> session);

    std::optional<Session> session_;
};

}  // namespace quincunx::wire
