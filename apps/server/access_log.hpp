#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace quincunx::server {

/// A request and its answer, for the log.
struct Access {
    std::string_view address;
    std::string_view method;  ///< empty if what was sent is no request: the line then has - for it
    std::string_view target;
    unsigned version = 11;
    unsigned status = 0;
    std::uint64_t bytes = 0;  ///< of the body that was sent
    std::uint64_t microseconds = 0;
};

/// The line for an access in the common log format, with the microseconds that it took at the end. What a client
/// has sent cannot break the line or the quotes around it: other bytes than those of printable ASCII are written
/// `\xhh`, as are quotes and backslashes, and at most 1 KiB of the target is kept.
std::string log_line(const Access& access, std::string_view time);

/// A file to which a line is added for each request. It can be renamed and reopened while the server runs.
class AccessLog {
  public:
    AccessLog() = default;
    AccessLog(const AccessLog&) = delete;
    AccessLog& operator=(const AccessLog&) = delete;
    ~AccessLog() { close(); }

    /// "-" for standard output. The error is a reason to show.
    tl::expected<void, std::string> open(const std::string& file);
    /// Opens the file by its name again; keeps the old one if that fails.
    tl::expected<void, std::string> reopen();
    bool is_open() const { return descriptor_ >= 0; }
    /// Adds a line; says once on standard error if it cannot be written.
    void add(const Access& access);

  private:
    void close();

    std::string file_;
    int descriptor_ = -1;
    bool complained_ = false;
};

}  // namespace quincunx::server
