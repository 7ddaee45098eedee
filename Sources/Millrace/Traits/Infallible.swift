/// A sequence that does not fail.
public protocol InfallibleType<Element>: ObservableConvertibleType {}

/// A sequence that does not fail: any number of elements, then at most a completion.
public struct Infallible<Element>: InfallibleType, @unchecked Sendable {
    @usableFromInline
    let source: Observable<Element>

    /// - Parameter source: one that never fails.
    @inlinable
    init(_ source: Observable<Element>) {
        self.source = source
    }

    /// The same sequence, without the promise.
    @inlinable
    public func asObservable() -> Observable<Element> {
        source
    }
}
