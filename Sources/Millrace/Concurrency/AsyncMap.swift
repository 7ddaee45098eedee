extension ObservableType {
    @inlinable
    public func map<Result>(
        maxConcurrent: Int,
        ordered: Bool = false,
        _ transform: @escaping @Sendable (Element) async throws -> Result
    ) -> Observable<Result> {
        require(
            maxConcurrent > 0,
            "map(maxConcurrent:ordered:_:): maxConcurrent must be at least 1, not \(maxConcurrent)"
        )
        return AsyncSink<Element, Result>.makeOperator(on: asObservable(), maxConcurrent, ordered, function: #function) {
            try await transform($0)
        }
    }
}
