import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class PausableBufferedTests: MarbleTestCase {
    func testElementsWaitUntilThePauserSaysTrue() {
        check(
            source: "-a-b---c---d---e-|",
            second: "-----t---f---t---",
            result: "-----(ab)-c-----d-e-|"
        ) { source, pauser, _ in source.pausableBuffered(pauser.map { $0 == "t" }, limit: nil) }
    }

    private func marks(
        limit: Int? = 1,
        flushOnCompleted: Bool = true,
        flushOnError: Bool = true,
        _ use: (PublishSubject<Int>, PublishSubject<Bool>) -> Void
    ) -> [String] {
        let (source, pauser) = (PublishSubject<Int>(), PublishSubject<Bool>())
        let recorder = Recorder<Int>()
        let subscription = source.pausableBuffered(
            pauser,
            limit: limit,
            flushOnCompleted: flushOnCompleted,
            flushOnError: flushOnError
        )
        .subscribe(recorder)
        use(source, pauser)
        XCTAssertEqual(source.hasObservers, pauser.hasObservers)
        subscription.dispose()
        XCTAssertFalse(source.hasObservers || pauser.hasObservers)
        return recorder.marks
    }

    func testTheOldestIsDropped() {
        let result = marks(limit: 2) { source, pauser in
            for element in 1...4 { source.onNext(element) }
            pauser.onNext(true)
            source.onNext(5)
            pauser.onNext(false)
            source.onNext(6)
            pauser.onNext(true)
        }
        XCTAssertEqual(result, ["3", "4", "5", "6"])
    }

    func testOneWaitsUnlessMoreAreAllowed() {
        let result = marks { source, pauser in
            for element in 1...4 { source.onNext(element) }
            pauser.onNext(true)
        }
        XCTAssertEqual(result, ["4"])
        let none = marks(limit: 0) { source, pauser in
            source.onNext(1)
            pauser.onNext(true)
            source.onNext(2)
        }
        XCTAssertEqual(none, ["2"])
    }

    func testWhatWaitsAtTheEnd() {
        let ends: [(Bool, Bool, (PublishSubject<Int>) -> Void, [String])] = [
            (true, false, { $0.onCompleted() }, ["1", "2", "|"]),
            (false, true, { $0.onCompleted() }, ["|"]),
            (false, true, { $0.onError(TestError()) }, ["1", "2", "x(error)"]),
            (true, false, { $0.onError(TestError()) }, ["x(error)"]),
        ]
        for (flushOnCompleted, flushOnError, end, expected) in ends {
            let result = marks(limit: nil, flushOnCompleted: flushOnCompleted, flushOnError: flushOnError) {
                source,
                _ in
                source.onNext(1)
                source.onNext(2)
                end(source)
            }
            XCTAssertEqual(result, expected)
        }
    }

    func testThePausersEndIsTheEnd() {
        let completed = marks { source, pauser in
            source.onNext(1)
            pauser.onCompleted()
        }
        XCTAssertEqual(completed, ["|"])
        let failed = marks { source, pauser in
            source.onNext(1)
            pauser.onError(TestError())
        }
        XCTAssertEqual(failed, ["x(error)"])
    }

    private func reentrant(_ react: @escaping (Int, PublishSubject<Int>, PublishSubject<Bool>) -> Void) -> [String] {
        let (source, pauser) = (PublishSubject<Int>(), PublishSubject<Bool>())
        let recorder = Recorder<Int>()
        _ = source.pausableBuffered(pauser, limit: 9).subscribe { event in
            recorder.on(event)
            if let element = event.element { react(element, source, pauser) }
        }
        for element in 1...3 { source.onNext(element) }
        pauser.onNext(true)
        return recorder.marks
    }

    func testElementsThatComeInsideTheDeliveryDoNotOvertake() {
        XCTAssertEqual(
            reentrant { element, source, _ in if element == 1 { source.onNext(4) } },
            ["1", "2", "3", "4"]
        )
    }

    func testAPauseInsideTheDelivery() {
        XCTAssertEqual(reentrant { element, _, pauser in if element == 2 { pauser.onNext(false) } }, ["1", "2"])
        let goesOn = reentrant { element, _, pauser in
            pauser.onNext(false)
            pauser.onNext(true)
        }
        XCTAssertEqual(goesOn, ["1", "2", "3"])
    }

    func testACompletionInsideTheDelivery() {
        XCTAssertEqual(
            reentrant { element, source, _ in if element == 1 { source.onCompleted() } },
            ["1", "2", "3", "|"]
        )
    }

    func testWhatWaitsIsReleasedWithTheSubscription() {
        let subject = PublishSubject<Token>()
        let tally = Token.Tally()
        let subscription = subject.pausableBuffered(Observable.just(false).concat(Observable.never()), limit: 2)
            .subscribe()
        for _ in 0..<3 { subject.onNext(Token(tally)) }
        XCTAssertEqual(tally.count, 2)
        subscription.dispose()
        XCTAssertEqual(tally.count, 0)
    }
}
