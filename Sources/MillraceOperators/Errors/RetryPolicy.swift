import Dispatch
import Millrace

/// How often `retry(policy:scheduler:)` subscribes again, and after what time: exponential backoff with jitter.
///
/// After the n-th failure in a row, the next attempt begins after `initialDelay` · `factor`ⁿ⁻¹, but not more than
/// `maxDelay`, less a random part of at most `jitter`. Marc Brooker, “Exponential Backoff And Jitter”, AWS Architecture
/// Blog, 2015, shows by simulation why clients that were cut off together should not come back together.
///
/// ```swift
/// let policy = RetryPolicy(maxAttempts: 5, initialDelay: .milliseconds(100), maxDelay: .seconds(10), jitter: 0.5)
/// print(policy.maxAttempts)
/// // 5
/// ```
public struct RetryPolicy: Sendable {
    /// How many attempts in a row there are at most, each of which fails without an element; the first counts, too. An
    /// attempt that fails after an element counts as the first of the next row.
    public let maxAttempts: Int

    /// How long to wait after the first failure.
    public let initialDelay: RxTimeInterval

    /// By what the wait is multiplied after each further failure.
    public let factor: Double

    /// How long to wait at most.
    public let maxDelay: RxTimeInterval

    /// What part of the wait is random: from 0, none of it, to 1, all of it.
    public let jitter: Double

    /// Whether an element means that the source works again: the attempts are counted anew, and the next wait is
    /// `initialDelay`.
    public let resetsAfterElement: Bool

    private let makeGenerator: @Sendable () -> any RandomNumberGenerator

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - maxAttempts: how many attempts in a row there are at most, including the first; at least 1.
    ///   - initialDelay: how long to wait after the first failure; a negative span counts as none.
    ///   - factor: by what the wait is multiplied after each further failure, at least 1.
    ///   - maxDelay: how long to wait at most.
    ///   - jitter: what part of the wait is random, from 0 to 1.
    ///   - resetsAfterElement: whether attempts and waits are counted anew after an element.
    ///   - makeGenerator: makes the random numbers for a subscription; called once for each subscription that fails. Each
    ///     wait takes one number; the greater the number, the shorter the wait.
    public init(
        maxAttempts: Int = .max,
        initialDelay: RxTimeInterval,
        factor: Double = 2,
        maxDelay: RxTimeInterval = .never,
        jitter: Double = 0,
        resetsAfterElement: Bool = true,
        generator makeGenerator: @escaping @Sendable () -> any RandomNumberGenerator = { SystemRandomNumberGenerator() }
    ) {
        require(maxAttempts >= 1, "RetryPolicy.init: maxAttempts is \(maxAttempts); it must be at least 1")
        require(factor >= 1, "RetryPolicy.init: factor is \(factor); it must be at least 1")
        require((0...1).contains(jitter), "RetryPolicy.init: jitter is \(jitter); it must be between 0 and 1")
        self.maxAttempts = maxAttempts
        self.initialDelay = initialDelay.orZero
        self.factor = factor
        self.maxDelay = maxDelay.orZero
        self.jitter = jitter
        self.resetsAfterElement = resetsAfterElement
        self.makeGenerator = makeGenerator
    }
}

extension RetryPolicy {
    /// As `RepeatBehavior.makeSchedule()`.
    @usableFromInline
    func makeSchedule() -> (UInt) -> NextAttempt {
        // Made at the first failure.
        var generator: (any RandomNumberGenerator)?
        return { failures in
            guard failures < UInt(maxAttempts) else { return .none }
            let grown = Double(initialDelay.saturatedNanoseconds).grown(by: factor, failures - 1)
            let delay = min(grown, Double(maxDelay.saturatedNanoseconds))
            if jitter == 0 { return .after(RxTimeInterval(nanoseconds: delay)) }
            var random = generator ?? makeGenerator()
            // As many bits as a `Double` holds.
            let part = Double(random.next() >> 11) / Double(1 << 53 as UInt64)
            generator = random
            return .after(RxTimeInterval(nanoseconds: delay - delay * jitter * part))
        }
    }
}

extension ObservableType {
    /// Subscribes to the source again when it has failed, after a time that grows from failure to failure.
    ///
    /// ```
    /// source                     -a#              each attempt: an element, then an error
    /// retry(policy: 2 s, …)      -a---a---a- …    2 s each time, since each attempt has an element
    /// ```
    ///
    /// - **Emits** the elements of every attempt.
    /// - **Completes** when the source does.
    /// - **Fails** with the error of the last attempt, when `policy.maxAttempts` attempts in a row have failed without an
    ///   element, or after the element of the first of them.
    /// - **Disposal** disposes the current attempt's subscription or stops the timer. A failed attempt's subscription is
    ///   disposed at once.
    /// - **Thread**: subscribes again on `scheduler` or, if the source is still being subscribed to, on the thread that does
    ///   so.
    /// - **Complexity**: O(1) for each element; a few allocations and one scheduled action for each attempt.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let policy = RetryPolicy(maxAttempts: 4, initialDelay: .seconds(2), factor: 3, maxDelay: .seconds(10))
    /// let subscription = Observable<Int>.error(RxError.timeout)
    ///     .do(onSubscribe: { print("attempt at \(scheduler.clock) s") })
    ///     .retry(policy: policy, scheduler: scheduler)
    ///     .subscribe(onError: { _ in print("given up") })
    /// scheduler.start()
    /// // attempt at 0 s
    /// // attempt at 2 s
    /// // attempt at 8 s
    /// // attempt at 18 s
    /// // given up
    /// ```
    ///
    /// - Parameters:
    ///   - policy: how many attempts there are, and how long to wait.
    ///   - scheduler: the scheduler whose clock is used, and on which the source is subscribed to again.
    @inlinable
    public func retry(policy: RetryPolicy, scheduler: SchedulerType) -> Observable<Element> {
        guard policy.resetsAfterElement else { return retry(.backoff(policy), scheduler: scheduler) }
        let source = asObservable()
        return Observable.deferred {
            let run = AttemptRun()
            return source.map { element in
                run.hasEmitted = true
                return element
            }
            .retrying(scheduler, policy, run)
        }
    }

    @usableFromInline
    func retrying(_ scheduler: SchedulerType, _ policy: RetryPolicy, _ run: AttemptRun) -> Observable<Element> {
        retrying(scheduler, policy.makeSchedule(), run) { _ in true }
    }
}

/// How the attempts of one subscription have gone. Used by the thread that the current attempt runs on.
@usableFromInline
final class AttemptRun: @unchecked Sendable {
    @usableFromInline
    @exclusivity(unchecked)
    var hasEmitted = false
    @exclusivity(unchecked)
    private var attempts: UInt = 0

    @usableFromInline
    init() {}

    /// The number of the attempt that has ended, counted from the last element.
    func endAttempt() -> UInt {
        attempts = hasEmitted ? 1 : attempts &+ 1
        hasEmitted = false
        return attempts
    }
}
