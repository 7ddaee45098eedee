/// One thing that threads do to Millrace over and over, with what must hold meanwhile.
struct Scenario {
    let name: String

    /// What is checked, for the reader.
    let checks: String

    /// Which wrong doubles the self-test puts in Millrace's place, and what the checks have to say about each.
    let proofs: [Proof]

    /// Does it once, a few milliseconds, and checks; what is wrong goes to the round.
    let run: (Round) -> Void
}

/// What a wrong double does, and which check must notice.
struct Proof {
    let fault: Fault
    let flaw: Flaw

    init(_ fault: Fault, _ flaw: Flaw) {
        self.fault = fault
        self.flaw = flaw
    }
}

/// What a check can find.
enum Flaw: String, Codable {
    case sequence = "elements lost, repeated or out of order"
    case order = "observers not called in the order of their subscription"
    case ending = "not exactly one terminal event"
    case afterEnd = "an element after the terminal event"
    case afterDisposal = "an event after dispose()"
    case overlap = "two threads in one observer"
    case release = "captures not released in time"
    case thread = "captures released on a foreign thread"
    case connections = "not exactly one connection"
    case disposals = "not disposed exactly once"
    case count = "elements not accounted for"
    case capacity = "more elements wait than there is room for"
    case result = "not what the same chain makes of an array"
}
