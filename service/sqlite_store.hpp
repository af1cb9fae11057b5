#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "service/store.hpp"

namespace quincunx::service {

/// Holds a file for one server, as long as this exists. Throws `StorageError` if another one has it.
class FileLock {
  public:
    explicit FileLock(const std::filesystem::path& file);
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    ~FileLock();

  private:
    std::filesystem::path name_;
    int descriptor_ = -1;
};

struct SqliteOptions {
    /// Whether there must be a database already, all of which is looked at: of a tool, which may not take a file for
    /// what it is not.
    bool existing = false;
    /// Whether this is a server's, of which a file has one.
    bool alone = false;
    /// A layer below SQLite (a VFS), for a test. What such a layer stores, only one connection uses.
    std::string layer{};
};

/// Opens a file, or makes it. Throws `StorageError`.
std::unique_ptr<Store> open_sqlite(const std::filesystem::path& file, const SqliteOptions& options = {});

/// Writes a copy of what a file holds at this moment, while others may go on using it; returns its bytes. Throws
/// `StorageError`, also if there is a copy of this name; then nothing is left of it.
std::uint64_t backup_sqlite(const std::filesystem::path& file, const std::filesystem::path& copy);

struct Restored {
    std::vector<std::uint64_t> sizes{};  ///< of the tables
    std::size_t forgotten_again = 0;     ///< players who asked for it after the copy was made
    std::filesystem::path kept{};        ///< what was there before; empty if nothing was
    std::string unread{};                ///< why it could not be read who has been forgotten since, if so
};
/// Checks a copy and puts it in the place of a file that nobody uses, and that is kept under another name. The new one
/// belongs to whom the old one belonged, or else the folder. Throws `StorageError`; then all is as it was.
Restored restore_sqlite(const std::filesystem::path& copy, const std::filesystem::path& file);

}  // namespace quincunx::service
