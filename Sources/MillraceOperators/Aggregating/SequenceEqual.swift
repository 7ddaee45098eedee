import Millrace

extension ObservableType where Element: Equatable {
    /// Whether two sources emit equal elements in the same order.
    ///
    /// ```
    /// source            --a--b--c--|
    /// second            -a-----b-----x--
    /// sequenceEqual(_:) -------------(false|)
    /// ```
    ///
    /// - **Emits** false as soon as two elements at the same place differ, or one source has completed and the other has
    ///   sent more elements; true when both have completed after equal elements.
    /// - **Fails** as soon as one of them does.
    /// - **Disposal** disposes the subscriptions to both, as the result does, and drops the elements that are kept.
    /// - **Thread**: emits on the thread that the deciding event comes on; if another thread is delivering at that
    ///   moment, that thread emits instead. No thread waits.
    /// - **Complexity**: O(1) for each element, amortized. The elements by which one source is ahead of the other are
    ///   kept; `take` on the sources bounds them.
    ///
    /// ```swift
    /// let subscription = Observable.of(1, 2)
    ///     .sequenceEqual(Observable.of(1, 2, 3))
    ///     .subscribe(onSuccess: { print($0) })
    /// // false
    /// ```
    ///
    /// - Parameter second: the source to compare with.
    @inlinable
    public func sequenceEqual<Source: ObservableConvertibleType>(_ second: Source) -> Single<Bool>
    where Source.Element == Element {
        // Past the end of each source comes `nil`, which equals the end of the other source only.
        let first = map { Optional($0) }.concat(Observable.just(nil))
        let second = second.asObservable().map { Optional($0) }.concat(Observable.just(nil))
        return Observable.zip(first, second) { $0 == $1 }
            .firstVerdict(false, function: "sequenceEqual(_:)") { !$0 }
    }
}
