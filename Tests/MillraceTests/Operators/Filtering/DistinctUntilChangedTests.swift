import Millrace
import TestSupport
import XCTest

final class DistinctUntilChangedTests: XCTestCase {
    private struct Person: Equatable {
        var name: String
        var age: Int
    }

    func testEqualElementsInARowAreEmittedOnce() {
        let recorder = Recorder<Int>()
        let source = TestSource<Int>()
        _ = source.observable.distinctUntilChanged().subscribe(recorder)
        source.send(1, 1, 2, 2, 1)
        source.send(.completed)
        XCTAssertEqual(recorder.marks, ["1", "2", "1", "|"])
    }

    func testNilIsAnElementLikeOthers() {
        let recorder = Recorder<Int?>()
        let source = TestSource<Int?>()
        _ = source.observable.distinctUntilChanged().subscribe(recorder)
        source.send(nil, nil, 1, nil)
        XCTAssertEqual(recorder.elements, [nil, 1, nil])
    }

    func testTheFirstElementIsEmittedWithoutAComparison() {
        var compared = 0
        let recorder = Recorder<Int>()
        let source = TestSource<Int>()
        _ = source.observable.distinctUntilChanged { (_: Int, _: Int) -> Bool in
            compared += 1
            return true
        }.subscribe(recorder)
        source.send(1)
        XCTAssertEqual(compared, 0)
        source.send(2)
        XCTAssertEqual(compared, 1)
        XCTAssertEqual(recorder.marks, ["1"])
    }

    func testTheComparerGetsTheElementEmittedBeforeFirst() {
        var pairs: [[Int]] = []
        let source = TestSource<Int>()
        _ = source.observable.distinctUntilChanged { (former: Int, next: Int) -> Bool in
            pairs.append([former, next])
            return next < former
        }.subscribe(onNext: { _ in })
        source.send(5, 3, 4, 7, 1)
        XCTAssertEqual(pairs, [[5, 3], [5, 4], [5, 7], [7, 1]])
    }

    func testTheComparerOfKeysGetsTheKeyEmittedBeforeFirst() {
        var pairs: [[String]] = []
        let source = TestSource<Int>()
        _ = source.observable.distinctUntilChanged({ "\($0)" }) { (former: String, next: String) -> Bool in
            pairs.append([former, next])
            return next == "3"
        }.subscribe(onNext: { _ in })
        source.send(5, 3, 4)
        XCTAssertEqual(pairs, [["5", "3"], ["5", "4"]])
    }

    func testTheKeyIsMadeOnceForEachElement() {
        var made: [Int] = []
        let recorder = Recorder<Int>()
        let source = TestSource<Int>()
        _ = source.observable.distinctUntilChanged { (element: Int) -> Int in
            made.append(element)
            return element / 10
        }.subscribe(recorder)
        source.send(10, 11, 20, 12)
        XCTAssertEqual(made, [10, 11, 20, 12])
        XCTAssertEqual(recorder.marks, ["10", "20", "12"])
    }

    func testAKeyPathSaysWhatToCompare() {
        let source = TestSource<Person>()
        let recorder = Recorder<Person>()
        _ = source.observable.distinctUntilChanged(at: \.name).subscribe(recorder)
        source.send(Person(name: "a", age: 1), Person(name: "a", age: 2), Person(name: "b", age: 2))
        XCTAssertEqual(recorder.elements, [Person(name: "a", age: 1), Person(name: "b", age: 2)])
    }

    func testWhatAClosureThrowsEndsIt() {
        let key: @Sendable (Int) throws -> Int = { if $0 == 2 { throw TestError("key") } else { return $0 } }
        let comparer: @Sendable (Int, Int) throws -> Bool = { _, _ in throw TestError("comparer") }
        let operations: [(String, (Observable<Int>) -> Observable<Int>)] = [
            ("key", { $0.distinctUntilChanged(key) }),
            ("comparer", { $0.distinctUntilChanged(comparer) }),
            ("key", { $0.distinctUntilChanged(key, comparer: { $0 == $1 }) }),
            ("comparer", { $0.distinctUntilChanged({ $0 }, comparer: comparer) }),
        ]
        for (error, operation) in operations {
            let recorder = Recorder<Int>()
            let source = TestSource<Int>()
            _ = operation(source.observable).subscribe(recorder)
            source.send(1, 2, 3)
            XCTAssertEqual(recorder.marks, ["1", "x(\(error))"])
            XCTAssertEqual(source.disposals, 1)
        }
    }

    func testAnElementThatAnObserverSetsOffIsComparedToTheOneJustEmitted() {
        let subject = PublishSubject<Int>()
        var received: [Int] = []
        _ = subject.distinctUntilChanged().subscribe(onNext: { element in
            received.append(element)
            subject.onNext(element)
            if element == 1 { subject.onNext(2) }
        })
        subject.onNext(1)
        subject.onNext(1)
        XCTAssertEqual(received, [1, 2, 1, 2])
    }

    func testTheComparerMayMakeTheSourceEmit() {
        let subject = PublishSubject<String>()
        let recorder = Recorder<String>()
        _ = subject.distinctUntilChanged { (former: String, next: String) -> Bool in
            if next == "b" { subject.onNext("c") }
            return former == next
        }.subscribe(recorder)
        subject.onNext("a")
        subject.onNext("b")
        XCTAssertEqual(recorder.marks, ["a", "c", "b"])
    }

    func testTheElementThatIsKeptIsReleasedByDisposal() {
        let subject = PublishSubject<Capture>()
        var token: Capture? = Capture()
        weak let alive = token
        let subscription = subject.distinctUntilChanged { (former: Capture, next: Capture) -> Bool in former === next }
            .subscribe(onNext: { _ in })
        subject.onNext(token!)
        token = nil
        XCTAssertNotNil(alive)
        subscription.dispose()
        XCTAssertNil(alive)
    }
}
