import Foundation

#if canImport(Synchronization) && !canImport(Darwin)
    import Synchronization
#endif

/// A number that any thread may change and read.
///
/// `value`, `add` and `set` are relaxed where the platform's atomics are available, so that they order nothing and hide
/// no race from the thread sanitizer. What a test reads at its end is ordered by joining the threads. `ordered` and
/// `setOrdered` are sequentially consistent, for tests that depend on the order of events.
package final class Counter: @unchecked Sendable {
    #if canImport(Synchronization) && !canImport(Darwin)
        private let storage: Atomic<Int>

        package init(_ value: Int = 0) {
            storage = Atomic(value)
        }

        package var value: Int { storage.load(ordering: .relaxed) }

        /// Adds `amount`; returns the sum.
        @discardableResult
        package func add(_ amount: Int = 1) -> Int {
            storage.add(amount, ordering: .relaxed).newValue
        }

        package func set(_ value: Int) {
            storage.store(value, ordering: .relaxed)
        }

        package var ordered: Int { storage.load(ordering: .sequentiallyConsistent) }

        package func setOrdered(_ value: Int) {
            storage.store(value, ordering: .sequentiallyConsistent)
        }
    #else
        private let lock = NSLock()
        private var number: Int

        package init(_ value: Int = 0) {
            number = value
        }

        package var value: Int { lock.withLock { number } }

        /// Adds `amount`; returns the sum.
        @discardableResult
        package func add(_ amount: Int = 1) -> Int {
            lock.withLock {
                number += amount
                return number
            }
        }

        package func set(_ value: Int) {
            lock.withLock { number = value }
        }

        package var ordered: Int { value }

        package func setOrdered(_ value: Int) {
            set(value)
        }
    #endif
}
