#pragma once

#include <filesystem>
#include <string>

namespace quincunx::cli {

/// Says in words what is wrong with an installation of the service; whether all is well. `address`: where players find it,
/// or empty for the server of this machine alone.
bool check_service(const std::filesystem::path& database, bool is_packaged, const std::string& address);

}  // namespace quincunx::cli
