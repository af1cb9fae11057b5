# For cmake --install: the program, the libraries with their headers and a package config, the web app if it was
# built, the man page and the completions.
include(CMakePackageConfigHelpers)

if(TARGET quincunx)
  install(TARGETS quincunx quincunx-check RUNTIME)
  install(FILES ${PROJECT_BINARY_DIR}/quincunx.1 docs/man/quincunx-check.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()

install(TARGETS ${QUINCUNX_INSTALLED_LIBRARIES} EXPORT QuincunxTargets)
install(EXPORT QuincunxTargets NAMESPACE quincunx:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Quincunx)
foreach(folder engine games session solver advice fair deals stats wire)
  if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/${folder})
    install(DIRECTORY ${folder}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/quincunx/${folder} FILES_MATCHING PATTERN "*.hpp")
  endif()
endforeach()
configure_package_config_file(cmake/QuincunxConfig.cmake.in QuincunxConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Quincunx)
write_basic_package_version_file(QuincunxConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/QuincunxConfig.cmake ${PROJECT_BINARY_DIR}/QuincunxConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Quincunx)

install(FILES deploy/quincunx.service deploy/nginx.conf DESTINATION ${CMAKE_INSTALL_DOCDIR}/deploy)
install(DIRECTORY web/dist/ DESTINATION ${CMAKE_INSTALL_DATADIR}/quincunx/web OPTIONAL)
install(FILES apps/cli/completion/quincunx.bash RENAME quincunx
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES apps/cli/completion/_quincunx DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES LICENSE THIRD_PARTY_NOTICES.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
