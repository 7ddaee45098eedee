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
    public func share(replay: Int = 0, resettingOn resets: [ShareReset]) -> Observable<Element> {
        require(replay >= 0, "share(replay:resettingOn:): replay is \(replay); it must not be negative")
        let sharing = ResettingShare(asObservable(), replay, resets)
        return Observable.deferred { sharing.join() }
    }
}

/// What the subscribers of one `share(replay:resettingOn:)` have in common.
///
/// Each step is decided under the lock and done after it: a step takes out of the state what has to be disposed.
private final class ResettingShare<Element>: @unchecked Sendable {
    /// One subscription to the source, and the subject that its subscribers join.
    final class Stage: @unchecked Sendable {
        let subject: ReplaySubject<Element>
        let connection = SingleAssignmentDisposable()

        // All under the lock of `ResettingShare`.
        var isConnected = false
        var hasEnded = false
        var subscribers = 0
        /// The reset that waits for its notifier. A reset that is not found here any more has been cancelled.
        var pending: SingleAssignmentDisposable?

        init(replay: Int) {
            subject = ReplaySubject.create(bufferSize: replay)
        }

        // No one can reach the stage any more.
        deinit {
            pending?.dispose()
        }
    }

    private let source: Observable<Element>
    private let replay: Int
    private let resets: [ShareReset.Occasion: ShareReset]
    private let present = Locked<Stage?>(nil)

    init(_ source: Observable<Element>, _ replay: Int, _ resets: [ShareReset]) {
        self.source = source
        self.replay = replay
        self.resets = Dictionary(resets.map { ($0.occasion, $0) }) { first, _ in
            let name = first.occasion.rawValue
            require(false, "share(replay:resettingOn:): resettingOn has \(name) twice; each occasion can be there once")
            return first
        }
    }

    /// Counts a subscriber, and returns what it subscribes to.
    func join() -> Observable<Element> {
        let (stage, cancelled) = count()
        cancelled?.dispose()
        return stage.subject.do(onSubscribed: { self.connect(stage) }, onDispose: { self.leave(stage) })
    }

    /// The present stage with one more subscriber, and the reset that the subscriber cancels.
    private func count() -> (Stage, SingleAssignmentDisposable?) {
        var fresh: Stage?
        while true {
            let counted = present.access { present -> (Stage, SingleAssignmentDisposable?)? in
                guard let stage = present ?? fresh else { return nil }
                present = stage
                stage.subscribers += 1
                return (stage, stage.hasEnded ? nil : exchange(&stage.pending, for: nil))
            }
            if let counted { return counted }
            fresh = Stage(replay: replay)
        }
    }

    private func connect(_ stage: Stage) {
        let isFirst = present.access { _ in !exchange(&stage.isConnected, for: true) }
        guard isFirst else { return }
        stage.connection.setDisposable(
            source.subscribe { event in
                switch event {
                case .next: break
                case .error(let error): self.end(stage, .error, error)
                case .completed: self.end(stage, .completion, nil)
                }
                stage.subject.on(event)
            }
        )
    }

    private func leave(_ stage: Stage) {
        let reset = resets[.refCountZero]
        let ticket = reset?.notifier.map { _ in SingleAssignmentDisposable() }
        let isOver = present.access { present -> Bool in
            stage.subscribers -= 1
            guard stage.subscribers == 0, !stage.hasEnded, reset != nil, present === stage else { return false }
            if let ticket { stage.pending = ticket } else { present = nil }
            return true
        }
        guard isOver else { return }
        if let ticket { wait(ticket, for: reset?.notifier?(nil), stage) } else { stage.connection.dispose() }
    }

    private func end(_ stage: Stage, _ occasion: ShareReset.Occasion, _ error: Swift.Error?) {
        let reset = resets[occasion]
        let ticket = reset?.notifier.map { _ in SingleAssignmentDisposable() }
        let (isPresent, cancelled) = present.access { present -> (Bool, SingleAssignmentDisposable?) in
            stage.hasEnded = true
            let cancelled = exchange(&stage.pending, for: nil)
            guard reset != nil, present === stage else { return (false, cancelled) }
            if let ticket { stage.pending = ticket } else { present = nil }
            return (true, cancelled)
        }
        cancelled?.dispose()
        if isPresent, let ticket { wait(ticket, for: reset?.notifier?(error), stage) }
    }

    /// Resets `stage` at the first element of `notifier`, unless a subscriber or an end has cancelled that.
    private func wait(_ ticket: SingleAssignmentDisposable, for notifier: Observable<Void>?, _ stage: Stage) {
        guard let notifier else { return }
        // Weak: a notifier may wait for long, or for ever. The subscription to the source holds both.
        let reset = { [weak self, weak stage, weak ticket] in
            guard let self, let stage, let ticket else { return }
            self.reset(stage, ticket)
        }
        ticket.setDisposable(notifier.take(1).subscribe(onNext: reset))
    }

    private func reset(_ stage: Stage, _ ticket: SingleAssignmentDisposable) {
        let isOver = present.access { present -> Bool in
            guard present === stage, stage.pending === ticket else { return false }
            present = nil
            stage.pending = nil
            return true
        }
        if isOver { stage.connection.dispose() }
    }
}
