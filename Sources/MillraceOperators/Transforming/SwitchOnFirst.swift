import Millrace

extension ObservableType {
    /// Lets the first event decide what becomes of the source.
    ///
    /// ```
    /// source                                                     --1---2---3---|
    /// switchOnFirst { $0.element == 1 ? $1.map { $0 * 10 } : $1 } --10--20--30--|
    /// ```
    ///
    /// `selector` gets the first event, which may be the end of the source, and the whole source: its first subscriber
    /// receives the first event and all that follow. Elements that come while `selector`'s source is not subscribed to are
    /// not kept.
    ///
    /// - **Emits** the elements of the source that `selector` returns.
    /// - **Completes** when that source does.
    /// - **Fails** when that source does, or with the error that `selector` throws. An error of this source is an event that
    ///   reaches `selector`'s source, and through it the result.
    /// - **Disposal** disposes the subscriptions to this source and to `selector`'s, as the end of `selector`'s source does.
    /// - **Thread**: `selector` is called on the thread that this source emits its first event on.
    /// - **Complexity**: O(1) for each element; a subject for each subscription.
    ///
    /// ```swift
    /// let lines = Observable.of("reverse", "abc", "xyz")
    /// let subscription = lines
    ///     .switchOnFirst { first, all in
    ///         first.element == "reverse" ? all.skip(1).map { String($0.reversed()) } : all
    ///     }
    ///     .subscribe(onNext: { print($0) })
    /// // cba
    /// // zyx
    /// ```
    ///
    /// - Parameter selector: makes the source to emit from the first event and this source.
    @inlinable
    public func switchOnFirst<Source: ObservableConvertibleType>(
        _ selector: @escaping (_ first: Event<Element>, _ all: Observable<Element>) throws -> Source
    ) -> Observable<Source.Element> {
        let events = materialize().enumerated()
        return Observable<Source.Element>.deferred {
            let later = PublishSubject<Element>()
            return
                events
                .compactMap { index, event -> Observable<Event<Source.Element>>? in
                    // An end goes to the subscribers of a later time, too.
                    if index > 0 || event.isStopEvent { later.on(event) }
                    if index > 0 { return nil }
                    // Materialized, so that the end of this source ends the result, even before that of the outer one.
                    return try selector(event, later.beginning(with: event)).asObservable().materialize()
                }
                .merge()
                .dematerialize()
        }
    }
}

extension PublishSubject {
    /// Sends `first` to the first subscriber, and the subject's events to all.
    @inlinable
    func beginning(with first: Event<Element>) -> Observable<Element> {
        let unsent = Locked<Event<Element>?>(first)
        return Observable.create { observer in
            guard let first = unsent.access({ exchange(&$0, for: nil) }) else { return self.subscribe(observer) }
            // What comes before the observer has had the first event waits, the end of a source that has ended as well.
            let waiting = UnicastSubject<Element>.createUnbounded()
            waiting.on(first)
            let feed = self.subscribe(waiting)
            return Disposables.create(waiting.subscribe(observer), feed)
        }
    }
}
