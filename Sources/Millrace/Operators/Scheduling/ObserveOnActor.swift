extension ObservableType {
    /// Delivers the events of this source on `actor`, isolated to it.
    ///
    /// Closures that belong to the actor may be called there, and `actor.assumeIsolated` succeeds.
    ///
    /// - **Emits** every element of the source, in order, in batches: one hop to the actor delivers up to 256 elements.
    /// - **Completes**, and **fails**, when the source does, after the elements before it.
    /// - **Disposal** disposes the source's subscription; events that still wait are dropped.
    /// - **Thread**: the source may emit on any thread; observers are called on the actor, one event at a time, in an
    ///   action of an ``ActorScheduler``. The subscription holds the actor: one that the actor itself keeps, such as in
    ///   its `DisposeBag`, has to be disposed before the actor can be released. An event that the source sends on the
    ///   actor waits for its turn, too.
    /// - **Complexity**: O(1) for each event. The returned observable makes one scheduler; several that observe on one
    ///   actor can share an ``ActorScheduler``.
    ///
    /// ```swift
    /// actor Ledger {
    ///     private(set) var total = 0
    ///     func follow(_ amounts: Observable<Int>) async throws {
    ///         let added = amounts.observe(on: self).do(onNext: { self.total += $0 })
    ///         _ = try await added.toArray().value
    ///     }
    /// }
    /// let ledger = Ledger()
    /// try await ledger.follow(.of(20, 22))
    /// print(await ledger.total)
    /// // 42
    /// ```
    ///
    /// - Parameter actor: where observers are called, such as `self` in an actor, or `MainActor.shared`.
    @inlinable
    @_disfavoredOverload
    public func observe(on actor: any Actor) -> Observable<Element> {
        observe(on: ActorScheduler(actor))
    }

    /// Delivers the events of this source on `actor`, isolated to it, and lets at most `capacity` elements wait for the
    /// delivery; otherwise as `observe(on:capacity:overflow:)` with an ``ActorScheduler``.
    ///
    /// - Parameters:
    ///   - actor: where observers are called.
    ///   - capacity: how many elements may wait, at least 1.
    ///   - overflow: what to do with an element that comes when `capacity` elements wait already.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    @inlinable
    @_disfavoredOverload
    public func observe(
        on actor: any Actor,
        capacity: Int,
        overflow: OverflowStrategy,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Observable<Element> {
        observe(on: ActorScheduler(actor), capacity: capacity, overflow: overflow, file: file, line: line)
    }
}
