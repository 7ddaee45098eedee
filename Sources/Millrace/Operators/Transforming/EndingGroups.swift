/// When the groups of `endingGroups(by:_:function:)` end, if not with their source.
package struct GroupEnds<Key, Element> {
    /// How many groups there may be at once.
    fileprivate let limit: Int

    /// How long a group goes without an element before it ends, and by whose clock.
    fileprivate let idle: (span: RxTimeInterval, scheduler: SchedulerType)?

    /// Makes the source whose first element or completion ends a group.
    fileprivate let notifier: ((GroupedObservable<Key, Element>) throws -> Observable<Void>)?

    package init(
        atMost limit: Int,
        idle: (span: RxTimeInterval, scheduler: SchedulerType)? = nil,
        until notifier: ((GroupedObservable<Key, Element>) throws -> Observable<Void>)? = nil
    ) {
        self.limit = limit
        self.idle = idle
        self.notifier = notifier
    }
}

extension ObservableType {
    /// The engine of MillraceOperators' `groupBy` with groups that end. It is in this module because gates are.
    package func endingGroups<Key: Hashable>(
        by keySelector: @escaping (Element) throws -> Key,
        _ ends: GroupEnds<Key, Element>,
        function: StaticString
    ) -> Observable<GroupedObservable<Key, Element>> {
        ClosureOperator(asObservable(), function: function) { source, downstream in
            let coordinator = EndingGroupsCoordinator(downstream, by: keySelector, ends, function)
            coordinator.open()
            source.attach(coordinator)
        }
    }
}

/// As in `GroupBySink`, downstream and each subscription to a group hold a `RefCountDisposable` in place of this
/// coordinator. The sources that end groups are inner sources, and so is the one timer.
///
/// In other coordinators, an event that a callback sends is delivered at once. Here it waits in the gate until the
/// event that is being delivered has reached all observers of its group: it may be what ends the group.
private final class EndingGroupsCoordinator<Key: Hashable, Element>:
    Coordinator<Element, GroupedObservable<Key, Element>>, @unchecked Sendable
{
    private typealias Table = GroupTable<Key, Element>

    private let keySelector: (Element) throws -> Key
    private let ends: GroupEnds<Key, Element>
    private let stopwatch: (any Stopwatch)?
    private let function: StaticString

    /// What holds the source back.
    private let marks: [Watermark]

    private let subscription = SingleAssignmentDisposable()
    private let references: RefCountDisposable

    // Used inside the gate.
    @exclusivity(unchecked)
    private var table = Table()
    @exclusivity(unchecked)
    private var isTimed = false

    init(
        _ downstream: Sink<GroupedObservable<Key, Element>>,
        by keySelector: @escaping (Element) throws -> Key,
        _ ends: GroupEnds<Key, Element>,
        _ function: StaticString
    ) {
        self.keySelector = keySelector
        self.ends = ends
        self.function = function
        stopwatch = ends.idle?.scheduler.stopwatch
        marks = HookSwitches.obeysPressure ? PressurePath(below: Held(borrowing: downstream)).watermarks : []
        references = RefCountDisposable(disposable: subscription)
        super.init(downstream) { sink, element in
            sink.downcast(to: EndingGroupsCoordinator.self).arrived(element)
        }
    }

    /// Gives downstream its upstream.
    func open() {
        subscription.setUpstream(self)
        downstream.use { $0.setUpstream(references) }
    }

    private func arrived(_ element: Element) {
        guard isOpen else { return }
        do {
            let key = try keySelector(element)
            deliver(nestedWaits: true) { if self.isOpen { self.pass(element, key) } }
        } catch {
            self.error(error)
        }
    }

    override func error(_ error: Swift.Error) {
        deliverLast(of: self, nestedWaits: true) { self.end(.error(error)) }
    }

    override func completed() {
        deliverLast(of: self, nestedWaits: true) { self.end(.completed) }
    }

    /// Called inside the gate.
    fileprivate func end(_ event: Event<Element>) {
        guard lifecycle.stop() else { return }
        for group in exchange(&table, for: Table()).all { group.subject.on(event) }
        if references.isOpen {
            downstream.use {
                if let error = event.error { $0.error(error) } else { $0.completed() }
            }
        }
        subscription.dispose()
    }

    // No element comes any more. A notifier that waits for one would keep this coordinator for ever.
    override func sourceReleased() {
        deliver(nestedWaits: true) {
            for group in self.table.all { if let notifier = group.notifier { self.group.remove(for: notifier) } }
        }
        super.sourceReleased()
    }

    // Only `subscription` still holds this coordinator.
    override func lastSourceLeft() {
        downstream.use { $0.detachUpstream(references) }
        subscription.detachUpstream(self)
    }
}

// MARK: The groups. All of this is called inside the gate.

extension EndingGroupsCoordinator {
    private func pass(_ element: Element, _ key: Key) {
        let now = stopwatch?.reading ?? .distantPast
        if let subject = table.touch(key, now) { return subject.onNext(element) }
        // A new group is for downstream alone, which may have been disposed while groups still have subscriptions.
        guard references.isOpen else { return }
        if table.count >= ends.limit, let oldest = table.oldest {
            endGroup(oldest.place)
            guard references.isOpen else { return }
        }
        let subject = PublishSubject<Element>()
        let place = table.append(key, subject, now)
        let source = MembersSource(subject, references, function, marks)
        downstream.next(GroupedObservable(key: key, source: source))
        if let idle = ends.idle, !isTimed { startTimer(idle.span) }
        // After downstream, so that the group's observers get an element before the notifier can end the group because
        // of it.
        if let notifier = ends.notifier, isOpen {
            do {
                // A subscription of the notifier's own does not keep the source.
                let notifier = try notifier(GroupedObservable(key: key, source: subject.asObservable()))
                listen(to: notifier, for: place)
            } catch {
                return end(.error(error))
            }
        }
        subject.onNext(element)
    }

    private func endGroup(_ place: Table.Place) {
        guard let group = table.remove(place) else { return }
        if let notifier = group.notifier { self.group.remove(for: notifier) }
        group.subject.onCompleted()
    }

    private func listen(to notifier: Observable<Void>, for place: Table.Place) {
        // The closure that made the notifier may have ended the subscription.
        guard isOpen else { return }
        let sink = SignalSink<Void>(self) { $0.endGroup(place) }
        if let key = subscribe(sink, to: notifier), !table.setNotifier(key, at: place) { group.remove(for: key) }
    }

    /// One timer serves all groups: it is due when the group whose latest element came first has been idle.
    private func startTimer(_ dueTime: RxTimeInterval) {
        guard isOpen, let scheduler = ends.idle?.scheduler else { return }
        isTimed = true
        subscribe(SignalSink<Int>(self) { $0.elapsed() }, to: .timer(dueTime, scheduler: scheduler))
    }

    private func elapsed() {
        isTimed = false
        guard let idle = ends.idle, let stopwatch else { return }
        let now = stopwatch.reading
        // In batches, so that elements which wait meanwhile get their turn.
        var left = 256
        while isOpen, let oldest = table.oldest {
            let remaining = idle.span.remaining(from: oldest.latest, to: now)
            // Rounded, since dates are not exact.
            let microseconds = remaining.roundedMicroseconds
            if left == 0 || microseconds > 0 {
                return startTimer(remaining.mapNanoseconds { _ in microseconds * 1_000 })
            }
            left -= 1
            endGroup(oldest.place)
        }
    }
}

extension EndingGroupsCoordinator {
    /// The sink of a source that is only a signal: its first element or its completion.
    private final class SignalSink<Value>:
        Coordinator<Element, GroupedObservable<Key, Element>>.InnerSink<Value>, @unchecked Sendable
    {
        private let action: (EndingGroupsCoordinator) -> Void

        init(_ coordinator: EndingGroupsCoordinator, _ action: @escaping (EndingGroupsCoordinator) -> Void) {
            self.action = action
            super.init(coordinator) { sink, _ in sink.downcast(to: SignalSink.self).signal() }
        }

        override func completed() { signal() }

        override func error(_ error: Swift.Error) {
            signal { $0.end(.error(error)) }
        }

        private func signal() { signal(action) }

        /// What the group's own element has brought about waits until that element has been delivered.
        private func signal(_ action: @escaping (EndingGroupsCoordinator) -> Void) {
            guard isOpen else { return }
            coordinator.use { coordinator in
                coordinator.deliverLast(of: self, nestedWaits: true) {
                    guard self.isOpen else { return }
                    self.disposeAfterEnd()
                    if coordinator.isOpen { action(coordinator.downcast(to: EndingGroupsCoordinator.self)) }
                }
            }
        }
    }
}

/// The source of a group. Each subscription to it counts as a reference to the source's subscription.
///
/// A bounded queue with the strategy `.suspend` below the operator that merges the groups holds the source itself back.
/// One inside a group cannot, so its subscription is refused.
private final class MembersSource<Element>: Producer<Element>, @unchecked Sendable {
    private let subject: PublishSubject<Element>
    private let references: RefCountDisposable
    private let function: StaticString
    private let marks: [Watermark]

    init(
        _ subject: PublishSubject<Element>,
        _ references: RefCountDisposable,
        _ function: StaticString,
        _ marks: [Watermark]
    ) {
        self.subject = subject
        self.references = references
        self.function = function
        self.marks = marks
        super.init()
    }

    override var traits: SourceTraits { SourceTraits(kind: .joining, function: function.utf8Start) }

    override func attach(owned sink: Held<Sink<Element>>) {
        let sink = sink.take()
        if HookSwitches.obeysPressure, let error = refusal(of: sink) {
            sink.error(error)
            return sink.sourceReleased()
        }
        let use = references.retain()
        // Nothing comes any more if all has been disposed before: perhaps while this group was being emitted.
        if references.isDisposed, subject.observers.terminal == nil {
            sink.completed()
            return sink.sourceReleased()
        }
        let member = MemberSink(sink, use)
        sink.setUpstream(member)
        subject.attach(owned: Held(retaining: member))
    }

    private func refusal(of sink: Sink<Element>) -> UnpausableSourceError? {
        let path = PressurePath(below: Held(borrowing: sink))
        let required = path.watermarks.filter(\.isRequired)
        let foreign = required.first { mark in !marks.contains { $0 === mark } }
        guard let mark = foreign ?? (path.barrier == nil ? nil : required.first) else { return nil }
        return UnpausableSourceError(source: path.barrier ?? nameForMessages, place: mark.owner)
    }
}
