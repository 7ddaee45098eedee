extension ObservableType {
    /// This source, with the promise of one element at most.
    ///
    /// - **Emits** the source's element, when the source completes.
    /// - **Completes** when the source does.
    /// - **Fails** with `RxError.moreThanOneElement` at a second element, or when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source completes on.
    /// - **Complexity**: O(1).
    ///
    /// ```swift
    /// let subscription = Observable<String>.empty()
    ///     .asMaybe()
    ///     .subscribe(onSuccess: { print($0) }, onCompleted: { print("no element") })
    /// // no element
    /// ```
    public func asMaybe() -> Maybe<Element> {
        PrimitiveSequence(raw: asObservable().loneElement(isRequired: false))
    }
}
