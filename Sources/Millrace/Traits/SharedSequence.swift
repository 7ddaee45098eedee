/// A sequence that does not fail and whose subscribers share one subscription; its strategy says on which scheduler it
/// emits, and what a new subscriber is given. `Driver` and `Signal` are the usual ones.
///
/// What an operator makes of a shared sequence is shared in its turn: an operator's closure runs once for an element,
/// however many subscribers there are.
///
/// Where an operator's closure may throw, as RxSwift's may, it must not: the sequence would fail in spite of its type.
public struct SharedSequence<SharingStrategy: SharingStrategyProtocol, Element>: SharedSequenceConvertibleType,
    @unchecked Sendable
{
    @usableFromInline
    let source: Observable<Element>

    /// Shares a source by the strategy.
    ///
    /// - Parameter source: one that never fails and emits on the strategy's scheduler.
    @inlinable
    init(_ source: Observable<Element>) {
        self.source = SharingStrategy.share(source)
    }

    /// Shares what an operator makes of a shared sequence.
    ///
    /// - Parameter stage: a fresh operator that passes every end on at once and never ends by itself; see `SharingBypass`.
    @inlinable
    init(stage: Observable<Element>) {
        source = SharingStrategy.share(stage)
        if SharedSequence.sharesByShare { source.markAsStage() }
    }

    /// Whether the strategy is one of ours, of which it is known that they make a fresh shared source.
    @usableFromInline
    static var sharesByShare: Bool {
        SharingStrategy.self == DriverSharingStrategy.self || SharingStrategy.self == SignalSharingStrategy.self
    }

    /// - Parameter raw: a source that need not be shared, since subscribing to it costs nothing and does nothing.
    @inlinable
    init(raw: Observable<Element>) {
        source = raw
    }

    /// The same sequence, without the promises.
    @inlinable
    public func asObservable() -> Observable<Element> {
        source
    }

    /// The sequence itself.
    @inlinable
    public func asSharedSequence() -> SharedSequence<SharingStrategy, Element> {
        self
    }

    /// The same sequence, which does not fail, without the promise that it is shared.
    @inlinable
    public func asInfallible() -> Infallible<Element> {
        Infallible(source)
    }
}

/// Something that can be seen as a shared sequence.
public protocol SharedSequenceConvertibleType: ObservableConvertibleType {
    /// Where the sequence emits, and how it is shared.
    associatedtype SharingStrategy: SharingStrategyProtocol

    /// This value as a shared sequence.
    func asSharedSequence() -> SharedSequence<SharingStrategy, Element>
}

extension SharedSequenceConvertibleType {
    /// The same sequence, without the promises.
    @inlinable
    public func asObservable() -> Observable<Element> {
        asSharedSequence().asObservable()
    }
}
