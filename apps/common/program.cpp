#include <algorithm>
#include <cstdio>
#include <new>
#include <optional>
#include <utility>

#include "apps/common/command.hpp"
#include "apps/common/described.hpp"
#include "games/all.hpp"

namespace quincunx::cli {

namespace {

constexpr std::size_t help_width = 79;

/// CLI11's help, in lines that fit on a terminal.
class Help : public CLI::Formatter {
  public:
    Help() {
        label("OPTIONS", "options");
        label("SUBCOMMAND", "COMMAND ...");
        label("Positionals", "Arguments");
    }
    std::string make_option(const CLI::Option* option, bool positional) const override {
        constexpr std::size_t indent = 24;
        return row(make_option_name(option, positional) + make_option_opts(option), make_option_desc(option),
                   indent);
    }
    std::string make_option_opts(const CLI::Option* option) const override {
        return option->get_items_expected_max() == 0 ? "" : ' ' + option->get_type_name();
    }
    std::string make_subcommand(const CLI::App* command) const override {
        constexpr std::size_t indent = 12;
        return row(command->get_name(), command->get_description(), indent);
    }

  private:
    static std::string row(const std::string& name, const std::string& says, std::size_t indent) {
        std::string text = "  " + name;
        text += text.size() + 2 > indent ? '\n' + std::string(indent, ' ')
                                         : std::string(indent - text.size(), ' ');
        add_words(text, indent, says, indent, help_width);
        return text;
    }
};

/// The number of letters to insert, remove, replace or swap with the next to make one word from the other.
std::size_t distance(const std::string& from, const std::string& to) {
    std::vector<std::vector<std::size_t>> far(from.size() + 1, std::vector<std::size_t>(to.size() + 1));
    for (std::size_t i = 0; i <= from.size(); ++i) far[i][0] = i;
    for (std::size_t k = 0; k <= to.size(); ++k) far[0][k] = k;
    for (std::size_t i = 1; i <= from.size(); ++i) {
        for (std::size_t k = 1; k <= to.size(); ++k) {
            far[i][k] = std::min({far[i - 1][k - 1] + (from[i - 1] == to[k - 1] ? 0 : 1), far[i - 1][k] + 1,
                                  far[i][k - 1] + 1});
            if (i > 1 && k > 1 && from[i - 1] == to[k - 2] && from[i - 2] == to[k - 1])
                far[i][k] = std::min(far[i][k], far[i - 2][k - 2] + 1);
        }
    }
    return far.back().back();
}

/// "; did you mean --threads?" if one of the words is like the one that was typed, otherwise nothing.
std::string suggestion(const std::string& typed, const std::vector<std::string>& words) {
    constexpr std::size_t longest = 40;
    const std::string* best = nullptr;
    std::size_t least = 0;
    if (typed.size() > longest) return {};
    for (const std::string& word : words) {
        const bool begins = typed.size() > 3 && word.starts_with(typed);
        const std::size_t far = begins ? 0 : distance(typed, word);
        if (far * 3 > word.size() || (best != nullptr && far >= least)) continue;
        best = &word;
        least = far;
    }
    return best == nullptr ? std::string() : "; did you mean " + *best + '?';
}

std::string suggestion(const std::string& typed, const CLI::App& program) {
    std::vector<std::string> names;
    for (const CLI::App* const one : program.get_subcommands({})) names.push_back(one->get_name());
    return suggestion(typed, names);
}

/// Refuses a word that belongs to nothing.
[[noreturn]] void refuse_extra(const CLI::App& command, const std::vector<std::string>& words,
                               const std::string& word) {
    const auto mark = std::find(words.begin(), words.end(), "--");
    if (!word.starts_with('-') || word == "-" || std::find(words.begin(), mark, word) == mark)
        refuse("{}: unexpected: \"{}\"", command.get_name(), shown(word));
    const std::string name = word.substr(0, word.find('='));
    std::vector<std::string> names;
    for (const CLI::Option* const option : command.get_options())
        for (const std::string& one : option->get_lnames()) names.push_back("--" + one);
    refuse("there is no option {} of {}{}", shown(name), command.get_name(), suggestion(name, names));
}

/// Lets CLI11 refuse a flag that is given twice, a value that is empty, and an option in the place of a value.
void be_strict(CLI::Option& option) {
    if (option.get_items_expected_max() == 0) {
        option.multi_option_policy(CLI::MultiOptionPolicy::Throw);
        return;
    }
    const auto check = [&option](const std::string& text) {
        if (text.empty()) return "expected " + option.get_type_name() + ", not an empty string";
        if (option.get_positional() || !text.starts_with("--")) return std::string();
        return "expected " + option.get_type_name() + " after it, not " + shown(text);
    };
    option.transform(CLI::Validator(check, ""));  // before the checks that it has
}

/// Refuses a value for a flag, which CLI11 may take, and nothing after a sign, where it would take the next word.
void check_signs(const CLI::App& command, const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        const std::size_t sign = word.find('=');
        if (word == "--") return;
        if (!word.starts_with("--") || sign == std::string::npos) continue;
        const CLI::Option* const option = command.get_option_no_throw(word.substr(0, sign));
        if (option == nullptr) continue;
        if (option->get_items_expected_max() == 0) refuse(word.substr(0, sign) + ": takes no value");
        if (sign + 1 == word.size()) refuse(word + ": expected a value after the =");
    }
}

/// The line with the id of a game in place of GAME: that of the last game which is not a variant.
std::string with_game(std::string line) {
    constexpr std::string_view placeholder = "GAME";
    std::string_view id;
    games::for_each_game([&]<const Rules & rules>() {
        if (rules.variant_of.empty()) id = rules.id;
    });
    if (const std::size_t at = line.find(placeholder); at != std::string::npos)
        line.replace(at, placeholder.size(), id);
    return line;
}

bool wants_json(const std::vector<std::string>& words) {
    const auto end = std::find(words.begin(), words.end(), "--");
    return std::find(words.begin(), end, "--json") != end;
}

Json error_json(const std::string& message, int status, const TextError& place) {
    Json error =
        described(quincunx::Failure{{place.line, place.column, {}, place.code, place.parameters}, {}});
    error["message"] = place.line > 0 ? place.message : message;  // which may have any bytes
    return {{"ok", false}, {"status", status}, {"error", error}};
}

}  // namespace

Program::Program(const std::string& name, const std::string& says, std::initializer_list<Declare> commands)
    : app_(says, name) {
    app_.set_version_flag("--version", name + " " QUINCUNX_VERSION, "Print the version and exit");
    app_.set_help_flag("-h,--help", "Print this help and exit");
    app_.formatter(std::make_shared<Help>());
    app_.require_subcommand(1);
    for (const Declare declare : commands) declare(*this);
    const auto topic = std::make_shared<std::string>();
    CLI::App& help = add("help", "Describe a command", [this, topic] {
        const CLI::App& about = topic->empty() ? app_ : find(*topic);
        const std::string words = topic->empty() ? app_.get_name() : app_.get_name() + ' ' + *topic;
        write_out(app_.get_formatter()->make_help(&about, words, CLI::AppFormatMode::Normal));
        return Exit::yes;
    });
    help.add_option("command", *topic, "The command; without it, all commands are listed")
        ->type_name("COMMAND");
    add_examples(help,
                 {{name + " help solve", "the options of solve, as " + name + " solve --help shows them"}});
    for (CLI::App* const command : app_.get_subcommands({}))
        for (CLI::Option* const option : command->get_options()) be_strict(*option);
    app_.footer(name +
                " COMMAND --help describes a command.\nThe exit status is 0 for yes, 1 for no, and 2 for "
                "incorrect use.");
}

CLI::App& Program::add(const std::string& name, const std::string& says, Action action) {
    CLI::App* const command = app_.add_subcommand(name, says)->group("Commands");
    command->callback([this, action = std::move(action)] { chosen_ = action; });
    return *command;
}

CLI::App& Program::find(const std::string& name) {
    for (CLI::App* const one : app_.get_subcommands({}))
        if (one->check_name(name)) return *one;
    refuse("there is no command \"" + shown(name) + '"' + suggestion(name, app_));
}

Action Program::read(const std::vector<std::string>& words) {
    if (words.empty()) refuse("expected a command");
    if (!words[0].starts_with('-')) {
        CLI::App& command = find(words[0]);
        if (words[0] == "help" && words.size() > 1 && !words[1].empty() && words[1][0] != '-') find(words[1]);
        asked_ = &command;
        check_signs(*asked_, words);
    }
    try {
        app_.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // as CLI11 wants them
    } catch (const CLI::Success& answer) {
        const bool help = answer.get_name() == "CallForHelp";
        return [text = help ? app_.help() : answer.what() + std::string("\n")] {
            write_out(text);
            return Exit::yes;
        };
    } catch (const CLI::ParseError& error) {
        // A word that belongs to nothing explains what else is wrong.
        const bool of_value = error.get_name() == "ValidationError";
        for (const std::string& word : app_.remaining(true))
            if (word != "--" && !of_value) refuse_extra(asked_ == nullptr ? app_ : *asked_, words, word);
        const std::string text = error.what();
        const std::size_t twice = text.find(": At Most 1 required but received 2");
        refuse(shown(twice == std::string::npos ? text : text.substr(0, twice) + ": given twice"));
    }
    return chosen_;
}

CLI::Validator one_of(std::vector<std::string> words) {
    const auto check = [words = std::move(words)](const std::string& text) {
        if (std::find(words.begin(), words.end(), text) != words.end()) return std::string();
        std::string list;
        for (std::size_t i = 0; i < words.size(); ++i)
            list += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
        return "expected " + list + ", not \"" + shown(text) + '"' + suggestion(text, words);
    };
    return CLI::Validator(check, "");
}

void add_examples(CLI::App& command,
                  std::initializer_list<std::pair<std::string, std::string>> lines_and_meanings) {
    std::string text = "Examples:";
    for (const auto& [line, meaning] : lines_and_meanings) {
        text += "\n  " + with_game(line) + "\n      ";
        constexpr std::size_t indent = 6;
        add_words(text, indent, meaning, indent, help_width);
        text.pop_back();
    }
    command.footer(text);
}

int Program::run(int argc, const char* const* argv) {
    prepare_streams();
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    const auto complain = [&](const std::string& message) {
        std::fprintf(stderr, "%s: %s\n", app_.get_name().c_str(), message.c_str());
    };
    const auto fail = [&](int status, const std::string& message, const TextError& place) {
        complain(message);
        // The answer so far, if there is any, is JSON already, or has no room.
        if (wants_json(words) && !written_out()) write_out(json_text(error_json(message, status, place)));
        return status;
    };
    constexpr int misuse = static_cast<int>(Exit::misuse);
    try {
        Action action;
        try {
            action = read(words);
        } catch (const Failure& failure) {
            const int status = fail(misuse, failure.what(), {});
            const std::string command = asked_ == nullptr ? "" : ' ' + asked_->get_name();
            std::fprintf(stderr, "See %s%s --help.\n", app_.get_name().c_str(), command.c_str());
            return status;
        }
        try {
            return static_cast<int>(action());
        } catch (const NoReader&) {
            return misuse;
        } catch (const Failure& failure) {
            return fail(static_cast<int>(failure.status()), failure.what(), failure.place());
        } catch (const std::bad_alloc&) {
            return fail(misuse, "out of memory", {});
        } catch (const std::exception& error) {
            return fail(misuse, error.what(), {});
        }
    } catch (const NoReader&) {
        return misuse;
    } catch (const Failure& failure) {  // the answer about what went wrong could not be written
        complain(failure.what());
    }
    return misuse;
}

}  // namespace quincunx::cli
