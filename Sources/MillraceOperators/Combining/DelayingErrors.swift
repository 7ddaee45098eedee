import Millrace

extension ObservableType {
    /// Merges several sources, and fails only after all of them have ended.
    ///
    /// ```
    /// first                   --a--#
    /// second                  ----x----y--|
    /// mergeDelayingErrors(_:) --a-x----y--#
    /// ```
    ///
    /// - **Emits** the elements of all of them, as they come; they are subscribed to in their order.
    /// - **Completes** when all have completed, at once if there are none.
    /// - **Fails** when all have ended and at least one of them failed: with its error if one failed, with a
    ///   `CompositeError` if several did.
    /// - **Disposal** disposes the subscriptions to all of them, and drops the errors.
    /// - **Thread**: each element comes on the thread that its source emits on; if another thread is delivering at that
    ///   moment, that thread delivers the element instead. No thread waits.
    /// - **Complexity**: O(1) for each element, a few allocations for each source; holds the error of each failed source.
    ///
    /// ```swift
    /// let sources = [Observable<Int>.error(RxError.timeout), .of(1, 2)]
    /// let subscription = Observable.mergeDelayingErrors(sources)
    ///     .subscribe(onNext: { print($0) }, onError: { print("failed: \($0)") })
    /// // 1
    /// // 2
    /// // failed: Sequence timeout.
    /// ```
    ///
    /// - Parameter sources: the sources to merge.
    @inlinable
    public static func mergeDelayingErrors<Collection: Swift.Collection>(
        _ sources: Collection
    ) -> Observable<Element> where Collection.Element == Observable<Element> {
        Observable.merge(sources.map { $0.materialize() }).delayingErrors(function: "mergeDelayingErrors(_:)")
    }

    /// Emits the elements of one source after the other, and fails only after the last of them has ended.
    ///
    /// ```
    /// first                    --a--#
    /// second                        --b--|
    /// concatDelayingErrors(_:) --a----b--#
    /// ```
    ///
    /// - **Emits** the elements of all sources, in order. Each source is taken from the sequence, and subscribed to, when
    ///   the previous one has completed or failed.
    /// - **Completes** when the last source has ended and all have completed; at once if there are no sources.
    /// - **Fails** when the last source has ended and at least one of them failed: with its error if one failed, with a
    ///   `CompositeError` if several did.
    /// - **Disposal** disposes the current source's subscription, and drops the errors.
    /// - **Thread**: a source is subscribed to on the thread that the previous one ends on or, if that
    ///   source is still being subscribed to, on the thread that does so.
    /// - **Complexity**: O(1) for each element, a few allocations for each source; holds the error of each failed source,
    ///   so a sequence without an end should not fail without an end.
    ///
    /// ```swift
    /// let steps = [Observable.just("saved"), .error(RxError.timeout), .just("closed"), .error(RxError.noElements)]
    /// let subscription = Observable.concatDelayingErrors(steps)
    ///     .subscribe(onNext: { print($0) }, onError: { print("failed: \($0)") })
    /// // saved
    /// // closed
    /// // failed: 2 errors: Sequence timeout., Sequence doesn't contain any elements.
    /// ```
    ///
    /// - Parameter sources: the sources; there may be infinitely many. Each subscription makes an iterator of its own.
    @inlinable
    public static func concatDelayingErrors<Sequence: Swift.Sequence>(
        _ sources: Sequence
    ) -> Observable<Element> where Sequence.Element == Observable<Element> {
        Observable.concat(sources.lazy.map { $0.materialize() }).delayingErrors(function: "concatDelayingErrors(_:)")
    }
}

extension ObservableType {
    /// Turns events back into what they represent, as `dematerialize()`, for elements that come from several sources: a
    /// source's completion has no effect, and its error is kept until the last of the sources has ended.
    @inlinable
    func delayingErrors<Value>(function: StaticString) -> Observable<Value> where Element == Event<Value> {
        let receive: Sink<Element>.Receive = { sink, event in
            let sink = sink.downcast(to: StatefulSink<[Swift.Error], Element, Value>.self)
            switch event {
            case .next(let value): sink.forward(value)
            case .error(let error):
                if !sink.isOpen { return }
                var errors = sink.exchangeState(for: [])
                errors.append(error)
                sink.storeState(errors)
            case .completed: break
            }
        }
        return Operator(asObservable(), function: function) {
            CompletingSink<[Swift.Error], Element, Value>($0, state: [], function: function, receive: receive) { sink in
                let errors = sink.exchangeState(for: [])
                switch errors.count {
                case 0: sink.finish()
                case 1: sink.fail(errors[0])
                default: sink.fail(CompositeError(errors: errors))
                }
            }
        }
    }
}
