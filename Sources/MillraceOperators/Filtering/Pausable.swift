import Millrace

extension ObservableType {
    /// Emits the elements that come while the latest element of another source, the pauser, is `true`.
    ///
    /// ```
    /// source            -a--b--c--d--e--|
    /// pauser            ---t-----f--t---
    /// pausable(pauser)  ----b--c-----e--|
    /// ```
    ///
    /// - **Emits** nothing before the pauser's first element. The pauser is subscribed to first.
    /// - **Completes** when the source does. After the pauser's completion, its last element still counts.
    /// - **Fails** as soon as one of them does.
    /// - **Disposal** disposes the source's subscription, then the pauser's.
    /// - **Thread**: emits on the thread that the source emits on; if another thread is delivering at that moment, that
    ///   thread delivers the element instead. No thread waits.
    /// - **Complexity**: O(1) for each element.
    ///
    /// ```swift
    /// let positions = PublishSubject<Int>()
    /// let isVisible = BehaviorSubject(value: false)
    /// let subscription = positions.pausable(isVisible).subscribe(onNext: { print($0) })
    /// positions.onNext(1)
    /// isVisible.onNext(true)
    /// positions.onNext(2)
    /// // 2
    /// ```
    ///
    /// - Parameter pauser: says whether elements pass; `false` pauses.
    @inlinable
    public func pausable<Pauser: ObservableType>(_ pauser: Pauser) -> Observable<Element>
    where Pauser.Element == Bool {
        withLatestFrom(pauser) { (element: $0, passes: $1) }
            .compactMap { $0.passes ? .some($0.element) : nil }
    }
}
