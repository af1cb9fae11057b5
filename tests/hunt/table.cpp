#include "tests/hunt/table.hpp"

#include <algorithm>
#include <utility>

#include "engine/text.hpp"

namespace quincunx::hunt {

Table::Table(std::string_view text) {
    for (const std::string_view line : split_lines(text)) {
        const std::vector<Word> words = split_words(line);
        if (words.empty()) continue;
        if (words[0].text.find_first_of("FTRWS") != 0) {
            head_ += std::string(line) + '\n';
            continue;
        }
        Pile& pile = piles_.emplace_back();
        pile.name = words[0].text;
        for (std::size_t i = 1; i < words.size(); ++i)
            if (words[i].text != "-") pile.words.emplace_back(words[i].text);
    }
    find_places();
}

std::string Table::text() const {
    std::string text = head_;
    for (const Pile& pile : piles_) {
        text += pile.name;
        if (pile.words.empty()) text += " -";
        for (const std::string& word : pile.words) text += ' ' + word;
        text += '\n';
    }
    return text;
}

void Table::find_places() {
    places_.clear();
    for (std::size_t pile = 0; pile < piles_.size(); ++pile) {
        if (piles_[pile].name[0] == 'F') continue;
        for (std::size_t word = 0; word < piles_[pile].words.size(); ++word)
            if (piles_[pile].words[word] != "|") places_.push_back({pile, word});
    }
}

void Table::exchange(testing::Dice& dice) {
    if (places_.empty()) return;
    const Place a = places_[dice.below(places_.size())];
    const Place b = places_[dice.below(places_.size())];
    std::swap(at(a), at(b));
}

void Table::put_anywhere(const std::string& card, testing::Dice& dice) {
    std::size_t to = dice.below(piles_.size());
    const auto fits = [](const Pile& pile) {
        return pile.name[0] != 'F' && (pile.name != "S" || !pile.words.empty());
    };
    while (!fits(piles_[to])) to = dice.below(piles_.size());
    std::vector<std::string>& words = piles_[to].words;
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(dice.below(words.size() + 1)), card);
    find_places();
}

void Table::transplant(testing::Dice& dice) {
    if (places_.empty()) return;
    const Place from = places_[dice.below(places_.size())];
    const std::string card = at(from);
    std::vector<std::string>& words = piles_[from.pile].words;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(from.word));
    put_anywhere(card, dice);
}

void Table::bring_back(testing::Dice& dice) {
    const std::size_t pile = dice.below(piles_.size());
    if (piles_[pile].name[0] != 'F' || piles_[pile].words.empty()) return;
    const std::string card = piles_[pile].words.back();
    piles_[pile].words.pop_back();
    put_anywhere(card, dice);
}

Table::Pile* Table::named(std::string_view name) {
    for (Pile& pile : piles_)
        if (pile.name == name) return &pile;
    return nullptr;
}

void Table::send_home(testing::Dice& dice) {
    const std::size_t pile = dice.below(piles_.size());
    if (piles_[pile].name[0] != 'F') return;
    std::vector<std::string>& home = piles_[pile].words;
    std::vector<Place> fitting;
    for (const Place& place : places_) {
        const std::size_t ranks = rank_letters.size();
        const std::size_t distance =
            home.empty()
                ? 0
                : (rank_letters.find(at(place)[0]) + ranks - rank_letters.find(home.back()[0])) % ranks;
        if (distance <= 2 || distance >= ranks - 2) fitting.push_back(place);
    }
    if (fitting.empty()) return;
    const Place from = fitting[dice.below(fitting.size())];
    home.push_back(at(from));
    take_out(from, dice);
    find_places();
}

void Table::take_out(const Place& place, testing::Dice& dice) {
    std::vector<std::string>& words = piles_[place.pile].words;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(place.word));
    if (words.size() > 1 && words.back() == "|") std::swap(words.back(), words[words.size() - 2]);
    if (!words.empty() && words.front() == "|") words.erase(words.begin());
    if (!words.empty() || piles_[place.pile].name[0] != 'T') return;
    Pile* const stock = named("S");
    if (stock == nullptr || stock->words.empty() || named("W") == nullptr || dice.chance(0.3)) return;
    words.push_back(stock->words.back());
    stock->words.pop_back();
}

void Table::choose(testing::Dice& dice) {
    if (const std::size_t choice = head_.find("choice -"); choice != std::string::npos)
        head_.replace(choice + 7, 1, dice.chance(0.5) ? "by1" : "by2");
}

void Table::deal_out(testing::Dice& dice) {
    Pile* const stock = named("S");
    std::vector<Pile*> reserves;
    std::vector<Pile*> spaces;
    for (Pile& pile : piles_) {
        if (pile.name[0] == 'R') reserves.push_back(&pile);
        if (pile.name[0] == 'T' && pile.words.empty()) spaces.push_back(&pile);
    }
    if (stock == nullptr || reserves.empty()) return;
    const std::size_t left = dice.below(4);
    std::size_t turn = dice.below(reserves.size());
    for (const std::string& card : std::exchange(stock->words, {})) {
        Pile* to = reserves[turn++ % reserves.size()];
        if (spaces.size() > left) {
            to = spaces.back();
            spaces.pop_back();
        }
        to->words.push_back(card);
    }
    find_places();
}

void Table::bury(testing::Dice& dice, bool face_down) {
    std::vector<std::pair<std::size_t, std::string>> order;  // roughly by rank
    const std::size_t spread = 1 + dice.below(4);
    std::vector<Pile*> tableau;
    std::vector<Pile*> reserves;
    for (Pile& pile : piles_) {
        if (pile.name[0] == 'F') continue;
        for (std::string& card : std::exchange(pile.words, {}))
            if (card != "|")
                order.emplace_back(rank_letters.find(card[0]) + dice.below(spread), std::move(card));
        if (pile.name[0] == 'T') tableau.push_back(&pile);
        if (pile.name[0] == 'R') reserves.push_back(&pile);
    }
    std::sort(order.begin(), order.end());
    if (named("S") != nullptr && !reserves.empty()) {
        const std::size_t taken = std::min(order.size(), tableau.size() - dice.below(2));
        const auto from = order.begin() + static_cast<std::ptrdiff_t>(dice.below(order.size() - taken + 1));
        const auto to = from + static_cast<std::ptrdiff_t>(taken);
        for (auto card = from; card != to; ++card, tableau.pop_back())
            tableau.back()->words.push_back(std::move(card->second));
        order.erase(from, to);
        for (auto& [rank, card] : order) {
            Pile* const one = reserves[dice.below(reserves.size())];
            Pile* const other = reserves[dice.below(reserves.size())];
            (one->words.size() <= other->words.size() ? one : other)->words.push_back(std::move(card));
        }
    } else {
        std::size_t turn = dice.below(tableau.size());
        for (auto& [rank, card] : order) tableau[turn++ % tableau.size()]->words.push_back(std::move(card));
        for (Pile* const pile : tableau)
            if (face_down && pile->words.size() > 1) pile->words.insert(pile->words.end() - 1, "|");
    }
    find_places();
}

void Table::draw_some(testing::Dice& dice) {
    Pile* const stock = named("S");
    Pile* const waste = named("W");
    if (stock == nullptr || waste == nullptr) return;
    for (std::size_t left = dice.below(stock->words.size() + 1); stock->words.size() > left;) {
        waste->words.push_back(stock->words.back());
        stock->words.pop_back();
    }
    if (const std::size_t redeals = head_.find("redeals "); redeals != std::string::npos && dice.chance(0.5))
        head_[redeals + 8] = '0';
    find_places();
}

}  // namespace quincunx::hunt
