/// All scenarios, in the order in which they run.
let allScenarios: [Scenario] = [
    subjectChurn,
    subjectRelease,
    subjectEnd,
    replayJoin,
    sharing,
    merging,
    combiningLatest,
    zipping,
    switching,
    concatenating,
    observingOn,
    observingOnCapacity,
    timers,
    disposablesRace,
    recovering,
    chains,
]
