#if Server
    import Foundation
    import Millrace

    /// **The use of Millrace**: one subject for all that happens, with what has happened before; and for each client what
    /// it wants of that, through a queue with a bound.
    package final class Feed: Hub {
        private let entries = PublishSubject<Entry>()
        private let history: BehaviorSubject<History>
        private let end = PublishSubject<Void>()

        /// - Parameters:
        ///   - empty: a history of nothing, which says how much is kept.
        ///   - clock: what the totals are sent by, once a second.
        package init(
            _ empty: History = History(),
            clock: SchedulerType = SerialDispatchQueueScheduler(qos: .utility)
        ) {
            history = BehaviorSubject(value: empty)
            let lines = entries.map { Moment.line($0) }
            let seconds = Observable<Int>.interval(.seconds(1), scheduler: clock)
                .map { Moment.second($0, time: milliseconds(clock.now)) }
            // Lines come on the reader's thread and seconds on the clock's; after `merge` comes one at a time.
            _ = Observable.merge(lines, seconds)
                .take(until: end)
                .scan(into: empty) { $0.add($1) }
                .subscribe(history)
        }

        package func publish(_ entry: Entry) {
            entries.onNext(entry)
        }

        package func finish() {
            end.onNext(())
        }

        /// The subject sends what it has at once, then what comes, without a gap or a repetition.
        package func frames(
            _ wish: Wish,
            capacity: Int,
            for client: Client
        ) -> AsyncValues<Frame, any Error>.Batches {
            let reason: Clients.Reason = wish.overflow == .dropOldest ? .dropOldest : .dropNewest
            let selection = Selection(wish, client)
            return
                history
                .compactMap { selection.frame(of: $0) }
                .values(capacity: capacity, overflow: wish.overflow, onDrop: { _ in client.countDropped(reason) })
                .batches
        }
    }

    /// What one client gets of the history: all that it wants at first, then what comes.
    ///
    /// Each line is offered to each client, and most clients do not want it. So all that this takes is in one object.
    private final class Selection {
        private let wish: Wish
        private let client: Client
        private var isConnected = false

        init(_ wish: Wish, _ client: Client) {
            self.wish = wish
            self.client = client
        }

        func frame(of history: History) -> Frame? {
            let frame = isConnected ? history.newest(for: wish) : history.all(for: wish)
            isConnected = true
            if frame != nil { client.countSent() }
            return frame
        }
    }
#endif
