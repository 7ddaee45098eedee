import Millrace
import MillraceTest
import TestSupport
import XCTest

/// `values(capacity:overflow:).batches`.
final class BoundedValuesBatchesTests: XCTestCase {
    func testABatchIsAllThatWaits() {
        let subject = PublishSubject<Int>()
        let batches = subject.values(capacity: 4, overflow: .dropOldest).batches
        let task = Task {
            var found: [[Int]] = []
            var sent = 0
            for count in [1, 3, 4, 6, 2] {
                for _ in 0..<count {
                    sent += 1
                    subject.onNext(sent)
                }
                var iterator = batches.makeAsyncIterator()
                found.append(Array(try await iterator.next() ?? []))
            }
            subject.onNext(17)
            subject.onCompleted()
            for try await batch in batches { found.append(Array(batch)) }
            return found
        }
        XCTAssertEqual(mark(task), "[[1], [2, 3, 4], [5, 6, 7, 8], [11, 12, 13, 14], [15, 16], [17]]")
    }

    func testABatchThatIsHandedOutDoesNotCount() {
        let subject = PublishSubject<Int>()
        let batches = subject.values(capacity: 2, overflow: .error).batches
        let task = Task {
            var found: [[Int]] = []
            subject.onNext(0)
            subject.onNext(0)
            for try await batch in batches {
                found.append(Array(batch))
                if found.count == 3 { break }
                subject.onNext(found.count)
                subject.onNext(found.count)
            }
            return found
        }
        XCTAssertEqual(mark(task), "[[0, 0], [1, 1], [2, 2]]")
    }

    func testBatchesEndAsTheSourceDoes() {
        let fails = Observable.of(1, 2).concat(Observable.error(TestError()))
        let task = Task {
            [
                await marks(of: fails.values(capacity: 2, overflow: .error).batches),
                await marks(of: Observable.of(1, 2).values(capacity: 1, overflow: .error).batches),
            ]
        }
        let overflow = "BoundedValuesBatchesTests.swift"
        XCTAssertTrue(mark(task).hasPrefix(#"[["[1, 2]", "x(error)"], ["[1]", "x("#), mark(task))
        XCTAssertTrue(mark(task).contains(overflow), mark(task))
    }

    func testBatchesAreCancelled() {
        let subject = PublishSubject<Int>()
        let values = subject.values(capacity: 3, overflow: .error)
        for element in 1...3 { subject.onNext(element) }
        let task = Task {
            await marks(of: values.batches) { _ in
                subject.onNext(4)
                cancelMyself()
            }
        }
        XCTAssertEqual(mark(task), #"["[1, 2, 3]", "x(cancelled)"]"#)
        XCTAssertFalse(subject.hasObservers)
    }

    func testBatchesWaitForAnElement() {
        let subject = PublishSubject<Int>()
        let heard = Moment()
        let task = Task {
            await marks(of: subject.values(capacity: 3, overflow: .error).batches) { _ in heard.set() }
        }
        waitUntil { subject.hasObservers }
        subject.onNext(1)
        heard.wait()
        subject.onCompleted()
        XCTAssertEqual(mark(task), #"["[1]", "|"]"#)
    }
}
