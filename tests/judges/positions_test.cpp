/// The two judges of positions, which share no code: what the program takes for a position, a certificate may be about,
/// and nothing else.
#define main check_main
#include "checker/quincunx_check.cpp"
#undef main

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <set>

#include "engine/notation.hpp"
#include "games/all.hpp"
#include "tests/playout.hpp"

namespace {

using quincunx::testing::Dice;

/// The texts of each game; hundreds of thousands in the full run.
int texts() {
#ifdef QUINCUNX_THOROUGH
    return quincunx::testing::scaled(200'000);
#else
    return quincunx::testing::scaled(10'000);
#endif
}

/// A text as a file that the checker reads.
class File {
  public:
    explicit File(const std::string& text) : number_(memfd_create("text", 0)) {
        if (write(number_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) std::abort();
        name_ = "/proc/self/fd/" + std::to_string(number_);
    }
    ~File() { close(number_); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    const char* name() const { return name_.c_str(); }

  private:
    int number_;
    std::string name_;
};

/// Why the checker refuses; "" if it does not.
template <class Work>
std::string refusal(Work&& work) {
    try {
        work();
    } catch (const Stop& stop) {
        return stop.status == refused ? stop.why : "another end: " + stop.why;
    }
    return {};
}

std::string refusal_of_position(const std::string& text) {
    const File file(text + "end\n");
    return refusal([&] {
        Input input(file.name());
        set_up_position(input);
    });
}

/// Changes a position in one of the ways in which it can be wrong, or stays right.
void change(quincunx::PositionText& position, const quincunx::Rules& rules, Dice& dice) {
    const quincunx::Layout layout(rules);
    using Cards = std::vector<quincunx::Card>;
    const auto any = [&](quincunx::PileKind kind) -> std::size_t {
        const int count = layout.count(kind);
        return at(
            layout.pile(kind, static_cast<int>(dice.below(static_cast<std::size_t>(std::max(count, 1))))));
    };
    const auto any_pile = [&] { return dice.below(position.piles.size()); };
    const auto any_kind = [&] {
        return any(static_cast<quincunx::PileKind>(dice.below(5))) % position.piles.size();
    };
    const auto move = [&](Cards& from, Cards& to, std::size_t count) {
        for (; count > 0 && !from.empty() && &from != &to; --count) {
            to.push_back(from.back());
            from.pop_back();
        }
    };
    Cards& pile = position.piles[any_kind()];
    Cards& other = position.piles[any_kind()];
    switch (dice.below(12)) {
        case 0:  // a card or several to another pile
            move(other, pile, 1 + dice.below(3));
            break;
        case 1:  // all of a pile, or of all piles of a kind
            move(other, pile, other.size());
            break;
        case 2:  // a pile as large as can be, or one card more
            for (const std::size_t most = 1 + dice.below(30); pile.size() < most;) {
                Cards& from = position.piles[any_pile()];
                if (&from == &pile && dice.below(8) == 0) break;
                move(from, pile, 1);
                if (std::all_of(position.piles.begin(), position.piles.end(),
                                [&](const Cards& each) { return each.empty() || &each == &pile; }))
                    break;
            }
            break;
        case 3:  // two cards change their places
            if (!pile.empty() && !other.empty())
                std::swap(pile[dice.below(pile.size())], other[dice.below(other.size())]);
            break;
        case 4:  // two piles
            std::swap(pile, other);
            break;
        case 5:  // a card is there twice
            if (!pile.empty() && !other.empty()) pile[dice.below(pile.size())] = other.back();
            break;
        case 6:  // or not at all
            if (!pile.empty())
                pile.erase(pile.begin() + static_cast<std::ptrdiff_t>(dice.below(pile.size())));
            break;
        case 7:  // more or fewer cards face down
            position.hidden[any(quincunx::PileKind::tableau)] = static_cast<int>(dice.below(16));
            break;
        case 8:
            position.redeals = static_cast<int>(dice.below(3));
            break;
        case 9:
            if (rules.has_choice()) position.choice = static_cast<int>(dice.below(3));
            break;
        case 10:  // another foundation's suit
            std::swap(position.piles[any(quincunx::PileKind::foundation)],
                      position.piles[any(quincunx::PileKind::foundation)]);
            move(position.piles[any(quincunx::PileKind::foundation)],
                 position.piles[any(quincunx::PileKind::foundation)], 1 + dice.below(2));
            break;
        default:  // sorted, as a run is
            std::sort(pile.begin(), pile.end(),
                      [](quincunx::Card a, quincunx::Card b) { return a.rank() > b.rank(); });
    }
    for (std::size_t i = 0; i < position.piles.size(); ++i)
        position.hidden[i] = std::min(position.hidden[i], static_cast<int>(position.piles[i].size()));
}

/// A text that no program would write.
std::string spoiled(std::string text, Dice& dice) {
    const std::size_t place = dice.below(text.size());
    switch (dice.below(4)) {
        case 0:
            text[place] = "A23KQJTCDHS -|\nFRW0"[dice.below(20)];
            break;
        case 1:
            text.erase(place, 1 + dice.below(3));
            break;
        case 2:  // a line
            text.erase(text.find('\n', place) + 1,
                       text.find('\n', text.find('\n', place) + 1) - text.find('\n', place));
            break;
        default:
            text.insert(place, text.substr(dice.below(text.size()), 3));
    }
    return text;
}

/// A certificate of one state that is lost by its fixpoint, without the lines of its start.
std::string body_of_start() {
    const auto number = [](std::uint64_t value, int bytes) {
        std::string text;
        for (; bytes > 0; --bytes, value >>= 8) text += static_cast<char>(value & 255);
        return text;
    };
    const std::string state = bytes_of(start);
    Total total;
    total.add(state);
    return "end\nreasons fixpoint\n" + number(0, 4) + number(1, 8) + number(0, 1) + number(state.size(), 1) +
           state + number(fixpoint, 1) + number(0xffffffffU, 4) + number(1, 8) + number(total.low, 8) +
           number(total.high, 8);
}
std::string refusal_of_certificate(const std::string& position, const std::string& body) {
    const File file("quincunx-certificate 1\nposition\n" + position + body);
    return refusal([&] {
        Input input(file.name());
        check_certificate(input);
    });
}

struct Counted {
    int accepted = 0;
    int refused = 0;
    std::set<std::string> codes;
    std::string body;
    int exchanged = 0;
};

void judge(const quincunx::Rules& rules, const std::string& text, Counted& counted) {
    const auto read = quincunx::read_position(rules, text);
    const std::string why = refusal_of_position(text);
    if (read) {
        ++counted.accepted;
        ASSERT_EQ(why, "") << text;
        finish_start();
        if (counted.body.empty() && Fixpoint(start).lost()) {
            counted.body = body_of_start();
            ::testing::internal::CaptureStdout();
            ASSERT_EQ(refusal_of_certificate(text, counted.body), "") << text;
            std::fflush(stdout);
            ::testing::internal::GetCapturedStdout();
        }
    } else {
        ++counted.refused;
        counted.codes.insert(read.error().code);
        ASSERT_NE(why, "") << to_text(read.error()) << '\n' << text;
        if (counted.body.empty()) return;
        ++counted.exchanged;
        ASSERT_NE(refusal_of_certificate(text, counted.body), "") << text;
    }
}

/// Texts as programs write them: positions that were played, changed none to three times.
template <const quincunx::Rules& rules>
void judge_positions(Counted& counted) {
    for (int made = 0; made < texts();) {
        Dice dice(static_cast<std::uint64_t>(made));
        quincunx::Position<rules> position;
        position.deal(quincunx::numbered_deal<rules>(quincunx::testing::deal_number(dice.below(1'000'000))));
        for (auto plies = dice.below(250); plies > 0; --plies) {
            quincunx::MoveList<rules> moves;
            generate(position, moves);
            const auto move =
                quincunx::testing::pick_move(position, moves, dice, quincunx::testing::taste(dice.below(5)));
            if (!move) break;
            position.play(*move);
        }
        for (int i = 0; i < 50; ++i, ++made) {
            quincunx::PositionText data = position_data(position);
            for (auto changes = dice.below(4); changes > 0; --changes) change(data, rules, dice);
            const std::string text = write_position(rules, data, false);
            ASSERT_NO_FATAL_FAILURE(judge(rules, text, counted));
            if (i % 10 != 0) continue;
            // Blanks and lines that the program overlooks, the checker may refuse.
            const std::string bad = spoiled(text, dice);
            if (!quincunx::read_position(rules, bad)) {
                ASSERT_NE(refusal_of_position(bad), "") << bad;
            }
        }
    }
}

/// Deals by their cards.
void judge_deals(const quincunx::Rules& rules, int deals) {
    for (int i = 0; i < deals; ++i) {
        Dice dice(static_cast<std::uint64_t>(i));
        quincunx::DealText deal{std::string(rules.id), std::nullopt,
                                quincunx::numbered_deal(rules, 1 + dice.below(1'000'000))};
        std::vector<quincunx::Card>& cards = deal.cards;
        if (dice.below(3) == 0) cards[dice.below(cards.size())] = cards[dice.below(cards.size())];
        if (dice.below(4) == 0) cards.pop_back();
        if (dice.below(4) == 0) cards.push_back(cards[dice.below(cards.size())]);
        std::string text = deal_text(deal);
        if (dice.below(4) == 0) text = spoiled(text, dice);
        if (dice.below(8) == 0)
            text = text.substr(0, text.find(':')) + '#' + std::to_string(dice.below(3)) +
                   std::string(dice.below(2), 'x');
        const auto read = quincunx::parse_deal(text);
        const bool right = read && read->id == rules.id && quincunx::deal_cards(rules, *read).has_value();
        const std::string why = refusal([&] { set_up_deal(text); });
        ASSERT_EQ(why.empty(), right || (why.empty() && game.id != rules.id)) << why << '\n' << text;
    }
}

TEST(Judges, AgreeOnPositionsAndDeals) {
    std::set<std::string> codes;
    int with_certificates = 0;
    quincunx::games::for_each_game([&]<const quincunx::Rules & rules>() {
        if (::testing::Test::HasFatalFailure()) return;
        if (std::none_of(std::begin(games), std::end(games),
                         [&](const Game& known) { return known.id == rules.id; }))
            return;
        Counted counted;
        ASSERT_NO_FATAL_FAILURE(judge_positions<rules>(counted)) << rules.id;
        ASSERT_NO_FATAL_FAILURE(judge_deals(rules, texts() / 10)) << rules.id;
        EXPECT_GT(counted.accepted, texts() / 20) << rules.id;
        EXPECT_GT(counted.refused, texts() / 4) << rules.id;
        with_certificates += counted.exchanged > texts() / 100 ? 1 : 0;
        EXPECT_TRUE(counted.codes.contains("over-limit")) << rules.id;
        codes.merge(counted.codes);
    });
    EXPECT_GE(with_certificates, 5);
    const std::set<std::string> all{
        "cards",           "foundation-order", "not-as-dealt",     "not-started", "over-limit",
        "suit-again",      "tableau-order",    "too-many-redeals", "too-often",   "top-face-down",
        "would-be-filled", "wrong-start",      "no-face-down-here"};
    for (const std::string& code : all) EXPECT_TRUE(codes.contains(code)) << code;
}

}  // namespace
