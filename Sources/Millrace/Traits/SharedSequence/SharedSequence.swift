/// A sequence that does not fail and whose subscribers share one subscription. Its strategy says on which scheduler it
/// emits, and what a new subscriber gets. `Driver` and `Signal` are the usual ones.
///
/// The result of an operator on a shared sequence is shared too: the operator's closure runs once for each element,
/// however many subscribers there are.
///
/// Some operators take closures that may throw, as RxSwift's do. Such a closure must not throw: the sequence would fail
/// in spite of its type.
public struct SharedSequence<SharingStrategy: SharingStrategyProtocol, Element>: SharedSequenceConvertibleType,
    @unchecked Sendable
{
    @usableFromInline
    let source: Observable<Element>

    /// Shares a source by the strategy.
    ///
    /// - Parameter source: a source that never fails and emits on the strategy's scheduler.
    @inlinable
    init(_ source: Observable<Element>) {
        self.source = SharingStrategy.share(source)
    }

    /// Shares what an operator makes of a shared sequence.
    ///
    /// - Parameter stage: a new operator that passes every terminal event on at once and never ends by itself; see
    ///   `SharingBypass`.
    @inlinable
    init(stage: Observable<Element>) {
        source = SharingStrategy.share(stage)
        if SharedSequence.sharesByShare { source.markAsStage() }
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
    @inlinable
    public func asObservable() -> Observable<Element> {
        source
    }

    /// The sequence itself.
    @inlinable
    public func asSharedSequence() -> SharedSequence<SharingStrategy, Element> {
        self
    }

    /// The same sequence, which does not fail, without the promise that it is shared.
    @inlinable
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
    /// The same sequence, without the promises.
    @inlinable
    public func asObservable() -> Observable<Element> {
        asSharedSequence().asObservable()
    }
}

/// Where a `SharedSequence` emits, and how its subscribers share a subscription.
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

    /// Lets sequences that are made and subscribed to within `action` emit on `scheduler`. For tests.
    ///
    /// It holds for the whole program, so tests that use it must not run at the same time.
    ///
    /// - Parameters:
    ///   - scheduler: such as a `TestScheduler`.
    ///   - action: run at once.
    public static func mock(scheduler: SchedulerType, action: () throws -> Void) rethrows {
        try mock(makeScheduler: { scheduler }, action: action)
    }

    /// Lets sequences that are made and subscribed to within `action` emit on what `makeScheduler` makes. For tests.
    ///
    /// It holds for the whole program, so tests that use it must not run at the same time.
    ///
    /// - Parameters:
    ///   - makeScheduler: called whenever an operator needs a scheduler.
    ///   - action: run at once.
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
    /// - Parameters:
    ///   - sharingStrategy: how to share; found from the result's type if it is left out.
    ///   - onErrorJustReturn: the last element of a source that fails.
    @inlinable
    public func asSharedSequence<S: SharingStrategyProtocol>(
        sharingStrategy: S.Type = S.self,
        onErrorJustReturn: Element
    ) -> SharedSequence<S, Element> {
        SharedSequence(asObservable().observe(on: S.scheduler).catchAndReturn(onErrorJustReturn))
    }

    /// This source as a shared sequence, which goes on with `onErrorDriveWith` in place of an error.
    ///
    /// - Parameters:
    ///   - sharingStrategy: how to share; found from the result's type if it is left out.
    ///   - onErrorDriveWith: what to subscribe to when the source has failed.
    @inlinable
    public func asSharedSequence<S: SharingStrategyProtocol>(
        sharingStrategy: S.Type = S.self,
        onErrorDriveWith: SharedSequence<S, Element>
    ) -> SharedSequence<S, Element> {
        SharedSequence(asObservable().observe(on: S.scheduler).catch { _ in onErrorDriveWith.asObservable() })
    }

    /// This source as a shared sequence, which goes on with what `onErrorRecover` makes of an error.
    ///
    /// - Parameters:
    ///   - sharingStrategy: how to share; found from the result's type if it is left out.
    ///   - onErrorRecover: called with the error, on the strategy's scheduler.
    @inlinable
    public func asSharedSequence<S: SharingStrategyProtocol>(
        sharingStrategy: S.Type = S.self,
        onErrorRecover: @escaping (_ error: Swift.Error) -> SharedSequence<S, Element>
    ) -> SharedSequence<S, Element> {
        SharedSequence(asObservable().observe(on: S.scheduler).catch { onErrorRecover($0).asObservable() })
    }
}
