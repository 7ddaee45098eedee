#if DEBUG || TRACE_RESOURCES
    import CMillrace

    /// A number for statistics that several threads change; it orders nothing (mr_tally.h).
    final class Tally: @unchecked Sendable {
        // Touched through its address alone.
        @exclusivity(unchecked)
        private var storage = mr_tally()

        var value: Int64 {
            get { mr_tally_value(&storage) }
            set { mr_tally_set(&storage, newValue) }
        }

        /// Adds `amount` and returns the value from before.
        @discardableResult
        func add(_ amount: Int64) -> Int64 { mr_tally_add(&storage, amount) }

        /// Makes it at least `value`.
        func raise(to value: Int64) { mr_tally_raise(&storage, value) }
    }
#endif
