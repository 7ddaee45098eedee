import Foundation
import Millrace
import TestSupport
import XCTest

/// When captures are released, and by whom.
final class PromptReleaseTests: StressTestCase {
    private let rounds = TestMode.size(100_000, debug: 25_000, sanitized: 5_000)

    private func subscribe(_ subject: Observable<Int>, _ token: Token) -> Disposable {
        subject.subscribe(onNext: { _ in token.keep() })
    }

    private func subscribeThroughMap(_ subject: Observable<Int>, _ token: Token) -> Disposable {
        subject.map { token.keep($0) }.subscribe(onNext: { _ in })
    }

    func testCapturesGoBeforeDisposeReturnsWhileOthersEmitElsewhere() {
        let subject = PublishSubject<Int>()
        let elsewhere = PublishSubject<Int>()
        let stays = elsewhere.subscribe(onNext: { _ in })
        let log = ReleaseLog()
        let isOver = Counter()
        let emitter = TestThread { while isOver.value == 0 { elsewhere.onNext(1) } }
        var late = 0
        for round in 0..<rounds {
            let subscription =
                round % 2 == 0
                ? subscribe(subject, Token(log.tally)) : subscribeThroughMap(subject, Token(log.tally))
            if round % 16 == 0 { subject.onNext(round) }
            subscription.dispose()
            if log.tally.count != 0 { late += 1 }
        }
        isOver.set(1)
        emitter.join()
        XCTAssertEqual(late, 0)
        XCTAssertEqual(log.threads, [TestThread.currentID: rounds])
        stays.dispose()
    }

    func testCapturesGoWithTheEmissionThatWasUnderWay() {
        let subject = PublishSubject<Int>()
        let stays = subject.subscribe(onNext: { _ in })
        let log = ReleaseLog()
        let isOver = Counter()
        let began = Counter()
        let ended = Counter()
        let emitterID = Counter()
        let emitter = TestThread {
            emitterID.set(Int(bitPattern: TestThread.currentID))
            var i = 0
            while isOver.value == 0 {
                i += 1
                began.setOrdered(i)
                subject.onNext(i)
                ended.setOrdered(i)
            }
        }
        waitUntil { began.value != 0 }
        var atOnce = 0
        var late = 0
        for round in 0..<rounds {
            let subscription =
                round % 2 == 0
                ? subscribe(subject, Token(log.tally)) : subscribeThroughMap(subject, Token(log.tally))
            subscription.dispose()
            if log.tally.count == 0 {
                atOnce += 1
                continue
            }
            // The emission that was under way has returned when the next one begins.
            let underWay = began.ordered
            waitUntil { ended.ordered >= underWay }
            if log.tally.count != 0 { late += 1 }
        }
        isOver.set(1)
        emitter.join()
        XCTAssertEqual(late, 0)
        XCTAssertEqual(log.total, rounds)
        XCTAssertEqual(log.tally.count, 0)
        let others = log.threads.keys.filter {
            $0 != TestThread.currentID && $0 != UInt(bitPattern: emitterID.value)
        }
        XCTAssertEqual(others, [])
        XCTAssertGreaterThan(atOnce, 0)
        stays.dispose()
    }

    func testSeveralDisposersAndEmittersReleaseAllBetweenThem() {
        let subject = PublishSubject<Int>()
        let log = ReleaseLog()
        let isOver = Counter()
        let threads = Recorder<UInt>()
        let emitters = (0..<2).map { _ in
            TestThread {
                threads.onNext(TestThread.currentID)
                while isOver.value == 0 { subject.onNext(1) }
            }
        }
        let each = TestMode.size(50_000, debug: 15_000, sanitized: 2_000)
        concurrently(
            (0..<2).map { number in
                { [self] in
                    threads.onNext(TestThread.currentID)
                    for round in 0..<each {
                        let token = Token(log.tally)
                        let subscription =
                            round % 2 == number ? subscribe(subject, token) : subscribeThroughMap(subject, token)
                        subscription.dispose()
                    }
                }
            }
        )
        isOver.set(1)
        for emitter in emitters { emitter.join() }
        XCTAssertEqual(log.total, 2 * each)
        XCTAssertEqual(log.tally.count, 0)
        XCTAssertTrue(Set(log.threads.keys).isSubset(of: threads.elements))
    }

    /// One emission and one disposal at a time, meeting at every offset; afterwards nobody is there who could make up for
    /// a release that both left to the other.
    func testNeitherLeavesTheReleaseToTheOtherWhenEmissionAndDisposalMeet() {
        let subject = PublishSubject<Int>()
        let log = ReleaseLog()
        let rendezvous = Rendezvous(2)
        let isOver = Counter()
        let spun = Counter()
        @Sendable func spin(_ turns: Int) {
            for _ in 0..<turns { spun.add() }
        }
        // The emission takes a while, so that the disposal mostly falls into it or on its end.
        let stays = subject.subscribe(onNext: { spin($0) })
        let emitter = TestThread {
            var random = TestRandom(seed: 1)
            while true {
                rendezvous.meet()
                if isOver.value != 0 { break }
                subject.onNext(random.below(64))
                rendezvous.meet()
            }
        }
        // On a busy machine the two seldom run at once; then it goes on for a while to make them meet.
        let meetings = TestMode.size(50_000, debug: 10_000, sanitized: 1_000)
        let limit = Date(timeIntervalSinceNow: TestMode.isLong ? 120 : Double(TestMode.size(8, debug: 2, sanitized: 8)))
        var random = TestRandom(seed: 2)
        var rounds = 0
        var left = 0
        while Date() < limit, log.total - (log.threads[TestThread.currentID] ?? 0) < meetings {
            for round in 0..<1_000 {
                let subscription =
                    round % 2 == 0
                    ? subscribe(subject, Token(log.tally)) : subscribeThroughMap(subject, Token(log.tally))
                rendezvous.meet()
                spin(random.below(64))
                subscription.dispose()
                rendezvous.meet()
                if log.tally.count != 0 { left += 1 }
            }
            rounds += 1_000
        }
        isOver.set(1)
        rendezvous.meet()
        emitter.join()
        XCTAssertEqual(left, 0)
        XCTAssertEqual(log.total, rounds)
        stays.dispose()
    }

    func testTwoEmittersThatOverlapWithoutPauseDoNotHoldCapturesBack() {
        // Emission n of the one ends only when emission n of the other has begun, and that only when emission n + 1 of
        // the first has: at every moment somebody emits.
        let subject = PublishSubject<Int>()
        let begun = [Counter(), Counter()]
        let isOver = Counter()
        let stays = subject.subscribe(onNext: { number in
            let mine = begun[number].ordered + 1
            begun[number].setOrdered(mine)
            waitUntil { begun[1 - number].ordered >= mine + number || isOver.value != 0 }
        })
        let emitters = (0..<2).map { number in
            TestThread { while isOver.value == 0 { subject.onNext(number) } }
        }
        let log = ReleaseLog()
        var late = 0
        let batches = TestMode.size(100, sanitized: 20)
        assertMemoryReturns(within: 256 << 10) {
            for _ in 0..<batches {
                for round in 0..<1_000 {
                    let subscription =
                        round % 2 == 0
                        ? subscribe(subject, Token(log.tally)) : subscribeThroughMap(subject, Token(log.tally))
                    subscription.dispose()
                }
                // Two batches of deferred sinks may have to go, one after the other, each with the emissions that could
                // reach it; nobody has stopped emitting meanwhile.
                let goal = begun[0].ordered + 4
                waitUntil { begun[0].ordered >= goal }
                if log.tally.count != 0 { late += 1 }
            }
        }
        isOver.set(1)
        for emitter in emitters { emitter.join() }
        XCTAssertEqual(late, 0, "of \(batches) batches")
        XCTAssertEqual(log.total, batches * 1_000)
        stays.dispose()
    }
}
