import Millrace

extension ObservableType {
    /// Shares one subscription to this source among all subscribers, and starts over on the occasions in `resets`.
    ///
    /// ```
    /// source, each time      --a--#
    /// first subscriber       --a--#
    /// a later one, [.error]         --a--#
    /// a later one, []               (a)#
    /// ```
    ///
    /// The source is subscribed to when the first subscriber comes. To start over means that the next subscriber subscribes
    /// to the source again, and that nothing of what was replayed before is left. `[.error, .completion, .refCountZero]` is
    /// what `share(replay:)` does. An occasion that is not in the array resets nothing:
    ///
    /// - without `.error`, later subscribers get the same error;
    /// - without `.completion`, later subscribers get what is replayed and the completion;
    /// - without `.refCountZero`, the subscription to the source stays when there are no subscribers.
    ///
    /// - **Emits** what the source emits. A new subscriber gets the last `replay` elements first, before `subscribe`
    ///   returns, and then everything that follows, without a gap.
    /// - **Completes** when the source does.
    /// - **Fails** when the source does. An error of a notifier goes to `Hooks.defaultErrorHandler`, and resets nothing.
    /// - **Disposal** of the last subscription disposes the one to the source, if `resets` has `.refCountZero`, at its time.
    /// - **Thread**: the first subscriber joins and then subscribes to the source, outside of any lock; others that come at
    ///   the same time do not wait for it. Notifiers are subscribed to on the thread of the source's terminal event, before
    ///   that event is passed on, or on the thread that disposes the last subscription.
    /// - **Complexity**: an event takes O(subscribers); subscribing O(1 + `replay`). Keeps `replay` elements at most.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let prices = PublishSubject<Int>()
    /// let shared = prices.do(onSubscribe: { print("connected") }, onDispose: { print("disconnected") })
    ///     .share(replay: 1, resettingOn: [.error, .refCountZero(after: .seconds(5), scheduler: scheduler)])
    /// shared.subscribe(onNext: { print("first: \($0)") }).dispose()
    /// scheduler.advanceTo(4)
    /// let second = shared.subscribe(onNext: { print("second: \($0)") })
    /// prices.onNext(101)
    /// second.dispose()
    /// scheduler.advanceTo(9)
    /// // connected
    /// // second: 101
    /// // disconnected
    /// ```
    ///
    /// - Parameters:
    ///   - replay: how many elements to replay to a new subscriber at most, at least 0.
    ///   - resets: the occasions on which to start over, each once at most.
    @inlinable
    public func share(replay: Int = 0, resettingOn resets: [ShareReset]) -> Observable<Element> {
        require(replay >= 0, "share(replay:resettingOn:): replay is \(replay); it must not be negative")
        let source = asObservable()
        let sharing = ResettingShare<Element>(resets)
        return Observable.joined {
            let shared = sharing.join { ReplaySubject.create(bufferSize: replay) }
            return (
                source: shared.subject,
                part: Disposables.create { sharing.leave(shared) },
                whenJoined: {
                    sharing.connect(shared) { connection in
                        source.subscribe(by: connection) { event in
                            if event.isStopEvent { sharing.end(shared, event.error) }
                            shared.subject.on(event)
                        }
                    }
                }
            )
        }
    }
}

/// What the subscribers of one `share(replay:resettingOn:)` have in common.
///
/// Each step is decided under the lock and done after it: a step takes out of the state what has to be disposed. What an
/// event passes through is in `share(replay:resettingOn:)`, where it is specialized.
@usableFromInline
final class ResettingShare<Element>: @unchecked Sendable {
    /// One subscription to the source, and the subject that its subscribers join.
    @usableFromInline
    final class SharedSubject: @unchecked Sendable {
        @usableFromInline
        let subject: ReplaySubject<Element>
        fileprivate let connection = SingleAssignmentDisposable()

        // All under the lock of `ResettingShare`.
        fileprivate var isConnected = false
        fileprivate var hasEnded = false
        fileprivate var subscribers = 0
        /// The reset that waits for its notifier. A reset that is not found here any more has been cancelled.
        fileprivate var pending: SingleAssignmentDisposable?

        fileprivate init(_ subject: ReplaySubject<Element>) {
            self.subject = subject
        }

        // No one can reach the subject any more.
        deinit {
            pending?.dispose()
        }
    }

    private let resets: [ShareReset.Occasion: ShareReset]
    private let present = Locked<SharedSubject?>(nil)

    @usableFromInline
    init(_ resets: [ShareReset]) {
        self.resets = Dictionary(resets.map { ($0.occasion, $0) }) { first, _ in
            let name = first.occasion.rawValue
            require(false, "share(replay:resettingOn:): resettingOn has \(name) twice; each occasion can be there once")
            return first
        }
    }

    /// The present subject with one more subscriber, which cancels a reset that waits for there to be none.
    @usableFromInline
    func join(_ makeSubject: () -> ReplaySubject<Element>) -> SharedSubject {
        var fresh: SharedSubject?
        while true {
            let counted = present.access { present -> (SharedSubject, SingleAssignmentDisposable?)? in
                guard let shared = present ?? fresh else { return nil }
                present = shared
                shared.subscribers += 1
                return (shared, shared.hasEnded ? nil : exchange(&shared.pending, for: nil))
            }
            if let (shared, cancelled) = counted {
                cancelled?.dispose()
                return shared
            }
            fresh = SharedSubject(makeSubject())
        }
    }

    /// Subscribes the subject to the source, unless that has been done. `subscribe` does it by the connection, which may
    /// be disposed before or meanwhile.
    @usableFromInline
    func connect(_ shared: SharedSubject, _ subscribe: (SingleAssignmentDisposable) -> Void) {
        let isFirst = present.access { _ in !exchange(&shared.isConnected, for: true) }
        if isFirst { subscribe(shared.connection) }
    }

    /// A subscriber has left.
    @usableFromInline
    func leave(_ shared: SharedSubject) {
        let reset = resets[.refCountZero]
        let ticket = reset?.notifier.map { _ in SingleAssignmentDisposable() }
        let (isOver, former, cancelled) = present.access {
            present -> (Bool, SharedSubject?, SingleAssignmentDisposable?) in
            shared.subscribers -= 1
            guard shared.subscribers == 0, !shared.hasEnded, reset != nil, present === shared else {
                return (false, nil, nil)
            }
            if let ticket { return (true, nil, exchange(&shared.pending, for: ticket)) }
            return (true, exchange(&present, for: nil), nil)
        }
        releaseValue((former, cancelled))
        guard isOver else { return }
        if let ticket { wait(ticket, for: reset?.notifier?(nil), shared) } else { shared.connection.dispose() }
    }

    /// The source has failed, or completed if there is no error; the subject has not been told yet.
    @usableFromInline
    func end(_ shared: SharedSubject, _ error: Swift.Error?) {
        let reset = resets[error == nil ? .completion : .error]
        let ticket = reset?.notifier.map { _ in SingleAssignmentDisposable() }
        let (isPresent, former, cancelled) = present.access {
            present -> (Bool, SharedSubject?, SingleAssignmentDisposable?) in
            shared.hasEnded = true
            guard reset != nil, present === shared else { return (false, nil, exchange(&shared.pending, for: nil)) }
            let former = ticket == nil ? exchange(&present, for: nil) : nil
            return (true, former, exchange(&shared.pending, for: ticket))
        }
        releaseValue(former)
        cancelled?.dispose()
        if isPresent, let ticket { wait(ticket, for: reset?.notifier?(error), shared) }
    }

    /// Resets `shared` at the first element of `notifier`, unless a subscriber or an end has cancelled that.
    private func wait(_ ticket: SingleAssignmentDisposable, for notifier: Observable<Void>?, _ shared: SharedSubject) {
        guard let notifier else { return }
        // Weak: a notifier may wait for long, or for ever. The subscription to the source holds both.
        let reset = { [weak self, weak shared, weak ticket] in
            guard let self, let shared, let ticket else { return }
            self.reset(shared, ticket)
        }
        ticket.setDisposable(notifier.take(1).subscribe(onNext: reset))
    }

    private func reset(_ shared: SharedSubject, _ ticket: SingleAssignmentDisposable) {
        let (former, finished) = present.access { present -> (SharedSubject?, SingleAssignmentDisposable?) in
            guard present === shared, shared.pending === ticket else { return (nil, nil) }
            return (exchange(&present, for: nil), exchange(&shared.pending, for: nil))
        }
        if former != nil { shared.connection.dispose() }
        releaseValue((former, finished))
    }
}
