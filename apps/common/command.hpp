#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "apps/common/io.hpp"

/// Each subcommand is one file in `apps/cli`, with a function that declares the command, its options and what
/// it does. They are listed in program.cpp.
namespace quincunx::cli {

/// Does the work once the command line has been read; may throw a `Failure`.
using Action = std::function<Exit()>;

/// The group of the commands and options that only experiments need. `quincunx lab` lists and takes them; without the
/// word they are taken, but not listed.
inline constexpr const char* lab = "lab";

/// The program while its subcommands are declared.
///
/// An option or argument that takes a value has a type name (FILE, NUMBER), which says in help and
/// messages what is wanted. Nothing is taken for a value unless it was given: empty values, options given
/// twice, values for flags, and words that belong to nothing are refused before a command sees them.
class Program {
  public:
    Program();

    /// Declares a subcommand. `action` and the options share whatever the action needs from the command line.
    CLI::App& add(const std::string& name, const std::string& says, Action action);

    /// The same with options for the work, which are what the command line sets.
    template <class Options, class Work>
    std::pair<CLI::App&, Options&> add(const std::string& name, const std::string& says, Work work) {
        const auto options = std::make_shared<Options>();
        return {add(name, says, [options, work] { return work(*options); }), *options};
    }

    /// Reads the command line and carries it out; returns the exit status. With --json, what goes wrong is
    /// answered in JSON too.
    int run(int argc, const char* const* argv);

  private:
    Exit parse(const std::vector<std::string>& words);
    CLI::App& find(const std::string& name);

    CLI::App app_;
    CLI::App* asked_ = nullptr;  ///< the command, once it is known
    bool in_lab_ = false;        ///< whether `lab` stands before it
    Action chosen_;
};

/// Those that are listed in the help of the program, or with `in_lab` in that of `quincunx lab`: what belongs to the
/// lab, and commands with options that do.
std::vector<const CLI::App*> listed_commands(const CLI::App& program, bool in_lab);
/// Options and arguments, without those of the lab unless they are asked for.
std::vector<const CLI::Option*> listed_options(const CLI::App& command, bool in_lab);

/// The help of the program or of a command, in lines of at most 79 columns.
std::string help_text(const CLI::App& command, bool in_lab);

/// The man page, in mdoc.
std::string manual(const CLI::App& program);

/// How the last word, which may be empty, can be completed, one way a line: a word, with a tab and what it means if
/// that is known; `:files PATTERN`; or `:folders`. A word that ends with # wants no space after it.
std::string completions(CLI::App& program, const std::vector<std::string>& words);

/// Command lines and what each of them does, for the end of a command's help. GAME stands for the id of a
/// game.
void add_examples(CLI::App& command,
                  std::initializer_list<std::pair<std::string, std::string>> lines_and_meanings);

/// Whether an option is followed by a value.
bool takes_value(const CLI::Option& option);
/// What an option or argument means, with its default.
std::string says_of(const CLI::Option& option);
/// Whether a command as a whole belongs to the lab.
bool of_lab(const CLI::App& command);
/// Whether `quincunx lab` takes a command.
bool in_the_lab(const CLI::App& command);

/// For an option or argument that is one of a few words, which are the validator's name.
CLI::Validator one_of(std::vector<std::string> words);

void add_games(Program& program);
void add_rules(Program& program);
void add_deal(Program& program);
void add_show(Program& program);
void add_replay(Program& program);
void add_solve(Program& program);
void add_merge(Program& program);
void add_analyze(Program& program);
void add_hint(Program& program);
void add_odds(Program& program);
void add_fair(Program& program);
void add_rate(Program& program);
void add_par(Program& program);
void add_days(Program& program);
void add_stats(Program& program);
void add_puzzles(Program& program);
void add_perft(Program& program);
void add_bench(Program& program);
void add_protocol(Program& program);
void add_serve(Program& program);
void add_service(Program& program);

}  // namespace quincunx::cli
