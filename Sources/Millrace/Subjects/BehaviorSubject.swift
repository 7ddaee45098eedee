/// A subject that has a value: a new observer gets the latest value first, then what is sent.
///
/// - **Emits** to its observers in the order of their subscription, on the thread that calls `on`. A new observer gets
///   the value before `subscribe` returns, on the thread that subscribes. Elements that other threads send meanwhile
///   follow in order, on the subscribing thread or on a sending thread. Elements that the observer sends from its own
///   callback are delivered at once.
/// - **Ends** with the first terminal event, which reaches each observer once; a later subscriber gets that event
///   alone.
/// - **Disposal** drops all observers without an event, and the value; a later subscriber gets `RxError.disposed`.
/// - **Threads**: all members may be called from any thread, from inside callbacks too. Sending and subscribing take a
///   lock for the few instructions that exchange the value and read the list. No callback ever runs under the lock, so
///   no thread waits for a callback. Two threads that send at once call their observers at the same time.
/// - **Complexity**: sending O(observers), without an allocation while no observer is being replayed to; subscribing
///   and disposing amortized O(1).
///
/// ```swift
/// let temperature = BehaviorSubject(value: 20)
/// let subscription = temperature.subscribe(onNext: { print($0) })
/// temperature.onNext(21)
/// print("now: \(try temperature.value())")
/// // 20
/// // 21
/// // now: 21
/// ```
public final class BehaviorSubject<Element>: Observable<Element>, SubjectType, ObserverType, Cancelable,
    @unchecked Sendable
{
    /// The subject itself is its observer.
    public typealias SubjectObserverType = BehaviorSubject<Element>

    // Touched through `observers` alone.
    @usableFromInline
    @exclusivity(unchecked)
    var stateStorage = SubjectState.Storage()

    // Touched through `lock` alone.
    @usableFromInline
    @exclusivity(unchecked)
    var lockStorage = Lock.Storage()

    // Under the lock alone. `nil` once the subject has been disposed.
    @usableFromInline
    @exclusivity(unchecked)
    var element: Element?

    // A closure so that it is specialized where the subject is made; see `Sink`.
    @usableFromInline
    let join: (BehaviorSubject<Element>, Sink<Element>) -> Void

    @inlinable
    @inline(__always)
    var observers: ObserverList<Element> { ObserverList(SubjectState(at: &stateStorage)) }

    @inlinable
    @inline(__always)
    var lock: Lock { Lock(at: &lockStorage) }

    /// A subject whose value is `value`.
    ///
    /// - Parameter value: the value at first.
    @inlinable
    public init(value: Element) {
        element = value
        join = { subject, downstream in subject.attach(replayingTo: downstream) }
        super.init()
    }

    deinit {
        observers.destroy()
    }

    /// Whether the subject has observers.
    public var hasObservers: Bool { !observers.isEmpty }

    /// Whether `dispose()` has been called.
    public var isDisposed: Bool { observers.isDisposed }

    /// The value: the latest element, or the one that the subject was made with. Never waits for a callback.
    ///
    /// - Throws: the error that the subject has ended with, or `RxError.disposed`.
    @inlinable
    public func value() throws -> Element {
        if isDisposed { throw RxError.disposed(object: self) }
        if case .error(let error) = observers.terminal { throw error }
        // Another thread may have disposed the subject meanwhile.
        guard let element = current else { throw RxError.disposed(object: self) }
        return element
    }

    /// The latest element, however the subject has ended; `nil` once it has been disposed.
    @inlinable
    var current: Element? {
        lock.acquire()
        let element = self.element
        lock.release()
        return element
    }

    /// Sends an event to all observers.
    ///
    /// - Parameter event: the event.
    @inlinable
    public func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): onNext(element)
        case .error(let error): observers.end(.error(error), lock: lock)
        case .completed: observers.end(.completed, lock: lock)
        }
    }

    /// Makes `element` the value and sends it to all observers.
    ///
    /// - Parameter element: the new value.
    @inlinable
    public func onNext(_ element: Element) {
        var former: Element? = element
        var emission = SubjectState.Emission()
        guard begin(&emission, exchanging: &former) else { return }
        releaseValue(exchange(&former, for: nil))
        observers.deliverToReplaying(element, &emission)
    }

    /// Exchanges the value for `element` and begins the emission of `element`, in one step. The previous value is left
    /// in `element`, so that the caller releases it after the lock. False: no observer is there to emit to, or the
    /// subject has ended.
    @inlinable
    @inline(__always)
    func begin(_ emission: inout SubjectState.Emission, exchanging element: inout Element?) -> Bool {
        emission.prepare()
        lock.acquire()
        defer { lock.release() }
        guard !observers.hasEnded else { return false }
        swap(&self.element, &element)
        return observers.beginUnderLock(&emission)
    }

    /// The subject itself.
    public func asObserver() -> BehaviorSubject<Element> {
        self
    }

    /// Drops all observers without an event, and the value. From now on the subject passes nothing on, `value()` throws
    /// `RxError.disposed`, and a new subscriber gets that error.
    public func dispose() {
        guard observers.dispose(lock: lock) else { return }
        var dropped: Element?
        lock.acquire()
        swap(&element, &dropped)
        lock.release()
        releaseValue(dropped)
    }

    @usableFromInline
    override func attach(owned sink: Held<Sink<Element>>) {
        join(self, sink.take())
    }

    @inlinable
    func attach(replayingTo downstream: Sink<Element>) {
        let sink = ReplayingSink<Element>(downstream, nests: true)
        downstream.setUpstream(sink)
        var snapshot: Element?
        let joining = observers.join(sink, lock: lock) { ended in
            if !ended { snapshot = element }
        }
        switch joining {
        case .joined:
            if let snapshot { sink.forward(snapshot) }
            sink.finishReplay()
        case .closed:
            sink.finishReplay(with: isDisposed ? .error(RxError.disposed(object: self)) : observers.terminal)
        case .disposed:
            sink.finishReplay(with: nil)
        }
    }
}
