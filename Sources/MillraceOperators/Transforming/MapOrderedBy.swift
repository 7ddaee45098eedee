import Millrace

extension ObservableType {
    /// Emits what the asynchronous closure `transform` makes of each element, and runs at most `maxConcurrent` of these
    /// closures at a time: those of elements with the same key one after the other, in the order of the elements, and
    /// those of different keys beside each other. Otherwise as `map(maxConcurrent:ordered:_:)`.
    ///
    /// ```
    /// source                                      -a1-a2-b1--c1-|
    /// map(maxConcurrent: 2, orderedBy: letter)    -a1-----b1-a2-c1|     if a1 takes a long time
    /// ```
    ///
    /// - **Emits** the results of one key in the order of its elements, and those of different keys in the order in which
    ///   their closures end.
    /// - **Completes** when the source has completed and all results have been emitted.
    /// - **Fails** at once when the source does, or with the first error that `keySelector` or, without `strategy`, a
    ///   closure throws. Closures that still run are then cancelled.
    /// - **Disposal** disposes the source's subscription and cancels the closures that run, on the thread that disposes;
    ///   elements that wait, results, keys and closures are released.
    /// - **Thread**: `keySelector`, and what compares and hashes keys, is called on the thread that the source emits on.
    ///   `transform` is called, and results are emitted, where Swift runs tasks that belong to no actor, one result at a
    ///   time. Keys may be released there.
    /// - **Complexity**: O(1) and a few allocations for each element. A key takes memory as long as an element of it waits
    ///   or is on its way.
    ///
    /// **Fairness**: with each turn of a key, every other key that has waiting elements has one turn as well. So an element
    /// whose key has nothing on its way begins, at the latest, after one further closure of each of the other keys.
    ///
    /// **A hot key**, whose elements come faster than its closures run, takes one of `maxConcurrent` places. Its elements
    /// also wait. Those that wait take up the room of the places that the key cannot use, too: if all elements have one
    /// key, up to 2 × `maxConcurrent` - 1 of them wait. A source that can pause is held back when 2 × `maxConcurrent`
    /// elements wait or are on their way, and goes on when half of the room for waiting is free again. Until then, elements
    /// of other keys that the source has not sent yet wait for as many closures of the hot key as are half of
    /// `maxConcurrent`, rounded up. Elements that have come do not wait for another key as long as places are free. Of a
    /// source that cannot pause, any number of elements may wait, and other keys do not wait for the hot one; the form
    /// with `capacity` bounds it.
    ///
    /// ```swift
    /// let saved = Observable.of("ada: 1", "ada: 2", "bob: 1")
    ///     .map(maxConcurrent: 8, orderedBy: { $0.prefix(3) }) { order in
    ///         if order == "ada: 1" { try await Task.sleep(for: .milliseconds(20)) } // such as a slow request
    ///         return order
    ///     }
    /// print(try await saved.toArray().value)
    /// // ["bob: 1", "ada: 1", "ada: 2"]
    /// ```
    ///
    /// - Parameters:
    ///   - maxConcurrent: how many elements may be on their way at a time, at least 1.
    ///   - keySelector: makes the key of an element.
    ///   - strategy: what becomes of an element for which `transform` throws, as in
    ///     `map(maxConcurrent:ordered:onFailure:_:)`; later elements of its key wait meanwhile. `nil` if the stream fails.
    ///   - transform: makes of an element what is emitted instead.
    @_alwaysEmitIntoClient
    public func map<Key: Hashable, Result>(
        maxConcurrent: Int,
        orderedBy keySelector: @escaping (Element) throws -> Key,
        onFailure strategy: FailureStrategy<Element>? = nil,
        _ transform: @escaping @Sendable (Element) async throws -> Result
    ) -> Observable<Result> {
        map(maxConcurrent, keySelector, nil, "map(maxConcurrent:orderedBy:onFailure:_:)", strategy, transform)
    }

    /// Runs the asynchronous closures of elements with the same key one after the other, those of different keys beside
    /// each other, and lets at most `capacity` elements wait; otherwise as `map(maxConcurrent:orderedBy:onFailure:_:)`.
    ///
    /// - **Emits** the results of all elements except those that were dropped; with `.dropOldest`, the element that has
    ///   waited longest, of whichever key. `Hooks.droppedElementHandler` is called for each dropped element, on the thread
    ///   that emits.
    /// - **Fails** also, with the strategy `OverflowStrategy.error`, when an element finds no room: with an `OverflowError`,
    ///   after the results of the elements before it. The source's subscription is disposed at once.
    ///
    /// With `.suspend`, the source is held back when `maxConcurrent` + `capacity` elements wait or are on their way: while
    /// few keys have elements, up to `maxConcurrent` - 1 more than `capacity` wait. Elements of other keys that the source
    /// has not sent yet wait for as many closures of a hot key as are
    /// half of `capacity`, rounded up. With the strategies that drop, they do not wait. With `.dropOldest`, most of what is
    /// dropped is of the hot key then, as its elements wait longest; with `.dropNewest`, of all keys.
    ///
    /// - Parameters:
    ///   - maxConcurrent: how many elements may be on their way at a time, at least 1.
    ///   - keySelector: makes the key of an element.
    ///   - capacity: how many elements may wait for their keys or for one of `maxConcurrent` places, at least 1.
    ///   - overflow: what to do with an element that comes when `capacity` elements wait already.
    ///   - strategy: what becomes of an element for which `transform` throws; `nil` if the stream fails.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - transform: makes of an element what is emitted instead.
    @_alwaysEmitIntoClient
    public func map<Key: Hashable, Result>(
        maxConcurrent: Int,
        orderedBy keySelector: @escaping (Element) throws -> Key,
        capacity: Int,
        overflow: OverflowStrategy,
        onFailure strategy: FailureStrategy<Element>? = nil,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ transform: @escaping @Sendable (Element) async throws -> Result
    ) -> Observable<Result> {
        map(
            maxConcurrent,
            keySelector,
            (capacity, overflow, Place(file, line)),
            "map(maxConcurrent:orderedBy:capacity:overflow:onFailure:_:)",
            strategy,
            transform
        )
    }

    @inlinable
    func map<Key: Hashable, Result>(
        _ maxConcurrent: Int,
        _ keySelector: @escaping (Element) throws -> Key,
        _ bound: (capacity: Int, overflow: OverflowStrategy, place: Place)?,
        _ operation: StaticString,
        _ strategy: FailureStrategy<Element>?,
        _ transform: @escaping @Sendable (Element) async throws -> Result
    ) -> Observable<Result> {
        guard let strategy else {
            return mapped(maxConcurrent, orderedBy: keySelector, bound: bound, operation: operation, transform)
        }
        return mapped(
            maxConcurrent,
            orderedBy: keySelector,
            bound: bound,
            operation: operation,
            strategy.attempting(transform)
        )
        .settled(by: strategy)
    }
}
