import Dispatch
import Foundation
import Millrace

/// One wait for a source: subscribes, waits, disposes.
enum Wait {
    static func elements<Element>(of source: Observable<Element>, _ timeout: TimeInterval?) throws -> [Element] {
        switch result(of: source, timeout) {
        case .completed(let elements): return elements
        case .failed(_, let error): throw error
        }
    }

    static func result<Element>(
        of source: Observable<Element>,
        _ timeout: TimeInterval?
    ) -> MaterializedSequenceResult<Element> {
        let deadline = timeout.map(deadline(in:)) ?? .distantFuture
        let wakeup = Wakeup()
        let collector = Collector<Element>(wakeup)
        // Encloses the wait, too: the work that is served meanwhile is not part of what the thread has queued before.
        Trampoline.apart {
            let subscription = source.subscribe(collector)
            if let error = failure(of: source, wakeup, until: deadline) { collector.giveUp(error) }
            subscription.dispose()
        }
        return collector.take()
    }

    /// Waits until the source ends. Returns `nil` if it did, otherwise the reason why it did not.
    private static func failure<Element>(
        of source: Observable<Element>,
        _ wakeup: Wakeup,
        until deadline: DispatchTime
    ) -> Swift.Error? {
        if wakeup.isSet { return nil }
        // A cast: a scheduler may be of a user's own type, which does not say where it works.
        guard let awaited = source.awaited, let scheduler = awaited.scheduler as? any ConfinedScheduler,
            scheduler.isCallerInside, !scheduler.isMainQueue || !MainQueueProbe.isServed(wakeup)
        else { return wakeup.wait(until: deadline) ? nil : RxError.timeout }
        // The scheduler of the main queue runs actions at once as long as none waits there. Another thread may make one
        // wait at any time; from then on no action runs, and the wait fails.
        while true {
            if wakeup.isSet { return nil }
            if scheduler.keepsWaiting(awaited.action) { return BlockingError(scheduler) }
            let now = DispatchTime.now()
            if now >= deadline { return RxError.timeout }
            if wakeup.wait(until: min(deadline, now + .milliseconds(20))) { return nil }
        }
    }

    private static func deadline(in seconds: TimeInterval) -> DispatchTime {
        // A timeout beyond a hundred years is as good as none.
        seconds < 3e9 ? .now() + .nanoseconds(Int(seconds * 1e9)) : .distantFuture
    }
}
