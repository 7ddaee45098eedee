#include "explorer.h"

extern const scenario word_scenarios[], list_scenarios[], end_scenarios[];

const scenario *const tables[] = {word_scenarios, list_scenarios, end_scenarios, NULL};
