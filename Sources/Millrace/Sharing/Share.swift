/// How long the subject behind a shared source lives.
public enum SubjectLifetimeScope: Sendable {
    /// As long as the connection: after all subscribers have left, or the source has ended, the next subscriber starts
    /// over.
    case whileConnected

    /// As long as the observable: a later subscriber gets what earlier ones were sent, as far as it is replayed, and
    /// the terminal event.
    case forever
}

extension ObservableType {
    /// Shares one subscription to this source among all subscribers, from the first subscriber until the last one has
    /// left.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 3, c at 5, d at 7, the end at 9. First: a at 1, b at 3, c at
    /// 5, d at 7, the end at 9. Second: b at 4, c at 5, d at 7, the end at 9.](marbles-share)
    ///
    /// - **Emits** what the source emits. A new subscriber gets the last `replay` elements first, before `subscribe`
    ///   returns, and then everything that follows, without a gap.
    /// - **Ends** for all subscribers when the source does. If the source goes away without a terminal event, as
    ///   `never()` does, the subscription stays, with what it replays, as long as it has subscribers and the returned
    ///   observable is held.
    /// - **Disposal** of the last subscription disposes the one to the source.
    /// - **Threads**: the first subscriber joins and then subscribes to the source, outside of any lock; others that
    ///   come at the same time do not wait for it. No callback runs under a lock, and no thread waits for a callback.
    /// - **Complexity**: an event takes O(subscribers), without an allocation once `replay` elements have come and
    ///   while no subscriber is being replayed to; subscribing O(1 + `replay`).
    ///
    /// ```swift
    /// let answers = PublishSubject<String>()
    /// let shared = answers.do(onSubscribe: { print("request sent") }).share(replay: 1)
    /// let first = shared.subscribe(onNext: { print("first: \($0)") })
    /// answers.onNext("welcome")
    /// let second = shared.subscribe(onNext: { print("second: \($0)") })
    /// // request sent
    /// // first: welcome
    /// // second: welcome
    /// ```
    ///
    /// - Parameters:
    ///   - replay: how many elements to replay to a new subscriber at most, at least 0.
    ///   - scope: what a new subscriber gets after the others have left or the source has ended.
    @inlinable
    public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Observable<Element> {
        require(replay >= 0, "share(replay:scope:): replay is \(replay); it must not be negative")
        switch (scope, replay) {
        case (.forever, 0):
            return multicast(PublishSubject()).refCount()
        case (.forever, _):
            return multicast(ReplaySubject.create(bufferSize: replay)).refCount()
        case (.whileConnected, _):
            return Share(asObservable(), replay: replay)
        }
    }
}

/// A source whose subscribers share a connection, and with it the subject behind it: `share(replay:)` while connected.
/// A subject that outlives its connections is one that `multicast` holds, and `refCount` connects it.
@usableFromInline
final class Share<Element>: Observable<Element>, @unchecked Sendable {
    private let source: Held<Observable<Element>>
    private let present = Present(nil)
    // Whether this source is a shared stage: see `ChainLink`. Set before another thread can reach this source.
    @usableFromInline
    @exclusivity(unchecked)
    var isSharedStage = false

    // Closures so that they are specialized where the observable is made; see `Sink`.
    @usableFromInline
    let makeConnection: (Present) -> Connection
    @usableFromInline
    let makeSink: (Sink<Element>, Present) -> SharingSink

    @inlinable
    convenience init(_ source: Observable<Element>, replay: Int) {
        self.init(
            source,
            makeConnection: { Connection($0, ReplaySubject(limit: replay)) },
            makeSink: { SharingSink($0, $1) }
        )
    }

    @usableFromInline
    init(
        _ source: Observable<Element>,
        makeConnection: @escaping (Present) -> Connection,
        makeSink: @escaping (Sink<Element>, Present) -> SharingSink
    ) {
        self.source = Held(retaining: source)
        self.makeConnection = makeConnection
        self.makeSink = makeSink
        super.init()
    }

    deinit {
        Connection.retire(present)
        releaseLink(source)
    }

    override var traits: SourceTraits { SourceTraits(kind: .free, named: "share(replay:scope:)") }

    override var identity: ObjectIdentifier { ObjectIdentifier(present) }

    @usableFromInline
    override func attach(owned sink: Held<Sink<Element>>) {
        let downstream = sink.take()
        let sink = makeSink(downstream, present)
        downstream.setUpstream(sink)
        guard let (connection, isFirst) = count(sink) else {
            return sink.finishReplay(with: nil)
        }
        connection.subject.join(connection.subject, sink)
        if isFirst, connection.isOpen { connect(connection) }
    }

    private func connect(_ connection: Connection) {
        source.use { source in
            // Only this source refers to the operator of a shared stage. So its link may leave a shared source out; see
            // `ChainLink`.
            guard isSharedStage, !HookSwitches.recordsSubscriptions else { return source.subscribe(sink: connection) }
            Trampoline.run {
                let owned = Held<Sink<Element>>(retaining: connection)
                let sink = owned.cast(to: DisposeBase.self)
                var isAlone = false
                if let link = source.makeLink(before: sink, isAlone: &isAlone) {
                    link.attach(to: sink, alone: true)
                } else {
                    source.attach(owned: owned)
                }
            }
        }
    }

    @usableFromInline
    override func makeLink(before downstream: Held<DisposeBase>, isAlone: inout Bool) -> ChainLink? {
        guard isAlone, present.access({ $0 == nil }) else { return nil }
        if case .watching = source.use({ $0.traits.kind }) { return nil }
        isAlone = isSharedStage
        return ChainLink(downstream.cast(), fedBy: source)
    }

    /// Counts a subscriber in the present connection, or in a new one; `nil` if it has left already.
    private func count(_ sink: SharingSink) -> (Connection, isFirst: Bool)? {
        var fresh: Connection?
        while true {
            var isGone = false
            let connection = present.access { present -> Connection? in
                isGone = sink.isDisposed
                if isGone { return nil }
                guard let connection = present ?? fresh else { return nil }
                present = connection
                connection.count += 1
                sink.connection = connection
                return connection
            }
            if isGone { return nil }
            if let connection { return (connection, connection === fresh) }
            fresh = makeConnection(present)
        }
    }
}

extension Share {
    /// The connection that new subscribers join, if there is one, behind a lock. The lock also guards the counts of the
    /// connections that have been there before.
    @usableFromInline
    typealias Present = Locked<Connection?>

    /// One connection of a shared source: the sink that the source feeds, and the subject that the subscribers join.
    ///
    /// A connection is the present one until its last subscriber leaves or the source ends; the next subscriber then
    /// begins a new connection. If the source goes away without a terminal event, the connection stays the present one:
    /// later subscribers still join it and get what it replays.
    @usableFromInline
    final class Connection: Sink<Element>, @unchecked Sendable {
        @usableFromInline
        let subject: ReplaySubject<Element>
        @usableFromInline
        let present: Present

        /// How many subscribers there are. Under the lock of `present`.
        @usableFromInline
        @exclusivity(unchecked)
        var count = 0

        /// Whether the source has gone away without an end. Under the lock of `present`.
        @usableFromInline
        @exclusivity(unchecked)
        var sourceIsGone = false

        @inlinable
        init(_ present: Present, _ subject: ReplaySubject<Element>) {
            self.subject = subject
            self.present = present
            super.init { sink, element in
                let connection = sink.downcast(to: Connection.self)
                if connection.isOpen { connection.subject.onNext(element) }
            }
            lifecycle.tag = Lifecycle.plain
        }

        @usableFromInline
        override func error(_ error: Swift.Error) {
            end(.error(error))
        }

        @usableFromInline
        override func completed() {
            end(.completed)
        }

        // Its subscribers are in other chains. If several elements are replayed, the source has to be there until `end`
        // disposes it.
        @usableFromInline
        override var endsChain: Bool { subject.limit <= 1 }

        override var nameOfEnd: String { "share(replay:scope:)" }

        override var fedSource: ObjectIdentifier? { ObjectIdentifier(present) }

        private func end(_ terminal: Terminal) {
            guard lifecycle.stop() else { return }
            leavePresent()
            // As in RxSwift: the source is disposed before its end is delivered, if several elements are replayed, and
            // otherwise afterwards.
            subject.end(terminal) { if subject.limit > 1 { dispose() } }
            dispose()
        }

        /// Takes this connection out of `present`, so that no subscriber joins it any more.
        private func leavePresent() {
            let former = present.access { present -> Connection? in
                guard present === self else { return nil }
                defer { present = nil }
                return present
            }
            withExtendedLifetime(former) {}
        }

        // The connection, the subject and the subscribers hold each other. The last subscriber to leave breaks the
        // cycle, or the shared source does when it is released.
        @usableFromInline
        override func sourceReleased() {
            let isPresent = present.access { present in
                sourceIsGone = true
                return present === self
            }
            if !isPresent { detachSubscribers() }
        }

        /// Releases the subscribers. No event reaches them any more, and no other subscriber can join them. Releases
        /// them as a link, without recursion, since a subscriber may be the connection of the next shared source, which
        /// does the same.
        private func detachSubscribers() {
            releaseLink(Held(retaining: DetachedSubscribers(subject)))
        }

        /// Takes the present connection out. Called when the shared source is released: no one can subscribe to it any
        /// more. The connection goes on as long as its own source is there.
        static func retire(_ present: Present) {
            let (connection, sourceIsGone) = present.access { present -> (Connection?, Bool) in
                defer { present = nil }
                return (present, present?.sourceIsGone == true)
            }
            if sourceIsGone { connection?.detachSubscribers() }
        }
    }
}

extension Share.Connection {
    /// Drops the observers of a subject in its `deinit`.
    private final class DetachedSubscribers {
        private let subject: ReplaySubject<Element>

        init(_ subject: ReplaySubject<Element>) {
            self.subject = subject
        }

        deinit {
            subject.end(.silent)
        }
    }
}

extension Share {
    /// One subscriber of a shared source.
    @usableFromInline
    final class SharingSink: ReplayingSink<Element>, @unchecked Sendable {
        @usableFromInline
        let present: Present

        /// The connection that counts this subscriber. Under the lock of `present`.
        @usableFromInline
        @exclusivity(unchecked)
        var connection: Connection?

        @inlinable
        init(_ downstream: Sink<Element>, _ present: Present) {
            self.present = present
            super.init(downstream, nests: false)
        }

        /// The connection, if this was its last subscriber. It is returned as a part, so that chains of shared sources
        /// are disposed without recursion. A connection that has ended disposes itself.
        @usableFromInline
        override func nextPart() -> Held<DisposeBase>? {
            let (former, isLast) = present.access { present -> (Connection?, Bool) in
                guard let former = connection else { return (nil, false) }
                connection = nil
                former.count -= 1
                guard former.count == 0 else { return (former, false) }
                if present === former { present = nil }
                return (former, true)
            }
            guard isLast, let former, former.isOpen else { return nil }
            return Held<DisposeBase>(retaining: former)
        }
    }
}
