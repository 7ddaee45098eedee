import Millrace

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ObservableType {
    /// Emits the elements that came within `duration` of the source's completion, when the source completes.
    ///
    /// ```
    /// source             --a-----b-c-|
    /// takeLast(for: 5s)  ------------(bc|)
    /// ```
    ///
    /// - **Emits** the elements that are younger than `duration` at the completion, in order.
    /// - **Completes** when the source does, after emitting these elements.
    /// - **Fails** when the source does, without emitting any element.
    /// - **Disposal** disposes the source's subscription and releases the elements that are kept. An emission of these
    ///   elements that is under way stops between two elements.
    /// - **Thread**: emits on the thread that the source completes on.
    /// - **Complexity**: O(1) for each element. Memory for the elements that come within `duration`, however many: if
    ///   they may be too many, put `throttle` or `sample` in front. Ages of less than a microsecond, the resolution of
    ///   `Date`, are not told apart.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let log = scheduler.cold("-a----bc-|")  // each character is a second
    /// let subscription = log
    ///     .takeLast(for: .seconds(5), scheduler: scheduler)
    ///     .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
    /// scheduler.start()
    /// // 9 s: b
    /// // 9 s: c
    /// ```
    ///
    /// - Parameters:
    ///   - duration: how old an element may be.
    ///   - scheduler: the scheduler whose clock is used.
    @inlinable
    public func takeLast(for duration: RxTimeInterval, scheduler: SchedulerType) -> Observable<Element> {
        typealias Dated = (element: Element, time: RxTime)
        typealias Dating = StatefulSink<Fifo<Dated>, Element, Element>
        let stopwatch = scheduler.stopwatch
        /// Takes out one element that is too old.
        func takeExpired(_ sink: Dating, _ now: RxTime) -> Dated? {
            sink.withState { kept in
                guard let time = kept.oldest?.time else { return nil }
                return duration.hasPassed(from: time, to: now) ? kept.popFirst() : nil
            }
        }
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: Dating.self)
            let now = stopwatch.reading
            sink.withState { $0.append((element, now)) }
            while let expired = takeExpired(sink, now) { releaseValue(expired) }
        }
        let complete: CompletingSink<Fifo<Dated>, Element, Element>.Complete = { sink in
            let now = stopwatch.reading
            while let expired = takeExpired(sink, now) { releaseValue(expired) }
            while let kept = sink.withState({ $0.popFirst() }) { sink.forward(kept.element) }
            sink.finish()
        }
        return Operator(asObservable()) {
            CompletingSink<Fifo<Dated>, Element, Element>($0, state: Fifo(), receive: receive, complete: complete)
        }
    }
}

extension RxTimeInterval {
    /// To the microsecond: dates are not exact.
    @usableFromInline
    func hasPassed(from start: RxTime, to now: RxTime) -> Bool {
        remaining(from: start, to: now).saturatedNanoseconds < 1_000
    }
}
