#include <algorithm>

#include "apps/common/command.hpp"
#include "engine/text.hpp"
#include "games/all.hpp"

namespace quincunx::cli {

namespace {

constexpr std::size_t help_width = 79;
constexpr std::size_t widest_name = 26;

struct Entry {
    std::string name;
    std::string says;
};

/// Names and what they mean, in two columns.
std::string table(const std::vector<Entry>& entries) {
    std::size_t longest = 0;
    for (const Entry& entry : entries) longest = std::max(longest, entry.name.size());
    const std::size_t indent = std::min(longest, widest_name) + 4;
    std::string text;
    for (const Entry& entry : entries) {
        std::string line = "  " + entry.name;
        if (line.size() + 2 > indent) {
            text += line + '\n';
            line.clear();
        }
        line.resize(indent, ' ');
        text += line;
        add_words(text, indent, entry.says, indent, help_width);
    }
    return text;
}

std::string name_of(const CLI::Option& option) {
    std::string name;
    for (const std::string& one : option.get_lnames()) name += (name.empty() ? "--" : ", --") + one;
    for (const std::string& one : option.get_snames()) name += ", -" + one;
    return takes_value(option) ? name + ' ' + option.get_type_name() : name;
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

}  // namespace

bool takes_value(const CLI::Option& option) {
    return option.get_items_expected_max() > 0;
}

std::string says_of(const CLI::Option& option) {
    const std::string usual = option.get_default_str();
    return option.get_description() + (usual.empty() ? "" : " (" + usual + ')');
}

bool of_lab(const CLI::App& command) {
    return command.get_group() == lab;
}

std::vector<const CLI::Option*> listed_options(const CLI::App& command, bool in_lab) {
    const bool all = in_lab || of_lab(command);
    return command.get_options([&](const CLI::Option* option) { return all || option->get_group() != lab; });
}

bool in_the_lab(const CLI::App& command) {
    return of_lab(command) || listed_options(command, false).size() < command.get_options().size();
}

std::vector<const CLI::App*> listed_commands(const CLI::App& program, bool in_lab) {
    return program.get_subcommands(
        [&](const CLI::App* command) { return in_lab ? in_the_lab(*command) : !of_lab(*command); });
}

std::string help_text(const CLI::App& command, bool in_lab) {
    const std::vector<const CLI::App*> subcommands = listed_commands(command, in_lab);
    const std::vector<const CLI::Option*> listed = listed_options(command, in_lab);
    std::vector<Entry> arguments;
    std::vector<Entry> options;
    std::vector<Entry> commands;
    std::string usage = in_lab || of_lab(command) ? "quincunx lab" : "quincunx";
    if (subcommands.empty()) usage += ' ' + command.get_name();
    if (command.get_options().size() > 1 && subcommands.empty()) usage += " [options]";
    for (const CLI::Option* const option : listed) {
        if (option->get_positional()) {
            std::string name = option->get_name(true);
            std::transform(name.begin(), name.end(), name.begin(),
                           [](char c) { return c == '-' ? c : static_cast<char>(c & ~0x20); });
            if (option->get_items_expected_max() > 1) name += "...";
            arguments.push_back({name, option->get_description()});
            usage += option->get_required() ? ' ' + name : " [" + name + ']';
        } else {
            options.push_back({name_of(*option), says_of(*option)});
        }
    }
    for (const CLI::App* const one : subcommands)
        commands.push_back({one->get_name(), one->get_description()});
    if (!commands.empty()) usage += " COMMAND ...";

    std::string text = "Usage: " + usage + "\n\n";
    add_words(text, 0, command.get_description(), 0, help_width);
    const auto add_table = [&](const std::string& title, const std::vector<Entry>& entries) {
        if (!entries.empty()) text += '\n' + title + ":\n" + table(entries);
    };
    add_table("Arguments", arguments);
    add_table("Options", options);
    add_table("Commands", commands);
    if (listed.size() < command.get_options().size())
        add_words(text += '\n', 0,
                  "quincunx lab " + command.get_name() + " --help lists what experiments need, too.", 0,
                  help_width);
    return text + command.get_footer();
}

void add_examples(CLI::App& command,
                  std::initializer_list<std::pair<std::string, std::string>> lines_and_meanings) {
    std::string text = "\nExamples:\n";
    for (const auto& [line, meaning] : lines_and_meanings) {
        text += "  " + with_game(line) + "\n      ";
        constexpr std::size_t indent = 6;
        add_words(text, indent, meaning, indent, help_width);
    }
    command.footer(text);
}

}  // namespace quincunx::cli
