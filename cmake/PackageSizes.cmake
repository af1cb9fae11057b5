# CPack adds up what folders take, which differs between file systems. What a package takes is said as Debian says it: each
# file in whole KiB, each folder one. Nor does a package depend on the umask of who makes it.
foreach(package IN LISTS CPACK_PACKAGE_FILES)
  set(folder ${package}.unpacked)
  execute_process(COMMAND dpkg-deb -R ${package} ${folder} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND chmod -R u=rwX,go=rX ${folder} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND find . -path ./DEBIAN -prune -o -type f -printf "%s\n" -o -printf "1024\n" WORKING_DIRECTORY ${folder}
    COMMAND awk "{ kib += int(($1 + 1023) / 1024) } END { print kib }" OUTPUT_VARIABLE kib OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${folder}/DEBIAN/control control)
  string(REGEX REPLACE "Installed-Size: [0-9]+" "Installed-Size: ${kib}" control "${control}")
  file(WRITE ${folder}/DEBIAN/control "${control}")
  if(DEFINED ENV{SOURCE_DATE_EPOCH})
    execute_process(COMMAND find ${folder} -exec touch -h -d @$ENV{SOURCE_DATE_EPOCH} {} + COMMAND_ERROR_IS_FATAL ANY)
  endif()
  execute_process(COMMAND dpkg-deb -Zxz --root-owner-group -b ${folder} ${package} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE_RECURSE ${folder})
endforeach()
