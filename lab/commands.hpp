#pragma once

#include "apps/common/command.hpp"

/// The commands of quincunx-lab, some of which have the names of those of quincunx.
namespace quincunx::cli::lab {

void add_solve(Program& program);
void add_merge(Program& program);
void add_certify(Program& program);
void add_fair(Program& program);
void add_rate(Program& program);
void add_puzzles(Program& program);
void add_days(Program& program);
void add_perft(Program& program);
void add_bench(Program& program);

}  // namespace quincunx::cli::lab
