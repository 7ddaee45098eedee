/// A sequence for what is shown: it does not fail, emits on the main scheduler, and shares one subscription among all
/// subscribers, who are given the latest element first.
///
/// It is subscribed to on the main thread, by `drive`.
public typealias Driver<Element> = SharedSequence<DriverSharingStrategy, Element>

/// How a `Driver` is shared: a new subscriber is given the latest element, as long as there is another one.
public struct DriverSharingStrategy: SharingStrategyProtocol {
    /// What `SharingScheduler` makes: the main scheduler.
    public static var scheduler: SchedulerType { SharingScheduler.make() }

    /// `source.share(replay: 1, scope: .whileConnected)`.
    @inlinable
    public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(replay: 1, scope: .whileConnected)
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    /// The driver itself.
    @inlinable
    public func asDriver() -> Driver<Element> {
        asSharedSequence()
    }
}
