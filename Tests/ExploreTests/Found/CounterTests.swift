import Foundation
import Millrace
import MillraceExplore
import Testing

#if canImport(Synchronization)
    import Synchronization
#endif

/// Counters and flags that several threads use, with a lock and without.
extension Explorations {
    @Suite struct CounterTests {
        private class Count {
            var value = 0

            func add() {
                Explore.point()
                let former = value
                Explore.point()
                value = former + 1
            }
        }

        private final class LockedCount: Count {
            private let lock = NSLock()

            override func add() {
                lock.withLock { super.add() }
            }
        }

        private func count(_ count: @autoclosure @escaping () -> Count, threads: Int = 2) -> (ExploreRun) -> Void {
            { run in
                let count = count()
                for number in 0..<threads { run.thread("\(number)") { count.add() } }
                run.check { #expect(count.value == threads) }
            }
        }

        @Test func aCounterWithoutALockLosesAnUpdate() {
            let failure = expectFound(count(Count()))
            guard let failure, Explore.isExplored else { return }
            guard case .check(let message) = failure.kind else { return #expect(Bool(false), "\(failure)") }
            #expect(message.contains("count.value"))
            #expect(failure.schedules < 20)
            #expect(failure.steps.contains { $0.place.hasPrefix("CounterTests.swift:") })
            #expect(Set(failure.steps.map(\.thread)) == ["0", "1"])
            #expect(failure.description.contains(failure.replay))
        }

        @Test func aCounterWithALockLosesNone() {
            expectNone(count(LockedCount()))
            expectNone(count(LockedCount(), threads: 3))
        }

        @Test func aCounterWithAPOSIXMutexLosesNone() {
            final class MutexCount: Count {
                private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

                override init() {
                    pthread_mutex_init(mutex, nil)
                }

                deinit {
                    pthread_mutex_destroy(mutex)
                    mutex.deallocate()
                }

                override func add() {
                    pthread_mutex_lock(mutex)
                    super.add()
                    pthread_mutex_unlock(mutex)
                }
            }
            expectNone(count(MutexCount()))
        }

        @Test func aCounterWithARecursiveLockLosesNone() {
            final class RecursiveCount: Count {
                private let lock = NSRecursiveLock()

                override func add() {
                    lock.withLock { lock.withLock { super.add() } }
                }
            }
            expectNone(count(RecursiveCount()))
        }

        #if canImport(Synchronization) && !canImport(Darwin)
            @Test func aCounterWithAMutexLosesNone() {
                final class MutexCount: Count {
                    private let mutex = Mutex(())

                    override func add() {
                        mutex.withLock { _ in super.add() }
                    }
                }
                expectNone(count(MutexCount()))
                expectNone(count(MutexCount(), threads: 3))
            }

            /// A `Mutex` is no step of its own, so a point says that another thread may run before it.
            @Test func twoSectionsOfAMutexSellTheLastTwice() {
                final class Stock: Sendable {
                    let left = Mutex(1)

                    func take() {
                        Explore.point()
                        if left.withLock({ $0 > 0 }) {
                            Explore.point()
                            left.withLock { $0 -= 1 }
                        }
                    }
                }
                expectFound { run in
                    let stock = Stock()
                    run.thread("a") { stock.take() }
                    run.thread("b") { stock.take() }
                    run.check {
                        let left = stock.left.withLock { $0 }
                        run.expect(left >= 0, "\(left) are left")
                    }
                }
            }
        #endif

        @Test func aCounterWithASemaphoreLosesNone() {
            final class SemaphoreCount: Count {
                private let semaphore = DispatchSemaphore(value: 1)

                override func add() {
                    semaphore.wait()
                    super.add()
                    semaphore.signal()
                }
            }
            expectNone(count(SemaphoreCount()))
        }

        @Test func aRelayThatIsReadAndThenSetLosesAnUpdate() {
            func body(_ add: @escaping (BehaviorRelay<Int>) -> Void) -> (ExploreRun) -> Void {
                { run in
                    let relay = BehaviorRelay(value: 0)
                    run.thread("a") { add(relay) }
                    run.thread("b") { add(relay) }
                    run.check { try demand(relay.value == 2, "\(relay.value)") }
                }
            }
            expectFound(body { $0.accept($0.value + 1) })
            let lock = NSLock()
            expectNone(body { relay in lock.withLock { relay.accept(relay.value + 1) } })
        }

        @Test func aValueThatIsMadeWhenItIsNeededIsMadeTwice() {
            class Once {
                var value: Int?
                var made = 0

                func get() {
                    Explore.point()
                    if value != nil { return }
                    Explore.point()
                    made += 1
                    value = made
                }
            }
            final class LockedOnce: Once {
                private let lock = NSLock()

                override func get() {
                    lock.withLock { super.get() }
                }
            }
            func body(_ once: @escaping () -> Once) -> (ExploreRun) -> Void {
                { run in
                    let once = once()
                    run.thread("a") { once.get() }
                    run.thread("b") { once.get() }
                    run.check { run.expect(once.made == 1) }
                }
            }
            expectFound(body(Once.init))
            expectNone(body(LockedOnce.init))
        }
    }
}

/// An error that a check throws.
struct Unmet: Error, CustomStringConvertible {
    let description: String
}

/// Throws unless the condition holds.
func demand(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    if !condition { throw Unmet(description: message()) }
}
