import Millrace

extension ObservableType {
    /// Splits the source into groups, of which there are at most `limit` at once: a further group ends the one that has
    /// waited longest for an element.
    ///
    /// ```
    /// source                     --a1--b2--a3--c4--b5--|
    /// groupBy(letter, atMost: 2)
    ///   result                   --a---b-------c---b---|
    ///   a                        --1-------3-------|       b5 needs room, and a3 came before c4
    ///   b                        ------2-------|           c4 needs room, and b2 came before a3
    ///   c                        --------------4-------|
    ///   b again                  ------------------5---|
    /// ```
    ///
    /// - **Emits** a `GroupedObservable` for each key that has no group, when an element with that key comes. The group
    ///   passes on this element and the later ones with its key. Before a group that would be one too many is emitted,
    ///   the group completes whose latest element came first. The next element with its key begins a new group. A group
    ///   whose observers have all left stays until it ends, as in `groupBy(keySelector:)`: elements with its key begin
    ///   no second group, and are dropped until an observer subscribes again.
    /// - **Completes** when the source does. First the groups complete, in the order of their first elements.
    /// - **Fails** when the source does, or with the error that `keySelector` throws. The groups fail first.
    /// - **Disposal** means that no further group is emitted. The source's subscription is disposed as soon as the
    ///   subscriptions to all groups have ended, too; a group that is subscribed to after that completes at once.
    /// - **Thread**: `keySelector` is called, and groups emit, on the thread that the source emits on. What an observer
    ///   sends to the source while an element is delivered comes after that element.
    /// - **Complexity**: one look-up of a key for each element, whatever the number of groups; a subject and about 100
    ///   bytes for each group that has not ended.
    ///
    /// ```swift
    /// let subscription = Observable.of("ann in", "bob in", "cid in", "ann out")
    ///     .groupBy({ $0.prefix(3) }, atMost: 2)
    ///     .flatMap { user in user.toArray().map { "\(user.key): \($0.count)" } }
    ///     .subscribe(onNext: { print($0) })
    /// // ann: 1
    /// // bob: 1
    /// // cid: 1
    /// // ann: 1
    /// ```
    ///
    /// - Parameters:
    ///   - keySelector: makes the key of an element, which says what group the element belongs to.
    ///   - limit: how many groups there are at most, at least 1.
    public func groupBy<Key: Hashable>(
        _ keySelector: @escaping (Element) throws -> Key,
        atMost limit: Int
    ) -> Observable<GroupedObservable<Key, Element>> {
        endingGroups(by: keySelector, .checked(atMost: limit, "groupBy(_:atMost:)"), function: "groupBy(_:atMost:)")
    }

    /// Splits the source into groups, each of which ends when no element has come for it for a time.
    ///
    /// Where keys are seen once, or for a while, as those of sessions, devices and requests are, the memory of a group
    /// goes with its end. `groupBy(keySelector:)` keeps it.
    ///
    /// ```
    /// source                  --a1--a2----------a3--|
    /// groupBy(letter, 6 s)
    ///   result                --a---------------a---|
    ///   a                     --1---2-----|
    ///   a again               ------------------3---|
    /// ```
    ///
    /// - **Emits** a `GroupedObservable` for each key that has no group; as `groupBy(_:atMost:)`.
    /// - **Completes** when the source does, after the groups. A group completes `idle` after its latest element; the
    ///   next element with its key begins a new group. An element that comes after that time, but before the scheduler
    ///   has run the timer, still belongs to the group, and the time begins again.
    /// - **Fails** when the source does, or with the error that `keySelector` throws. The groups fail first.
    /// - **Disposal** means that no further group is emitted. The source's subscription is disposed and the timer is
    ///   stopped as soon as the subscriptions to all groups have ended, too.
    /// - **Thread**: `keySelector` is called on the thread that the source emits on. Elements come on that thread, the
    ///   ends of idle groups on `scheduler`; if another thread is delivering at that moment, that thread delivers the
    ///   event instead.
    /// - **Complexity**: one look-up of a key and one reading of the clock for each element; a subject and about 100
    ///   bytes for each group that has not ended; at most one scheduled action at a time, whatever the number of
    ///   groups.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let visits = scheduler.cold("ab-a-----b|")  // each character is a second
    /// let subscription = visits
    ///     .groupBy({ $0 }, idle: .seconds(4), scheduler: scheduler)
    ///     .flatMap { visitor in visitor.toArray().map { "\(visitor.key) came \($0.count) times" } }
    ///     .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
    /// scheduler.start()
    /// // 5 s: b came 1 times
    /// // 7 s: a came 2 times
    /// // 10 s: b came 1 times
    /// ```
    ///
    /// - Parameters:
    ///   - keySelector: makes the key of an element, which says what group the element belongs to.
    ///   - idle: how long a group goes without an element before it completes.
    ///   - limit: how many groups there are at most, at least 1; as in `groupBy(_:atMost:)`. Without it, there may be
    ///     as many as the keys that come within `idle`.
    ///   - scheduler: the scheduler whose clock is used.
    public func groupBy<Key: Hashable>(
        _ keySelector: @escaping (Element) throws -> Key,
        idle: RxTimeInterval,
        atMost limit: Int = .max,
        scheduler: SchedulerType
    ) -> Observable<GroupedObservable<Key, Element>> {
        endingGroups(
            by: keySelector,
            .checked(atMost: limit, idle: (idle, scheduler), "groupBy(_:idle:atMost:scheduler:)"),
            function: "groupBy(_:idle:atMost:scheduler:)"
        )
    }

    /// Splits the source into groups, each of which ends when a source made for it emits or completes.
    ///
    /// ```
    /// source                      --a1--a.--a2--|      a dot is the last one
    /// groupBy(letter, until: dot)
    ///   result                    --a-------a---|
    ///   a                         --1---(.|)
    ///   a again                   ----------2---|
    /// ```
    ///
    /// - **Emits** a `GroupedObservable` for each key that has no group; as `groupBy(_:atMost:)`.
    /// - **Completes** when the source does, after the groups. A group completes when the first element of its notifier
    ///   comes, or its completion; the next element with its key begins a new group. If the notifier emits because of
    ///   an element of the group, the group's observers get that element before the completion.
    /// - **Fails** when the source or the notifier of a group does, or with the error that `keySelector` or `end`
    ///   throws. The groups fail first.
    /// - **Disposal** means that no further group is emitted. The subscriptions to the source and to the notifiers are
    ///   disposed as soon as the subscriptions to all groups have ended, too.
    /// - **Thread**: `keySelector` is called on the thread that the source emits on, `end` after the group was emitted
    ///   and before its first element. A group completes on the thread that its notifier emits on; if another thread is
    ///   delivering at that moment, that thread delivers the event instead.
    /// - **Complexity**: one look-up of a key for each element; a subject, one subscription to a notifier and about 100
    ///   bytes for each group that has not ended.
    ///
    /// ```swift
    /// let lines = Observable.of("7 begin", "8 begin", "7 commit", "7 begin", "8 commit", "7 commit")
    /// let subscription = lines
    ///     .groupBy({ $0.prefix(1) }, until: { $0.filter { $0.hasSuffix("commit") } })
    ///     .flatMap { $0.toArray() }
    ///     .subscribe(onNext: { print($0) })
    /// // ["7 begin", "7 commit"]
    /// // ["8 begin", "8 commit"]
    /// // ["7 begin", "7 commit"]
    /// ```
    ///
    /// - Parameters:
    ///   - keySelector: makes the key of an element, which says what group the element belongs to.
    ///   - end: makes the notifier of a group, from the group: the source that says when the group ends.
    ///   - limit: how many groups there are at most, at least 1; as in `groupBy(_:atMost:)`.
    public func groupBy<Key: Hashable, Notifier: ObservableConvertibleType>(
        _ keySelector: @escaping (Element) throws -> Key,
        until end: @escaping (GroupedObservable<Key, Element>) throws -> Notifier,
        atMost limit: Int = .max
    ) -> Observable<GroupedObservable<Key, Element>> {
        endingGroups(
            by: keySelector,
            .checked(atMost: limit, until: { try end($0).asObservable().map { _ in } }, "groupBy(_:until:atMost:)"),
            function: "groupBy(_:until:atMost:)"
        )
    }

    /// Splits the source into groups, each of which ends when a source made for it emits or completes, or when no
    /// element has come for it for a time; otherwise as `groupBy(_:until:atMost:)` and
    /// `groupBy(_:idle:atMost:scheduler:)`.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let keys = scheduler.cold("ab-A-------|")  // each character is a second
    /// let subscription = keys
    ///     .groupBy(
    ///         { $0.lowercased() },
    ///         idle: .seconds(5),
    ///         until: { $0.filter { $0 == $0.uppercased() } },
    ///         scheduler: scheduler
    ///     )
    ///     .flatMap { $0.toArray() }
    ///     .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
    /// scheduler.start()
    /// // 3 s: ["a", "A"]
    /// // 6 s: ["b"]
    /// ```
    ///
    /// - Parameters:
    ///   - keySelector: makes the key of an element, which says what group the element belongs to.
    ///   - idle: how long a group goes without an element before it completes.
    ///   - end: makes the notifier of a group, from the group: the source that says when the group ends.
    ///   - limit: how many groups there are at most, at least 1; as in `groupBy(_:atMost:)`.
    ///   - scheduler: the scheduler whose clock is used.
    public func groupBy<Key: Hashable, Notifier: ObservableConvertibleType>(
        _ keySelector: @escaping (Element) throws -> Key,
        idle: RxTimeInterval,
        until end: @escaping (GroupedObservable<Key, Element>) throws -> Notifier,
        atMost limit: Int = .max,
        scheduler: SchedulerType
    ) -> Observable<GroupedObservable<Key, Element>> {
        endingGroups(
            by: keySelector,
            .checked(
                atMost: limit,
                idle: (idle, scheduler),
                until: { try end($0).asObservable().map { _ in } },
                "groupBy(_:idle:until:atMost:scheduler:)"
            ),
            function: "groupBy(_:idle:until:atMost:scheduler:)"
        )
    }
}

extension GroupEnds {
    /// As the initializer; stops the program if there may be no group.
    fileprivate static func checked(
        atMost limit: Int,
        idle: (span: RxTimeInterval, scheduler: SchedulerType)? = nil,
        until notifier: ((GroupedObservable<Key, Element>) throws -> Observable<Void>)? = nil,
        _ function: StaticString
    ) -> GroupEnds {
        require(limit > 0, "\(function): atMost is \(limit); it must be greater than 0")
        return GroupEnds(atMost: limit, idle: idle, until: notifier)
    }
}
