/// A subject that remembers what was sent: a new observer gets the remembered elements first, then new events.
///
/// - **Emits** to its observers in the order of their subscription, on the thread that calls `on`. A new observer gets
///   what the buffer holds before `subscribe` returns, on the thread that subscribes. Events that any thread sends
///   meanwhile follow in order, on the subscribing thread or on a sending thread. No event is lost or repeated.
/// - **Ends** with the first terminal event, which reaches each observer once; a later subscriber gets what the buffer
///   holds and then that event.
/// - **Disposal** drops all observers without an event, and the buffer; a later subscriber gets `RxError.disposed`.
/// - **Threads**: all members may be called from any thread, from inside callbacks too. Sending and subscribing take a
///   lock for the few instructions that store the element and read the list. No callback ever runs under the lock, so
///   no thread waits for a callback. Two threads that send at once call their observers at the same time.
/// - **Complexity**: sending O(observers), without an allocation once a bounded buffer is full and while no observer is
///   being replayed to; subscribing O(elements in the buffer), none of which is copied; disposing amortized O(1).
///
/// ```swift
/// let messages = ReplaySubject<String>.create(bufferSize: 2)
/// messages.onNext("one")
/// messages.onNext("two")
/// messages.onNext("three")
/// let subscription = messages.subscribe(onNext: { print($0) })
/// messages.onNext("four")
/// // two
/// // three
/// // four
/// ```
public final class ReplaySubject<Element>: Observable<Element>, SubjectType, ObserverType, Cancelable,
    @unchecked Sendable
{
    /// The subject itself is its observer.
    public typealias SubjectObserverType = ReplaySubject<Element>

    // Touched through `observers` alone.
    @usableFromInline
    @exclusivity(unchecked)
    var stateStorage = SubjectState.Storage()

    // Touched through `lock` alone.
    @usableFromInline
    @exclusivity(unchecked)
    var lockStorage = Lock.Storage()

    // Under the lock alone.
    @usableFromInline
    @exclusivity(unchecked)
    var buffer: ReplayBuffer<Element>

    @usableFromInline
    let limit: Int
    @usableFromInline
    let window: ReplayWindow?

    // A closure so that it is specialized where the subject is made; see `Sink`.
    @usableFromInline
    let join: (ReplaySubject<Element>, ReplayingSink<Element>) -> Void

    @usableFromInline
    let makeSink: (Sink<Element>) -> ReplayingSink<Element>

    @inlinable
    @inline(__always)
    var observers: ObserverList<Element> { ObserverList(SubjectState(at: &stateStorage)) }

    @inlinable
    @inline(__always)
    var lock: Lock { Lock(at: &lockStorage) }

    @inlinable
    init(limit: Int, window: ReplayWindow? = nil) {
        buffer = ReplayBuffer(
            limit: limit,
            isChained: limit != 1 || window != nil,
            keepsAll: limit == .max && window == nil
        )
        self.limit = limit
        self.window = window
        join = { subject, sink in subject.replay(to: sink) }
        makeSink = { ReplayingSink<Element>($0, nests: false) }
        super.init()
    }

    deinit {
        observers.destroy()
    }

    /// A subject that replays the last `bufferSize` elements.
    ///
    /// - Parameter bufferSize: how many elements to replay at most, at least 0. Memory is allocated as the elements
    ///   come.
    @inlinable
    public static func create(bufferSize: Int) -> ReplaySubject<Element> {
        require(
            bufferSize >= 0,
            "ReplaySubject.create(bufferSize:): bufferSize is \(bufferSize); it must not be negative"
        )
        return ReplaySubject(limit: bufferSize)
    }

    /// A subject that replays all elements. Its memory grows with each of them.
    @inlinable
    public static func createUnbounded() -> ReplaySubject<Element> {
        ReplaySubject(limit: .max)
    }

    /// A subject that replays the elements that are younger than `window`.
    ///
    /// Elements that have become too old leave the buffer when an event is sent or an observer subscribes. The elements
    /// in the buffer when the subject ends stay there.
    ///
    /// - Parameters:
    ///   - bufferSize: how many elements to replay at most, at least 0.
    ///   - window: the age from which an element is not replayed any more.
    ///   - scheduler: the scheduler whose clock tells the age; nothing is scheduled on it.
    @inlinable
    public static func create(
        bufferSize: Int = .max,
        window: RxTimeInterval,
        scheduler: SchedulerType
    ) -> ReplaySubject<Element> {
        require(
            bufferSize >= 0,
            "ReplaySubject.create(bufferSize:window:scheduler:): bufferSize is \(bufferSize); it must not be negative"
        )
        return ReplaySubject(limit: bufferSize, window: ReplayWindow(window, scheduler))
    }

    /// Whether the subject has observers.
    public var hasObservers: Bool { !observers.isEmpty }

    /// Whether `dispose()` has been called.
    public var isDisposed: Bool { observers.isDisposed }

    /// Sends an event to all observers.
    ///
    /// - Parameter event: the event.
    @inlinable
    public func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): onNext(element)
        case .error(let error): end(.error(error))
        case .completed: end(.completed)
        }
    }

    /// Sends an element to all observers and keeps it for later ones.
    ///
    /// - Parameter element: the element.
    @inlinable
    public func onNext(_ element: Element) {
        if limit == 1, window == nil { return keepOne(element) }
        if limit == 0 { return emitAlone(element) }
        if window != nil { return onNextInWindow(element) }
        var garbage = ReplayBuffer<Element>.Garbage()
        var emission = SubjectState.Emission()
        emission.prepare()
        lock.acquire()
        let emits = begin(&emission) { $0.append(element, &garbage) }
        lock.release()
        garbage.drop()
        if emits { observers.deliverToReplaying(element, &emission) }
    }

    @inlinable
    @inline(__always)
    func keepOne(_ element: Element) {
        var former: Element? = element
        var emission = SubjectState.Emission()
        emission.prepare()
        lock.acquire()
        let emits = begin(&emission) {
            swap(&$0.latest, &former)
            return true
        }
        lock.release()
        releaseValue(exchange(&former, for: nil))
        if emits { observers.deliverToReplaying(element, &emission) }
    }

    /// Emits without a buffer: there is no snapshot that the emission must agree with.
    @inlinable
    @inline(__always)
    func emitAlone(_ element: Element) {
        guard !observers.hasEnded else { return }
        var emission = SubjectState.Emission()
        if observers.begin(&emission) { observers.deliverToReplaying(element, &emission) }
    }

    /// Stores an element and begins its emission, which has been prepared. Called under the lock. False: no observer is
    /// there to emit to, or the subject has ended.
    ///
    /// - Parameter store: false if the buffer needs a spare.
    @inlinable
    @inline(__always)
    func begin(_ emission: inout SubjectState.Emission, storing store: (inout ReplayBuffer<Element>) -> Bool) -> Bool {
        while !observers.hasEnded {
            if _fastPath(store(&buffer)) { return observers.beginUnderLock(&emission) }
            makeSpare()
        }
        return false
    }

    /// Makes a chunk. Called under the lock, which it leaves meanwhile.
    @inlinable
    @inline(never)
    func makeSpare() {
        lock.release()
        let spare = ReplayBuffer<Element>.makeChunk(limit: limit, isTimed: window != nil)
        lock.acquire()
        buffer.add(spare: spare)
    }

    @usableFromInline
    func end(_ terminal: Terminal, beforeDelivery: () -> Void = {}) {
        if let window { removeOutdated(window) }
        observers.end(terminal, lock: lock, beforeDelivery: beforeDelivery)
    }

    /// The subject itself.
    public func asObserver() -> ReplaySubject<Element> {
        self
    }

    /// Drops all observers without an event, and the buffer. From now on the subject passes nothing on, and a new
    /// subscriber gets `RxError.disposed`.
    public func dispose() {
        guard observers.dispose(lock: lock) else { return }
        var dropped = ReplayBuffer<Element>(limit: limit, isChained: true)
        lock.acquire()
        // Subscribers that are collecting count themselves out here.
        dropped.collectors = buffer.collectors
        swap(&buffer, &dropped)
        lock.release()
        releaseValue(dropped)
    }

    @usableFromInline
    override func attach(owned sink: Held<Sink<Element>>) {
        let downstream = sink.take()
        let sink = makeSink(downstream)
        downstream.setUpstream(sink)
        join(self, sink)
    }

    /// Adds a sink that is already the upstream of its downstream, and replays to it.
    @inlinable
    func replay(to sink: ReplayingSink<Element>) {
        if limit == 0 { return joinLive(sink) }
        if let window { removeOutdated(window) }
        var snapshot = ReplayBuffer<Element>.Snapshot()
        let joining = observers.join(sink, lock: lock) { _ in buffer.snapshot(into: &snapshot) }
        if snapshot.collects { collect(&snapshot) }
        if joining == .joined {
            sink.deliver(snapshot)
            let isLong = snapshot.count > 0
            _ = consume snapshot
            if isLong { removeStale() }
            sink.finishReplay()
        } else if joining != .closed {
            sink.finishReplay(with: nil)
        } else if isDisposed {
            sink.finishReplay(with: .error(RxError.disposed(object: self)))
        } else {
            sink.deliver(snapshot)
            sink.finishReplay(with: observers.terminal)
        }
    }

    /// Adds a sink to a subject without a buffer. Nothing is replayed, so emitters deliver to the sink directly from
    /// the start.
    @usableFromInline
    func joinLive(_ sink: ReplayingSink<Element>) {
        sink.skipReplay()
        switch observers.join(sink, lock: lock, snapshot: { _ in }) {
        case .joined:
            return sink.beCalledDirectly()
        case .closed:
            let terminal = isDisposed ? .error(RxError.disposed(object: self)) : observers.terminal
            terminal?.deliver(to: sink)
        default:
            break
        }
        sink.sourceReleased()
    }

    /// Holds the chunks of a snapshot of more than two chunks, so that they may leave the buffer.
    @usableFromInline
    func collect(_ snapshot: inout ReplayBuffer<Element>.Snapshot) {
        snapshot.collect()
        lock.acquire()
        let departed = buffer.endCollection()
        lock.release()
        ReplayBuffer.drop(departed)
    }

    /// Releases what left the buffer during a replay.
    @inlinable
    func removeStale() {
        var found = true
        while found {
            var garbage = ReplayBuffer<Element>.Garbage()
            lock.acquire()
            found = buffer.removeStale(&garbage)
            lock.release()
            garbage.drop()
        }
    }
}
