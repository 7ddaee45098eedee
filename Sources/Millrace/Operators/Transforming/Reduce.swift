extension ObservableType {
    /// Combines all elements into one result.
    ///
    /// - **Emits** the result when the source completes; `seed` if the source was empty. Each subscription starts with
    ///   `seed`.
    /// - **Completes** right after the result.
    /// - **Fails** when the source does, or with the error that `accumulator` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `accumulator` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let prices = Observable.of(3, 4, 5)
    /// let subscription = prices
    ///     .reduce(0) { total, price in total + price }
    ///     .subscribe(onNext: { print("total: \($0)") })
    /// // total: 12
    /// ```
    ///
    /// - Parameters:
    ///   - seed: the result before the first element.
    ///   - accumulator: makes the next result from the last result and an element.
    @inlinable
    public func reduce<A>(
        _ seed: A,
        accumulator: @escaping (A, Element) throws -> A
    ) -> Observable<A> {
        reduce(seed, accumulator: accumulator) { $0 }
    }

    /// Combines all elements into one result, and emits what `mapResult` makes of that result.
    ///
    /// - **Emits** one element when the source completes. Each subscription starts with `seed`.
    /// - **Completes** right after this element.
    /// - **Fails** when the source does, or with the error that `accumulator` or `mapResult` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `accumulator` is called on the thread that the source emits on, `mapResult` on the thread that the
    ///   source completes on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let temperatures = Observable.of(18.0, 21.0, 24.0)
    /// let subscription = temperatures
    ///     .reduce((sum: 0.0, count: 0.0)) { ($0.sum + $1, $0.count + 1) } mapResult: { $0.sum / $0.count }
    ///     .subscribe(onNext: { print("average: \($0)") })
    /// // average: 21.0
    /// ```
    ///
    /// - Parameters:
    ///   - seed: the result before the first element.
    ///   - accumulator: makes the next result from the last result and an element.
    ///   - mapResult: makes the element to emit from the final result.
    @inlinable
    public func reduce<A, Result>(
        _ seed: A,
        accumulator: @escaping (A, Element) throws -> A,
        mapResult: @escaping (A) throws -> Result
    ) -> Observable<Result> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<A, Element, Result>.self)
            do { sink.storeState(try accumulator(sink.loadState(), element)) } catch { sink.fail(error) }
        }
        let complete: CompletingSink<A, Element, Result>.Complete = { sink in
            guard sink.isOpen else { return }
            do { sink.finish(with: try mapResult(sink.loadState())) } catch { sink.fail(error) }
        }
        return Operator(asObservable()) { CompletingSink($0, state: seed, receive: receive, complete: complete) }
    }
}
