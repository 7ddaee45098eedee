import Millrace

extension ObservableType {
    /// Emits the elements of a sequence, then the elements of the source.
    ///
    /// ```
    /// source                         --a--b--|
    /// startWith(contentsOf: [x, y])  xy--a--b--|
    /// ```
    ///
    /// - **Emits** the sequence's elements first, and subscribes to the source after them. The sequence may be infinite.
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** stops the emission between two elements, or disposes the source's subscription.
    /// - **Thread**: emits the sequence's elements on the thread that subscribes.
    /// - **Complexity**: O(1) for each element; holds the sequence.
    ///
    /// ```swift
    /// let recent = ["monday", "tuesday"]
    /// let subscription = Observable.just("wednesday")
    ///     .startWith(contentsOf: recent)
    ///     .subscribe(onNext: { print($0) })
    /// // monday
    /// // tuesday
    /// // wednesday
    /// ```
    ///
    /// - Parameter elements: what to emit first. Each subscription makes an iterator of its own.
    @inlinable
    public func startWith<Sequence: Swift.Sequence>(contentsOf elements: Sequence) -> Observable<Element>
    where Sequence.Element == Element {
        Observable.from(elements).concat(asObservable())
    }
}
