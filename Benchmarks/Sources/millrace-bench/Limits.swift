/// The limits that `--check` requires. A target says what Millrace wants to reach; a limit says that it has not become
/// slower.
///
/// Ratios to closures differ between processors, by a factor of two in some rows. A limit is about a third above the
/// largest ratio of any machine so far, so a row that takes half as long again fails on that machine. On the others
/// `Benchmarks/instructions.sh --check` finds it: it counts instructions, which do not depend on the machine.
let limits: [String: Target] = [
    "pump.1": .timesClosures(1.2),
    "pump.10": .timesClosures(0.37),
    "pump.100": .timesClosures(0.35),
    "pump.1000": .timesClosures(0.35),
    "pump.10000": .timesClosures(0.43),
    "create": .timesClosures(1.7),
    // Within a day, one machine had ratios from 1.39 to 1.47.
    "churn.0": .timesClosures(1.9),
    "churn.100": .timesClosures(1.9, of: "churn.0"),
    "churn.10000": .timesClosures(1.9, of: "churn.0"),
    "chain1.pump": .timesClosures(1.2),
    // Equal closures called by hand take from 35 to 101 ns, on one machine from 45 to 82. So the ratio of the chain goes
    // from 1 to 2.5, that of the driver from 1 to 6.
    "mapfilter.pump": .timesClosures(3.3),
    "mapfilter.varied": .timesClosures(0.95),
    "mapfilter.driver": .timesClosures(8),
    "mapfilter.create": .timesClosures(3.2),
    "scan": .timesClosures(0.7),
    "skiptake": .timesClosures(0.65),
    "range1e6": .timesClosures(4),
    "reentrant.1000": .atMost(6),
    "behavior.subject": .timesClosures(1.7, of: "pump.1"),
    "behavior.relay": .timesClosures(1.7, of: "pump.1"),
    "share10": .timesClosures(0.65),
    "replay100": .timesClosures(2.4),
    "observeOn": .timesClosures(0.3),
    "observeOn.burst": .mallocs(1.01),
    "twoEmitters.apart": .atLeast(1.4),
    "twoEmitters.same": .atLeast(1.4),
    "beside.emit": .atMost(150),
    // It depends on how near the two cores are: 290 to 304 ns in most runs, and once 496.
    "beside.churn": .atMost(650),
    "flatMap.pump": .timesClosures(2.3),
    "flatMap.create": .timesClosures(4.7),
    "flatMapLatest.pump": .timesClosures(3),
    "flatMapLatest.create": .timesClosures(4.8),
    "combineLatest.pump": .timesClosures(3.2),
    "combineLatest.create": .timesClosures(4),
    "merge2": .timesClosures(1.5),
    "combineLatest2": .timesClosures(1.2),
    "zip2": .timesClosures(0.8),
    "virtualTime.1e6": .timesClosures(4),
    "virtualTime.own.1e6": .timesClosures(4),
    "virtualTime.type.1e6": .timesClosures(4),
    "idle.subscription": .memory(bytes: 128, blocks: 2),
    "idle.mapfilter": .memory(bytes: 1000, blocks: 14),
    "idle.subject": .memory(bytes: 128, blocks: 1),
    "idle.relay": .memory(bytes: 160, blocks: 2),
]
