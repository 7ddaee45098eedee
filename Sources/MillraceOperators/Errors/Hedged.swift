import Millrace

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Makes a second attempt when the first one is slow: subscribes to the source again, and emits the answer that
    /// comes first.
    ///
    /// ```
    /// source, 1st time             ---------a
    /// source, 2nd time                 --b
    /// hedged(after: 4 s)           ------b
    /// ```
    ///
    /// - **Emits** the element of the attempt that answers first.
    /// - **Completes** with that element.
    /// - **Fails** with the error of an attempt beside which no other is under way: the first one if it fails before a
    ///   second one has begun, otherwise the one that fails last. To try again after an error is what `retry` is for.
    /// - **Disposal** disposes the attempts that are under way and stops the timer, and so does the answer.
    /// - **Thread**: the first attempt is made on the thread that subscribes, the others on `scheduler`. Emits on the
    ///   thread that the first answer comes on; if another thread is delivering at that moment, that thread delivers it
    ///   instead.
    /// - **Complexity**: one subscription to the source for each attempt, and one scheduled action at a time.
    ///   An answer passes one `merge` for each attempt before it.
    ///
    /// The dependency gets more requests, and does some of the work twice. So choose a time that few answers take:
    /// after the 95th percentile there is a second request in one case of twenty. The request has to be one that may be
    /// made twice. From J. Dean and L. A. Barroso, “The Tail at Scale”, Communications of the ACM 56 (2), 2013.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// var attempts = 0
    /// let request = Single<String>.deferred {
    ///     attempts += 1
    ///     let answer = "answer \(attempts)"
    ///     return Single.just(answer).delay(.seconds(attempts == 1 ? 10 : 2), scheduler: scheduler)
    /// }
    /// let subscription = request
    ///     .hedged(after: .seconds(3), scheduler: scheduler)
    ///     .subscribe(onSuccess: { print("\(scheduler.clock) s: \($0)") })
    /// scheduler.start()
    /// // 5 s: answer 2
    /// ```
    ///
    /// - Parameters:
    ///   - dueTime: how long the latest attempt is waited for before a further one is made.
    ///   - limit: how many attempts there are at most, with the first; at least 1.
    ///   - scheduler: the scheduler whose clock is used.
    public func hedged(after dueTime: RxTimeInterval, atMost limit: Int = 2, scheduler: SchedulerType) -> Single<
        Element
    > {
        require(limit >= 1, "hedged(after:atMost:scheduler:): atMost is \(limit); it must be at least 1")
        let attempt = primitiveSequence.asObservable().mapToResult().map { HedgeEvent.answered($0) }
        let timer = Observable<Int>.timer(dueTime, scheduler: scheduler)
        // What the attempts send, and the timer that begins with the latest of them. They are sources of one another, so a
        // bounded queue further down finds nothing between it and the request that cannot pause.
        func attempts(_ left: Int) -> Observable<HedgeEvent<Element>> {
            if left == 1 { return attempt }
            let further = timer.flatMap { _ in attempts(left - 1).startWith(.isSlow) }
            return Observable.merge([attempt, further])
        }
        return Single(
            raw: Observable.deferred {
                var underWay = 1
                let receive: Sink<HedgeEvent<Element>>.Receive = { sink, event in
                    let sink = sink.downcast(to: OperatorSink<HedgeEvent<Element>, Element>.self)
                    switch event {
                    case .answered(.success(let element)):
                        sink.finish(with: element)
                    case .answered(.failure(let error)):
                        underWay -= 1
                        if underWay == 0 { sink.fail(error) }
                    case .isSlow:
                        underWay += 1
                    }
                }
                return Operator(attempts(limit), function: "hedged(after:atMost:scheduler:)") {
                    OperatorSink<HedgeEvent<Element>, Element>($0, plain: true, receive: receive)
                }
            }
        )
    }
}

/// What the attempts of a hedged request and its timer send.
private enum HedgeEvent<Element> {
    case answered(Result<Element, Swift.Error>)
    /// The latest attempt has not answered in time.
    case isSlow
}
