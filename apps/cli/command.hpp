#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "apps/cli/io.hpp"

/// Each subcommand is one file in `apps/cli`, with a function that declares the command, its options and what
/// it does. They are listed in program.cpp.
namespace quincunx::cli {

/// Does the work once the command line has been read; may throw a `Failure`.
using Action = std::function<Exit()>;

/// The program while its subcommands are declared.
class Program {
  public:
    Program();

    /// Declares a subcommand. `action` and the options share whatever the action needs from the command line.
    CLI::App& add(const std::string& name, const std::string& says, Action action);

    /// Reads the command line and carries it out; returns the exit status.
    int run(int argc, const char* const* argv);

  private:
    int parse(int argc, const char* const* argv);

    CLI::App app_;
    Action chosen_;
};

/// For an option or argument that must not be empty: scripts pass an empty text when a variable is not set.
/// `wanted` names what is missing in the message: "an address".
CLI::Validator not_empty(const std::string& wanted);

void add_games(Program& program);
void add_rules(Program& program);
void add_deal(Program& program);
void add_show(Program& program);
void add_replay(Program& program);
void add_solve(Program& program);
void add_analyze(Program& program);
void add_hint(Program& program);
void add_odds(Program& program);
void add_fair(Program& program);
void add_perft(Program& program);
void add_bench(Program& program);
void add_protocol(Program& program);
void add_serve(Program& program);

}  // namespace quincunx::cli
