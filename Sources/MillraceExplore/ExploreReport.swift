/// How much of an exploration was run.
public struct ExploreReport: Sendable, CustomStringConvertible {
    /// How many schedules were run.
    public let schedules: Int

    /// Whether every schedule within the bound was run: the limit was not reached, and the same choices always led to the
    /// same place. False in a build without `MILLRACE_EXPLORE=1`.
    public let isComplete: Bool

    /// How often the same choices led elsewhere. The exploration went on from there.
    public let divergences: Int

    /// Where the random schedules began.
    public let seed: UInt64

    public var description: String {
        let rest = isComplete ? "" : ", not all within the bound"
        let others = divergences == 0 ? "" : ", \(divergences) divergences"
        return "\(schedules) schedules\(rest)\(others), seed \(seed)"
    }
}

/// How many schedules are to be run.
struct Bounds {
    let preemptions: Int
    let random: Int
    let seed: UInt64
    let limit: Int
}
