#pragma once

#include <memory>
#include <string>

#include "service/postgres_store.hpp"

namespace quincunx::service {

/// The part of the service that needs the libraries of PostgreSQL, which the program loads when it is asked for it. The
/// module has one of these under the name `postgres_module_name`.
struct PostgresModule {
    const char* program;  ///< the version of the program that it belongs to
    std::unique_ptr<Store> (*open)(const std::string& address, const PostgresOptions& options);
};

inline constexpr const char* postgres_module_name = "quincunx_postgresql";

}  // namespace quincunx::service
