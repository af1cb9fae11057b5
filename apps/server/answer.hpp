#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/server/site.hpp"
#include "service/api.hpp"

namespace quincunx::server {

/// The parts of a request that decide the response.
struct Request {
    std::string_view method;
    std::string_view target;
    std::string_view accept_encoding;
    std::string_view if_none_match;
    std::string_view host{};
    std::string_view accept{};
};

/// The names by which a server is reached.
struct Names {
    std::vector<std::string> own{};  ///< also with "www." before it, or a dot behind it
    std::string here{};  ///< an address, if only this machine reaches it, which says "localhost", too
};

/// A response except for what belongs to the connection. The body is owned by someone else or lives forever; for
/// HEAD it is the body that GET would get, which the connection does not send.
struct Response {
    unsigned status;
    std::vector<std::pair<std::string_view, std::string>> fields;
    std::string_view body;
};

/// Where whoever watches the server asks whether it answers; no file of the site has this path.
inline constexpr std::string_view health_path = "/health";

/// A field of the answer to a request for the page itself, with the value 1 while there is a service: the page asks with
/// HEAD, which no host refuses.
inline constexpr std::string_view service_field = "Quincunx-Service";

/// Where the service is asked, and where its figures are, for this machine alone.
inline constexpr std::string_view service_path = "/api/1/";
inline constexpr std::string_view metrics_path = "/metrics";

/// A target as the access log has it. Below /api/ there are ids of what players have sent, and what is said of a line
/// there ends with the kind of thing: /api/1/results. A link to what players have sent ends at its "%23".
std::string logged_target(std::string_view target);

/// The decoded path in a request's target: without the query and, in the form that proxies use, without scheme and
/// host. None if it is malformed.
std::optional<std::string> path_of(std::string_view target);

/// Leads whoever opens a page by another name of this server to the one that it has: browsers keep games by address.
/// Nothing for all that is not opened as a page, and for other names.
std::optional<Response> elsewhere(const Request& request, const Names& names);

/// Answers with the files of the site, and "ok" at `health_path`. A link whose "#" has become "%23" on its way, as gateways
/// of mail have it, leads to its page.
Response answer(const Site& site, const Request& request);

/// The response to a request that is not served from the site; `status` is 400 or more.
Response refusal(unsigned status);

/// The response for what the service says. It refers to the body.
Response response_of(const service::Answer& answer);

}  // namespace quincunx::server
