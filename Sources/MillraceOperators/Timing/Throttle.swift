import Millrace

extension ObservableType {
    /// Emits an element, and then at most one when the source made for the element emitted last emits or completes.
    ///
    /// ```
    /// source                     -abc------d---|
    /// throttle(by: { _ in 3s })  -a--c-----d---|
    /// ```
    ///
    /// - **Emits** an element at once if no duration runs. A duration begins with each element that is emitted, and ends
    ///   when the source made for that element emits its first element or completes. Of the elements that come meanwhile,
    ///   the latest is emitted then, and the next duration begins with it.
    /// - **Completes** when the source does: at once if no element waits, otherwise right after the element that waits
    ///   has been emitted.
    /// - **Fails** as soon as the source or a duration does, or with the error that `durationSelector` throws. An element
    ///   that waits is dropped.
    /// - **Disposal** disposes the subscriptions to the source and to the source of the duration, and drops an element
    ///   that waits.
    /// - **Thread**: an element that need not wait comes on the thread that the source emits on, other elements on the
    ///   thread that the duration ends on; `durationSelector` is called there, after the element has been delivered. If
    ///   another thread is delivering at that moment, that thread delivers the event instead.
    /// - **Complexity**: O(1) for each element, one subscription for each element that is emitted; memory for one element.
    ///
    /// ```swift
    /// let positions = PublishSubject<Int>()
    /// let frame = PublishSubject<Void>()
    /// let subscription = positions
    ///     .throttle(by: { _ in frame })
    ///     .subscribe(onNext: { print($0) })
    /// for position in 1...3 { positions.onNext(position) }
    /// frame.onNext(())
    /// frame.onNext(())
    /// positions.onNext(4)
    /// // 1
    /// // 3
    /// // 4
    /// ```
    ///
    /// - Parameter durationSelector: makes, for each element that is emitted, the source that says until when no other
    ///   element is.
    @inlinable
    public func throttle<Source: ObservableConvertibleType>(
        by durationSelector: @escaping (Element) throws -> Source
    ) -> Observable<Element> {
        withDurations(state: Waiting<Element>.nothing) { sink, durations, event in
            func send(_ element: Element) throws {
                // What an observer makes the source emit meanwhile waits.
                _ = durations.hold()
                sink.forward(element)
                if sink.isOpen { durations.start(try durationSelector(element)) }
            }
            switch event {
            case .next(let element):
                guard durations.isRunning else { return try send(element) }
                releaseValue(sink.exchangeState(for: .element(element)))
            case .elapsed:
                switch sink.exchangeState(for: .nothing) {
                case .nothing: break
                case .element(let element): try send(element)
                case .last(let element):
                    sink.forward(element)
                    sink.finish()
                }
            case .completed:
                guard case .element(let element) = sink.exchangeState(for: .nothing) else { return sink.finish() }
                releaseValue(sink.exchangeState(for: .last(element)))
            }
        }
    }

    /// Emits, `duration` after an element has come, the latest element that has come by then.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 2, c at 3, d at 8, the end at 14. Result: c at 4, d at 11,
    /// the end at 14.](marbles-audit)
    ///
    /// ```
    /// source     -abc------d---|
    /// audit(3s)  ----c--------d|
    /// ```
    ///
    /// - **Emits** the latest element when the time is over. The time begins with the first element, and again with the
    ///   first element after it is over.
    /// - **Completes** when the source does: at once if no time runs, otherwise when the time is over, right after the
    ///   latest element.
    /// - **Fails** as soon as the source does. An element that waits is dropped.
    /// - **Disposal** disposes the source's subscription and stops the timer.
    /// - **Thread**: emits on `scheduler`; if another thread is delivering at that moment, that thread delivers the event
    ///   instead.
    /// - **Complexity**: O(1) for each element; one scheduled action for each element that is emitted; memory for one
    ///   element.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let positions = scheduler.cold("-abc------d-----|")  // each character is a second
    /// let subscription = positions
    ///     .audit(.seconds(3), scheduler: scheduler)
    ///     .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
    /// scheduler.start()
    /// // 4 s: c
    /// // 13 s: d
    /// ```
    ///
    /// - Parameters:
    ///   - duration: how long elements are collected.
    ///   - scheduler: the scheduler whose clock is used.
    @inlinable
    public func audit(_ duration: RxTimeInterval, scheduler: SchedulerType) -> Observable<Element> {
        withDurations(state: Waiting<Element>.nothing) { sink, durations, event in
            switch event {
            case .next(let element):
                let former = sink.exchangeState(for: .element(element))
                if !durations.isRunning {
                    durations.start(Observable<Int>.timer(duration, scheduler: scheduler))
                }
                releaseValue(former)
            case .elapsed:
                switch sink.exchangeState(for: .nothing) {
                case .nothing: break
                case .element(let element): sink.forward(element)
                case .last(let element):
                    sink.forward(element)
                    sink.finish()
                }
            case .completed:
                guard case .element(let element) = sink.exchangeState(for: .nothing) else { return sink.finish() }
                releaseValue(sink.exchangeState(for: .last(element)))
            }
        }
    }
}

/// The element that waits for the end of a duration.
@usableFromInline
enum Waiting<Element> {
    case nothing
    case element(Element)
    /// The source has completed.
    case last(Element)
}
