/// A source that promises by its type how many elements it emits. `Trait` says which promise; see `Single`, `Maybe` and
/// `Completable`.
///
/// ```swift
/// let name: PrimitiveSequence<SingleTrait, String> = .just("Ada") // a Single<String>
/// let subscription = name.subscribe(onSuccess: { print($0) })
/// // Ada
/// ```
public struct PrimitiveSequence<Trait, Element> {
    @usableFromInline
    let source: Observable<Element>

    /// - Parameter raw: a source that keeps the promise.
    @inlinable
    package init(raw: Observable<Element>) {
        source = raw
    }
}

extension PrimitiveSequence: Sendable {}

/// A source that promises by its type how many elements it emits; the operators of each trait are extensions of it.
public protocol PrimitiveSequenceType {
    /// Says which promise.
    associatedtype Trait

    /// The type of element it emits.
    associatedtype Element

    /// The source itself.
    var primitiveSequence: PrimitiveSequence<Trait, Element> { get }
}

extension PrimitiveSequence: PrimitiveSequenceType {
    /// The source itself, as `PrimitiveSequence`.
    public var primitiveSequence: PrimitiveSequence<Trait, Element> { self }
}

extension PrimitiveSequence: ObservableConvertibleType {
    /// This source without its promise.
    ///
    /// ```swift
    /// let subscription = Single.just("Ada")
    ///     .asObservable()
    ///     .concat(Observable.just("Grace"))
    ///     .subscribe(onNext: { print($0) })
    /// // Ada
    /// // Grace
    /// ```
    @_alwaysEmitIntoClient
    public func asObservable() -> Observable<Element> {
        source
    }
}
