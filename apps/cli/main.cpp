#include "apps/cli/commands.hpp"

int main(int argc, char** argv) {
    using namespace quincunx::cli;
    Program program("quincunx",
                    "Rare patience games: rules, deals, records, a solver and a table to play on.",
                    {add_games, add_rules, add_deal, add_show, add_replay, add_solve, add_analyze, add_hint,
                     add_odds, add_par, add_days, add_stats, add_protocol, add_serve, add_service});
    return program.run(argc, argv);
}
