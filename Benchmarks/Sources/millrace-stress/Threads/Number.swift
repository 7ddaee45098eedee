import StressSupport

/// A number that any thread may change and read.
///
/// `value` and `add` order nothing, so that they hide no race from the thread sanitizer; `ordered`, `setOrdered` and
/// `addOrdered` are sequentially consistent, for checks that argue with what came first.
final class Number: @unchecked Sendable {
    private let storage: UnsafeMutablePointer<Int64>

    init(_ value: Int = 0) {
        storage = .allocate(capacity: 1)
        storage.initialize(to: Int64(value))
    }

    deinit { storage.deallocate() }

    var value: Int { Int(stress_load(storage)) }

    /// Returns the sum.
    @discardableResult
    func add(_ amount: Int = 1) -> Int { Int(stress_add(storage, Int64(amount))) }

    var ordered: Int { Int(stress_load_ordered(storage)) }

    func setOrdered(_ value: Int) { stress_store_ordered(storage, Int64(value)) }

    /// Returns the sum.
    @discardableResult
    func addOrdered(_ amount: Int = 1) -> Int { Int(stress_add_ordered(storage, Int64(amount))) }
}
