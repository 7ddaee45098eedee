import Millrace

/// How often, and after what time, `retry(_:scheduler:shouldRetry:)` and `repeatWithBehavior(_:scheduler:shouldRepeat:)`
/// subscribe again.
///
/// Each case has a number of attempts, which includes the first: 0 and 1 both mean that there is no second attempt.
///
/// ```swift
/// let scheduler = TestScheduler(initialClock: 0)
/// let subscription = Observable<Int>.error(RxError.timeout)
///     .do(onSubscribe: { print("attempt at \(scheduler.clock) s") })
///     .retry(.exponentialDelayed(maxCount: 3, initial: 2, multiplier: 1), scheduler: scheduler)
///     .subscribe(onError: { _ in print("given up at \(scheduler.clock) s") })
/// scheduler.start()
/// // attempt at 0 s
/// // attempt at 2 s
/// // attempt at 6 s
/// // given up at 6 s
/// ```
public enum RepeatBehavior {
    /// At once.
    ///
    /// - Parameter maxCount: how many attempts there are at most.
    case immediate(maxCount: UInt)

    /// After the same time each time.
    ///
    /// - Parameters:
    ///   - maxCount: how many attempts there are at most.
    ///   - time: how long to wait, in seconds; at least 0.
    case delayed(maxCount: UInt, time: Double)

    /// After a time that grows.
    ///
    /// - Parameters:
    ///   - maxCount: how many attempts there are at most.
    ///   - initial: how long to wait before the second attempt, in seconds; at least 0.
    ///   - multiplier: by what part the time grows each time; 0.5 adds half of it, 1 doubles it. At least -1.
    case exponentialDelayed(maxCount: UInt, initial: Double, multiplier: Double)

    /// After a time that a closure says.
    ///
    /// - Parameters:
    ///   - maxCount: how many attempts there are at most.
    ///   - delayCalculator: makes the time from the number of the attempt that has ended, which is 1 at first. For
    ///     `.never`, the next attempt begins at once, as in RxSwiftExt.
    case customTimerDelayed(maxCount: UInt, delayCalculator: (UInt) -> RxTimeInterval)

    /// After a time that a policy says, which may vary it at random. All attempts count, whether an element has come or
    /// not.
    ///
    /// - Parameter policy: how many attempts there are at most, and how long to wait.
    case backoff(RetryPolicy)
}

/// Says whether to subscribe again after an error.
public typealias RetryPredicate = (Swift.Error) -> Bool

/// Says whether to subscribe again after a completion.
public typealias RepeatPredicate = () -> Bool

/// What an attempt that has ended leads to.
@usableFromInline
enum NextAttempt {
    case none
    case atOnce
    case after(RxTimeInterval)

    /// The source whose element begins the next attempt; `nil` if there is none.
    func trigger(_ scheduler: SchedulerType) -> Observable<Void>? {
        switch self {
        case .none: nil
        case .atOnce: .just(())
        case .after(let delay): Observable<Int>.timer(delay, scheduler: scheduler).map { _ in }
        }
    }
}

extension RepeatBehavior {
    func checkArguments(_ function: String) {
        func check(_ isValid: Bool, _ argument: String, _ value: Double, _ demand: String) {
            require(isValid, "\(function): \(argument) is \(value); it must \(demand)")
        }
        switch self {
        case .immediate, .customTimerDelayed, .backoff: break
        case .delayed(_, let time):
            check(time >= 0, "time", time, "not be negative")
        case .exponentialDelayed(_, let initial, let multiplier):
            check(initial >= 0, "initial", initial, "not be negative")
            check(multiplier >= -1, "multiplier", multiplier, "be at least -1")
        }
    }

    /// Makes a closure that says, for the number of the attempt that has ended, what comes next. For one subscription.
    func makeSchedule() -> (UInt) -> NextAttempt {
        switch self {
        case .immediate(let maxCount):
            { $0 < maxCount ? .atOnce : .none }
        case .delayed(let maxCount, let time):
            { $0 < maxCount ? .after(RxTimeInterval(seconds: time)) : .none }
        case .exponentialDelayed(let maxCount, let initial, let multiplier):
            {
                let delay = initial.grown(by: 1 + multiplier, $0 - 1)
                return $0 < maxCount ? .after(RxTimeInterval(seconds: delay)) : .none
            }
        case .customTimerDelayed(let maxCount, let delayCalculator):
            {
                guard $0 < maxCount else { return .none }
                let delay = delayCalculator($0)
                return delay == .never ? .atOnce : .after(delay)
            }
        case .backoff(let policy): policy.makeSchedule()
        }
    }
}

extension RxTimeInterval {
    /// A span of seconds, in whole nanoseconds; `.never` for spans that are too long.
    init(seconds: Double) {
        self.init(nanoseconds: seconds * 1_000_000_000)
    }

    init(nanoseconds: Double) {
        self.init(saturatedNanoseconds: Int64(exactly: nanoseconds.rounded()) ?? .max)
    }
}

extension Double {
    /// This number, multiplied by `factor` as often as `times` says; exactly if the numbers are whole and below 2⁵³.
    func grown(by factor: Double, _ times: UInt) -> Double {
        // However large the factors, nothing grows out of nothing.
        if self == 0 { return 0 }
        var (result, factor, left) = (self, factor, times)
        while left > 0 {
            if left & 1 == 1 { result *= factor }
            factor *= factor
            left >>= 1
        }
        return result
    }
}
