import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

/// Dumps that are taken while other threads emit, subscribe and dispose.
final class StreamDumpRaceTests: StressTestCase {
    override func setUp() {
        super.setUp()
        Hooks.recordSubscriptions = true
    }

    override func tearDown() {
        Hooks.recordSubscriptions = false
        super.tearDown()
    }

    /// How many subscriptions of this file a dump has.
    private func listed() -> Int {
        StreamDump.take().subscriptions.filter { $0.place.hasPrefix("\(#fileID):") }.count
    }

    func testDumpsBesideEmissionsSubscriptionsAndDisposals() {
        let rounds = TestMode.size(500, sanitized: 100)
        let subject = PublishSubject<Int>()
        let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "observers")
        let shared = subject.map { $0 + 1 }.share(replay: 1)
        let stays = subject.map { $0 }.subscribe(onNext: { _ in })
        let isDone = Flag()
        let emitting = TestThread {
            var number = 0
            while !isDone.isSet {
                subject.onNext(number)
                number += 1
            }
        }
        let coming = TestThread {
            while !isDone.isSet {
                let bag = CompositeDisposable()
                _ = bag.insert(subject.filter { $0 % 2 == 0 }.observe(on: queue).subscribe(onNext: { _ in }))
                _ = bag.insert(
                    subject.observe(on: queue, capacity: 4, overflow: .dropOldest).subscribe(onNext: { _ in })
                )
                let sums = Observable.combineLatest(shared, shared.map { -$0 }) { $0 + $1 }
                _ = bag.insert(sums.subscribe(onNext: { _ in }))
                _ = bag.insert(subject.flatMap { Observable.of($0, $0) }.take(5).subscribe(onNext: { _ in }))
                bag.dispose()
            }
        }
        var (takes, most) = (0, 0)
        let deadline = Date() + 60
        // The other threads may take their time to begin.
        while takes < rounds || most < 2, Date() < deadline {
            takes += 1
            let dump = StreamDump.take()
            most = max(most, dump.subscriptions.count)
            for subscription in dump.subscriptions {
                let ids = Set(subscription.stages.map(\.id))
                XCTAssertTrue(subscription.stages.dropFirst().allSatisfy { $0.feeds.map(ids.contains) ?? false })
            }
        }
        isDone.set()
        emitting.join()
        coming.join()
        XCTAssertGreaterThan(most, 1)
        // An action that a queue still has holds the end of a chain that is disposed.
        XCTAssertTrue(waitUntil(within: 30) { listed() == 1 })
        stays.dispose()
        XCTAssertEqual(listed(), 0)
    }

    func testWatchdogBesideEmissions() {
        Hooks.recordSubscriptions = false
        let found = DispatchSemaphore(value: 0)
        Hooks.slowCallbacks(after: .milliseconds(20)) { slow in
            if slow.operation == "filter(_:)", slow.place.hasPrefix("\(#fileID):") { found.signal() }
        }
        defer { Hooks.slowCallbacks(after: nil) }
        let subject = PublishSubject<Int>()
        let leaves = Moment()
        let subscription = subject.map { $0 }.filter { number in
            if number == 10_000 { leaves.wait() }
            return true
        }.subscribe(onNext: { _ in })
        let emitting = TestThread { for number in 0...10_000 { subject.onNext(number) } }
        XCTAssertTrue(found.wait(seconds: 30))
        leaves.set()
        emitting.join()
        subscription.dispose()
    }

    /// A hundred thousand subscriptions are dumped while two threads emit and dispose.
    func testAHundredThousandSubscriptions() {
        let count = TestMode.size(100_000, sanitized: 100_000)
        let subjects = (0..<100).map { _ in PublishSubject<Int>() }
        let sources = subjects.map { $0.map { $0 }.filter { _ in true } }
        let subscriptions = (0..<count).map { sources[$0 % 100].subscribe(onNext: { _ in }) }
        let isDone = Flag()
        let emitting = TestThread {
            while !isDone.isSet { for subject in subjects where !isDone.isSet { subject.onNext(1) } }
        }
        let coming = TestThread {
            while !isDone.isSet { subjects[0].map { $0 }.subscribe(onNext: { _ in }).dispose() }
        }
        let start = DispatchTime.now()
        let dump = StreamDump.take()
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
        let text = dump.description
        let all = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
        isDone.set()
        emitting.join()
        coming.join()
        print("\(count) subscriptions: taken in \(seconds) s, with the text in \(all) s")
        XCTAssertGreaterThanOrEqual(dump.subscriptions.count, count)
        XCTAssertTrue(text.contains("\(count) × "), String(text.prefix(1_000)))
        for subscription in subscriptions { subscription.dispose() }
        XCTAssertEqual(listed(), 0)
    }
}

private final class Flag: Sendable {
    private let flag = Locked(false)

    var isSet: Bool { flag.access { $0 } }

    func set() { flag.access { $0 = true } }
}
