#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <tl/expected.hpp>

#include "apps/server/site.hpp"

namespace quincunx::server {

/// What a client may take up. The defaults suit a browser on the same machine.
struct Limits {
    std::size_t head_bytes = 16 * 1024;             ///< of a request's line and header fields together
    std::chrono::milliseconds head_time{10'000};    ///< until a whole head has come, also before the next one
    std::chrono::milliseconds answer_time{60'000};  ///< until a whole answer is taken
    std::chrono::milliseconds stop_time{10'000};    ///< for running answers once the server is to stop
    std::size_t connections = 256;                  ///< at a time; one more is told so and closed
};

/// Serves a site over HTTP/1.1 on one address, in the thread that calls `run`.
class Server {
  public:
    /// Listens on `host` (a name or an address) at once; port 0 takes any free one. On every address of the
    /// machine only where `host` is 0.0.0.0 or ::, and nothing that merely means it. The error is a reason to
    /// show.
    static tl::expected<Server, std::string> listen(const std::string& host, std::uint16_t port, Site site,
                                                    const Limits& limits = {});
    Server(Server&&) noexcept;
    Server& operator=(Server&&) noexcept;
    ~Server();

    /// The port that is listened on.
    [[nodiscard]] std::uint16_t port() const;
    /// `http://127.0.0.1:8080/`
    [[nodiscard]] std::string address() const;

    /// Serves until `stop` is called or, where they are watched, the process gets SIGINT or SIGTERM. Answers
    /// that are being sent then are sent to their end, or until `stop_time` is over or a second signal comes.
    void run();
    /// Asks `run` to end; may be called from any thread.
    void stop();
    /// From now on SIGINT and SIGTERM stop the server. One server in a process may do this.
    void stop_on_signals();

  private:
    class Impl;
    explicit Server(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace quincunx::server
