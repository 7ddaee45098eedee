import Foundation
import Millrace
import TestSupport
import XCTest

final class ForEachTests: XCTestCase {
    func testEveryElementInOrder() {
        let task = Task {
            var found: [Int] = []
            try await Observable.range(start: 0, count: 100).forEach(capacity: 4) { element in
                if element % 10 == 0 { await Task.yield() }
                found.append(element)
            }
            return found
        }
        XCTAssertEqual(try outcome(task).get(), Array(0..<100))
    }

    func testDrops() {
        let counts = Locker<[Int]>([])
        let subject = ReplaySubject<Int>.create(bufferSize: 5)
        for element in 1...5 { subject.onNext(element) }
        subject.onCompleted()
        let task = Task {
            var found: [Int] = []
            try await subject.forEach(
                capacity: 2,
                overflow: .dropNewest,
                onDrop: { count in counts.change { $0.append(count) } }
            ) { found.append($0) }
            return found
        }
        XCTAssertEqual(mark(task), "[1, 2]")
        XCTAssertEqual(counts.value, [1, 2, 3])
    }

    func testAnErrorOfTheSourceOrOfTheBodyEndsIt() {
        let subject = ReplaySubject<Int>.create(bufferSize: 1)
        subject.onNext(1)
        let body = Task {
            try await subject.forEach(capacity: 1, overflow: .dropOldest) { _ in throw TestError("body") }
        }
        XCTAssertEqual(mark(body), "x(body)")
        XCTAssertFalse(subject.hasObservers)
        let source = Task { try await Observable<Int>.error(TestError("source")).forEach(capacity: 1) { _ in } }
        XCTAssertEqual(mark(source), "x(source)")
    }

    func testCancellation() {
        let subject = PublishSubject<Int>()
        let failing = Task { try await subject.forEach(capacity: 1, overflow: .dropOldest) { _ in } }
        let infallible = subject.asInfallible(onErrorJustReturn: 9)
        let ending = Task { await infallible.forEach(capacity: 1, overflow: .dropOldest) { _ in } }
        waitUntil { subject.hasObservers }
        failing.cancel()
        ending.cancel()
        XCTAssertEqual(mark(failing), "x(cancelled)")
        XCTAssertEqual(mark(ending), "()")
        XCTAssertFalse(subject.hasObservers)
    }

    func testAnInfallibleThrowsOnlyWhatTheBodyThrows() {
        let ends = Task {
            var found: [Int] = []
            await Infallible.of(1, 2, 3).forEach(capacity: 1) { found.append($0) }
            return found
        }
        XCTAssertEqual(mark(ends), "[1, 2, 3]")
        let throwing = Task {
            try await Infallible.of(1, 2, 3).forEach(capacity: 1) { if $0 == 2 { throw TestError("body") } }
        }
        XCTAssertEqual(mark(throwing), "x(body)")
    }

    @MainActor
    func testTheBodyRunsOnTheCallersActor() async throws {
        var found: [Int] = []
        let source = Observable.range(start: 0, count: 3, scheduler: SerialDispatchQueueScheduler(qos: .default))
        try await source.forEach(capacity: 1) {
            XCTAssertTrue(Thread.isMainThread)
            found.append($0)
        }
        XCTAssertEqual(found, [0, 1, 2])
    }

    @MainActor
    func testASharedSequence() async {
        var found: [Int] = []
        await Driver.of(1, 2).forEach(capacity: 2, overflow: .dropOldest) {
            await Task.yield()
            found.append($0)
        }
        XCTAssertEqual(found, [1, 2])
    }
}
