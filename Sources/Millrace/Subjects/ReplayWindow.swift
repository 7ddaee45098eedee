#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The age limit of a replay subject: stores when each element of its buffer came.
///
/// `times` is touched under the subject's lock alone.
@usableFromInline
final class ReplayWindow: @unchecked Sendable {
    private let span: TimeInterval
    private let stopwatch: any Stopwatch
    // The times before the index `first` are not used any more.
    @exclusivity(unchecked)
    private var times: [TimeInterval] = []
    @exclusivity(unchecked)
    private var first = 0

    @usableFromInline
    init(_ span: RxTimeInterval, _ scheduler: SchedulerType) {
        self.span = span.inSeconds
        stopwatch = scheduler.stopwatch
    }

    /// The time by the scheduler's stopwatch, which may be a user's code.
    var now: TimeInterval { stopwatch.reading.timeIntervalSinceReferenceDate }

    func append(_ time: TimeInterval) {
        times.append(time)
    }

    /// Whether the oldest element is too old. `Date` is precise to about a tenth of a microsecond, so an element counts
    /// as too old one microsecond early.
    func isOutdated(at now: TimeInterval) -> Bool {
        first < times.count && now - times[first] >= span - 1e-6
    }

    /// Forgets the time of the oldest element.
    func removeFirst() {
        first += 1
        // No more times are moved than dropped, so the cost is O(1) for each element.
        if first * 2 > times.count {
            times.removeFirst(first)
            first = 0
        }
    }
}

extension ReplaySubject {
    @usableFromInline
    func onNextInWindow(_ element: Element) {
        guard let window else { return }
        removeOutdated(window)
        let now = window.now
        var garbage = ReplayBuffer<Element>.Garbage()
        var emission = SubjectState.Emission()
        lock.acquire()
        let count = buffer.count
        let emits = begin(&emission) { $0.append(element, &garbage) }
        if !observers.hasEnded {
            if buffer.count == count { window.removeFirst() }
            window.append(now)
        }
        lock.release()
        garbage.drop()
        if emits { observers.deliverToReplaying(element, &emission) }
    }

    /// Drops elements that have become too old, unless the subject has ended.
    @usableFromInline
    func removeOutdated(_ window: ReplayWindow) {
        let now = window.now
        var found = true
        while found {
            var garbage = ReplayBuffer<Element>.Garbage()
            lock.acquire()
            found = !observers.hasEnded && window.isOutdated(at: now)
            if found {
                buffer.removeOldest(&garbage)
                window.removeFirst()
            }
            lock.release()
            garbage.drop()
        }
    }
}
