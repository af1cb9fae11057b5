#include "apps/cli/io.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "apps/cli/file.hpp"

namespace quincunx::cli {

namespace {

constexpr int standard_input = 0;
constexpr int output_descriptor = 1;

}  // namespace

void prepare_streams() {
    std::signal(SIGPIPE, SIG_IGN);
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
        if (written < 0) throw Failure(Exit::misuse, "standard output: " + reason(errno));
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

std::size_t read_in(char* buffer, std::size_t size) {
    const auto got = steadily([&] { return ::read(standard_input, buffer, size); });
    if (got < 0) throw Failure(Exit::misuse, "standard input: " + reason(errno));
    return static_cast<std::size_t>(got);
}

std::string file_name(const std::string& name) {
    return name == "-" ? "standard input" : shown(name);
}

std::string shown(std::string_view typed) {
    constexpr std::size_t longest = 200;
    std::string text;
    for (const char c : typed.substr(0, longest)) {
        const auto byte = static_cast<unsigned char>(c);
        text += byte < 0x20 || byte == 0x7f ? '?' : c;
    }
    return typed.size() > longest ? text + "..." : text;
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

std::string wrapped(const std::vector<std::string>& words) {
    const auto width = static_cast<std::size_t>(terminal_width());
    std::string text;
    std::size_t column = 0;
    for (const std::string& word : words) {
        if (column > 0 && column + 1 + word.size() > width) {
            text += '\n';
            column = 0;
        } else if (column > 0) {
            text += ' ';
            ++column;
        }
        text += word;
        column += word.size();
    }
    return words.empty() ? text : text + '\n';
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
