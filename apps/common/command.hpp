#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "apps/common/io.hpp"

/// Each subcommand is one file in `apps/cli` or `lab`, with a function that declares the command, its options and what
/// it does. They are listed in the main.cpp of their program.
namespace quincunx::cli {

/// Does the work once the command line has been read; may throw a `Failure`.
using Action = std::function<Exit()>;

/// A program and its subcommands. An option or argument that takes a value has a type name (FILE, NUMBER), which help
/// and messages give. CLI11 reads the command line; what it would take in silence is refused here: an empty value, an
/// option for a value, a value for a flag, a flag given twice.
class Program {
  public:
    using Declare = void (*)(Program&);
    Program(const std::string& name, const std::string& says, std::initializer_list<Declare> commands);

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
    Action read(const std::vector<std::string>& words);
    CLI::App& find(const std::string& name);

    CLI::App app_;
    CLI::App* asked_ = nullptr;  ///< the command, once it is known
    Action chosen_;
};

/// Command lines and what each of them does, for the end of a command's help. GAME stands for the id of a
/// game.
void add_examples(CLI::App& command,
                  std::initializer_list<std::pair<std::string, std::string>> lines_and_meanings);

/// For an option or argument that is one of a few words.
CLI::Validator one_of(std::vector<std::string> words);

}  // namespace quincunx::cli
