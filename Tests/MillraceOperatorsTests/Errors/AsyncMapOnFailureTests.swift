import Foundation
import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class AsyncMapOnFailureTests: XCTestCase {
    private let subject = PublishSubject<String>()
    private let closures = AsyncClosures()
    private let recorder = Recorder<String>()
    private let isOver = Moment()

    private func mapped(
        ordered: Bool = false,
        _ strategy: FailureStrategy<String>
    ) -> Observable<String> {
        let closures = closures
        return subject.map(maxConcurrent: 4, ordered: ordered, onFailure: strategy) { element in
            await closures.run(element)
            if element.hasPrefix("x") { throw TestError(element) }
            return element
        }
    }

    private func subscribe(_ result: Observable<String>) -> Disposable {
        let isOver = isOver
        return result.do(onDispose: { isOver.set() }).subscribe(recorder)
    }

    private func send(_ elements: String...) { for element in elements { subject.onNext(element) } }

    private func expect(_ marks: [String], line: UInt = #line) {
        waitUntil(within: 30) { recorder.marks == marks }
        XCTAssertEqual(recorder.marks, marks, line: line)
    }

    func testAFailureEndsNothing() {
        let subscription = subscribe(mapped(.skip))
        send("a", "x", "b")
        closures.open("x")
        waitUntil(within: 30) { closures.begun.count == 3 }
        closures.open("b")
        expect(["b"])
        XCTAssertEqual(closures.cancelled, [], "the others go on")
        closures.open("a")
        subject.onCompleted()
        expect(["b", "a", "|"])
        subscription.dispose()
    }

    func testDeadLettersComeInOrderAndOneAtATime() {
        let letters = PublishSubject<FailedElement<String>>()
        let log = Recorder<String>()
        let reading = letters.map { "\($0.element), \($0.count)" }.subscribe(log)
        let subscription = mapped(ordered: true, .deadLetter(to: letters))
            .do(onNext: { log.onNext($0) })
            .do(onDispose: { [isOver] in isOver.set() })
            .subscribe()
        send("a", "x1", "x2", "b")
        subject.onCompleted()
        closures.open("x2", "b", "x1", "a")
        isOver.wait()
        XCTAssertEqual(log.elements, ["a", "x1, 1", "x2, 2", "b"])
        subscription.dispose()
        reading.dispose()
    }

    func testFailuresOfManyTasksDoNotOverlap() {
        let inside = Counter()
        let (overlaps, failed) = (Counter(), Counter())
        let count = 20_000
        let strategy = FailureStrategy<Int>.report { failure in
            if inside.add() > 1 { overlaps.add() }
            if failure.count != failed.add() { overlaps.add() }
            inside.add(-1)
        }
        let results = Counter()
        let isOver = isOver
        _ = Observable.range(start: 0, count: count)
            .map(maxConcurrent: 8, onFailure: strategy) { number in
                if number % 3 == 0 { await Task.yield() }
                if number % 2 == 0 { throw TestError() }
                return number
            }
            .do(onDispose: { isOver.set() })
            .subscribe(onNext: { _ in
                if inside.add() > 1 { overlaps.add() }
                results.add()
                inside.add(-1)
            })
        isOver.wait()
        XCTAssertEqual(overlaps.value, 0)
        XCTAssertEqual(failed.value, count / 2)
        XCTAssertEqual(results.value, count / 2)
    }

    func testAReportMayEndTheStream() {
        let subscription = subscribe(mapped(.report { throw $0.error }))
        send("a", "x", "b")
        waitUntil(within: 30) { closures.begun.count == 3 }
        closures.open("x")
        expect(["x(x)"])
        waitUntil(within: 30) { closures.cancelled == ["a", "b"] }
        XCTAssertEqual(closures.cancelled, ["a", "b"])
        XCTAssertFalse(subject.hasObservers)
        subscription.dispose()
    }

    func testACancellationErrorOfTheClosureEndsNothing() {
        let result = Observable.of(1, 2).map(maxConcurrent: 1, onFailure: .skip) { number in
            if number == 1 { throw CancellationError() }
            return "\(number)"
        }
        let subscription = subscribe(result)
        isOver.wait()
        XCTAssertEqual(recorder.marks, ["2", "|"])
        subscription.dispose()
    }

    func testACapacity() {
        let closures = closures
        let result = subject.map(maxConcurrent: 1, capacity: 1, overflow: .dropOldest, onFailure: .skip) { element in
            await closures.run(element)
            if element == "x" { throw TestError() }
            return element
        }
        let subscription = subscribe(result)
        send("x", "a", "b")
        subject.onCompleted()
        closures.open("x", "a", "b")
        isOver.wait()
        XCTAssertEqual(recorder.marks, ["b", "|"])
        subscription.dispose()
    }

    // MARK: Further attempts

    private func policy(_ attempts: Int) -> RetryPolicy {
        RetryPolicy(maxAttempts: attempts, initialDelay: .seconds(2))
    }

    func testAnElementIsTriedAgainAfterTheTimesOfThePolicy() {
        let scheduler = ManualScheduler()
        let tries = Box(0)
        let failed = Recorder<FailedElement<Int>>()
        let result = Observable.of(7).map(
            maxConcurrent: 2,
            onFailure: .retry(policy(4), scheduler: scheduler, then: .deadLetter(to: failed))
        ) { _ -> String in
            tries.value += 1
            throw TestError("again")
        }
        let subscription = subscribe(result)
        for (attempt, seconds) in [(1, 2), (2, 4), (3, 8)] {
            waitUntil(within: 30) { scheduler.waitingCount == 1 }
            XCTAssertEqual(tries.value, attempt)
            scheduler.advance(by: .milliseconds(seconds * 1_000 - 1))
            XCTAssertEqual(scheduler.waitingCount, 1, "the attempt comes too early")
            scheduler.advance(by: .milliseconds(1))
        }
        isOver.wait()
        XCTAssertEqual(tries.value, 4)
        XCTAssertEqual(failed.elements.map(\.attempts), [4])
        XCTAssertEqual(failed.elements.map(\.element), [7])
        XCTAssertEqual(recorder.marks, ["|"])
        subscription.dispose()
    }

    func testOthersGoOnWhileAnElementWaitsForItsNextAttempt() {
        let scheduler = ManualScheduler()
        let tries = Counter()
        let result = subject.map(maxConcurrent: 2, onFailure: .retry(policy(3), scheduler: scheduler)) { element in
            if element == "x", tries.add() < 3 { throw TestError() }
            return element
        }
        let subscription = subscribe(result)
        send("x", "a", "b", "c")
        expect(["a", "b", "c"])
        for seconds in [2, 4] {
            waitUntil(within: 30) { scheduler.waitingCount == 1 }
            scheduler.advance(by: .seconds(seconds))
        }
        expect(["a", "b", "c", "x"])
        subscription.dispose()
    }

    func testADisposalEndsTheWait() {
        let scheduler = ManualScheduler()
        let elements = Token.Tally()
        let subject = PublishSubject<Token>()
        let tries = Counter()
        let subscription =
            subject
            .map(maxConcurrent: 2, onFailure: .retry(policy(.max), scheduler: scheduler)) { _ in
                tries.add()
                throw TestError()
            }
            .subscribe(onNext: { () in })
        subject.onNext(Token(elements))
        waitUntil(within: 30) { scheduler.waitingCount == 1 }
        subscription.dispose()
        waitUntil(within: 30) { elements.count == 0 && scheduler.waitingCount == 0 }
        XCTAssertEqual(elements.count, 0)
        XCTAssertEqual(scheduler.waitingCount, 0, "the timer is disposed")
        XCTAssertEqual(tries.value, 1)
    }

    func testLaterElementsOfAKeyWaitForTheAttempts() {
        let scheduler = ManualScheduler()
        let tries = Counter()
        let failed = Recorder<FailedElement<String>>()
        let result = subject.map(
            maxConcurrent: 4,
            orderedBy: { $0.first! },
            onFailure: .retry(policy(2), scheduler: scheduler, then: .deadLetter(to: failed))
        ) { element in
            if element == "a1" {
                tries.add()
                throw TestError()
            }
            return element
        }
        let subscription = subscribe(result)
        send("a1", "a2", "b1", "b2")
        expect(["b1", "b2"])
        waitUntil(within: 30) { scheduler.waitingCount == 1 }
        scheduler.advance(by: .seconds(2))
        expect(["b1", "b2", "a2"])
        XCTAssertEqual(tries.value, 2)
        XCTAssertEqual(failed.elements.map(\.element), ["a1"])
        subscription.dispose()
    }

    func testAKeyedFormWithACapacity() {
        let result = subject.map(
            maxConcurrent: 1,
            orderedBy: { $0 },
            capacity: 8,
            overflow: .error,
            onFailure: .skip
        ) { element in
            if element == "x" { throw TestError() }
            return element
        }
        let subscription = subscribe(result)
        send("a", "x", "b")
        subject.onCompleted()
        isOver.wait()
        XCTAssertEqual(recorder.marks, ["a", "b", "|"])
        subscription.dispose()
    }
}
