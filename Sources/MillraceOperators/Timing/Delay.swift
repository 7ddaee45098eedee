import Millrace

extension ObservableType {
    /// Emits each element when a source made for the element emits or completes.
    ///
    /// ```
    /// source                   -a-b-----|
    /// delay(by: { times[$0] }) -----b-a-|     a waits 6 s, b waits 2 s
    /// ```
    ///
    /// - **Emits** each element when its own source emits its first element or completes: an element that waits for a
    ///   shorter time overtakes others.
    /// - **Completes** when the source has completed and no element waits.
    /// - **Fails** as soon as the source or a source made for an element does, or with the error that `delaySelector`
    ///   throws. The elements that wait are dropped.
    /// - **Disposal** disposes all subscriptions and drops the elements that wait.
    /// - **Thread**: `delaySelector` is called on the thread that the source emits on; an element comes on the thread
    ///   that the source made for it emits on. If another thread is delivering at that moment, that thread delivers the
    ///   event instead.
    /// - **Complexity**: one subscription for each element; memory for all elements that wait, however many: their
    ///   sources bound it by their ends.
    ///
    /// ```swift
    /// let doors = ["A": PublishSubject<Void>(), "B": PublishSubject<Void>()]
    /// let subscription = Observable.of("A", "B")
    ///     .delay(by: { doors[$0]! })
    ///     .subscribe(onNext: { print($0) })
    /// doors["B"]?.onNext(())
    /// doors["A"]?.onNext(())
    /// // B
    /// // A
    /// ```
    ///
    /// - Parameter delaySelector: makes, for each element, the source that says how long the element waits.
    @inlinable
    public func delay<Source: ObservableConvertibleType>(
        by delaySelector: @escaping (Element) throws -> Source
    ) -> Observable<Element> {
        flatMap { element in
            try delaySelector(element).asObservable().signalling(element)
        }
    }
}
