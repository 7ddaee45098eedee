import Foundation
import Millrace
import TestSupport
import XCTest

/// A callback that does not return holds up nobody but its own subject's garbage.
final class BlockedCallbackTests: StressTestCase {
    func testReleaseAndMemoryElsewhereGoOnBesideABlockedCallback() {
        let blocked = PublishSubject<Int>()
        let isInside = Moment()
        let mayLeave = Moment()
        let visits = Token.Tally()
        func visit(_ token: Token) -> Disposable { blocked.subscribe(onNext: { _ in token.keep() }) }
        let visited = visit(Token(visits))
        let stays = blocked.subscribe(onNext: { _ in
            isInside.set()
            mayLeave.wait()
        })
        let emitter = TestThread { blocked.onNext(1) }
        isInside.wait()

        let subject = PublishSubject<Int>()
        let kept = Recorder<Int>()
        let keeper = subject.subscribe(kept)
        let tally = Token.Tally()
        let rounds = TestMode.size(300_000, sanitized: 10_000)
        var late = 0
        func cycle(_ round: Int) {
            let token = Token(tally)
            let subscription =
                round % 2 == 0
                ? subject.subscribe(onNext: { _ in token.keep() })
                : subject.map { token.keep($0) }.subscribe(onNext: { _ in })
            if round % 1_000 == 0 { subject.onNext(round) }
            subscription.dispose()
        }
        // The first cycles fill caches of the allocator.
        for round in 1..<1_000 { cycle(round) }
        let resident = Memory.resident
        assertMemoryReturns(within: 128 << 10) {
            for round in 0..<rounds {
                cycle(round)
                if tally.count != 0 { late += 1 }
            }
        }
        if TestMode.measuresMemory { XCTAssertLessThan(Memory.resident - resident, 8 << 20) }
        XCTAssertEqual(late, 0)
        XCTAssertEqual(kept.elements.count, (rounds + 999) / 1_000)

        // Its own subject can still be used. Whom the emission has been at goes when the callback has returned, others at
        // once.
        let there = visit(Token(visits))
        XCTAssertEqual(visits.count, 2)
        there.dispose()
        XCTAssertEqual(visits.count, 1)
        visited.dispose()
        XCTAssertEqual(visits.count, 1)
        mayLeave.set()
        emitter.join()
        XCTAssertEqual(visits.count, 0)
        stays.dispose()
        keeper.dispose()
    }

    /// An emission of `subject` that does not return from its callback until `body` has.
    private func besideABlockedEmission(of subject: PublishSubject<Int>, _ body: () -> Void) {
        let isInside = Moment()
        let mayLeave = Moment()
        let stays = subject.subscribe(onNext: { event in
            guard event == -1 else { return }
            isInside.set()
            mayLeave.wait()
        })
        let emitter = TestThread { subject.onNext(-1) }
        isInside.wait()
        body()
        mayLeave.set()
        emitter.join()
        stays.dispose()
    }

    func testCapturesOfWhoCameAfterABlockedEmissionBeganAreReleasedAtOnce() {
        let subject = PublishSubject<Int>()
        besideABlockedEmission(of: subject) {
            let tally = Token.Tally()
            func subscribed() -> Disposable {
                let token = Token(tally)
                return subject.subscribe(onNext: { _ in token.keep() })
            }
            // Disposed from outside, after an event of another emission.
            let outside = subscribed()
            subject.onNext(1)
            XCTAssertEqual(tally.count, 1)
            outside.dispose()
            XCTAssertEqual(tally.count, 0)
            // By another observer's callback: when the emission that is in it ends.
            let victim = subscribed()
            let disposer = subject.subscribe(onNext: { _ in victim.dispose() })
            subject.onNext(2)
            XCTAssertEqual(tally.count, 0)
            disposer.dispose()
            // By its own callback, and by an operator that has had enough.
            let own = SerialDisposable()
            let heard = Counter()
            do {
                let token = Token(tally)
                own.disposable = subject.subscribe(onNext: { _ in
                    token.keep()
                    heard.add()
                    own.dispose()
                })
                let last = Token(tally)
                _ = subject.take(1).subscribe(onNext: { _ in
                    last.keep()
                    heard.add()
                })
            }
            XCTAssertEqual(tally.count, 2)
            subject.onNext(3)
            XCTAssertEqual(heard.value, 2)
            own.disposable = Disposables.create()
            XCTAssertEqual(tally.count, 0)
        }
    }

    func testSubscriptionsBesideABlockedEmissionLeaveAFewBytes() {
        let subject = PublishSubject<Int>()
        besideABlockedEmission(of: subject) {
            func cycle(_ count: Int) {
                for number in 0..<count {
                    let token = Token(Token.Tally())
                    if number % 2 == 0 {
                        let subscription = subject.subscribe(onNext: { _ in token.keep() })
                        subject.onNext(1)
                        subscription.dispose()
                    } else {
                        _ = subject.take(1).subscribe(onNext: { _ in token.keep() })
                        subject.onNext(2)
                    }
                }
            }
            cycle(1_000)
            assertMemoryReturns(within: 16 * 10_000) { cycle(10_000) }
        }
    }

    func testASubjectCanEndWhileAnEmissionOfItIsBlocked() {
        let subject = PublishSubject<Int>()
        let isInside = Moment()
        let mayLeave = Moment()
        let recorder = Recorder<Int>()
        let stays = subject.subscribe(onNext: { _ in
            isInside.set()
            mayLeave.wait()
        })
        let second = subject.subscribe(recorder)
        let emitter = TestThread { subject.onNext(1) }
        isInside.wait()
        assertReturns(within: 60) { subject.onCompleted() }
        let late = Recorder<Int>()
        let third = subject.subscribe(late)
        XCTAssertEqual(recorder.marks, ["|"])
        XCTAssertEqual(late.marks, ["|"])
        mayLeave.set()
        emitter.join()
        XCTAssertEqual(recorder.marks, ["|"])
        for subscription in [stays, second, third] { subscription.dispose() }
    }
}
