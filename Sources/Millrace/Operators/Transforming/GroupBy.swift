extension ObservableType {
    /// Splits the source into groups: one source for each key, which emits the elements with that key.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, 1 at 3, b at 5, 2 at 7, c at 9, the end at 11. Result 1: a at 1, b
    /// at 5, c at 9, the end at 11. Result 2: 1 at 3, 2 at 7, the end at 11.](marbles-groupBy)
    ///
    /// - **Emits** a `GroupedObservable` for each key, when the first element with that key comes. The group passes on
    ///   this element and all later elements with the same key. Only observers that have subscribed to the group before
    ///   an element comes receive the element. A group whose observers have all left stays: later elements with its key
    ///   begin no second group, and are dropped until an observer subscribes to the group again.
    /// - **Completes** when the source does. First the groups complete, in the order of their first elements.
    /// - **Fails** when the source does, or with the error that `keySelector` throws. The groups fail first.
    /// - **Disposal** means that no further group is emitted. The source's subscription is disposed as soon as the
    ///   subscriptions to all groups have ended, too.
    /// - **Thread**: `keySelector` is called, and groups emit, on the thread that the source emits on.
    /// - **Complexity**: one look-up of a key for each element; the memory of a subject for each key, which is kept
    ///   until the source has ended or the subscriptions to the result and to all groups have been disposed. So the
    ///   memory grows with the number of keys that were ever seen. 500,000 keys of type `Int`, each seen once, took
    ///   47 MB while nobody subscribed to the groups, 151 MB after the observer of each group had left (`take(1)`), and
    ///   283 MB while `flatMap` observed all groups (x86-64 Linux). MillraceOperators has groups that end: after a time
    ///   without elements, beyond a number, or when another source says so.
    ///
    /// ```swift
    /// let log = Observable.of("INFO start", "WARN disk", "INFO ready")
    /// let subscription = log
    ///     .groupBy { $0.prefix(4) }
    ///     .flatMap { group in group.map { "\(group.key) group: \($0)" } }
    ///     .subscribe(onNext: { print($0) })
    /// // INFO group: INFO start
    /// // WARN group: WARN disk
    /// // INFO group: INFO ready
    /// ```
    ///
    /// - Parameter keySelector: makes the key of an element, which says what group the element belongs to.
    @inlinable
    public func groupBy<Key: Hashable>(
        keySelector: @escaping (Element) throws -> Key
    ) -> Observable<GroupedObservable<Key, Element>> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: GroupBySink<Key, Element>.self)
            guard sink.isOpen else { return }
            do { sink.pass(element, try keySelector(element)) } catch { sink.error(error) }
        }
        return ClosureOperator(asObservable()) { source, downstream in
            let sink = GroupBySink<Key, Element>(downstream, receive: receive)
            sink.open()
            source.attach(sink)
        }
    }
}

/// A group that `groupBy(keySelector:)` emits: the elements of a source that have the same key.
///
/// ```swift
/// let subscription = Observable.of(1, 2, 3, 4)
///     .groupBy { $0 % 2 == 0 ? "even" : "odd" }
///     .subscribe(onNext: { print($0.key) })
/// // odd
/// // even
/// ```
public struct GroupedObservable<Key, Element>: ObservableType {
    /// The key that the elements have in common.
    public let key: Key

    private let source: Observable<Element>

    /// Makes a group of a key and a source.
    ///
    /// - Parameters:
    ///   - key: what the elements have in common.
    ///   - source: the elements.
    public init(key: Key, source: Observable<Element>) {
        self.key = key
        self.source = source
    }

    /// Subscribes `observer` to the elements of the group.
    ///
    /// - Parameter observer: receives the elements that come from now on, and the end of the group.
    /// - Returns: the subscription.
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable
    where Observer.Element == Element {
        source.subscribe(observer)
    }

    /// The elements, without the key.
    public func asObservable() -> Observable<Element> {
        source
    }
}

extension GroupedObservable: Sendable where Key: Sendable {}

/// The sink of the source. Downstream and each subscription to a group hold a `RefCountDisposable` instead of this
/// sink. The `RefCountDisposable` disposes `subscription`, and `subscription` holds this sink.
@usableFromInline
final class GroupBySink<Key: Hashable, Element>: OperatorSink<Element, GroupedObservable<Key, Element>>,
    @unchecked Sendable
{
    // Accessed only through `gate`.
    @exclusivity(unchecked)
    private var gateWords = Gate.Storage()

    private let subscription = SingleAssignmentDisposable()
    private let references: RefCountDisposable

    // Used inside the gate, where a second thread that feeds this sink leaves its elements to the first. A lock would
    // not do: a look-up calls the key's own code. The subjects are in the order of their first elements.
    @exclusivity(unchecked)
    private var positions: [Key: Int] = [:]
    @exclusivity(unchecked)
    private var subjects: ContiguousArray<PublishSubject<Element>> = []
    // True during a look-up, which calls the key's own code. Elements that this code makes the source send wait until
    // the table is consistent again.
    @exclusivity(unchecked)
    private var isLookingUp = false

    @usableFromInline
    init(_ downstream: Sink<GroupedObservable<Key, Element>>, receive: @escaping Receive) {
        references = RefCountDisposable(disposable: subscription)
        super.init(downstream, receive: receive)
    }

    /// Gives downstream its upstream.
    @usableFromInline
    func open() {
        subscription.setUpstream(self)
        downstream.use { $0.setUpstream(references) }
    }

    private var gate: Gate { Gate(at: &gateWords) }

    /// Passes an element on to its group.
    @usableFromInline
    func pass(_ element: Element, _ key: Key) {
        deliver { if self.isOpen { self.group(key).onNext(element) } }
    }

    @inline(__always)
    private func deliver(_ work: @autoclosure () -> (() -> Void)) {
        _ = GateWork.deliver(through: gate, holding: nil, nestedWaits: isLookingUp, work())
    }

    /// The subject of a group. Downstream receives a group that is new.
    private func group(_ key: Key) -> PublishSubject<Element> {
        isLookingUp = true
        if let position = positions[key] {
            isLookingUp = false
            return subjects[position]
        }
        let subject = PublishSubject<Element>()
        positions[key] = subjects.count
        subjects.append(subject)
        isLookingUp = false
        // Downstream may have been disposed while groups still have subscriptions.
        if references.isOpen {
            let group = GroupedObservable(key: key, source: GroupSource(subject, references) as Observable<Element>)
            downstream.next(group)
        }
        return subject
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        deliver { self.end(.error(error)) }
    }

    @usableFromInline
    override func completed() {
        deliver { self.end(.completed) }
    }

    /// Called inside the gate.
    private func end(_ event: Event<Element>) {
        guard lifecycle.stop() else { return }
        for subject in subjects { subject.on(event) }
        if references.isOpen {
            downstream.use {
                if let error = event.error { $0.error(error) } else { $0.completed() }
            }
        }
        subscription.dispose()
    }

    @usableFromInline
    override func disposed() {
        GateWork.close(gate)
    }

    // The source has released this sink without a terminal event: only `subscription` still holds the sink.
    @usableFromInline
    override func sourceReleased() {
        downstream.use { $0.detachUpstream(references) }
        subscription.detachUpstream(self)
    }
}

extension GroupBySink {
    /// The source of a group. Each subscription to it counts as a reference to the source's subscription.
    private final class GroupSource: Producer<Element>, @unchecked Sendable {
        private let subject: PublishSubject<Element>
        private let references: RefCountDisposable

        init(_ subject: PublishSubject<Element>, _ references: RefCountDisposable) {
            self.subject = subject
            self.references = references
            super.init()
        }

        override var traits: SourceTraits { SourceTraits(kind: .free, named: "groupBy(keySelector:)") }

        override func attach(owned sink: Held<Sink<Element>>) {
            let sink = sink.take()
            let member = RelaySink<Element>(sink)
            member.hold(references.retain())
            sink.setUpstream(member)
            subject.attach(member)
        }
    }
}
