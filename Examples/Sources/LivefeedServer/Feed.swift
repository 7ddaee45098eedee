#if Server
    import Foundation
    import Millrace
    import NIOConcurrencyHelpers

    /// **The use of Millrace**: one subject for all that happens, with what has happened before; for each filter what it
    /// lets through, shared by the clients that have the same filter; and for each client a queue with a bound.
    package final class Feed: Hub {
        /// The lines; `nil` is the end.
        private let lines = PublishSubject<Moment?>()
        private let history: BehaviorSubject<History>
        /// The source of each filter that a client has.
        private let filtered = NIOLockedValueBox<[Filter: Observable<History>]>([:])

        /// - Parameters:
        ///   - empty: a history of nothing, which says how much is kept.
        ///   - clock: what the totals are sent by, once a second.
        package init(
            _ empty: History = History(),
            clock: SchedulerType = SerialDispatchQueueScheduler(qos: .utility)
        ) {
            history = BehaviorSubject(value: empty)
            let seconds = Observable<Int>.interval(.seconds(1), scheduler: clock)
                .map { Optional(Moment.second($0, time: milliseconds(clock.now))) }
            // Lines come on the reader's thread and seconds on the clock's; after `merge` comes one at a time. The end comes
            // the same way, so that it does not overtake a line that waits there.
            _ = Observable.merge(lines.asObservable(), seconds)
                .take(while: { $0 != nil })
                .compactMap { $0 }
                .scan(into: empty) { $0.add($1) }
                .subscribe(history)
        }

        package func publish(_ entry: Entry) {
            lines.onNext(.line(entry))
        }

        package func finish() {
            lines.onNext(nil)
        }

        package func record(of number: Int) -> [Entry] {
            (try? history.value())?.record(of: number) ?? []
        }

        /// The shared source sends what it has at once, then what comes, without a gap or a repetition.
        package func frames(
            _ wish: Wish,
            capacity: Int,
            for client: Client
        ) -> AsyncValues<Frame, any Error>.Batches {
            let reason: Clients.Reason = wish.overflow == .dropOldest ? .dropOldest : .dropNewest
            let selection = Selection(wish, client)
            return
                filtered(wish.filter)
                .compactMap { selection.frame(of: $0) }
                .values(capacity: capacity, overflow: wish.overflow, onDrop: { _ in client.countDropped(reason) })
                .batches
        }

        /// The history, each time something has come that the filter lets through.
        ///
        /// A line is looked into once for each filter, not once for each client. A client that connects gets the newest
        /// history that the other clients of the filter have got. What has come since then, the filter does not let
        /// through.
        ///
        /// The source is forgotten when its last client leaves. A client that has found it just before subscribes to it
        /// again, so it works, but later clients make another source. Forgetting that one too early does no more harm.
        private func filtered(_ filter: Filter) -> Observable<History> {
            filtered.withLockedValue { all in
                if let known = all[filter] { return known }
                let news = Observable.deferred { [history] in
                    var isFirst = true
                    return history.filter { history in
                        defer { isFirst = false }
                        return isFirst || history.isNews(to: filter)
                    }
                }
                let new = news.do(onDispose: { [filtered] in
                    // Released after the lock.
                    _ = filtered.withLockedValue { $0.removeValue(forKey: filter) }
                })
                .share(replay: 1)
                all[filter] = new
                return new
            }
        }
    }

    /// What one client gets of the history: all that it wants at first, then what comes.
    ///
    /// What this takes is in one object, since each line that the filter lets through is offered to each of its clients.
    private final class Selection {
        private let wish: Wish
        private let client: Client
        private var isConnected = false

        init(_ wish: Wish, _ client: Client) {
            self.wish = wish
            self.client = client
        }

        func frame(of history: History) -> Frame? {
            let frame = isConnected ? history.newest(after: wish.after) : history.all(for: wish)
            isConnected = true
            if frame != nil { client.countSent() }
            return frame
        }
    }
#endif
