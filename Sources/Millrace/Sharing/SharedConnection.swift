/// The connection that new subscribers join, if there is one. Its lock guards the counts of all connections that it has
/// held.
@usableFromInline
typealias PresentConnection<Element> = Locked<SharedConnection<Element>?>

/// One connection of a shared source: the sink that the source feeds, and the subject that the subscribers join.
///
/// A connection is the present one until its last subscriber leaves or the source ends; the next subscriber then begins
/// a new connection. If the source goes away without a terminal event, the connection stays the present one: later
/// subscribers still join it and get what it replays.
/// connection, with what it replays.
@usableFromInline
final class SharedConnection<Element>: Sink<Element>, @unchecked Sendable {
    @usableFromInline
    let subject: ReplaySubject<Element>
    @usableFromInline
    let present: PresentConnection<Element>

    /// How many subscribers there are. Under the lock of `present`.
    @usableFromInline
    @exclusivity(unchecked)
    var count = 0

    /// Whether the source has gone away without an end. Under the lock of `present`.
    @usableFromInline
    @exclusivity(unchecked)
    var sourceIsGone = false

    @inlinable
    init(_ present: PresentConnection<Element>, _ subject: ReplaySubject<Element>) {
        self.subject = subject
        self.present = present
        super.init { sink, element in
            let connection = sink.downcast(to: SharedConnection<Element>.self)
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

    // Its subscribers are in other chains.
    @usableFromInline
    override var endsChain: Bool { true }

    private func end(_ terminal: Terminal) {
        guard lifecycle.stop() else { return }
        leavePresent()
        subject.end(terminal)
        dispose()
    }

    /// Takes this connection out of `present`, so that no subscriber joins it any more.
    private func leavePresent() {
        let former = present.access { present -> SharedConnection? in
            guard present === self else { return nil }
            defer { present = nil }
            return present
        }
        withExtendedLifetime(former) {}
    }

    // Subscribers hold the connection, the connection holds the subject, and the subject holds the subscribers: a
    // cycle. While the connection is present, the last subscriber breaks the cycle when it is disposed, or the shared
    // source does when it is released.
    @usableFromInline
    override func sourceReleased() {
        let isPresent = present.access { present in
            sourceIsGone = true
            return present === self
        }
        if !isPresent { detachSubscribers() }
    }

    /// Releases the subscribers. No event reaches them any more, and no other subscriber can join them. Releases them
    /// as a link, without recursion, since a subscriber may be the connection of the next shared source, which does the
    /// same.
    private func detachSubscribers() {
        releaseLink(Held(retaining: DetachedSubscribers(subject)))
    }

    /// Takes the present connection out. Called when the shared source is released: no one can subscribe to it any
    /// more. The connection goes on as long as its own source is there.
    static func retire(_ present: PresentConnection<Element>) {
        let (connection, sourceIsGone) = present.access { present -> (SharedConnection?, Bool) in
            defer { present = nil }
            return (present, present?.sourceIsGone == true)
        }
        if sourceIsGone { connection?.detachSubscribers() }
    }
}

extension SharedConnection {
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

/// One subscriber of a shared source.
@usableFromInline
final class SharingSink<Element>: ReplayingSink<Element>, @unchecked Sendable {
    @usableFromInline
    let present: PresentConnection<Element>

    /// The connection that counts this subscriber. Under the lock of `present`.
    @usableFromInline
    @exclusivity(unchecked)
    var connection: SharedConnection<Element>?

    @inlinable
    init(_ downstream: Sink<Element>, _ present: PresentConnection<Element>) {
        self.present = present
        super.init(downstream, nests: false)
    }

    /// The connection, if this was its last subscriber. It is returned as a part, so that chains of shared sources are
    /// disposed without recursion. A connection that has ended disposes itself.
    @usableFromInline
    override func nextPart() -> Held<DisposeBase>? {
        let (former, isLast) = present.access { present -> (SharedConnection<Element>?, Bool) in
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
