extension ObservableType {
    /// Emits the elements for which the asynchronous closure `predicate` is true, and runs at most `maxConcurrent` of
    /// these closures at a time; otherwise as `map(maxConcurrent:ordered:_:)`.
    ///
    /// - **Emits** the elements in the order in which the closures end or, with `ordered`, in the order in which they
    ///   came.
    /// - **Completes** when the source has completed and all closures have ended.
    /// - **Fails** at once when the source does. Also fails with the first error that a closure throws: at once or, with
    ///   `ordered`, in place of the element, after the elements before it.
    /// - **Disposal** disposes the source's subscription and cancels the closures that run, on the thread that disposes.
    /// - **Thread**: `predicate` is called, and elements are emitted, where Swift runs tasks that belong to no actor, one
    ///   element at a time.
    /// - **Complexity**: O(1) and one allocation for each element. A source that can pause is held back, and
    ///   the elements of any other wait, as with `map(maxConcurrent:ordered:_:)`.
    ///
    /// ```swift
    /// let names = Observable.of("ada", "", "grace")
    ///     .filter(maxConcurrent: 2, ordered: true) { name in
    ///         await Task.yield() // such as a look-up
    ///         return !name.isEmpty
    ///     }
    /// print(try await names.toArray().value)
    /// // ["ada", "grace"]
    /// ```
    ///
    /// - Parameters:
    ///   - maxConcurrent: how many elements may be on their way at a time, at least 1.
    ///   - ordered: whether elements are emitted in the order in which they came.
    ///   - predicate: says whether to emit an element.
    @_alwaysEmitIntoClient
    public func filter(
        maxConcurrent: Int,
        ordered: Bool = false,
        _ predicate: @escaping @Sendable (Element) async throws -> Bool
    ) -> Observable<Element> {
        AsyncSink<Element, Element>.makeOperator(
            on: asObservable(),
            .init(maxConcurrent, ordered, "filter(maxConcurrent:ordered:_:)")
        ) { try await predicate($0) ? $0 : nil }
    }

    /// Emits the elements for which the asynchronous closure `predicate` is true, and lets at most `capacity` elements
    /// wait; otherwise as `filter(maxConcurrent:ordered:_:)`.
    ///
    /// - **Emits** as that form does, except elements that were dropped. `Hooks.droppedElementHandler` is called for each
    ///   dropped element, on the thread that emits.
    /// - **Fails** also, with the strategy `.error`, when an element finds no room: with an `OverflowError`, after the
    ///   elements before it. The source's subscription is disposed at once.
    ///
    /// - Parameters:
    ///   - maxConcurrent: how many elements may be on their way at a time, at least 1.
    ///   - ordered: whether elements are emitted in the order in which they came.
    ///   - capacity: how many elements may wait while `maxConcurrent` are on their way, at least 1.
    ///   - overflow: what to do with an element that comes when `capacity` elements wait already.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - predicate: says whether to emit an element.
    @_alwaysEmitIntoClient
    public func filter(
        maxConcurrent: Int,
        ordered: Bool = false,
        capacity: Int,
        overflow: OverflowStrategy,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ predicate: @escaping @Sendable (Element) async throws -> Bool
    ) -> Observable<Element> {
        AsyncSink<Element, Element>.makeOperator(
            on: asObservable(),
            .init(
                maxConcurrent,
                ordered,
                "filter(maxConcurrent:ordered:capacity:overflow:_:)",
                bound: (capacity, overflow, Place(file, line))
            )
        ) { try await predicate($0) ? $0 : nil }
    }
}
