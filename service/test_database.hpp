#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "service/postgres_store.hpp"
#ifdef QUINCUNX_POSTGRES
#include <pqxx/pqxx>
#endif

/// A PostgreSQL for the tests, with what they do to it behind the back of the service.
namespace quincunx::service {

/// The address of a database whose contents may be lost; none without a server (tests/postgres_test.py starts one).
inline const char* test_database() {
    return std::getenv("QUINCUNX_TEST_DATABASE");
}

inline void in_test_database([[maybe_unused]] const std::string& sql) {
#ifdef QUINCUNX_POSTGRES
    pqxx::connection connection(test_database());
    pqxx::nontransaction(connection).exec(sql);
#else
    FAIL() << "built without PostgreSQL";
#endif
}

inline void empty_test_database() {
    in_test_database("SET client_min_messages = warning; DROP SCHEMA public CASCADE; CREATE SCHEMA public");
}

}  // namespace quincunx::service
