#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <tl/expected.hpp>

#include "apps/server/site.hpp"

namespace quincunx::server {

/// How much a client may use. The defaults suit a browser on the same machine.
struct Limits {
    std::size_t head_bytes = 16 * 1024;             ///< for a request's line and header fields together
    std::chrono::milliseconds head_time{10'000};    ///< until a whole header has come, also for the next one
    std::chrono::milliseconds answer_time{60'000};  ///< until a whole answer has been taken
    std::chrono::milliseconds stop_time{10'000};    ///< to finish answers once the server is told to stop
    std::size_t connections = 256;                  ///< at a time; one more gets an error and is closed
};

/// Serves a site over HTTP/1.1 on one address, in the thread that calls `run`.
class Server {
  public:
    /// Listens on `host` (a name or an address) from construction on; port 0 means any free one. Listens on
    /// every address of the machine only if `host` is 0.0.0.0 or ::, and not for anything else that resolves
    /// to it. The error is a reason to show.
    static tl::expected<Server, std::string> listen(const std::string& host, std::uint16_t port, Site site,
                                                    const Limits& limits = {});
    Server(Server&&) noexcept;
    Server& operator=(Server&&) noexcept;
    ~Server();

    /// The port it listens on.
    [[nodiscard]] std::uint16_t port() const;
    /// `http://127.0.0.1:8080/`
    [[nodiscard]] std::string address() const;

    /// Serves until `stop` is called or, if signals are watched, the process gets SIGINT or SIGTERM. Answers
    /// already being sent are finished, unless `stop_time` runs out or a second signal arrives.
    void run();
    /// Tells `run` to return; may be called from any thread.
    void stop();
    /// From now on SIGINT and SIGTERM stop the server. Only one server in a process may do this.
    void stop_on_signals();

  private:
    class Impl;
    explicit Server(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace quincunx::server
