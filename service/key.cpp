#include "service/key.hpp"

#include <openssl/sha.h>

#include <algorithm>
#include <cctype>

namespace quincunx::service {

namespace {

PlayerKey sha256(std::string_view text) {
    PlayerKey hash{};
    SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), hash.data());
    return hash;
}

}  // namespace

std::optional<PlayerKey> player_of_key(std::string_view key) {
    constexpr std::size_t fewest = 32;
    constexpr std::size_t most = 86;
    const auto fits = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ||
               c == '_';
    };
    if (key.size() < fewest || key.size() > most || !std::ranges::all_of(key, fits)) return std::nullopt;
    return sha256(key);
}

std::optional<PlayerKey> player_of(std::string_view authorization) {
    constexpr std::string_view scheme = "bearer ";
    const bool bearer =
        authorization.size() > scheme.size() &&
        std::ranges::equal(authorization.substr(0, scheme.size()), scheme, {},
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return bearer ? player_of_key(authorization.substr(scheme.size())) : std::nullopt;
}

std::string digits_of(const PlayerKey& player) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : player) {
        text += digits[byte >> 4U];
        text += digits[byte & 15U];
    }
    return text;
}

std::uint64_t line_hash(std::string_view line) {
    const PlayerKey hash = sha256(line);
    std::uint64_t first = 0;
    for (std::size_t i = 0; i < sizeof first; ++i) first = first << 8U | hash.at(i);
    return first;
}

}  // namespace quincunx::service
