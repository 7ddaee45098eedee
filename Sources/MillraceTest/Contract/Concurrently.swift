import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(WASILibc)
    import WASILibc
#endif

/// Runs each body on a thread of its own, all beginning together, and returns when all have returned.
package func concurrently(stackSize: Int = TestThread.usualStack, _ bodies: [() -> Void]) {
    let gate = Rendezvous(bodies.count)
    let threads = bodies.map { body in
        TestThread(stackSize: stackSize) {
            gate.meet()
            body()
        }
    }
    for thread in threads { thread.join() }
}

/// Runs each body on a thread of its own, all beginning together, and returns when all have returned.
package func concurrently(_ bodies: (() -> Void)...) {
    concurrently(bodies)
}

/// A point where a number of threads wait for each other, any number of times.
///
/// The threads spin, so that all leave within a fraction of a microsecond if there are enough cores. They also yield,
/// so that they leave at all if there are not.
package final class Rendezvous: @unchecked Sendable {
    private let parties: Int
    private let arrived = Counter()
    private let lock = NSLock()

    package init(_ parties: Int) {
        self.parties = parties
    }

    package func meet(file: StaticString = #filePath, line: UInt = #line) {
        // The lock orders what the threads did before; the counter alone would not.
        lock.lock()
        let number = arrived.add() - 1
        lock.unlock()
        let wanted = (number / parties + 1) * parties
        let patience = Patience()
        var spins = 0
        while arrived.value < wanted {
            spins += 1
            if spins % 64 == 0 { sched_yield() }
            if spins % 4_096 == 0 { patience.check(file: file, line: line) }
        }
        lock.lock()
        lock.unlock()
    }
}
