#if DEBUG || TRACE_RESOURCES
    import CMillrace

    /// A number for statistics, which several threads change and which orders nothing: counting hides no race from the
    /// thread sanitizer.
    final class RelaxedCounter: @unchecked Sendable {
        // Touched only through its address.
        @exclusivity(unchecked)
        private var storage = mr_counter()

        var value: Int64 {
            get { mr_counter_value_relaxed(&storage) }
            set { mr_counter_set_relaxed(&storage, newValue) }
        }

        /// Adds `amount` and returns the value from before.
        @discardableResult
        func add(_ amount: Int64) -> Int64 { mr_counter_add_relaxed(&storage, amount) }
    }
#endif
