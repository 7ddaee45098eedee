import Foundation
import Millrace

private let items = 1_000_000

/// Random times, the same in every run.
private func makeTimes() -> [Int] {
    var state: UInt64 = 7
    return (0..<items).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 40)
    }
}

/// A user's own way to count: seconds.
private struct Seconds: VirtualTimeConverterType {
    func convertFromVirtualTime(_ time: Int) -> RxTime { Date(timeIntervalSince1970: Double(time)) }
    func convertToVirtualTime(_ time: RxTime) -> Int { Int(time.timeIntervalSince1970.rounded()) }
    func convertFromVirtualTimeInterval(_ interval: Int) -> TimeInterval { Double(interval) }
    func convertToVirtualTimeInterval(_ interval: TimeInterval) -> Int { Int(interval.rounded()) }
    func offsetVirtualTime(_ time: Int, offset: Int) -> Int { time + offset }
    func compareVirtualTime(_ lhs: Int, _ rhs: Int) -> VirtualTimeComparison {
        lhs < rhs ? .lessThan : lhs == rhs ? .equal : .greaterThan
    }
}

/// Another one, whose points in time are no numbers.
private struct MinutesAndSeconds: VirtualTimeConverterType {
    struct Time {
        let minutes: Int
        let seconds: Int

        init(_ seconds: Int) {
            minutes = seconds / 60
            self.seconds = seconds % 60
        }

        var total: Int { minutes * 60 + seconds }
    }

    func convertFromVirtualTime(_ time: Time) -> RxTime { Date(timeIntervalSince1970: Double(time.total)) }
    func convertToVirtualTime(_ time: RxTime) -> Time { Time(Int(time.timeIntervalSince1970.rounded())) }
    func convertFromVirtualTimeInterval(_ interval: Int) -> TimeInterval { Double(interval) }
    func convertToVirtualTimeInterval(_ interval: TimeInterval) -> Int { Int(interval.rounded()) }
    func offsetVirtualTime(_ time: Time, offset: Int) -> Time { Time(time.total + offset) }
    func compareVirtualTime(_ lhs: Time, _ rhs: Time) -> VirtualTimeComparison {
        let (one, other) = ((lhs.minutes, lhs.seconds), (rhs.minutes, rhs.seconds))
        return one < other ? .lessThan : one == other ? .equal : .greaterThan
    }
}

/// Schedules everything and runs it.
private func side<Converter: VirtualTimeConverterType>(
    _ sum: Sum,
    _ times: [Converter.VirtualTimeUnit],
    _ makeScheduler: @escaping () -> VirtualTimeScheduler<Converter>
) -> Side {
    Side(run: { count in
        for _ in 0..<count {
            let scheduler = makeScheduler()
            for time in times {
                _ = scheduler.scheduleAbsoluteVirtual(1, time: time) {
                    sum.pointee &+= $0
                    return Disposables.create()
                }
            }
            scheduler.start()
        }
    })
}

private func virtualTime(_ name: String, _ summary: String, _ millrace: @escaping TimedWorkload.MakeSide) -> Workload {
    TimedWorkload(
        name,
        "schedule \(items) actions at random times and run them, " + summary,
        unit: .nanosecondsPerElement,
        divisor: items,
        countsMallocs: false,
        rounds: 1,
        expected: { $0 * items },
        sides: [
            .closures: { sum in
                let times = makeTimes()
                let event = opaque(1)
                return Side(run: { count in
                    for _ in 0..<count {
                        let closure = makeAdder(sum)
                        var actions: [(time: Int, number: Int, action: () -> Void)] = []
                        for (number, time) in times.enumerated() { actions.append((time, number, { closure(event) })) }
                        actions.sort { ($0.time, $0.number) < ($1.time, $1.number) }
                        for (_, _, action) in actions { action() }
                    }
                })
            },
            .millrace: millrace,
        ]
    )
}

func virtualTimeDates() -> Workload {
    virtualTime("virtualTime.1e6", "by dates") { sum in
        side(sum, makeTimes().map { Date(timeIntervalSince1970: Double($0)) }) { HistoricalScheduler() }
    }
}

func virtualTimeOwn() -> Workload {
    virtualTime("virtualTime.own.1e6", "by integers with a converter of one's own") { sum in
        side(sum, makeTimes()) { VirtualTimeScheduler(initialClock: 0, converter: Seconds()) }
    }
}

func virtualTimeOwnType() -> Workload {
    virtualTime("virtualTime.type.1e6", "by a type of one's own") { sum in
        side(sum, makeTimes().map { MinutesAndSeconds.Time($0) }) {
            VirtualTimeScheduler(initialClock: .init(0), converter: MinutesAndSeconds())
        }
    }
}
