import Foundation
import Millrace
import MillraceExplore
import Testing

#if canImport(Synchronization)
    import Synchronization
#endif

/// A deadlock, a livelock and a thread that blocks outside are told apart. Nothing ends such threads, so only the build
/// that knows what they do makes them.
extension Explorations {
    @Suite(.enabled(if: Explore.isExplored)) struct StuckTests {
        private func twoLocks(_ first: NSLock, _ second: NSLock, sameOrder: Bool) -> (ExploreRun) -> Void {
            { run in
                let (first, second) = (NSLock(), NSLock())
                run.thread("a") { first.withLock { second.withLock {} } }
                run.thread("b") {
                    if sameOrder {
                        first.withLock { second.withLock {} }
                    } else {
                        second.withLock { first.withLock {} }
                    }
                }
            }
        }

        /// What prints the stacks of a crash suspends all threads, and the schedule must not hold any of them up.
        @Test(.timeLimit(.minutes(5))) func aCrashEndsTheProgram() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = try explore(preemptions: 1, random: 0) { run in
                    run.thread("crashes") {
                        Explore.point()
                        fatalError("as it is to")
                    }
                    for name in ["a", "b"] { run.thread(name) { for _ in 0..<9 { Explore.point() } } }
                }
            }
            let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(said.contains("the program crashes in schedule"), "\(said)")
        }

        @Test func twoLocksInTwoOrdersAreADeadlock() {
            let failure = expectFound(twoLocks(NSLock(), NSLock(), sameOrder: false))
            #expect(failure?.kind == .deadlock)
            #expect(failure?.description.contains("a waits for another thread") == true)
            expectNone(twoLocks(NSLock(), NSLock(), sameOrder: true))
        }

        @Test func aLockThatIsEnteredTwiceIsADeadlock() {
            let failure = expectFound { run in
                let lock = NSLock()
                run.thread("a") { lock.withLock { lock.withLock {} } }
            }
            #expect(failure?.kind == .deadlock)
        }

        @Test func threadsThatGiveWayToEachOtherAreALivelock() {
            func body(_ patience: Int) -> (ExploreRun) -> Void {
                { run in
                    var wants = [false, false]
                    func enter(_ me: Int) {
                        wants[me] = true
                        for turn in 0... {
                            Explore.point()
                            if !wants[1 - me] || turn == patience { break }
                            wants[me] = false
                            Explore.point()
                            wants[me] = true
                        }
                        Explore.point()
                        wants[me] = false
                    }
                    run.thread("a") { enter(0) }
                    run.thread("b") { enter(1) }
                }
            }
            let failure = expectFound(preemptions: 3, random: 0, body(.max))
            #expect(failure?.kind == .livelock)
            expectNone(body(3))
        }

        @Test func aSemaphoreThatNobodySignalsBlocksOutside() {
            let failure = expectFound { run in
                let semaphore = DispatchSemaphore(value: 0)
                run.thread("waits") { semaphore.wait() }
                run.thread("goes") { Explore.point() }
            }
            #expect(failure?.kind == .blockedOutside(["waits"]))
        }

        @Test func aTaskThatIsNeverResumedIsADeadlock() {
            let failure = expectFound { run in
                let box = Box<UnsafeContinuation<Void, Never>?>(nil)
                run.task("waits") { await withUnsafeContinuation { box.value = $0 } }
                run.thread("goes") { Explore.point() }
            }
            #expect(failure?.kind == .deadlock)
        }

        private final class Box<Value>: @unchecked Sendable {
            var value: Value

            init(_ value: Value) {
                self.value = value
            }
        }

        @Test func theNextExplorationIsNotDisturbed() {
            expectFound { run in
                let lock = NSLock()
                run.thread("a") {
                    lock.lock(); lock.lock()
                }
            }
            expectNone { run in
                let subject = PublishSubject<Int>()
                var seen: [Int] = []
                let subscription = subject.subscribe(onNext: { seen.append($0) })
                run.thread("a") { subject.onNext(1) }
                run.thread("b") { subscription.dispose() }
                run.check { run.expect(seen.count <= 1) }
            }
        }
    }
}
