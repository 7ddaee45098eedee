#if Server
    import Foundation
    import Millrace

    /// **The use of Millrace**: one subject for the lines, and for each client what it makes of the subject with `compactMap`
    /// and `merge`, through a queue with a bound.
    package final class Feed: Hub {
        private let entries = ReplaySubject<Entry>.create(bufferSize: Past.lines)
        private let totals = ReplaySubject<Frame>.create(bufferSize: Past.totals)
        private let sampling: Disposable

        /// - Parameter clock: what the totals are sent by, once a second.
        package init(clock: SchedulerType = SerialDispatchQueueScheduler(qos: .utility)) {
            let counted = entries.scan(into: Totals()) { $0.add($1) }.startWith(Totals())
            sampling = Observable<Int>.interval(.seconds(1), scheduler: clock)
                .withLatestFrom(counted) { $1.frame(number: $0, time: milliseconds(clock.now)) }
                .subscribe(totals)
        }

        package func publish(_ entry: Entry) {
            entries.onNext(entry)
        }

        package func finish() {
            sampling.dispose()
            totals.onCompleted()
            entries.onCompleted()
        }

        package func frames(
            _ wish: Wish,
            capacity: Int,
            for client: Client
        ) -> AsyncValues<Frame, any Error>.Batches {
            let lines = entries.compactMap { $0.number > wish.after && wish.filter.wants($0) ? $0.frame : nil }
            let reason: Clients.Reason = wish.overflow == .dropOldest ? .dropOldest : .dropNewest
            return Observable.merge(totals, lines)
                .map { frame in
                    client.countSent()
                    return frame
                }
                .values(capacity: capacity, overflow: wish.overflow, onDrop: { _ in client.countDropped(reason) })
                .batches
        }
    }
#endif
