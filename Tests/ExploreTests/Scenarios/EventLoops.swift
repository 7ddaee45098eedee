import Foundation
import Millrace
import MillraceExplore
import TestSupport

/// What the event loops of MillraceNIO need of NIO, made of a scheduler whose actions a thread of the schedule runs. So the
/// files of MillraceNIO that are also in this target meet other threads here, and no package has to be fetched.

public protocol EventLoop: AnyObject, Sendable {
    var now: NIODeadline { get }
    var inEventLoop: Bool { get }
    func execute(_ task: @escaping @Sendable () -> Void)
    func scheduleCallback(
        at deadline: NIODeadline,
        handler: some NIOScheduledCallbackHandler
    ) throws -> NIOScheduledCallback
}

public protocol NIOScheduledCallbackHandler: Sendable {
    func handleScheduledCallback(eventLoop: some EventLoop)
}

public struct NIOScheduledCallback: Sendable {
    fileprivate let scheduled: any Disposable

    func cancel() {
        scheduled.dispose()
    }
}

struct TimeAmount: Comparable {
    let nanoseconds: Int64

    static let zero = TimeAmount(nanoseconds: 0)

    static func nanoseconds(_ count: Int64) -> TimeAmount { TimeAmount(nanoseconds: count) }
    static func microseconds(_ count: Int64) -> TimeAmount { TimeAmount(nanoseconds: count * 1_000) }
    static func milliseconds(_ count: Int64) -> TimeAmount { TimeAmount(nanoseconds: count * 1_000_000) }
    static func minutes(_ count: Int64) -> TimeAmount { TimeAmount(nanoseconds: count * 60_000_000_000) }

    static func < (one: TimeAmount, other: TimeAmount) -> Bool { one.nanoseconds < other.nanoseconds }
    static func + (one: TimeAmount, other: TimeAmount) -> TimeAmount {
        .nanoseconds(one.nanoseconds + other.nanoseconds)
    }
    static func * (amount: TimeAmount, count: Int64) -> TimeAmount { .nanoseconds(amount.nanoseconds * count) }
}

public struct NIODeadline: Comparable {
    fileprivate let nanoseconds: Int64

    static let distantPast = NIODeadline(nanoseconds: 0)

    static func now() -> NIODeadline { distantPast }

    public static func < (one: NIODeadline, other: NIODeadline) -> Bool { one.nanoseconds < other.nanoseconds }
    static func - (one: NIODeadline, other: NIODeadline) -> TimeAmount {
        .nanoseconds(one.nanoseconds - other.nanoseconds)
    }
    static func + (deadline: NIODeadline, amount: TimeAmount) -> NIODeadline {
        NIODeadline(nanoseconds: deadline.nanoseconds + amount.nanoseconds)
    }
}

/// A loop whose jobs run on the thread of a scheduler, and which knows what timers wait. For explored schedules only, in
/// which one thread runs at a time.
final class ExploredLoop: EventLoop, @unchecked Sendable {
    private let scheduler: ExploreScheduler
    private var thread: pthread_t?
    private var timers = 0
    private var left: Set<Int> = []

    init(_ scheduler: ExploreScheduler) {
        self.scheduler = scheduler
    }

    /// How many timers have neither run nor been cancelled.
    var waiting: Int { timers - left.count }

    /// Whether a job is under way.
    var isInside: Bool { thread != nil }

    var now: NIODeadline {
        NIODeadline(nanoseconds: Int64((scheduler.now.timeIntervalSince1970 * 1_000_000_000).rounded()))
    }

    var inEventLoop: Bool { thread == pthread_self() }

    private func run(_ job: () -> Void) -> Disposable {
        thread = pthread_self()
        job()
        thread = nil
        return Disposables.create()
    }

    func execute(_ task: @escaping @Sendable () -> Void) {
        _ = scheduler.schedule(()) { [self] in run(task) }
    }

    func scheduleCallback(
        at deadline: NIODeadline,
        handler: some NIOScheduledCallbackHandler
    ) throws -> NIOScheduledCallback {
        let number = timers
        timers += 1
        let dueTime = RxTimeInterval.nanoseconds(Int((deadline - now).nanoseconds))
        let scheduled = scheduler.scheduleRelative(handler, dueTime: dueTime) { [self] handler in
            left.insert(number)
            return run { handler.handleScheduledCallback(eventLoop: self) }
        }
        return NIOScheduledCallback(
            scheduled: Disposables.create { [self] in
                left.insert(number)
                scheduled.dispose()
            }
        )
    }
}
