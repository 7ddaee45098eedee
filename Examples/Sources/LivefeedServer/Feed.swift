#if Server
    import Foundation
    import Millrace

    /// **The use of Millrace**: one subject for all that happens, with what has happened before; and for each client what
    /// it wants of that, through a queue with a bound.
    package final class Feed: Hub {
        private let entries = PublishSubject<Entry>()
        private let history = BehaviorSubject(value: History())
        private let end = PublishSubject<Void>()

        /// - Parameter clock: what the totals are sent by, once a second.
        package init(clock: SchedulerType = SerialDispatchQueueScheduler(qos: .utility)) {
            let lines = entries.map { Moment.line($0) }
            let seconds = Observable<Int>.interval(.seconds(1), scheduler: clock)
                .map { Moment.second($0, time: milliseconds(clock.now)) }
            // Lines come on the reader's thread and seconds on the clock's; after `merge` comes one at a time.
            _ = Observable.merge(lines, seconds)
                .take(until: end)
                .scan(into: History()) { $0.add($1) }
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
            var isConnected = false
            return
                history
                .compactMap { history in
                    let frame = isConnected ? history.newest(for: wish) : history.all(for: wish)
                    isConnected = true
                    if frame != nil { client.countSent() }
                    return frame
                }
                .values(capacity: capacity, overflow: wish.overflow, onDrop: { _ in client.countDropped(reason) })
                .batches
        }
    }
#endif
