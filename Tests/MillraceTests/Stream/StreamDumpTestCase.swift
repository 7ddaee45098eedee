import Millrace
import XCTest

/// Tests of what a `StreamDump` knows, on a clock of their own.
class StreamDumpTestCase: XCTestCase {
    private(set) var time = 1_000_000

    override func setUp() {
        MeterClock.hold(at: time)
        Hooks.recordSubscriptions = true
    }

    override func tearDown() {
        Hooks.recordSubscriptions = false
        Hooks.slowCallbacks(after: nil)
        MeterClock.hold(at: nil)
    }

    func advance(_ milliseconds: Int) {
        time += milliseconds
        MeterClock.hold(at: time)
    }

    /// The subscriptions that the test's file made.
    func taken(_ file: String = #fileID) -> [StreamDump.Subscription] {
        StreamDump.take().subscriptions.filter { $0.place.hasPrefix("\(file):") }
    }
}
