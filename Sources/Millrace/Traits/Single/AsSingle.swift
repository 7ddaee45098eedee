extension ObservableType {
    /// This source, with the promise of exactly one element.
    ///
    /// - **Emits** the source's element, when the source completes.
    /// - **Fails** with `RxError.moreThanOneElement` at a second element, with `RxError.noElements` if the source
    ///   completes without an element, or when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source completes on.
    /// - **Complexity**: O(1).
    ///
    /// ```swift
    /// let subscription = Observable.of("one", "another")
    ///     .asSingle()
    ///     .subscribe(onSuccess: { print($0) }, onFailure: { print("failed: \($0)") })
    /// // failed: Sequence contains more than one element.
    /// ```
    public func asSingle() -> Single<Element> {
        PrimitiveSequence(raw: asObservable().loneElement(isRequired: true))
    }
}

extension ObservableType {
    /// The first element, or `nil` if there is none.
    ///
    /// - **Emits** the source's first element as soon as it comes, and completes right after it; `nil` if the source
    ///   completes without an element.
    /// - **Fails** when the source does before its first element.
    /// - **Disposal** disposes the source's subscription. The first element does the same, after it has been delivered.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1); one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("first", "second")
    ///     .first()
    ///     .subscribe(onSuccess: { print($0 ?? "there is none") })
    /// // first
    /// ```
    @_alwaysEmitIntoClient
    public func first() -> Single<Element?> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Bool, Element, Element?>.self)
            // An element that the observer makes the source emit meanwhile is not the first one.
            if sink.state { return }
            sink.state = true
            sink.forward(element)
            sink.finish()
        }
        let first: Observable<Element?> = Operator(asObservable()) {
            CompletingSink($0, state: false, receive: receive) { sink in
                if sink.state { return }
                sink.forward(nil)
                sink.finish()
            }
        }
        return PrimitiveSequence(raw: first)
    }
}

extension Observable {
    /// Emits the only element when the source has completed, and fails if there are more elements; if there is none,
    /// the argument says whether it fails or completes.
    func loneElement(isRequired: Bool, function: StaticString = #function) -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Element?, Element, Element>.self)
            guard sink.isOpen else { return }
            var lone: Element? = element
            let isFirst = sink.withState { state in
                if state != nil { return false }
                swap(&state, &lone)
                return true
            }
            if !isFirst { sink.fail(RxError.moreThanOneElement) }
        }
        let complete: CompletingSink<Element?, Element, Element>.Complete = { sink in
            if let element = sink.exchangeState(for: nil) {
                sink.finish(with: element)
            } else if isRequired {
                sink.fail(RxError.noElements)
            } else {
                sink.finish()
            }
        }
        return Operator(self, function: function) {
            CompletingSink($0, state: nil, function: function, receive: receive, complete: complete)
        }
    }
}
