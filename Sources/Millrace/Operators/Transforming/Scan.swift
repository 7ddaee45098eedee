extension ObservableType {
    /// Combines each element with the result so far, and emits the new result.
    ///
    /// ![Marble diagram, in seconds. Source: 1 at 1, 2 at 3, 3 at 5, 4 at 7, the end at 9. Result: 1 at 1, 3 at 3, 6 at
    /// 5, 10 at 7, the end at 9.](marbles-scan)
    ///
    /// - **Emits** one result for each element. The first is `accumulator(seed, element)`; `seed` itself is not
    ///   emitted. Each subscription starts with `seed`.
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that `accumulator` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `accumulator` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let payments = Observable.of(50, -20, 5)
    /// let subscription = payments
    ///     .scan(100) { balance, payment in balance + payment }
    ///     .subscribe(onNext: { print($0) })
    /// // 150
    /// // 130
    /// // 135
    /// ```
    ///
    /// - Parameters:
    ///   - seed: the result before the first element.
    ///   - accumulator: makes the next result from the last result and an element.
    @inlinable
    public func scan<A>(
        _ seed: A,
        accumulator: @escaping (A, Element) throws -> A
    ) -> Observable<A> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<A, Element, A>.self)
            do {
                let result = try accumulator(sink.loadState(), element)
                sink.storeState(result)
                sink.forward(result)
            } catch {
                sink.fail(error)
            }
        }
        return Operator(asObservable()) { StatefulSink($0, state: seed, receive: receive) }
    }

    /// Updates the result so far in place with each element, and emits the updated result.
    ///
    /// A result with copy-on-write storage, such as an array, is not copied unless an observer keeps an earlier result; but
    /// the first element copies the seed.
    ///
    /// - **Emits** one result for each element; `seed` itself is not emitted. Each subscription starts with `seed`. An
    ///   element must not come while `accumulator` is running, whether `accumulator` makes the source emit or another
    ///   thread emits at that moment. If an element does come, a debug build stops; a release build drops the element
    ///   and prints a message, once for each subscription.
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that `accumulator` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `accumulator` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let items = Observable.of("milk", "tea")
    /// let subscription = items
    ///     .scan(into: [String]()) { basket, item in basket.append(item) }
    ///     .subscribe(onNext: { print($0) })
    /// // ["milk"]
    /// // ["milk", "tea"]
    /// ```
    ///
    /// - Parameters:
    ///   - seed: the result before the first element.
    ///   - accumulator: updates the result with an element. Precondition: it does not make the source emit.
    @inlinable
    public func scan<A>(
        into seed: A,
        accumulator: @escaping (inout A, Element) throws -> Void
    ) -> Observable<A> {
        if _isPOD(A.self) { return scan(intoTrivial: seed, accumulator) }
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<A?, Element, A>.self)
            guard var result = sink.exchangeState(for: nil) else { return sink.reportBusyAccumulator() }
            do {
                try accumulator(&result, element)
            } catch {
                sink.storeState(result)
                return sink.fail(error)
            }
            // Stored before the result is passed on: an observer may make the source emit.
            sink.storeState(result)
            sink.forward(result)
        }
        return Operator(asObservable()) { StatefulSink<A?, Element, A>($0, state: seed, receive: receive) }
    }

    /// `scan(into:)` for a result without references, which is changed in place.
    @inlinable
    @inline(__always)
    func scan<A>(
        intoTrivial seed: A,
        _ accumulator: @escaping (inout A, Element) throws -> Void
    ) -> Observable<A> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Accumulation<A>, Element, A>.self)
            if sink.state.isBusy { return sink.reportBusyAccumulator() }
            do {
                sink.state.isBusy = true
                try accumulator(&sink.state.result, element)
                sink.state.isBusy = false
                sink.forward(sink.state.result)
            } catch {
                sink.state.isBusy = false
                sink.fail(error)
            }
        }
        let function: StaticString = "scan(into:accumulator:)"
        return Operator(asObservable(), function: function) {
            StatefulSink($0, state: Accumulation(seed), function: function, receive: receive)
        }
    }
}

/// The result of `scan(into:)`, and whether the user's closure is changing it. Two overlapping `inout` accesses would
/// be undefined behaviour, and Swift's own check for it is too slow here. A result with references needs no such flag:
/// it is moved out while the closure runs.
@usableFromInline
struct Accumulation<Result> {
    @usableFromInline
    var result: Result

    @usableFromInline
    var isBusy = false

    @inlinable
    init(_ seed: Result) {
        result = seed
    }
}

extension StatefulSink {
    /// An element came while `accumulator` was changing the result.
    @usableFromInline
    @inline(never)
    final func reportBusyAccumulator() {
        if lifecycle.claim() {
            reportMisuse(
                "scan(into:accumulator:): an element came while accumulator was changing the result; it is dropped",
                whatToDo: """
                    let accumulator only change the result, and send from behind scan, as in subscribe(onNext:); or put \
                    asSerialized() of MillraceOperators in front of scan: then an element that comes meanwhile waits
                    """
            )
        }
    }
}
