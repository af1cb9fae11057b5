#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace quincunx::solver::certificate {

/// 128 bits as a number; sums are taken modulo 2^128.
struct Hash128 {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    constexpr Hash128& operator+=(const Hash128& other) {
        low += other.low;
        high += other.high + (low < other.low ? 1U : 0U);
        return *this;
    }
    friend constexpr bool operator==(const Hash128&, const Hash128&) = default;
};

/// SipHash-2-4 with 128 bits of output and the key 00 01 … 0f, which its reference vectors use.
constexpr Hash128 sip_hash(std::string_view bytes) {
    constexpr std::uint64_t key_low = 0x0706050403020100U;
    constexpr std::uint64_t key_high = 0x0f0e0d0c0b0a0908U;
    std::uint64_t a = 0x736f6d6570736575U ^ key_low;
    std::uint64_t b = 0x646f72616e646f6dU ^ key_high ^ 0xeeU;
    std::uint64_t c = 0x6c7967656e657261U ^ key_low;
    std::uint64_t d = 0x7465646279746573U ^ key_high;
    const auto round = [&] {
        a += b;
        b = std::rotl(b, 13) ^ a;
        a = std::rotl(a, 32);
        c += d;
        d = std::rotl(d, 16) ^ c;
        a += d;
        d = std::rotl(d, 21) ^ a;
        c += b;
        b = std::rotl(b, 17) ^ c;
        c = std::rotl(c, 32);
    };
    const auto absorb = [&](std::uint64_t word) {
        d ^= word;
        round();
        round();
        a ^= word;
    };
    const auto word_at = [&](std::size_t at, std::size_t size) {
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < size; ++i)
            word |= std::uint64_t{static_cast<std::uint8_t>(bytes[at + i])} << (8 * i);
        return word;
    };
    const std::size_t whole = bytes.size() & ~std::size_t{7};
    for (std::size_t at = 0; at < whole; at += 8) absorb(word_at(at, 8));
    absorb(word_at(whole, bytes.size() - whole) | std::uint64_t{bytes.size()} << 56U);
    const auto finish = [&] {
        for (int i = 0; i < 4; ++i) round();
        return a ^ b ^ c ^ d;
    };
    c ^= 0xeeU;
    Hash128 result;
    result.low = finish();
    b ^= 0xddU;
    result.high = finish();
    return result;
}

}  // namespace quincunx::solver::certificate
