#include "apps/common/file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "apps/common/io.hpp"

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

/// Whether a name stands for something that cannot be replaced, only written to.
bool is_direct(const std::string& name) {
    struct stat about{};
    return name == "-" || (::stat(name.c_str(), &about) == 0 && !S_ISREG(about.st_mode));
}

std::string folder_of(const std::string& name) {
    const std::size_t slash = name.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : name.substr(0, slash);
}

/// A name in the same folder that no other process and no other thread uses.
std::string temporary_name(const std::string& name) {
    static std::atomic<unsigned> count = 0;
    const std::string suffix = '.' + std::to_string(::getpid()) + '-' + std::to_string(count++) + ".part";
    return folder_of(name) + "/.quincunx" + suffix;
}

/// Waits until a name that was given in a folder is on the disk. File systems that cannot do this keep names
/// in their own way.
void sync_folder(const std::string& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
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
        if (written < 0 && errno == EPIPE && descriptor_ == standard_output) throw NoReader();
        if (written < 0) fail();
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void File::append(std::string_view text) {
    if (regular()) {
        const off_t place = ::lseek(descriptor_, 0, SEEK_CUR);
        if (place < 0) fail();
        expect(static_cast<std::uint64_t>(place));
    }
    write(text);
}

void File::expect(std::uint64_t expected) const {
    if (size() != expected) refuse(name_ + ": something else has written to it meanwhile");
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
    if (this->size() != size && steadily([&] { return ::ftruncate(descriptor_, place); }) < 0) fail();
    if (::lseek(descriptor_, place, SEEK_SET) < 0) fail();
}

bool File::lock() {
    if (steadily([&] { return ::flock(descriptor_, LOCK_EX | LOCK_NB); }) == 0) return true;
    if (errno != EWOULDBLOCK) fail();
    return false;
}

void File::sync() {
    if (!regular()) return;
    if (steadily([&] { return ::fdatasync(descriptor_); }) < 0) fail();
}

void File::fail() const {
    refuse(name_ + ": " + reason(errno));
}

NewFile::NewFile(const std::string& name, bool force)
    : name_(name), target_(name), force_(force), direct_(is_direct(name)), file_(open()) {}

void NewFile::refuse(const std::string& name, bool force) {
    const auto fail = [&](int error) { cli::refuse(shown(name) + ": " + reason(error)); };
    struct stat about{};
    const int error = name == "-" || ::stat(name.c_str(), &about) == 0 ? 0 : errno;
    if (error != 0 && error != ENOENT) fail(error);  // too long, a link to itself, not for this file system
    if (error == 0 && S_ISDIR(about.st_mode)) fail(EISDIR);
    if (is_direct(name)) return;
    if (!force && ::lstat(name.c_str(), &about) == 0)
        cli::refuse(shown(name) + ": already exists; replace it with --force");
    if (::access(folder_of(name).c_str(), W_OK | X_OK) != 0) fail(errno);
}

File NewFile::open() {
    if (direct_) return {output_name(name_), open_file(name_, standard_output, O_WRONLY)};
    refuse(name_, force_);
    std::error_code error;
    if (const std::filesystem::path real = std::filesystem::canonical(name_, error); !error) target_ = real;
    const std::string folder = folder_of(target_);
    // A file without a name goes away by itself, whatever happens. Not every file system has them.
    int descriptor =
        steadily([&] { return ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, new_file); });
    if (descriptor < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
        temporary_ = temporary_name(target_);
        descriptor = steadily(
            [&] { return ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, new_file); });
    }
    return {output_name(name_), descriptor};
}

NewFile::~NewFile() {
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void NewFile::complete() {
    if (direct_) return;
    if (steadily([&] { return ::fsync(file_.descriptor_); }) < 0) fail();
    if (temporary_.empty()) {
        const std::string unnamed = "/proc/self/fd/" + std::to_string(file_.descriptor_);
        const auto give_name = [&](const std::string& name) {
            return ::linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
        };
        if (force_) {
            temporary_ = temporary_name(target_);
            if (!give_name(temporary_)) fail();
        } else if (!give_name(target_)) {
            fail();
        }
    }
    if (!temporary_.empty()) {
        int done = ::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, target_.c_str(),
                               force_ ? 0 : RENAME_NOREPLACE);
        if (done != 0 &&
            (errno == EINVAL || errno == ENOSYS)) {  // not every file system can keep from replacing
            refuse(name_, force_);
            done = std::rename(temporary_.c_str(), target_.c_str());
        }
        if (done != 0) fail();
        temporary_.clear();
    }
    sync_folder(folder_of(target_));
}

void NewFile::fail() const {
    const int error = errno;
    if (error == EEXIST) refuse(name_, false);  // another process was faster
    cli::refuse(shown(name_) + ": " + reason(error));
}

}  // namespace quincunx::cli
