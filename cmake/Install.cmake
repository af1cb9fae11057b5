# For cmake --install, and for the packages that cpack makes of three components: the program with all that belongs to it,
# the laboratory, and the libraries with their headers, a package config and a pkg-config file.
include(CMakePackageConfigHelpers)
include(cmake/Places.cmake)

# A release has the same day whoever builds it: SOURCE_DATE_EPOCH is heard here.
string(TIMESTAMP QUINCUNX_DATE "%Y-%m-%d" UTC)
string(TIMESTAMP QUINCUNX_DATE_RFC "%a, %d %b %Y %H:%M:%S +0000" UTC)

# quincunx_gzip(<file>) makes <file>.gz in the build folder when somebody installs; it says nothing of the time.
function(quincunx_gzip file)
  cmake_path(GET file FILENAME name)
  install(CODE "execute_process(COMMAND gzip -9nc ${file} OUTPUT_FILE ${PROJECT_BINARY_DIR}/${name}.gz
    COMMAND_ERROR_IS_FATAL ANY)" ALL_COMPONENTS)
endfunction()

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
if(TARGET quincunx)
  install(TARGETS quincunx quincunx-check RUNTIME)
  install(TARGETS quincunx-lab RUNTIME COMPONENT lab)
  quincunx_gzip(${PROJECT_SOURCE_DIR}/docs/man/quincunx.1)
  quincunx_gzip(${PROJECT_SOURCE_DIR}/docs/man/quincunx-lab.1)
  quincunx_gzip(${PROJECT_SOURCE_DIR}/docs/man/quincunx-check.1)
  quincunx_gzip(${PROJECT_SOURCE_DIR}/docs/man/quincunx-table.6)
  install(FILES ${PROJECT_BINARY_DIR}/quincunx.1.gz ${PROJECT_BINARY_DIR}/quincunx-check.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${PROJECT_BINARY_DIR}/quincunx-lab.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT lab)
  install(FILES ${PROJECT_BINARY_DIR}/quincunx-table.6.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man6)
endif()
install(DIRECTORY web/dist/ DESTINATION ${CMAKE_INSTALL_DATADIR}/quincunx/web OPTIONAL)
install(DIRECTORY build/docs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/quincunx/web/docs OPTIONAL)
install(FILES apps/cli/completion/quincunx.bash RENAME quincunx
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES apps/cli/completion/quincunx.bash RENAME quincunx-lab
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT lab)
install(FILES lab/README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/quincunx-lab COMPONENT lab)
install(FILES deploy/quincunx.service deploy/quincunx-backup.service deploy/quincunx-backup.timer DESTINATION lib/systemd/system)
install(PROGRAMS deploy/public deploy/backup DESTINATION ${CMAKE_INSTALL_DATADIR}/quincunx)
install(FILES deploy/nginx.conf DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/quincunx/examples)
install(PROGRAMS deploy/desktop/quincunx-table DESTINATION games)
install(FILES deploy/desktop/quincunx.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
# Stores know an app by the name of its host, written backwards.
string(REGEX REPLACE "^https?://([^/:]+).*" "\\1" QUINCUNX_APP "${QUINCUNX_ADDRESS}")
string(REPLACE "." ";" QUINCUNX_APP "${QUINCUNX_APP}")
list(REVERSE QUINCUNX_APP)
list(JOIN QUINCUNX_APP "." QUINCUNX_APP)
string(APPEND QUINCUNX_APP ".quincunx")
configure_file(deploy/desktop/quincunx.metainfo.xml.in quincunx.metainfo.xml @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/quincunx.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES web/public/icons/icon.svg RENAME quincunx.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES web/public/icons/icon-512.png RENAME quincunx.png DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/512x512/apps)

# zsh looks below /usr/local in the first of these folders, and Debian's zsh below /usr in the second.
install(FILES apps/cli/completion/_quincunx DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT elsewhere)
install(FILES apps/cli/completion/_quincunx DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME dev)
install(TARGETS ${QUINCUNX_INSTALLED_LIBRARIES} EXPORT QuincunxTargets)
install(EXPORT QuincunxTargets NAMESPACE quincunx:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Quincunx)
foreach(folder engine games session solver advice fair deals stats wire)
  install(DIRECTORY ${folder}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/quincunx/${folder} FILES_MATCHING PATTERN "*.hpp")
endforeach()
configure_package_config_file(cmake/QuincunxConfig.cmake.in QuincunxConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Quincunx)
write_basic_package_version_file(QuincunxConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/QuincunxConfig.cmake ${PROJECT_BINARY_DIR}/QuincunxConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Quincunx)
# A linker needs those first that use the others.
set(QUINCUNX_PC_LIBS "")
foreach(library IN LISTS QUINCUNX_INSTALLED_LIBRARIES)
  get_target_property(type ${library} TYPE)
  if(type STREQUAL "STATIC_LIBRARY")
    string(PREPEND QUINCUNX_PC_LIBS "-l${library} ")
  endif()
endforeach()
configure_file(cmake/quincunx.pc.in quincunx.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/quincunx.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES examples/bot.py examples/own.json examples/own_game.cpp examples/own_rules.cpp examples/solve.cpp examples/ten_lines.cpp DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libquincunx-dev/examples)
unset(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME)

include(cmake/Package.cmake)
