import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// Elements that `limit` has no tokens for, and no room.
final class LimitOverflowTests: XCTestCase {
    private let scheduler = TestScheduler(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)
    private let recorder = Recorder<Int>()
    private var times: [Int] = []

    /// Subscribes, and notes when elements come, in milliseconds.
    private func subscribe(_ result: Observable<Int>) -> Disposable {
        let scheduler = scheduler
        return result.do(onNext: { [unowned self] _ in times.append(scheduler.clock) }).subscribe(recorder)
    }

    private func arrivals(_ overflow: OverflowStrategy, capacity: Int) -> (marks: [String], dropped: [Int]) {
        var dropped: [Int] = []
        let recorder = Recorder<Int>()
        let subject = PublishSubject<Int>()
        let scheduler = TestScheduler(initialClock: 0)
        let subscription = subject.limit(
            Rate(1, per: .seconds(5)),
            capacity: capacity,
            overflow: overflow,
            scheduler: scheduler,
            onDrop: { dropped.append($0) }
        )
        .subscribe(recorder)
        for number in 1...5 { subject.onNext(number) }
        subject.onCompleted()
        scheduler.start()
        subscription.dispose()
        return (recorder.marks, dropped)
    }

    func testElementsWithoutTokensAreDroppedAndCounted() {
        XCTAssertEqual(arrivals(.dropNewest, capacity: 0).marks, ["1", "|"])
        XCTAssertEqual(arrivals(.dropNewest, capacity: 0).dropped, [1, 2, 3, 4])
        XCTAssertEqual(arrivals(.dropOldest, capacity: 0).marks, ["1", "|"])
        XCTAssertEqual(arrivals(.dropOldest, capacity: 0).dropped, [1, 2, 3, 4])
        XCTAssertEqual(arrivals(.dropNewest, capacity: 2).marks, ["1", "2", "3", "|"])
        XCTAssertEqual(arrivals(.dropNewest, capacity: 2).dropped, [1, 2])
        XCTAssertEqual(arrivals(.dropOldest, capacity: 2).marks, ["1", "4", "5", "|"])
        XCTAssertEqual(arrivals(.dropOldest, capacity: 2).dropped, [1, 2])
        XCTAssertEqual(arrivals(.buffer, capacity: 0).marks, ["1", "2", "3", "4", "5", "|"])
    }

    func testAnElementWithoutRoomIsAnError() {
        func message(_ count: Int) -> String { "an element came while \(count) waited" }
        let none = arrivals(.error, capacity: 0).marks
        XCTAssertEqual(none.first, "1")
        XCTAssertEqual(none.count, 2)
        XCTAssertTrue(none[1].contains(message(0)), "\(none)")
        let two = arrivals(.error, capacity: 2).marks
        XCTAssertEqual(two.dropLast(), ["1", "2", "3"])
        XCTAssertTrue(two[3].contains(message(2)), "\(two)")
    }

    func testTheSourceIsDisposedAsSoonAsThereIsNoRoom() {
        let subject = PublishSubject<Int>()
        let subscription = subscribe(
            subject.limit(Rate(1, per: .seconds(5)), capacity: 1, overflow: .error, scheduler: scheduler)
        )
        for number in 1...2 { subject.onNext(number) }
        XCTAssertTrue(subject.hasObservers)
        subject.onNext(3)
        XCTAssertFalse(subject.hasObservers)
        subscription.dispose()
    }

    func testTheHookIsToldOfADroppedElement() {
        let reports = Box<[DroppedElement]>([])
        let former = Hooks.droppedElementHandler
        Hooks.droppedElementHandler = { reports.value.append($0) }
        defer { Hooks.droppedElementHandler = former }
        let subject = PublishSubject<Int>()
        let subscription = subscribe(
            subject.limit(Rate(1, per: .seconds(5)), overflow: .dropNewest, scheduler: scheduler)
        )
        for number in 1...3 { subject.onNext(number) }
        XCTAssertEqual(reports.value.map(\.count), [1, 2])
        XCTAssertEqual(reports.value.first?.operation, "limit(_:cost:capacity:overflow:scheduler:onDrop:)")
        XCTAssertTrue(reports.value.first?.place.contains("LimitOverflowTests.swift") == true)
        subscription.dispose()
    }

    func testTheRateIsEnforcedExactly() {
        // Ten times as many as may pass, for ten minutes.
        let subject = PublishSubject<Int>()
        let subscription = subscribe(
            subject.limit(Rate(50, per: .seconds(1)), overflow: .dropNewest, scheduler: scheduler)
        )
        for time in stride(from: 0, to: 600_000, by: 2) {
            scheduler.advanceTo(time)
            subject.onNext(time)
        }
        subscription.dispose()
        XCTAssertEqual(times, Array(stride(from: 0, to: 600_000, by: 20)))
    }

    func testAClientThatReadsNothingHasElementsDropped() {
        let consumer = ManualScheduler()
        let subject = PublishSubject<Int>()
        var dropped = 0
        let received = Recorder<Int>()
        let subscription =
            subject
            .limit(
                Rate(1, per: .milliseconds(1)),
                capacity: 2,
                overflow: .dropOldest,
                scheduler: scheduler,
                onDrop: { dropped = $0 }
            )
            .observe(on: consumer, capacity: 1, overflow: .suspend)
            .subscribe(received)
        for number in 0..<1_000 {
            scheduler.advanceTo(number)
            subject.onNext(number)
        }
        XCTAssertEqual(dropped, 997, "one is in the queue below, two wait here")
        for time in 1_000..<1_010 {
            consumer.runDue()
            scheduler.advanceTo(time)
        }
        XCTAssertEqual(received.elements, [0, 998, 999])
        subscription.dispose()
    }
}
