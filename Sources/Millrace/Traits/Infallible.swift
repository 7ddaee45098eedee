/// A sequence that does not fail.
public protocol InfallibleType<Element>: ObservableConvertibleType {}

/// A sequence that does not fail: any number of elements, then at most a completion.
///
/// Its operators are those of an observable. Some take closures that may throw, or sources that may fail, as RxSwift's do:
/// if one does, so does the sequence, in spite of its type.
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

/// What an `Infallible` sends.
public enum InfallibleEvent<Element> {
    /// An element.
    case next(Element)
    /// The sequence has ended.
    case completed
}

extension InfallibleEvent: Sendable where Element: Sendable {}

extension InfallibleEvent: EventConvertible {
    /// The same event of an observable.
    @inlinable
    public var event: Event<Element> {
        switch self {
        case .next(let element): .next(element)
        case .completed: .completed
        }
    }
}
