#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace quincunx::wire {

/// An argument of a question by name, as `name=<n>`, and its value if it is left out.
struct Option {
    std::string_view name;
    std::uint64_t least = 1;
    std::uint64_t most = ~std::uint64_t{0};
    std::string_view usual{};
    std::string_view what{};
    std::string_view is = "<n>";  ///< anything else is a text
};

/// A question for a module: a line that begins with a name, and what it takes; after a line feed a text. Only names,
/// arguments and bounds get into a module.
struct Question {
    std::string_view name;
    std::string_view takes;
    std::string_view answer;  ///< its type
    std::string_view what;
    std::span<const Option> options{};  ///< on its line after what it takes, in any order
};

inline constexpr std::size_t most_options = 3;

/// The part of a question that gets into a module.
struct Form {
    struct Taken {
        std::string_view name;
        std::uint64_t least = 0;  ///< of a number
        std::uint64_t most = 0;   ///< 0: a text
    };
    std::size_t words = 0;
    std::array<Taken, most_options> options{};

    constexpr Form() = default;
    consteval explicit Form(const Question& question) {
        const std::string_view takes = question.takes.substr(0, question.takes.find('\n'));
        words = takes.empty() ? 0 : 1 + static_cast<std::size_t>(std::ranges::count(takes, ' '));
        std::ranges::transform(question.options, options.begin(), [](const Option& option) {
            return Taken{option.name, option.least, option.is == Option{}.is ? option.most : 0};
        });
    }
};

template <std::size_t count>
consteval std::array<Form, count> forms_of(const Question (&questions)[count]) {
    std::array<Form, count> forms;
    for (std::size_t i = 0; i < count; ++i) forms[i] = Form(questions[i]);
    return forms;
}

/// Nowhere defined: what would call it does not compile.
std::size_t no_such_question();

/// Questions by their names, which tell them apart.
template <std::size_t count>
class Names {
  public:
    consteval explicit Names(const Question (&questions)[count]) {
        std::ranges::transform(questions, names_.begin(), &Question::name);
    }
    /// The place of a question, for a `switch`; `count` if there is none.
    constexpr std::size_t find(std::string_view name) const {
        return static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin());
    }
    /// The same of a name that there is; another one does not compile.
    consteval std::size_t operator()(std::string_view name) const {
        return find(name) < count ? find(name) : no_such_question();
    }

  private:
    std::array<std::string_view, count> names_;
};

}  // namespace quincunx::wire
