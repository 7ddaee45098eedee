extension ObservableType {
    /// Shares this source by way of `subject`: subscribers of the result subscribe to `subject`, and `connect()`
    /// subscribes `subject` to this source.
    ///
    /// - Parameter subject: used for every connection. One that has ended stays ended.
    /// - Returns: an observable that emits once it is connected.
    @inlinable
    public func multicast<Subject: SubjectType>(_ subject: Subject) -> ConnectableObservable<Subject.Element>
    where Subject.Observer.Element == Element {
        let source = asObservable()
        let output = subject.asObservable()
        let observer = subject.asObserver()
        return ConnectableObservable {
            MulticastStage(output) { source.connect(observer, by: $0) }
        }
    }

    /// Shares this source by way of a subject: subscribers of the result subscribe to the subject, and `connect()`
    /// subscribes the subject to this source.
    ///
    /// - Parameter makeSubject: makes the subject of the first connection, and of each one after that. It is called by
    ///   the first to subscribe or connect; two threads that come at once may both call it, and one result is dropped.
    /// - Returns: an observable that emits once it is connected.
    @preconcurrency
    @inlinable
    public func multicast<Subject: SubjectType>(
        makeSubject: @escaping @Sendable () -> Subject
    ) -> ConnectableObservable<Subject.Element>
    where Subject.Observer.Element == Element {
        let source = asObservable()
        return ConnectableObservable {
            let subject = makeSubject()
            let observer = subject.asObserver()
            return MulticastStage(subject.asObservable()) { source.connect(observer, by: $0) }
        }
    }

    /// Shares this source among the subscribers that are there once `connect()` is called.
    ///
    /// - Returns: an observable that emits once it is connected. After the source has ended, it begins afresh.
    @inlinable
    public func publish() -> ConnectableObservable<Element> {
        multicast { PublishSubject() }
    }

    /// Shares this source, and replays the last `bufferSize` elements to each new subscriber.
    ///
    /// - Parameter bufferSize: how many elements to replay at most, at least 0.
    /// - Returns: an observable that emits once it is connected. After the source has ended, it begins afresh.
    @inlinable
    public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
        require(bufferSize >= 0, "replay(_:): bufferSize is \(bufferSize); it must not be negative")
        return multicast { ReplaySubject.create(bufferSize: bufferSize) }
    }

    /// Shares this source, and replays all elements to each new subscriber. Its memory grows with each of them.
    ///
    /// - Returns: an observable that emits once it is connected. After the source has ended, it begins afresh.
    @inlinable
    public func replayAll() -> ConnectableObservable<Element> {
        multicast { ReplaySubject.createUnbounded() }
    }
}
