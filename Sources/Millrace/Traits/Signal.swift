/// A sequence for what happens: it does not fail, emits on the main scheduler, and shares one subscription among all
/// subscribers, who are given what is emitted from then on.
///
/// It is subscribed to by `emit`, on any thread.
public typealias Signal<Element> = SharedSequence<SignalSharingStrategy, Element>

/// How a `Signal` is shared: a new subscriber is given nothing of what was emitted before.
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
