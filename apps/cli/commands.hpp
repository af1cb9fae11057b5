#pragma once

#include "apps/common/command.hpp"

namespace quincunx::cli {

void add_games(Program& program);
void add_rules(Program& program);
void add_deal(Program& program);
void add_show(Program& program);
void add_replay(Program& program);
void add_solve(Program& program);
void add_analyze(Program& program);
void add_hint(Program& program);
void add_odds(Program& program);
void add_par(Program& program);
void add_days(Program& program);
void add_stats(Program& program);
void add_protocol(Program& program);
void add_serve(Program& program);
void add_service(Program& program);

}  // namespace quincunx::cli
