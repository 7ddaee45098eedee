#if DEBUG
    import Dispatch

    /// Detects, in debug builds, two threads inside one observer, or inside one operator that keeps state between
    /// elements.
    ///
    /// A thread that enters while another one is inside takes part in a `Meeting`, and so does the other one when it
    /// leaves. Each adds its call stack; the thread that comes second reports. So an overlap is reported however short
    /// the calls are. At most one meeting a second is held for each observer.
    @usableFromInline
    final class OverlapDetector: @unchecked Sendable {
        /// The call stacks of two threads that overlap.
        private final class Meeting: Sendable {
            private let stacks = Locked<(first: CallStack?, second: CallStack?)>((nil, nil))

            /// Adds the calling thread's stack. The thread that comes second gets both.
            func arrive(asFirst: Bool) -> (first: CallStack, second: CallStack)? {
                let stack = CallStack()
                let (first, second) = stacks.access { stacks in
                    if asFirst { stacks.first = stack } else { stacks.second = stack }
                    return stacks
                }
                guard let first, let second else { return nil }
                return (first, second)
            }
        }

        private struct Visit {
            var owner: ThreadIdentity?
            var depth = 0
            var meeting: Meeting?
            var nextReport = DispatchTime(uptimeNanoseconds: 1)
        }

        private let visit = Locked(Visit())

        @usableFromInline
        init() {}

        /// Calls `body`. `place` is called only when there is something to report.
        @usableFromInline
        func guarding(_ place: () -> String, _ body: () -> Void) {
            let owns = enter(place)
            body()
            if owns, let meeting = leave() { take(part: true, in: meeting, place) }
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

        private func take(part asFirst: Bool, in meeting: Meeting, _ place: () -> String) {
            guard let stacks = meeting.arrive(asFirst: asFirst) else { return }
            Hooks.reportOverlap(place(), stacks.first, stacks.second)
        }

        /// False: another thread is inside.
        private func enter(_ place: () -> String) -> Bool {
            let thread = ThreadIdentity.current
            let (owns, meeting) = visit.access { visit -> (Bool, Meeting?) in
                guard let owner = visit.owner, owner != thread else {
                    visit.owner = thread
                    visit.depth += 1
                    return (true, nil)
                }
                let now = DispatchTime.now()
                if visit.meeting != nil || now < visit.nextReport { return (false, nil) }
                visit.nextReport = now + .seconds(1)
                // Before the other thread can leave, which it then does not do unnoticed.
                visit.meeting = Meeting()
                return (false, visit.meeting)
            }
            if let meeting { take(part: false, in: meeting, place) }
            return owns
        }

        private func leave() -> Meeting? {
            visit.access { visit in
                visit.depth -= 1
                if visit.depth > 0 { return nil }
                visit.owner = nil
                return exchange(&visit.meeting, for: nil)
            }
        }
    }
#endif
