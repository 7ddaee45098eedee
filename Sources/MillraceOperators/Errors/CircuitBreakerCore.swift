import Millrace

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The state of a circuit breaker: it decides, and its owner acts. Used under the breaker's lock.
struct CircuitBreakerCore {
    enum Outcome {
        case success, failure, nothing
    }

    enum Admission {
        case admitted(epoch: UInt64)
        /// With the time at which the breaker opened, if it is open.
        case rejected(CircuitBreaker.State, opened: RxTime?)
    }

    struct Change {
        let state: CircuitBreaker.State
        let epoch: UInt64
    }

    private let threshold: CircuitBreaker.Threshold.Kind
    private let trials: Int

    private(set) var state = CircuitBreaker.State.closed
    private(set) var rejections = 0

    /// How often the state has changed. A call that began before the latest change counts no more.
    private var epoch: UInt64 = 0

    /// While it is closed: the failures in a row, or among the latest calls.
    private var failures = 0
    /// Whether each of the latest calls has failed; the oldest one is replaced.
    private var window: ContiguousArray<Bool> = []
    private var oldest = 0

    /// While it is half open: the trials that were let through, and those that have succeeded.
    private var admitted = 0
    private var succeeded = 0

    private var opened: RxTime?

    private var untold: CircuitBreaker.State?
    private var isTelling = false

    init(_ threshold: CircuitBreaker.Threshold, trials: Int) {
        self.threshold = threshold.kind
        self.trials = trials
        // A larger window grows with its calls: it may be one that no memory has room for, as with `.max`.
        if case .rate(_, let size, _) = threshold.kind { window.reserveCapacity(min(size, 4_096)) }
    }

    mutating func admit() -> Admission {
        switch state {
        case .closed:
            return .admitted(epoch: epoch)
        case .halfOpen where admitted < trials:
            admitted += 1
            return .admitted(epoch: epoch)
        case .open, .halfOpen:
            rejections += 1
            return .rejected(state, opened: opened)
        }
    }

    /// - Parameter now: the time of a failure.
    mutating func end(_ outcome: Outcome, of epoch: UInt64, _ now: RxTime?) -> Change? {
        guard epoch == self.epoch else { return nil }
        switch (state, outcome) {
        case (.closed, .success), (.closed, .failure):
            return count(isFailure: outcome == .failure) ? change(to: .open, now) : nil
        case (.halfOpen, .success):
            succeeded += 1
            return succeeded == trials ? change(to: .closed, nil) : nil
        case (.halfOpen, .failure):
            return change(to: .open, now)
        case (.halfOpen, .nothing):
            admitted -= 1
            return nil
        case (.closed, .nothing), (.open, _):
            return nil
        }
    }

    /// The breaker has been open for long enough.
    mutating func elapsed(_ epoch: UInt64) -> Change? {
        epoch == self.epoch ? change(to: .halfOpen, nil) : nil
    }

    /// Counts a call. True if there are too many failures now.
    private mutating func count(isFailure: Bool) -> Bool {
        switch threshold {
        case .consecutive(let limit):
            failures = isFailure ? failures + 1 : 0
            return failures >= limit
        case .rate(let rate, let size, let minimum):
            if window.count < size {
                window.append(isFailure)
            } else {
                if window[oldest] { failures -= 1 }
                window[oldest] = isFailure
                oldest = (oldest + 1) % size
            }
            if isFailure { failures += 1 }
            return window.count >= minimum && Double(failures) / Double(window.count) >= rate
        }
    }

    private mutating func change(to state: CircuitBreaker.State, _ opened: RxTime?) -> Change {
        self.state = state
        self.opened = opened
        epoch += 1
        failures = 0
        window.removeAll(keepingCapacity: true)
        oldest = 0
        (admitted, succeeded) = (0, 0)
        untold = state
        return Change(state: state, epoch: epoch)
    }

    /// True for the thread that tells the observers from now on, until `takeUntold()` has nothing for it.
    mutating func beginTelling() -> Bool {
        !exchange(&isTelling, for: true)
    }

    mutating func takeUntold() -> CircuitBreaker.State? {
        let state = untold.take()
        if state == nil { isTelling = false }
        return state
    }
}
