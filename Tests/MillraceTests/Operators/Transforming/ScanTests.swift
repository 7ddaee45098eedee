import Millrace
import TestSupport
import XCTest

final class ScanTests: XCTestCase {
    func testItEmitsAResultForEachElementAndNotTheSeed() {
        let recorder = Recorder<String>()
        let source = TestSource<Int>()
        _ = source.observable.scan("s") { "\($0)\($1)" }.subscribe(recorder)
        XCTAssertEqual(recorder.marks, [])
        source.send(1, 2, 3)
        source.send(.completed)
        XCTAssertEqual(recorder.marks, ["s1", "s12", "s123", "|"])
    }

    func testWhatAccumulatorThrowsEndsIt() {
        let recorder = Recorder<Int>()
        let source = TestSource<Int>()
        _ = source.observable.scan(0) { if $1 == 2 { throw TestError("two") } else { return $0 + $1 } }
            .subscribe(recorder)
        source.send(1, 2, 3)
        XCTAssertEqual(recorder.marks, ["1", "x(two)"])
        XCTAssertEqual(source.disposals, 1)
    }

    func testWhatAccumulatorIntoThrowsEndsIt() {
        let recorder = Recorder<Int>()
        let source = TestSource<Int>()
        _ = source.observable.scan(into: 0) { if $1 == 2 { throw TestError("two") } else { $0 += $1 } }
            .subscribe(recorder)
        source.send(1, 2, 3)
        XCTAssertEqual(recorder.marks, ["1", "x(two)"])
        XCTAssertEqual(source.disposals, 1)
    }

    func testAnElementThatAnObserverSetsOffStartsFromTheNewResult() {
        for into in [false, true] {
            let subject = PublishSubject<Int>()
            let sums = into ? subject.scan(into: 0) { $0 += $1 } : subject.scan(0) { $0 + $1 }
            var received: [Int] = []
            _ = sums.subscribe(onNext: { sum in
                received.append(sum)
                if sum < 4 { subject.onNext(1) }
            })
            subject.onNext(2)
            subject.onNext(10)
            XCTAssertEqual(received, [2, 3, 4, 14])
        }
    }

    func testTheAccumulatorMayMakeTheSourceEmit() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.scan(0) { sum, element in
            if element == 1 { subject.onNext(10) }
            return sum + element
        }.subscribe(recorder)
        subject.onNext(1)
        subject.onNext(2)
        XCTAssertEqual(recorder.marks, ["10", "1", "3"])
    }

    func testScanIntoChangesTheResultWithoutCopyingIt() {
        let subject = PublishSubject<Int>()
        var storages: Set<UnsafeRawPointer> = []
        var counts: [Int] = []
        var seed: [Int] = []
        seed.reserveCapacity(100)
        _ = subject.scan(into: seed) { result, element in
            result.append(element)
            // The first element finds the seed's storage, which the observable keeps for later subscriptions.
            if result.count == 1 { result.reserveCapacity(100) }
            storages.insert(result.withUnsafeBytes { $0.baseAddress! })
        }.subscribe(onNext: { counts.append($0.count) })
        for element in 1...50 { subject.onNext(element) }
        XCTAssertEqual(counts, Array(1...50))
        XCTAssertEqual(storages.count, 1)
    }

    func testAResultThatAnObserverKeepsIsNotChangedLater() {
        let subject = PublishSubject<Int>()
        var kept: [[Int]] = []
        _ = subject.scan(into: []) { $0.append($1) }.subscribe(onNext: { kept.append($0) })
        for element in 1...3 { subject.onNext(element) }
        XCTAssertEqual(kept, [[1], [1, 2], [1, 2, 3]])
    }

    func testTheSeedOfASecondSubscriptionIsUntouched() {
        let subject = PublishSubject<Int>()
        let lists = subject.scan(into: [0]) { $0.append($1) }
        let (first, second) = (Recorder<[Int]>(), Recorder<[Int]>())
        _ = lists.subscribe(first)
        subject.onNext(1)
        _ = lists.subscribe(second)
        subject.onNext(2)
        XCTAssertEqual(first.elements, [[0, 1], [0, 1, 2]])
        XCTAssertEqual(second.elements, [[0, 2]])
    }
}
