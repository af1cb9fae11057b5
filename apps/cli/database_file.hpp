#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>

namespace quincunx::cli {

/// Where the service keeps its data unless told otherwise; none if the user has no folder for such things.
inline std::optional<std::filesystem::path> database_file() {
    const auto folder = [](const char* name) {
        const char* const value = std::getenv(name);
        return std::filesystem::path(value == nullptr ? "" : value);
    };
    constexpr const char* name = "service.db";
    // systemd names a folder for what it starts.
    if (const auto state = folder("STATE_DIRECTORY"); state.is_absolute()) return state / name;
    if (const auto data = folder("XDG_DATA_HOME"); data.is_absolute()) return data / "quincunx" / name;
    if (const auto home = folder("HOME"); home.is_absolute()) return home / ".local/share/quincunx" / name;
    return std::nullopt;
}

/// Where the unit of the package keeps it (deploy/quincunx.service).
inline constexpr const char* packaged_database = "/var/lib/quincunx/service.db";

}  // namespace quincunx::cli
