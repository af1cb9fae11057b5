#include <cstdint>

#include "games/all.hpp"
#include "lab/bench/playouts.hpp"
#include "lab/bench/searches.hpp"

// The random games of `quincunx-lab bench` and the searches of `quincunx-lab bench solve`, for comparing WebAssembly
// with native code (tools/wasm_speed.py). The caller measures the time.

extern "C" {

__attribute__((export_name("q_games"))) int q_games() {
    int count = 0;
    quincunx::games::for_each_game([&]<const quincunx::Rules & rules>() { ++count; });
    return count;
}

/// Plays the random games of one game, given by its place in the list of games. Returns the signature, which
/// must equal the native one; 0 if there is no such place.
__attribute__((export_name("q_play_out"))) std::uint64_t q_play_out(int game) {
    std::uint64_t signature = 0;
    int place = 0;
    quincunx::games::for_each_game([&]<const quincunx::Rules & rules>() {
        if (place++ != game) return;
        static const auto deals = quincunx::bench::deals<rules>();
        signature = quincunx::bench::play_out<rules>(deals).signature;
    });
    return signature;
}

/// Searches the deals of a game; parameters and result as above.
__attribute__((export_name("q_search"))) std::uint64_t q_search(int game) {
    std::uint64_t signature = 0;
    int place = 0;
    quincunx::games::for_each_game([&]<const quincunx::Rules & rules>() {
        if (place++ != game) return;
        static const auto advisor =
            std::make_unique<quincunx::advice::Advisor>(quincunx::GameRules::make<rules>());
        advisor->remember(false);
        signature = quincunx::bench::search_deals(*advisor, rules.id).signature;
    });
    return signature;
}
}
