import Millrace

/// A subject for one subscriber, which keeps what is sent until the subscriber comes.
///
/// - **Emits** to its subscriber what was kept, before `subscribe` returns, and then what is sent, on the thread that
///   sends it; one event at a time, with each thread's events in order. What a callback sends follows when the callback
///   has returned. Nothing that the subscriber has received is kept.
/// - **Ends** with the first terminal event, which is kept, too. Any subscriber but the first gets
///   `UnicastSubjectError.secondSubscriber`.
/// - **Disposal** of the subscription drops all that is sent later: no one can receive it any more.
/// - **Threads**: all members may be called from any thread, from inside callbacks too. Sending takes a lock for a few
///   instructions; no callback ever runs under it, and no thread waits for a callback. If another thread is delivering at
///   that moment, it delivers the event that is sent.
/// - **Complexity**: O(1) for each event. What waits for the subscriber has the limit of `create(bufferSize:onDrop:)`. What
///   other threads send while a callback runs waits, too, without a limit; `observe(on:capacity:overflow:)` has one.
///
/// ```swift
/// let log = UnicastSubject<String>.create(bufferSize: 2, onDrop: { print("\($0) dropped") })
/// for line in ["line 1", "line 2", "line 3"] { log.onNext(line) }
/// let subscription = log.subscribe(onNext: { print($0) })
/// log.onNext("line 4")
/// // 1 dropped
/// // line 2
/// // line 3
/// // line 4
/// ```
public final class UnicastSubject<Element>: SubjectType, ObserverType, @unchecked Sendable {
    @usableFromInline
    let core: UnicastCore<Element>
    @usableFromInline
    let output: Observable<Element>
    // A closure, so that it is specialized where the subject is made; see `Sink`.
    @usableFromInline
    let send: (Event<Element>) -> Void

    @inlinable
    init(limit: Int, onDrop: ((Int) -> Void)?) {
        let core = UnicastCore<Element>(limit, onDrop)
        self.core = core
        output = core.output()
        send = { core.on($0) }
    }

    deinit {
        core.senderIsGone()
    }

    /// A subject that keeps the last `bufferSize` elements until its subscriber comes.
    ///
    /// - Parameters:
    ///   - bufferSize: how many elements to keep at most, at least 1. The oldest is dropped when there is no room.
    ///   - onDrop: called for each element that is dropped, on the thread that sends, with the number of elements dropped
    ///     so far.
    @inlinable
    public static func create(bufferSize: Int, onDrop: ((_ count: Int) -> Void)? = nil) -> UnicastSubject<Element> {
        require(
            bufferSize > 0,
            "UnicastSubject.create(bufferSize:onDrop:): bufferSize is \(bufferSize); it must be at least 1"
        )
        return UnicastSubject(limit: bufferSize, onDrop: onDrop)
    }

    /// A subject that keeps all elements until its subscriber comes. Its memory grows with each of them.
    @inlinable
    public static func createUnbounded() -> UnicastSubject<Element> {
        UnicastSubject(limit: .max, onDrop: nil)
    }

    /// Whether the subject has its subscriber.
    @inlinable
    public var hasObservers: Bool { core.hasSubscriber }

    /// How many elements have been dropped because no subscriber came in time.
    @inlinable
    public var droppedCount: Int { core.droppedCount }

    /// Takes an event: sends it to the subscriber, or keeps it.
    ///
    /// - Parameter event: the event.
    @inlinable
    public func on(_ event: Event<Element>) {
        send(event)
    }

    /// The subject itself.
    @inlinable
    public func asObserver() -> UnicastSubject<Element> {
        self
    }

    /// The subject as an `Observable`, to which nothing can be sent.
    @inlinable
    public func asObservable() -> Observable<Element> {
        output
    }

    /// Subscribes the one subscriber; any other gets `UnicastSubjectError.secondSubscriber`.
    ///
    /// - Parameter observer: what receives the events.
    /// - Returns: the subscription.
    @inlinable
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable
    where Observer.Element == Element {
        output.subscribe(observer)
    }
}

/// The error of a subscriber that a `UnicastSubject` cannot serve.
public enum UnicastSubjectError: Error, Hashable, CustomStringConvertible {
    /// The subject has had its subscriber.
    case secondSubscriber

    /// What happened.
    @inlinable
    public var description: String {
        "a UnicastSubject was subscribed to a second time; it serves one subscriber"
    }
}

/// The state of a `UnicastSubject`. The subject refers to it, and so does the subscription.
@usableFromInline
final class UnicastCore<Element>: @unchecked Sendable {
    /// What passes the gate in front of the subscriber.
    @usableFromInline
    enum Item {
        /// The thread that subscribes is inside the gate, and delivers what was kept. From now on, events are sent to the
        /// entry, and wait in the gate until that thread is done.
        case open(Entry)
        case element(Element)
    }

    @usableFromInline
    typealias Entry = PublishSubject<Item>

    @usableFromInline
    enum Phase {
        case waiting
        case subscribing
        /// The entry has no observer any more once the subscription has ended.
        case live(Entry)
        case over
    }

    /// What is left to do for an event after the state has been changed.
    @usableFromInline
    enum Step {
        case done
        case send(Entry)
        case drop(Element, count: Int)
    }

    @usableFromInline
    struct State {
        @usableFromInline
        var phase = Phase.waiting
        @usableFromInline
        var kept = Fifo<Element>()
        @usableFromInline
        var end: Event<Element>?
        @usableFromInline
        var dropped = 0
        @usableFromInline
        var senderIsGone = false

        @inlinable
        init() {}
    }

    @usableFromInline
    let limit: Int
    @usableFromInline
    let onDrop: ((Int) -> Void)?
    @usableFromInline
    let state: Locked<State>

    @inlinable
    init(_ limit: Int, _ onDrop: ((Int) -> Void)?) {
        self.limit = limit
        self.onDrop = onDrop
        state = Locked(State())
    }

    @inlinable
    var hasSubscriber: Bool {
        switch state.access({ $0.phase }) {
        case .waiting, .over: false
        case .subscribing: true
        case .live(let entry): entry.hasObservers
        }
    }

    @inlinable
    var droppedCount: Int { state.access { $0.dropped } }

    @inlinable
    func on(_ event: Event<Element>) {
        switch state.access({ take(event, &$0) }) {
        case .done:
            break
        case .send(let entry):
            entry.on(event.map { Item.element($0) })
        case .drop(let element, let count):
            releaseValue(element)
            onDrop?(count)
        }
    }

    @inlinable
    func take(_ event: Event<Element>, _ state: inout State) -> Step {
        switch state.phase {
        case .live(let entry): return .send(entry)
        case .over: return .done
        case .waiting, .subscribing: break
        }
        if state.end != nil { return .done }
        guard case .next(let element) = event else {
            state.end = event
            return .done
        }
        let oldest = state.kept.count == limit ? state.kept.removeFirst() : nil
        state.kept.append(element)
        guard let oldest else { return .done }
        state.dropped += 1
        return .drop(oldest, count: state.dropped)
    }

    @inlinable
    func output() -> Observable<Element> {
        Observable.deferred { [self] in
            try claim()
            let entry = Entry()
            let output = Operator(entry.asSerialized()) { [self] downstream in
                OperatorSink<Item, Element>(downstream) { sink, item in
                    let sink = sink.downcast(to: OperatorSink<Item, Element>.self)
                    switch item {
                    case .element(let element): sink.forward(element)
                    case .open(let entry): self.open(entry, to: sink)
                    }
                }
            }
            return output.do(onSubscribed: {
                entry.onNext(.open(entry))
                self.close(if: { if case .subscribing = $0.phase { true } else { false } })
            })
        }
    }

    @usableFromInline
    func claim() throws {
        let isFirst = state.access { state -> Bool in
            guard case .waiting = state.phase else { return false }
            state.phase = .subscribing
            return true
        }
        if !isFirst { throw UnicastSubjectError.secondSubscriber }
    }

    /// Delivers what was kept. Called inside the gate.
    @usableFromInline
    func open(_ entry: Entry, to sink: OperatorSink<Item, Element>) {
        var (kept, end, former) = state.access { state -> (Fifo<Element>, Event<Element>?, Phase) in
            let phase = state.senderIsGone || state.end != nil ? Phase.over : .live(entry)
            return (state.kept.takeAll(), exchange(&state.end, for: nil), exchange(&state.phase, for: phase))
        }
        releaseValue(consume former)
        while let element = kept.popFirst() { sink.forward(element) }
        switch end {
        case .error(let error): sink.fail(error)
        case .completed: sink.finish()
        case .next, nil: break
        }
    }

    /// No one can send any more. The subscription goes on without events, as that of any subject that has gone; what is
    /// kept still waits for its subscriber.
    @inlinable
    func senderIsGone() {
        close {
            $0.senderIsGone = true
            return if case .live = $0.phase { true } else { false }
        }
    }

    /// Releases the entry, or what was kept for a subscriber that has been disposed before it could get it.
    @usableFromInline
    func close(if condition: (inout State) -> Bool) {
        let former = state.access { state -> (Phase, Fifo<Element>, Event<Element>?)? in
            guard condition(&state) else { return nil }
            return (exchange(&state.phase, for: .over), state.kept.takeAll(), exchange(&state.end, for: nil))
        }
        releaseValue(former)
    }
}
