#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text.hpp"

/// A command's standard input and output, and files. Anything that goes wrong is a `Failure` that says what
/// and where.
namespace quincunx::cli {

/// Exit statuses.
enum class Exit : int {
    yes = 0,
    no = 1,      ///< the answer is no
    misuse = 2,  ///< the command line was not understood, or something could not be read or written
};

/// Ends a command: the message goes to standard error, after the program's name. If it is about a place in a
/// text, `place` has its line and column.
class Failure : public std::exception {
  public:
    Failure(Exit status, std::string message, TextError place = {})
        : status_(status), message_(std::move(message)), place_(std::move(place)) {}
    Exit status() const { return status_; }
    const char* what() const noexcept override { return message_.c_str(); }
    const TextError& place() const { return place_; }

  private:
    Exit status_;
    std::string message_;
    TextError place_;
};

/// Ends a command that cannot be carried out.
[[noreturn]] void refuse(const std::string& why);
template <class First, class... More>
[[noreturn]] void refuse(fmt::format_string<First, More...> text, First&& first, More&&... more) {
    refuse(fmt::format(text, std::forward<First>(first), std::forward<More>(more)...));
}

/// Nobody reads standard output any more: ends a command without a message, since the one who left knows.
class NoReader : public std::exception {};

/// Makes sure that the three standard streams are open, so that no other file takes the place of one, and
/// that writing to a pipe without a reader is an error rather than a signal.
void prepare_streams();

/// Writes to standard output without buffering; throws if it cannot.
void write_out(std::string_view text);
/// Whether `write_out` has written anything, or could not.
bool written_out();

/// Reads what is available on standard input, at most `size` bytes; 0 at the end. Throws if it cannot.
std::size_t read_in(char* buffer, std::size_t size);

/// The bytes of a file, or of standard input for "-". Reads at most one byte more than `limit`, so that the
/// caller can tell when there is too much. Throws if it cannot.
std::string read_file(const std::string& name, std::size_t limit);

/// Throws if a file and an answer in JSON would both be written to standard output.
void refuse_two_outputs(const std::string& out, bool json);

/// How messages refer to a file.
std::string file_name(const std::string& name);

/// The text made safe for a terminal, for messages about what was typed: what is not UTF-8, control characters
/// and those that change the direction of writing are shown as "?", and it is cut after some 200 bytes.
std::string shown(std::string_view typed, std::size_t longest = 200);

/// Adds words to `text`, whose last line has `column` columns, and breaks lines at the width; every new line is
/// indented.
void add_words(std::string& text, std::size_t column, std::string_view words, std::size_t indent,
               std::size_t width);
/// Words in lines no wider than the terminal, each ended by a line feed.
std::string wrapped(const std::vector<std::string>& words);

/// The width of the terminal on a stream, by default standard output; 80 if it is not a terminal.
int terminal_width(int stream = 1);

/// Whether standard output is a terminal that should get bold text (depends on NO_COLOR and TERM).
bool terminal_is_styled();

}  // namespace quincunx::cli
