import Foundation
import Millrace
import TestSupport
import XCTest

final class HooksTests: XCTestCase {
    func testAnErrorWithoutAHandlerArrivesWithThePlaceOfTheSubscription() {
        let previous = Hooks.defaultErrorHandler
        defer { Hooks.defaultErrorHandler = previous }
        var reports: [(place: [String], error: String)] = []
        Hooks.defaultErrorHandler = { reports.append(($0, "\($1)")) }

        let subject = PublishSubject<Int>()
        let line = #line + 1
        _ = subject.map { $0 }.subscribe(onNext: { _ in })
        _ = subject.subscribe(onNext: { _ in }, onError: { _ in })
        subject.onError(TestError("bad"))

        XCTAssertEqual(reports.map(\.error), ["bad"])
        XCTAssertEqual(reports.map(\.place), [["\(#fileID):\(line)"]])
    }

    func testThePlaceOfASubscriptionWithAnObjectIsTheCallersToo() {
        let previous = Hooks.defaultErrorHandler
        defer { Hooks.defaultErrorHandler = previous }
        var places: [[String]] = []
        Hooks.defaultErrorHandler = { place, _ in places.append(place) }

        let object = Recorder<Int>()
        let failure = Observable<Int>.error(TestError())
        let line = #line + 1
        _ = failure.subscribe(with: object, onNext: { _, _ in })
        _ = failure.asMaybe().subscribe(with: object, onSuccess: { _, _ in })
        _ = failure.ignoreElements().asCompletable().subscribe(with: object, onCompleted: { _ in })

        XCTAssertEqual(places, (line...line + 2).map { ["\(#fileID):\($0)"] })
    }

    func testTheCallStackOfASubscriptionIsRecordedOnDemand() {
        let previous = (Hooks.defaultErrorHandler, Hooks.customCaptureSubscriptionCallstack)
        defer {
            (Hooks.defaultErrorHandler, Hooks.customCaptureSubscriptionCallstack) = previous
            Hooks.recordCallStackOnError = false
        }
        var places: [[String]] = []
        Hooks.defaultErrorHandler = { place, _ in places.append(place) }
        Hooks.customCaptureSubscriptionCallstack = { ["frame"] }
        XCTAssertFalse(Hooks.recordCallStackOnError)
        Hooks.recordCallStackOnError = true

        let subject = PublishSubject<Int>()
        _ = subject.subscribe(onNext: { _ in })
        subject.onError(TestError())

        XCTAssertEqual(places, [["frame"]])
    }

    #if DEBUG
        /// Sends 2 while another thread's 1 is inside of `receive`, which the subscription has to call.
        private func sendTwoAtOnce(
            _ subscribe: (_ source: Observable<Int>, _ receive: @escaping @Sendable (Int) -> Void) -> Disposable
        ) {
            let subject = PublishSubject<Int>()
            let (isInside, mayLeave) = (Moment(), Moment())
            let subscription = subscribe(subject) { element in
                guard element == 1 else { return }
                isInside.set()
                mayLeave.wait()
            }
            let other = TestThread { subject.onNext(1) }
            isInside.wait()
            subject.onNext(2)
            mayLeave.set()
            other.join()
            subscription.dispose()
        }

        func testTwoThreadsInOneObserverAreReportedWithBothCallStacks() {
            let previous = Hooks.overlapHandler
            defer { Hooks.overlapHandler = previous }
            var reports: [(place: String, first: [String], second: [String])] = []
            Hooks.overlapHandler = { reports.append(($0, $1, $2)) }

            let line = #line + 2
            sendTwoAtOnce { source, receive in
                source.subscribe(onNext: receive)
            }

            XCTAssertEqual(reports.map(\.place), ["\(#fileID):\(line)"])
            XCTAssertTrue(reports.allSatisfy { !$0.first.isEmpty && !$0.second.isEmpty })
        }

        /// The observer hears of neither.
        func testTwoThreadsInOneOperatorWithStateAreReported() {
            let previous = Hooks.overlapHandler
            defer { Hooks.overlapHandler = previous }
            var places: [String] = []
            Hooks.overlapHandler = { place, _, _ in places.append(place) }

            let line = #line + 2
            sendTwoAtOnce { source, receive in
                source.skip(while: { element in
                    receive(element)
                    return true
                }).map { $0 + 1 }.subscribe()
            }

            XCTAssertEqual(places, ["skip(while:) of the subscription at \(#fileID):\(line + 3)"])
        }

        func testNestedCallsOfOneThreadAreNotReported() {
            let previous = Hooks.overlapHandler
            defer { Hooks.overlapHandler = previous }
            var reports = 0
            Hooks.overlapHandler = { _, _, _ in reports += 1 }

            let subject = PublishSubject<Int>()
            var elements: [Int] = []
            let subscription = subject.subscribe(onNext: { element in
                elements.append(element)
                if element < 3 { subject.onNext(element + 1) }
            })
            subject.onNext(1)
            subscription.dispose()

            XCTAssertEqual(elements, [1, 2, 3])
            XCTAssertEqual(reports, 0)
        }
    #endif
}
