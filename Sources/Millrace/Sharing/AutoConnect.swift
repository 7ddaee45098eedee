extension ConnectableObservableType {
    /// Connects once the given number of subscribers have come, and stays connected when subscribers leave.
    ///
    /// - **Emits**, **completes** and **fails** as the shared source does, which is connected once.
    /// - **Disposal** of a subscription leaves the connection alone; disposing what `onConnect` receives ends the
    ///   connection.
    /// - **Threads**: of subscribers that come at once, one connects; the others do not wait for it.
    /// - **Complexity**: O(1) for each subscription, nothing for an event.
    ///
    /// ```swift
    /// let shared = Observable.of("ready", "steady").publish().autoConnect(2)
    /// let first = shared.subscribe(onNext: { print("first: \($0)") })
    /// let second = shared.subscribe(onNext: { print("second: \($0)") })
    /// // first: ready
    /// // second: ready
    /// // first: steady
    /// // second: steady
    /// ```
    ///
    /// - Parameters:
    ///   - count: how many subscribers it takes to connect; subscribers that have left count too. With 0, it connects
    ///     at once.
    ///   - onConnect: called with the connection, after it has been made.
    public func autoConnect(
        _ count: Int = 1,
        onConnect: @escaping (Disposable) -> Void = { _ in }
    ) -> Observable<Element> {
        require(count >= 0, "autoConnect(_:): count is \(count); it must not be negative")
        let connect = { onConnect(self.connect()) }
        if count == 0 { connect() }
        let arrivals = AtomicCounter.Object()
        return ClosureOperator(asObservable(), kind: .free) { source, downstream in
            source.attach(downstream)
            if arrivals.add(1) + 1 == Int64(count) { connect() }
        }
    }
}
