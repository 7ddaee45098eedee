import Millrace

extension ObservableType {
    /// Merges the sources that `accumulator` makes of the latest result and each element; what they emit are the results.
    ///
    /// ```
    /// source                                --1-----2-----|
    /// mergeScan(0) { of($0 + $1, $0 - $1) } --(1-1)-(1-3)-|
    /// ```
    ///
    /// - **Emits** the elements of all these sources, as they come. Each is the latest result until the next one is
    ///   emitted. `seed` itself is not emitted. Each subscription starts with `seed`.
    /// - **Completes** when this source and all inner ones have completed.
    /// - **Fails** as soon as this source or an inner one does, or with the error that `accumulator` throws.
    /// - **Disposal** disposes the subscriptions to this source and all inner ones, and releases the latest result.
    /// - **Thread**: `accumulator` is called on the thread that this source emits on, with the latest result that was
    ///   emitted by then. Elements come as with `flatMap(_:)`: no thread waits.
    /// - **Complexity**: O(1) for each element, one allocation for each inner source. The number of inner sources that are
    ///   active at once has no bound of its own.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = scheduler.cold("1--2|")
    ///     .mergeScan("0") { Observable.just($0 + $1).delay(.seconds(1), scheduler: scheduler) }
    ///     .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
    /// scheduler.start()
    /// // 1 s: 01
    /// // 4 s: 012
    /// ```
    ///
    /// - Parameters:
    ///   - seed: the result before the first one.
    ///   - accumulator: makes a source of further results from the latest result and an element.
    @inlinable
    public func mergeScan<Source: ObservableConvertibleType>(
        _ seed: Source.Element,
        accumulator: @escaping (Source.Element, Element) throws -> Source
    ) -> Observable<Source.Element> {
        accumulating(seed) { latest in
            flatMap { try accumulator(latest.access { $0 }, $0) }
        }
    }

    /// Passes on the elements of the latest source that `accumulator` made of the latest result and an element; what these
    /// sources emit are the results.
    ///
    /// ```
    /// source                                --1-----2-----|
    /// switchScan(0) { $0 + $1 after 3 s }   -----1-----3--|
    /// ```
    ///
    /// - **Emits** the elements of the latest inner source; when another inner source comes, the subscription to the
    ///   previous one is disposed. Each element is the latest result until the next one is emitted. `seed` itself is not
    ///   emitted. Each subscription starts with `seed`.
    /// - **Completes** when this source and the latest inner one have completed.
    /// - **Fails** when this source or the latest inner one does, or with the error that `accumulator` throws.
    /// - **Disposal** disposes the subscriptions to this source and the latest inner one, and releases the latest result.
    /// - **Thread**: `accumulator` is called on the thread that this source emits on, with the latest result that was
    ///   emitted by then. Elements come as with `flatMapLatest(_:)`: no thread waits.
    /// - **Complexity**: O(1) for each element, one allocation for each inner source.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = scheduler.cold("12---3|")
    ///     .switchScan("0") { Observable.just($0 + $1).delay(.seconds(2), scheduler: scheduler) }
    ///     .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
    /// scheduler.start()
    /// // 3 s: 02
    /// // 7 s: 023
    /// ```
    ///
    /// - Parameters:
    ///   - seed: the result before the first one.
    ///   - accumulator: makes a source of further results from the latest result and an element.
    @inlinable
    public func switchScan<Source: ObservableConvertibleType>(
        _ seed: Source.Element,
        accumulator: @escaping (Source.Element, Element) throws -> Source
    ) -> Observable<Source.Element> {
        accumulating(seed) { latest in
            flatMapLatest { try accumulator(latest.access { $0 }, $0) }
        }
    }
}

/// Emits what `results` emits, and stores it as the latest result before it goes out.
///
/// The inner sources may emit on several threads, and `accumulator` may run on another one meanwhile: it reads what was
/// emitted last.
@inlinable
func accumulating<Result>(
    _ seed: Result,
    _ results: @escaping (Locked<Result>) -> Observable<Result>
) -> Observable<Result> {
    Observable.deferred {
        let latest = Locked(seed)
        return results(latest).map { result in
            releaseValue(latest.access { exchange(&$0, for: result) })
            return result
        }
    }
}
