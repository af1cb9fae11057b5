#include "apps/server/access_log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <system_error>

namespace quincunx::server {

namespace {

constexpr std::size_t longest_target = 1024;

void add_quoted(std::string& line, std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    for (const char c : text.substr(0, longest_target)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte > 0x7e || c == '"' || c == '\\') {
            line += "\\x";
            line += digits[byte >> 4U];
            line += digits[byte & 15U];
        } else {
            line += c;
        }
    }
    if (text.size() > longest_target) line += "...";
}

std::string reason(int error) {
    return std::generic_category().message(error);
}

}  // namespace

std::string log_line(const Access& access, std::string_view time) {
    std::string line(access.address);
    line += " - - [";
    line += time;
    line += "] \"";
    if (access.method.empty()) {
        line += "-\" ";
    } else {
        add_quoted(line, access.method);
        line += ' ';
        add_quoted(line, access.target);
        line += access.version == 10 ? " HTTP/1.0\" " : " HTTP/1.1\" ";
    }
    line += std::to_string(access.status) + ' ' + std::to_string(access.bytes) + ' ' +
            std::to_string(access.microseconds) + '\n';
    return line;
}

tl::expected<void, std::string> AccessLog::open(const std::string& file) {
    constexpr mode_t mode = 0640;
    const int descriptor = file == "-"
                               ? ::dup(STDOUT_FILENO)
                               : ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, mode);
    if (descriptor < 0) return tl::unexpected("the log " + file + " cannot be opened: " + reason(errno));
    close();
    file_ = file;
    descriptor_ = descriptor;
    complained_ = false;
    return {};
}

tl::expected<void, std::string> AccessLog::reopen() {
    return is_open() ? open(std::string(file_)) : tl::expected<void, std::string>();
}

void AccessLog::add(const Access& access) {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 40> time{};
    const std::size_t size = std::strftime(time.data(), time.size(), "%d/%b/%Y:%H:%M:%S +0000", &parts);
    const std::string line = log_line(access, {time.data(), size});
    // One call for a line: lines of several processes do not mix.
    if (::write(descriptor_, line.data(), line.size()) < 0 && !complained_) {
        complained_ = true;
        std::fprintf(stderr, "quincunx serve: the log %s cannot be written: %s\n", file_.c_str(),
                     reason(errno).c_str());
    }
}

void AccessLog::close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
}

}  // namespace quincunx::server
