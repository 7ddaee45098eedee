/// When a subscription began and ended.
public struct Subscription: Hashable, Sendable {
    /// When it began.
    public let subscribe: Int

    /// When it ended; `Int.max` if it has not.
    public let unsubscribe: Int

    /// A subscription that has not ended.
    ///
    /// - Parameter subscribe: the time of the subscription.
    public init(_ subscribe: Int) {
        self.init(subscribe, Int.max)
    }

    /// A subscription that has ended.
    ///
    /// - Parameters:
    ///   - subscribe: the time of the subscription.
    ///   - unsubscribe: the time of its end.
    public init(_ subscribe: Int, _ unsubscribe: Int) {
        self.subscribe = subscribe
        self.unsubscribe = unsubscribe
    }
}

extension Subscription: CustomDebugStringConvertible {
    /// Such as `(200 : 300)`; `(200 : Infinity)` if it has not ended.
    public var debugDescription: String {
        "(\(subscribe) : \(unsubscribe == Int.max ? "Infinity" : String(unsubscribe)))"
    }
}
