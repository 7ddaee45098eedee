extension ObservableConvertibleType {
    @inlinable
    public func values(
        capacity: Int,
        overflow: OverflowStrategy,
        onDrop: (@Sendable (Int) -> Void)? = nil,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> AsyncValues<Element, any Error> {
        AsyncValues(of: asObservable(), capacity, overflow, onDrop, Place(file, line))
    }
}

extension InfallibleType {
    @inlinable
    public func values(
        capacity: Int,
        overflow: OverflowStrategy,
        onDrop: (@Sendable (Int) -> Void)? = nil,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> AsyncValues<Element, Never> {
        require(
            overflow != .error,
            "values(capacity:overflow:onDrop:): an Infallible cannot fail with .error; use another strategy, or asObservable()"
        )
        return AsyncValues(of: asObservable(), capacity, overflow, onDrop, Place(file, line))
    }
}

extension SharedSequence {
    @MainActor
    @inlinable
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
        _ capacity: Int,
        _ overflow: OverflowStrategy,
        _ onDrop: (@Sendable (Int) -> Void)?,
        _ place: Place
    ) {
        require(capacity > 0, "values(capacity:overflow:onDrop:): capacity must be at least 1, not \(capacity)")
        let sink = ValuesSink<Element>.make(
            capacity, overflow, onDrop, isInfallible: Failure.self == Never.self, place
        )
        self.init(sink)
        source.subscribe(sink: sink)
    }
}
