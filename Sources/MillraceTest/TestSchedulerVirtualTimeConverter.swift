import Foundation
import Millrace

/// The virtual time of a `TestScheduler`: whole ticks, each of which stands for a number of seconds.
public struct TestSchedulerVirtualTimeConverter: VirtualTimeConverterType, Sendable {
    /// A point in virtual time is a number of ticks.
    public typealias VirtualTimeUnit = Int

    /// A span of virtual time is a number of ticks, too.
    public typealias VirtualTimeIntervalUnit = Int

    private let resolution: Double

    /// - Parameter resolution: how many seconds a tick stands for.
    init(resolution: Double) {
        precondition(
            resolution > 0,
            "TestScheduler.init(initialClock:resolution:simulateProcessingDelay:): resolution is \(resolution); it must be positive"
        )
        self.resolution = resolution
    }

    /// The real time of a tick; tick 0 is the beginning of 1970.
    ///
    /// - Parameter virtualTime: a tick.
    public func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime {
        Date(timeIntervalSince1970: Double(virtualTime) * resolution)
    }

    /// The tick that is nearest to `time`.
    ///
    /// - Parameter time: a point in time.
    public func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit {
        ticks(in: time.timeIntervalSince1970)
    }

    /// How many seconds a number of ticks stands for.
    ///
    /// - Parameter virtualTimeInterval: a number of ticks.
    public func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> TimeInterval {
        Double(virtualTimeInterval) * resolution
    }

    /// How many ticks stand for `timeInterval` seconds, rounded.
    ///
    /// - Parameter timeInterval: a number of seconds.
    public func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> VirtualTimeIntervalUnit {
        ticks(in: timeInterval)
    }

    /// The tick `offset` after `time`.
    ///
    /// - Parameters:
    ///   - time: a point in time.
    ///   - offset: a number of ticks.
    public func offsetVirtualTime(_ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit) -> VirtualTimeUnit {
        time + offset
    }

    /// Which of two ticks comes first.
    ///
    /// - Parameters:
    ///   - lhs: one tick.
    ///   - rhs: the other tick.
    public func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison {
        VirtualTimeComparison(lhs, rhs)
    }

    /// The nearest tick; a half is rounded up. A time too far away for an `Int` becomes the farthest tick there is.
    private func ticks(in seconds: TimeInterval) -> Int {
        let ticks = (seconds / resolution + 0.5).rounded(.down)
        return Int(exactly: ticks) ?? (ticks < 0 ? .min : .max)
    }
}

extension TestSchedulerVirtualTimeConverter: RankedTimeConverter {
    package func rank(of time: VirtualTimeUnit) -> Double { Double(time) }
}
