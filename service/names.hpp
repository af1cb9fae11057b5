#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fnv.hpp"
#include "service/store.hpp"

/// The names of players in a challenge: a word and a number, such as Otter 17. The page has the words in each of its
/// languages.
namespace quincunx::service {

inline constexpr std::array<std::string_view, 48> name_words{
    "badger",  "beaver",    "bison",    "blackbird", "butterfly",  "crane",       "cricket",    "deer",
    "dolphin", "dragonfly", "duck",     "eagle",     "finch",      "firefly",     "fox",        "gecko",
    "hamster", "hare",      "hedgehog", "heron",     "kingfisher", "koala",       "lark",       "lizard",
    "lynx",    "marmot",    "mole",     "moose",     "newt",       "nightingale", "otter",      "owl",
    "panda",   "pelican",   "penguin",  "puffin",    "rabbit",     "robin",       "salamander", "seal",
    "sparrow", "squirrel",  "starling", "stork",     "swallow",    "swan",        "turtle",     "wren"};

inline constexpr unsigned most_number = 99;
/// A name in one number: the word's place × 100 + the number.
constexpr std::string_view word_of(unsigned name) {
    return name_words.at(name / 100 % name_words.size());
}
constexpr unsigned number_of(unsigned name) {
    return name % 100;
}

/// The name of a player in a challenge: always the same there, another one elsewhere, and nobody else's.
inline unsigned free_name(std::string_view challenge, const PlayerKey& player,
                          const std::vector<unsigned>& taken) {
    std::string text(challenge);
    text.append(player.begin(), player.end());
    for (std::uint64_t place = hash::Fnv1a().add(text).value();; ++place) {
        const auto number = static_cast<unsigned>(place % most_number) + 1;
        const auto word = static_cast<unsigned>(place / most_number % name_words.size());
        const unsigned name = word * 100 + number;
        if (std::find(taken.begin(), taken.end(), name) == taken.end()) return name;
    }
}

}  // namespace quincunx::service
