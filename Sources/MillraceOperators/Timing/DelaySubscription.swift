import Millrace

extension ObservableType {
    /// Subscribes to this source when another source emits or completes.
    ///
    /// ```
    /// source                          -a--b--c--d--|
    /// trigger                         -----t
    /// delaySubscription(until: …)     -------c--d--|     if the source is hot
    /// ```
    ///
    /// - **Emits** what the source emits once it has been subscribed to.
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or when `trigger` does before it has emitted.
    /// - **Disposal** disposes the subscription to `trigger` or, later, to the source. The subscription to `trigger` is
    ///   disposed before the source is subscribed to.
    /// - **Thread**: subscribes on the thread that `trigger` emits on; emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each event; a few allocations for each subscription.
    ///
    /// ```swift
    /// let databaseIsOpen = PublishSubject<Void>()
    /// let subscription = Observable.of("row 1", "row 2")
    ///     .delaySubscription(until: databaseIsOpen)
    ///     .subscribe(onNext: { print($0) })
    /// print("opening")
    /// databaseIsOpen.onNext(())
    /// // opening
    /// // row 1
    /// // row 2
    /// ```
    ///
    /// - Parameter trigger: the source whose first element, or completion, starts the subscription.
    public func delaySubscription<Trigger: ObservableConvertibleType>(
        until trigger: Trigger
    ) -> Observable<Element> {
        trigger.asObservable().take(1).compactMap { _ in Element?.none }.concat(asObservable())
    }
}
