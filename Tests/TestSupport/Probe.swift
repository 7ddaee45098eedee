import Millrace

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

/// Whether a disposed subscription to `source` that is kept still holds what its observer has captured; of two observers,
/// one of which wants to hear of the disposal.
public func disposedSubscriptionsHoldCaptures(_ source: Observable<Int>) -> Bool {
    var kept: [Disposable] = []
    let isHeld = isHeld { probe in
        kept = [
            source.subscribe(onNext: { _ in probe.touch() }, onDisposed: { probe.touch() }),
            source.subscribe(onNext: { _ in probe.touch() }),
        ]
        for subscription in kept { subscription.dispose() }
    }
    return withExtendedLifetime(kept) { isHeld }
}
