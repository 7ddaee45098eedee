#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A virtual time scheduler whose clock shows dates, for replaying events that happened at known times.
///
/// ```swift
/// let noon = Date(timeIntervalSince1970: 43_200)
/// let scheduler = HistoricalScheduler(initialClock: noon)
/// let subscription = Observable<Int>.timer(.seconds(3600), scheduler: scheduler)
///     .subscribe(onNext: { _ in print(scheduler.clock.timeIntervalSince(noon)) })
/// scheduler.start()
/// // 3600.0
/// ```
public class HistoricalScheduler: VirtualTimeScheduler<HistoricalSchedulerTimeConverter>, @unchecked Sendable {
    /// - Parameter initialClock: what the clock shows at first.
    public init(initialClock: RxTime = Date(timeIntervalSince1970: 0)) {
        super.init(initialClock: initialClock, converter: HistoricalSchedulerTimeConverter())
    }
}

/// Virtual time that is counted in dates and seconds, as real time is.
public struct HistoricalSchedulerTimeConverter: VirtualTimeConverterType, Sendable {
    /// A point in virtual time is a date.
    public typealias VirtualTimeUnit = RxTime

    /// A span of virtual time is a number of seconds.
    public typealias VirtualTimeIntervalUnit = TimeInterval

    /// A converter; it has no settings.
    public init() {}

    /// `virtualTime` as it is.
    ///
    /// - Parameter virtualTime: a point in virtual time.
    public func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime { virtualTime }

    /// `time` as it is.
    ///
    /// - Parameter time: a point in time.
    public func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit { time }

    /// `virtualTimeInterval` as it is.
    ///
    /// - Parameter virtualTimeInterval: a span of virtual time.
    public func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> TimeInterval {
        virtualTimeInterval
    }

    /// `timeInterval` as it is.
    ///
    /// - Parameter timeInterval: a number of seconds.
    public func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> VirtualTimeIntervalUnit {
        timeInterval
    }

    /// The date `offset` seconds after `time`.
    ///
    /// - Parameters:
    ///   - time: a point in time.
    ///   - offset: the span to add.
    public func offsetVirtualTime(_ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit) -> VirtualTimeUnit {
        time.addingTimeInterval(offset)
    }

    /// Which of two dates comes first.
    ///
    /// - Parameters:
    ///   - lhs: one date.
    ///   - rhs: the other date.
    public func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison {
        VirtualTimeComparison(lhs, rhs)
    }
}

extension HistoricalSchedulerTimeConverter: RankedTimeConverter {
    package func rank(of time: VirtualTimeUnit) -> Double { time.timeIntervalSinceReferenceDate }
}
