# Where the project really is: these three lines are all that a first release has to set. tools/release refuses to make one
# while any of them is a placeholder.
set(QUINCUNX_ADDRESS "https://play.example.org/" CACHE STRING "Where the page is: stores show its pictures")
set(QUINCUNX_SOURCES "https://git.example.org/quincunx" CACHE STRING "Where the sources are")
set(QUINCUNX_MAINTAINER "The Quincunx authors <maintainers@quincunx.invalid>" CACHE STRING "Who makes the packages")
