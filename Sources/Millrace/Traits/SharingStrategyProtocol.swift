/// Where a `SharedSequence` emits, and how its subscribers share a subscription.
public protocol SharingStrategyProtocol: Sendable {
    /// The scheduler that all elements are emitted on.
    static var scheduler: SchedulerType { get }

    /// A source whose subscribers share one subscription to `source`.
    ///
    /// - Parameter source: one that never fails and emits on `scheduler`.
    static func share<Element>(_ source: Observable<Element>) -> Observable<Element>
}
