extension ObservableType where Element: FixedWidthInteger {
    /// Emits `count` consecutive integers, beginning with `start`.
    ///
    /// - **Completes** after the last one; at once if `count` is 0.
    /// - **Fails** never.
    /// - **Disposal** stops it between two elements.
    /// - **Thread**: emits on `scheduler`; on the default one, before `subscribe` returns.
    /// - **Complexity**: O(1) for each element; with a scheduler other than the default, one scheduled action for each.
    ///
    /// ```swift
    /// let subscription = Observable.range(start: 7, count: 3)
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// // 7
    /// // 8
    /// // 9
    /// // completed
    /// ```
    ///
    /// - Parameters:
    ///   - start: the first integer.
    ///   - count: how many, at least 0; `start + (count - 1)` must be a value of `Element`.
    ///   - scheduler: where to emit.
    @inlinable
    public static func range(
        start: Element,
        count: Element,
        scheduler: ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        require(count >= 0, "Observable.range(start:count:): count is \(count); it must not be negative")
        require(
            count == 0 || !start.addingReportingOverflow(count - 1).overflow,
            "Observable.range(start:count:): start \(start) with count \(count) goes past \(Element.max)"
        )
        return SteppedSource.iterating(SteppedSource.Consecutive(start: start, count: count), on: scheduler)
    }
}

extension SteppedSource {
    /// The integers of a range, counted without ever going past the last one.
    @usableFromInline
    struct Consecutive<Element: FixedWidthInteger>: Sequence, IteratorProtocol {
        @usableFromInline
        let start: Element

        @usableFromInline
        let count: Element

        @usableFromInline
        var emitted: Element = 0

        @inlinable
        init(start: Element, count: Element) {
            self.start = start
            self.count = count
        }

        @inlinable
        mutating func next() -> Element? {
            guard emitted < count else { return nil }
            defer { emitted &+= 1 }
            return start &+ emitted
        }
    }
}

/// The integers that `range`, `timer` and `interval` count with.
public typealias RxAbstractInteger = FixedWidthInteger
