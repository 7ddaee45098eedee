#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How a virtual clock counts: the types of its points in time and spans of time, and how they relate to real time.
public protocol VirtualTimeConverterType {
    /// A point in virtual time.
    associatedtype VirtualTimeUnit

    /// A span of virtual time.
    associatedtype VirtualTimeIntervalUnit

    /// The real time that `virtualTime` stands for.
    ///
    /// - Parameter virtualTime: a point in virtual time.
    func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime

    /// The virtual time that stands for `time`.
    ///
    /// - Parameter time: a point in time.
    func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit

    /// The span in seconds that `virtualTimeInterval` stands for.
    ///
    /// - Parameter virtualTimeInterval: a span of virtual time.
    func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> TimeInterval

    /// The virtual span that stands for `timeInterval` seconds.
    ///
    /// - Parameter timeInterval: a number of seconds.
    func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> VirtualTimeIntervalUnit

    /// The point in time `offset` after `time`.
    ///
    /// - Parameters:
    ///   - time: a point in time.
    ///   - offset: the span to add.
    func offsetVirtualTime(_ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit) -> VirtualTimeUnit

    /// Which of two points in time comes first.
    ///
    /// - Parameters:
    ///   - lhs: one point in time.
    ///   - rhs: the other point in time.
    func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison
}

/// How one point in virtual time relates to another.
public enum VirtualTimeComparison: Sendable {
    /// The first comes before the second.
    case lessThan
    /// Both are the same.
    case equal
    /// The first comes after the second.
    case greaterThan
}

extension VirtualTimeComparison {
    /// How `lhs` relates to `rhs`.
    package init<Time: Comparable>(_ lhs: Time, _ rhs: Time) {
        self = lhs < rhs ? .lessThan : lhs == rhs ? .equal : .greaterThan
    }
}

/// A converter whose points in time correspond to numbers, so that a queue can compare them without asking the
/// converter.
package protocol RankedTimeConverter: VirtualTimeConverterType {
    /// A number that orders points in time as `compareVirtualTime(_:_:)` does. Only equal points have equal numbers.
    func rank(of time: VirtualTimeUnit) -> Double
}

extension VirtualTimeConverterType {
    /// `rank(of:)`, if this is a `RankedTimeConverter`; otherwise `nil`.
    var ranking: ((VirtualTimeUnit) -> Double)? {
        func open<Ranked: RankedTimeConverter>(_ converter: Ranked) -> ((VirtualTimeUnit) -> Double)? {
            { (time: Ranked.VirtualTimeUnit) in converter.rank(of: time) } as? (VirtualTimeUnit) -> Double
        }
        // A cast: a converter may be of a user's own type, whose protocol has no ranks.
        guard let converter = self as? any RankedTimeConverter else { return nil }
        return open(converter)
    }

    /// A number that most likely orders points in time as `compareVirtualTime(_:_:)` does: the point itself if points
    /// in time are numbers, otherwise the real time that the point stands for.
    var guess: (VirtualTimeUnit) -> Double {
        let direct: Any
        switch VirtualTimeUnit.self {
        case is Int.Type: direct = { (time: Int) in Double(time) }
        case is Double.Type: direct = { (time: Double) in time }
        default: return { self.convertFromVirtualTime($0).timeIntervalSinceReferenceDate }
        }
        return direct as? (VirtualTimeUnit) -> Double
            ?? { self.convertFromVirtualTime($0).timeIntervalSinceReferenceDate }
    }
}
