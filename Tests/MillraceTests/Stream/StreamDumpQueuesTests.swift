import Millrace
import MillraceTest
import TestSupport
import XCTest

/// What a `StreamDump` says of the elements that wait in a stage, and of those that it dropped.
final class StreamDumpQueuesTests: StreamDumpTestCase {
    func testWhatWaitsInAQueueHasACountAndAnAge() {
        for capacity in [nil, 100] {
            let scheduler = TestScheduler(initialClock: 0)
            let subject = PublishSubject<Int>()
            let queued = capacity.map { subject.observe(on: scheduler, capacity: $0, overflow: .dropOldest) }
            let subscription = (queued ?? subject.observe(on: scheduler)).subscribe(onNext: { _ in })
            subject.onNext(1)
            advance(2_000)
            subject.onNext(2)
            advance(500)
            let name = queued == nil ? "observe(on:)" : "observe(on:capacity:overflow:)"
            var stage = taken().first?.stages.first { $0.name.hasPrefix(name) }
            XCTAssertEqual(stage?.waiting, 2)
            XCTAssertEqual(stage?.oldestWaiting, 2.5)
            scheduler.start()
            stage = taken().first?.stages.first { $0.name.hasPrefix(name) }
            XCTAssertEqual(stage?.waiting, 0)
            XCTAssertNil(stage?.oldestWaiting)
            subscription.dispose()
        }
    }

    func testSourcesThatWaitForTheirTurnAreCounted() {
        let subject = PublishSubject<Int>()
        let inner = PublishSubject<Int>()
        let subscription = subject.concatMap { _ in inner }.subscribe(onNext: { _ in })
        for number in 0..<4 {
            subject.onNext(number)
            advance(1_000)
        }
        let stage = taken().first?.stages[1]
        XCTAssertEqual(stage?.waiting, 3)
        XCTAssertEqual(stage?.oldestWaiting, 3)
        subscription.dispose()
    }

    func testWhatOneSourceOfAZipIsAheadWaits() {
        let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
        let subscription = Observable.zip(left, right) { $0 + $1 }.subscribe(onNext: { _ in })
        for number in 0..<5 {
            left.onNext(number)
            advance(1_000)
        }
        right.onNext(1)
        right.onNext(1)
        var stage = taken().first?.stages[1]
        XCTAssertEqual(stage?.name, "zip(_:_:resultSelector:)")
        XCTAssertEqual(stage?.waiting, 3)
        XCTAssertEqual(stage?.oldestWaiting, 3)
        for number in 0..<4 { right.onNext(number) }
        stage = taken().first?.stages[1]
        XCTAssertEqual(stage?.waiting, 1)
        XCTAssertEqual(stage?.oldestWaiting, 0)
        subscription.dispose()
    }

    func testTheOldestOfManyIsFound() {
        let scheduler = TestScheduler(initialClock: 0)
        let subject = PublishSubject<Int>()
        let subscription = subject.observe(on: scheduler).subscribe(onNext: { _ in })
        for number in 0..<1_000 {
            subject.onNext(number)
            advance(10)
        }
        // Of those before the latest 256, every 256th has its time.
        let oldest = taken().first?.stages[1].oldestWaiting ?? 0
        XCTAssertTrue((7.4...10).contains(oldest), "\(oldest)")
        subscription.dispose()
    }

    func testDroppedElementsHaveTheirReason() {
        let scheduler = TestScheduler(initialClock: 0)
        let subject = PublishSubject<Int>()
        let strategies: [(OverflowStrategy, String)] = [(.dropOldest, "dropOldest"), (.dropNewest, "dropNewest")]
        for (strategy, name) in strategies {
            let queued = subject.observe(on: scheduler, capacity: 2, overflow: strategy)
            let subscription = queued.subscribe(onNext: { _ in })
            for number in 0..<5 { subject.onNext(number) }
            XCTAssertEqual(taken().first?.stages[1].dropped, [name: 3])
            XCTAssertEqual(taken().first?.stages[1].waiting, 2)
            subscription.dispose()
        }
    }

    func testAQueueThatFailsDoesSoWhileElementsAreCounted() {
        let scheduler = TestScheduler(initialClock: 0)
        let subject = PublishSubject<Int>()
        var received: [String] = []
        let subscription = subject.observe(on: scheduler, capacity: 2, overflow: .error)
            .subscribe(onNext: { received.append("\($0)") }, onError: { received.append("\(type(of: $0))") })
        subject.onNext(1)
        scheduler.start()
        XCTAssertTrue(subject.hasObservers)
        for number in 2...4 { subject.onNext(number) }
        XCTAssertFalse(subject.hasObservers)
        scheduler.start()
        XCTAssertEqual(received, ["1", "2", "3", "OverflowError"])
        subscription.dispose()
    }

    func testWhatIsDoneAfterAnEndIsDoneBeforeTheDisposal() {
        let subject = PublishSubject<Int>()
        var log: [String] = []
        let subscription = subject.do(
            afterCompleted: { log.append("after") },
            onDispose: { log.append("dispose") }
        )
        .subscribe()
        subject.onCompleted()
        XCTAssertEqual(log, ["after", "dispose"])
        subscription.dispose()
    }

    func testValuesOfATaskAreNamedWithTheirCapacity() {
        let subject = PublishSubject<Int>()
        let values = subject.values(capacity: 8, overflow: .dropOldest)
        for number in 0..<10 { subject.onNext(number) }
        let end = taken().first?.stages.first
        XCTAssertEqual(end?.name, "values(capacity: 8, overflow: .dropOldest)")
        XCTAssertEqual(end?.waiting, 8)
        XCTAssertEqual(end?.dropped, ["dropOldest": 2])
        withExtendedLifetime(values) {}
    }

    func testWhatWaitsInABufferHasACountAndAnAge() {
        let scheduler = TestScheduler(initialClock: 0)
        let subject = PublishSubject<Int>()
        var inside: [Int?] = []
        let subscription =
            subject
            .buffer(timeSpan: .seconds(10), count: 3, scheduler: scheduler)
            .subscribe(onNext: { [self] _ in inside.append(buffer()?.waiting) })
        func send(_ count: Int) {
            for number in 0..<count {
                subject.onNext(number)
                advance(1_000)
            }
        }
        XCTAssertEqual(buffer()?.waiting, 0)
        send(2)
        XCTAssertEqual(buffer()?.waiting, 2)
        XCTAssertEqual(buffer()?.oldestWaiting, 2)
        // Full: what is being delivered does not wait.
        send(2)
        XCTAssertEqual(inside, [0])
        XCTAssertEqual(buffer()?.waiting, 1)
        XCTAssertEqual(buffer()?.oldestWaiting, 1)
        scheduler.advanceTo(10)
        XCTAssertEqual(inside, [0, 0])
        XCTAssertEqual(buffer()?.waiting, 0)
        XCTAssertNil(buffer()?.oldestWaiting)
        subscription.dispose()
    }

    /// An observer that sends to the source while it has an array.
    func testWhatIsSentInsideADeliveryWaitsInTheBuffer() {
        let scheduler = TestScheduler(initialClock: 0)
        let subject = PublishSubject<Int>()
        let subscription =
            subject
            .buffer(timeSpan: .seconds(10), count: 2, scheduler: scheduler)
            .subscribe(onNext: { if $0 == [1, 2] { subject.onNext(3) } })
        for number in 1...2 { subject.onNext(number) }
        XCTAssertEqual(buffer()?.waiting, 1)
        subscription.dispose()
    }

    /// While nothing is recorded, nothing is counted; what was subscribed to then is not listed later.
    func testABufferThatIsNotRecordedGivesTheSameArrays() {
        for isRecorded in [false, true] {
            Hooks.recordSubscriptions = isRecorded
            let scheduler = TestScheduler(initialClock: 0)
            let subject = PublishSubject<Int>()
            let observer = scheduler.createObserver([Int].self)
            let subscription = subject.buffer(timeSpan: .seconds(10), count: 2, scheduler: scheduler).subscribe(
                observer
            )
            for number in 1...3 { subject.onNext(number) }
            scheduler.advanceTo(10)
            subject.onNext(4)
            subject.onCompleted()
            XCTAssertEqual(
                observer.events,
                [.next(0, [1, 2]), .next(10, [3]), .next(10, [4]), .completed(10)],
                "recorded: \(isRecorded)"
            )
            subscription.dispose()
        }
    }

    private func buffer() -> StreamDump.Stage? {
        taken().first?.stages.first { $0.name == "buffer(timeSpan:count:scheduler:)" }
    }
}
