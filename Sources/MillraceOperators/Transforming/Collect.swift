import Millrace

extension ObservableType {
    /// Puts all elements into one result, which is changed in place.
    ///
    /// A result with copy-on-write storage, such as an array or a dictionary, is not copied.
    ///
    /// ```
    /// source                               --a---b--|
    /// collect(into: "-") { $0.append($1) } ---------("-ab"|)
    /// ```
    ///
    /// - **Emits** the result when the source completes; `seed` if the source was empty. Each subscription starts with
    ///   `seed`. An element must not come while `accumulator` is running, whether `accumulator` makes the source emit or
    ///   another thread emits at that moment. If an element does come, a debug build stops; a release build drops the
    ///   element and prints a message.
    /// - **Fails** when the source does, or with the error that `accumulator` throws.
    /// - **Disposal** disposes the source's subscription and releases the result so far.
    /// - **Thread**: `accumulator` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element, besides what `accumulator` does; each subscription holds the result, which
    ///   grows as `accumulator` makes it grow.
    ///
    /// ```swift
    /// let subscription = Observable.of("ebb", "flow", "eddy")
    ///     .collect(into: [Character: Int]()) { $0[$1.first!, default: 0] += 1 }
    ///     .subscribe(onSuccess: { print($0["e"]!, $0["f"]!) })
    /// // 2 1
    /// ```
    ///
    /// - Parameters:
    ///   - seed: the result before the first element.
    ///   - accumulator: changes the result for an element. Precondition: it does not make the source emit.
    @inlinable
    public func collect<Result>(
        into seed: Result,
        accumulator: @escaping (inout Result, Element) throws -> Void
    ) -> Single<Result> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Result?, Element, Result>.self)
            // Moved out while the closure runs: two overlapping changes would be undefined behaviour.
            guard var result = sink.exchangeState(for: nil) else { return reportBusyCollection() }
            do {
                try accumulator(&result, element)
                sink.storeState(result)
            } catch {
                sink.storeState(result)
                sink.fail(error)
            }
        }
        let complete: CompletingSink<Result?, Element, Result>.Complete = { sink in
            if let result = sink.exchangeState(for: nil) { sink.finish(with: result) } else { reportBusyCollection() }
        }
        return Single(
            raw: Operator(asObservable()) {
                CompletingSink<Result?, Element, Result>($0, state: seed, receive: receive, complete: complete)
            }
        )
    }
}

/// An event came while `accumulator` was changing the result.
@usableFromInline
@inline(never)
func reportBusyCollection() {
    reportMisuse(
        "collect(into:accumulator:): an event came while accumulator was changing the result; it is dropped",
        whatToDo: """
            let accumulator only change the result; or put asSerialized() in front of collect: then an event that comes \
            meanwhile waits
            """
    )
}
