#include "tests/brute/piles.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace brute {
namespace {

constexpr std::size_t few_slots = 256;
constexpr std::size_t much = std::size_t{1} << 22;
constexpr std::uint32_t most = std::uint32_t{1} << 30;

}  // namespace

void Piles::clear() {
    if (slots_.size() > much) {
        nodes_ = {};
        slots_ = {};
    }
    first_ += static_cast<std::uint32_t>(nodes_.size());
    nodes_.clear();
    nodes_.push_back({empty, 0, 0});
    mask_ = few_slots - 1;
    fill_slots();
}

Piles::Id Piles::add(Id pile, Byte card, std::size_t place) {
    const Id id = static_cast<Id>(nodes_.size());
    nodes_.push_back({pile, card, byte(nodes_[pile].size + 1)});
    slots_[place] = first_ + id;
    if (2 * nodes_.size() > mask_) {
        first_ += static_cast<std::uint32_t>(nodes_.size());
        mask_ = 4 * mask_ + 3;
        fill_slots();
    }
    return id;
}

void Piles::fill_slots() {
    if (nodes_.size() > most) {
        std::fputs("brute force: more piles than can be numbered\n", stderr);
        std::abort();
    }
    if (first_ > most) {
        std::fill(slots_.begin(), slots_.end(), 0);
        first_ = 1;
    }
    if (slots_.size() <= mask_) slots_.resize(mask_ + 1);
    for (Id id = 1; id < nodes_.size(); ++id) {
        std::size_t place = place_of(nodes_[id].rest, nodes_[id].card);
        while (slots_[place] >= first_) place = (place + 1) & mask_;
        slots_[place] = first_ + id;
    }
}

}  // namespace brute
