import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class BatchTests: MarbleTestCase {
    private func check(
        source: String,
        result: String,
        active: String? = nil,
        line: UInt = #line,
        _ apply: (Observable<String>, TestScheduler) -> Observable<[String]>
    ) {
        // The name of a batch is its last element; what it has is compared below.
        check(source: source, result: result, active: active, line: line) { source, scheduler in
            apply(source, scheduler).map { $0.joined() }.map { batch in
                XCTAssertFalse(batch.isEmpty, line: line)
                return String(batch.suffix(1))
            }
        }
    }

    private func batches(
        _ source: String,
        _ apply: (Observable<String>, TestScheduler) -> Observable<[String]>
    ) -> [String] {
        let scheduler = TestScheduler(initialClock: 0)
        var log: [String] = []
        let subscription = apply(scheduler.cold(source, error: TestError()).asObservable(), scheduler).subscribe(
            onNext: { log.append("\(scheduler.clock): \($0.joined())") },
            onError: { _ in log.append("\(scheduler.clock): #") },
            onCompleted: { log.append("\(scheduler.clock): |") }
        )
        scheduler.start()
        subscription.dispose()
        return log
    }

    func testByNumberAndByTime() {
        XCTAssertEqual(
            batches("-abcd---e----f------|") { $0.batch(upTo: 3, within: .seconds(4), scheduler: $1) },
            ["3: abc", "8: de", "17: f", "20: |"]
        )
    }

    func testWhatIsLeftComesBeforeTheCompletion() {
        check(
            source: "-ab|",
            result: "---(b|)",
            active: "^--!"
        ) { $0.batch(upTo: 9, within: .seconds(9), scheduler: $1) }
        check(
            source: "---|",
            result: "---|"
        ) { $0.batch(upTo: 9, within: .seconds(1), scheduler: $1) }
    }

    func testAnErrorComesAtOnce() {
        check(
            source: "-ab-#",
            result: "----#",
            active: "^---!"
        ) { $0.batch(upTo: 9, within: .seconds(9), scheduler: $1) }
    }

    func testByWeight() {
        let weights = ["a": 2, "b": 2, "c": 2, "d": 5, "e": 1, "f": 9, "g": 1, "h": 4]
        func weighed(_ source: String, upTo count: Int = 100) -> [String] {
            batches(source) {
                $0.batch(upTo: count, weight: 5, of: { weights[$0]! }, within: .seconds(4), scheduler: $1)
            }
        }
        // c would make the first batch too heavy.
        XCTAssertEqual(weighed("-abc|"), ["3: ab", "4: c", "4: |"])
        // Exactly as much as may be.
        XCTAssertEqual(weighed("-hg----------|"), ["2: hg", "13: |"])
        XCTAssertEqual(weighed("-ad--|"), ["2: a", "2: d", "5: |"])
        // An element heavier than the limit goes alone, at once, after those before it.
        XCTAssertEqual(weighed("-gfg---------|"), ["2: g", "2: f", "7: g", "13: |"])
        // The number counts as well.
        XCTAssertEqual(weighed("-eee-|", upTo: 2), ["2: ee", "5: e", "5: |"])
    }

    func testWeightsBelowZeroCountAsNone() {
        let scheduler = TestScheduler(initialClock: 0)
        let recorder = Recorder<[Int]>()
        _ = Observable.of(-5, 3, -1, 3, 1, .max, .min, 2)
            .batch(upTo: 10, weight: 4, of: { $0 }, within: .seconds(1), scheduler: scheduler)
            .subscribe(recorder)
        XCTAssertEqual(recorder.elements, [[-5, 3, -1], [3, 1], [.max], [.min, 2]])
    }

    func testAnErrorOfTheClosureEndsTheStream() {
        let subject = PublishSubject<Int>()
        let scheduler = TestScheduler(initialClock: 0)
        let recorder = Recorder<[Int]>()
        let subscription =
            subject
            .batch(
                upTo: 2,
                weight: 9,
                of: { if $0 == 4 { throw TestError() } else { 1 } },
                within: .seconds(1),
                scheduler: scheduler
            )
            .subscribe(recorder)
        for number in 1...5 { subject.onNext(number) }
        XCTAssertEqual(recorder.marks, ["[1, 2]", "x(error)"])
        XCTAssertFalse(subject.hasObservers)
        subscription.dispose()
    }

    func testFullBatchesStartNoTimers() {
        let scheduler = ManualScheduler()
        let subject = PublishSubject<Int>()
        var times: [Int] = []
        var sizes: [Int] = []
        let subscription = subject.batch(upTo: 10, within: .seconds(1), scheduler: scheduler)
            .subscribe(onNext: {
                times.append(scheduler.milliseconds)
                sizes.append($0.count)
            })
        for number in 0..<10_005 {
            subject.onNext(number)
            scheduler.advance(by: .milliseconds(1))
        }
        XCTAssertEqual(sizes, Array(repeating: 10, count: 1_000))
        XCTAssertLessThan(scheduler.scheduledCount, 22, "ten seconds")
        // The last batch has begun at 10,000 ms.
        scheduler.advance(by: .milliseconds(994))
        XCTAssertEqual(sizes.count, 1_000)
        scheduler.advance(by: .milliseconds(1))
        XCTAssertEqual(sizes.last, 5)
        XCTAssertEqual(times.last, 11_000)
        // While nothing comes, no timer runs.
        scheduler.advance(by: .seconds(10))
        XCTAssertEqual(scheduler.waitingCount, 0)
        subscription.dispose()
    }

    func testNoElementWaitsLongerThanTheTime() {
        let scheduler = TestScheduler(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)
        let subject = PublishSubject<Int>()
        var longest = 0
        var received = 0
        let subscription = subject.batch(upTo: 7, within: .milliseconds(50), scheduler: scheduler)
            .subscribe(onNext: { batch in
                received += batch.count
                for time in batch { longest = max(longest, scheduler.clock - time) }
            })
        var random = TestRandom(seed: 7)
        var time = 0
        for _ in 0..<5_000 {
            time += Int.random(in: 0...40, using: &random)
            scheduler.advanceTo(time)
            subject.onNext(time)
        }
        scheduler.advanceTo(time + 50)
        XCTAssertEqual(received, 5_000)
        XCTAssertEqual(longest, 50)
        subscription.dispose()
    }

    func testWhatAnObserverMakesTheSourceSend() {
        let scheduler = TestScheduler(initialClock: 0)
        let subject = PublishSubject<Int>()
        let recorder = Recorder<[Int]>()
        let subscription =
            subject
            .batch(upTo: 3, weight: 10, of: { $0 }, within: .seconds(5), scheduler: scheduler)
            .do(onNext: { if $0 == [4, 5] { subject.onNext(9) } })
            .subscribe(recorder)
        // The 9 comes from inside the delivery that makes room for the 6.
        for number in 4...6 { subject.onNext(number) }
        scheduler.start()
        XCTAssertEqual(recorder.elements, [[4, 5], [9], [6]])
        subscription.dispose()
    }

    func testABatchWaitsForRoom() {
        let (scheduler, consumer) = (ManualScheduler(), ManualScheduler())
        let emitted = Counter()
        let recorder = Recorder<[Int]>()
        let subscription = Observable<Int>.interval(.milliseconds(10), scheduler: scheduler)
            .do(onNext: { _ in emitted.add() })
            .batch(upTo: 100, within: .milliseconds(50), scheduler: scheduler)
            .observe(on: consumer, capacity: 1, overflow: .suspend)
            .subscribe(recorder)
        scheduler.advance(by: .seconds(60))
        let former = emitted.value
        XCTAssertLessThan(former, 15, "a client that reads nothing holds the source back")
        consumer.runDue()
        scheduler.advance(by: .milliseconds(1))
        consumer.runDue()
        XCTAssertEqual(recorder.elements.flatMap { $0 }, Array(0..<recorder.elements.flatMap { $0 }.count))
        XCTAssertGreaterThanOrEqual(recorder.elements.count, 1)
        subscription.dispose()
    }

    func testADurationOfSwift() {
        let time: Duration = .seconds(3)
        let source = "-a---bc---|"
        XCTAssertEqual(
            batches(source) { $0.batch(upTo: 2, within: time, scheduler: $1) },
            ["4: a", "6: bc", "10: |"]
        )
        XCTAssertEqual(
            batches(source) { $0.batch(upTo: 9, weight: 2, of: { _ in 1 }, within: time, scheduler: $1) },
            ["4: a", "6: bc", "10: |"]
        )
    }

    func testWhatIsCollectedIsReleasedWithTheSubscription() {
        let scheduler = TestScheduler(initialClock: 0)
        let tally = Token.Tally()
        let subject = PublishSubject<Token>()
        let subscription = subject.batch(upTo: 9, within: .seconds(1), scheduler: scheduler).subscribe()
        for _ in 0..<3 { subject.onNext(Token(tally)) }
        XCTAssertEqual(tally.count, 3)
        subscription.dispose()
        XCTAssertEqual(tally.count, 0)
    }
}
