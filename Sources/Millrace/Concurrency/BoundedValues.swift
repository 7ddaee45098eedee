extension ObservableConvertibleType {
    /// The elements of this source, for a task to iterate over, of which at most `capacity` wait.
    ///
    /// Each call subscribes at once, even if no iteration has begun. Only one task at a time may iterate; a second task
    /// that waits for an element stops the program with a message.
    ///
    /// - **Emits** the elements of the source, in order, except those that were dropped. An element waits until the
    ///   iteration has returned it; an element of a batch, until the iteration has returned the batch (see
    ///   `AsyncValues.batches`). With the strategy `.suspend` nothing is dropped: at most `capacity` elements wait.
    ///   If several sources emit at the same moment, one more may wait for each of them but the first. With `.buffer`
    ///   any number may wait.
    /// - **Completes** when the source does, after the elements that wait.
    /// - **Fails** by throwing the source's error, after the elements that wait. With the strategy `.error`, an element
    ///   that finds no room disposes the subscription, and the iteration throws an `OverflowError` after the elements
    ///   that wait. If the iterating task is cancelled, the iteration throws a `CancellationError` instead of whatever
    ///   was to follow.
    /// - **Disposal**: cancelling the iterating task disposes the subscription and releases the elements that wait: on
    ///   the thread that cancels if the task waits for an element, otherwise as soon as the task asks for the next one.
    ///   The subscription also ends when neither the sequence nor an iterator of it is held any more, as after `break`
    ///   in a loop over `source.values(capacity: 8, overflow: .dropOldest)`. A sequence that is kept in a variable stays
    ///   subscribed after a `break`.
    /// - **Thread**: subscribes on the thread of the call. The source may emit on any; the iteration goes on where its
    ///   task runs. With `.suspend`, a source that was held back goes on on the thread of the task, unless it has a
    ///   scheduler of its own.
    /// - **Complexity**: O(1) for each element. If an element waits already, the iteration returns it without suspending
    ///   and without an allocation. Memory for at most `capacity` elements, allocated as they come, except with
    ///   `.buffer`.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let latest = prices.values(capacity: 2, overflow: .dropOldest) { count in
    ///     print("\(count) dropped so far")
    /// }
    /// for price in [5, 7, 6] { prices.onNext(price) }
    /// prices.onCompleted()
    /// for try await price in latest {
    ///     print(price)
    /// }
    /// // 1 dropped so far
    /// // 7
    /// // 6
    /// ```
    ///
    /// - Parameters:
    ///   - capacity: how many elements may wait, at least 1.
    ///   - overflow: what to do with an element that comes when `capacity` elements wait already.
    ///   - onDrop: called for each element that is dropped, on the thread that emits, with the number of elements that
    ///     this subscription has dropped so far. If several threads emit at the same moment, the calls may come in
    ///     another order than the numbers. `Hooks.droppedElementHandler` is called as well.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    @_alwaysEmitIntoClient
    public func values(
        capacity: Int,
        overflow: OverflowStrategy,
        onDrop: (@Sendable (Int) -> Void)? = nil,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> AsyncValues<Element, any Error> {
        AsyncValues(
            of: asObservable(),
            Bound("values(capacity:overflow:onDrop:)", capacity, overflow, Place(file, line)),
            onDrop
        )
    }
}

extension InfallibleType {
    /// The elements of this sequence, for a task to iterate over, of which at most `capacity` wait; as
    /// `values(capacity:overflow:onDrop:)` of an observable but without errors.
    ///
    /// - **Completes** when the sequence does, after the elements that wait; and at once when the iterating task is
    ///   cancelled. An error that breaks the promise goes to `Hooks.defaultErrorHandler` and ends the iteration.
    ///
    /// ```swift
    /// let numbers = Infallible.of(1, 2, 3)
    /// for await number in numbers.values(capacity: 1, overflow: .suspend) {
    ///     print(number)
    /// }
    /// // 1
    /// // 2
    /// // 3
    /// ```
    ///
    /// - Parameters:
    ///   - capacity: how many elements may wait, at least 1.
    ///   - overflow: what to do with an element that comes when `capacity` elements wait already; any strategy but
    ///     `.error`.
    ///   - onDrop: called for each element that is dropped, on the thread that emits, with the number of elements that
    ///     this subscription has dropped so far.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    @_alwaysEmitIntoClient
    public func values(
        capacity: Int,
        overflow: OverflowStrategy,
        onDrop: (@Sendable (Int) -> Void)? = nil,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> AsyncValues<Element, Never> {
        AsyncValues(
            of: asObservable(),
            Bound("values(capacity:overflow:onDrop:)", capacity, overflow, Place(file, line)),
            onDrop
        )
    }
}

extension SharedSequence {
    /// The elements of this sequence, for a task to iterate over, of which at most `capacity` wait; as
    /// `values(capacity:overflow:onDrop:)` of an `Infallible`.
    ///
    /// The method is called on the main actor, since drivers and signals are subscribed to on the main thread. Few shared
    /// sequences have a source that can pause; with any other one, `.suspend` stops the program with a message.
    ///
    /// ```swift
    /// @MainActor
    /// func show(_ prices: Driver<Int>) async {
    ///     for await price in prices.values(capacity: 2, overflow: .dropOldest) { print(price) }
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
    ///     or a signal, with the number of elements that this subscription has dropped so far.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    @MainActor
    @_alwaysEmitIntoClient
    public func values(
        capacity: Int,
        overflow: OverflowStrategy,
        onDrop: (@Sendable (Int) -> Void)? = nil,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> AsyncValues<Element, Never> {
        asInfallible().values(capacity: capacity, overflow: overflow, onDrop: onDrop, file: file, line: line)
    }
}

extension AsyncValues {
    /// Subscribes to `source`.
    @inlinable
    init(
        of source: Observable<Element>,
        _ bound: Bound,
        _ onDrop: (@Sendable (Int) -> Void)?
    ) {
        require(
            bound.capacity > 0,
            at: bound.place,
            "\(bound.operation): capacity must be at least 1, not \(bound.capacity)"
        )
        let isInfallible = Failure.self == Never.self
        require(
            !isInfallible || bound.overflow != .error,
            at: bound.place,
            "\(bound.operation): an Infallible cannot fail with .error; use another strategy, or asObservable()"
        )
        let sink = ValuesSink<Element>.make(bound, onDrop, isInfallible: isInfallible)
        self.init(sink)
        source.subscribe(sink: sink)
    }
}
