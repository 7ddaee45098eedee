/// The events of a user interface: an observable that is subscribed to on the main thread.
@preconcurrency
public protocol ControlEventType: ObservableType {
    /// This value as a control event.
    func asControlEvent() -> ControlEvent<Element>
}

/// The events of something that only the main thread may touch, such as a control of a user interface.
///
/// - **Emits** what its source emits, which must be on the main thread, and nothing that was emitted before the
///   subscription.
/// - **Completes** when the source does; it does not fail.
/// - **Thread**: the source is subscribed to on the main thread; if `subscribe` is called on another thread, a moment
///   later.
///
/// ```swift
/// let pressed = PublishSubject<Void>() // sends on the main thread
/// let isReset = ControlEvent(events: pressed)
/// let subscription = isReset.asSignal().emit(onNext: { print("reset") })
/// pressed.onNext(())
/// // reset
/// ```
public struct ControlEvent<PropertyType>: ControlEventType, @unchecked Sendable {
    /// The type of the events that it emits.
    public typealias Element = PropertyType

    private let events: Observable<PropertyType>

    /// - Parameter events: a source that does not fail and emits on the main thread.
    public init<Ev: ObservableType>(events: Ev) where Ev.Element == Element {
        self.events = events.subscribe(on: ConcurrentMainScheduler.instance)
    }

    /// Subscribes `observer` to the events, on the main thread.
    ///
    /// - Parameter observer: receives the events.
    /// - Returns: the subscription.
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable
    where Observer.Element == Element {
        events.subscribe(observer)
    }

    /// The events as an observable.
    public func asObservable() -> Observable<Element> {
        events
    }

    /// The control event itself.
    public func asControlEvent() -> ControlEvent<Element> {
        self
    }

    /// The events as a driver. An error is a programming error: a debug build stops, a release build prints it and
    /// completes.
    public func asDriver() -> Driver<Element> {
        asDriver { error in
            reportMisuse(
                "ControlEvent.asDriver: the source failed: \(error)",
                whatToDo: recover(inFrontOf: "ControlEvent(events:)")
            )
            return .empty()
        }
    }

    /// The events as a signal. An error is a programming error: a debug build stops, a release build prints it and
    /// completes.
    public func asSignal() -> Signal<Element> {
        asSignal { error in
            reportMisuse(
                "ControlEvent.asSignal: the source failed: \(error)",
                whatToDo: recover(inFrontOf: "ControlEvent(events:)")
            )
            return .empty()
        }
    }

    /// The events as a sequence that does not fail. An error is a programming error: a debug build stops, a release
    /// build prints it and completes.
    public func asInfallible() -> Infallible<Element> {
        asInfallible { error in
            reportMisuse(
                "ControlEvent.asInfallible: the source failed: \(error)",
                whatToDo: recover(inFrontOf: "ControlEvent(events:)")
            )
            return .empty()
        }
    }
}
