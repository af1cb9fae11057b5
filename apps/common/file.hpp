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

/// An open file, closed on destruction. Anything that goes wrong is a `Failure` with the file's name, but
/// `NoReader` if nobody reads standard output any more.
class File {
  public:
    /// Standard input for "-".
    static File for_reading(const std::string& name);
    /// Opens a file for reading and writing, creating it if necessary. Standard output for "-".
    static File for_update(const std::string& name);

    File(File&& other) noexcept;
    File& operator=(File&& other) = delete;
    ~File();

    const std::string& name() const { return name_; }  ///< for messages
    /// Reads at most that many bytes; returns 0 at the end.
    std::size_t read(char* buffer, std::size_t size);
    void write(std::string_view text);
    /// Writes at the end of what this process has read and written. Throws if somebody else has written to the
    /// file meanwhile: not every network file system has locks that hold on all machines.
    void append(std::string_view text);
    /// Throws if the file has another size, for the same reason.
    void expect(std::uint64_t size) const;
    /// Whether it has a size and can be truncated: it is neither a pipe nor a device.
    bool regular() const;
    std::uint64_t size() const;
    /// Truncates the file; writing continues from there.
    void cut(std::uint64_t size);
    /// False if another process holds the lock.
    bool lock();
    /// Waits until what was written is on the disk; does nothing for pipes and devices.
    void sync();

  private:
    friend class NewFile;
    File(std::string name, int descriptor);
    [[noreturn]] void fail() const;

    std::string name_;
    int descriptor_;
};

/// A file that is written whole or not at all: it has its name only once it is complete and on the disk. An
/// existing one is replaced only if that is asked for; it is untouched until then. What is no file (a pipe, a
/// device, "-" for standard output) is written to directly. Anything that goes wrong is a `Failure`.
class NewFile {
  public:
    NewFile(const std::string& name, bool force);
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    ~NewFile();

    void write(std::string_view text) { file_.write(text); }
    /// Gives the file its name. Without this nothing is left.
    void complete();

    /// Throws if no file can get this name, before there is anything to write: it exists and `force` is not given,
    /// or the system does not allow it. What is written to directly is left alone.
    static void refuse(const std::string& name, bool force);

  private:
    File open();
    [[noreturn]] void fail() const;

    std::string name_;
    std::string target_;     ///< where links lead
    std::string temporary_;  ///< the name until then; empty if it has none
    bool force_;
    bool direct_;
    File file_;
};

}  // namespace quincunx::cli
