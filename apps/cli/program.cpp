#include <cstdio>
#include <new>

#include "apps/cli/command.hpp"

namespace quincunx::cli {

namespace {

void complain(const std::string& message) {
    std::fprintf(stderr, "quincunx: %s\n", message.c_str());
}

/// Throws if an option ends in = without a value: CLI11 would take the next word for its value.
void refuse_missing_values(int argc, const char* const* argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--") return;
        if (word.starts_with("--") && word.find('=') == word.size() - 1)
            throw Failure(Exit::misuse, shown(word) + ": expected a value after the =");
    }
}

}  // namespace

Program::Program()
    : app_("Rare patience games: rules, deals, records, a solver and a table to play on.", "quincunx") {
    app_.set_version_flag("--version", "quincunx " QUINCUNX_VERSION, "Print the version and exit");
    app_.set_help_flag("-h,--help", "Print this help and exit");
    app_.require_subcommand(1);
    app_.footer(
        "Every command has its own --help. The exit status is 0 for yes, 1 for no, 2 for incorrect use.");

    add_games(*this);
    add_rules(*this);
    add_deal(*this);
    add_show(*this);
    add_replay(*this);
    add_solve(*this);
    add_analyze(*this);
    add_hint(*this);
    add_odds(*this);
    add_fair(*this);
    add_perft(*this);
    add_bench(*this);
    add_protocol(*this);
    add_serve(*this);
}

CLI::App& Program::add(const std::string& name, const std::string& says, Action action) {
    CLI::App* const command = app_.add_subcommand(name, says);
    command->callback([this, action = std::move(action)] { chosen_ = action; });
    return *command;
}

int Program::parse(int argc, const char* const* argv) {
    refuse_missing_values(argc, argv);
    try {
        app_.parse(argc, argv);
        return static_cast<int>(Exit::yes);
    } catch (const CLI::Success& asked) {  // --help, --version
        std::ostringstream out;
        app_.exit(asked, out, out);
        write_out(out.str());
    } catch (const CLI::ParseError& error) {
        // If there is no command, CLI11 does not say what was there instead.
        const bool no_command = app_.get_subcommands().empty() && argc > 1;
        std::string what = error.what();
        if (no_command)
            what = std::string(*argv[1] == '-' ? "there is no option \"" : "there is no command \"") +
                   argv[1] + '"';
        complain(shown(what) + "\nSee quincunx --help.");
        return static_cast<int>(Exit::misuse);
    }
    return static_cast<int>(Exit::yes);
}

CLI::Validator not_empty(const std::string& wanted) {
    const auto check = [wanted](const std::string& text) {
        return text.empty() ? "expected " + wanted + ", not an empty string" : std::string();
    };
    return {check, ""};
}

int Program::run(int argc, const char* const* argv) {
    prepare_streams();
    try {
        const int status = parse(argc, argv);
        return chosen_ && status == 0 ? static_cast<int>(chosen_()) : status;
    } catch (const Failure& failure) {
        complain(failure.what());
        return static_cast<int>(failure.status());
    } catch (const std::bad_alloc&) {
        complain("out of memory");
    } catch (const std::exception& error) {
        complain(error.what());
    }
    return static_cast<int>(Exit::misuse);
}

}  // namespace quincunx::cli
