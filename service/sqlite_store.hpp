#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

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
    int descriptor_ = -1;
};

struct SqliteOptions {
    /// Whether there must be a database already.
    bool existing = false;
    /// Whether this is a server's, of which a file has one.
    bool alone = false;
    /// Of a test: a layer below SQLite (a VFS). What such a layer stores, only one connection uses.
    std::string layer{};
};

/// The newest version of the tables.
int sqlite_version();

/// Opens a file, or makes it, and brings its tables up to date. Throws `StorageError`.
std::unique_ptr<Store> open_sqlite(const std::filesystem::path& file, const SqliteOptions& options = {});

/// Writes a copy of what a file holds at this moment, while others may go on using it; returns its bytes. Throws
/// `StorageError`, also if there is a copy of this name.
std::uint64_t backup_sqlite(const std::filesystem::path& file, const std::filesystem::path& copy);
/// Checks a copy and puts it in the place of a file that nobody uses. Throws `StorageError`.
void restore_sqlite(const std::filesystem::path& copy, const std::filesystem::path& file);

}  // namespace quincunx::service
