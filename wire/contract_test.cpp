#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <ranges>
#include <set>
#include <string>

#include "wire/protocol_commands.hpp"
#include "wire/solver_answers.hpp"
#include "wire/solver_questions.hpp"
#include "wire/table/table_questions.hpp"

// Answers and questions of the modules, as types of the page and the npm package and as tables of docs/notation.md.
// These are in the repository for their readers; QUINCUNX_WRITE=1 writes them anew.

namespace quincunx::wire {
namespace {

std::string joined(const std::string& before, std::string_view between, const std::string& more) {
    return before.empty() ? more : before + std::string(between) + more;
}

/// Declares types in TypeScript.
class Types {
  public:
    /// Begins with some text; `elsewhere` has types of other files.
    explicit Types(std::string text = {}, std::set<std::string> elsewhere = {})
        : declared_(std::move(elsewhere)), text_(std::move(text)) {}

    template <class Value>
    std::string name_of(const Value& value);
    void say(std::string_view text) { text_ += text; }
    const std::string& text() const { return text_; }

  private:
    void declare(const std::string& name, const std::string& what, const std::string& type) {
        if (declared_.insert(name).second) text_ += "\n/** " + what + " */\nexport " + type + '\n';
    }

    std::set<std::string> declared_;
    std::string text_;
};

/// One type: as TypeScript has it, as a list within a line, and as rows of a table.
struct Description {
    Types& types;
    std::string name{};
    std::string what{};
    std::string extends{};
    std::string fields{};
    std::string line{};
    std::string rows{};

    void is(std::string_view type, std::string_view meaning) { name = type, what = meaning; }
    void operator()(std::string_view field, const auto& value, std::string_view meaning,
                    const char* type = nullptr) {
        add(field, type == nullptr ? types.name_of(value) : type, meaning);
    }
    void maybe(bool /*there*/, std::string_view field, const auto& value, std::string_view meaning) {
        add(std::string(field) + '?', types.name_of(value), meaning);
    }
    void extend(const auto& base) { extends = " extends " + types.name_of(base); }

    void add(std::string_view field, const std::string& type, std::string_view meaning);
};

std::string row(std::initializer_list<std::string_view> cells) {
    std::string text = "|";
    for (const std::string_view cell : cells) {
        text += cell.empty() ? "" : " ";
        for (const char c : cell) text += c == '|' ? "\\|" : std::string(1, c);
        text += " |";
    }
    return text + '\n';
}
std::string code(const std::string& text) {
    return text.empty() ? "" : '`' + text + '`';
}

void Description::add(std::string_view field, const std::string& type, std::string_view meaning) {
    const std::string said = std::string(field) + ": " + type;
    fields += "  /** " + std::string(meaning) + " */ " + said + ";\n";
    line = joined(line, "; ", said);
    rows += row({code(std::string(field)), code(type), meaning});
}

/// "'won' | 'lost'"
template <class Enum>
std::string texts_of() {
    std::string all;
    std::set<std::string_view> met{""};
    for (int i = 0; i < 8; ++i)
        if (const std::string_view text = to_text(static_cast<Enum>(i)); met.insert(text).second)
            all = joined(all, " | ", '\'' + std::string(text) + '\'');
    return all;
}

template <class Value>
std::string Types::name_of(const Value& value) {
    if constexpr (Text<Value> || std::same_as<Value, Card> || std::same_as<Value, PileId>) {
        return "string";
    } else if constexpr (std::same_as<Value, Raw>) {
        return "object";
    } else if constexpr (std::same_as<Value, Parameters>) {
        return "Record<string, string>";
    } else if constexpr (Optional<Value>) {
        return name_of(value.value_or(typename Value::value_type{})) + " | null";
    } else if constexpr (std::is_pointer_v<Value>) {
        return name_of(*value) + " | null";
    } else if constexpr (Described<Value>) {
        Description type{*this};
        if constexpr (std::same_as<Value, Event>) {
            std::string kinds;
            for (int kind = 0; kind <= static_cast<int>(Event::Kind::choice); ++kind) {
                type.line.clear();
                describe(
                    type,
                    Event{.kind = static_cast<Event::Kind>(kind), .dealt_to = {PileId{}}, .cards = {{}}});
                kinds += "\n  | { " + type.line + " }";
            }
            declare(type.name, type.what, "type Event =" + kinds + ';');
            return type.name;
        }
        describe(type, value);
        if constexpr (std::is_enum_v<Value>)
            declare(type.name, type.what, "type " + type.name + " = " + texts_of<Value>() + ';');
        else
            declare(type.name, type.what,
                    "interface " + type.name + type.extends + " {\n" + type.fields + '}');
        return type.name;
    } else if constexpr (std::is_enum_v<Value>) {
        return texts_of<Value>();
    } else if constexpr (List<Value>) {
        using Item = std::ranges::range_value_t<Value>;
        if constexpr (std::default_initializable<Item>)
            if (std::ranges::empty(value)) return name_of(Item{}) + "[]";
        return name_of(Item(*std::ranges::begin(value))) + "[]";
    } else if constexpr (Interval<Value>) {
        return "[number, number]";
    } else {
        static_assert(std::is_arithmetic_v<Value>);
        return std::same_as<Value, bool> ? "boolean" : "number";
    }
}

/// "'never' | 'safe' | 'all'"
std::string choice_of(std::string_view words) {
    std::string all;
    for (const auto word : std::views::split(words, '|'))
        all = joined(all, " | ", '\'' + std::string(word.begin(), word.end()) + '\'');
    return all;
}

/// A question as a function from what `request.ts` takes to its answer.
std::string function_of(const Question& question) {
    const std::size_t line = std::min(question.takes.find('\n'), question.takes.size());
    std::string all;
    for (const Word& word : split_words(question.takes.substr(0, line))) {
        const bool named = word.text.front() == '<';
        const std::string name(named ? word.text.substr(1, word.text.size() - 2) : "which");
        const bool number = name == "ply" || name == "nodes" || name == "bytes";
        all = joined(all, ", ", name + ": " + (!named ? choice_of(word.text) : number ? "number" : "string"));
    }
    std::string options;
    for (const Option& option : question.options)
        options = joined(
            options, "; ",
            std::string(option.name) + "?: " + (option.is == Option{}.is ? "number | string" : "string"));
    const bool last = line == question.takes.size();
    if (!options.empty()) all = joined(all, ", ", (last ? "options?: { " : "options: { ") + options + " }");
    if (!last) all = joined(all, ", ", "lines: Lines");
    const std::string name(question.name);
    const bool says_something = question.answer != "" && question.answer != "{}";
    return "  " + (name.find('-') == std::string::npos ? name : '\'' + name + '\'') + ": (" + all + ") => " +
           (says_something ? std::string(question.answer) : "object") + ";\n";
}
template <std::size_t count>
std::string functions_of(const std::string& name, const Question (&questions)[count]) {
    std::string text = "export interface " + name + " {\n";
    for (const Question& question : questions) text += function_of(question);
    return text + "}\n";
}

constexpr const char* written = "/** Written by wire/contract_test.cpp from the descriptions in wire/. */\n";

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
    Types types(written);
    types.name_of(session.rules());
    types.name_of(session);
    types.say(
        "\n/** The client adds all moves made, also those taken back: the record has them. */\n"
        "export type Table = SentTable & { moves: { text: string; automatic: boolean }[] };\n");
    const PositionText position = position_data(session.game().position());
    const Placed placed{session.rules(), position};
    types.name_of(FieldAnswer{{}, &session});
    types.name_of(PositionCheck{&placed, {}, {}});
    types.name_of(Failure{});
    types.say(
        "\nexport interface Failure {\n  ok: false;\n  error: Reason;\n}\n"
        "\nexport type Answer<T> = ({ ok: true } & T) | Failure;\n"
        "\n/** The text after the line of a request. */\nexport interface Lines {\n  lines: string;\n}\n"
        "\n/** From what requests take, as `request.ts` does, to their answers. */\n" +
        functions_of("TableQuestions", table_questions) +
        functions_of("OwnTableQuestions", own_table_questions));
    expect_file("web/src/engine/contract.ts", types.text());
}

TEST(Contract, OfTheSolver) {
    Types types(std::string(written) + "import type { Hint, Lines } from './contract.ts';\n", {"Hint"});
    const auto declare = [&](const auto&... values) { (types.name_of(values), ...); };
    declare(Solution{}, fair::Advice{}, MoveAdvice{}, fair::Odds{}, Levels{}, FoundDeal{}, DayDeal{},
            deals::Par{}, Judged{}, Played{}, SavedGames{}, MergedGames{});
    types.say(
        "\n/** From what requests take to their answers: of one that begins a search, to all it finds. */\n" +
        functions_of("SolverQuestions", solver_questions));
    expect_file("web/src/engine/solver-contract.ts", types.text());
}

/// The rows that explain a type.
std::string rows_of(std::string_view heading, const auto& value) {
    Types types;
    Description type{types};
    describe(type, value);
    return '\n' + std::string(heading) + "\n\n" + row({"field", "type", "meaning"}) +
           row({"---", "---", "---"}) + type.rows;
}

/// `between` stands between an option and its value.
template <std::size_t count>
std::string rows_of(std::string_view heading, const Question (&questions)[count],
                    std::string_view kind = "request", std::string_view between = "=") {
    std::string text =
        '\n' + std::string(heading) + "\n\n" + row({kind, "answer", "what"}) + row({"---", "---", "---"});
    for (const Question& question : questions) {
        const std::size_t line = std::min(question.takes.find('\n'), question.takes.size());
        std::string form =
            std::string(question.name) + (line > 0 ? " " : "") + std::string(question.takes.substr(0, line));
        for (const Option& option : question.options)
            form += " [" + std::string(option.name) + std::string(between) + std::string(option.is) + ']';
        for (const char c : question.takes.substr(line)) form += c == '\n' ? " LF " : std::string(1, c);
        text += row({code(form), code(std::string(question.answer)), question.what});
    }
    return text;
}

/// The numbers that questions take, each once.
std::string numbers_of(std::initializer_list<std::span<const Option>> all) {
    std::string text =
        "\nNumbers:\n\n| number | least | most | usual | what |\n| --- | ---: | ---: | ---: | --- |\n";
    for (const std::span<const Option> numbers : all)
        for (const Option& number : numbers) {
            if (number.is != Option{}.is) continue;
            const std::string more =
                row({code(std::string(number.name)), std::to_string(number.least),
                     number.most == ~0ULL ? "" : std::to_string(number.most), number.usual, number.what});
            if (text.find(more) == std::string::npos) text += more;
        }
    return text;
}

/// Replaces what stands between two comments of a document.
void fill(std::string& text, const std::string& name, const std::string& part) {
    const std::string begin = "<!-- " + name + " -->\n";
    const std::size_t from = text.find(begin) + begin.size();
    const std::size_t to = text.find("<!-- /" + name + " -->");
    ASSERT_LE(from, to) << name;
    text.replace(from, to - from, part + '\n');
}

TEST(Contract, OfTheNotation) {
    std::ifstream file("docs/notation.md");
    std::string text(std::istreambuf_iterator<char>(file), {});
    fill(text, "requests",
         rows_of("Of `table.wasm`, which has one table at a time:", table_questions) +
             rows_of(
                 "Of `own-table.wasm` besides, which also reads records and positions with [rules](#rules):",
                 own_table_questions) +
             rows_of("Of `solver.wasm`:", solver_questions) + numbers_of({limits_of_advice, where_to_find}));
    fill(text, "commands",
         rows_of("", protocol_commands, "command", " ").substr(2) +
             numbers_of({limits_of_solve, limits_of_hint, limits_of_odds, deals_to_find}));
    fill(text, "deals",
         rows_of("`levels` answers:", Levels{}) + rows_of("`day` answers:", DayDeal{}) +
             rows_of("`start-find`, then `found`:", FoundDeal{}) +
             rows_of("`start-par`, then `found`:", deals::Par{}));
    fill(text, "puzzles", rows_of("", Judged{}).substr(2));
    expect_file("docs/notation.md", text);
}

}  // namespace
}  // namespace quincunx::wire
