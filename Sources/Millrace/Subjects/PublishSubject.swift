/// A subject that passes each event on to the observers that are subscribed at that time.
///
/// - **Emits** to its observers in the order of their subscription, on the thread that calls `on`. An emission reaches
///   the observers that were subscribed when it began and are not disposed when their turn comes.
/// - **Ends** with the first terminal event, which reaches each observer once; a later subscriber gets that event
///   alone.
/// - **Disposal** drops all observers without an event; a later subscriber gets `RxError.disposed`.
/// - **Threads**: all members may be called from any thread, from inside callbacks too. In a release build, sending an
///   element takes no lock and allocates nothing, once the thread has emitted or has subscribed to a subject, while no
///   observer leaves and at most six emissions nest. Two threads that emit at once do not wait for each other, so an
///   observer must expect overlapping calls if several threads emit.
/// - **Complexity**: emitting O(observers); subscribing and disposing amortized O(1).
///
/// ```swift
/// let orders = PublishSubject<String>()
/// orders.onNext("tea")  // nobody has subscribed yet
/// let subscription = orders.subscribe { print($0) }
/// orders.onNext("coffee")
/// orders.onCompleted()
/// // next(coffee)
/// // completed
/// ```
public final class PublishSubject<Element>: Observable<Element>, SubjectType, Cancelable, ObserverType,
    @unchecked Sendable
{
    /// The subject itself is its observer.
    public typealias SubjectObserverType = PublishSubject<Element>

    // Touched through `observers` alone.
    @usableFromInline
    @exclusivity(unchecked)
    var stateStorage = SubjectState.Storage()

    @inlinable
    @inline(__always)
    var observers: ObserverList<Element> { ObserverList(SubjectState(at: &stateStorage)) }

    /// A subject without observers.
    @inlinable
    override public init() {
        super.init()
    }

    deinit {
        observers.destroy()
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
        case .next(let element): observers.emit(element)
        case .error(let error): observers.end(.error(error))
        case .completed: observers.end(.completed)
        }
    }

    /// Sends an element to all observers.
    ///
    /// - Parameter element: the element.
    @inlinable
    public func onNext(_ element: Element) {
        observers.emit(element)
    }

    /// The subject itself.
    public func asObserver() -> PublishSubject<Element> {
        self
    }

    /// Drops all observers without an event. From now on the subject passes nothing on, and a new subscriber gets
    /// `RxError.disposed`.
    public func dispose() {
        observers.dispose()
    }

    @usableFromInline
    override func attach(owned sink: Held<Sink<Element>>) {
        guard let sink = observers.join(sink) else { return }
        if isDisposed {
            sink.error(RxError.disposed(object: self))
        } else {
            observers.terminal?.deliver(to: sink)
        }
        sink.sourceReleased()
    }
}
