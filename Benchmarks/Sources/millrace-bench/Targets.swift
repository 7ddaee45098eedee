/// What Millrace has to reach in a workload.
enum Target {
    /// Its time is at most this many times that of the closures in the same run; in the workload `of`, if given.
    case timesClosures(Double, of: String? = nil)
    /// At most this much, in the workload's unit.
    case atMost(Double)
    /// At least this much, in the workload's unit.
    case atLeast(Double)
    /// At most so many bytes in at most so many blocks; parts of a block that many instances share are rounded.
    case memory(bytes: Double, blocks: Double)
    /// At most so many mallocs in one unit; any time.
    case mallocs(Double)
}

/// The targets. A workload that is missing here is measured, but not judged.
let targets: [String: Target] = [
    "pump.1": .timesClosures(0.9),
    "pump.10": .timesClosures(0.30),
    "pump.100": .timesClosures(0.28),
    "pump.1000": .timesClosures(0.28),
    "pump.10000": .timesClosures(0.40),
    "create": .timesClosures(1.6),
    // Flat: beside any number of others it costs what it costs alone. The closures do not manage that.
    "churn.0": .timesClosures(1.6),
    "churn.100": .timesClosures(1.6, of: "churn.0"),
    "churn.10000": .timesClosures(1.6, of: "churn.0"),
    "chain1.pump": .timesClosures(0.9),
    // mapfilter.pump, whose stages are equal, has none: the compiler merges them, and what that costs is the
    // processor's.
    "mapfilter.varied": .timesClosures(1.0),
    "mapfilter.driver": .timesClosures(2),
    "mapfilter.create": .timesClosures(2.5),
    "scan": .timesClosures(1),
    "skiptake": .timesClosures(1),
    "range1e6": .timesClosures(5),
    "reentrant.1000": .atMost(6),
    "behavior.subject": .timesClosures(2, of: "pump.1"),
    "behavior.relay": .timesClosures(2, of: "pump.1"),
    "share10": .timesClosures(0.35),
    "replay100": .timesClosures(2),
    "observeOn": .timesClosures(0.5),
    // One for the hop. A thread that Dispatch starts meanwhile allocates as well; once in a hundred bursts is let pass.
    "observeOn.burst": .mallocs(1.01),
    "values.capacity": .atMost(90),
    "values.batches": .atMost(60),
    "values.full.dropOldest": .atMost(100),
    "values.full.dropNewest": .atMost(100),
    "twoEmitters.apart": .atLeast(1.7),
    "twoEmitters.same": .atLeast(1.6),
    "beside.emit": .atMost(100),
    "beside.churn": .atMost(300),
    "flatMap.pump": .timesClosures(6),
    "flatMap.create": .timesClosures(6),
    "flatMapLatest.pump": .timesClosures(6),
    "flatMapLatest.create": .timesClosures(6),
    "combineLatest.pump": .timesClosures(6),
    "combineLatest.create": .timesClosures(4),
    "merge2": .timesClosures(1.2),
    "combineLatest2": .timesClosures(1.2),
    "zip2": .timesClosures(1),
    "limit": .atMost(60),
    "limit.full": .atMost(60),
    "virtualTime.1e6": .atMost(1000),
    "virtualTime.own.1e6": .atMost(1000),
    "virtualTime.type.1e6": .atMost(1000),
    "idle.subscription": .memory(bytes: 128, blocks: 2),
    "idle.mapfilter": .memory(bytes: 1000, blocks: 14),
    "idle.subject": .memory(bytes: 128, blocks: 1),
    "idle.relay": .memory(bytes: 160, blocks: 2),
]

/// Mallocs for an event in every workload that counts them.
func mallocsPerEventTarget(_ workload: String) -> Double {
    if case .mallocs(let limit) = targets[workload] { return limit }
    // A source and a sink a level, of five.
    return workload.hasPrefix("flatMap") ? 10 : 0
}
