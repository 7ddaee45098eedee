extension ObservableType {
    /// Shares this source through `subject`: subscribers of the result subscribe to `subject`, and `connect()`
    /// subscribes `subject` to this source.
    ///
    /// ```swift
    /// let shared = Observable.of(1, 2, 3).multicast(ReplaySubject.create(bufferSize: 1))
    /// let connection = shared.connect()
    /// let late = shared.subscribe(onNext: { print($0) })  // the subject replays
    /// // 3
    /// ```
    ///
    /// - Parameter subject: used for every connection. A subject that has ended stays ended.
    /// - Returns: an observable that emits once it is connected.
    @inlinable
    public func multicast<Subject: SubjectType>(_ subject: Subject) -> ConnectableObservable<Subject.Element>
    where Subject.Observer.Element == Element {
        let source = asObservable()
        let output = subject.asObservable()
        let observer = subject.asObserver()
        return ConnectableObservable {
            ConnectableObservable.SharedSubject(output) { source.connect(observer, by: $0) }
        }
    }

    /// Shares this source through a subject: subscribers of the result subscribe to the subject, and `connect()`
    /// subscribes the subject to this source.
    ///
    /// ```swift
    /// let shared = Observable.of(1, 2).multicast { BehaviorSubject(value: 0) }
    /// let subscription = shared.subscribe(onNext: { print($0) })
    /// let connection = shared.connect()
    /// // 0
    /// // 1
    /// // 2
    /// ```
    ///
    /// - Parameter makeSubject: makes the subject of the first connection, and of each later one. The first call that
    ///   subscribes or connects calls it. Two threads that come at once may both call it; then one result is dropped.
    /// - Returns: an observable that emits once it is connected.
    @inlinable
    public func multicast<Subject: SubjectType>(
        makeSubject: @escaping () -> Subject
    ) -> ConnectableObservable<Subject.Element>
    where Subject.Observer.Element == Element {
        let source = asObservable()
        return ConnectableObservable {
            let subject = makeSubject()
            let observer = subject.asObserver()
            return ConnectableObservable.SharedSubject(subject.asObservable()) { source.connect(observer, by: $0) }
        }
    }

    /// Shares this source among the observers that are subscribed while it is connected.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let shared = prices.do(onSubscribe: { print("one subscription") }).publish()
    /// let first = shared.subscribe(onNext: { print("first: \($0)") })
    /// let second = shared.subscribe(onNext: { print("second: \($0)") })
    /// let connection = shared.connect()
    /// prices.onNext(101)
    /// // one subscription
    /// // first: 101
    /// // second: 101
    /// ```
    ///
    /// - Returns: an observable that emits once it is connected. After the source has ended, it starts over.
    @inlinable
    public func publish() -> ConnectableObservable<Element> {
        multicast { PublishSubject() }
    }

    /// Shares this source, and replays the last `bufferSize` elements to each new subscriber.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let shared = prices.replay(1)
    /// let connection = shared.connect()
    /// prices.onNext(101)
    /// prices.onNext(102)
    /// let late = shared.subscribe(onNext: { print($0) })
    /// // 102
    /// ```
    ///
    /// - Parameter bufferSize: how many elements to replay at most, at least 0.
    /// - Returns: an observable that emits once it is connected. After the source has ended, it starts over.
    @inlinable
    public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
        require(bufferSize >= 0, "replay(_:): bufferSize is \(bufferSize); it must not be negative")
        return multicast { ReplaySubject.create(bufferSize: bufferSize) }
    }

    /// Shares this source, and replays all elements to each new subscriber. Its memory grows with each of them.
    ///
    /// ```swift
    /// let prices = PublishSubject<Int>()
    /// let shared = prices.replayAll()
    /// let connection = shared.connect()
    /// prices.onNext(101)
    /// prices.onNext(102)
    /// let late = shared.subscribe(onNext: { print($0) })
    /// // 101
    /// // 102
    /// ```
    ///
    /// - Returns: an observable that emits once it is connected. After the source has ended, it starts over.
    @inlinable
    public func replayAll() -> ConnectableObservable<Element> {
        multicast { ReplaySubject.createUnbounded() }
    }
}

extension ObservableType {
    /// Shares one subscription to this source among all subscriptions that `selector` makes of it.
    ///
    /// - **Emits** what the observable that `selector` returns emits. Each subscription first subscribes to that
    ///   observable, then subscribes the subject to this source.
    /// - **Completes** when that observable does.
    /// - **Fails** when that observable does, or with the error that one of the closures throws.
    /// - **Disposal** disposes the subscription to that observable, then the one to this source.
    /// - **Thread**: the closures are called on the thread that subscribes.
    /// - **Complexity**: that of the subject.
    ///
    /// ```swift
    /// let subscription = Observable.of(1, 4, 9)
    ///     .multicast({ PublishSubject() }) { shared in
    ///         Observable.zip(shared, shared.skip(1)) { $1 - $0 }
    ///     }
    ///     .subscribe(onNext: { print($0) })
    /// // 3
    /// // 5
    /// ```
    ///
    /// - Parameters:
    ///   - subjectSelector: makes the subject, once for each subscription.
    ///   - selector: makes an observable of the shared source.
    @inlinable
    public func multicast<Subject: SubjectType, Result>(
        _ subjectSelector: @escaping () throws -> Subject,
        selector: @escaping (Observable<Subject.Element>) throws -> Observable<Result>
    ) -> Observable<Result>
    where Subject.Observer.Element == Element {
        ClosureOperator(asObservable()) { source, downstream in
            do {
                let connectable = source.multicast(try subjectSelector())
                let observable = try selector(connectable)
                let sink = RelaySink<Result>(downstream, staying: .ifEarly)
                downstream.setUpstream(sink)
                observable.attach(sink)
                sink.hold(connectable.connect())
            } catch {
                downstream.error(error)
                downstream.sourceReleased()
            }
        }
    }
}
