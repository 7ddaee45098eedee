extension InfallibleType {
    /// Emits the elements for which `predicate` is true; as `ObservableType.filter(_:)`.
    @preconcurrency
    @inlinable
    public func filter(_ predicate: @escaping @Sendable (Element) -> Bool) -> Infallible<Element> {
        Infallible(asObservable().filter(predicate))
    }

    /// Emits the first `count` elements; as `ObservableType.take(_:)`.
    ///
    /// - Parameter count: how many elements to emit at most, at least 0.
    @inlinable
    public func take(_ count: Int) -> Infallible<Element> {
        Infallible(asObservable().take(count))
    }

    /// Emits the elements that come within `duration` of the subscription; as `ObservableType.take(for:scheduler:)`.
    ///
    /// - Parameters:
    ///   - duration: how long to emit.
    ///   - scheduler: whose clock to use, and where to complete.
    public func take(for duration: RxTimeInterval, scheduler: SchedulerType) -> Infallible<Element> {
        Infallible(asObservable().take(for: duration, scheduler: scheduler))
    }

    /// Emits elements until another sequence that does not fail emits one; as `ObservableType.take(until:)`.
    @inlinable
    public func take<Source: InfallibleType>(until other: Source) -> Infallible<Element> {
        Infallible(asObservable().take(until: other.asObservable()))
    }

    /// Emits elements until `other` emits one; as `ObservableType.take(until:)`.
    ///
    /// - **Fails** only if `other` does, which breaks the promise.
    @inlinable
    public func take<Source: ObservableType>(until other: Source) -> Infallible<Element> {
        Infallible(asObservable().take(until: other))
    }

    /// Emits elements until `predicate` is true for one; as `ObservableType.take(until:behavior:)`.
    ///
    /// - **Fails** only if `predicate` throws, which breaks the promise.
    ///
    /// - Parameters:
    ///   - predicate: says which element ends the sequence.
    ///   - behavior: whether that element is emitted.
    @preconcurrency
    @inlinable
    public func take(
        until predicate: @escaping @Sendable (Element) throws -> Bool,
        behavior: TakeBehavior = .exclusive
    ) -> Infallible<Element> {
        Infallible(asObservable().take(until: predicate, behavior: behavior))
    }

    /// Emits elements as long as `predicate` is true for them; as `ObservableType.take(while:behavior:)`.
    ///
    /// - **Fails** only if `predicate` throws, which breaks the promise.
    ///
    /// - Parameters:
    ///   - predicate: says whether the sequence goes on.
    ///   - behavior: whether the first element for which it is false is emitted.
    @preconcurrency
    @inlinable
    public func take(
        while predicate: @escaping @Sendable (Element) throws -> Bool,
        behavior: TakeBehavior = .exclusive
    ) -> Infallible<Element> {
        Infallible(asObservable().take(while: predicate, behavior: behavior))
    }

    /// Leaves out elements as long as `predicate` is true for them; as `ObservableType.skip(while:)`.
    ///
    /// - **Fails** only if `predicate` throws, which breaks the promise.
    @preconcurrency
    @inlinable
    public func skip(while predicate: @escaping @Sendable (Element) throws -> Bool) -> Infallible<Element> {
        Infallible(asObservable().skip(while: predicate))
    }

    /// Leaves out elements until `other` emits one; as `ObservableType.skip(until:)`.
    ///
    /// - **Fails** only if `other` does, which breaks the promise.
    @inlinable
    public func skip<Source: ObservableType>(until other: Source) -> Infallible<Element> {
        Infallible(asObservable().skip(until: other))
    }
}
