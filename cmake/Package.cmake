# `cpack --config build/release/CPackConfig.cmake` makes the Debian packages quincunx, quincunx-lab, libquincunx-dev and, if
# it was built, quincunx-postgresql, with the page if web/dist is there.
set(CPACK_GENERATOR DEB)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # the tests are not in them
set(CPACK_PACKAGE_CONTACT ${QUINCUNX_MAINTAINER})
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${CPACK_PACKAGE_CONTACT})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program lab dev)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/PackageFiles.cmake ${PROJECT_SOURCE_DIR}/cmake/PackageDates.cmake)
set(CPACK_POST_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/PackageSizes.cmake)
set(CPACK_PACKAGE_HOMEPAGE_URL ${QUINCUNX_ADDRESS})

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME quincunx)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "logrotate, nginx, xdg-utils")  # recommended, they would bring a desktop to a server
set(CPACK_DEBIAN_PROGRAM_PACKAGE_CONTROL_EXTRA
  "${PROJECT_SOURCE_DIR}/deploy/debian/postinst;${PROJECT_SOURCE_DIR}/deploy/debian/prerm;${PROJECT_SOURCE_DIR}/deploy/debian/postrm;${PROJECT_SOURCE_DIR}/deploy/debian/conffiles")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Gargantua, Grandfather, Gloucestershire, Stalactites and Carthage, which are
seldom found elsewhere: a table for the browser, served by the program itself,
with hints that see no more than the player does.
.
The command line solves deals and positions, proves losses with certificates
that a separate program checks, and analyzes games.")

set(CPACK_DEBIAN_LAB_PACKAGE_NAME quincunx-lab)
set(CPACK_DEBIAN_LAB_PACKAGE_SECTION science)
set(CPACK_DEBIAN_LAB_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LAB_PACKAGE_DEPENDS quincunx)  # whose completion its own asks
set(CPACK_COMPONENT_LAB_DESCRIPTION "Solves, plays and rates many deals of the games of quincunx, writes files
that it can continue, merge and sum up, and looks for puzzles.")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libquincunx-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libexpected-dev")
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS "cmake, pkgconf, quincunx")
set(CPACK_COMPONENT_DEV_DESCRIPTION "The rules of patience games as data, an engine that plays any of them, records,
the solver and the fair player, as C++20 headers with static libraries, for
CMake (find_package) and pkg-config.")

# The module with which the service uses PostgreSQL: apart, since hardly anyone needs what it depends on.
if(TARGET quincunx-postgresql)
  list(APPEND CPACK_COMPONENTS_ALL postgresql)
  set(CPACK_DEBIAN_POSTGRESQL_PACKAGE_NAME quincunx-postgresql)
  set(CPACK_DEBIAN_POSTGRESQL_PACKAGE_SECTION games)
  set(CPACK_DEBIAN_POSTGRESQL_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_POSTGRESQL_PACKAGE_DEPENDS "quincunx (= ${PROJECT_VERSION})")
  set(CPACK_DEBIAN_POSTGRESQL_PACKAGE_SUGGESTS "libnss-systemd, postgresql")
  set(CPACK_COMPONENT_POSTGRESQL_DESCRIPTION "With this the service of quincunx (results of the day, votes and challenges)
keeps what was sent in PostgreSQL, which several servers can share, rather
than in a file.")
  # Right below lib/quincunx, CPack would have ldconfig look for it.
  install(TARGETS quincunx-postgresql LIBRARY DESTINATION lib/quincunx/modules COMPONENT postgresql)
  install(FILES deploy/postgresql.conf DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/quincunx-postgresql/examples COMPONENT postgresql)
endif()

# Files that Debian wants in the folder of documents.
file(READ LICENSE license)
file(READ THIRD_PARTY_NOTICES.md notices)
file(CONFIGURE OUTPUT copyright CONTENT "Quincunx\n\n@license@\n@notices@" @ONLY)
configure_file(deploy/debian/changelog.in changelog @ONLY)
quincunx_gzip(${PROJECT_BINARY_DIR}/changelog)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} name)
  set(overrides deploy/debian/${CPACK_DEBIAN_${name}_PACKAGE_NAME}.overrides)
  if(EXISTS ${PROJECT_SOURCE_DIR}/${overrides})
    install(FILES ${overrides} RENAME ${CPACK_DEBIAN_${name}_PACKAGE_NAME}
      DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides COMPONENT ${component})
  endif()
  install(FILES ${PROJECT_BINARY_DIR}/copyright ${PROJECT_BINARY_DIR}/changelog.gz
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${name}_PACKAGE_NAME} COMPONENT ${component})
endforeach()

include(CPack)
