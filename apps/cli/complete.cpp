#include "apps/common/command.hpp"
#include "engine/text.hpp"
#include "games/all.hpp"

namespace quincunx::cli {

namespace {

/// The words of an option that is `one_of` them, or none.
std::vector<std::string> words_of(CLI::Option& option) {
    std::vector<std::string> words;
    if (option.get_type_name() != "NAME") return words;
    try {
        for (const Word& word : split_words(option.get_validator(0)->get_name()))
            words.emplace_back(word.text);
    } catch (const CLI::OptionNotFound&) {  // any name will do
    }
    return words;
}

/// Collects the ways to complete a word.
class Completions {
  public:
    explicit Completions(std::string word) : word_(std::move(word)) {}

    void add(const std::string& word, const std::string& says = {}) {
        if (!word.starts_with(word_)) return;
        text_ += word + (says.empty() ? "" : '\t' + says) + '\n';
    }
    void add_games(const char* end) {
        games::for_each_game([&]<const Rules & rules>() { add(std::string(rules.id) + end); });
    }
    /// What an option or argument takes. `files` is the pattern of the files that it reads.
    void add_values(const CLI::App& program, CLI::Option& option, const std::string& files) {
        const std::string type = option.get_type_name();
        if (type == "GAME") add_games("");
        if (type == "DEAL" || type == "DEALS") add_games("#");
        if (type == "FILE" || (type == "DEALS" && text_.empty())) text_ += ":files " + files + '\n';
        if (type == "FOLDER") text_ += ":folders\n";
        if (type == "COMMAND")
            for (const CLI::App* const one : listed_commands(program, false)) add(one->get_name());
        for (const std::string& word : words_of(option)) add(word);
    }
    const std::string& text() const { return text_; }

  private:
    std::string word_;
    std::string text_;
};

/// The pattern of the files that a command reads.
std::string files_of(const CLI::App& command) {
    if (command.get_name() == "stats") return "*.games";
    return command.get_name() == "merge" ? "*" : "*.pat";
}

}  // namespace

std::string completions(CLI::App& program, const std::vector<std::string>& words) {
    const std::string word = words.empty() ? "" : words.back();
    const std::string before = words.size() < 2 ? "" : words[words.size() - 2];
    Completions found(word);
    bool in_lab = false;
    CLI::App* command = nullptr;
    for (std::size_t i = 0; i + 1 < words.size() && command == nullptr; ++i) {
        if (words[i].starts_with('-')) continue;
        if (words[i] == lab && !in_lab) {
            in_lab = true;
            continue;
        }
        const std::vector<CLI::App*> named =
            program.get_subcommands([&](CLI::App* one) { return one->check_name(words[i]); });
        if (named.empty() || (in_lab && !in_the_lab(*named.front()))) return {};
        command = named.front();
    }
    const std::vector<const CLI::Option*> options =
        listed_options(command == nullptr ? program : *command, in_lab);
    if (word.starts_with('-')) {
        for (const CLI::Option* const option : options)
            for (const std::string& name : option->get_lnames())
                found.add("--" + name, option->get_description());
        return found.text();
    }
    if (command == nullptr) {
        for (const CLI::App* const one : listed_commands(program, in_lab))
            found.add(one->get_name(), one->get_description());
        return found.text();
    }
    if (before.starts_with("--")) {
        for (const CLI::Option* const option : options)
            if (option->check_lname(before.substr(2)) && takes_value(*option)) {
                found.add_values(program, *command->get_option(option->get_name()), "*");
                return found.text();
            }
    }
    for (const CLI::Option* const option : options)
        if (option->get_positional()) {
            found.add_values(program, *command->get_option(option->get_name()), files_of(*command));
            break;
        }
    return found.text();
}

}  // namespace quincunx::cli
