extension ObservableType {
    /// Emits the only element of the source, and fails unless the source has exactly one.
    ///
    /// - **Emits** the source's first element as soon as it comes, before it is known whether a second follows.
    /// - **Completes** when the source completes after one element.
    /// - **Fails** with `RxError.moreThanOneElement` when a second element comes, with `RxError.noElements` if the
    ///   source completes without any, or when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let matches = Observable.of("Ada", "Adam")
    /// let subscription = matches
    ///     .single()
    ///     .subscribe(onNext: { print($0) }, onError: { print("failed: \($0)") })
    /// // Ada
    /// // failed: Sequence contains more than one element.
    /// ```
    @inlinable
    public func single() -> Observable<Element> {
        single { _ in true }
    }

    /// Emits the only element for which `predicate` is true, and fails unless there is exactly one.
    ///
    /// - **Emits** the first such element as soon as it comes, before it is known whether a second follows.
    /// - **Completes** when the source completes after one such element.
    /// - **Fails** with `RxError.moreThanOneElement` when a second such element comes, with `RxError.noElements` if the
    ///   source completes without any, with the error that `predicate` throws, or when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `predicate` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let files = Observable.of("notes.txt", "Package.swift", "README.md")
    /// let subscription = files
    ///     .single { $0.hasSuffix(".swift") }
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// // Package.swift
    /// // completed
    /// ```
    ///
    /// - Parameter predicate: says whether an element counts.
    @inlinable
    public func single(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Bool, Element, Element>.self)
            guard sink.isOpen else { return }
            do {
                guard try predicate(element) else { return }
            } catch {
                return sink.fail(error)
            }
            if sink.state { return sink.fail(RxError.moreThanOneElement) }
            sink.state = true
            sink.forward(element)
        }
        return Operator(asObservable()) {
            CompletingSink($0, state: false, receive: receive) { sink in
                if sink.state { sink.finish() } else { sink.fail(RxError.noElements) }
            }
        }
    }
}
