import Foundation
import Millrace
import TestSupport
import XCTest

/// What holds a thread, in a `StreamDump` and in reports of slow callbacks, on a clock of the tests' own.
final class StreamDumpStuckTests: StreamDumpTestCase {
    private func names() -> [[String]] { taken().map { $0.stages.reversed().map(\.name) } }

    func testTheStageThatHoldsAThreadIsNamed() {
        let subject = PublishSubject<Int>()
        var seen: [StreamDump.Subscription] = []
        let subscription =
            subject
            .map { [unowned self] number -> Int in
                advance(3_000)
                seen += taken()
                return number
            }
            .filter { _ in true }
            .subscribe(onNext: { [unowned self] _ in
                advance(2_000)
                seen += taken()
            })
        subject.onNext(1)
        let inside = seen.map { $0.stages.filter { $0.thread != nil } }
        XCTAssertEqual(inside.map { $0.map(\.name) }, [["map(_:)"], ["observer"]])
        XCTAssertEqual(inside.map { $0.map(\.insideFor) }, [[3], [2]])
        XCTAssertEqual(taken().first?.stages.compactMap(\.thread), [])
        subscription.dispose()
    }

    /// A thread that has gone through a stage into another chain is not in that stage's own code.
    func testOnlyTheStageThatAThreadHasReachedHoldsIt() {
        var inside: [[String]] = []
        let look = { [unowned self] (number: Int) -> Int in
            advance(3_000)
            inside.append(StreamDump.take().subscriptions.flatMap { $0.stages.filter { $0.thread != nil }.map(\.name) })
            return number
        }
        let ways: [(Observable<Int>) -> Observable<Int>] = [
            { $0.share().map { look($0) } },
            { $0.share(replay: 1, scope: .forever).map { look($0) } },
            { $0.publish().autoConnect().map { look($0) } },
            { $0.map { $0 }.flatMap { Observable.of($0).map { look($0) } } },
            { $0.concatMap { Observable.of($0).filter { _ in true }.map { look($0) } } },
            { $0.flatMapLatest { number in Observable.deferred { .of(number) }.map { look($0) } } },
        ]
        for way in ways {
            let subject = PublishSubject<Int>()
            let subscription = way(subject).subscribe(onNext: { _ in })
            subject.onNext(1)
            subscription.dispose()
        }
        XCTAssertEqual(inside, Array(repeating: ["map(_:)"], count: ways.count))
    }

    /// A callback of an inner source sends an element to the outer one, whose closure holds the thread.
    func testAStageThatAThreadHasEnteredAgainHoldsIt() {
        let (outer, inner) = (PublishSubject<Int>(), PublishSubject<Int>())
        var inside: [String] = []
        let subscription = outer.flatMap { [unowned self] number in
            if number == 2 {
                advance(3_000)
                inside = taken().flatMap { $0.stages.filter { $0.thread != nil }.map(\.name) }
            }
            return inner.map { [unowned self] element -> Int in
                advance(1_000)
                if element == 7, number == 1 { outer.onNext(2) }
                return element
            }
        }.subscribe(onNext: { _ in })
        outer.onNext(1)
        inner.onNext(7)
        XCTAssertTrue(inside.contains("flatMap(_:)"), "\(inside)")
        subscription.dispose()
    }

    func testTheEndOfAStreamCountsAsInside() {
        let subject = PublishSubject<Int>()
        var inside: [String] = []
        let subscription = subject.map { $0 }.subscribe(onCompleted: { [unowned self] in
            inside = taken().flatMap { $0.stages.filter { $0.thread != nil }.map(\.name) }
        })
        subject.onCompleted()
        XCTAssertEqual(inside, ["observer"])
        subscription.dispose()
    }

    func testOneStuckConsumerAmongFiftyComesFirst() {
        let subjects = (0..<50).map { _ in PublishSubject<Int>() }
        let (entered, leaves) = (Moment(), Moment())
        let subscriptions = subjects.enumerated().map { index, subject in
            subject.map { $0 }.subscribe(onNext: { _ in
                if index == 31 {
                    entered.set()
                    leaves.wait()
                }
            })
        }
        for (index, subject) in subjects.enumerated() where index != 31 { subject.onNext(index) }
        let stuck = TestThread { subjects[31].onNext(31) }
        entered.wait()
        advance(4_000)
        let dump = StreamDump.take()
        leaves.set()
        stuck.join()
        XCTAssertEqual(dump.subscriptions.first?.stages.first?.insideFor, 4)
        let paragraphs = dump.description.components(separatedBy: "\n\n").filter { $0.contains("\(#fileID):") }
        XCTAssertEqual(paragraphs.count, 2, dump.description)
        XCTAssertTrue(paragraphs[0].contains("has been inside for 4.0 s"), dump.description)
        XCTAssertTrue(paragraphs[1].hasPrefix("49 × "), dump.description)
        XCTAssertTrue(paragraphs[1].contains("observer: 49 elements"), dump.description)
        for subscription in subscriptions { subscription.dispose() }
    }

    func testASlowCallbackIsReportedOnceASecondForEachPlace() {
        Hooks.recordSubscriptions = false
        let reports = Reports()
        Hooks.slowCallbacks(after: .milliseconds(100)) { reports.add($0) }
        let subject = PublishSubject<Int>()
        let slow = subject.map { [unowned self] number -> Int in
            for _ in 0..<25 {
                advance(100)
                MeterClock.look()
            }
            return number
        }
        let line = #line + 1
        let subscription = slow.subscribe(onNext: { _ in })
        subject.onNext(1)
        XCTAssertEqual(reports.all.map(\.operation), ["map(_:)", "map(_:)", "map(_:)"])
        XCTAssertEqual(reports.all.map(\.place), Array(repeating: "\(#fileID):\(line)", count: 3))
        XCTAssertEqual(reports.all.map(\.duration), [.milliseconds(200), .milliseconds(1_200), .milliseconds(2_200)])
        subscription.dispose()
    }

    func testWhatIsSubscribedToWhileOnlySlowCallbacksAreReportedIsListed() {
        Hooks.recordSubscriptions = false
        Hooks.slowCallbacks(after: .milliseconds(100)) { _ in }
        let subject = PublishSubject<Int>()
        let subscription = subject.subscribe(onNext: { _ in })
        XCTAssertEqual(names(), [["PublishSubject<Int>", "observer"]])
        XCTAssertTrue(StreamDump.take().isRecording)
        subscription.dispose()
    }

    /// Nobody takes a dump, and no callback is slow.
    func testTheWatchdogDropsWhatIsGone() {
        Hooks.recordSubscriptions = false
        Hooks.slowCallbacks(after: .milliseconds(100)) { _ in }
        let subject = PublishSubject<Int>()
        let subscriptions = (0..<1_000).map { _ in subject.subscribe(onNext: { _ in }) }
        XCTAssertGreaterThanOrEqual(StreamMeters.count, 1_000)
        for subscription in subscriptions { subscription.dispose() }
        MeterClock.look()
        XCTAssertLessThan(StreamMeters.count, 1_000)
    }

    func testReportsDoNotPileUpBehindOneThatHasNotReturned() {
        let reports = Counter()
        Hooks.slowCallbacks(after: .milliseconds(100)) { [unowned self] _ in
            reports.add()
            advance(1_100)
            MeterClock.look(waits: false)
        }
        let subject = PublishSubject<Int>()
        let slow = subject.map { [unowned self] number -> Int in
            advance(200)
            MeterClock.look()
            return number
        }
        let subscription = slow.subscribe(onNext: { _ in })
        subject.onNext(1)
        // One that was found meanwhile would be reported now.
        MeterClock.look()
        XCTAssertEqual(reports.value, 1)
        subject.onNext(2)
        XCTAssertEqual(reports.value, 2)
        subscription.dispose()
    }
}

private final class Reports: Sendable {
    private let reports = Locked<[SlowCallback]>([])

    var all: [SlowCallback] { reports.access { $0 } }

    func add(_ report: SlowCallback) { reports.access { $0.append(report) } }
}
