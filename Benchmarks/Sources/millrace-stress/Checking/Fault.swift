/// What a wrong double does.
enum Fault: String, Codable {
    case drops = "drops elements"
    case repeats = "repeats elements"
    case swaps = "swaps elements"
    case disorder = "calls observers in another order"
    case endsTwice = "ends twice"
    case neverEnds = "never ends"
    case goesOn = "goes on after the end"
    case ignoresDisposal = "goes on after dispose()"
    case overlaps = "calls from two threads at once"
    case keeps = "keeps captures"
    case releasesElsewhere = "releases captures on another thread"
    case doesNotShare = "connects for each subscriber"
    case leavesConnected = "does not disconnect"
    case hasNoLimit = "lets any number wait"
    case disposesTwice = "disposes twice"
    case forgetsToDispose = "does not dispose"
}
