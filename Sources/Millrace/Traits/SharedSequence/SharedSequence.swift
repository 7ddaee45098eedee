/// A sequence that does not fail and whose subscribers share one subscription. Its strategy says on which scheduler it
/// emits, and what a new subscriber gets. `Driver` and `Signal` are the usual shared sequences.
///
/// The result of an operator on a shared sequence is shared too: the operator's closure runs once for each element,
/// however many subscribers there are.
///
/// As in RxSwift, some operators take a closure that may throw. It must not throw: the sequence would fail in spite of
/// its type.
///
/// ```swift
/// let prices = PublishSubject<Int>()
/// let bag = DisposeBag()
/// let text = prices.asDriver(onErrorJustReturn: 0)
///     .do(onNext: { _ in print("formatting") }) // once for both
///     .map { "\($0) EUR" }
/// text.drive(onNext: { print("left: \($0)") }).disposed(by: bag)
/// text.drive(onNext: { print("right: \($0)") }).disposed(by: bag)
/// prices.onNext(5)
/// // formatting
/// // left: 5 EUR
/// // right: 5 EUR
/// ```
public struct SharedSequence<SharingStrategy: SharingStrategyProtocol, Element>: SharedSequenceConvertibleType,
    @unchecked Sendable
{
    @usableFromInline
    let source: Observable<Element>

    /// Shares a source by the strategy.
    ///
    /// - Parameter source: a source that never fails and emits on the strategy's scheduler.
    @inlinable
    package init(_ source: Observable<Element>) {
        self.source = SharingStrategy.share(source)
    }

    /// Shares what an operator makes of a shared sequence.
    ///
    /// - Parameter stage: a new operator that passes every terminal event on at once and never ends by itself; see
    ///   `ChainLink`.
    @inlinable
    package init(stage: Observable<Element>) {
        source = SharingStrategy.share(stage)
        if SharedSequence.sharesByShare { downcast(source, to: Share<Element>.self).isSharedStage = true }
    }

    /// True for the strategies of this library, which are known to make a new shared source each time.
    @usableFromInline
    static var sharesByShare: Bool {
        SharingStrategy.self == DriverSharingStrategy.self || SharingStrategy.self == SignalSharingStrategy.self
    }

    /// - Parameter raw: a source that need not be shared, since subscribing to it costs nothing and does nothing.
    @inlinable
    init(raw: Observable<Element>) {
        source = raw
    }

    /// The same sequence, without the promises.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let price = prices.asDriver(onErrorJustReturn: 0)
    /// let subscription = price.asObservable()
    ///     .map { 100 / Double($0) }
    ///     .subscribe(onNext: { print($0) })
    /// prices.onNext(8)
    /// // 12.5
    /// ```
    @_alwaysEmitIntoClient
    public func asObservable() -> Observable<Element> {
        source
    }

    /// The sequence itself.
    @_alwaysEmitIntoClient
    public func asSharedSequence() -> SharedSequence<SharingStrategy, Element> {
        self
    }

    /// The same sequence, which does not fail, without the promise that it is shared.
    @_alwaysEmitIntoClient
    public func asInfallible() -> Infallible<Element> {
        Infallible(source)
    }
}

/// A type that can be converted to a shared sequence.
@preconcurrency
public protocol SharedSequenceConvertibleType: ObservableConvertibleType {
    /// Where the sequence emits, and how it is shared.
    associatedtype SharingStrategy: SharingStrategyProtocol

    /// This value as a shared sequence.
    func asSharedSequence() -> SharedSequence<SharingStrategy, Element>
}

extension SharedSequenceConvertibleType {
    /// The same sequence, without the promises; as `SharedSequence.asObservable()`.
    @_alwaysEmitIntoClient
    public func asObservable() -> Observable<Element> {
        asSharedSequence().asObservable()
    }
}

/// Where a `SharedSequence` emits, and how its subscribers share a subscription.
///
/// ```swift
/// struct LogStrategy: SharingStrategyProtocol {
///     static var scheduler: SchedulerType { MainScheduler.instance }
///     static func share<Element>(_ source: Observable<Element>) -> Observable<Element> { source.share(replay: 2) }
/// }
/// let log = PublishSubject<String>()
/// let lines: SharedSequence<LogStrategy, String> = log.asSharedSequence(onErrorJustReturn: "the log is gone")
/// let first = lines.asObservable().subscribe()
/// for line in ["one", "two", "three"] { log.onNext(line) }
/// let late = lines.asObservable().subscribe(onNext: { print($0) })
/// // two
/// // three
/// ```
public protocol SharingStrategyProtocol: Sendable {
    /// The scheduler that all elements are emitted on.
    static var scheduler: SchedulerType { get }

    /// A source whose subscribers share one subscription to `source`.
    ///
    /// - Parameter source: a source that never fails and emits on `scheduler`.
    static func share<Element>(_ source: Observable<Element>) -> Observable<Element>
}

/// Which scheduler `Driver` and `Signal` emit on: a `MainScheduler`, or in tests another one.
public enum SharingScheduler {
    private static let current = Locked<() -> SchedulerType> { MainScheduler() }

    /// Makes the scheduler; called whenever an operator needs one.
    public static var make: () -> SchedulerType {
        current.access { $0 }
    }

    /// Lets drivers and signals that are made and subscribed to within `action` emit on `scheduler`. For tests.
    ///
    /// It holds for the whole program, so tests that use it must not run at the same time.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
    /// let bag = DisposeBag()
    /// SharingScheduler.mock(scheduler: scheduler) {
    ///     let typed = scheduler.createHotObservable([.next(10, "m"), .next(12, "mi"), .next(50, "mil")])
    ///     typed.asDriver(onErrorJustReturn: "").debounce(.seconds(5))
    ///         .drive(onNext: { print("\($0) at \(scheduler.clock)") })
    ///         .disposed(by: bag)
    /// }
    /// scheduler.start()
    /// // mi at 17
    /// // mil at 55
    /// ```
    ///
    /// - Parameters:
    ///   - scheduler: where to emit, such as a `TestScheduler`.
    ///   - action: makes the sequences and subscribes to them; called at once.
    public static func mock(scheduler: SchedulerType, action: () throws -> Void) rethrows {
        try mock(makeScheduler: { scheduler }, action: action)
    }

    /// Lets drivers and signals that are made and subscribed to within `action` emit on schedulers that `makeScheduler`
    /// makes; otherwise as `mock(scheduler:action:)`.
    ///
    /// It holds for the whole program, so tests that use it must not run at the same time.
    ///
    /// - Parameters:
    ///   - makeScheduler: called whenever an operator needs a scheduler.
    ///   - action: makes the sequences and subscribes to them; called at once.
    public static func mock(makeScheduler: @escaping () -> SchedulerType, action: () throws -> Void) rethrows {
        let original = exchange(makeScheduler)
        defer { _ = exchange(original) }
        try action()
    }

    private static func exchange(_ make: @escaping () -> SchedulerType) -> () -> SchedulerType {
        current.access { current in
            defer { current = make }
            return current
        }
    }
}

extension ObservableConvertibleType {
    /// This source as a shared sequence, with `onErrorJustReturn` in place of an error.
    ///
    /// - **Emits** on the strategy's scheduler what the source emits.
    /// - **Completes** when the source does, or after the element that replaces its error.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let price: Driver<Int> = prices.asSharedSequence(onErrorJustReturn: 0)
    /// let subscription = price.drive(onNext: { print($0) })
    /// prices.onNext(5)
    /// prices.onError(RxError.timeout)
    /// // 5
    /// // 0
    /// ```
    ///
    /// - Parameters:
    ///   - sharingStrategy: how to share; taken from the type of the result if it is left out.
    ///   - onErrorJustReturn: the element to emit if the source fails.
    @_alwaysEmitIntoClient
    public func asSharedSequence<S: SharingStrategyProtocol>(
        sharingStrategy: S.Type = S.self,
        onErrorJustReturn: Element
    ) -> SharedSequence<S, Element> {
        SharedSequence(asObservable().observe(on: S.scheduler).catchAndReturn(onErrorJustReturn))
    }

    /// This source as a shared sequence, which goes on with `onErrorDriveWith` in place of an error.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let price: Driver<Int> = prices.asSharedSequence(onErrorDriveWith: .just(3))
    /// let subscription = price.drive(onNext: { print($0) })
    /// prices.onNext(5)
    /// prices.onError(RxError.timeout)
    /// // 5
    /// // 3
    /// ```
    ///
    /// - Parameters:
    ///   - sharingStrategy: how to share; taken from the type of the result if it is left out.
    ///   - onErrorDriveWith: the sequence to go on with if the source fails.
    @_alwaysEmitIntoClient
    public func asSharedSequence<S: SharingStrategyProtocol>(
        sharingStrategy: S.Type = S.self,
        onErrorDriveWith: SharedSequence<S, Element>
    ) -> SharedSequence<S, Element> {
        SharedSequence(asObservable().observe(on: S.scheduler).catch { _ in onErrorDriveWith.asObservable() })
    }

    /// This source as a shared sequence, which goes on with what `onErrorRecover` makes of an error.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let price: Driver<Int> = prices.asSharedSequence(onErrorRecover: { $0 is RxError ? .just(3) : .empty() })
    /// let subscription = price.drive(onNext: { print($0) })
    /// prices.onNext(5)
    /// prices.onError(RxError.timeout)
    /// // 5
    /// // 3
    /// ```
    ///
    /// - Parameters:
    ///   - sharingStrategy: how to share; taken from the type of the result if it is left out.
    ///   - onErrorRecover: makes, from the error, the sequence to go on with; called on the strategy's scheduler.
    @_alwaysEmitIntoClient
    public func asSharedSequence<S: SharingStrategyProtocol>(
        sharingStrategy: S.Type = S.self,
        onErrorRecover: @escaping (_ error: Swift.Error) -> SharedSequence<S, Element>
    ) -> SharedSequence<S, Element> {
        SharedSequence(asObservable().observe(on: S.scheduler).catch { onErrorRecover($0).asObservable() })
    }
}
