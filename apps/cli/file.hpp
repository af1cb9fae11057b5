#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace quincunx::cli {

/// The system's description of an error number.
std::string reason(int error);

/// Repeats a call that was interrupted by a signal.
template <class Call>
auto steadily(Call call) {
    while (true) {
        const auto result = call();
        if (result >= 0 || errno != EINTR) return result;
    }
}

/// An open file, closed on destruction. Anything that goes wrong is a `Failure` with the file's name.
class File {
  public:
    /// Standard input for "-".
    static File for_reading(const std::string& name);
    /// Opens a file for reading and writing, creating it if necessary. Standard output for "-".
    static File for_update(const std::string& name);
    /// Opens a file for writing, creating or emptying it. Standard output for "-".
    static File for_writing(const std::string& name);

    File(File&& other) noexcept;
    File& operator=(File&& other) = delete;
    ~File();

    const std::string& name() const { return name_; }  ///< for messages
    /// Reads at most that many bytes; returns 0 at the end.
    std::size_t read(char* buffer, std::size_t size);
    void write(std::string_view text);
    /// Whether it has a size and can be truncated: it is neither a pipe nor a device.
    bool regular() const;
    std::uint64_t size() const;
    /// Truncates the file; writing continues from there.
    void cut(std::uint64_t size);
    /// False if another process holds the lock.
    bool lock();

  private:
    File(std::string name, int descriptor);
    [[noreturn]] void fail() const;

    std::string name_;
    int descriptor_;
};

}  // namespace quincunx::cli
