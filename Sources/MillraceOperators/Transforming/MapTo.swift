import Millrace

extension ObservableType {
    /// Emits `value` for each element.
    ///
    /// ```
    /// source      --a---b---c--|
    /// mapTo("x")  --x---x---x--|
    /// ```
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let (plus, minus) = (PublishSubject<Void>(), PublishSubject<Void>())
    /// let subscription = Observable.merge(plus.mapTo(1), minus.mapTo(-1))
    ///     .scan(0) { $0 + $1 }
    ///     .subscribe(onNext: { print($0) })
    /// plus.onNext(())
    /// plus.onNext(())
    /// minus.onNext(())
    /// // 1
    /// // 2
    /// // 1
    /// ```
    ///
    /// - Parameter value: what to emit.
    @inlinable
    public func mapTo<Result>(_ value: Result) -> Observable<Result> {
        // Not a `map`: this stage reads the value itself, and calls no closure for it.
        let receive: Sink<Element>.Receive = { sink, _ in
            sink.downcast(to: OperatorSink<Element, Result>.self).forward(value)
        }
        return Operator(asObservable()) { OperatorSink<Element, Result>($0, plain: true, receive: receive) }
    }
}

extension PrimitiveSequence where Trait == SingleTrait {
    /// Emits `value` instead of the element; as `ObservableType.mapTo(_:)`.
    ///
    /// - Parameter value: what to emit.
    @inlinable
    public func mapTo<Result>(_ value: Result) -> Single<Result> {
        map { _ in value }
    }
}

extension PrimitiveSequence where Trait == MaybeTrait {
    /// Emits `value` instead of the element, if there is one; as `ObservableType.mapTo(_:)`.
    ///
    /// - Parameter value: what to emit.
    @inlinable
    public func mapTo<Result>(_ value: Result) -> Maybe<Result> {
        map { _ in value }
    }
}

extension SharedSequenceConvertibleType {
    /// Emits `value` for each element; as `ObservableType.mapTo(_:)`.
    ///
    /// - Parameter value: what to emit.
    @inlinable
    public func mapTo<Result>(_ value: Result) -> SharedSequence<SharingStrategy, Result> {
        map { _ in value }
    }
}
