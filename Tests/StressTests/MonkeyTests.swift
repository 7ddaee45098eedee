import Foundation
import Millrace
import TestSupport
import XCTest

/// Callbacks and threads do whatever they like to a few subjects; nothing hangs, and all is released at the end.
final class MonkeyTests: StressTestCase {
    private final class Cage: @unchecked Sendable {
        let tally = Token.Tally()
        let isOver = Counter()
        private let lock = NSLock()
        private var subjects: [PublishSubject<Int>?]
        private var subscriptions: [Disposable] = []

        init(_ count: Int) {
            subjects = (0..<count).map { _ in PublishSubject() }
        }

        func subject(_ number: Int) -> PublishSubject<Int>? {
            lock.withLock { subjects[number % subjects.count] }
        }

        func replaceSubject(_ number: Int) {
            // The former one goes outside the lock, since its end calls whoever it likes.
            let former = lock.withLock {
                let former = subjects[number % subjects.count]
                subjects[number % subjects.count] = PublishSubject()
                return former
            }
            withExtendedLifetime(former) {}
        }

        func keep(_ subscription: Disposable) {
            let dropped = lock.withLock { () -> Disposable? in
                subscriptions.append(subscription)
                return subscriptions.count > 200 ? subscriptions.removeFirst() : nil
            }
            dropped?.dispose()
        }

        func disposeOne(_ number: Int) {
            let one = lock.withLock { () -> Disposable? in
                subscriptions.isEmpty ? nil : subscriptions.remove(at: number % subscriptions.count)
            }
            one?.dispose()
        }

        func clear() {
            let all = lock.withLock { () -> [Disposable] in
                defer { subscriptions = [] }
                return subscriptions
            }
            for each in all { each.dispose() }
            lock.withLock { subjects = [nil] }
        }

        func act(_ random: inout TestRandom, depth: Int) {
            let choice = random.below(100)
            let number = random.below(1_000)
            switch choice {
            case ..<40:
                // Nested emissions multiply with the observers, so only some go deeper.
                if depth < 4 { subject(number)?.onNext(depth) }
            case ..<65: subscribe(number, depth: depth, seed: random.next())
            case ..<95: disposeOne(number)
            case ..<97: subject(number)?.onCompleted()
            case ..<98: subject(number)?.dispose()
            default: replaceSubject(number)
            }
        }

        private func subscribe(_ number: Int, depth: Int, seed: UInt64) {
            guard let subject = subject(number) else { return }
            let token = Token(tally)
            let source = number % 2 == 0 ? subject : subject.map { token.keep($0) }
            let subscription = source.subscribe(
                onNext: { [unowned self] depth in
                    token.keep()
                    var random = TestRandom(seed: seed &+ UInt64(depth))
                    if random.below(8) == 0 { act(&random, depth: depth + 1) }
                },
                onError: { _ in },
                onCompleted: { token.keep() },
                onDisposed: {}
            )
            keep(subscription)
        }
    }

    func testAnythingGoesOnSeveralThreads() {
        let cage = Cage(3)
        let threads = 4
        let steps = TestMode.size(TestMode.isLong ? 2_000_000 : 50_000, sanitized: 4_000)
        assertReturns(within: TestMode.isLong ? 3_000 : 120) {
            concurrently(
                (0..<threads).map { number in
                    {
                        var random = TestRandom(seed: UInt64(number) + 100)
                        for _ in 0..<steps { cage.act(&random, depth: 0) }
                    }
                }
            )
        }
        cage.clear()
        XCTAssertEqual(cage.tally.count, 0)
    }

    func testAHundredNestedEmissionsBesideOthers() {
        let subject = PublishSubject<Int>()
        let heard = Counter()
        let tally = Token.Tally()
        let rounds = TestMode.size(300, sanitized: 20)
        let stays = subject.subscribe(onNext: {
            heard.add()
            if $0 < 100 { subject.onNext($0 + 1) }
        })
        concurrently(
            { for _ in 0..<rounds { subject.onNext(1) } },
            { for _ in 0..<rounds { subject.onNext(1) } },
            {
                for _ in 0..<rounds * 10 {
                    let token = Token(tally)
                    subject.subscribe(onNext: { _ in token.keep() }).dispose()
                }
            }
        )
        XCTAssertEqual(heard.value, 2 * rounds * 100)
        XCTAssertEqual(tally.count, 0)
        stays.dispose()
    }
}
