#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The age limit of a replay subject. The buffer notes when each of its elements came.
@usableFromInline
final class ReplayWindow: @unchecked Sendable {
    private let span: TimeInterval
    private let stopwatch: any Stopwatch

    @usableFromInline
    init(_ span: RxTimeInterval, _ scheduler: SchedulerType) {
        self.span = span.inSeconds
        stopwatch = scheduler.stopwatch
    }

    /// The time by the scheduler's stopwatch, which may be a user's code.
    var now: TimeInterval { stopwatch.reading.timeIntervalSinceReferenceDate }

    /// Whether an element that came at `time` is too old. `Date` is precise to about a tenth of a microsecond, so an
    /// element counts as too old one microsecond early.
    func isOutdated(_ time: TimeInterval, at now: TimeInterval) -> Bool { now - time >= span - 1e-6 }
}

extension ReplaySubject {
    @usableFromInline
    func onNextInWindow(_ element: Element) {
        guard let window else { return }
        removeOutdated(window)
        let now = window.now
        var garbage = ReplayBuffer<Element>.Garbage()
        var emission = SubjectState.Emission()
        emission.prepare()
        lock.acquire()
        let emits = begin(&emission) { buffer in
            if !buffer.append(element, &garbage) { return false }
            buffer.setTimeOfLatest(now)
            return true
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
            found = !observers.hasEnded && buffer.timeOfOldest.map { window.isOutdated($0, at: now) } == true
            if found { buffer.removeOldest(&garbage) }
            lock.release()
            garbage.drop()
        }
    }
}
