import Millrace

extension ObservableType {
    /// Merges the sources that `selector` makes of the elements, a limited number of them at a time.
    ///
    /// ```
    /// source                                      -a-b-c-------|
    /// flatMap(maxConcurrent: 2) { $0 after 4 s }  -----a-b-c---|
    /// ```
    ///
    /// - **Emits** the elements of the inner sources that are active, as they come. Elements that come while
    ///   `maxConcurrent` inner sources are active wait, in order.
    /// - **Completes** when this source and all inner ones have completed.
    /// - **Fails** as soon as this source or an active inner one does, or with the error that `selector` throws.
    /// - **Disposal** disposes all subscriptions, and drops the elements that wait.
    /// - **Thread**: `selector` is called when the turn of an element has come: on the thread that this source emits on, or
    ///   on the thread that delivers the completion of the inner source whose place is taken. Elements come as with
    ///   `merge(maxConcurrent:)`: no thread waits.
    /// - **Complexity**: O(1) for each element, some allocations for each inner source. The elements that wait have no bound
    ///   of their own: they fill the memory if this source emits faster than the inner sources complete.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable.of(3, 1, 2)
    ///     .flatMap(maxConcurrent: 2) { seconds in
    ///         Observable<Int>.timer(.seconds(seconds), scheduler: scheduler).mapTo("took \(seconds) s")
    ///     }
    ///     .subscribe(onNext: { print("\(scheduler.clock): \($0)") })
    /// scheduler.start()
    /// // 1: took 1 s
    /// // 3: took 3 s
    /// // 3: took 2 s
    /// ```
    ///
    /// - Parameters:
    ///   - maxConcurrent: how many inner sources are active at most, at least 1.
    ///   - selector: makes an inner source for an element.
    @inlinable
    public func flatMap<Source: ObservableConvertibleType>(
        maxConcurrent: Int,
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        require(
            maxConcurrent > 0,
            "flatMap(maxConcurrent:_:): maxConcurrent is \(maxConcurrent); it must be greater than 0"
        )
        // Deferred, so that `selector` is called when there is room for what it makes.
        return map { element in Observable.deferred { try selector(element).asObservable() } }
            .merge(maxConcurrent: maxConcurrent)
    }

    /// Merges the sources that are made of the elements and of the end of this source.
    ///
    /// ```
    /// source         --a-----b-----#
    /// onNext of a      1--2|
    /// onNext of b            3--4|
    /// onError                      x|
    /// flatMap        --1--2--3--4--x|
    /// ```
    ///
    /// - **Emits** the elements of all these sources, as they come.
    /// - **Completes** when this source has ended and all inner sources have completed, that of the end included.
    /// - **Fails** as soon as an inner source does, or with the error that a closure throws. An error of this source goes
    ///   to `onError` instead.
    /// - **Disposal** disposes the subscriptions to this source and all inner ones.
    /// - **Thread**: the closures are called on the thread that this source emits on. Elements come as with `flatMap(_:)`:
    ///   no thread waits.
    /// - **Complexity**: O(1) for each element, one allocation for each inner source.
    ///
    /// ```swift
    /// let steps = Observable.of("copy", "check").concat(Observable.error(RxError.timeout))
    /// let subscription = steps
    ///     .flatMap(
    ///         onNext: { Observable.just("\($0) done") },
    ///         onError: { Observable.just("failed: \($0)") },
    ///         onCompleted: { Observable.just("all done") }
    ///     )
    ///     .subscribe(onNext: { print($0) })
    /// // copy done
    /// // check done
    /// // failed: Sequence timeout.
    /// ```
    ///
    /// - Parameters:
    ///   - onNext: makes an inner source for each element.
    ///   - onError: makes an inner source for an error of this source.
    ///   - onCompleted: makes an inner source for the completion of this source.
    @inlinable
    public func flatMap<Source: ObservableConvertibleType>(
        onNext: @escaping (Element) throws -> Source,
        onError: @escaping (Swift.Error) throws -> Source,
        onCompleted: @escaping () throws -> Source
    ) -> Observable<Source.Element> {
        materialize().flatMap { event in
            switch event {
            case .next(let element): try onNext(element)
            case .error(let error): try onError(error)
            case .completed: try onCompleted()
            }
        }
    }
}
