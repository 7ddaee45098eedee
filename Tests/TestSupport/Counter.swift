import Foundation

#if canImport(Synchronization) && !canImport(Darwin)
    import Synchronization
#endif

/// A number that any thread may change and read.
///
/// `value`, `add` and `set` are relaxed where the platform's atomics are at hand, so that they order nothing and hide no
/// race from the thread sanitizer; what a test reads at its end is ordered by joining the threads. `ordered` and
/// `setOrdered` are sequentially consistent, for tests that argue with what came first.
public final class Counter: @unchecked Sendable {
    #if canImport(Synchronization) && !canImport(Darwin)
        private let storage: Atomic<Int>

        public init(_ value: Int = 0) {
            storage = Atomic(value)
        }

        public var value: Int { storage.load(ordering: .relaxed) }

        /// Adds `amount`; returns the sum.
        @discardableResult
        public func add(_ amount: Int = 1) -> Int {
            storage.add(amount, ordering: .relaxed).newValue
        }

        public func set(_ value: Int) {
            storage.store(value, ordering: .relaxed)
        }

        public var ordered: Int { storage.load(ordering: .sequentiallyConsistent) }

        public func setOrdered(_ value: Int) {
            storage.store(value, ordering: .sequentiallyConsistent)
        }
    #else
        private let lock = NSLock()
        private var number: Int

        public init(_ value: Int = 0) {
            number = value
        }

        public var value: Int { lock.withLock { number } }

        /// Adds `amount`; returns the sum.
        @discardableResult
        public func add(_ amount: Int = 1) -> Int {
            lock.withLock {
                number += amount
                return number
            }
        }

        public func set(_ value: Int) {
            lock.withLock { number = value }
        }

        public var ordered: Int { value }

        public func setOrdered(_ value: Int) {
            set(value)
        }
    #endif
}
