#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "wire/solver_answers.hpp"
#include "wire/solver_questions.hpp"
#include "wire/table/table_questions.hpp"

// Answers and questions of the modules, as types of the page and the npm package and as tables of docs/notation.md.
// These are in the repository for their readers; QUINCUNX_WRITE=1 writes them anew.

namespace quincunx::wire {
namespace {

/// "'won' | 'lost'"
template <class Enum>
std::string texts_of() {
    std::string all;
    std::set<std::string_view> met;
    for (int i = 0; i < 8; ++i) {
        const std::string_view text = to_text(static_cast<Enum>(i));
        if (text.empty() || !met.insert(text).second) continue;
        all += (all.empty() ? "'" : " | '") + std::string(text) + '\'';
    }
    return all;
}

/// Declares the types of a file in TypeScript.
class Types {
  public:
    void say(std::string_view text) { text_ += text; }
    /// A type that another file has.
    void elsewhere(std::string_view name) { declared_.insert(name); }

    template <class Value>
    void declare(const Value& value);
    template <class Value>
    std::string name_of();

    const std::string& text() const { return text_; }

  private:
    std::set<std::string_view> declared_;
    std::string text_;
};

/// The fields of one type.
struct Fields {
    Types& types;
    std::string text{};
    std::string extends{};
    bool short_form = false;

    template <class Value>
    void operator()(std::string_view name, const Value& /*value*/, std::string_view what,
                    const char* type = nullptr) {
        field(name, type == nullptr ? types.name_of<Value>() : type, what);
    }
    template <class Value>
    void maybe(bool /*there*/, std::string_view name, const Value& /*value*/, std::string_view what) {
        field(std::string(name) + '?', types.name_of<Value>(), what);
    }
    template <class Base>
    void extend(const Base& /*base*/) {
        extends = " extends " + types.name_of<Base>();
    }
    std::string pile(PileId /*pile*/) const { return {}; }

    void field(std::string_view name, std::string_view type, std::string_view what) {
        const std::string said = std::string(name) + ": " + std::string(type);
        if (short_form)
            text += (text.empty() ? "" : "; ") + said;
        else
            text += "  /** " + std::string(what) + " */\n  " + said + ";\n";
    }
};

template <class Value>
void Types::declare(const Value& value) {
    if (!declared_.insert(named<Value>.name).second) return;
    const std::string what = "\n/** " + std::string(named<Value>.what) + " */\nexport ";
    Fields fields{*this};
    if constexpr (std::same_as<Value, Event>) {
        fields.short_form = true;
        std::string kinds;
        for (int kind = 0; kind <= static_cast<int>(Event::Kind::choice); ++kind) {
            fields.text.clear();
            describe(fields,
                     Event{.kind = static_cast<Event::Kind>(kind), .dealt_to = {PileId{}}, .cards = {{}}});
            kinds += "\n  | { " + fields.text + " }";
        }
        text_ += what + "type Event =" + kinds + ";\n";
    } else {
        describe(fields, value);
        text_ += what + "interface " + std::string(named<Value>.name) + fields.extends + " {\n" +
                 fields.text + "}\n";
    }
}

template <class Value>
std::string Types::name_of() {
    if constexpr (std::same_as<Value, Parameters>) {
        return "Record<string, string>";
    } else if constexpr (Optional<Value>) {
        return name_of<typename Value::value_type>() + " | null";
    } else if constexpr (std::is_pointer_v<Value> && !std::same_as<Value, const char*>) {
        return name_of<std::remove_cvref_t<std::remove_pointer_t<Value>>>() + " | null";
    } else if constexpr (List<Value>) {
        return name_of<std::ranges::range_value_t<Value>>() + "[]";
    } else if constexpr (std::is_enum_v<Value>) {
        if constexpr (!Described<Value>) return texts_of<Value>();
        if (declared_.insert(named<Value>.name).second)
            text_ += "\n/** " + std::string(named<Value>.what) + " */\nexport type " +
                     std::string(named<Value>.name) + " = " + texts_of<Value>() + ";\n";
        return std::string(named<Value>.name);
    } else if constexpr (Described<Value>) {
        if constexpr (std::default_initializable<Value>) declare(Value{});
        return std::string(named<Value>.name);
    } else if constexpr (Interval<Value>) {
        return "[number, number]";
    } else if constexpr (std::same_as<Value, bool>) {
        return "boolean";
    } else if constexpr (std::is_arithmetic_v<Value>) {
        return "number";
    } else {
        static_assert(std::convertible_to<Value, std::string_view>);
        return "string";
    }
}

constexpr std::string_view written =
    "/** Written by wire/contract_test.cpp from the descriptions in wire/. */\n";

/// Compares a file with what it should say, and writes it if that is wished for.
void expect_file(const std::string& path, const std::string& text) {
    if (std::getenv("QUINCUNX_WRITE") != nullptr) std::ofstream(path) << text;
    std::ifstream file(path);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), text)
        << path << " is not what wire/ describes: QUINCUNX_WRITE=1 build/test/tests/wire_test "
        << "--gtest_filter='Contract.*' writes it";
}

TEST(Contract, OfTheTable) {
    const Session session = Session::from_deal("gargantua#1").value();
    Types types;
    types.say(written);
    types.declare(session.rules());
    types.declare(session);
    types.say(
        "\n/** The client adds all moves made, also those taken back: the record has them. */\n"
        "export type Table = SentTable & { moves: { text: string; automatic: boolean }[] };\n");
    types.declare(FieldAnswer{{}, &session});
    const PositionText position = position_data(session.game().position());
    const Placed placed{session.rules(), position};
    types.declare(PlacedPile{placed, 0});
    types.declare(placed);
    types.declare(PositionCheck{});
    types.declare(Failure{});
    types.say(
        "\nexport interface Failure {\n  ok: false;\n  error: Reason;\n}\n"
        "\nexport type Answer<T> = ({ ok: true } & T) | Failure;\n");
    expect_file("web/src/engine/contract.ts", types.text());
}

TEST(Contract, OfAdvice) {
    Types types;
    types.say(written);
    types.say("import type { Hint } from '../engine/contract.ts';\n");
    types.elsewhere("Hint");
    types.declare(Solution{});
    types.declare(fair::Advice{});
    types.declare(MoveAdvice{});
    types.declare(fair::Odds{});
    expect_file("web/src/advice/contract.ts", types.text());
}

TEST(Contract, OfDeals) {
    Types types;
    types.say(written);
    types.say("import type { Verdict } from '../advice/contract.ts';\n");
    types.elsewhere("Verdict");
    types.declare(Levels{});
    types.declare(FoundDeal{});
    types.declare(DayDeal{});
    types.declare(deals::Par{});
    expect_file("web/src/deals/contract.ts", types.text());
}

TEST(Contract, OfGamesPlayed) {
    Types types;
    types.say(written);
    types.declare(Played{});
    types.declare(SavedGames{});
    expect_file("web/src/played/contract.ts", types.text());
}

/// The rows of a table that explains a type.
struct Rows {
    std::string text = "| field | type | meaning |\n| --- | --- | --- |\n";

    template <class Value>
    void operator()(std::string_view name, const Value& /*value*/, std::string_view what,
                    const char* type = nullptr) {
        text += row({code(name), code(type == nullptr ? Types().name_of<Value>() : type), std::string(what)});
    }
    template <class Value>
    void maybe(bool /*there*/, std::string_view name, const Value& value, std::string_view what) {
        (*this)(name, value, what);
    }
    std::string pile(PileId /*pile*/) const { return {}; }

    static std::string code(std::string_view text) { return '`' + std::string(text) + '`'; }
    static std::string row(const std::vector<std::string>& cells) {
        std::string text = "|";
        for (const std::string& cell : cells) {
            text += ' ';
            for (const char c : cell) text += c == '|' ? "\\|" : std::string(1, c);
            text += cell.empty() ? "|" : " |";
        }
        return text + '\n';
    }
};

template <class Value>
std::string rows_of(std::string_view heading) {
    Rows rows;
    describe(rows, Value{});
    return '\n' + std::string(heading) + "\n\n" + rows.text;
}

template <std::size_t count>
std::string rows_of(std::string_view heading, const Question (&questions)[count]) {
    std::string text = '\n' + std::string(heading) + "\n\n| request | answer | what |\n| --- | --- | --- |\n";
    for (const Question& question : questions) {
        std::string takes(question.takes);
        for (std::size_t at = takes.find('\n'); at != std::string::npos; at = takes.find('\n')) {
            const bool first = at == 0 || takes[at - 1] == ' ';
            takes.replace(at, 1, first ? "LF " : " LF ");
        }
        for (const Number& number : question.numbers)
            takes += (takes.empty() ? "" : " ") + ('[' + std::string(number.name)) + "=<n>]";
        text += Rows::row({Rows::code(std::string(question.name) + (takes.empty() ? "" : ' ' + takes)),
                           question.answer.empty() ? "" : Rows::code(question.answer),
                           std::string(question.what)});
    }
    return text;
}

template <std::size_t count>
std::string rows_of(const Number (&numbers)[count]) {
    std::string text;
    for (const Number& number : numbers)
        text += Rows::row({Rows::code(number.name), std::to_string(number.least),
                           number.most == ~0ULL ? "" : std::to_string(number.most), std::string(number.usual),
                           std::string(number.what)});
    return text;
}

/// A document with what stands between two comments replaced.
std::string filled(std::string text, const std::string& name, const std::string& part) {
    const std::string begin = "<!-- " + name + " -->\n";
    const std::size_t from = text.find(begin) + begin.size();
    const std::size_t to = text.find("<!-- /" + name + " -->");
    EXPECT_LE(from, to) << name;
    return text.replace(from, to - from, part + '\n');
}

TEST(Contract, OfTheNotation) {
    const char* const path = "docs/notation.md";
    std::ifstream file(path);
    std::string text(std::istreambuf_iterator<char>(file), {});
    text = filled(
        text, "requests",
        rows_of("Of `table.wasm`, which has one table at a time:", table_questions) +
            rows_of("Of `solver.wasm`:", solver_questions) +
            "\nNumbers:\n\n| number | least | most | usual | what |\n| --- | ---: | ---: | ---: | --- |\n" +
            rows_of(limits_of_advice) + rows_of(where_to_find));
    text = filled(text, "deals",
                  rows_of<Levels>("`levels` answers:") + rows_of<DayDeal>("`day` answers:") +
                      rows_of<FoundDeal>("`start-find`, then `found`:") +
                      rows_of<deals::Par>("`start-par`, then `found`:"));
    text = filled(text, "puzzles", rows_of<Judged>("").substr(2));
    expect_file(path, text);
}

}  // namespace
}  // namespace quincunx::wire
