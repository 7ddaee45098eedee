/// A subject that keeps its last element to itself until it completes.
///
/// - **Emits** the last element that was sent, when the subject completes, and then completes. All observers get the
///   element before the first of them gets the completion.
/// - **Ends** with the first terminal event. An error reaches each observer without an element. A later subscriber gets
///   the element and the completion, or the error.
/// - **Disposal** ends a subscription; the subject itself cannot be disposed.
/// - **Threads**: all members may be called from any thread, from inside callbacks too. Sending and subscribing take a
///   lock for a few instructions; no callback ever runs under it.
/// - **Complexity**: sending O(1), ending O(observers); subscribing and disposing amortized O(1).
///
/// ```swift
/// let progress = AsyncSubject<Int>()
/// let subscription = progress.subscribe(onNext: { print($0) })
/// progress.onNext(50)
/// progress.onNext(100)
/// progress.onCompleted()
/// // 100
/// ```
public final class AsyncSubject<Element>: Observable<Element>, SubjectType, ObserverType, @unchecked Sendable {
    /// The subject itself is its observer.
    public typealias SubjectObserverType = AsyncSubject<Element>

    // Touched through `observers` alone.
    @exclusivity(unchecked)
    private var stateStorage = SubjectState.Storage()

    // Touched through `lock` alone.
    @exclusivity(unchecked)
    private var lockStorage = Lock.Storage()

    // Under the lock; constant once the subject has completed.
    @exclusivity(unchecked)
    private var last: Element?

    private var observers: ObserverList<Element> { ObserverList(SubjectState(at: &stateStorage)) }

    var lock: Lock { Lock(at: &lockStorage) }

    /// A subject without an element.
    override public init() {
        super.init()
    }

    deinit {
        observers.destroy()
    }

    /// Whether the subject has observers.
    public var hasObservers: Bool { !observers.isEmpty }

    /// Takes an event: keeps an element, or ends the subject.
    ///
    /// - Parameter event: the event.
    public func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): keep(element)
        case .completed: complete()
        case .error(let error):
            observers.end(.error(error), lock: lock)
            if case .error = observers.terminal { exchangeLast(for: nil) }
        }
    }

    private func keep(_ element: Element) {
        exchangeLast(for: element, unlessEnded: true)
    }

    private func exchangeLast(for element: Element?, unlessEnded: Bool = false) {
        var former = element
        lock.acquire()
        if !unlessEnded || !observers.hasEnded { swap(&last, &former) }
        lock.release()
        // After the lock has been left: the `deinit` of the element may run a user's code.
        releaseValue(former)
    }

    private func complete() {
        var emission = SubjectState.Emission()
        var element: Element?
        emission.prepare()
        lock.acquire()
        if !observers.hasEnded, let last, observers.begin(&emission) { element = last }
        let isFirst = observers.close(Terminal.completed.word)
        lock.release()
        guard isFirst else { return }
        if let element { observers.deliver(element, &emission) }
        observers.deliver(.completed)
    }

    /// The subject itself.
    public func asObserver() -> AsyncSubject<Element> {
        self
    }

    @usableFromInline
    override func attach(owned sink: Held<Sink<Element>>) {
        let joining = observers.join(sink, lock: lock)
        if joining == .joined { return }
        if joining == .closed {
            let sink = sink.object
            if let terminal = observers.terminal {
                if case .completed = terminal, let last { sink.next(last) }
                terminal.deliver(to: sink)
            }
        }
        releaseFromSource(sink.use { $0.lifecycle })
    }
}
