import Foundation
import Millrace
import TestSupport

#if canImport(Synchronization) && !canImport(Darwin)
    import Synchronization
#endif

/// Counts on any thread; relaxed where the platform's atomics are at hand, so that it hides no race from a sanitizer.
final class DisposalCount: @unchecked Sendable {
    #if canImport(Synchronization) && !canImport(Darwin)
        private let number = Atomic<Int>(0)

        var value: Int { number.load(ordering: .relaxed) }

        @discardableResult
        func add(_ change: Int = 1) -> Int { number.add(change, ordering: .relaxed).newValue }
    #else
        private let lock = NSLock()
        private var number = 0

        var value: Int { lock.withLock { number } }

        @discardableResult
        func add(_ change: Int = 1) -> Int {
            lock.withLock {
                number += change
                return number
            }
        }
    #endif
}

/// A content that knows how often it was disposed, and counts itself among the living.
final class CountedDisposable: Disposable, @unchecked Sendable {
    let disposals = DisposalCount()
    private let living: DisposalCount

    init(_ living: DisposalCount) {
        self.living = living
        living.add()
    }

    deinit {
        living.add(-1)
    }

    func dispose() { disposals.add() }
}

/// Lets bodies run against each other, each on a thread of its own, round after round.
enum DisposalRace {
    /// In each round, `make` runs first, with new contents, then all bodies at once with what it made, then `check`.
    static func run<Tested>(
        rounds: Int = TestMode.size(10_000, debug: 2_500, sanitized: TestMode.isOptimized ? 10_000 : 2_500),
        _ living: DisposalCount,
        contents count: Int,
        make: ([CountedDisposable]) -> Tested,
        _ bodies: [(Tested, [CountedDisposable]) -> Void],
        check: (Tested, [CountedDisposable], Int) -> Void
    ) {
        let start = DisposalMeeting(bodies.count + 1)
        let end = DisposalMeeting(bodies.count + 1)
        let current = Current<Tested>()
        for body in bodies {
            let body = Unchecked(value: body)
            Thread.detachNewThread {
                for _ in 0..<rounds {
                    start.meet()
                    body.value(current.tested!, current.contents)
                    end.meet()
                }
            }
        }
        for round in 0..<rounds {
            current.contents = (0..<count).map { _ in CountedDisposable(living) }
            current.tested = make(current.contents)
            start.meet()
            end.meet()
            check(current.tested!, current.contents, round)
            current.tested = nil
            current.contents = []
        }
    }

    private final class Current<Tested>: @unchecked Sendable {
        var tested: Tested?
        var contents: [CountedDisposable] = []
    }

    private struct Unchecked<Value>: @unchecked Sendable {
        let value: Value
    }
}

/// Where threads wait for each other, spinning, so that they leave together. What each did before, all see after.
private final class DisposalMeeting: @unchecked Sendable {
    private let parties: Int
    private let arrived = DisposalCount()
    private let lock = NSLock()

    init(_ parties: Int) {
        self.parties = parties
    }

    func meet() {
        lock.lock()
        let number = arrived.add()
        lock.unlock()
        let wanted = (number - 1) / parties * parties + parties
        let patience = Patience()
        var spins = 0
        while arrived.value < wanted {
            spins += 1
            if spins % 64 == 0 { sched_yield() }
            if spins % 4_096 == 0 { patience.check() }
        }
        lock.lock()
        lock.unlock()
    }
}
