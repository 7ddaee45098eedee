import CMillrace
import Foundation
import Millrace
import TestSupport
import XCTest

/// What the stress tests have in common: they call observers from several threads at once on purpose, and memory must be
/// back where it was.
class StressTestCase: XCTestCase {
    private var overlapHandler: Hooks.OverlapHandler?

    override func setUp() {
        super.setUp()
        overlapHandler = Hooks.overlapHandler
        Hooks.overlapHandler = { _, _, _ in }
    }

    override func tearDown() {
        if let overlapHandler { Hooks.overlapHandler = overlapHandler }
        super.tearDown()
    }

    /// Runs `body` and fails if it leaves more than `limit` bytes behind.
    ///
    /// What the core retires is freed by another thread, which is waited for; threads that are ending are given a while.
    func assertMemoryReturns(
        within limit: Int,
        _ name: String = "",
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: () -> Void
    ) {
        let before = Memory.used
        body()
        guard TestMode.measuresMemory else { return }
        let deadline = Date() + 60
        var grown = Memory.used - before
        while grown > limit, Date() < deadline {
            sched_yield()
            mr_reclaim_wait()
            grown = Memory.used - before
        }
        XCTAssertLessThanOrEqual(grown, limit, "bytes left behind \(name)", file: file, line: line)
    }

    /// Fails unless `body` returns in time; a blocked one is left behind.
    func assertReturns(
        within seconds: TimeInterval,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping () -> Void
    ) {
        let thread = TestThread(body)
        XCTAssertTrue(thread.join(timeout: seconds), "it did not return in \(seconds) s", file: file, line: line)
    }

    /// Runs the bodies at once in every round, after `begin` on the first thread and before `end`.
    func race<Round>(
        _ rounds: Int,
        _ bodies: [(Round, Int) -> Void],
        begin: (Int) -> Round,
        end: (Round, Int) -> Void
    ) {
        let rendezvous = Rendezvous(bodies.count)
        let round = Box<Round?>(nil)
        func run(_ body: Int, _ number: Int) {
            rendezvous.meet()
            dawdle((number * 7 + body * 13) % 5)
            bodies[body](round.value!, number)
            rendezvous.meet()
        }
        let threads = (1..<bodies.count).map { body in
            TestThread { for number in 0..<rounds { run(body, number) } }
        }
        for number in 0..<rounds {
            round.value = begin(number)
            run(0, number)
            end(round.value!, number)
            round.value = nil
        }
        for thread in threads { thread.join() }
    }

    /// Fails if captures are left: what emissions that were under way held is gone when they have ended.
    func assertReleased(_ tally: Token.Tally, line: UInt = #line) {
        waitUntil(within: 60) { tally.count == 0 }
        XCTAssertEqual(tally.count, 0, "captures are left", line: line)
    }
}

/// Which threads released tokens, and how many.
final class ReleaseLog: @unchecked Sendable {
    private let lock = NSLock()
    private var counts: [UInt: Int] = [:]

    private(set) var tally: Token.Tally!

    init() {
        tally = Token.Tally { [unowned self] in
            let thread = TestThread.currentID
            lock.withLock { counts[thread, default: 0] += 1 }
        }
    }

    /// How many tokens each thread released.
    var threads: [UInt: Int] { lock.withLock { counts } }

    var total: Int { lock.withLock { counts.values.reduce(0, +) } }
}
