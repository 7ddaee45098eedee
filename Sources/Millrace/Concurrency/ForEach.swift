extension ObservableConvertibleType {
    /// Subscribes, and calls `body` with one element after another, while at most `capacity` further elements wait.
    ///
    /// This is a loop over `values(capacity:overflow:onDrop:)`, which says more.
    ///
    /// - **Emits**: calls `body` with the elements of the source, in order, except those that were dropped.
    /// - **Completes**: returns when the source has completed and `body` has returned from the last element.
    /// - **Fails** by throwing the source's error, an `OverflowError` with the strategy `.error`, what `body` throws, or
    ///   a `CancellationError` if the task is cancelled.
    /// - **Disposal**: the subscription has been disposed when the method returns or throws. A cancellation takes effect
    ///   when the task waits for an element or `body` returns.
    /// - **Thread**: subscribes on the thread of the call, and calls `body` on the caller's actor, if it has one.
    /// - **Complexity**: O(1) for each element. Memory for at most `capacity` elements, except with `.buffer`.
    ///
    /// ```swift
    /// try await Observable.range(start: 1, count: 3).forEach(capacity: 2) { number in
    ///     await Task.yield() // such as a request
    ///     print(number)
    /// }
    /// // 1
    /// // 2
    /// // 3
    /// ```
    ///
    /// - Parameters:
    ///   - capacity: how many elements may wait, at least 1.
    ///   - overflow: what to do with an element that comes when `capacity` elements wait already; by default the source
    ///     is held back.
    ///   - onDrop: called for each element that is dropped, on the thread that emits, with the number of elements that
    ///     have been dropped so far.
    ///   - isolation: the actor that the method runs on; the caller's by default.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - body: called with each element; while it runs, further elements wait.
    @_alwaysEmitIntoClient
    public func forEach(
        capacity: Int,
        overflow: OverflowStrategy = .suspend,
        onDrop: (@Sendable (Int) -> Void)? = nil,
        isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ body: (Element) async throws -> Void
    ) async throws {
        let elements = AsyncValues<Element, any Error>(
            of: asObservable(),
            Bound("forEach(capacity:overflow:onDrop:_:)", capacity, overflow, Place(file, line)),
            onDrop
        )
        for try await element in consume elements {
            // The closure runs before the next element is asked for.
            nonisolated(unsafe) let element = element
            try await body(element)
        }
    }
}

extension InfallibleType {
    /// Subscribes, and calls `body` with one element after another, while at most `capacity` further elements wait; as
    /// `forEach(capacity:overflow:onDrop:isolation:file:line:_:)` of an observable, but throws only what `body` throws.
    ///
    /// It returns when the sequence has completed, or when the task is cancelled.
    ///
    /// ```swift
    /// await Infallible.of("a", "b").forEach(capacity: 1) { print($0) }
    /// // a
    /// // b
    /// ```
    ///
    /// - Parameters:
    ///   - capacity: how many elements may wait, at least 1.
    ///   - overflow: what to do with an element that comes when `capacity` elements wait already, any strategy but
    ///     `.error`; by default the source is held back.
    ///   - onDrop: called for each element that is dropped, on the thread that emits, with the number of elements that
    ///     have been dropped so far.
    ///   - isolation: the actor that the method runs on; the caller's by default.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - body: called with each element; while it runs, further elements wait.
    @_alwaysEmitIntoClient
    public func forEach(
        capacity: Int,
        overflow: OverflowStrategy = .suspend,
        onDrop: (@Sendable (Int) -> Void)? = nil,
        isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ body: (Element) async throws -> Void
    ) async rethrows {
        let elements = AsyncValues<Element, Never>(
            of: asObservable(),
            Bound("forEach(capacity:overflow:onDrop:_:)", capacity, overflow, Place(file, line)),
            onDrop
        )
        for await element in consume elements {
            nonisolated(unsafe) let element = element
            try await body(element)
        }
    }
}

extension SharedSequence {
    /// Subscribes, and calls `body` on the main actor with one element after another, while at most `capacity` further
    /// elements wait; as `forEach(capacity:overflow:onDrop:isolation:file:line:_:)` of an `Infallible`.
    ///
    /// Few shared sequences have a source that can pause, so `.suspend` is not the default.
    ///
    /// ```swift
    /// @MainActor
    /// func show(_ prices: Driver<Int>) async {
    ///     await prices.forEach(capacity: 2, overflow: .dropOldest) { print($0) }
    /// }
    /// await show(.of(5, 7))
    /// // 5
    /// // 7
    /// ```
    ///
    /// - Parameters:
    ///   - capacity: how many elements may wait, at least 1.
    ///   - overflow: what to do with an element that comes when `capacity` elements wait already; any strategy but
    ///     `.error`.
    ///   - onDrop: called for each element that is dropped, on the thread that emits, which is the main thread for a driver
    ///     or a signal, with the number of elements that have been dropped so far.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - body: called with each element; while it runs, further elements wait.
    @MainActor
    @_alwaysEmitIntoClient
    public func forEach(
        capacity: Int,
        overflow: OverflowStrategy,
        onDrop: (@Sendable (Int) -> Void)? = nil,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ body: (Element) async throws -> Void
    ) async rethrows {
        let elements = AsyncValues<Element, Never>(
            of: asObservable(),
            Bound("forEach(capacity:overflow:onDrop:_:)", capacity, overflow, Place(file, line)),
            onDrop
        )
        for await element in consume elements {
            nonisolated(unsafe) let element = element
            try await body(element)
        }
    }
}
