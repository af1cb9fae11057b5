#include "tests/brute/state_set.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace brute {
namespace {

constexpr std::size_t few_slots = 256;
constexpr std::size_t much_memory = std::size_t{1} << 28;
constexpr std::uint32_t most = std::uint32_t{1} << 30;

}  // namespace

void StateSet::clear(int words) {
    if (4 * records_.size() + sizeof(Slot) * slots_.size() > much_memory) *this = StateSet();
    first_ += size_;
    size_ = 0;
    record_words_ = static_cast<std::size_t>(words) + 2;
    set_slots(few_slots);
}

std::uint32_t StateSet::hash_of(const std::uint32_t* key) const {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
    const std::size_t words = record_words_ - 2;
    // Two words at a time, in two sums that do not wait for each other.
    std::uint64_t one = words;
    std::uint64_t two = 0;
    std::size_t at = 0;
    for (; at + 4 <= words; at += 4) {
        std::uint64_t pair[2];
        std::memcpy(pair, key + at, sizeof(pair));
        one = (one ^ pair[0]) * odd;
        two = (two ^ pair[1]) * odd;
        one ^= one >> 32;
        two ^= two >> 32;
    }
    for (; at < words; ++at) {
        one = (one ^ key[at]) * odd;
        one ^= one >> 32;
    }
    one = (one ^ two * 0xd6e8feb86659fd93) * odd;
    return static_cast<std::uint32_t>(one >> 32);
}

StateSet::Found StateSet::insert(const std::uint32_t* key, std::uint32_t hash) {
    const std::size_t words = record_words_ - 2;
    std::size_t place = hash & mask_;
    for (; slots_[place].number >= first_; place = (place + 1) & mask_) {
        if (slots_[place].hash != hash) continue;
        const std::uint32_t id = slots_[place].number - first_;
        if (std::equal(key, key + words, this->key(id))) return {id, false};
    }
    const std::uint32_t id = size_++;
    slots_[place] = {hash, first_ + id};
    const std::size_t begin = id * record_words_;
    if (begin + record_words_ > records_.size()) {
        records_.resize(std::max(2 * records_.size(), std::size_t{1} << 14));
    }
    records_[begin] = none;
    records_[begin + 1] = hash;
    std::copy_n(key, words, records_.data() + begin + 2);
    if (2 * std::size_t{size_} > mask_) {
        first_ += size_;
        set_slots(4 * (mask_ + 1));
    }
    return {id, true};
}

void StateSet::set_slots(std::size_t count) {
    if (size_ > most) {
        std::fputs("brute force: more states than can be numbered\n", stderr);
        std::abort();
    }
    if (first_ > most) {
        std::fill(slots_.begin(), slots_.end(), Slot());
        first_ = 1;
    }
    if (slots_.size() < count) slots_.resize(count);
    mask_ = count - 1;
    for (std::uint32_t id = 0; id < size_; ++id) {
        const std::uint32_t hash = record(id)[1];
        std::size_t place = hash & mask_;
        while (slots_[place].number >= first_) place = (place + 1) & mask_;
        slots_[place] = {hash, first_ + id};
    }
}

}  // namespace brute
