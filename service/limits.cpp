#include "service/limits.hpp"

#include <algorithm>
#include <utility>

#include "service/key.hpp"

namespace quincunx::service {

namespace {

constexpr std::size_t most_in_challenges = 100'000;

std::string name_of(const PlayerKey& player) {
    return {player.begin(), player.end()};
}

}  // namespace

Limits::Limits(const Settings& settings)
    : writes_(std::max(settings.writes / 2, 20.0), settings.writes),
      reads_(std::max(settings.writes * 5, 400.0), settings.writes * 60),
      refused_(std::max(settings.writes / 2, 20.0), settings.writes * 3),
      // A class of pupils can vote on the same day; who wants to fill the box needs many networks.
      first_votes_(std::max(settings.writes / 60, 5.0), settings.writes / 300),
      // A class and one more each day, so that others have places left when the challenge is over.
      in_challenge_(std::max(settings.writes / 24, 5.0), settings.writes / 28'800, most_in_challenges,
                    Buckets::Crowd::admits),
      players_(settings.own_writes / 2, settings.own_writes) {}

unsigned Limits::take(const Route& route, const Request& request, const std::optional<PlayerKey>& player) {
    if (route.operation == forgets) return 0;
    const std::scoped_lock lock(mutex_);
    if (route.method == "GET") return reads_.take(request.address, request.network);
    unsigned seconds = refused_.wait(request.address);
    if (seconds == 0) seconds = writes_.take(request.address, request.network);
    if (seconds == 0 && player && (seconds = players_.take(name_of(*player))) > 0)
        writes_.give_back(request.address, request.network);
    return seconds;
}

Taken Limits::taken_by(const Route& route, const Request& request) {
    return {.address = request.address,
            .network = request.network,
            .player = player_of(request.authorization),
            .write = route.method != "GET" && route.operation != forgets};
}

void Limits::settle(const Taken& taken, unsigned status) {
    if (status < 300) return;
    const std::scoped_lock lock(mutex_);
    if (taken.first_vote) first_votes_.give_back(taken.address, taken.network, *taken.first_vote);
    if (!taken.in_challenge.empty()) in_challenge_.give_back(taken.in_challenge);
    if (!taken.write) return;
    writes_.give_back(taken.address, taken.network);
    if (status >= 500 && taken.player) players_.give_back(name_of(*taken.player));
    if (status < 500 && status != 429) refused_.take(taken.address);
}

unsigned Limits::take_first_vote(Taken& taken, const std::string& game) {
    const std::scoped_lock lock(mutex_);
    const unsigned seconds = first_votes_.take(taken.address, taken.network, game);
    if (seconds == 0) taken.first_vote = game;
    return seconds;
}

unsigned Limits::take_place(Taken& taken, const std::string& challenge) {
    const std::scoped_lock lock(mutex_);
    const std::string bucket = taken.network + challenge;
    const unsigned seconds = in_challenge_.take(bucket);
    if (seconds == 0) taken.in_challenge = bucket;
    return seconds;
}

void Limits::give_place_back(Taken& taken) {
    if (taken.in_challenge.empty()) return;
    const std::scoped_lock lock(mutex_);
    in_challenge_.give_back(std::exchange(taken.in_challenge, ""));
}

bool Limits::take_stranger(const Taken& taken) {
    const std::scoped_lock lock(mutex_);
    return writes_.take(taken.address, taken.network) == 0;
}

}  // namespace quincunx::service
