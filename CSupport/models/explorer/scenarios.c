#include "explorer.h"

extern const scenario word_scenarios[], list_scenarios[], end_scenarios[], edge_scenarios[], vacant_scenarios[],
    pin_scenarios[], thread_scenarios[], emptying_scenarios[], mpsc_scenarios[], locked_scenarios[], gate_scenarios[],
    switch_scenarios[], group_scenarios[], concat_scenarios[], replay_scenarios[], reclaim_scenarios[],
    data_scenarios[];

const scenario *const tables[] = {
    word_scenarios, list_scenarios, end_scenarios, edge_scenarios, vacant_scenarios, pin_scenarios, thread_scenarios,
    emptying_scenarios, mpsc_scenarios, locked_scenarios, gate_scenarios, switch_scenarios, group_scenarios,
    concat_scenarios, replay_scenarios, reclaim_scenarios, data_scenarios, NULL,
};
