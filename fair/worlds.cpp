#include "fair/worlds.hpp"

#include <algorithm>

namespace quincunx::fair {

namespace {

std::uint64_t seed_of(Purpose purpose, int number, std::span<const Place> places,
                      std::span<const Card> unseen) {
    std::uint64_t seed = static_cast<std::uint64_t>(purpose) + 1;
    const auto add = [&](int part) {
        seed = hash::mix(seed * hash::multiplier + static_cast<std::uint64_t>(part));
    };
    for (std::size_t i = 0; i < places.size(); ++i) {
        add(static_cast<int>(places[i].pile));
        add(places[i].height);
        add(unseen[i].face());
    }
    add(number);
    return seed;
}

}  // namespace

std::uint64_t FirstWorlds::id() const {
    std::uint64_t id = seed_of(Purpose::odds, 0, places, unseen);
    for (const std::size_t number : card) id = hash::mix(id * hash::multiplier + number);
    return id;
}

std::shared_ptr<const FirstWorlds> first_worlds(std::vector<Place> places, std::vector<Card> unseen,
                                                std::span<const Card> cards, std::span<const Place> hidden) {
    constexpr std::size_t none = FirstWorlds::none;
    FirstWorlds first{std::move(places), std::move(unseen), std::vector(cards.size(), none),
                      std::vector(cards.size(), none)};
    // Among equal cards, the one that lay on top of a pile was shown before those below it.
    for (std::size_t i = cards.size(); i-- > 0;) {
        if (std::ranges::find(hidden, first.places[i]) != hidden.end()) continue;
        std::size_t card = 0;
        while (first.unseen[card] != cards[i] || first.place[card] != none) ++card;
        first.card[i] = card;
        first.place[card] = i;
    }
    return std::make_shared<const FirstWorlds>(std::move(first));
}

std::vector<Card> other_cards(const Rules& rules, std::array<int, face_count> copies) {
    std::vector<Card> cards;
    for (int suit = 0; suit < suit_count; ++suit)
        for (int rank = 1; rank <= rules.ranks; ++rank) {
            const Card card(rank_of(rank), static_cast<Suit>(suit));
            int& next = copies[static_cast<std::size_t>(card.face())];
            for (; next < rules.decks; ++next) cards.push_back(card.with_pack(next));
        }
    return cards;
}

void shuffle(std::vector<Card>& cards, Random& random) {
    for (std::size_t left = cards.size(); left > 1; --left)
        std::swap(cards[left - 1], cards[random.below(left)]);
}

std::vector<Card> numbered_order(Purpose purpose, int number, std::span<const Place> places,
                                 std::span<const Card> unseen, const FirstWorlds* first) {
    std::vector<Card> left(unseen.begin(), unseen.end());
    if (first == nullptr) {
        Random random(seed_of(purpose, number, places, unseen));
        shuffle(left, random);
        return left;
    }
    constexpr std::size_t none = FirstWorlds::none;
    Random random(seed_of(purpose, number, first->places, first->unseen));
    std::vector<std::size_t> numbers(first->unseen.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    for (std::size_t rest = numbers.size(); rest > 1; --rest)
        std::swap(numbers[rest - 1], numbers[random.below(rest)]);
    std::vector<Card> order;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (first->card[i] != none) continue;
        std::size_t card = numbers[i];
        while (first->place[card] != none) card = numbers[first->place[card]];
        // Cards have the packs that are left.
        const auto found = std::ranges::find(left, first->unseen[card]);
        order.push_back(*found);
        left.erase(found);
    }
    return order;
}

}  // namespace quincunx::fair
