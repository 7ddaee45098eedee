import Millrace

extension ObservableType {
    /// Emits an element once nothing has followed it until a source made for the element emits or completes.
    ///
    /// ```
    /// source                      -a-b------c-----|
    /// debounce(by: { _ in 3s })   ------b------c--|
    /// ```
    ///
    /// - **Emits** the latest element when its own source emits its first element or completes. An element is dropped if
    ///   another element follows sooner; its source's subscription is then disposed.
    /// - **Completes** when the source does. An element that waits is emitted first.
    /// - **Fails** as soon as the source or the source made for the latest element does, or with the error that
    ///   `durationSelector` throws. An element that waits is dropped.
    /// - **Disposal** disposes the subscriptions to the source and to the source made for the latest element, and drops
    ///   an element that waits.
    /// - **Thread**: `durationSelector` is called on the thread that the source emits on; an element comes on the thread
    ///   that the source made for it emits on. If another thread is delivering at that moment, that thread delivers the
    ///   event instead.
    /// - **Complexity**: one subscription for each element; memory for one element.
    ///
    /// ```swift
    /// let keys = PublishSubject<String>()
    /// let pause = PublishSubject<Void>()
    /// let subscription = keys
    ///     .debounce(by: { _ in pause })
    ///     .subscribe(onNext: { print($0) })
    /// keys.onNext("m")
    /// keys.onNext("mi")
    /// pause.onNext(())
    /// keys.onNext("mil")
    /// keys.onCompleted()
    /// // mi
    /// // mil
    /// ```
    ///
    /// - Parameter durationSelector: makes, for each element, the source that says how long nothing may follow it.
    @inlinable
    public func debounce<Source: ObservableConvertibleType>(
        by durationSelector: @escaping (Element) throws -> Source
    ) -> Observable<Element> {
        withDurations(state: Element?.none) { sink, durations, event in
            switch event {
            case .next(let element):
                releaseValue(sink.exchangeState(for: element))
                durations.start(try durationSelector(element))
            case .elapsed:
                if let element = sink.exchangeState(for: nil) { sink.forward(element) }
            case .completed:
                if let element = sink.exchangeState(for: nil) { sink.forward(element) }
                sink.finish()
            }
        }
    }
}
