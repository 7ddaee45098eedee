import Millrace

/// What becomes of an element for which the closure of `map(onFailure:_:)` throws: the stream goes on without it.
///
/// ```swift
/// let letters = PublishSubject<FailedElement<String>>()
/// let reading = letters.subscribe(onNext: { print("not a number: \($0.element)") })
/// struct NotANumber: Error {}
/// let subscription = Observable.of("1", "one", "2")
///     .map(onFailure: .deadLetter(to: letters)) { text in
///         guard let number = Int(text) else { throw NotANumber() }
///         return number
///     }
///     .subscribe(onNext: { print($0) })
/// // 1
/// // not a number: one
/// // 2
/// ```
public struct FailureStrategy<Element> {
    @usableFromInline
    let retry: Retry?

    /// Called with the element when it is given up. What it throws ends the stream.
    @usableFromInline
    let settle: (FailedElement<Element>) throws -> Void

    @usableFromInline
    struct Retry: Sendable {
        @usableFromInline
        let policy: RetryPolicy
        @usableFromInline
        let scheduler: any SchedulerType
    }

    private init(_ retry: Retry?, _ settle: @escaping (FailedElement<Element>) throws -> Void) {
        self.retry = retry
        self.settle = settle
    }

    /// Leaves the element out. Nobody learns of it.
    public static var skip: FailureStrategy { FailureStrategy(nil) { _ in } }

    /// Leaves the element out, and calls a closure with it: to log or count it, or to decide that this error ends the
    /// stream after all.
    ///
    /// - Parameter handler: called with the element and its error, one element at a time, where the result would have been
    ///   emitted. What it throws, the stream fails with.
    public static func report(_ handler: @escaping (FailedElement<Element>) throws -> Void) -> FailureStrategy {
        FailureStrategy(nil, handler)
    }

    /// Leaves the element out, and sends it to an observer: to a subject or a queue of dead letters.
    ///
    /// - Parameter observer: receives the element with its error, one at a time, where the result would have been emitted.
    ///   It receives no end: it may serve other streams.
    public static func deadLetter<Observer: ObserverType>(to observer: Observer) -> FailureStrategy
    where Observer.Element == FailedElement<Element> {
        FailureStrategy(nil) { observer.onNext($0) }
    }

    /// Calls the closure again with the same element, after a time that a policy says, until it returns or the policy
    /// allows no further attempt.
    ///
    /// What the policy counts is the attempts for one element; `resetsAfterElement` has no meaning here. Its random numbers
    /// are made anew for each element that fails.
    ///
    /// - Parameters:
    ///   - policy: how many attempts there are, and how long to wait between them.
    ///   - scheduler: the scheduler whose clock is used.
    ///   - strategy: what becomes of the element in the end; not a `retry`.
    public static func retry(
        _ policy: RetryPolicy,
        scheduler: SchedulerType,
        then strategy: FailureStrategy = .skip
    ) -> FailureStrategy {
        require(strategy.retry == nil, "FailureStrategy.retry(_:scheduler:then:): strategy is a retry itself")
        return FailureStrategy(Retry(policy: policy, scheduler: scheduler), strategy.settle)
    }
}

/// An element for which a closure has thrown, together with the error, as `FailureStrategy.deadLetter(to:)` sends it.
public struct FailedElement<Element> {
    /// The element.
    public let element: Element

    /// What the closure has thrown; with several attempts, in the last of them.
    public let error: any Error

    /// How often the closure was called with the element, at least once.
    public let attempts: Int

    /// How many elements of the subscription have been given up so far, this one included.
    public let count: Int

    @inlinable
    init(_ element: Element, _ error: any Error, attempts: Int, count: Int) {
        self.element = element
        self.error = error
        self.attempts = attempts
        self.count = count
    }
}

extension FailedElement: Sendable where Element: Sendable {}
