import Foundation
import Millrace
import TestSupport
import XCTest

/// What converters of one's own say about order holds, whatever real times their points in time stand for.
final class VirtualTimeConverterTypeTests: XCTestCase {
    /// Pairs of numbers, compared and converted as the test says.
    private struct Pairs: VirtualTimeConverterType {
        struct Time: Sendable {
            let major: Int
            let minor: Int
        }

        let precedes: @Sendable (Time, Time) -> Bool
        let seconds: @Sendable (Time) -> Double

        func convertFromVirtualTime(_ time: Time) -> RxTime { Date(timeIntervalSinceReferenceDate: seconds(time)) }
        func convertToVirtualTime(_ time: RxTime) -> Time { Time(major: 0, minor: 0) }
        func convertFromVirtualTimeInterval(_ interval: Int) -> TimeInterval { Double(interval) }
        func convertToVirtualTimeInterval(_ interval: TimeInterval) -> Int { Int(interval) }
        func offsetVirtualTime(_ time: Time, offset: Int) -> Time { Time(major: time.major + offset, minor: 0) }
        func compareVirtualTime(_ lhs: Time, _ rhs: Time) -> VirtualTimeComparison {
            precedes(lhs, rhs) ? .lessThan : precedes(rhs, lhs) ? .greaterThan : .equal
        }
    }

    /// Counts down: the larger number comes first.
    private struct Countdown: VirtualTimeConverterType {
        func convertFromVirtualTime(_ time: Int) -> RxTime { Date(timeIntervalSinceReferenceDate: Double(-time)) }
        func convertToVirtualTime(_ time: RxTime) -> Int { -Int(time.timeIntervalSinceReferenceDate) }
        func convertFromVirtualTimeInterval(_ interval: Int) -> TimeInterval { Double(interval) }
        func convertToVirtualTimeInterval(_ interval: TimeInterval) -> Int { Int(interval) }
        func offsetVirtualTime(_ time: Int, offset: Int) -> Int { time - offset }
        func compareVirtualTime(_ lhs: Int, _ rhs: Int) -> VirtualTimeComparison {
            lhs > rhs ? .lessThan : lhs == rhs ? .equal : .greaterThan
        }
    }

    /// Runs 4,000 actions, some of which schedule another, and checks that each came after those that precede it.
    private func check<Converter: VirtualTimeConverterType>(
        _ converter: Converter,
        from start: Converter.VirtualTimeUnit,
        line: UInt = #line,
        _ time: @escaping (inout TestRandom) -> Converter.VirtualTimeUnit,
        later: @escaping (Converter.VirtualTimeUnit) -> Converter.VirtualTimeUnit
    ) {
        let scheduler = VirtualTimeScheduler(initialClock: start, converter: converter)
        var random = TestRandom(seed: 5)
        var ran: [(time: Converter.VirtualTimeUnit, number: Int)] = []
        var scheduled = 0
        func schedule(_ due: Converter.VirtualTimeUnit) {
            let number = scheduled
            scheduled += 1
            _ = scheduler.scheduleAbsoluteVirtual((), time: due) { _ in
                ran.append((due, number))
                if number < 4_000, number % 4 == 0 { schedule(later(due)) }
                return Disposables.create()
            }
        }
        for _ in 0..<4_000 { schedule(time(&random)) }
        scheduler.start()
        XCTAssertEqual(ran.count, 5_000, line: line)
        let isInOrder = zip(ran, ran.dropFirst()).allSatisfy { one, next in
            switch converter.compareVirtualTime(one.time, next.time) {
            case .lessThan: return true
            case .equal: return one.number < next.number
            case .greaterThan: return false
            }
        }
        XCTAssertTrue(isInOrder, line: line)
    }

    private func checkPairs(
        line: UInt = #line,
        _ precedes: @escaping @Sendable (Pairs.Time, Pairs.Time) -> Bool,
        seconds: @escaping @Sendable (Pairs.Time) -> Double
    ) {
        check(
            Pairs(precedes: precedes, seconds: seconds),
            from: Pairs.Time(major: 0, minor: 0),
            line: line
        ) { random in
            Pairs.Time(major: random.below(40), minor: random.below(40))
        } later: { time in
            Pairs.Time(major: time.major + 1, minor: time.minor + 1)
        }
    }

    func testRealTimesThatSayTheSame() {
        checkPairs {
            ($0.major, $0.minor) < ($1.major, $1.minor)
        } seconds: {
            Double($0.major * 100 + $0.minor)
        }
    }

    func testRealTimesThatSayLess() {
        checkPairs {
            ($0.major, $0.minor) < ($1.major, $1.minor)
        } seconds: {
            Double($0.major)
        }
        checkPairs {
            ($0.major, $0.minor) < ($1.major, $1.minor)
        } seconds: { _ in
            0
        }
    }

    func testRealTimesThatSayMore() {
        checkPairs {
            $0.major < $1.major
        } seconds: {
            Double($0.major * 100 + $0.minor)
        }
    }

    func testRealTimesThatSaySomethingElse() {
        checkPairs {
            $0.major < $1.major
        } seconds: {
            Double($0.minor)
        }
        checkPairs {
            $0.major < $1.major
        } seconds: {
            Double(-$0.major)
        }
        checkPairs {
            $0.major < $1.major
        } seconds: {
            $0.minor % 3 == 0 ? .nan : Double($0.major)
        }
    }

    func testIntegersThatCountDown() {
        check(Countdown(), from: 10_000) { random in
            random.below(500)
        } later: {
            $0 - 3
        }
    }
}
