#pragma once

/// The games of the short run with sanitizers: the fewest in which every field of the rules is at work, as
/// few_test.cpp shows.
#define QUINCUNX_FEW_GAMES(DO) \
    DO(gargantua)              \
    DO(grandfather)            \
    DO(gloucestershire)        \
    DO(stalactites)            \
    DO(carthage)

#ifndef QUINCUNX_EACH_GAME  // it is if a test includes this besides the list of its build
#define QUINCUNX_EACH_GAME(DO) QUINCUNX_FEW_GAMES(DO)
#endif
