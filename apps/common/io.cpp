#include "apps/common/io.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "apps/common/file.hpp"

namespace quincunx::cli {

namespace {

constexpr int standard_input = 0;
constexpr int output_descriptor = 1;

bool anything_written = false;

/// Whether a character does no more than take its place: it is neither a control character (C0, C1) nor one
/// that turns the text around it.
bool is_safe(std::string_view character) {
    const auto lead = static_cast<unsigned char>(character.front());
    if (character.size() == 1) return lead >= 0x20 && lead != 0x7f;
    if (lead == 0xc2) return static_cast<unsigned char>(character[1]) >= 0xa0;
    if (!character.starts_with("\xe2\x80") && !character.starts_with("\xe2\x81")) return true;
    const auto last = static_cast<unsigned char>(character.back());
    if (character.starts_with("\xe2\x80"))
        return !(last == 0x8e || last == 0x8f || (last >= 0xa8 && last <= 0xae));
    return !(last >= 0xa6 && last <= 0xa9);
}

}  // namespace

void refuse(const std::string& why) {
    throw Failure(Exit::misuse, why);
}

void refuse_two_outputs(const std::string& out, bool json) {
    if (out == "-" && json) refuse("--out - and --json both write to standard output; use one of them");
}

void prepare_streams() {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow any more is an error with a message
    for (int stream = 0; stream < 3; ++stream) {
        if (::fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
        // The lowest free descriptor is this one. Opened in the wrong mode, so that using it is still an
        // error.
        if (::open("/dev/null", stream == standard_input ? O_WRONLY : O_RDONLY) < 0) return;
    }
}

void write_out(std::string_view text) {
    while (!text.empty()) {
        const auto written = steadily([&] { return ::write(output_descriptor, text.data(), text.size()); });
        if (written < 0 && errno == EPIPE) throw NoReader();
        anything_written = true;
        if (written < 0) refuse("standard output: " + reason(errno));
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

bool written_out() {
    return anything_written;
}

std::size_t read_in(char* buffer, std::size_t size) {
    const auto got = steadily([&] { return ::read(standard_input, buffer, size); });
    if (got < 0) refuse("standard input: " + reason(errno));
    return static_cast<std::size_t>(got);
}

std::string file_name(const std::string& name) {
    return name == "-" ? "standard input" : shown(name);
}

std::string shown(std::string_view typed, std::size_t longest) {
    std::string text;
    for (std::size_t at = 0; at < typed.size();) {
        if (at >= longest) return text + "...";
        const std::size_t size = utf8_size(typed.substr(at));
        if (size == 0) {
            text += '?';
            ++at;
            continue;
        }
        const std::string_view character = typed.substr(at, size);
        text += is_safe(character) ? character : "?";
        at += size;
    }
    return text;
}

std::string read_file(const std::string& name, std::size_t limit) {
    File file = File::for_reading(name);
    std::string text;
    std::array<char, std::size_t{1} << 16> buffer;
    while (text.size() <= limit) {
        const std::size_t got = file.read(buffer.data(), buffer.size());
        if (got == 0) break;
        text.append(buffer.data(), got);
    }
    if (text.size() > limit + 1) text.resize(limit + 1);
    return text;
}

void add_words(std::string& text, std::size_t column, std::string_view words, std::size_t indent,
               std::size_t width) {
    bool first = true;
    for (const Word& word : split_words(words)) {
        if (!first && column + 1 + word.text.size() > width) {
            text += '\n' + std::string(indent, ' ');
            column = indent;
        } else if (!first) {
            text += ' ';
            ++column;
        }
        text += word.text;
        column += word.text.size();
        first = false;
    }
    text += '\n';
}

std::string wrapped(const std::vector<std::string>& words) {
    std::string text;
    if (!words.empty())
        add_words(text, 0, fmt::format("{}", fmt::join(words, " ")), 0,
                  static_cast<std::size_t>(terminal_width()));
    return text;
}

int terminal_width(int stream) {
    constexpr int usual = 80;
    constexpr int narrowest = 20;
    winsize size{};
    int width = 0;
    if (::isatty(stream) == 0) return usual;
    if (::ioctl(stream, TIOCGWINSZ, &size) == 0) width = size.ws_col;
    const char* const columns = std::getenv("COLUMNS");  // NOLINT(concurrency-mt-unsafe)
    if (width == 0 && columns != nullptr) std::from_chars(columns, columns + std::strlen(columns), width);
    if (width == 0) return usual;
    return width < narrowest ? narrowest : width;
}

bool terminal_is_styled() {
    const char* const no_color = std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe)
    const char* const terminal = std::getenv("TERM");      // NOLINT(concurrency-mt-unsafe)
    if (no_color != nullptr && *no_color != '\0') return false;
    if (terminal != nullptr && std::string_view(terminal) == "dumb") return false;
    return ::isatty(output_descriptor) != 0;
}

}  // namespace quincunx::cli
