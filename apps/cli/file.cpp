#include "apps/cli/file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <utility>

#include "apps/cli/io.hpp"

namespace quincunx::cli {

namespace {

constexpr int standard_output = 1;
constexpr int standard_error = 2;
constexpr mode_t new_file = 0666;

int open_file(const std::string& name, int standard, int how) {
    return name == "-" ? standard : steadily([&] { return ::open(name.c_str(), how | O_CLOEXEC, new_file); });
}

std::string output_name(const std::string& name) {
    return name == "-" ? "standard output" : shown(name);
}

}  // namespace

std::string reason(int error) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): glibc's is safe for every known number
    return std::strerror(error);
}

File File::for_reading(const std::string& name) {
    return {file_name(name), open_file(name, 0, O_RDONLY)};
}

File File::for_update(const std::string& name) {
    return {output_name(name), open_file(name, standard_output, O_RDWR | O_CREAT)};
}

File File::for_writing(const std::string& name) {
    return {output_name(name), open_file(name, standard_output, O_WRONLY | O_CREAT | O_TRUNC)};
}

File::File(std::string name, int descriptor) : name_(std::move(name)), descriptor_(descriptor) {
    if (descriptor_ < 0) fail();
}

File::File(File&& other) noexcept
    : name_(std::move(other.name_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

File::~File() {
    if (descriptor_ > standard_error) ::close(descriptor_);
}

std::size_t File::read(char* buffer, std::size_t size) {
    const auto got = steadily([&] { return ::read(descriptor_, buffer, size); });
    if (got < 0) fail();
    return static_cast<std::size_t>(got);
}

void File::write(std::string_view text) {
    while (!text.empty()) {
        const auto written = steadily([&] { return ::write(descriptor_, text.data(), text.size()); });
        if (written < 0) fail();
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

bool File::regular() const {
    struct stat about{};
    if (::fstat(descriptor_, &about) < 0) fail();
    return S_ISREG(about.st_mode);
}

std::uint64_t File::size() const {
    struct stat about{};
    if (::fstat(descriptor_, &about) < 0) fail();
    return static_cast<std::uint64_t>(about.st_size);
}

void File::cut(std::uint64_t size) {
    const auto place = static_cast<off_t>(size);
    if (steadily([&] { return ::ftruncate(descriptor_, place); }) < 0) fail();
    if (::lseek(descriptor_, place, SEEK_SET) < 0) fail();
}

bool File::lock() {
    if (steadily([&] { return ::flock(descriptor_, LOCK_EX | LOCK_NB); }) == 0) return true;
    if (errno != EWOULDBLOCK) fail();
    return false;
}

void File::fail() const {
    throw Failure(Exit::misuse, name_ + ": " + reason(errno));
}

}  // namespace quincunx::cli
