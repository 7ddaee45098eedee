#if Logging
    import Foundation
    import Logging
    import Millrace
    import MillraceLogging
    import MillraceTest
    import TestSupport
    import XCTest

    final class LogTests: XCTestCase {
        func testTheExampleOfTheDocumentation() {
            let (logger, lines) = RecordingLog.logger()
            let subscription = Observable.of("tea", "milk")
                .log("orders", events: [.subscribe, .next, .error], to: logger)
                .subscribe()
            XCTAssertEqual(
                lines.all,
                [
                    "debug orders: subscribed subscription=1",
                    "debug orders: next element=tea subscription=1",
                    "debug orders: next element=milk subscription=1",
                ]
            )
            _ = subscription
        }

        func testAllEventsOfTwoSubscriptionsInVirtualTime() {
            let (logger, lines) = RecordingLog.logger()
            let scheduler = TestScheduler(initialClock: 0)
            let subject = PublishSubject<Int>()
            let orders = subject.log("orders", level: .info, clock: scheduler.testClock, to: logger)
            let first = orders.subscribe()
            scheduler.advanceTo(2)
            let second = orders.subscribe()
            subject.onNext(7)
            first.dispose()
            scheduler.advanceTo(5)
            subject.onCompleted()
            second.dispose()
            XCTAssertEqual(
                lines.all,
                [
                    "info orders: subscribed subscription=1",
                    "info orders: subscribed subscription=2",
                    "info orders: next element=7 subscription=1",
                    "info orders: next element=7 subscription=2",
                    "info orders: disposed duration=2.0 seconds subscription=1",
                    "info orders: completed duration=3.0 seconds subscription=2",
                    "info orders: disposed duration=3.0 seconds subscription=2",
                ]
            )
        }

        func testAnErrorHasALevelOfItsOwn() {
            let (logger, lines) = RecordingLog.logger(.warning)
            let recorder = Recorder<Int>()
            let scheduler = TestScheduler(initialClock: 0)
            _ = Observable<Int>.error(TestError("broken"))
                .log("orders", errorLevel: .critical, clock: scheduler.testClock, to: logger)
                .subscribe(recorder)
            XCTAssertEqual(lines.all, ["critical orders: failed duration=0.0 seconds error=broken subscription=1"])
            XCTAssertEqual(recorder.marks, ["x(broken)"])
        }

        func testNothingIsFormattedForALevelThatIsOff() {
            let (logger, lines) = RecordingLog.logger(.info)
            let formatted = Counter()
            let subject = PublishSubject<Formatted>()
            let subscription = subject.log("orders", level: .debug, to: logger).subscribe()
            for _ in 0..<3 { subject.onNext(Formatted(counter: formatted)) }
            XCTAssertEqual(lines.all, [])
            XCTAssertEqual(formatted.value, 0)
            let loud = subject.log("orders", level: .info, events: .next, to: logger).subscribe()
            subject.onNext(Formatted(counter: formatted))
            XCTAssertEqual(lines.all, ["info orders: next element=formatted subscription=1"])
            XCTAssertEqual(formatted.value, 1)
            subscription.dispose()
            loud.dispose()
        }

        func testOnlyTheEventsAskedForAreLogged() {
            for (events, count) in [
                (LoggedEvents.subscribe, 1), (.next, 2), (.error, 0), (.completed, 1), (.dispose, 1), (.all, 5),
                ([], 0),
            ] {
                let (logger, lines) = RecordingLog.logger()
                _ = Observable.of(1, 2).log("orders", events: events, to: logger).subscribe()
                XCTAssertEqual(lines.all.count, count, "\(events)")
            }
        }

        func testALongElementIsCut() {
            for (text, limit, logged) in [
                ("abcdef", 6, " element=abcdef"), ("abcdef", 5, " element=abcde…"), ("äöü", 3, " element=äöü"),
                ("äöü", 2, " element=äö…"), ("abc", 0, ""),
            ] {
                let (logger, lines) = RecordingLog.logger()
                _ = Observable.just(text).log("orders", events: .next, elementLimit: limit, to: logger).subscribe()
                XCTAssertEqual(lines.all, ["debug orders: next\(logged) subscription=1"])
            }
        }

        func testTheEntriesNameThePlaceOfTheOperator() {
            let (logger, lines) = RecordingLog.logger()
            let orders = Observable.just(1).log("orders", to: logger)
            let line = #line - 1
            _ = orders.subscribe()
            XCTAssertEqual(lines.lastPlace, "MillraceLoggingTests \(#fileID):\(line)")
        }

        func testTheSourceIsHeldBackThroughIt() {
            let (logger, lines) = RecordingLog.logger()
            let scheduler = TestScheduler(initialClock: 0)
            let recorder = Recorder<Int>()
            let subscription = Observable.range(start: 1, count: 100)
                .log("numbers", events: .next, to: logger)
                .observe(on: scheduler, capacity: 4, overflow: .suspend)
                .subscribe(recorder)
            XCTAssertEqual(lines.all.count, 4)
            scheduler.start()
            XCTAssertEqual(recorder.elements, Array(1...100))
            subscription.dispose()
        }

        func testTheDisposalIsLoggedEvenIfTheSourceIsGone() {
            let (logger, lines) = RecordingLog.logger()
            var subject: PublishSubject<Int>? = PublishSubject()
            let subscription = subject?.log("orders", events: .dispose, to: logger).subscribe()
            subject = nil
            XCTAssertEqual(lines.all.count, 0)
            subscription?.dispose()
            XCTAssertEqual(lines.all.count, 1)
        }

        func testTheContract() {
            let (logger, _) = RecordingLog.logger()
            OperatorContract("log", sends: [1, 2, 3]) { $0.log("orders", to: logger) }.check()
        }

        func testNothingIsLeft() {
            let (logger, _) = RecordingLog.logger()
            let left = objectsLeft {
                let subject = PublishSubject<Int>()
                let subscription = subject.log("orders", to: logger).subscribe()
                subject.onNext(1)
                subscription.dispose()
                _ = Observable.just(1).log("orders", to: logger).subscribe()
            }
            XCTAssertEqual(left, 0)
        }

        /// Counts how often it is turned into text.
        private struct Formatted: CustomStringConvertible {
            let counter: Counter

            var description: String {
                counter.add()
                return "formatted"
            }
        }
    }
#endif
