#include "tests/brute/state_set.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace brute {
namespace {

constexpr std::size_t few_slots = 256;
constexpr std::size_t much_memory = std::size_t{1} << 27;

std::uint64_t mix(std::uint64_t one, std::uint64_t two) {
    const std::uint64_t product = (one ^ 0x9e3779b97f4a7c15) * (two ^ 0xd6e8feb86659fd93);
    return product ^ (product >> 32);
}

std::uint32_t hash_of(const Byte* key, int size) {
    std::uint64_t hash = static_cast<std::uint64_t>(size);
    int at = 0;
    for (; at + 8 <= size; at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, key + at, 8);
        hash = mix(hash + word, hash ^ (hash << 23));
    }
    std::uint64_t rest = 0;
    std::memcpy(&rest, key + at, static_cast<std::size_t>(size - at));
    hash = mix(hash + rest, hash ^ (hash << 23));
    return static_cast<std::uint32_t>(hash ^ (hash >> 29));
}

}  // namespace

void StateSet::clear() {
    if (std::max(bytes_.size(), slots_.size() * sizeof(Slot)) > much_memory) {
        *this = StateSet();
        return;
    }
    first_ += size();
    states_.clear();
    used_ = 0;
    mask_ = 0;
}

StateSet::Found StateSet::insert(const Byte* key, int size) {
    if (2 * states_.size() >= mask_) resize_slots(std::max(few_slots, 4 * (mask_ + 1)));
    const std::uint32_t hash = hash_of(key, size);
    std::size_t place = hash & mask_;
    for (; slots_[place].number >= first_; place = (place + 1) & mask_) {
        if (slots_[place].hash != hash) continue;
        const std::uint32_t id = slots_[place].number - first_;
        if (key_size(id) == size && std::memcmp(this->key(id), key, static_cast<std::size_t>(size)) == 0) {
            return {id, false};
        }
    }
    const std::uint32_t id = this->size();
    slots_[place] = {hash, first_ + id};
    states_.push_back({used_, hash, none});
    const std::size_t end = used_ + static_cast<std::size_t>(size);
    if (end > bytes_.size()) bytes_.resize(std::max(2 * bytes_.size(), std::size_t{1} << 16));
    std::memcpy(bytes_.data() + used_, key, static_cast<std::size_t>(size));
    used_ = end;
    return {id, true};
}

void StateSet::resize_slots(std::size_t size) {
    constexpr std::uint32_t most = 0x7fffffff;
    if (states_.size() > most / 2) {
        std::fputs("brute force: more states than can be numbered\n", stderr);
        std::abort();
    }
    if (first_ > most / 2) {
        std::fill(slots_.begin(), slots_.end(), Slot());
        first_ = 1;
    } else {
        first_ += this->size();
    }
    mask_ = size - 1;
    if (slots_.size() < size) slots_.resize(size);
    for (std::uint32_t id = 0; id < this->size(); ++id) {
        std::size_t place = states_[id].hash & mask_;
        while (slots_[place].number >= first_) place = (place + 1) & mask_;
        slots_[place] = {states_[id].hash, first_ + id};
    }
}

}  // namespace brute
