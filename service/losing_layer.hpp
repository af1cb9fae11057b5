#pragma once

#include <sqlite3.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

/// Only for tests.
namespace quincunx::service {

/// A layer below SQLite that keeps files in memory and loses what was not synced, as a machine does whose power fails:
/// each such write is then there, or not, or only its first half.
class LosingLayer {
  public:
    static constexpr const char* name = "losing";

    LosingLayer() {
        sqlite3_vfs* const real = sqlite3_vfs_find(nullptr);
        vfs_ = *real;
        vfs_.zName = name;
        vfs_.szOsFile = sizeof(Handle);
        vfs_.pAppData = this;
        vfs_.xOpen = open;
        vfs_.xDelete = [](sqlite3_vfs* vfs, const char* file, int) {
            self(vfs).files_.erase(file);
            return SQLITE_OK;
        };
        vfs_.xAccess = [](sqlite3_vfs* vfs, const char* file, int, int* there) {
            *there = self(vfs).files_.contains(file) ? 1 : 0;
            return SQLITE_OK;
        };
        vfs_.xFullPathname = [](sqlite3_vfs*, const char* file, int size, char* full) {
            std::strncpy(full, file, static_cast<std::size_t>(size));
            return SQLITE_OK;
        };
        sqlite3_vfs_register(&vfs_, 0);
    }
    LosingLayer(const LosingLayer&) = delete;
    LosingLayer& operator=(const LosingLayer&) = delete;
    ~LosingLayer() { sqlite3_vfs_unregister(&vfs_); }

    /// The power fails after so many writes and syncs.
    void fail_after(std::optional<std::size_t> operations) { left_ = operations; }
    /// From now on nothing more can be written.
    void fill() { full_ = true; }
    void empty() { full_ = false; }
    void ignore_syncs() { syncs_ = false; }
    std::size_t random(std::size_t most) { return random_() % most; }
    std::size_t lost() const { return lost_; }

    /// The files that are left when the power is back. Nothing may be open.
    void lose() {
        for (auto& [file, content] : files_) {
            for (Write& write : content.pending) {
                const std::size_t part = random_() % 3;
                if (part == 0) ++lost_;
                if (part == 0) continue;
                if (part == 1) write.bytes.resize(write.bytes.size() / 2);
                apply(content.synced, write);
            }
            content.pending.clear();
            content.now = content.synced;
        }
    }

  private:
    struct Write {
        std::size_t at = 0;
        std::vector<char> bytes{};
        std::optional<std::size_t> cut{};  ///< to this size, instead
    };
    struct File {
        std::vector<char> now;
        std::vector<char> synced;
        std::vector<Write> pending;
    };
    struct Handle {
        sqlite3_file base;
        LosingLayer* layer;
        File* file;
    };

    static LosingLayer& self(sqlite3_vfs* vfs) { return *static_cast<LosingLayer*>(vfs->pAppData); }
    static Handle& handle(sqlite3_file* file) { return *reinterpret_cast<Handle*>(file); }

    static void apply(std::vector<char>& content, const Write& write) {
        if (write.cut) return content.resize(std::min(content.size(), *write.cut));
        content.resize(std::max(content.size(), write.at + write.bytes.size()));
        std::copy(write.bytes.begin(), write.bytes.end(),
                  content.begin() + static_cast<std::ptrdiff_t>(write.at));
    }
    /// Whether the power is still there.
    bool goes_on() {
        if (!left_) return true;
        if (*left_ > 0) --*left_;
        return *left_ > 0;
    }
    static int change(sqlite3_file* file, Write write) {
        Handle& one = handle(file);
        if (!one.layer->goes_on()) return SQLITE_IOERR_WRITE;
        if (one.layer->full_) return SQLITE_FULL;
        apply(one.file->now, write);
        one.file->pending.push_back(std::move(write));
        return SQLITE_OK;
    }

    static int open(sqlite3_vfs* vfs, const char* name_of_file, sqlite3_file* file, int flags, int* out) {
        static const sqlite3_io_methods methods = make_methods();
        LosingLayer& layer = self(vfs);
        handle(file) = {
            {&methods}, &layer, &layer.files_[name_of_file == nullptr ? "temporary" : name_of_file]};
        if (out != nullptr) *out = flags;
        return SQLITE_OK;
    }

    static sqlite3_io_methods make_methods() {
        sqlite3_io_methods methods{};
        methods.iVersion = 1;
        methods.xClose = [](sqlite3_file*) { return SQLITE_OK; };
        methods.xRead = [](sqlite3_file* file, void* to, int amount, sqlite3_int64 at) {
            const std::vector<char>& content = handle(file).file->now;
            const auto wanted = static_cast<std::size_t>(amount);
            const std::size_t start = std::min(content.size(), static_cast<std::size_t>(at));
            const std::size_t got = std::min(wanted, content.size() - start);
            std::copy_n(content.begin() + static_cast<std::ptrdiff_t>(start), got, static_cast<char*>(to));
            std::fill_n(static_cast<char*>(to) + got, wanted - got, '\0');
            return got == wanted ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
        };
        methods.xWrite = [](sqlite3_file* file, const void* from, int amount, sqlite3_int64 at) {
            const auto* const bytes = static_cast<const char*>(from);
            return change(file, {.at = static_cast<std::size_t>(at), .bytes = {bytes, bytes + amount}});
        };
        methods.xTruncate = [](sqlite3_file* file, sqlite3_int64 size) {
            return change(file, {.cut = static_cast<std::size_t>(size)});
        };
        methods.xSync = [](sqlite3_file* file, int) {
            Handle& one = handle(file);
            if (!one.layer->goes_on()) return SQLITE_IOERR_FSYNC;
            if (!one.layer->syncs_) return SQLITE_OK;
            one.file->synced = one.file->now;
            one.file->pending.clear();
            return SQLITE_OK;
        };
        methods.xFileSize = [](sqlite3_file* file, sqlite3_int64* size) {
            *size = static_cast<sqlite3_int64>(handle(file).file->now.size());
            return SQLITE_OK;
        };
        methods.xLock = [](sqlite3_file*, int) { return SQLITE_OK; };
        methods.xUnlock = [](sqlite3_file*, int) { return SQLITE_OK; };
        methods.xCheckReservedLock = [](sqlite3_file*, int* locked) {
            *locked = 0;
            return SQLITE_OK;
        };
        methods.xFileControl = [](sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; };
        methods.xSectorSize = [](sqlite3_file*) { return 512; };
        methods.xDeviceCharacteristics = [](sqlite3_file*) { return 0; };
        return methods;
    }

    sqlite3_vfs vfs_{};
    std::map<std::string, File> files_;
    std::optional<std::size_t> left_;
    bool full_ = false;
    bool syncs_ = true;
    std::size_t lost_ = 0;
    std::mt19937 random_{1};
};

}  // namespace quincunx::service
