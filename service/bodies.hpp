#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "service/service.hpp"

/// Bodies of requests, as docs/service-openapi.json describes them. What they hold is of the right form; whether there is
/// such a challenge, or the day is open, others know.
namespace quincunx::service {

struct ResultBody {
    std::optional<Date> day{};  ///< none if it is for a challenge
    std::string challenge{};
    std::string record;
    bool helped = false;
};
struct VoteBody {
    unsigned stars = 0;
    std::vector<std::string> records{};  ///< three, or none
};
struct ChallengeBody {
    /// The result of its maker.
    struct Result {
        std::string id;
        std::string record;
        bool helped = false;
    };
    std::string deal;
    std::optional<Result> result{};
};

template <class Body>
using Read = tl::expected<Body, Answer>;

Read<ResultBody> read_result(std::string_view text);
Read<VoteBody> read_vote(std::string_view text);
Read<ChallengeBody> read_challenge(std::string_view text);

}  // namespace quincunx::service
