#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "apps/server/site.hpp"
#include "service/api.hpp"

namespace quincunx::server {

/// How much a client may use, and all of them together.
///
/// If all connections are taken, one that is idle, or failing that one whose client has been sending a body or
/// taking its answer for long, makes room for a new one: a crowd that holds connections open shuts nobody out. Bodies
/// of slow clients make room for others, too.
struct Limits {
    std::size_t head_bytes = 16 * 1024;             ///< for a request's line and header fields together
    std::chrono::milliseconds head_time{10'000};    ///< until a whole header has come, also for the next one
    std::chrono::milliseconds body_time{10'000};    ///< for the body of a request to the service
    std::chrono::milliseconds answer_time{60'000};  ///< until a whole answer has been taken, and besides
    std::size_t slowest = 8 * 1024;                 ///< bytes of it in a second
    std::chrono::milliseconds stall_time{10'000};   ///< without any byte of it being taken
    std::chrono::milliseconds stop_time{10'000};    ///< to finish answers once the server is told to stop
    std::size_t connections = 4096;                 ///< at a time
    /// At a time from one IPv4 address or one network of 2^64 IPv6 addresses: connections, or, behind a proxy,
    /// answers being sent; one more gets an error.
    std::size_t per_address = 512;
    std::size_t bodies = 64U << 20U;            ///< bytes of those for the service that have come, at a time
    std::chrono::milliseconds idle_grace{250};  ///< a connection younger than that does not make room
    std::chrono::milliseconds answer_grace{5'000};  ///< likewise for one that is taking an answer
};

/// Tasks of a server besides serving.
struct Manner {
    /// The clients' addresses are in the field X-Forwarded-For: its last entry, which the proxy has added.
    bool behind_proxy = false;
    std::string log{};                 ///< file of the access log, "-" for standard output; empty for none
    std::vector<std::string> names{};  ///< by which players reach the server
};

/// Serves a site over HTTP/1.1 on one address, in the thread that calls `run`.
class Server {
  public:
    /// Listens on `host` (a name or an address) from construction on; port 0 means any free one. Listens on
    /// every address of the machine only if `host` is 0.0.0.0 or ::, and not for anything else that resolves
    /// to it. The error is a reason to show.
    static tl::expected<std::unique_ptr<Server>, std::string> listen(const std::string& host,
                                                                     std::uint16_t port, Site site,
                                                                     const Limits& limits = {},
                                                                     const Manner& manner = {});
    Server() = default;
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    virtual ~Server() = default;

    /// The port it listens on.
    [[nodiscard]] virtual std::uint16_t port() const = 0;
    /// `http://127.0.0.1:8080/`
    [[nodiscard]] virtual std::string address() const = 0;

    /// Whether only this machine can reach it.
    [[nodiscard]] virtual bool is_local() const = 0;
    /// Serves this below /api/1/, too. It has to be stopped after `run`, and before the server ends.
    virtual void use(service::Api& service) = 0;

    /// Serves until `stop` is called or, if signals are watched, the process gets SIGINT or SIGTERM. Answers
    /// already being sent are finished, unless `stop_time` runs out or a second signal arrives.
    virtual void run() = 0;
    /// Tells `run` to return; may be called from any thread.
    virtual void stop() = 0;
    /// From now on SIGINT and SIGTERM stop the server. Only one server in a process may do this.
    virtual void stop_on_signals() = 0;
    /// From now on SIGHUP reopens the log and replaces the site by what `read` returns; if that is an error, it
    /// is said on standard error, and the old site stays. Answers that are being sent are not disturbed, and
    /// pages loaded before still get the hashed files of their build. `read` runs in a thread of its own.
    virtual void reload_on_hangup(std::function<tl::expected<Site, std::string>()> read) = 0;
};

}  // namespace quincunx::server
