# Files outside of /usr, where `cmake --install` puts nothing.
set(folder ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/program)
if(IS_DIRECTORY ${folder})
  file(COPY ${CMAKE_CURRENT_LIST_DIR}/../deploy/debian/logrotate DESTINATION ${folder}/etc/logrotate.d
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  file(RENAME ${folder}/etc/logrotate.d/logrotate ${folder}/etc/logrotate.d/quincunx)
endif()
