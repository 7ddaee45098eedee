import Millrace

extension ObservableType {
    /// Emits elements in arrays of `count`, of which one begins at every `skip` elements.
    ///
    /// If `skip` is less than `count`, the arrays overlap; if it is more, the elements between two arrays are left out.
    ///
    /// ```
    /// source                     --1---2---3---4---5---|
    /// buffer(count: 2)           ------12------34------(5|)
    /// buffer(count: 2, skip: 1)  ------12--23--34--45--(5|)
    /// buffer(count: 2, skip: 3)  ------12----------45--|
    /// ```
    ///
    /// - **Emits** an array as soon as it is full. When the source completes, it emits the arrays that have begun, in the
    ///   order of their first elements.
    /// - **Completes** when the source does, after these arrays.
    /// - **Fails** when the source does. The arrays that have begun are dropped.
    /// - **Disposal** disposes the source's subscription and releases the elements that have been collected.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element, and O(`count`) for each array; each subscription holds `count` elements.
    ///
    /// ```swift
    /// let subscription = Observable.of(1, 2, 3, 4, 5)
    ///     .buffer(count: 3, skip: 2)
    ///     .subscribe(onNext: { print($0) })
    /// // [1, 2, 3]
    /// // [3, 4, 5]
    /// // [5]
    /// ```
    ///
    /// - Parameters:
    ///   - count: how many elements an array has, at least 1.
    ///   - skip: how many elements lie between the beginnings of two arrays, at least 1; `count` if it is `nil`.
    @inlinable
    public func buffer(count: Int, skip: Int? = nil) -> Observable<[Element]> {
        let skip = skip ?? count
        require(count > 0, "buffer(count:skip:): count is \(count); it must be greater than 0")
        require(skip > 0, "buffer(count:skip:): skip is \(skip); it must be greater than 0")
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<CountedArray<Element>, Element, [Element]>.self)
            let full = sink.withState { $0.add(element, count: count, skip: skip) }
            if let full { sink.forward(full) }
        }
        let complete: CompletingSink<CountedArray<Element>, Element, [Element]>.Complete = { sink in
            var rest = sink.exchangeState(for: CountedArray()).collected[...]
            while rest.count > skip {
                sink.forward(Array(rest))
                rest = rest.dropFirst(skip)
            }
            if rest.isEmpty { sink.finish() } else { sink.finish(with: Array(rest)) }
        }
        return Operator(asObservable()) {
            CompletingSink<CountedArray<Element>, Element, [Element]>(
                $0,
                state: CountedArray(),
                receive: receive,
                complete: complete
            )
        }
    }

    /// Emits elements in arrays, each of which ends with an element for which `predicate` is true.
    ///
    /// ```
    /// source                        --a---.---b---c---.---d--|
    /// buffer(until: { $0 == "." })  ------a.----------bc.----(d|)
    /// ```
    ///
    /// - **Emits** an array at each element for which `predicate` is true, with this element as its last one. When the
    ///   source completes, it emits an array of the elements that have come since, if there are any.
    /// - **Completes** when the source does, after that array.
    /// - **Fails** when the source does, or with the error that `predicate` throws. The elements that have come since the
    ///   last array are dropped.
    /// - **Disposal** disposes the source's subscription and releases the elements that have been collected.
    /// - **Thread**: `predicate` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element. The memory for the elements of an array has no bound of its own: let
    ///   `predicate` count if the source may emit many of them.
    ///
    /// ```swift
    /// let words = Observable.of("stop", "and", "go.", "then", "rest.", "Well")
    /// let subscription = words
    ///     .buffer(until: { $0.hasSuffix(".") })
    ///     .subscribe(onNext: { print($0.joined(separator: " ")) })
    /// // stop and go.
    /// // then rest.
    /// // Well
    /// ```
    ///
    /// - Parameter predicate: says whether an element is the last one of an array.
    @inlinable
    public func buffer(until predicate: @escaping (Element) throws -> Bool) -> Observable<[Element]> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<[Element], Element, [Element]>.self)
            do {
                let isLast = try predicate(element)
                let full = sink.withState { collected -> [Element]? in
                    collected.append(element)
                    return isLast ? exchange(&collected, for: []) : nil
                }
                if let full { sink.forward(full) }
            } catch {
                sink.fail(error)
            }
        }
        let complete: CompletingSink<[Element], Element, [Element]>.Complete = { sink in
            let rest = sink.exchangeState(for: [])
            if rest.isEmpty { sink.finish() } else { sink.finish(with: rest) }
        }
        return Operator(asObservable()) {
            CompletingSink<[Element], Element, [Element]>($0, state: [], receive: receive, complete: complete)
        }
    }

    /// Emits, whenever `timeSpan` has passed, an array of the elements that have come in it, if there are any.
    ///
    /// ```
    /// source                         -ab----c---------d|
    /// buffer(timeSpan: .seconds(4))  ----ab--c---------(d|)
    /// ```
    ///
    /// - **Emits** no empty arrays. The time starts with the subscription.
    /// - **Completes** when the source does, after an array of the elements that have come since the last one.
    /// - **Fails** as soon as the source does. The elements that have come since the last array are dropped.
    /// - **Disposal** disposes the source's subscription and stops the timer.
    /// - **Thread**: arrays come on `scheduler`, the last one on the thread that the source completes on. If another thread
    ///   is delivering at that moment, that thread delivers the array instead.
    /// - **Complexity**: O(1) for each element; one scheduled action for each time span, also while nothing comes. The
    ///   memory for the elements of a time span has no bound of its own; `buffer(timeSpan:count:scheduler:)` has one.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = scheduler.cold("-ab----c-----------d|")
    ///     .buffer(timeSpan: .seconds(4), scheduler: scheduler)
    ///     .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
    /// scheduler.start()
    /// // 4 s: ["a", "b"]
    /// // 8 s: ["c"]
    /// // 20 s: ["d"]
    /// ```
    ///
    /// - Parameters:
    ///   - timeSpan: how long to collect elements.
    ///   - scheduler: the scheduler whose clock is used.
    public func buffer(timeSpan: RxTimeInterval, scheduler: SchedulerType) -> Observable<[Element]> {
        buffer(timeSpan: timeSpan, count: .max, scheduler: scheduler).filter { !$0.isEmpty }
    }
}

/// What `buffer(count:skip:)` has collected: the elements since the beginning of the oldest array that has begun.
@usableFromInline
struct CountedArray<Element> {
    @usableFromInline
    var collected: [Element] = []

    /// How many elements are to be left out before the next array begins.
    @usableFromInline
    var left = 0

    @inlinable
    init() {}

    /// Returns an array that has become full. It has all that is left out from now on, so nothing is released here.
    @inlinable
    mutating func add(_ element: Element, count: Int, skip: Int) -> [Element]? {
        if left > 0 {
            left -= 1
            return nil
        }
        collected.append(element)
        if collected.count < count { return nil }
        left = Swift.max(0, skip - count)
        let begun = skip < count ? Array(collected[skip...]) : []
        return exchange(&collected, for: begun)
    }
}
