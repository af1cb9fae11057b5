#include "service/store.hpp"

#include <algorithm>

namespace quincunx::service {

void move_all(Store& from, Store& to) {
    to.begin();
    try {
        if (std::ranges::any_of(to.sizes(), [](std::uint64_t size) { return size > 0; }))
            throw StorageError("the database that it is moved to is not empty");
        from.read_all([&](const Table& table, const TableRow& row) { to.append(table, row); });
        if (to.sizes() != from.sizes()) throw StorageError("the database changed while it was moved");
        to.commit();
    } catch (...) {
        to.rollback();
        throw;
    }
}

}  // namespace quincunx::service
