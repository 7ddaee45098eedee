/// Something to capture, and to see whether it is still held.
public final class Probe: @unchecked Sendable {
    public init() {}

    /// Keeps the probe captured by a closure that calls it.
    public func touch() {}
}

/// Calls `body` with a probe; returns whether anything holds the probe afterwards.
public func isHeld(after body: (Probe) -> Void) -> Bool {
    weak var held: Probe?
    do {
        let probe = Probe()
        held = probe
        body(probe)
    }
    return held != nil
}
