import Foundation
import Millrace
import MillraceExplore
import Testing

/// Tasks and actors of a user's own.
extension Explorations {
    @Suite struct TaskTests {
        private actor Account {
            private(set) var balance = 0
            private let isBroken: Bool

            init(isBroken: Bool) {
                self.isBroken = isBroken
            }

            func deposit(_ amount: Int) async {
                if isBroken {
                    let before = balance
                    await Task.yield()
                    balance = before + amount
                } else {
                    await Task.yield()
                    balance += amount
                }
            }
        }

        @Test func anActorLosesAnUpdateAcrossAnAwait() {
            func body(_ isBroken: Bool) -> (ExploreRun) -> Void {
                { run in
                    let account = Account(isBroken: isBroken)
                    let sum = Sum()
                    run.task("a") {
                        await account.deposit(1)
                        sum.value = await account.balance
                    }
                    run.task("b") {
                        await account.deposit(2)
                        let balance = await account.balance
                        sum.value = max(sum.value, balance)
                    }
                    run.check { #expect(sum.value == 3) }
                }
            }
            expectFound(body(true))
            expectNone(preemptions: 1, body(false))
        }

        private final class Sum: @unchecked Sendable {
            private let lock = NSLock()
            private var sum = 0

            var value: Int {
                get { lock.withLock { sum } }
                set { lock.withLock { sum = max(sum, newValue) } }
            }
        }

        @Test func aTaskThatThrowsFails() {
            let failure = expectFound { run in
                run.task("thrower") {
                    await Task.yield()
                    throw Unmet(description: "it is thrown")
                }
            }
            #expect(failure.map { "\($0.kind)".contains("thrower has thrown it is thrown") } ?? !Explore.isExplored)
        }

        @Test func tasksThatTheCodeMakesRunOnWorkers() {
            func body(_ workers: Int) -> (ExploreRun) -> Void {
                { run in
                    run.workers(workers)
                    let count = Count()
                    run.task("maker") {
                        async let first: Void = count.add()
                        let other = Task { await count.add() }
                        let third = Task.detached { await count.add() }
                        await first
                        await other.value
                        await third.value
                    }
                    run.check { #expect(count.value == 3) }
                }
            }
            expectFound(preemptions: 1, body(2))
        }

        private final class Count: @unchecked Sendable {
            var value = 0

            func add() async {
                Explore.point()
                let former = value
                Explore.point()
                value = former + 1
            }
        }

        #if MILLRACE_EXPLORE
            @Test func sleepTakesNoTime() {
                expectNone(preemptions: 1, random: 50) { run in
                    run.task("sleeper") {
                        try await Task.sleep(for: .seconds(3_600))
                        try await Task.sleep(nanoseconds: 3_600_000_000_000)
                    }
                }
            }
        #endif
    }
}
