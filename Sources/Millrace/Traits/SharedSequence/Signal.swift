/// A sequence for what happens: it does not fail, emits on the main scheduler, and shares one subscription among all
/// subscribers. A new subscriber gets only what is emitted from then on.
///
/// Subscribe to it with `emit`, on any thread.
public typealias Signal<Element> = SharedSequence<SignalSharingStrategy, Element>

/// How a `Signal` is shared: a new subscriber gets nothing that was emitted before.
public struct SignalSharingStrategy: SharingStrategyProtocol {
    /// What `SharingScheduler` makes: the main scheduler.
    public static var scheduler: SchedulerType { SharingScheduler.make() }

    /// `source.share(scope: .whileConnected)`.
    @inlinable
    public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(scope: .whileConnected)
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
    /// The signal itself.
    @inlinable
    public func asSignal() -> Signal<Element> {
        asSharedSequence()
    }
}

extension ObservableConvertibleType {
    /// This source as a signal, with `onErrorJustReturn` in place of an error.
    ///
    /// - Parameter onErrorJustReturn: the last element of a source that fails.
    @inlinable
    public func asSignal(onErrorJustReturn: Element) -> Signal<Element> {
        asSharedSequence(onErrorJustReturn: onErrorJustReturn)
    }

    /// This source as a signal, which goes on with `onErrorSignalWith` in place of an error.
    ///
    /// - Parameter onErrorSignalWith: what to subscribe to when the source has failed.
    @inlinable
    public func asSignal(onErrorSignalWith: Signal<Element>) -> Signal<Element> {
        asSharedSequence(onErrorDriveWith: onErrorSignalWith)
    }

    /// This source as a signal, which goes on with what `onErrorRecover` makes of an error.
    ///
    /// - Parameter onErrorRecover: called with the error, on the scheduler that the signal emits on.
    @inlinable
    public func asSignal(
        onErrorRecover: @escaping (_ error: Swift.Error) -> Signal<Element>
    ) -> Signal<Element> {
        asSharedSequence(onErrorRecover: onErrorRecover)
    }
}

extension PublishRelay {
    /// What the relay accepts as a signal.
    @inlinable
    public func asSignal() -> Signal<Element> {
        SharedSequence(asObservable().observe(on: SignalSharingStrategy.scheduler))
    }
}
