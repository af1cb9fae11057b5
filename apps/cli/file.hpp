#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace quincunx::cli {

/// The system's words for an error number.
std::string reason(int error);

/// Calls again what a signal interrupted.
template <class Call>
auto steadily(Call call) {
    while (true) {
        const auto result = call();
        if (result >= 0 || errno != EINTR) return result;
    }
}

/// An open file, closed in the end. Everything that goes wrong is a `Failure` with the file's name.
class File {
  public:
    /// Standard input for "-".
    static File for_reading(const std::string& name);
    /// Made where there is none, read and written where it is. Standard output for "-".
    static File for_update(const std::string& name);
    /// Made where there is none, emptied otherwise. Standard output for "-".
    static File for_writing(const std::string& name);

    File(File&& other) noexcept;
    File& operator=(File&& other) = delete;
    ~File();

    const std::string& name() const { return name_; }  ///< for messages
    /// At most so many bytes; 0 at the end.
    std::size_t read(char* buffer, std::size_t size);
    void write(std::string_view text);
    /// Whether it has a size and can be cut: neither a pipe nor a device.
    bool regular() const;
    std::uint64_t size() const;
    /// Cuts the file, and writes on from there.
    void cut(std::uint64_t size);
    /// False where another process has the lock.
    bool lock();

  private:
    File(std::string name, int descriptor);
    [[noreturn]] void fail() const;

    std::string name_;
    int descriptor_;
};

}  // namespace quincunx::cli
