/// An object whose instances are counted, so that a test sees when a capture is released, and on which thread.
package final class Token: @unchecked Sendable {
    /// Counts the living tokens that were made with it.
    package final class Tally: @unchecked Sendable {
        fileprivate let alive = Counter()
        fileprivate let onRelease: (@Sendable () -> Void)?

        /// `onRelease` is called by the `deinit` of each token.
        package init(onRelease: (@Sendable () -> Void)? = nil) {
            self.onRelease = onRelease
        }

        /// How many tokens are alive.
        package var count: Int { alive.value }
    }

    private let tally: Tally

    package init(_ tally: Tally) {
        self.tally = tally
        tally.alive.add()
    }

    deinit {
        tally.onRelease?()
        tally.alive.add(-1)
    }

    /// Does nothing; a closure that calls it captures the token.
    @inline(never)
    package func keep() {}

    /// Returns `value`; a closure that calls it captures the token.
    @inline(never)
    package func keep<Value>(_ value: Value) -> Value { value }
}
