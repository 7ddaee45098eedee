/// A source that promises by its type how many elements it emits: `Trait` says which promise.
public struct PrimitiveSequence<Trait, Element> {
    @usableFromInline
    let source: Observable<Element>

    /// - Parameter raw: a source that keeps the promise.
    @inlinable
    init(raw: Observable<Element>) {
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
    /// The source itself.
    public var primitiveSequence: PrimitiveSequence<Trait, Element> { self }
}

extension PrimitiveSequence: ObservableConvertibleType {
    /// This source without its promise.
    @inlinable
    public func asObservable() -> Observable<Element> {
        source
    }
}
