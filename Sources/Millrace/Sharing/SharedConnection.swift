/// The connection that newcomers join, if there is one. Its lock guards the counts of all connections that were in it.
@usableFromInline
typealias PresentConnection<Element> = Locked<SharedConnection<Element>?>

/// One connection of a shared source: what the source feeds, and the subject that its subscribers are in.
///
/// It is the present one until its last subscriber leaves or the source ends; then whoever comes begins a new one. A
/// source that goes away without an end changes nothing for those who can still subscribe: they are to find the
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
        withdraw()
        subject.end(terminal)
        dispose()
    }

    /// Nobody joins this connection any more.
    private func withdraw() {
        let former = present.access { present -> SharedConnection? in
            guard present === self else { return nil }
            defer { present = nil }
            return present
        }
        withExtendedLifetime(former) {}
    }

    // Subscribers hold the connection, which holds the subject, which holds them: somebody has to let go. While the
    // connection is present, that is the last subscriber when it is disposed, or the shared source when it is released.
    @usableFromInline
    override func sourceReleased() {
        let isPresent = present.access { present in
            sourceIsGone = true
            return present === self
        }
        if !isPresent { detachSubscribers() }
    }

    /// Lets go of the subscribers. Nothing reaches them any more, and nobody can join them. As a link, since one of them
    /// may be the connection of the next shared source, which does the same.
    private func detachSubscribers() {
        releaseLink(Unmanaged.passRetained(DetachedSubscribers(subject)).toOpaque())
    }

    /// Takes the present connection out: nobody can subscribe to the shared source any more. It goes on while its own
    /// source is there.
    static func retire(_ present: PresentConnection<Element>) {
        let (connection, sourceIsGone) = present.access { present -> (SharedConnection?, Bool) in
            defer { present = nil }
            return (present, present?.sourceIsGone == true)
        }
        if sourceIsGone { connection?.detachSubscribers() }
    }
}

/// Drops the observers of a subject when it is released.
private final class DetachedSubscribers<Element> {
    private let subject: ReplaySubject<Element>

    init(_ subject: ReplaySubject<Element>) {
        self.subject = subject
    }

    deinit {
        subject.end(.silent)
    }
}

/// One subscriber of a shared source.
@usableFromInline
final class SharingSink<Element>: ReplayingSink<Element>, @unchecked Sendable {
    @usableFromInline
    let present: PresentConnection<Element>

    /// What it is counted in. Under the lock of `present`.
    @usableFromInline
    @exclusivity(unchecked)
    var connection: SharedConnection<Element>?

    @inlinable
    init(_ downstream: Sink<Element>, _ present: PresentConnection<Element>) {
        self.present = present
        super.init(downstream, nests: false)
    }

    /// The connection, if this was its last subscriber; as a part, so that chains of shared sources are disposed without
    /// recursion. One that has ended disposes itself.
    @usableFromInline
    override func nextPart() -> Unmanaged<DisposeBase>? {
        let (former, isLast) = present.access { present -> (SharedConnection<Element>?, Bool) in
            guard let former = connection else { return (nil, false) }
            connection = nil
            former.count -= 1
            guard former.count == 0 else { return (former, false) }
            if present === former { present = nil }
            return (former, true)
        }
        guard isLast, let former, former.isOpen else { return nil }
        return Unmanaged<DisposeBase>.passRetained(former)
    }
}
