#if DEBUG
    import Dispatch

    /// Detects, in debug builds, two threads inside one observer, or inside one operator that keeps state between
    /// elements.
    ///
    /// The second caller leaves its call stack. The first caller finds that call stack when it returns, and reports
    /// both, at most once a second.
    @usableFromInline
    final class OverlapDetector: @unchecked Sendable {
        private struct Visit {
            var owner: ThreadIdentity?
            var depth = 0
            var intruder: CallStack?
            var nextReport = DispatchTime(uptimeNanoseconds: 1)
        }

        private let visit = Locked(Visit())

        @usableFromInline
        init() {}

        /// Calls `body`. `place` is called only when there is something to report.
        @usableFromInline
        func guarding(_ place: () -> String, _ body: () -> Void) {
            let owns = enter()
            body()
            guard owns, let intruder = leave() else { return }
            let stacks = CallStack.lines(CallStack(readable: Hooks.printsOverlaps), intruder)
            Hooks.overlapHandler(place(), stacks.one, stacks.other)
        }

        /// Returns `receive` with a detector around it, for one sink.
        @usableFromInline
        static func guarding<Sink, Element>(
            _ receive: @escaping (Sink, Element) -> Void,
            _ place: @escaping (Sink) -> String
        ) -> (Sink, Element) -> Void {
            let overlap = OverlapDetector()
            return { sink, element in overlap.guarding({ place(sink) }) { receive(sink, element) } }
        }

        private func enter() -> Bool {
            let thread = ThreadIdentity.current
            let (owns, reports) = visit.access { visit in
                if let owner = visit.owner, owner != thread {
                    let now = DispatchTime.now()
                    if now < visit.nextReport { return (false, false) }
                    visit.nextReport = now + .seconds(1)
                    return (false, true)
                }
                visit.owner = thread
                visit.depth += 1
                return (true, false)
            }
            if reports {
                let stack = CallStack(readable: Hooks.printsOverlaps)
                // The first thread may have left meanwhile; then nobody reports.
                visit.access { if $0.owner != nil { $0.intruder = stack } }
            }
            return owns
        }

        private func leave() -> CallStack? {
            visit.access { visit in
                visit.depth -= 1
                if visit.depth > 0 { return nil }
                visit.owner = nil
                return exchange(&visit.intruder, for: nil)
            }
        }
    }
#endif
