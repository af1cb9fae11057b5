#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

/// The interface between the HTTP server and the service: requests and answers, with nothing of sockets.
namespace quincunx::service {

/// A request for a path below /api/1/.
struct Request {
    std::string method{};
    std::string path{};  ///< decoded, without a query
    std::string host{};  ///< the fields of these names; empty if they are not there
    std::string origin{};
    std::string content_type{};
    std::string authorization{};
    std::string address{};  ///< from where: the bytes of an address of IPv4 or a /64 of IPv6
    std::string network{};  ///< and of the /24 or the /48 around it
    bool has_body = false;
    std::optional<std::size_t> length{};  ///< of the body; none if it is not said, or comes in chunks
    std::string body{};
};

struct Answer {
    unsigned status = 200;
    std::string body{};
    std::string type = "application/json";
    unsigned retry_after = 0;  ///< seconds, if not 0
    std::string allow{};       ///< the methods, of 405
};

using Reply = std::function<void(Answer)>;

class Api {
  public:
    Api() = default;
    Api(const Api&) = delete;
    Api& operator=(const Api&) = delete;
    virtual ~Api() = default;

    /// Refuses what its header is reason enough for, so that its body need not be read.
    virtual std::optional<Answer> refuse(const Request& request) = 0;
    /// How many bytes the body of a request that was not refused may have, if it does not say how many it has.
    virtual std::size_t longest_body(const Request& request) = 0;
    /// The answer to a request that was not refused, but for whose body there is no room now, or never.
    enum class Room : std::uint8_t { none_now, never };
    virtual Answer turn_away(const Request& request, Room room) = 0;
    /// Whether it answers requests for a server of this name, as the field Host says it.
    virtual bool is_for(const std::string& host) = 0;
    /// Answers a request that was not refused, with its body: at once, or later from another thread.
    virtual void answer(Request request, Reply reply) = 0;
    /// Whether what is sent can be kept now.
    virtual bool can_write() = 0;
    /// Figures for the operator, as Prometheus reads them.
    virtual std::string metrics() = 0;
    /// Ends all threads: from now on nothing is answered.
    virtual void stop() = 0;
};

}  // namespace quincunx::service
