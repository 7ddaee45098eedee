extension ObservableConvertibleType {
    /// This source as a shared sequence, with `onErrorJustReturn` in place of an error.
    ///
    /// - **Emits** on the strategy's scheduler what the source emits.
    /// - **Completes** when the source does, or after the element that stands for its error.
    ///
    /// - Parameters:
    ///   - sharingStrategy: how to share; found from the result's type if it is left out.
    ///   - onErrorJustReturn: the last element of a source that fails.
    @inlinable
    public func asSharedSequence<S: SharingStrategyProtocol>(
        sharingStrategy: S.Type = S.self,
        onErrorJustReturn: Element
    ) -> SharedSequence<S, Element> {
        SharedSequence(asObservable().observe(on: S.scheduler).catchAndReturn(onErrorJustReturn))
    }

    /// This source as a shared sequence, going on with `onErrorDriveWith` in place of an error.
    ///
    /// - Parameters:
    ///   - sharingStrategy: how to share; found from the result's type if it is left out.
    ///   - onErrorDriveWith: what to subscribe to when the source has failed.
    @inlinable
    public func asSharedSequence<S: SharingStrategyProtocol>(
        sharingStrategy: S.Type = S.self,
        onErrorDriveWith: SharedSequence<S, Element>
    ) -> SharedSequence<S, Element> {
        SharedSequence(asObservable().observe(on: S.scheduler).catch { _ in onErrorDriveWith.asObservable() })
    }

    /// This source as a shared sequence, going on with what `onErrorRecover` makes of an error in its place.
    ///
    /// - Parameters:
    ///   - sharingStrategy: how to share; found from the result's type if it is left out.
    ///   - onErrorRecover: called with the error, on the strategy's scheduler.
    @preconcurrency
    @inlinable
    public func asSharedSequence<S: SharingStrategyProtocol>(
        sharingStrategy: S.Type = S.self,
        onErrorRecover: @escaping @Sendable (_ error: Swift.Error) -> SharedSequence<S, Element>
    ) -> SharedSequence<S, Element> {
        SharedSequence(asObservable().observe(on: S.scheduler).catch { onErrorRecover($0).asObservable() })
    }
}
