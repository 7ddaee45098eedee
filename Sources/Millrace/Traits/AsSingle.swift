extension ObservableType {
    /// This source, with the promise of exactly one element.
    ///
    /// - **Emits** the source's element, when the source completes.
    /// - **Fails** with `RxError.moreThanOneElement` at a second element, with `RxError.noElements` if the source completes
    ///   without any, or when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source completes on.
    /// - **Complexity**: O(1).
    public func asSingle() -> Single<Element> {
        PrimitiveSequence(raw: Operator(asObservable()) { LoneElementSink($0, isRequired: true) })
    }
}
