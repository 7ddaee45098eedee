extension ObservableType {
    /// Combines all elements into one result.
    ///
    /// - **Emits** the result when the source completes; `seed` if it was empty. Each subscription starts with `seed`.
    /// - **Completes** right after it.
    /// - **Fails** when the source does, or with the error that `accumulator` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `accumulator` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// - Parameters:
    ///   - seed: the result before the first element.
    ///   - accumulator: makes the next result from the last one and the element.
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
    /// - **Completes** right after it.
    /// - **Fails** when the source does, or with the error that `accumulator` or `mapResult` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `accumulator` is called on the thread that the source emits on, `mapResult` on the thread that the
    ///   source completes on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// - Parameters:
    ///   - seed: the result before the first element.
    ///   - accumulator: makes the next result from the last one and the element.
    ///   - mapResult: makes the element to emit from the last result.
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
