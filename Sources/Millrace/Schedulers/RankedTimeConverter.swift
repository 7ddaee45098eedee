#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A converter whose points in time are numbers at heart, so that a queue can compare them without asking it.
package protocol RankedTimeConverter: VirtualTimeConverterType {
    /// A number that orders points in time as `compareVirtualTime(_:_:)` does, equal for equal ones alone.
    func rank(of time: VirtualTimeUnit) -> Double
}

extension VirtualTimeConverterType {
    /// The function above, if there is one.
    var ranking: ((VirtualTimeUnit) -> Double)? {
        func open<Ranked: RankedTimeConverter>(_ converter: Ranked) -> ((VirtualTimeUnit) -> Double)? {
            { (time: Ranked.VirtualTimeUnit) in converter.rank(of: time) } as? (VirtualTimeUnit) -> Double
        }
        // A cast: a converter may be of a user's own type, whose protocol has no ranks.
        guard let converter = self as? any RankedTimeConverter else { return nil }
        return open(converter)
    }

    /// A number that most likely orders points in time as `compareVirtualTime(_:_:)` does. Where points in time are
    /// numbers, it is that number; where they are not, the real time that they stand for.
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
