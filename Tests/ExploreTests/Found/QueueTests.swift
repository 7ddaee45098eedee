import Foundation
import Millrace
import MillraceExplore
import Testing

/// Queues between threads, with wake-ups that are forgotten and with none.
extension Explorations {
    @Suite struct QueueTests {
        /// What arrives is handled by the thread that finds nobody at work. The broken one says that it has gone after
        /// it has looked for the last time, in a step of its own.
        private final class WorkQueue {
            private let lock = NSLock()
            private var waiting: [Int] = []
            private var isAtWork = false
            private(set) var handled: [Int] = []
            private let isBroken: Bool

            init(isBroken: Bool) {
                self.isBroken = isBroken
            }

            var left: Int { lock.withLock { waiting.count } }

            func push(_ element: Int) {
                let begins = lock.withLock {
                    waiting.append(element)
                    defer { isAtWork = true }
                    return !isAtWork
                }
                if begins { work() }
            }

            private func work() {
                while true {
                    let next = lock.withLock { () -> Int? in
                        if waiting.isEmpty {
                            if !isBroken { isAtWork = false }
                            return nil
                        }
                        return waiting.removeFirst()
                    }
                    guard let next else { break }
                    handled.append(next)
                }
                if isBroken { lock.withLock { isAtWork = false } }
            }
        }

        @Test func aQueueForgetsAWakeUp() {
            func body(_ isBroken: Bool) -> (ExploreRun) -> Void {
                { run in
                    let queue = WorkQueue(isBroken: isBroken)
                    run.thread("a") {
                        queue.push(1); queue.push(2)
                    }
                    run.thread("b") { queue.push(3) }
                    run.check { #expect(queue.handled.count == 3 && queue.left == 0) }
                }
            }
            expectFound(body(true))
            expectNone(body(false))
        }

        /// A consumer that waits on a condition. The broken producer signals before it has added.
        private final class Mailbox {
            private let condition = NSCondition()
            private var letters: [Int] = []
            private let isBroken: Bool

            init(isBroken: Bool) {
                self.isBroken = isBroken
            }

            func put(_ letter: Int) {
                if isBroken {
                    condition.signal()
                    condition.lock()
                    letters.append(letter)
                    condition.unlock()
                } else {
                    condition.lock()
                    letters.append(letter)
                    condition.signal()
                    condition.unlock()
                }
            }

            func take() -> Int {
                condition.lock()
                defer { condition.unlock() }
                while letters.isEmpty { condition.wait() }
                return letters.removeFirst()
            }
        }

        @Test func aConsumerIsNeverWoken() {
            func body(_ isBroken: Bool) -> (ExploreRun) -> Void {
                { run in
                    let mailbox = Mailbox(isBroken: isBroken)
                    run.thread("consumer") { _ = mailbox.take() }
                    run.thread("producer") { mailbox.put(1) }
                }
            }
            if Explore.isExplored {
                let failure = expectFound(body(true))
                #expect(failure?.kind == .blockedOutside(["consumer"]))
                #expect(failure?.description.contains("consumer sleeps in the system") == true)
            }
            expectNone(body(false))
        }

        @Test func aWaitForAConditionLeavesItsMutexToAnotherThread() {
            // Often, so that it is not enough if the other thread gets the mutex some times in a schedule.
            expectNone(preemptions: 0, random: 300, seed: 1) { run in
                let condition = NSCondition()
                var sent = 0
                run.thread("consumer") {
                    condition.lock()
                    while sent < 200 {
                        Explore.point()
                        condition.wait()
                    }
                    condition.unlock()
                }
                run.thread("producer") {
                    for _ in 0..<200 {
                        condition.lock()
                        sent += 1
                        condition.signal()
                        condition.unlock()
                    }
                }
            }
        }

        @Test func aSemaphoreOrdersTwoThreads() {
            expectNone { run in
                let semaphore = DispatchSemaphore(value: 0)
                let subject = PublishSubject<Int>()
                var seen: [Int] = []
                let subscription = subject.subscribe(onNext: { seen.append($0) })
                run.thread("second") {
                    semaphore.wait(); subject.onNext(2)
                }
                run.thread("first") {
                    subject.onNext(1); semaphore.signal()
                }
                run.check {
                    run.expect(seen == [1, 2], "\(seen)")
                    subscription.dispose()
                }
            }
        }

        @Test func aThreadWaitsForWhatIsOutside() {
            expectNone(preemptions: 1, random: 20) { run in
                run.thread("sleeper") {
                    usleep(1_000); Explore.point()
                }
                run.thread("other") {
                    Explore.point(); Explore.point()
                }
                run.thread("queue") { DispatchQueue.global().sync { usleep(100) } }
            }
        }
    }
}
