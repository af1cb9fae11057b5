// quincunx-check: accepts or refuses certificates of lost deals and positions, and says why.
//
// This file is all there is to trust, besides the compiler, the standard library and zstd. It shares no code
// with the program that writes certificates: the rules below were written from docs/rules/, the format from
// docs/solver/certificates.md. Read it from top to bottom: cards and deals; states and their bytes; the moves
// of the five games; how a position begins; the reasons that a certificate may give; how it is checked.
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace {

using Byte = std::uint8_t;
using Word = std::uint64_t;

enum Status { accepted, refused, unreadable, out_of_memory };  // exit statuses
struct Stop {                                                  // ends the program
    Status status;
    std::string why;
};

// A file may say anything, such as commands for the terminal: only plain characters are shown.
[[noreturn]] void refuse(std::string why) {
    std::replace_if(why.begin(), why.end(), [](Byte c) { return c != '\n' && (c < ' ' || c > '~'); }, '?');
    throw Stop{refused, why};
}

// --- Cards and deals (docs/deals.md) -----------------------------------------------------------------------

constexpr std::string_view rank_letters = "A23456789TJQK";
constexpr std::string_view suit_letters = "CDHS";

struct Card {
    Byte code;  // 16 * suit + rank: suits C D H S are 0 to 3, ranks ace to king 1 to 13

    static Card of(int rank, int suit) { return {static_cast<Byte>(16 * suit + rank)}; }
    int rank() const { return code & 15; }
    int suit() const { return code >> 4; }
    bool red() const { return suit() == 1 || suit() == 2; }
    std::string name() const { return {rank_letters[(code & 15U) - 1], suit_letters[code >> 4U]}; }
    bool operator==(const Card&) const = default;
};

Card card_from(std::string_view text) {
    const std::size_t rank = rank_letters.find(text.substr(0, 1));
    const std::size_t suit = suit_letters.find(text.substr(std::min<std::size_t>(1, text.size()), 1));
    if (text.size() != 2 || rank > 12 || suit > 3) refuse("\"" + std::string(text) + "\" is not a card");
    return Card::of(static_cast<int>(rank) + 1, static_cast<int>(suit));
}

Word number_from(const std::string& text) {
    Word number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || text[0] == '0')
        refuse("expected a number from 1 up, not " + text);
    return number;
}

// Seeds the standard library's MT19937 as the reference's init_by_array does, with the words of a number.
struct InitByArray {
    using result_type = std::uint32_t;
    Word seed;

    void generate(std::uint32_t* state, std::uint32_t* end) const {
        const auto mixed = [&](std::uint32_t i) { return state[i - 1] ^ state[i - 1] >> 30; };
        state[0] = 19650218;
        for (std::uint32_t i = 1; state + i < end; ++i) state[i] = 1812433253U * mixed(i) + i;
        std::uint32_t at = 1;
        for (std::uint32_t k = 0; k < 624 + 623; ++k) {
            const std::uint32_t j = seed >> 32 == 0 ? 0 : k % 2;
            const auto key = static_cast<std::uint32_t>(seed >> (32 * j));
            if (k < 624) state[at] = (state[at] ^ mixed(at) * 1664525U) + key + j;
            if (k >= 624) state[at] = (state[at] ^ mixed(at) * 1566083941U) - at;
            if (++at < 624) continue;
            state[0] = state[623];
            at = 1;
        }
        state[0] = 0x80000000U;
    }
};

// The cards of a numbered deal in dealing order.
std::vector<Card> shuffled(Word number, int packs) {
    std::vector<Card> cards;
    for (int i = 0; i < 52 * packs; ++i) {
        const int suit[4] = {0, 3, 2, 1};
        const bool by_rank = number < 32000 && packs == 1;
        cards.push_back(by_rank ? Card::of(i / 4 + 1, i % 4) : Card::of(i % 13 + 1, suit[i / 13 % 4]));
    }
    InitByArray seeds{number};
    std::mt19937 twister(seeds);
    Word lcg = number;
    for (std::size_t n = cards.size() - 1; n >= 1; --n) {
        lcg = (lcg * 214013 + 2531011) & 0x7fffffff;
        std::size_t j = (lcg >> 16 & 0x7fff) % (n + 1);
        if (number >= 32000) {
            const double high = static_cast<double>(twister() >> 5) * 67108864;
            const double unit = (high + static_cast<double>(twister() >> 6)) / 9007199254740992;
            j = static_cast<std::size_t>(unit * static_cast<double>(n + 1));
        }
        std::swap(cards[n], cards[j]);
    }
    std::reverse(cards.begin(), cards.end());
    return cards;
}

// --- States ------------------------------------------------------------------------------------------------

enum Kind { gargantua, grandfather, gloucestershire, stalactites, carthage };

struct Game {
    std::string_view id;
    Kind kind;
    bool variant;  // gargantua-classic, grandfather-classic, carthage-strict
    int packs, piles, reserves, foundations;
    bool has_waste() const { return kind == gargantua || kind == grandfather; }
};
constexpr Game games[] = {
    {"gargantua", gargantua, false, 2, 9, 0, 8},      {"gargantua-classic", gargantua, true, 2, 9, 0, 8},
    {"grandfather", grandfather, false, 2, 20, 0, 8}, {"grandfather-classic", grandfather, true, 2, 20, 0, 8},
    {"carthage", carthage, false, 2, 8, 6, 8},        {"carthage-strict", carthage, true, 2, 8, 6, 8},
    {"stalactites", stalactites, false, 1, 8, 2, 4},  {"gloucestershire", gloucestershire, false, 2, 8, 2, 4},
};
Game game;  // the one that the certificate is about

struct Pile {
    int size = 0;
    int down = 0;  // cards face down, at the bottom
    Card card[104] = {};

    bool empty() const { return size == 0; }
    Card top() const { return card[size - 1]; }
    void push(Card c) { card[size++] = c; }
    Card pop() { return card[--size]; }
};

// Where piles are in a state; certificates name them in the same way.
constexpr int reserve = 20;
constexpr int waste = 26;
constexpr int stock = 27;

struct State {
    // How many cards are on each foundation. Gargantua, Carthage: 2 * suit and 2 * suit + 1, the larger first.
    // Grandfather: suit (going up) and 4 + suit (going down). Gloucestershire: suit. Stalactites: 16 times as
    // many, plus the rank on top, the largest first.
    int home[8] = {};
    int left = 0;   // redeals left; Stalactites: the choice, 0 before it is made
    Pile pile[28];  // the last card of the stock is the next to be drawn

    int cards_home() const {
        int sum = 0;
        for (const int cards : home) sum += game.kind == stalactites ? cards / 16 : cards;
        return sum;
    }
    bool won() const { return cards_home() == 52 * game.packs; }
    // A number that no move lowers (docs/solver/certificates.md).
    int level() const {
        int sum = game.has_waste() ? pile[waste].size - 200 * left : 0;
        if (game.kind == carthage) sum = -2 * pile[stock].size;
        if (game.kind == stalactites) sum = pile[reserve].size + pile[reserve + 1].size;
        for (int i = 0; i < 6 && game.kind == carthage; ++i) sum -= std::max(pile[reserve + i].size - 1, 0);
        for (int i = 0; i < game.piles && game.has_waste(); ++i) sum += 2 * pile[i].size - pile[i].down;
        for (int i = 0; i < game.piles && game.kind == gloucestershire; ++i) sum += pile[i].size;
        return sum + cards_home() * (game.has_waste() ? 3 : game.kind == carthage ? 1 : 2);
    }
};
State start;  // what the certificate is about

// The bytes of a state: equal for states that do not differ in anything that matters.
std::string bytes_of(const State& s) {
    std::string bytes;
    const auto add = [](std::string& to, int value) { to += static_cast<char>(value); };
    const auto add_piles = [&](int first, int count, bool sorted) {
        static std::array<std::string, 20> piles;  // kept, because making strings takes time
        for (int i = 0; i < count; ++i) {
            const Pile& pile = s.pile[first + i];
            piles[static_cast<Word>(i)].clear();
            std::string& text = sorted ? piles[static_cast<Word>(i)] : bytes;
            add(text, pile.size);
            if (game.kind == gargantua) add(text, pile.down);
            for (int k = 0; k < pile.size; ++k) add(text, pile.card[k].code);
        }
        std::sort(piles.begin(), piles.begin() + count);
        for (int i = 0; i < count; ++i) bytes += piles[static_cast<Word>(i)];
    };
    for (int f = 0; f < game.foundations; ++f) add(bytes, s.home[f]);
    if (game.has_waste() || game.kind == stalactites) add(bytes, s.left);
    if (game.kind == carthage) add(bytes, s.pile[stock].size);
    add_piles(0, game.piles, true);
    add_piles(reserve, game.reserves, game.kind != carthage || s.pile[stock].empty());
    if (game.has_waste()) add_piles(waste, 2, false);
    return bytes;
}

// The state that was written as these bytes. Only bytes that `bytes_of` made are read: a state of a
// certificate is looked at only once it has been found to be a child of another.
State state_of(std::string_view bytes) {
    State s;
    const auto next = [&] {
        const int byte = static_cast<Byte>(bytes.at(0));
        bytes.remove_prefix(1);
        return byte;
    };
    const auto read = [&](Pile& pile) {
        const int size = next();
        if (game.kind == gargantua) pile.down = next();
        while (pile.size < size) pile.push({static_cast<Byte>(next())});
    };
    for (int f = 0; f < game.foundations; ++f) s.home[f] = next();
    if (game.has_waste() || game.kind == stalactites) s.left = next();
    if (game.kind == carthage) {  // what is left of the stock is its bottom part
        s.pile[stock] = start.pile[stock];
        s.pile[stock].size = next();
    }
    for (int i = 0; i < game.piles; ++i) read(s.pile[i]);
    for (int i = 0; i < game.reserves; ++i) read(s.pile[reserve + i]);
    for (int i = waste; i <= stock && game.has_waste(); ++i) read(s.pile[i]);
    return s;
}

std::string name_of(int pile) {  // T3, R1, W
    const char* const kind = pile < reserve ? "T" : pile < waste ? "R" : pile == waste ? "W" : "S";
    return kind + (pile < waste ? std::to_string(pile % reserve + 1) : "");
}

std::string text_of(const State& s) {
    std::string text = "\n  home";
    for (int f = 0; f < game.foundations; ++f) text += " " + std::to_string(s.home[f]);
    text += ", redeals or choice " + std::to_string(s.left);
    for (int i = 0; i <= stock; ++i) {
        if (!s.pile[i].empty()) text += "\n  " + name_of(i);
        for (int k = 0; k < s.pile[i].size; ++k)
            text += (k == s.pile[i].down ? " | " : " ") + s.pile[i].card[k].name();
    }
    return text;
}

// --- The rules (docs/rules/) -------------------------------------------------------------------------------

// Whether a foundation takes a card. Of two foundations of a suit with equal numbers, only the first.
bool takes(const State& s, int f, Card card) {
    const int next = s.home[f] + 1;
    if (game.kind == stalactites)
        return s.left != 0 && next <= 13 * 16 && (s.home[f] % 16 - 1 + s.left) % 13 + 1 == card.rank();
    if (game.kind == grandfather) return f % 4 == card.suit() && card.rank() == (f < 4 ? next : 14 - next);
    if (game.kind == gloucestershire)
        return f == card.suit() && next <= 26 && card.rank() == (next - 1) % 13 + 1;
    return f / 2 == card.suit() && card.rank() == next && (f % 2 == 0 || s.home[f - 1] > s.home[f]);
}

void put_home(State& s, int f, Card card) {
    s.home[f] = game.kind == stalactites ? s.home[f] / 16 * 16 + 16 + card.rank() : s.home[f] + 1;
    if (game.kind == stalactites) std::sort(s.home, s.home + 4, [](int a, int b) { return a > b; });
}

// Whether a card may lie on another in the tableau by rank and suit.
bool fits_on(Card card, Card under) {
    if (game.kind == grandfather || game.kind == stalactites) return game.kind == grandfather;
    const int rank = game.kind == gloucestershire ? card.rank() % 13 : card.rank();
    if (rank + 1 != under.rank()) return false;
    return game.kind == carthage ? card.suit() == under.suit() : card.red() != under.red();
}

bool pile_takes(const Pile& pile, Card card) {
    if (game.kind == stalactites) return false;
    if (pile.empty()) return game.kind != gargantua || card.rank() == 13;
    return game.kind == grandfather ? pile.size < 2 : fits_on(card, pile.top());
}

// The consequences of cards leaving a tableau pile: a card is turned up, or the empty pile is filled.
void after_leaving(State& s, Pile& pile) {
    if (pile.down > 0 && pile.down == pile.size) --pile.down;
    if (game.kind != grandfather || !pile.empty()) return;
    if (!game.variant && !s.pile[stock].empty()) {
        pile.push(s.pile[stock].pop());
    } else if (!s.pile[waste].empty()) {
        pile.push(s.pile[waste].pop());
    }
}

bool waste_playable(const State& s) {
    const Card card = s.pile[waste].top();
    for (int f = 0; f < game.foundations; ++f)
        if (takes(s, f, card)) return true;
    return std::any_of(s.pile, s.pile + game.piles, [&](const Pile& pile) { return pile_takes(pile, card); });
}

// How many cards on top of a tableau pile may move together.
int unit(const Pile& pile) {
    if (game.kind == gargantua) return pile.size - pile.down;
    int at = pile.size - 1;
    while (game.kind == gloucestershire && at > 0 && fits_on(pile.card[at], pile.card[at - 1])) --at;
    return pile.size - at;
}

// Draws, or turns the waste over once the stock is empty. Does nothing if neither is allowed.
void tap(State& s) {
    Pile& from = s.pile[stock];
    Pile& to = s.pile[waste];
    if (game.kind == carthage) {
        bool dealt_to[6];
        for (int i = 0; i < 6; ++i) dealt_to[i] = !game.variant || s.pile[reserve + i].empty();
        for (int i = 0; i < 12 && !from.empty(); ++i)
            if (dealt_to[i % 6]) s.pile[reserve + i % 6].push(from.pop());
    } else if (!from.empty()) {
        to.push(from.pop());
    } else if (s.left > 0 && !to.empty()) {
        const bool keeps = game.kind == gargantua && !game.variant && waste_playable(s);
        const Card kept = to.top();
        if (keeps) to.pop();
        while (!to.empty()) from.push(to.pop());
        if (keeps) to.push(kept);
        --s.left;
    }
}

// Calls `emit` with every state that one move leads to. Of places that are equal (an empty pile and another
// empty pile) only one is tried, since the states would be equal. Moves that change nothing are left out.
template <class Emit>
void for_each_child(const State& s, Emit&& emit) {
    State next = s;
    const bool chooses = game.kind == stalactites && s.left == 0;
    for (next.left = 1; next.left <= 2 && chooses; ++next.left) emit(next);
    next.left = s.left;
    if (chooses) return;
    // Moves `count` cards, the lowest of which is card `at` of a pile, to another pile or to a foundation.
    const auto move = [&](int from, int at, int count, int to, int foundation) {
        Pile& source = next.pile[from];
        for (int i = at; i < at + count && to >= 0; ++i) next.pile[to].push(source.card[i]);
        const Card card = source.card[at];
        std::copy(source.card + at + count, source.card + source.size, source.card + at);
        source.size -= count;
        if (foundation >= 0) put_home(next, foundation, card);
        if (from < reserve) after_leaving(next, source);
        emit(next);
        for (const int changed : {from, std::max(to, 0), waste, stock}) next.pile[changed] = s.pile[changed];
        std::copy(s.home, s.home + 8, next.home);
    };
    const bool stock_deals = game.kind == carthage && !s.pile[stock].empty();
    for (int from = 0; from <= waste; ++from) {
        const Pile& pile = s.pile[from];
        const bool in_tableau = from < reserve;
        const bool open = game.kind == gloucestershire && !in_tableau;  // every card is available
        const bool builds = !in_tableau || (game.kind != grandfather && game.kind != stalactites);
        const bool parks = game.kind == carthage || (game.kind == stalactites && in_tableau);
        for (int at = open || pile.empty() ? 0 : pile.size - (in_tableau ? unit(pile) : 1); at < pile.size;
             ++at) {
            const Card card = pile.card[at];
            const int count = open ? 1 : pile.size - at;
            if (open && std::find(pile.card, pile.card + at, card) != pile.card + at) continue;  // equal
            for (int f = 0; f < game.foundations && count == 1; ++f)
                if (takes(s, f, card)) move(from, at, 1, -1, f);
            bool space = in_tableau && at == 0;  // a whole pile to a space changes nothing
            for (int to = 0; to < game.piles && builds; ++to) {
                if (to == from || !pile_takes(s.pile[to], card) || (s.pile[to].empty() && space)) continue;
                space = space || s.pile[to].empty();
                move(from, at, count, to, -1);
            }
            bool cell = !in_tableau && at == 0 && !stock_deals;
            for (int to = reserve; to < reserve + game.reserves && parks; ++to) {
                if (!s.pile[to].empty() || cell) continue;
                cell = !stock_deals;  // then all empty ones are equal
                move(from, at, 1, to, -1);
            }
        }
    }
    tap(next);
    if (next.pile[stock].size != s.pile[stock].size) emit(next);
}

// --- How the position begins -------------------------------------------------------------------------------

void set_game(std::string_view id) {
    const auto named = [&](const Game& known) { return known.id == id; };
    const auto* const found = std::find_if(std::begin(games), std::end(games), named);
    if (found == std::end(games)) refuse("there is no game \"" + std::string(id) + "\"");
    game = *found;
}

// Refuses cards that are not complete packs.
void check_cards(const std::vector<Card>& cards) {
    for (const Card card : cards)
        if (std::count(cards.begin(), cards.end(), card) != game.packs)
            refuse("too few or many " + card.name());
    if (cards.size() != 52U * static_cast<Word>(game.packs)) refuse("too few or too many cards");
}

void set_up_deal(const std::string& text) {
    const std::size_t mark = std::min(text.find_first_of("#:"), text.size());
    set_game(std::string_view(text).substr(0, mark));
    const bool numbered = text.find('#') == mark;
    std::vector<Card> cards;
    if (numbered) cards = shuffled(number_from(text.substr(mark + 1)), game.packs);
    for (std::size_t i = mark + 1; i < text.size() && !numbered; i += 2)
        cards.push_back(card_from(text.substr(i, 2)));
    check_cards(cards);
    start = State();
    std::size_t next = 0;
    const auto round = [&](int first, int last) {  // a card to each of these piles
        for (int i = first; i <= last; ++i) start.pile[i].push(cards[next++]);
    };
    for (int first = 1; first <= 8 && game.kind == gargantua; ++first) round(first, 8);
    for (Pile& pile : start.pile) pile.down = pile.size;
    const int rounds = game.kind == gloucestershire ? 3 : game.kind == stalactites ? 6 : 1;
    for (int i = 0; i < rounds; ++i) round(0, game.piles - 1);
    for (int first = 1; first <= 7 && game.kind == gloucestershire; ++first) round(first, 7);
    for (int i = 0; i < 52 && game.kind == gloucestershire; ++i) round(reserve + i / 26, reserve + i / 26);
    for (int i = 0; i < 6 && game.kind == carthage; ++i) round(reserve, reserve + 5);
    for (int f = 0; f < 4 && game.kind == stalactites; ++f) start.home[f] = 16 + cards[next++].rank();
    for (std::size_t i = cards.size(); i > next; --i) start.pile[stock].push(cards[i - 1]);
    start.left = game.has_waste() ? 1 : 0;
}

std::vector<std::string> words_of(const std::string& line) {  // single spaces lie between them
    std::vector<std::string> words(1);
    for (const char c : line) c == ' ' ? words.emplace_back() : words.back() += c;
    return words;
}

// Drops what does not matter: suits in Stalactites (all cards become clubs), and in Gloucestershire which pile
// of the reserve a card is in, and where.
void finish_start() {
    for (Pile& pile : start.pile)
        for (int i = 0; i < pile.size && game.kind == stalactites; ++i)
            pile.card[i] = Card::of(pile.card[i].rank(), 0);
    if (game.kind == stalactites) std::sort(start.home, start.home + 4, [](int a, int b) { return a > b; });
    if (game.kind != gloucestershire) return;
    Pile& all = start.pile[reserve];
    while (!start.pile[reserve + 1].empty()) all.push(start.pile[reserve + 1].pop());
    std::sort(all.card, all.card + all.size, [](Card a, Card b) { return a.code < b.code; });
    game.reserves = 1;
}

// --- The count and the sum of hashes -----------------------------------------------------------------------

struct Total {
    Word states = 0;
    Word low = 0, high = 0;  // the sum modulo 2^128

    // Adds the SipHash-2-4 with 128 bits and the key 00 01 … 0f.
    void add(std::string_view bytes) {
        Word a = 0x736f6d6570736575U ^ 0x0706050403020100U;
        Word b = 0x646f72616e646f6dU ^ 0x0f0e0d0c0b0a0908U ^ 0xeeU;
        Word c = 0x6c7967656e657261U ^ 0x0706050403020100U;
        Word d = 0x7465646279746573U ^ 0x0f0e0d0c0b0a0908U;
        const auto rotate = [](Word word, int bits) { return word << bits | word >> (64 - bits); };
        const auto rounds = [&](int count) {
            for (; count > 0; --count) {
                a += b, b = rotate(b, 13) ^ a, a = rotate(a, 32);
                c += d, d = rotate(d, 16) ^ c;
                a += d, d = rotate(d, 21) ^ a;
                c += b, b = rotate(b, 17) ^ c, c = rotate(c, 32);
            }
            return a ^ b ^ c ^ d;
        };
        for (std::size_t at = 0; at <= bytes.size(); at += 8) {  // the last word has the length on top
            const std::size_t size = std::min<std::size_t>(8, bytes.size() - at);
            Word word = size < 8 ? Word{bytes.size()} << 56 : 0;
            for (std::size_t i = 0; i < size; ++i) word |= Word{static_cast<Byte>(bytes[at + i])} << (8 * i);
            d ^= word;
            rounds(2);
            a ^= word;
        }
        c ^= 0xee;
        const Word first = rounds(4);
        b ^= 0xdd;
        low += first;
        high += rounds(4) + (low < first ? 1 : 0);
        ++states;
    }
    std::string sum() const {
        char text[33];
        std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(high),
                      static_cast<unsigned long long>(low));
        return text;
    }
    bool operator==(const Total&) const = default;
};

// --- Reasons -----------------------------------------------------------------------------------------------

enum Reason : Byte { children, fixpoint, safe_play, twin_play };
constexpr std::string_view reason_names[] = {"children", "fixpoint", "safe_play", "twin_play"};

// The cards of a state in a game in which what was once possible stays possible: a card that could once be
// taken off the card below it counts as off for good, a card that was once a top can be built on for good,
// every card of stock and waste is at hand, and foundations only rise. If not every foundation can be
// completed even so, no line of moves wins.
class Fixpoint {
  public:
    explicit Fixpoint(const State& s) : s_(s), complete_(game.kind == stalactites && s.left == 0) {
        if (complete_) return;  // before the choice it says nothing
        do {
            changed_ = false;
            std::fill(at_hand_, at_hand_ + 64, 0);
            for (int i = 0; i <= stock; ++i) {
                const bool loose = i >= waste || (i >= reserve && game.kind == gloucestershire);
                if (i < game.piles || (i >= reserve && i < reserve + game.reserves) || i >= waste)
                    look_at(s_.pile[i], i, loose);
            }
            complete_ = std::accumulate(at_hand_, at_hand_ + 64, s.cards_home()) == 52 * game.packs;
            for (int f = 0; f < game.foundations; ++f) raise(f);
        } while (changed_);
    }
    bool lost() const { return !complete_; }

  private:
    bool on_tableau(Card card) const {  // whether a card that is free may be laid somewhere on the tableau
        if (game.kind == stalactites) return false;
        if (game.kind == grandfather || (space_ && pile_takes(Pile(), card))) return true;
        for (int suit = 0; suit < 4; ++suit) {
            const Card under = Card::of(card.rank() % 13 + 1, suit);
            if (base_[under.code] && fits_on(card, under)) return true;
        }
        return false;
    }
    void set(bool& fact) { changed_ = changed_ || !fact, fact = true; }
    // `loose`: every card of the pile is at hand.
    void look_at(const Pile& pile, int number, bool loose) {
        const bool in_tableau = number < reserve;
        bool& empty = in_tableau ? space_ : cell_;
        if (pile.empty() && number < waste) set(empty);
        const bool builds = !in_tableau || (game.kind != grandfather && game.kind != stalactites);
        const bool parks = game.kind == carthage || (game.kind == stalactites && in_tableau);
        bool movable = false;  // whether the card may be the lowest of a unit that moves
        for (int i = pile.size - 1; i >= 0; --i) {
            const Card card = pile.card[i];
            const bool top = loose || i == pile.size - 1 || off_[number][i + 1];
            const bool joined = in_tableau && game.kind != carthage && i >= pile.down && i + 1 < pile.size &&
                                (game.kind == gargantua || fits_on(pile.card[i + 1], card));
            movable = top || (movable && joined);
            if (top) ++at_hand_[card.code];
            if (top && (in_tableau || on_tableau(card))) set(base_[card.code]);
            if (loose) continue;
            if (!(top && goes_home_[card.code]) && !(movable && builds && on_tableau(card)) &&
                !(top && parks && cell_))
                continue;
            set(off_[number][i]);
            if (i == 0) set(empty);
        }
    }
    // Card by card up a foundation. Copies of a rank that other foundations of the game need as well are
    // counted where that is easy: for the two foundations of a suit, and for the two rounds of one.
    void raise(int f) {
        const bool twins = game.kind == gargantua || game.kind == carthage;
        const bool by_rank = game.kind == stalactites;
        const int suit = by_rank ? 0 : twins ? f / 2 : f % 4;
        int count = by_rank ? s_.home[f] / 16 : s_.home[f];
        for (int rank = s_.home[f] % 16; count < (game.kind == gloucestershire ? 26 : 13); ++count) {
            rank = by_rank ? (rank - 1 + s_.left) % 13 + 1 : count % 13 + 1;
            if (game.kind == grandfather && f >= 4) rank = 13 - count;
            const Byte card = Card::of(rank, suit).code;
            set(goes_home_[card]);
            // A copy that the higher foundation, or the first round, takes before.
            const bool shared = twins ? f % 2 == 1 && s_.home[f - 1] < rank
                                      : game.kind == gloucestershire && count >= 13 && s_.home[f] < rank;
            complete_ = complete_ && at_hand_[card] > (shared ? 1 : 0);
            if (at_hand_[card] <= (shared ? 1 : 0)) return;
        }
    }

    const State& s_;
    bool off_[stock + 1][105] = {};  // card i has been taken off card i - 1, or off the empty place
    bool base_[64] = {};             // a copy of this card can have been a top of the tableau
    bool goes_home_[64] = {};        // a foundation can have waited for this card
    int at_hand_[64] = {};           // copies that can have been tops
    bool space_ = false;             // a tableau pile can have been empty
    bool cell_ = false;              // a reserve pile can have been empty
    bool changed_ = false;
    bool complete_;
};

// Lemma safe_play: whether the top of a pile may go to its foundation at once.
bool is_safe(const State& s, int place, const Pile& pile) {
    const int suit = pile.top().suit();
    const int rank = pile.top().rank();
    const int left = pile.top().red() ? 0 : 1;  // the suits of the other color
    const int right = 3 - left;
    const bool cover = place < reserve && pile.size == 2;
    if (game.kind == carthage)  // in the strict game an empty reserve changes what is dealt where
        return (!game.variant || s.pile[stock].empty()) && s.home[2 * suit + 1] >= rank - 1;
    if (game.kind == grandfather)  // an upper card whose twin is on a foundation
        return cover && (s.home[suit] >= rank || s.home[4 + suit] >= 14 - rank);
    if (game.kind == gloucestershire)  // the second copy, when no card can be laid on it
        return place < reserve && s.home[suit] >= 13 &&
               std::min(s.home[left], s.home[right]) >= (rank == 1 ? 26 : 12 + rank);
    // Gargantua: not while a redeal may still keep the top of the waste.
    if (game.kind != gargantua || (!game.variant && s.left > 0) || s.home[2 * suit + 1] < rank - 1)
        return false;
    return rank <= 2 || std::min(s.home[2 * left + 1], s.home[2 * right + 1]) >= rank - 1;
}

// Lemma twin_play, once nothing is left to be dealt: the end of a run goes to the higher foundation.
bool is_twin_play(const State& s, int place, const Pile& pile) {
    if (game.kind != carthage || !s.pile[stock].empty() || place >= reserve) return false;
    if (pile.size > 1 && !fits_on(pile.top(), pile.card[pile.size - 2]))
        return false;  // its twin may not lie there
    const int high = 2 * pile.top().suit();
    return s.home[high] == pile.top().rank() - 1 && s.home[high + 1] == pile.top().rank() - 2;
}

State forced_child(const State& s, Reason reason, int place) {
    State child = s;
    if (place > waste || child.pile[place].empty()) refuse("a reason names no card:" + text_of(s));
    Pile& pile = child.pile[place];
    const Card card = pile.top();
    if (!(reason == safe_play ? is_safe(s, place, pile) : is_twin_play(s, place, pile)))
        refuse(card.name() + " is no " + std::string(reason_names[reason]) + " in this state:" + text_of(s));
    pile.pop();
    if (place < reserve) after_leaving(child, pile);
    for (int f = 0; f < game.foundations; ++f)
        if (takes(s, f, card)) return put_home(child, f, card), child;
    refuse("no foundation takes the " + card.name() + " in this state:" + text_of(s));
}

// --- Reading a file ----------------------------------------------------------------------------------------

// The content of a file, decompressed if need be, byte by byte.
class Input {
  public:
    explicit Input(const char* file) : file_(std::fopen(file, "rb"), std::fclose) {
        if (file_ == nullptr) throw Stop{unreadable, std::strerror(errno)};
        fill();
        packed_ = in_.size >= 4 && std::memcmp(in_.src, "\x28\xb5\x2f\xfd", 4) == 0;
    }
    bool packed() const { return packed_; }

    int next() {  // the next byte, or -1 at the end
        while (at_ == size_) {
            if (in_.pos == in_.size && !fill()) return -1;
            if (frame_ended_) refuse("something follows the end of the certificate");
            ZSTD_outBuffer out{out_, sizeof out_, 0};
            if (packed_) {
                const std::size_t left = ZSTD_decompressStream(context_.get(), &out, &in_);
                if (ZSTD_isError(left) != 0) refuse(std::string("zstd: ") + ZSTD_getErrorName(left));
                frame_ended_ = left == 0;
            } else {
                out.pos = in_.size;
                std::memcpy(out_, buffer_, out.pos);
                in_.pos = in_.size;
            }
            at_ = 0;
            size_ = out.pos;
        }
        return static_cast<Byte>(out_[at_++]);
    }
    Byte byte() {
        const int byte = next();
        if (byte < 0) refuse("the file is cut off");
        return static_cast<Byte>(byte);
    }
    void expect_end() {
        if (next() >= 0) refuse("something follows the end of the certificate");
        if (packed_ && !frame_ended_) refuse("the file is cut off");
    }
    Word little_endian(int bytes) {
        Word word = 0;
        for (int i = 0; i < bytes; ++i) word |= Word{byte()} << (8 * i);
        return word;
    }
    std::string line() {  // without its line feed
        std::string line;
        for (Byte c = byte(); c != '\n'; c = byte()) {
            if (line.size() >= 4096) refuse("a line is too long");
            line += static_cast<char>(c);
        }
        return line;
    }

  private:
    bool fill() {
        in_ = {buffer_, std::fread(buffer_, 1, sizeof buffer_, file_.get()), 0};
        if (std::ferror(file_.get()) != 0) throw Stop{unreadable, std::strerror(errno)};
        return in_.size > 0;
    }

    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
    std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context_{ZSTD_createDCtx(), ZSTD_freeDCtx};
    char buffer_[1 << 16];
    char out_[1 << 16];
    ZSTD_inBuffer in_{nullptr, 0, 0};
    std::size_t at_ = 0, size_ = 0;
    bool packed_ = false, frame_ended_ = false;
};

// Only how far foundations have got matters, so twins may exchange their places.
void set_up_foundation(int number, const Pile& cards) {
    const bool single = game.kind == stalactites;  // starts with any card, and is built by rank alone
    const bool twins = game.kind == gargantua || game.kind == carthage;
    const bool down = game.kind == grandfather && number >= 4;
    if (single && cards.empty()) refuse("a foundation lacks its first card");
    if (cards.empty()) return;
    const int suit = cards.card[0].suit();
    int f = single ? number : twins ? 2 * suit : suit + (down ? 4 : 0);
    if (twins && start.home[f] > 0) ++f;
    bool right = start.home[f] == 0 && cards.size <= (game.kind == gloucestershire ? 26 : 13);
    right &= single || cards.card[0].rank() == (down ? 13 : 1);
    const int step = single ? start.left : down ? 12 : 1;
    for (int i = 1; i < cards.size; ++i)
        right &= step != 0 && (cards.card[i - 1].rank() - 1 + step) % 13 + 1 == cards.card[i].rank() &&
                 (single || cards.card[i].suit() == suit);
    if (!right) refuse("F" + std::to_string(number + 1) + " is no sequence");
    start.home[f] = single ? 16 * cards.size + cards.top().rank() : cards.size;
    if (twins && f % 2 == 1 && start.home[f - 1] < start.home[f]) std::swap(start.home[f - 1], start.home[f]);
}

// Refuses a pile that no play leads to: too large, no run, not as it was dealt, or not filled.
void check_pile(const Pile& pile, int number) {
    const bool in_tableau = number < reserve;
    const bool runs = in_tableau && (game.kind == gargantua || game.kind == carthage);
    const int deals = game.variant ? 0 : (60 - start.pile[stock].size + 11) / 12;  // Carthage, two cards each
    const int tableau[] = {13 + number, 2, 104, 6, 13};  // Gargantua: what was dealt, and a run on it
    const int other[] = {59, 84, 26, 1, number == stock ? 60 : 6 + 2 * deals};  // stock and waste; or reserve
    const int most = in_tableau ? tableau[game.kind] : other[game.kind];
    bool right = pile.size + (number == waste && game.has_waste() ? start.pile[stock].size : 0) <= most;
    for (int i = pile.down + 1; i < pile.size && runs; ++i) right &= fits_on(pile.card[i], pile.card[i - 1]);
    if (game.kind == stalactites && start.left == 0) right &= pile.size == (in_tableau ? 6 : 0);
    if (game.kind == grandfather && !game.variant && in_tableau && pile.empty())
        right &= start.pile[stock].empty() && start.pile[waste].empty();
    if (!right) refuse("no play leads to pile " + name_of(number));
}

// Reads the lines of a position (docs/notation.md), which must be complete and in order.
void set_up_position(Input& input) {
    std::vector<Card> cards;
    const auto pile_of = [&](const std::string& title) {
        const std::vector<std::string> words = words_of(input.line());
        if (words.size() < 2 || words[0] != title) refuse("the position lacks the line of " + title);
        Pile pile;
        if (words.size() == 2 && words[1] == "-") return pile;
        for (std::size_t i = 1; i < words.size(); ++i) {
            const bool turns = words[i] == "|" && game.kind == gargantua && title[0] == 'T' &&
                               pile.down == 0 && !pile.empty() && i + 1 < words.size();
            if (turns) pile.down = pile.size;
            if (turns) continue;
            cards.push_back(card_from(words[i]));
            if (cards.size() > 104) refuse("too many cards");
            pile.push(cards.back());
        }
        return pile;
    };
    const std::string first = input.line();
    set_game(first.starts_with("game ") ? first.substr(5) : "");
    start = State();
    if (game.has_waste() || game.kind == stalactites) {
        const std::string line = input.line();
        const std::string known[] = {"redeals 0", "redeals 1", "choice -", "choice by1", "choice by2"};
        const std::string* const first_known = game.has_waste() ? known : known + 2;
        start.left = static_cast<int>(std::find(first_known, first_known + (game.has_waste() ? 2 : 3), line) -
                                      first_known);
        if (start.left > (game.has_waste() ? 1 : 2)) refuse("unexpected: " + line);
    }
    for (int f = 0; f < game.foundations; ++f) set_up_foundation(f, pile_of("F" + std::to_string(f + 1)));
    for (int i = 0; i < game.piles; ++i) start.pile[i] = pile_of("T" + std::to_string(i + 1));
    for (int i = 0; i < game.reserves; ++i) start.pile[reserve + i] = pile_of("R" + std::to_string(i + 1));
    if (game.has_waste()) start.pile[waste] = pile_of("W");
    if (game.has_waste() || game.kind == carthage) start.pile[stock] = pile_of("S");
    check_cards(cards);
    for (int i = 0; i < game.piles; ++i) check_pile(start.pile[i], i);
    for (int i = reserve; i <= stock; ++i) check_pile(start.pile[i], i);
    if (input.line() != "end") refuse("the position does not end");
}

// --- Checking ----------------------------------------------------------------------------------------------

// States known to be children of states already looked at, by layer; and those of a layer in a certificate.
using Wanted = std::map<int, std::unordered_set<std::string>>;
struct Entry {
    Byte reason;
    int place;
    bool reached = false;
};
using Layer = std::unordered_map<std::string, Entry>;

const auto layer_of = [](const State& s) { return s.level() - start.level(); };

// The subject that the header names, and its reasons; `children` is always allowed.
std::string read_header(Input& input, bool* named) {
    if (input.line() != "quincunx-certificate 1") refuse("this is no certificate of version 1");
    std::string what = input.line();
    const bool position = what == "position";
    if (position) set_up_position(input);
    if (!position) set_up_deal(what.starts_with("deal ") ? what.substr(5) : "");
    finish_start();
    const std::vector<std::string> words = words_of(input.line());
    if (words.empty() || words[0] != "reasons") refuse("the header does not say which reasons are given");
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto* const found = std::find(reason_names + 1, reason_names + 4, words[i]);
        if (found == reason_names + 4) refuse("a reason that does not exist: " + words[i]);
        named[found - reason_names] = true;
    }
    return position ? "this position of " + std::string(game.id) + text_of(start) : what;
}

// Bytes, cards on foundations and, in Carthage, in the stock: as many in every state that is reached.
std::size_t weight_of(std::string_view bytes) {
    const auto home = static_cast<std::size_t>(game.foundations);
    std::size_t sum = bytes.size();
    for (const char c : bytes.substr(0, home))
        sum += static_cast<Byte>(c) / (game.kind == stalactites ? 16U : 1U);
    return game.kind == carthage && bytes.size() > home ? sum + static_cast<Byte>(bytes[home]) : sum;
}

// The states of a layer, in order. Each is written as how many bytes it has in common with the one before,
// how many follow, these bytes, and its reason.
Layer read_layer(Input& input, const std::string& here, const bool* named) {
    Layer layer;
    std::string last;
    const std::size_t weight = weight_of(bytes_of(start));
    for (Word count = input.little_endian(8), i = 0; i < count; ++i) {
        const std::size_t kept = input.byte();
        const std::size_t size = kept + input.byte();
        std::string bytes = last.substr(0, kept);
        while (kept <= last.size() && bytes.size() < size) bytes += static_cast<char>(input.byte());
        const bool shortest = kept == last.size() || (kept < bytes.size() && bytes[kept] != last[kept]);
        if (bytes.size() != size || bytes <= last || !shortest)
            refuse(here + " has states that are not in order");
        if (weight_of(bytes) != weight) refuse(here + " has something that is no state");
        const Byte reason = input.byte();
        if (reason > 3 || !named[reason]) refuse(here + " has a reason that the header does not name");
        layer[bytes] = {reason, reason > fixpoint ? input.byte() : 0};
        last = bytes;
    }
    return layer;
}

// Checks that a layer has exactly the states that can be reached from those wanted so far.
void check_layer(Layer& layer, int number, Wanted& wanted, Total& total, Word* used) {
    const std::string here = "layer " + std::to_string(number);
    std::vector<Layer::value_type*> open;
    const auto reach = [&](const std::string& bytes) {
        const auto found = layer.find(bytes);
        if (found == layer.end()) refuse(here + " lacks this state:" + text_of(state_of(bytes)));
        if (!found->second.reached) open.push_back(&*found);
        found->second.reached = true;
    };
    const auto want = [&](const State& child) {
        if (layer_of(child) == number) reach(bytes_of(child));
        if (layer_of(child) != number) wanted[layer_of(child)].insert(bytes_of(child));
    };
    for (const std::string& bytes : wanted[number]) reach(bytes);
    wanted.erase(number);
    while (!open.empty()) {
        const auto& [bytes, entry] = *open.back();
        open.pop_back();
        const State s = state_of(bytes);
        if (s.won()) refuse("there is a win: the set holds a won state");
        if (entry.reason == children) for_each_child(s, want);
        if (entry.reason == fixpoint && !Fixpoint(s).lost())
            refuse("the fixpoint does not show that this state is lost:" + text_of(s));
        if (entry.reason > fixpoint) want(forced_child(s, static_cast<Reason>(entry.reason), entry.place));
        ++used[entry.reason];
        total.add(bytes);
    }
    for (const auto& [bytes, entry] : layer)
        if (!entry.reached) refuse(here + " holds a state that cannot be reached");
}

void check_certificate(Input& input) {
    bool named[4] = {true, false, false, false};
    const std::string what = read_header(input, named);
    Wanted wanted;
    Total total;
    Word used[4] = {};
    wanted[0].insert(bytes_of(start));
    for (Word number = input.little_endian(4); number != 0xffffffffU; number = input.little_endian(4)) {
        const std::string here = "layer " + std::to_string(number);
        if (wanted.empty()) refuse(here + " cannot be reached");
        const int first = wanted.begin()->first;
        if (static_cast<Word>(first) != number)
            refuse(here + " follows, but layer " + std::to_string(first) + " is wanted");
        Layer layer = read_layer(input, here, named);
        check_layer(layer, first, wanted, total, used);
    }
    if (!wanted.empty()) refuse("layer " + std::to_string(wanted.begin()->first) + " is missing");
    const Total said{input.little_endian(8), input.little_endian(8), input.little_endian(8)};
    if (said != total) refuse("the number of states or the sum of their hashes is wrong");
    input.expect_end();
    std::string text = "accepted: there is no win for " + what + "\nstates " + std::to_string(total.states) +
                       ", sum " + total.sum();
    for (int i = 0; i < 4; ++i) text += "\n" + std::string(reason_names[i]) + " " + std::to_string(used[i]);
    std::puts(text.c_str());
}

// Counts and adds up everything that can be reached from the start, up to more states than there should be.
Total closed_set(Word most) {
    Total total;
    Wanted wanted;
    for (wanted[0].insert(bytes_of(start)); !wanted.empty(); wanted.erase(wanted.begin())) {
        auto& [number, layer] = *wanted.begin();
        std::vector<const std::string*> open;
        for (const std::string& bytes : layer) open.push_back(&bytes);
        while (!open.empty()) {
            const std::string& bytes = *open.back();
            open.pop_back();
            const State s = state_of(bytes);
            if (s.won()) refuse("there is a win for this deal");
            total.add(bytes);
            if (total.states > most) return total;
            for_each_child(s, [&, here = number, &same = layer](const State& child) {
                const bool stays = layer_of(child) == here;
                const auto [place, is_new] = (stays ? same : wanted[layer_of(child)]).insert(bytes_of(child));
                if (stays && is_new) open.push_back(&*place);
            });
        }
    }
    return total;
}

void check_short(Input& input) {
    std::string line = input.line();
    if (line != "quincunx-short 1") refuse("this is no certificate of version 1");
    std::unordered_set<std::string> deals;
    for (line = input.line(); line != "end"; line = input.line()) {
        if (line.starts_with('#')) continue;
        const std::vector<std::string> words = words_of(line);
        if (words.size() != 3) refuse("expected a deal, a number of states and a sum: " + line);
        set_up_deal(words[0]);
        finish_start();
        const Word most = number_from(words[1]);
        const Total total = closed_set(most);
        if (total.states > most) refuse("there are more states: " + line);
        const std::string right = words[0] + " " + std::to_string(total.states) + " " + total.sum();
        if (line != right) refuse("wrong: " + line + "\nright: " + right);
        deals.insert(words[0]);
    }
    input.expect_end();
    if (deals.empty()) refuse("the list names no deal, so it proves nothing");
    std::printf("accepted: there is no win for %zu deals\n", deals.size());
}

constexpr const char* help =
    R"(quincunx-check FILE checks what quincunx solve --certify wrote, or quincunx-lab certify.
Exit status: 0 accepted, 1 refused, 2 file or command line cannot be read, 3 out of memory
)";

}  // namespace

int main(int argc, char** argv) {
    const std::string file = argc == 2 ? argv[1] : "";
    if (file.empty() || file == "--help") {
        std::fputs(help, file.empty() ? stderr : stdout);
        return file.empty() ? unreadable : accepted;
    }
    try {
        const auto input = std::make_unique<Input>(file.c_str());
        input->packed() ? check_certificate(*input) : check_short(*input);
        return std::fflush(stdout) == 0 ? accepted : unreadable;
    } catch (const Stop& stop) {
        std::FILE* const to = stop.status == refused ? stdout : stderr;
        std::fprintf(to, "%s: %s\n", stop.status == refused ? "refused" : file.c_str(), stop.why.c_str());
        return stop.status;
    } catch (const std::bad_alloc&) {
        std::fputs("quincunx-check: out of memory\n", stderr);
        return out_of_memory;
    }
}
