#if DEBUG
    import Foundation

    /// Detects, in debug builds, two threads inside one observer, or inside one operator that keeps state between
    /// elements.
    ///
    /// The second caller leaves its call stack. The first caller finds that call stack when it returns, and reports
    /// both.
    @usableFromInline
    final class OverlapDetector: @unchecked Sendable {
        private let lock = NSLock()
        private var owner: pthread_t?
        private var depth = 0
        private var intruder: [String]?

        @usableFromInline
        init() {}

        /// Calls `body`. `place` is called only when there is something to report.
        @usableFromInline
        func guarding(_ place: () -> String, _ body: () -> Void) {
            let owns = enter()
            body()
            if owns, let intruder = leave() { Hooks.overlapHandler(place(), Thread.callStackSymbols, intruder) }
        }

        /// Returns `receive` with a detector around it, for one sink.
        @usableFromInline
        static func guarding<Sink, Element>(
            _ receive: @escaping (Sink, Element) -> Void,
            _ place: @escaping () -> String
        ) -> (Sink, Element) -> Void {
            let overlap = OverlapDetector()
            return { sink, element in overlap.guarding(place) { receive(sink, element) } }
        }

        private func enter() -> Bool {
            let thread = pthread_self()
            lock.lock()
            defer { lock.unlock() }
            if let owner, pthread_equal(owner, thread) == 0 {
                intruder = intruder ?? Thread.callStackSymbols
                return false
            }
            owner = thread
            depth += 1
            return true
        }

        private func leave() -> [String]? {
            lock.lock()
            defer { lock.unlock() }
            depth -= 1
            if depth > 0 { return nil }
            owner = nil
            defer { intruder = nil }
            return intruder
        }
    }
#endif
