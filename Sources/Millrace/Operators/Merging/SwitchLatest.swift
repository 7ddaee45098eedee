extension ObservableType where Element: ObservableConvertibleType {
    /// Passes on the elements of the latest source that this source has emitted.
    ///
    /// - **Emits** the elements of the latest source; when another source comes, the subscription to the previous one
    ///   is disposed.
    /// - **Completes** when this source and the latest one have completed.
    /// - **Fails** when this source or the latest one does.
    /// - **Disposal** disposes the subscriptions to this source and the latest one.
    /// - **Thread**: each element comes on the thread that its source emits on; if another thread is delivering at that
    ///   moment, that thread delivers the element instead. No thread waits.
    /// - **Complexity**: O(1) for each element, one allocation for each source.
    ///
    /// ```swift
    /// let stations = PublishSubject<Observable<String>>()
    /// let (news, music) = (PublishSubject<String>(), PublishSubject<String>())
    /// let subscription = stations.switchLatest().subscribe(onNext: { print($0) })
    /// stations.onNext(news)
    /// news.onNext("headlines")
    /// stations.onNext(music)
    /// news.onNext("weather") // nobody listens any more
    /// music.onNext("song")
    /// // headlines
    /// // song
    /// ```
    @inlinable
    public func switchLatest() -> Observable<Element.Element> {
        JoiningOperator(asObservable()) { downstream in
            SwitchCoordinator<Element, Element.Element>(downstream) { sink, element in
                let coordinator = sink.downcast(to: SwitchCoordinator<Element, Element.Element>.self)
                if coordinator.isOpen { coordinator.follow(element.asObservable()) }
            }
        }
    }
}

/// Passes on only the elements of the latest source: the coordinator of `switchLatest` and `flatMapLatest`. Sources have
/// numbers, in the order in which they come.
@usableFromInline
final class SwitchCoordinator<Input, Output>: Coordinator<Input, Output>, @unchecked Sendable {
    // Accessed only through `lock`.
    @usableFromInline
    @exclusivity(unchecked)
    var lockStorage = Lock.Storage()

    // The number of the newest source and, if that source has a place in the group, its key. Under the lock, because two
    // threads may feed the outer source at once, although they must not.
    @usableFromInline
    @exclusivity(unchecked)
    var newest: UInt64 = 0
    @usableFromInline
    @exclusivity(unchecked)
    var newestKey: CompositeDisposable.DisposeKey?

    // The source whose elements pass, whether it has not ended yet, and whether the outer source has. Inside the gate.
    @usableFromInline
    @exclusivity(unchecked)
    var latest: UInt64 = 0
    @usableFromInline
    @exclusivity(unchecked)
    var latestIsActive = false
    @exclusivity(unchecked)
    private var outerEnded = false

    @inlinable
    override init(_ downstream: Sink<Output>, receive: @escaping Receive) {
        super.init(downstream, receive: receive)
    }

    @usableFromInline
    override func completed() {
        guard isOpen else { return }
        disposeUpstream()
        insideGate {
            let coordinator = $0.downcast(to: SwitchCoordinator<Input, Output>.self)
            coordinator.outerEnded = true
            if !coordinator.latestIsActive { coordinator.finish() }
        }
    }

    /// The source with this number has ended. Called inside the gate.
    @usableFromInline
    func sourceEnded(_ number: UInt64) {
        guard latest == number else { return }
        latestIsActive = false
        if outerEnded { finish() }
    }
}

extension SwitchCoordinator {
    @inlinable
    @inline(__always)
    var lock: Lock { Lock(at: &lockStorage) }

    /// Goes on to another source. Events that former sources send from now on are dropped.
    @inlinable
    func follow(_ source: Observable<Output>) {
        var former: CompositeDisposable.DisposeKey?
        lock.acquire()
        newest += 1
        let number = newest
        swap(&newestKey, &former)
        lock.release()
        if let former { group.remove(for: former) }
        // One element needs no subscription.
        let element = source.knownElement
        let pass = enterGate()
        if pass == .busy {
            submit { self.begin(number, element) }
        } else {
            begin(number, element)
            leaveGate(pass)
        }
        if element != nil { return }
        guard let key = subscribe(SwitchedSink(self, number), to: source, byOuter: true) else {
            return
        }
        // A further source may have come during the subscription.
        if !keep(key, of: number) { group.remove(for: key) }
    }

    /// Remembers the key of the source with this number. False if a later source has come.
    @inlinable
    func keep(_ key: CompositeDisposable.DisposeKey, of number: UInt64) -> Bool {
        var exchanged: CompositeDisposable.DisposeKey? = key
        lock.acquire()
        let isNewest = newest == number
        if isNewest { swap(&newestKey, &exchanged) }
        lock.release()
        return isNewest
    }

    /// From now on, the elements of the source with this number pass; if the source has one element alone, passes on
    /// all that it sends, the element and the completion. Called inside the gate.
    @inlinable
    func begin(_ number: UInt64, _ element: Output?) {
        // Two threads that feed the outer source at once may come here in another order than to `follow`.
        guard number > latest else { return }
        latest = number
        latestIsActive = true
        guard let element else { return }
        forward(element)
        sourceEnded(number)
    }
}

extension SwitchCoordinator {
    @usableFromInline
    final class SwitchedSink: Coordinator<Input, Output>.InnerSink<Output>, @unchecked Sendable {
        @usableFromInline
        let number: UInt64

        @inlinable
        init(_ coordinator: SwitchCoordinator<Input, Output>, _ number: UInt64) {
            self.number = number
            super.init(coordinator, byOuter: true) { sink, element in
                let sink = sink.downcast(to: SwitchedSink.self)
                sink.coordinator.use { coordinator in
                    let pass = coordinator.enterGate()
                    if pass == .busy { return coordinator.submit { sink.pass(element) } }
                    sink.pass(element)
                    coordinator.leaveGate(pass)
                }
            }
        }

        /// Passes an element on, unless a later source has come. Called inside the gate.
        @inlinable
        @inline(__always)
        func pass(_ element: Output) {
            // The cast is one of pointers: a cast of the object would retain the result.
            let coordinator = coordinator.cast(to: SwitchCoordinator<Input, Output>.self)
            coordinator.use { coordinator in
                if coordinator.isOpen && coordinator.latest == number {
                    coordinator.downstream.next(element)
                } else {
                    dispose()
                }
            }
        }

        @usableFromInline
        override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
            coordinator.use { $0.describeInnerPressure(&path) }
        }

        @usableFromInline
        override func failedAndDisposed(_ error: Swift.Error) {
            coordinator.use {
                let coordinator = $0.downcast(to: SwitchCoordinator<Input, Output>.self)
                if coordinator.latest == number { coordinator.fail(error) }
            }
        }

        @usableFromInline
        override func endedAndDisposed() {
            coordinator.use {
                let coordinator = $0.downcast(to: SwitchCoordinator<Input, Output>.self)
                coordinator.sourceEnded(number)
            }
        }
    }
}
