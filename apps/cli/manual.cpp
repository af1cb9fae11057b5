#include "apps/common/command.hpp"

namespace quincunx::cli {

namespace {

constexpr const char* head = R"(.Dd November 27, 2026
.Dt QUINCUNX 1
.Os
.Sh NAME
.Nm quincunx
.Nd rare patience games: rules, records, solver and table
.Sh SYNOPSIS
.Nm
.Op Cm lab
.Ar command
.Op Ar options
.Op Ar arguments
.Nm
.Fl -help | Fl -version
.Sh DESCRIPTION
.Nm
deals, checks and solves rare patience games and serves a web table on which
they can be played in a browser.
.Pp
A
.Ar deal
is written
.Ar game Ns # Ns Ar number ,
where the number, from 1 to 18446744073709551615, means the same deal as in
PySolFC, or
.Ar game : Ns Ar cards
with all cards in dealing order and nothing between them.
.Nm Cm games
lists the games.
A
.Ar file
is a record
.Pq Pa .pat ;
.Sq -
reads it from standard input.
.Sh COMMANDS
)";

constexpr const char* tail = R"(.Sh EXIT STATUS
.Bl -tag -width Ds
.It 0
Success.
.It 1
The answer is no: a text is neither a record nor a position, or a record does
not replay, whichever command reads it; the port is
in use, a deal is unwinnable or unknown, there is no hint, no deal of the level
is found, a deal of the day is wrong.
.Cm solve
and
.Cm rate
with many deals exit with 0 whatever the verdicts.
To
.Cm solve ,
a file that begins like neither a record nor a position is a list of deals, and
to
.Cm rate
and
.Cm fair
every file is one: a line of it that is no deal gives the status 2.
.It 2
The command line was not understood, it names a game or deal that does not
exist, or a file or standard stream could not be read or written.
If nobody reads the answer any more, nothing is said about it.
.It 130, 143
.Cm solve ,
.Cm fair ,
.Cm rate
or
.Cm days
was interrupted while working on many deals.
.El
.Sh SEE ALSO
.Xr quincunx-check 1
.Pp
.Lk https://pysolfc.sourceforge.io/ PySolFC ,
which numbers deals in the same way.
)";

/// Text that is no request, in lines of its own.
std::string plain(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '\\') {
            result += "\\e";
        } else {
            if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) result += "\\&";
            result += c;
        }
    }
    return result.empty() || result.back() == '\n' ? result : result + '\n';
}

/// `.It Fl -time Ar SECONDS` and what it means
std::string item(const CLI::Option& option) {
    std::string text = ".It";
    if (option.get_positional()) {
        text += " Ar " + option.get_name(true);
    } else {
        for (const std::string& name : option.get_lnames()) text += " Fl -" + name;
        if (takes_value(option)) text += " Ar " + option.get_type_name();
    }
    return text + '\n' + plain(says_of(option) + '.');
}

/// Of a command that has been described already, only what the lab adds to it.
void add_command(std::string& text, const CLI::App& command, bool in_lab) {
    text += (in_lab ? ".It Cm lab " : ".It Cm ") + command.get_name() + '\n' +
            plain(command.get_description() + '.');
    std::string items;
    const bool again = in_lab && !of_lab(command);
    for (const CLI::Option* const option : listed_options(command, in_lab))
        if (option->get_name() != "--help" && (!again || option->get_group() == lab)) items += item(*option);
    if (!items.empty()) text += ".Bl -tag -width Ds\n" + items + ".El\n";
    if (const std::string examples = command.get_footer(); !again && !examples.empty())
        text += ".Bd -literal\n" + plain(examples.substr(1)) + ".Ed\n";
}

}  // namespace

std::string manual(const CLI::App& program) {
    std::string text = head;
    for (const bool in_lab : {false, true}) {
        if (in_lab) text += ".Ss Experiments\nThe word\n.Cm lab\nmay be left out.\n";
        text += ".Bl -tag -width Ds\n";
        for (const CLI::App* const command : listed_commands(program, in_lab))
            add_command(text, *command, in_lab);
        text += ".El\n";
    }
    return text + tail;
}

}  // namespace quincunx::cli
