extension ObservableType {
    /// Emits what the asynchronous closure `transform` makes of each element, and runs at most `maxConcurrent` of these
    /// closures at a time.
    ///
    /// An element that comes while `maxConcurrent` elements are on their way waits. An element is on its way from the
    /// moment at which its closure may begin until its result has been delivered. So with `ordered`, a slow closure
    /// holds back the results after its own, and at most `maxConcurrent - 1` closures run or have run ahead of it.
    ///
    /// - **Emits** the results in the order in which the closures end or, with `ordered`, in the order of the elements.
    /// - **Completes** when the source has completed and all results have been emitted.
    /// - **Fails** at once when the source does. Also fails with the first error that a closure throws, even if that is
    ///   a `CancellationError`: at once or, with `ordered`, in place of the element's result, after the results before
    ///   it. After such an error no other closure begins, and the source's subscription is disposed. When the stream
    ///   fails, closures that still run are cancelled. An error needs no room in a bounded queue with the strategy
    ///   `OverflowStrategy.suspend` further down: results that wait for room are dropped, except those that come before
    ///   the error with `ordered`.
    /// - **Disposal** disposes the source's subscription and cancels the closures that run, on the thread that disposes;
    ///   elements that wait, results and `transform` are released. What a closure returns or throws after that is
    ///   ignored. A closure that ignores its cancellation holds its own element and `transform` until it ends.
    /// - **Thread**: `transform` is called, and results are emitted, where Swift runs tasks that belong to no actor, one
    ///   result at a time. An observer that blocks occupies one of the few threads of that pool. The tasks have the
    ///   priority of the code that subscribes. If a task subscribes, they also have its task-local values, whichever
    ///   thread the source emits on; otherwise they have none.
    /// - **Complexity**: O(1) and one allocation for each element. A task runs one closure after another: a subscription
    ///   makes as many tasks as closures have been needed at a time, at most `maxConcurrent`, and one more. A
    ///   source that can pause (see `OverflowStrategy.suspend`) is held back while `maxConcurrent` elements wait. Of any
    ///   other source, any number of elements may wait; the form with `capacity` bounds it.
    ///
    /// ```swift
    /// let lengths = Observable.of("one", "three", "seven")
    ///     .map(maxConcurrent: 2, ordered: true) { word in
    ///         await Task.yield() // such as a request
    ///         return "\(word): \(word.count)"
    ///     }
    /// print(try await lengths.toArray().value)
    /// // ["one: 3", "three: 5", "seven: 5"]
    /// ```
    ///
    /// - Parameters:
    ///   - maxConcurrent: how many elements may be on their way at a time, at least 1.
    ///   - ordered: whether results are emitted in the order of the elements.
    ///   - transform: makes of an element what is emitted instead.
    @_alwaysEmitIntoClient
    public func map<Result>(
        maxConcurrent: Int,
        ordered: Bool = false,
        _ transform: @escaping @Sendable (Element) async throws -> Result
    ) -> Observable<Result> {
        AsyncSink<Element, Result>.makeOperator(
            on: asObservable(),
            .init(maxConcurrent, ordered, "map(maxConcurrent:ordered:_:)")
        ) { try await transform($0) }
    }

    /// Emits what the asynchronous closure `transform` makes of each element, and lets at most `capacity` elements
    /// wait; otherwise as `map(maxConcurrent:ordered:_:)`.
    ///
    /// - **Emits** the results of all elements except those that were dropped. `Hooks.droppedElementHandler` is called
    ///   for each dropped element, on the thread that emits.
    /// - **Fails** also, with the strategy `.error`, when an element finds no room: with an `OverflowError`, after the
    ///   results of the elements before it. The source's subscription is disposed at once.
    ///
    /// ```swift
    /// let isReady = ReplaySubject<Void>.create(bufferSize: 1)
    /// let sent = Observable.of(1, 2, 3, 4)
    ///     .map(maxConcurrent: 1, capacity: 2, overflow: .dropOldest) { number in
    ///         _ = try await isReady.first().value // such as a connection
    ///         return number
    ///     }
    ///     .values // subscribes; now 1 is on its way, 3 and 4 wait, and 2 has been dropped
    /// isReady.onNext(())
    /// for try await number in sent { print(number) }
    /// // 1
    /// // 3
    /// // 4
    /// ```
    ///
    /// - Parameters:
    ///   - maxConcurrent: how many elements may be on their way at a time, at least 1.
    ///   - ordered: whether results are emitted in the order of the elements.
    ///   - capacity: how many elements may wait while `maxConcurrent` are on their way, at least 1.
    ///   - overflow: what to do with an element that comes when `capacity` elements wait already.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - transform: makes of an element what is emitted instead.
    @_alwaysEmitIntoClient
    public func map<Result>(
        maxConcurrent: Int,
        ordered: Bool = false,
        capacity: Int,
        overflow: OverflowStrategy,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ transform: @escaping @Sendable (Element) async throws -> Result
    ) -> Observable<Result> {
        AsyncSink<Element, Result>.makeOperator(
            on: asObservable(),
            .init(
                maxConcurrent,
                ordered,
                "map(maxConcurrent:ordered:capacity:overflow:_:)",
                bound: (capacity, overflow, Place(file, line))
            )
        ) { try await transform($0) }
    }

    /// As `map(maxConcurrent:ordered:capacity:overflow:_:)`, for adapters that count.
    ///
    /// - Parameter onDrop: called for each element that is dropped, on the thread that emits.
    package func map<Result>(
        maxConcurrent: Int,
        ordered: Bool,
        capacity: Int,
        overflow: OverflowStrategy,
        file: StaticString,
        line: UInt,
        onDrop: @escaping @Sendable () -> Void,
        _ transform: @escaping @Sendable (Element) async throws -> Result
    ) -> Observable<Result> {
        AsyncSink<Element, Result>.makeOperator(
            on: asObservable(),
            .init(
                maxConcurrent,
                ordered,
                "map(maxConcurrent:ordered:capacity:overflow:_:)",
                bound: (capacity, overflow, Place(file, line)),
                onDrop: onDrop
            )
        ) { try await transform($0) }
    }
}
