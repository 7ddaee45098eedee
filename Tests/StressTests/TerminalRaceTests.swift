import Foundation
import Millrace
import TestSupport
import XCTest

/// The terminal event reaches each observer exactly once, whether it came just before or just after.
final class TerminalRaceTests: StressTestCase {
    private let rounds = TestMode.size(10_000, debug: 3_000, sanitized: 1_000)

    /// Counts the terminal events of one observer.
    private final class Ending: @unchecked Sendable {
        let count = Counter()
        private(set) var subscription: Disposable?

        func subscribe(to source: Observable<Int>) {
            subscription = source.subscribe(
                onError: { [count] _ in count.add() },
                onCompleted: { [count] in count.add() }
            )
        }

        func dispose() { subscription?.dispose() }
    }

    /// Runs three bodies at once, again and again, on three threads; each gets the round's subject.
    private func race(
        _ bodies: [(_ subject: PublishSubject<Int>, _ round: Int) -> [Ending]],
        check: (_ endings: [Ending], _ round: Int) -> Void
    ) {
        let rendezvous = Rendezvous(bodies.count)
        let subject = Box(PublishSubject<Int>())
        let results = bodies.map { _ in Box<[Ending]>([]) }
        let rounds = rounds
        func run(_ number: Int, between: (Int) -> Void) {
            for round in 0..<rounds {
                rendezvous.meet()
                results[number].value = bodies[number](subject.value, round)
                rendezvous.meet()
                between(round)
            }
        }
        let threads = (1..<bodies.count).map { number in
            TestThread { run(number, between: { _ in }) }
        }
        run(0) { round in
            check(results.flatMap(\.value), round)
            subject.value = PublishSubject()
        }
        for thread in threads { thread.join() }
    }

    private func subscribing(_ count: Int) -> (PublishSubject<Int>, Int) -> [Ending] {
        { subject, round in
            (0..<count).map { i in
                let ending = Ending()
                ending.subscribe(to: (round + i) % 2 == 0 ? subject : subject.map { $0 })
                return ending
            }
        }
    }

    func testSubscribersThatRaceWithCompletionHearItOnce() {
        var wrong: [Int] = []
        race([
            subscribing(3),
            { subject, round in
                dawdle(round % 8)
                subject.onCompleted()
                return []
            },
            subscribing(12),
        ]) { endings, round in
            if !endings.allSatisfy({ $0.count.value == 1 }) { wrong.append(round) }
        }
        XCTAssertEqual(wrong, [])
    }

    func testCompletionAndErrorRaceAndOneOfThemReachesEverybodyOnce() {
        var wrong: [Int] = []
        race([
            { subject, _ in
                subject.onError(TestError())
                return []
            },
            { subject, _ in
                subject.onCompleted()
                return []
            },
            subscribing(5),
        ]) { endings, round in
            if !endings.allSatisfy({ $0.count.value == 1 }) { wrong.append(round) }
        }
        XCTAssertEqual(wrong, [])
    }

    func testObserversThatAreDisposedMeanwhileHearItAtMostOnceAndLetGo() {
        let tally = Token.Tally()
        var wrong: [Int] = []
        var left: [Int] = []
        race([
            { subject, round in
                let ending = Ending()
                let token = Token(tally)
                ending.subscribe(to: subject.map { token.keep($0) })
                ending.dispose()
                return [ending]
            },
            { subject, _ in
                subject.onCompleted()
                return []
            },
            { [subscribing = subscribing(4)] subject, round in
                let endings = subscribing(subject, round)
                for ending in endings { ending.dispose() }
                return endings
            },
        ]) { endings, round in
            if !endings.allSatisfy({ $0.count.value <= 1 }) { wrong.append(round) }
            if tally.count != 0 { left.append(round) }
        }
        XCTAssertEqual(wrong, [])
        XCTAssertEqual(left, [])
    }

    func testDisposingTheSubjectRacesWithItsCompletion() {
        let tally = Token.Tally()
        var wrong: [Int] = []
        race([
            { subject, _ in
                subject.dispose()
                return []
            },
            { subject, _ in
                subject.onCompleted()
                return []
            },
            { subject, _ in
                (0..<4).map { _ in
                    let ending = Ending()
                    let token = Token(tally)
                    ending.subscribe(to: subject.map { token.keep($0) })
                    return ending
                }
            },
        ]) { endings, round in
            for ending in endings { ending.dispose() }
            if !endings.allSatisfy({ $0.count.value <= 1 }) || tally.count != 0 { wrong.append(round) }
        }
        XCTAssertEqual(wrong, [])
    }

    func testElementsStopWithTheTerminalEvent() {
        // Each observer hears the elements of the one emitter in order, then the end; nothing after it on that thread.
        var wrong = 0
        let lock = NSLock()
        race([
            { subject, _ in
                for i in 0..<20 { subject.onNext(i) }
                subject.onCompleted()
                for i in 20..<40 { subject.onNext(i) }
                return []
            },
            { [lock] subject, _ in
                let last = Box(-1)
                _ = subject.subscribe { event in
                    lock.withLock {
                        switch event {
                        case .next(let element):
                            if element > 19 || element <= last.value { wrong += 1 }
                            last.value = element
                        case .completed, .error:
                            if last.value == 100 { wrong += 1 }
                            last.value = 100
                        }
                    }
                }
                return []
            },
            subscribing(3),
        ]) { endings, _ in
            if !endings.allSatisfy({ $0.count.value == 1 }) { lock.withLock { wrong += 1 } }
        }
        XCTAssertEqual(wrong, 0)
    }
}
