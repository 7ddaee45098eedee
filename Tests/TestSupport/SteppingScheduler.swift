import Foundation
import Millrace

/// A scheduler as a user may write one: its `now` jumps when the time is set, as the system's clock does. Its actions
/// are those of a `ManualScheduler`.
package class SteppingScheduler: SchedulerType, @unchecked Sendable {
    package let manual = ManualScheduler()
    /// By how many seconds the time has been set forward, or back if negative.
    package final var offset: TimeInterval = 0

    package init() {}

    package final var now: RxTime { manual.now.addingTimeInterval(offset) }

    package final func schedule<StateType>(
        _ state: StateType,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        manual.schedule(state, action: action)
    }

    package final func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        manual.scheduleRelative(state, dueTime: dueTime, action: action)
    }
}

/// As `SteppingScheduler`, with a stopwatch, as Millrace's schedulers have one.
package final class SteppingSchedulerWithStopwatch: SteppingScheduler, Stopwatch, @unchecked Sendable {
    package var reading: RxTime { manual.now }
}

/// Sends 1, 2 and 3 through an operator, 100 ms apart, then 4 and the end 300 ms later, and returns the events with the
/// milliseconds at which they came.
///
/// - Parameters:
///   - step: by how many seconds the time is set forward after the 2.
///   - restores: whether the time is set to what it was after the 3.
package func eventsOfSteppingTime<Element>(
    _ scheduler: SteppingScheduler,
    step: TimeInterval,
    restores: Bool = true,
    _ transform: (Observable<Int>, SchedulerType) -> Observable<Element>
) -> [String] {
    let source = PublishSubject<Int>()
    var log: [String] = []
    let subscription = transform(source, scheduler).subscribe { event in
        let mark =
            switch event {
            case .next(let element): "\(element)"
            case .error(let error): "x(\(error))"
            case .completed: "|"
            }
        // Rounded: dates are not exact.
        let time = (scheduler.manual.now.timeIntervalSince1970 * 1_000).rounded()
        log.append("\(Int(time)): \(mark)")
    }
    source.onNext(1)
    scheduler.manual.advance(by: .milliseconds(100))
    source.onNext(2)
    scheduler.offset += step
    scheduler.manual.advance(by: .milliseconds(100))
    source.onNext(3)
    if restores { scheduler.offset -= step }
    scheduler.manual.advance(by: .milliseconds(300))
    source.onNext(4)
    source.onCompleted()
    scheduler.manual.advance(by: .seconds(1))
    subscription.dispose()
    return log
}
