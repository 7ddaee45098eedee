import Millrace

extension ObservableType {
    /// Subscribes to one of two sources; a condition that is checked at each subscription says to which.
    ///
    /// ```
    /// then              --a--b--|
    /// otherwise         -x-y|
    /// iif({ true }, …)  --a--b--|
    /// iif({ false }, …) -x-y|
    /// ```
    ///
    /// - **Emits** the elements of the chosen source. The other source is not subscribed to.
    /// - **Completes** when the chosen source does.
    /// - **Fails** when the chosen source does, or with the error that `condition` throws.
    /// - **Disposal** disposes the chosen source's subscription.
    /// - **Thread**: calls `condition` on the thread that subscribes.
    /// - **Complexity**: O(1) for each subscription, nothing for an event.
    ///
    /// ```swift
    /// let isOnline = BehaviorRelay(value: false)
    /// let news = Observable.iif({ isOnline.value }, then: .just("today's"), otherwise: .just("yesterday's"))
    /// _ = news.subscribe(onNext: { print($0) })
    /// isOnline.accept(true)
    /// _ = news.subscribe(onNext: { print($0) })
    /// // yesterday's
    /// // today's
    /// ```
    ///
    /// - Parameters:
    ///   - condition: called once for each subscription.
    ///   - then: the source if `condition` returns true.
    ///   - otherwise: the source if it returns false; by default one that completes at once.
    public static func iif(
        _ condition: @escaping () throws -> Bool,
        then: Observable<Element>,
        otherwise: Observable<Element> = .empty()
    ) -> Observable<Element> {
        Observable.deferred { try condition() ? then : otherwise }
    }
}
