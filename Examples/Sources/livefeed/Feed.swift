#if Server
    import LogReading
    import Millrace
    import NIOCore

    /// **The use of Millrace**: one subject for the lines, and for each client what it makes of the subject with `filter`,
    /// `map` and `merge`, through a queue with a bound.
    final class Feed: Hub {
        private let entries = ReplaySubject<Entry>.create(bufferSize: Past.lines)
        private let totals = ReplaySubject<ByteBuffer>.create(bufferSize: Past.totals)
        private let sampling: Disposable

        init() {
            let counted = entries.scan(into: Totals()) { $0.add($1.severity) }.startWith(Totals())
            sampling = Observable<Int>
                .interval(.seconds(1), scheduler: SerialDispatchQueueScheduler(qos: .utility))
                .withLatestFrom(counted)
                .map { $0.frame(time: milliseconds()) }
                .subscribe(totals)
        }

        func publish(_ entry: Entry) {
            entries.onNext(entry)
        }

        func finish() {
            sampling.dispose()
            totals.onCompleted()
            entries.onCompleted()
        }

        func frames(
            _ filter: Filter,
            after number: Int,
            capacity: Int,
            onDrop: @escaping @Sendable (Int) -> Void
        ) -> AsyncValues<ByteBuffer, any Error>.Batches {
            let lines = entries.filter { $0.number > number && filter.wants($0) }.map(\.frame)
            return Observable.merge(totals, lines)
                .values(capacity: capacity, overflow: .dropOldest, onDrop: onDrop)
                .batches
        }
    }
#endif
