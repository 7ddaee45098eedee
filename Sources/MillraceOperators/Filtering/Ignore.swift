import Millrace

extension ObservableType where Element: Equatable {
    /// Leaves out the elements that equal one of the values.
    ///
    /// ```
    /// source        --a--b--c--a--|
    /// ignore("a")   -----b--c-----|
    /// ```
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: for each element, at most one comparison with each value; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("tea", "", "milk", "-")
    ///     .ignore("", "-")
    ///     .subscribe(onNext: { print($0) })
    /// // tea
    /// // milk
    /// ```
    ///
    /// - Parameter valuesToIgnore: the values to leave out.
    @inlinable
    public func ignore(_ valuesToIgnore: Element...) -> Observable<Element> {
        ignoring(valuesToIgnore)
    }

    /// Leaves out the elements that equal one of the values of a sequence, which is read once; otherwise as `ignore(_:)`
    /// of several values.
    ///
    /// - Parameter valuesToIgnore: the values to leave out.
    @inlinable
    public func ignore<Sequence: Swift.Sequence>(_ valuesToIgnore: Sequence) -> Observable<Element>
    where Sequence.Element == Element {
        ignoring(Array(valuesToIgnore))
    }

    @inlinable
    func ignoring(_ values: [Element]) -> Observable<Element> {
        guard values.count == 1 else { return filter { !values.contains($0) } }
        // The usual case: the stage compares itself, without a loop and without calling a closure.
        let value = values[0]
        let receive: Sink<Element>.Receive = { sink, element in
            if element != value { sink.downcast(to: OperatorSink<Element, Element>.self).forward(element) }
        }
        return Operator(asObservable()) { OperatorSink<Element, Element>($0, plain: true, receive: receive) }
    }
}

extension ObservableType {
    /// Leaves out the elements for which `predicate` is true.
    ///
    /// ```
    /// source                  --1--2--3--4--|
    /// ignoreWhen { $0 > 2 }   --1--2--------|
    /// ```
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that `predicate` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `predicate` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("tea", "# a remark", "milk")
    ///     .ignoreWhen { $0.hasPrefix("#") }
    ///     .subscribe(onNext: { print($0) })
    /// // tea
    /// // milk
    /// ```
    ///
    /// - Parameter predicate: says whether an element is left out.
    @inlinable
    public func ignoreWhen(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
        filter { try !predicate($0) }
    }
}
