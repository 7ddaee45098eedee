/// A sequence that does not fail.
@preconcurrency
public protocol InfallibleType<Element>: ObservableConvertibleType {}

/// A sequence that does not fail: any number of elements, then at most a completion.
///
/// Its operators are those of an observable. Some take closures that may throw, or sources that may fail, as RxSwift's
/// do: if the closure throws or the source fails, the sequence fails in spite of its type.
public struct Infallible<Element>: InfallibleType, @unchecked Sendable {
    @usableFromInline
    let source: Observable<Element>

    /// - Parameter source: a source that never fails.
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

extension ObservableConvertibleType {
    /// This source, with `element` in place of an error; as `ObservableType.catchAndReturn(_:)`.
    ///
    /// - Parameter element: the last element of a source that fails.
    @inlinable
    public func asInfallible(onErrorJustReturn element: Element) -> Infallible<Element> {
        Infallible(asObservable().catchAndReturn(element))
    }

    /// This source, which goes on with `infallible` in place of an error; as `ObservableType.catch(_:)`.
    ///
    /// - Parameter infallible: what to subscribe to when the source has failed, on the thread that it fails on.
    @inlinable
    public func asInfallible(onErrorFallbackTo infallible: Infallible<Element>) -> Infallible<Element> {
        Infallible(asObservable().catch { _ in infallible.source })
    }

    /// This source, which goes on with what `onErrorRecover` makes of an error; as `ObservableType.catch(_:)`.
    ///
    /// - Parameter onErrorRecover: called with the error, on the thread that the source fails on.
    @inlinable
    public func asInfallible(
        onErrorRecover: @escaping (Swift.Error) -> Infallible<Element>
    ) -> Infallible<Element> {
        Infallible(asObservable().catch { onErrorRecover($0).source })
    }
}

extension BehaviorRelay {
    /// The relay's elements as a sequence that cannot fail.
    public func asInfallible() -> Infallible<Element> {
        Infallible(asObservable())
    }
}

extension PublishRelay {
    /// The relay's elements as a sequence that cannot fail.
    public func asInfallible() -> Infallible<Element> {
        Infallible(asObservable())
    }
}

extension ReplayRelay {
    /// The relay's elements as a sequence that cannot fail.
    public func asInfallible() -> Infallible<Element> {
        Infallible(asObservable())
    }
}
