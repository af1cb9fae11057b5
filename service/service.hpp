#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "service/api.hpp"
#include "service/store.hpp"
#include "session/date.hpp"

/// The service beside the table: docs/service.md.
namespace quincunx::service {

/// The operator.
struct Operator {
    std::string name;
    std::string contact;
};

Time system_time();
/// "2026-11-28", in UTC.
std::string day_text(Time time);

struct Settings {
    std::optional<Operator> who{};     ///< none on a server for this machine alone
    std::vector<std::string> hosts{};  ///< its public names; addresses and names at home are always allowed
    double writes = 1200;              ///< in an hour, from one address: pupils of a school have one
    double own_writes = 120;           ///< likewise, of one player: twice what one can want in a day
    unsigned threads = 1;              ///< that replay records
    std::size_t waiting = 1024;        ///< records, at most, for one of them
    /// How long those of a group that failed are tried one by one.
    std::chrono::milliseconds alone{5000};
    std::function<Time()> now = system_time;
};

/// One way of asking: what docs/service-openapi.json has under `paths`.
struct Route {
    std::string_view operation;
    std::string_view method;
    std::string_view path;
    std::size_t body = 0;  ///< bytes at most; 0 if there must be none
    enum class Key : std::uint8_t { none, optional, required } key = Key::none;
};
const std::vector<Route>& routes();
inline constexpr std::string_view forgets =
    "forget";  ///< the operation that everyone may, whatever neighbors do

/// A reason to refuse, as docs/service.md lists them.
struct Problem {
    std::string_view word;
    unsigned status;
    std::string_view title;
};
const std::vector<Problem>& problems();

/// From when to when results of a day are taken: as long as it is that day anywhere.
Time opens(Date day);
Time closes(Date day);

/// The mean of so many stars with its 95 % interval; all 0 if there are none.
struct Mean {
    double mean = 0;
    double low = 0;
    double high = 0;
};
Mean mean_of(const Stars& stars);

/// Starts threads that answer, and one that owns the store.
std::unique_ptr<Api> start(std::unique_ptr<Store> store, const Settings& settings);

}  // namespace quincunx::service
