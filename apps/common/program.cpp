#include <algorithm>
#include <cstdio>
#include <new>
#include <optional>
#include <utility>

#include "apps/common/command.hpp"
#include "apps/common/json.hpp"

namespace quincunx::cli {

namespace {

void complain(const std::string& message) {
    std::fprintf(stderr, "quincunx: %s\n", message.c_str());
}

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

std::vector<std::string> command_names(const CLI::App& program) {
    std::vector<std::string> names;
    for (const CLI::App* const one : program.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(one->get_name());
        names.insert(names.end(), one->get_aliases().begin(), one->get_aliases().end());
    }
    return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* const option : command.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

/// What an option or argument takes, for messages.
std::string wanted(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    if (type == "FILE") return "a file name";
    if (type == "FOLDER") return "a folder name";
    if (type == "DEAL") return "a deal";
    if (type == "DEALS") return "a deal or a file name";
    if (type == "PART") return "a part, such as 3/50";
    if (type == "GAME") return "a game";
    if (type == "DATE") return "a date";
    if (type == "ADDRESS") return "an address";
    if (type == "NUMBER") return "a number";
    if (type == "SECONDS") return "a number of seconds";
    if (type == "SIZE") return "a number of mebibytes";
    return "a word";
}

/// Checks the words after a command: that every option exists, is given once and has a value exactly if
/// it takes one, that no value is empty, and that there are as many arguments as the command takes. CLI11
/// would accept some of this in silence and describe the rest in its own terms. Returns the words in a
/// form that can be read in one way only.
class WordReader {
  public:
    WordReader(const CLI::App& command, const std::vector<std::string>& words) : command_(command) {
        for (const CLI::Option* const option : command.get_options())
            if (option->get_positional()) arguments_.push_back(option);
        std::size_t at = 0;
        for (; at < words.size() && words[at] != "--"; ++at) {
            const std::string& word = words[at];
            if (word.starts_with("--")) {
                at += take_option(word, at + 1 < words.size() ? &words[at + 1] : nullptr);
            } else if (word == "-h") {
                help_ = true;
            } else if (word.starts_with('-') && word.size() > 1 && (word[1] < '0' || word[1] > '9')) {
                unknown(word);
            } else {
                take_argument(word);
            }
        }
        for (++at; at < words.size(); ++at) take_argument(words[at]);
    }

    bool help() const { return help_; }
    std::vector<std::string> words() const {
        for (std::size_t i = given_.size(); i < arguments_.size(); ++i)
            if (arguments_[i]->get_required())
                refuse(command_.get_name() + ": the " + arguments_[i]->get_name(true) + " is missing");
        std::vector<std::string> words = options_;
        if (!given_.empty()) words.emplace_back("--");
        words.insert(words.end(), given_.begin(), given_.end());
        return words;
    }

  private:
    [[noreturn]] void unknown(const std::string& name) const {
        refuse("there is no option " + shown(name) + " of " + command_.get_name() +
               suggestion(name, option_names(command_)));
    }
    /// Returns the number of words taken after the option.
    std::size_t take_option(const std::string& word, const std::string* next) {
        const std::size_t sign = word.find('=');
        const std::string name = word.substr(0, sign);
        const std::vector<const CLI::Option*> all = command_.get_options();
        const auto found = std::find_if(
            all.begin(), all.end(), [&](const CLI::Option* one) { return one->check_lname(name.substr(2)); });
        if (found == all.end() || name.size() == 2) unknown(name);
        const CLI::Option& option = **found;
        if (std::find(seen_.begin(), seen_.end(), &option) != seen_.end()) refuse(name + ": given twice");
        seen_.push_back(&option);
        if (option.get_items_expected_max() == 0) {
            if (sign != std::string::npos) refuse(name + ": takes no value");
            if (name == "--help") help_ = true;
            options_.push_back(name);
            return 0;
        }
        if (sign != std::string::npos) {
            if (sign + 1 == word.size()) refuse(word + ": expected a value after the =");
            options_.push_back(word);
            return 0;
        }
        if (next == nullptr || (next->starts_with("--")))
            refuse(name + ": expected " + wanted(option) + " after it" +
                   (next == nullptr ? "" : ", not " + shown(*next)));
        if (next->empty()) refuse(name + ": expected " + wanted(option) + ", not an empty string");
        options_.push_back(name + '=' + *next);
        return 1;
    }
    void take_argument(const std::string& word) {
        const bool more = !arguments_.empty() && arguments_.back()->get_items_expected_max() > 1;
        if (given_.size() >= arguments_.size() && !more)
            refuse(command_.get_name() + ": unexpected: \"" + shown(word) + '"' +
                   (arguments_.empty() ? "; it takes no arguments" : ""));
        const CLI::Option& option = *arguments_[std::min(given_.size(), arguments_.size() - 1)];
        if (word.empty())
            refuse(option.get_name(true) + ": expected " + wanted(option) + ", not an empty string");
        given_.push_back(word);
    }

    const CLI::App& command_;
    std::vector<const CLI::Option*> arguments_;
    std::vector<const CLI::Option*> seen_;
    std::vector<std::string> options_;
    std::vector<std::string> given_;
    bool help_ = false;
};

/// What CLI11 says of options that do not go together, as a person would say it.
std::string spoken(const CLI::ParseError& error) {
    std::string text = error.what();
    const auto replace = [&](const std::string& from, const std::string& to) {
        if (const std::size_t at = text.find(from); at != std::string::npos)
            text.replace(at, from.size(), to);
    };
    if (error.get_name() == "ExcludesError") replace(" excludes ", " cannot be used together with ");
    if (error.get_name() == "RequiresError") replace(" requires ", " can only be used together with ");
    return text;
}

bool wants_json(const std::vector<std::string>& words) {
    const auto end = std::find(words.begin(), words.end(), "--");
    return std::find(words.begin(), end, "--json") != end;
}

Json error_json(const std::string& message, int status, const TextError& place) {
    Json error = Json::object();
    if (place.line > 0) error["line"] = place.line;
    if (place.line > 0 && place.column > 0) error["column"] = place.column;
    error["why"] = place.line > 0 ? place.message : message;
    return {{"ok", false}, {"status", status}, {"error", error}};
}

}  // namespace

Program::Program()
    : app_("Rare patience games: rules, deals, records, a solver and a table to play on.", "quincunx") {
    app_.set_version_flag("--version", "quincunx " QUINCUNX_VERSION, "Print the version and exit");
    app_.set_help_flag("-h,--help", "Print this help and exit");
    app_.footer(
        "\nquincunx COMMAND --help describes a command. The exit status is 0 for yes, 1 for\n"
        "no, and 2 for incorrect use.\n");

    add_games(*this);
    add_rules(*this);
    add_deal(*this);
    add_show(*this);
    add_replay(*this);
    add_solve(*this);
    add_merge(*this);
    add_analyze(*this);
    add_hint(*this);
    add_odds(*this);
    add_fair(*this);
    add_rate(*this);
    add_par(*this);
    add_days(*this);
    add_stats(*this);
    add_puzzles(*this);
    add_perft(*this);
    add_bench(*this);
    add_protocol(*this);
    add_serve(*this);
    add_service(*this);
    for (const char* const name : {"fair", "rate", "puzzles", "perft", "bench"}) find(name).group(lab);
    add_examples(
        add("lab", "What experiments need: fair games, ratings, puzzles, benchmarks; quincunx lab lists it",
            [this] {
                write_out(help_text(app_, true));
                return Exit::yes;
            }),
        {{"quincunx lab", "the list"}, {"quincunx lab rate GAME#12345", "one of them"}});
    CLI::App& page = add("manual", "Print the man page", [this] {
        write_out(manual(app_));
        return Exit::yes;
    });
    page.group(lab);
    add_examples(page, {{"quincunx manual", "the page, as man and mandoc read it"}});

    const auto topic = std::make_shared<std::string>();
    CLI::App& help = add("help", "Describe a command", [this, topic] {
        const bool in_lab = *topic == lab;
        write_out(help_text(topic->empty() || in_lab ? app_ : find(*topic), in_lab));
        return Exit::yes;
    });
    help.add_option("command", *topic, "The command; without it, all commands are listed")
        ->type_name("COMMAND")
        ->check(CLI::Validator(
            [this](const std::string& name) {
                // If there is none, the list of all commands helps more than what is said about help.
                CLI::App* const asked = std::exchange(asked_, nullptr);
                find(name);
                asked_ = asked;
                return std::string();
            },
            ""));
    add_examples(help,
                 {{"quincunx help solve", "the options of solve, as quincunx solve --help shows them"}});
}

CLI::App& Program::add(const std::string& name, const std::string& says, Action action) {
    CLI::App* const command = app_.add_subcommand(name, says);
    command->callback([this, action = std::move(action)] { chosen_ = action; });
    return *command;
}

CLI::App& Program::find(const std::string& name) {
    for (CLI::App* const one : app_.get_subcommands([](const CLI::App*) { return true; }))
        if (one->check_name(name)) return *one;
    refuse("there is no command \"" + shown(name) + '"' + suggestion(name, command_names(app_)));
}

Exit Program::parse(const std::vector<std::string>& words) {
    if (words.empty()) refuse("expected a command");
    if (words.front() == lab && words.size() > 1 && !in_lab_) {
        in_lab_ = true;
        return parse({words.begin() + 1, words.end()});
    }
    const std::string& first = words.front();
    if (first == "--help" || first == "-h") {
        chosen_ = [this] {
            write_out(help_text(app_, in_lab_));
            return Exit::yes;
        };
        return Exit::yes;
    }
    if (first == "complete") {  // for the shells; no command, since any words may follow
        chosen_ = [this, rest = std::vector(words.begin() + 1, words.end())] {
            write_out(completions(app_, rest));
            return Exit::yes;
        };
        return Exit::yes;
    }
    if (first == "--version") {
        chosen_ = [] {
            write_out("quincunx " QUINCUNX_VERSION "\n");
            return Exit::yes;
        };
        return Exit::yes;
    }
    if (first.starts_with('-'))
        refuse("there is no option \"" + shown(first) + "\" before the command" +
               suggestion(first, option_names(app_)));
    asked_ = &find(first);
    if (in_lab_ && !in_the_lab(*asked_)) {
        asked_ = nullptr;
        refuse("the lab has no command \"" + shown(first) + "\"; leave out lab");
    }
    const WordReader reader(*asked_, {words.begin() + 1, words.end()});
    if (reader.help()) {
        chosen_ = [this] {
            write_out(help_text(*asked_, in_lab_));
            return Exit::yes;
        };
        return Exit::yes;
    }
    std::vector<std::string> checked = reader.words();
    checked.insert(checked.begin(), asked_->get_name());
    std::reverse(checked.begin(), checked.end());  // as CLI11 wants them
    try {
        app_.parse(std::move(checked));
    } catch (const CLI::ParseError& error) {
        refuse(shown(spoken(error)));
    }
    return Exit::yes;
}

CLI::Validator one_of(std::vector<std::string> words) {
    std::string name;
    for (const std::string& word : words) name += word + ' ';
    const auto check = [words = std::move(words)](const std::string& text) {
        if (std::find(words.begin(), words.end(), text) != words.end()) return std::string();
        std::string list;
        for (std::size_t i = 0; i < words.size(); ++i)
            list += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
        return "expected " + list + ", not \"" + shown(text) + '"' + suggestion(text, words);
    };
    CLI::Validator validator(check, "");
    validator.name(name);
    return validator;
}

int Program::run(int argc, const char* const* argv) {
    prepare_streams();
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    const auto fail = [&](int status, const std::string& message, const TextError& place, bool help) {
        complain(help ? message + "\nSee quincunx " + (in_lab_ ? "lab " : "") +
                            (asked_ == nullptr ? "" : asked_->get_name() + ' ') + "--help."
                      : message);
        // The answer so far, if there is any, is JSON already.
        if (wants_json(words) && !written_out()) write_out(json_text(error_json(message, status, place)));
        return status;
    };
    constexpr int misuse = static_cast<int>(Exit::misuse);
    try {
        try {
            parse(words);
        } catch (const Failure& failure) {
            return fail(misuse, failure.what(), {}, true);
        } catch (const std::exception& error) {
            return fail(misuse, shown(error.what()), {}, true);
        }
        try {
            return static_cast<int>(chosen_());
        } catch (const NoReader&) {
            return misuse;
        } catch (const Failure& failure) {
            return fail(static_cast<int>(failure.status()), failure.what(), failure.place(), false);
        } catch (const std::bad_alloc&) {
            return fail(misuse, "out of memory", {}, false);
        } catch (const std::exception& error) {
            return fail(misuse, error.what(), {}, false);
        }
    } catch (const NoReader&) {
        return misuse;
    } catch (const Failure& failure) {  // the answer about what went wrong could not be written
        complain(failure.what());
    }
    return misuse;
}

}  // namespace quincunx::cli
