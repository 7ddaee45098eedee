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
        switching { $0 }
    }
}

extension ObservableType {
    /// The operator that switches between the sources that `selector` makes.
    @inlinable
    @inline(__always)
    func switching<Source: ObservableConvertibleType>(
        function: StaticString = #function,
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let coordinator = sink.downcast(to: SwitchCoordinator<Element, Source.Element>.self)
            guard coordinator.isOpen else { return }
            do {
                coordinator.follow(try selector(element).asObservable())
            } catch {
                coordinator.error(error)
            }
        }
        return Operator(asObservable(), kind: .joining, function: function) {
            SwitchCoordinator<Element, Source.Element>($0, receive: receive)
        }
    }
}

/// Passes on only the elements of the latest source: the coordinator of `switchLatest` and `flatMapLatest`.
@usableFromInline
final class SwitchCoordinator<Input, Output>: Coordinator<Input, Output>, @unchecked Sendable {
    // Accessed only through `lock`.
    @usableFromInline
    @exclusivity(unchecked)
    var lockStorage = Lock.Storage()

    // The number of the latest source; 0 before the first. Accessed only through `latest`; changed under the lock, and
    // read by each element without it.
    @usableFromInline
    @exclusivity(unchecked)
    var latestWord = AtomicCounter.Storage()

    // Under the lock: the key of the latest source in the group, if it has one; whether the latest source has not ended;
    // whether no other source will come. Not inside the gate: a new source may send before this thread's events are
    // delivered, from a callback on the thread that is inside.
    @usableFromInline
    @exclusivity(unchecked)
    var latestKey: CompositeDisposable.DisposeKey?
    @usableFromInline
    @exclusivity(unchecked)
    var latestIsActive = false
    @usableFromInline
    @exclusivity(unchecked)
    var outerHasEnded = false

    @inlinable
    override init(_ downstream: Sink<Output>, receive: @escaping Receive) {
        super.init(downstream, receive: receive)
    }

    // An inner source's end is counted after all that the source sent has been delivered. But the latest inner source
    // may have ended inside a delivery that is still under way on another thread, so completion goes through the gate.
    @usableFromInline
    override func completed() {
        guard isOpen else { return }
        disposeUpstream()
        if outerEnded() { deliver { self.finish() } }
    }
}

extension SwitchCoordinator {
    @inlinable
    @inline(__always)
    var latest: AtomicCounter { AtomicCounter(at: &latestWord) }

    @inlinable
    @inline(__always)
    var lock: Lock { Lock(at: &lockStorage) }

    /// Goes on to another source. Events of former sources are dropped from now on.
    @inlinable
    func follow(_ source: Observable<Output>) {
        var former: CompositeDisposable.DisposeKey?
        lock.acquire()
        let number = latest.advance(by: 1)
        latestIsActive = true
        swap(&latestKey, &former)
        lock.release()
        if let former { group.remove(for: former) }
        // One element needs no subscription.
        if let element = source.knownElement {
            deliver { self.passSingle(element, number) }
            return
        }
        // The selector may have ended the subscription.
        guard isOpen, let key = subscribe(SwitchedSink(self, number), to: source) else { return }
        // A further source may have come during the subscription.
        if !keep(key, of: number) { group.remove(for: key) }
    }

    /// Remembers the key of the source with this number. False if a later source has come.
    @inlinable
    func keep(_ key: CompositeDisposable.DisposeKey, of number: Int64) -> Bool {
        var exchanged: CompositeDisposable.DisposeKey? = key
        lock.acquire()
        let isLatest = latest.value == number
        if isLatest { swap(&latestKey, &exchanged) }
        lock.release()
        return isLatest
    }
}

extension SwitchCoordinator {
    /// The source with this number has ended. True if it was the latest and no other source will come.
    @usableFromInline
    func ended(_ number: Int64) -> Bool {
        lock.acquire()
        defer { lock.release() }
        guard latest.value == number else { return false }
        latestIsActive = false
        return outerHasEnded
    }

    /// No other source will come. True if the latest source has ended, or there was none. So one caller alone is told
    /// that all has ended.
    @usableFromInline
    func outerEnded() -> Bool {
        lock.acquire()
        defer { lock.release() }
        outerHasEnded = true
        return !latestIsActive
    }

    /// Passes on all that the source with this number sends, one element and the completion, unless a later source has
    /// come. Called inside the gate.
    @inlinable
    @inline(__always)
    func passSingle(_ element: Output, _ number: Int64) {
        if latest.value == number { forward(element) }
        if ended(number) { finish() }
    }
}

extension SwitchCoordinator {
    @usableFromInline
    final class SwitchedSink: Coordinator<Input, Output>.RelayingSink, @unchecked Sendable {
        @usableFromInline
        let number: Int64

        @inlinable
        init(_ coordinator: SwitchCoordinator<Input, Output>, _ number: Int64) {
            self.number = number
            super.init(coordinator) { sink, element in
                let sink = sink.downcast(to: SwitchedSink.self)
                sink.coordinator.use { $0.deliver { sink.pass(element) } }
            }
        }

        /// Passes an element on, unless a later source has come. Called inside the gate.
        @inlinable
        @inline(__always)
        func pass(_ element: Output) {
            // The cast is one of pointers: a cast of the object would retain the result.
            let coordinator = coordinator.cast(to: SwitchCoordinator<Input, Output>.self)
            coordinator.use { coordinator in
                if coordinator.isOpen && coordinator.latest.value == number {
                    coordinator.downstream.next(element)
                } else {
                    dispose()
                }
            }
        }

        @usableFromInline
        override func failed(_ error: Swift.Error) {
            disposeAfterEnd()
            coordinator.use {
                let coordinator = $0.downcast(to: SwitchCoordinator<Input, Output>.self)
                if coordinator.latest.value == number { coordinator.fail(error) }
            }
        }

        @usableFromInline
        override func ended() {
            disposeAfterEnd()
            coordinator.use {
                let coordinator = $0.downcast(to: SwitchCoordinator<Input, Output>.self)
                if coordinator.ended(number) { coordinator.finish() }
            }
        }
    }
}
