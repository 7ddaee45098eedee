#if DEBUG || TRACE_RESOURCES
    import CMillrace

    /// A number for statistics that several threads change; it orders nothing (mr_tally.h).
    final class Tally: @unchecked Sendable {
        // Touched through its address alone; must stay the first stored property.
        @exclusivity(unchecked)
        private var storage = mr_tally()

        private var address: UnsafeMutablePointer<mr_tally> {
            (Unmanaged.passUnretained(self).toOpaque() + ObjectLayout.header).assumingMemoryBound(to: mr_tally.self)
        }

        var value: Int64 {
            get { mr_tally_value(address) }
            set { mr_tally_set(address, newValue) }
        }

        /// Adds `amount` and returns the value from before.
        @discardableResult
        func add(_ amount: Int64) -> Int64 { mr_tally_add(address, amount) }

        /// Makes it at least `value`.
        func raise(to value: Int64) { mr_tally_raise(address, value) }
    }
#endif
