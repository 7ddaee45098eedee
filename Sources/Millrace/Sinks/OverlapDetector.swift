#if DEBUG
    /// Detects, in debug builds, two threads inside one observer, or inside one operator that keeps state between
    /// elements.
    ///
    /// The second caller leaves its call stack. The first caller finds that call stack when it returns, and reports
    /// both.
    @usableFromInline
    final class OverlapDetector: @unchecked Sendable {
        private struct Visit {
            var owner: ThreadIdentity?
            var depth = 0
            var intruder: [String]?
        }

        private let visit = Locked(Visit())

        @usableFromInline
        init() {}

        /// Calls `body`. `place` is called only when there is something to report.
        @usableFromInline
        func guarding(_ place: () -> String, _ body: () -> Void) {
            let owns = enter()
            body()
            if owns, let intruder = leave() { Hooks.overlapHandler(place(), callStackSymbols(), intruder) }
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
            let thread = ThreadIdentity.current
            let owns = visit.access { visit in
                if let owner = visit.owner, owner != thread { return false }
                visit.owner = thread
                visit.depth += 1
                return true
            }
            if owns { return true }
            let stack = callStackSymbols()
            // The first thread may have left meanwhile; then nobody reports.
            visit.access { if $0.owner != nil && $0.intruder == nil { $0.intruder = stack } }
            return false
        }

        private func leave() -> [String]? {
            visit.access { visit in
                visit.depth -= 1
                if visit.depth > 0 { return nil }
                visit.owner = nil
                return exchange(&visit.intruder, for: nil)
            }
        }
    }
#endif
