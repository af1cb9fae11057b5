#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "service/buckets.hpp"
#include "service/service.hpp"

namespace quincunx::service {

/// A request's share of the limits while it is on its way, until its answer says whose it is.
struct Taken {
    std::string address;
    std::string network;
    std::optional<PlayerKey> player;
    bool write = false;
    std::optional<std::string> first_vote{};  ///< for this game
    std::string in_challenge{};               ///< this bucket, or none
};

/// Everyone's allowances: docs/service.md has them in a table. Any thread may ask.
class Limits {
  public:
    explicit Limits(const Settings& settings);

    /// Takes the share of a request that its header has shown: none, or after how many seconds to ask again.
    unsigned take(const Route& route, const Request& request, const std::optional<PlayerKey>& player);
    /// The share that `take` has taken.
    static Taken taken_by(const Route& route, const Request& request);
    /// Only what was taken counts for a network and all who share the address. What was refused costs who sent it, as far
    /// as one knows; what could not be done costs nobody.
    void settle(const Taken& taken, unsigned status);

    /// Shares that the body of a request asks for besides, likewise.
    unsigned take_first_vote(Taken& taken, const std::string& game);
    unsigned take_place(Taken& taken, const std::string& challenge);
    /// Returns the place of somebody who has one in the challenge already.
    void give_place_back(Taken& taken);
    /// Whether one more may be noted as forgotten of whom nothing is known.
    bool take_stranger(const Taken& taken);

  private:
    std::mutex mutex_;
    AddressBuckets writes_;
    AddressBuckets reads_;
    Buckets refused_;
    AddressBuckets first_votes_;
    Buckets in_challenge_;
    Buckets players_;
};

}  // namespace quincunx::service
