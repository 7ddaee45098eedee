import Millrace

extension ObservableType {
    /// Calls a closure for each element before it is passed on: `do(onNext:)` with no other closure.
    ///
    /// This form makes `source.do { … }` mean the same with and without this module. Otherwise the compiler would prefer
    /// the forms that have one closure, such as `do(onEach:)`.
    ///
    /// - Parameters:
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - onNext: called before an element is passed on.
    @inlinable
    public func `do`(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        onNext: @escaping @isolated(any) (Element) throws -> Void
    ) -> Observable<Element> {
        self.do(fileID: fileID, line: line, onNext: onNext, afterNext: nil)
    }

    /// Calls a closure once, whatever ends the subscription: completion, failure or disposal.
    ///
    /// ```
    /// source          --a---b---|
    /// do(finally: f)  --a---b---|f
    /// ```
    ///
    /// The same as `do(onDispose:)`, under the name that other libraries have.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription, then calls the closure.
    /// - **Thread**: the closure is called on the thread of the terminal event, after that event has been delivered, or on
    ///   the thread that disposes.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("row 1", "row 2")
    ///     .do(finally: { print("closed") })
    ///     .subscribe { print($0) }
    /// // next(row 1)
    /// // next(row 2)
    /// // completed
    /// // closed
    /// ```
    ///
    /// - Parameter finally: called once in each subscription, at its end.
    @_disfavoredOverload
    @inlinable
    public func `do`(
        finally: @escaping @isolated(any) () -> Void
    ) -> Observable<Element> {
        self.do(fileID: "(unknown)", line: 0, onDispose: finally)
    }

    /// Calls a closure before a completion or an error is passed on.
    ///
    /// ```
    /// source              --a---b---|
    /// do(onTerminate: f)  --a---b--f|
    /// ```
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that the closure throws, which is passed on instead of the
    ///   source's terminal event.
    /// - **Disposal** disposes the source's subscription; the closure is not called.
    /// - **Thread**: the closure is called on the thread of the terminal event.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("row 1", "row 2")
    ///     .do(onTerminate: { print("no more rows") })
    ///     .subscribe { print($0) }
    /// // next(row 1)
    /// // next(row 2)
    /// // no more rows
    /// // completed
    /// ```
    ///
    /// - Parameter onTerminate: called before a terminal event is passed on.
    @_disfavoredOverload
    @inlinable
    public func `do`(
        onTerminate: @escaping @isolated(any) () throws -> Void
    ) -> Observable<Element> {
        let onTerminate = CallSite("do(onTerminate:)", "(unknown)", 0).throwing(onTerminate)
        return self.do(
            fileID: "(unknown)",
            line: 0,
            onError: { _ in try onTerminate?() },
            onCompleted: { try onTerminate?() }
        )
    }

    /// Calls a closure for each event before the event is passed on.
    ///
    /// ```
    /// source          --a---b---|
    /// do(onEach: f)   -fa--fb--f|
    /// ```
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that the closure throws, which is passed on instead of the
    ///   event; the closure is not called for that error.
    /// - **Disposal** disposes the source's subscription; the closure is not called.
    /// - **Thread**: the closure is called on the thread of the event.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("tea")
    ///     .do(onEach: { print("log: \($0)") })
    ///     .subscribe(onNext: { print($0) })
    /// // log: next(tea)
    /// // tea
    /// // log: completed
    /// ```
    ///
    /// - Parameter onEach: called for each event.
    @_disfavoredOverload
    @inlinable
    public func `do`(
        onEach: @escaping @isolated(any) (Event<Element>) throws -> Void
    ) -> Observable<Element> {
        let onEach = CallSite("do(onEach:)", "(unknown)", 0).throwing(onEach)
        return self.do(
            fileID: "(unknown)",
            line: 0,
            onNext: { try onEach?(.next($0)) },
            onError: { try onEach?(.error($0)) },
            onCompleted: { try onEach?(.completed) }
        )
    }
}
