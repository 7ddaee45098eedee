import Millrace

extension ObservableType {
    /// Combines each element with the next element of a sequence.
    ///
    /// ```
    /// source                                      --a--b-----c--|
    /// zip(sequence: [1, 2]) { ($0, $1) }          --a1-(b2|)
    /// ```
    ///
    /// - **Emits** what `resultSelector` makes of both, for each element of the source as long as the sequence lasts.
    /// - **Completes** when the source does, and right after the result with the last element of the sequence. If the
    ///   sequence is empty, it completes at once and does not subscribe to the source.
    /// - **Fails** when the source does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `resultSelector` is called, and the sequence's elements are taken, on the thread that the source
    ///   emits on. The first element is taken on the thread that subscribes.
    /// - **Complexity**: O(1) for each element; holds the iterator and one element of the sequence.
    ///
    /// ```swift
    /// let subscription = Observable.of("first", "second", "third")
    ///     .zip(sequence: 1...) { "\($1). \($0)" }
    ///     .subscribe(onNext: { print($0) })
    /// // 1. first
    /// // 2. second
    /// // 3. third
    /// ```
    ///
    /// - Parameters:
    ///   - sequence: what to combine the elements with; it may be infinite. Each subscription makes an iterator of its own,
    ///     which is one element ahead.
    ///   - resultSelector: makes the result from an element and the sequence's element.
    @inlinable
    public func zip<Sequence: Swift.Sequence, ResultType>(
        sequence: Sequence,
        resultSelector: @escaping (Element, Sequence.Element) throws -> ResultType
    ) -> Observable<ResultType> {
        typealias Rest = (iterator: Sequence.Iterator, upcoming: Sequence.Element)
        let source = asObservable()
        let function: StaticString = "zip(sequence:resultSelector:)"
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Rest?, Element, ResultType>.self)
            // Without a rest: the observer of the last result, or the iterator, has made the source emit.
            guard sink.isOpen, var rest = sink.exchangeState(for: nil) else { return }
            let partner = rest.upcoming
            let following = rest.iterator.next()
            if let following { sink.storeState((rest.iterator, following)) }
            do { sink.forward(try resultSelector(element, partner)) } catch { return sink.fail(error) }
            if following == nil { sink.finish() }
        }
        return Observable.deferred {
            var iterator = sequence.makeIterator()
            guard let first = iterator.next() else { return .empty() }
            let rest: Rest = (iterator, first)
            return Operator(source, function: function) {
                StatefulSink<Rest?, Element, ResultType>($0, state: rest, function: function, receive: receive)
            }
        }
    }
}
