import Millrace

extension ObservableType {
    /// Disposes the subscription to this source on `scheduler`.
    ///
    /// ```
    /// source              --a---b---^         disposed on the scheduler, a moment later
    /// unsubscribe(on: s)  --a---b--!          disposed here
    /// ```
    ///
    /// - **Emits** what the source emits.
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** schedules the disposal of the source's subscription. Once `dispose()` has been called, nothing is
    ///   delivered any more. The subscription to a source that has completed or failed is disposed at once, on the thread
    ///   that emits.
    /// - **Thread**: subscribes on the thread that subscribes, and emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each event; one scheduled action for each subscription.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let rows = Observable<String>.create { observer in
    ///     observer.onNext("row 1")
    ///     return Disposables.create { print("closed") }
    /// }
    /// let subscription = rows.unsubscribe(on: scheduler)
    ///     .subscribe(onNext: { print($0) })
    /// subscription.dispose()
    /// print("disposed")
    /// scheduler.start()
    /// // row 1
    /// // disposed
    /// // closed
    /// ```
    ///
    /// - Parameter scheduler: where the source's subscription is disposed.
    public func unsubscribe(on scheduler: ImmediateSchedulerType) -> Observable<Element> {
        disposed(on: scheduler, function: #function)
    }
}
