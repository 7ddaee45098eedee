/// A value of a user interface. It can be observed, on the main thread, and set.
@preconcurrency
public protocol ControlPropertyType: ObservableType, ObserverType {
    /// This value as a control property.
    func asControlProperty() -> ControlProperty<Element>
}

/// A value of something that only the main thread may touch, such as the text in a text field.
///
/// - **Emits** what `values` emits: by convention the value at the time of the subscription, then the values that the
///   user sets, and none that the program sets.
/// - **Completes** when `values` does; it does not fail.
/// - **Thread**: `values` is subscribed to on the main thread; if `subscribe` is called on another thread, a moment
///   later.
///
/// It is an observer too: an element that is sent to it becomes the new value. An error is a programming error: a debug
/// build stops, a release build prints it.
///
/// ```swift
/// let typed = BehaviorSubject(value: "draft") // what the user types
/// let shown = AnyObserver<String> { event in print("shown: \(event.element ?? "")") }
/// let text = ControlProperty(values: typed, valueSink: shown)
/// let subscription = text.subscribe(onNext: { print("text: \($0)") })
/// typed.onNext("letter")
/// text.onNext("template")
/// // text: draft
/// // text: letter
/// // shown: template
/// ```
public struct ControlProperty<PropertyType>: ControlPropertyType, @unchecked Sendable {
    /// The type of the values that it emits and takes.
    public typealias Element = PropertyType

    fileprivate let values: Observable<PropertyType>
    fileprivate let valueSink: AnyObserver<PropertyType>

    /// - Parameters:
    ///   - values: a source that does not fail and emits on the main thread.
    ///   - valueSink: sets the value.
    public init<Values: ObservableType, Sink: ObserverType>(values: Values, valueSink: Sink)
    where Element == Values.Element, Element == Sink.Element {
        self.values = values.subscribe(on: ConcurrentMainScheduler.instance)
        self.valueSink = valueSink.asObserver()
    }

    /// Subscribes `observer` to the values, on the main thread.
    ///
    /// - Parameter observer: receives the values.
    /// - Returns: the subscription.
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable
    where Observer.Element == Element {
        values.subscribe(observer)
    }

    /// The user's changes: all values but the first, which is the value at the time of the subscription.
    ///
    /// ```swift
    /// let typed = BehaviorSubject(value: "draft")
    /// let text = ControlProperty(values: typed, valueSink: typed)
    /// let subscription = text.changed.subscribe(onNext: { print($0) })
    /// typed.onNext("letter")
    /// // letter
    /// ```
    public var changed: ControlEvent<PropertyType> {
        ControlEvent(events: values.skip(1))
    }

    /// The values as an observable.
    public func asObservable() -> Observable<Element> {
        values
    }

    /// The control property itself.
    public func asControlProperty() -> ControlProperty<Element> {
        self
    }

    /// The values as a driver. An error is a programming error: a debug build stops, a release build prints it and
    /// completes.
    public func asDriver() -> Driver<Element> {
        asDriver { error in
            reportMisuse(
                "ControlProperty.asDriver: the source failed: \(error)",
                whatToDo: recover(inFrontOf: "ControlProperty(values:valueSink:)")
            )
            return .empty()
        }
    }

    /// Sets the value. A completion is sent to `valueSink`, too.
    ///
    /// - Parameter event: the new value, or a terminal event.
    public func on(_ event: Event<Element>) {
        switch event {
        case .next: valueSink.on(event)
        case .error(let error): Self.refuse(error)
        case .completed: valueSink.on(.completed)
        }
    }
}

extension ControlPropertyType where Element == String? {
    /// The same property with an empty string in place of `nil`.
    ///
    /// ```swift
    /// let typed = BehaviorSubject<String?>(value: nil)
    /// let text = ControlProperty(values: typed, valueSink: typed)
    /// let subscription = text.orEmpty.subscribe(onNext: { print("\($0.count) characters") })
    /// typed.onNext("letter")
    /// // 0 characters
    /// // 6 characters
    /// ```
    public var orEmpty: ControlProperty<String> {
        let property = asControlProperty()
        return ControlProperty<String>(
            values: property.values.map { $0 ?? "" },
            valueSink: property.valueSink.mapObserver { $0 }
        )
    }
}

extension ControlProperty: ErrorRefusingObserver {
    static var kind: StaticString { "ControlProperty" }
}
