#include "service/postgres_store.hpp"

#include <dlfcn.h>

#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "service/postgres/module.hpp"

namespace quincunx::service {

namespace {

namespace fs = std::filesystem;

const PostgresModule& loaded() {
    std::error_code error;
    const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
    // From <prefix>/bin/quincunx, and from build/<preset>/quincunx.
    for (const char* const place :
         {"../lib/quincunx/modules/postgresql.so", "lib/quincunx/modules/postgresql.so"}) {
        const fs::path file = folder / place;
        if (!fs::exists(file, error)) continue;
        void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) throw StorageError(::dlerror());
        const auto* const module = static_cast<const PostgresModule*>(::dlsym(library, postgres_module_name));
        if (module == nullptr || std::string_view(module->program) != QUINCUNX_VERSION)
            throw StorageError(
                file.lexically_normal().string() +
                " belongs to another version of Quincunx: install quincunx and quincunx-postgresql of "
                "the same version");
        return *module;
    }
    throw StorageError("PostgreSQL needs the package quincunx-postgresql, which is not installed");
}

}  // namespace

bool is_postgres(std::string_view place) {
    return place.starts_with("postgresql://") || place.starts_with("postgres://");
}

std::unique_ptr<Store> open_postgres(const std::string& address, const PostgresOptions& options) {
    static const PostgresModule& module = loaded();
    return module.open(address, options);
}

}  // namespace quincunx::service
