#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace quincunx::wire {

/// A number that a question takes as `name=<n>`, and what it is if it is left out.
struct Number {
    std::string_view name;
    std::uint64_t least = 1;
    std::uint64_t most = ~std::uint64_t{0};
    std::string_view usual;
    std::string_view what;
};

/// A question for a module: a line that begins with a name, and what it takes; after a line feed a text. An argument in
/// brackets may be left out. Only names, arguments and bounds get into a module.
struct Question {
    std::string_view name;
    std::string_view takes;
    std::string_view answer;  ///< its type
    std::string_view what;
    std::span<const Number> numbers{};  ///< after all other arguments, in any order
};

inline constexpr std::size_t most_numbers = 3;

/// The part of a question that gets into a module.
struct Form {
    struct Bounds {
        std::string_view name;
        std::uint64_t least = 0;
        std::uint64_t most = 0;
    };
    std::string_view name;
    std::string_view takes;
    std::size_t words = 0;  ///< that it takes on its line
    bool free = false;      ///< whoever answers reads them, since some may be left out
    std::array<Bounds, most_numbers> numbers{};

    constexpr Form() = default;
    consteval explicit Form(const Question& question) : name(question.name), takes(question.takes) {
        const std::string_view line = takes.substr(0, takes.find('\n'));
        words = line.empty() ? 0 : 1;
        for (const char c : line) words += c == ' ' ? 1 : 0;
        free = line.starts_with('[');
        for (std::size_t i = 0; i < question.numbers.size(); ++i)
            numbers[i] = {question.numbers[i].name, question.numbers[i].least, question.numbers[i].most};
    }
};

/// Nowhere defined: what would call it does not compile.
std::size_t no_such_question();

/// The places of questions by their names, for a `switch`.
template <std::size_t count>
class Places {
  public:
    consteval explicit Places(const Question (&questions)[count]) {
        for (std::size_t i = 0; i < count; ++i) names_[i] = questions[i].name;
    }
    /// `count` if there is none.
    constexpr std::size_t find(std::string_view name) const {
        std::size_t place = 0;
        while (place < count && names_[place] != name) ++place;
        return place;
    }
    /// The same of a name that there is; another one does not compile.
    consteval std::size_t operator()(std::string_view name) const {
        return find(name) < count ? find(name) : no_such_question();
    }

  private:
    std::array<std::string_view, count> names_;
};

/// Their forms; the last is that of what is no question.
template <std::size_t count>
consteval std::array<Form, count + 1> forms_of(const Question (&questions)[count]) {
    std::array<Form, count + 1> forms;
    for (std::size_t i = 0; i < count; ++i) forms[i] = Form(questions[i]);
    forms[count].free = true;
    return forms;
}

}  // namespace quincunx::wire
