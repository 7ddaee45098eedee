extension ObservableType {
    /// An observable whose subscriptions run `subscribe`.
    ///
    /// ```swift
    /// let lines = Observable<String>.create { observer in
    ///     observer.onNext("first line")
    ///     observer.onNext("second line")
    ///     observer.onCompleted()
    ///     return Disposables.create { print("file closed") }
    /// }
    /// let subscription = lines.subscribe(onNext: { print($0) })
    /// // first line
    /// // second line
    /// // file closed
    /// ```
    ///
    /// - Parameter subscribe: called once for each subscription, with the observer to send events to; returns what is
    ///   disposed when the subscription ends. The observer may be kept, and called from any thread, but by one thread
    ///   at a time.
    @inlinable
    public static func create(
        _ subscribe: @escaping (AnyObserver<Element>) -> Disposable
    ) -> Observable<Element> {
        ClosureSource(kind: .free) { downstream in
            let sink = CreateSink<Element>(downstream)
            downstream.setUpstream(fresh: .init(borrowing: sink))
            let disposable = DisposeBase.wrapping(subscribe(AnyObserver(sink: sink)))
            // Most often there is nothing to dispose.
            if disposable !== NopDisposable.instance { sink.setUpstream(disposable) }
        }
    }

    /// An observable whose subscriptions run `subscribe`, for a source that can pause while there is no room for its
    /// elements further down.
    ///
    /// Otherwise as `create(_:)`. The closure asks `pressure.isOpen` before each element. If it is false, the closure
    /// stops and has itself called again with `pressure.onReopen(_:)`. A bounded queue with the strategy
    /// `OverflowStrategy.suspend` then never keeps more elements than its capacity. An element that is sent in spite of
    /// a closed pressure is kept as well.
    ///
    /// - **Emits** what the closure sends.
    /// - **Completes**, and **fails**, when the closure sends the event.
    /// - **Disposal** disposes what the closure returned, and releases what waits in `onReopen(_:)` without a call.
    /// - **Thread**: runs the closure on the thread that subscribes.
    /// - **Complexity**: O(1) for each element.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let lines = Observable<Int>.create(pausable: { observer, pressure in
    ///     var number = 0
    ///     func read() {
    ///         while pressure.isOpen, number < 6 {
    ///             number += 1
    ///             print("reads \(number)")
    ///             observer.onNext(number)
    ///         }
    ///         if number < 6 { pressure.onReopen(read) } else { observer.onCompleted() }
    ///     }
    ///     read()
    ///     return Disposables.create()
    /// })
    /// let subscription = lines
    ///     .observe(on: scheduler, capacity: 4, overflow: .suspend)
    ///     .subscribe(onNext: { print("got \($0)") })
    /// scheduler.advanceTo(2) // delivers two
    /// // reads 1
    /// // reads 2
    /// // reads 3
    /// // reads 4
    /// // got 1
    /// // reads 5
    /// // reads 6
    /// // got 2
    /// ```
    ///
    /// - Parameter subscribe: called once for each subscription, with the observer to send events to and with the
    ///   pressure on it; returns what is disposed when the subscription ends.
    public static func create(
        pausable subscribe: @escaping (AnyObserver<Element>, Pressure) -> Disposable
    ) -> Observable<Element> {
        ClosureSource(kind: .pausable) { downstream in
            let pressure = Pressure.below(downstream) ?? Pressure(PressurePath())
            let sink = PausingSink<Element>(downstream, pressure)
            downstream.setUpstream(fresh: .init(borrowing: sink))
            let disposable = DisposeBase.wrapping(subscribe(AnyObserver(sink: sink), pressure))
            if disposable !== NopDisposable.instance { sink.setUpstream(disposable) }
        }
    }
}

extension ObservableType {
    /// As `create(_:)`, for a source of another module, with a name of its own for dumps and messages.
    package static func create(
        named name: @autoclosure @escaping () -> String,
        _ subscribe: @escaping (AnyObserver<Element>) -> Disposable
    ) -> Observable<Element> {
        NamedSource(create(subscribe), name)
    }

    /// As `create(pausable:)`, with a name of its own for dumps and messages.
    package static func create(
        named name: @autoclosure @escaping () -> String,
        pausable subscribe: @escaping (AnyObserver<Element>, Pressure) -> Disposable
    ) -> Observable<Element> {
        NamedSource(create(pausable: subscribe), name)
    }
}

extension ObservableType {
    /// As `create(_:)`, for a closure that subscribes to what may emit at once: instead of returning what is to be
    /// disposed with the subscription, it hands it to `hold`, once, before it emits or subscribes to anything.
    @inlinable
    package static func createHolding(
        function: StaticString = #function,
        _ subscribe: @escaping (AnyObserver<Element>, _ hold: (any Disposable) -> Void) -> Void
    ) -> Observable<Element> {
        ClosureSource(kind: .free, function: function) { downstream in
            let sink = CreateSink<Element>(downstream)
            downstream.setUpstream(fresh: .init(borrowing: sink))
            subscribe(AnyObserver(sink: sink)) { sink.setUpstream(DisposeBase.wrapping($0)) }
        }
    }
}

/// A source by a name that says more than a function's: whose messages it has, and how many may wait.
private final class NamedSource<Element>: Producer<Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private let name: () -> String

    init(_ source: Observable<Element>, _ name: @escaping () -> String) {
        self.source = source
        self.name = name
        super.init()
    }

    override var traits: SourceTraits { source.traits }

    override var ownName: String? { name() }

    override func attach(owned sink: Held<Sink<Element>>) {
        source.attach(owned: sink)
    }
}

/// Passes on what the closure sends, up to the first terminal event.
@usableFromInline
final class CreateSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    @inlinable
    init(_ downstream: Sink<Element>) {
        super.init(downstream, plain: true, receive: CreateSink.forwarding)
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        fail(error)
    }

    @usableFromInline
    override func completed() {
        finish()
    }
}

/// As `CreateSink`, below a source that can pause: its disposal releases what waits for room.
final class PausingSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    let pressure: Pressure

    // An empty piece of work. While it waits in the trampoline, the emitter's loop stops.
    private let interruption: ScheduledWork?

    /// - Parameter interruption: what the trampoline gets when there is no room after an element.
    init(_ downstream: Sink<Element>, _ pressure: Pressure, interruption: ScheduledWork? = nil) {
        self.pressure = pressure
        self.interruption = interruption
        super.init(downstream) { sink, element in
            let sink = sink.downcast(to: PausingSink<Element>.self)
            sink.forward(element)
            if let interruption = sink.interruption, !sink.pressure.isOpen { Trampoline.push(interruption) }
        }
    }

    override func error(_ error: Swift.Error) {
        fail(error)
    }

    override func completed() {
        finish()
    }

    override func disposed() {
        pressure.cancel()
    }
}

extension AnyObserver {
    /// Sends an element and the completion. If several threads send at once, the first event counts; no other element
    /// can come between the element and the completion.
    ///
    /// - Precondition: `create` has handed this observer out.
    func succeed(_ element: Element) {
        sink.downcast(to: CreateSink<Element>.self).finish(with: element)
    }
}
