#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "service/store.hpp"

namespace quincunx::service {

struct PostgresOptions {
    /// Whether there must be a service's tables already.
    bool existing = false;
    /// Whether a database that cannot be reached now is asked again later: of a server, which has files to serve.
    bool later = false;
    /// Whether operations may take as long as they like, which a server's may not.
    bool patient = false;
};

/// Whether the place of a database is such an address, postgresql://…, rather than a file.
bool is_postgres(std::string_view place);

/// Opens a database, and makes its tables. Any number of programs may use it at a time. Throws
/// `StorageError`; always, if the module for PostgreSQL is not there, which is a package of its own.
std::unique_ptr<Store> open_postgres(const std::string& address, const PostgresOptions& options = {});

}  // namespace quincunx::service
