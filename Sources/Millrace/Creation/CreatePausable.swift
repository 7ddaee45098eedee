extension ObservableType {
    /// An observable whose subscriptions run `subscribe`, for a source that can pause while there is no room for its
    /// elements further down.
    ///
    /// Otherwise as `create(_:)`. The closure asks `pressure.isOpen` before each element. If it is false, the closure
    /// stops and has itself called again with `pressure.onReopen(_:)`. A place with the strategy
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
        PausableSource { downstream in
            let pressure = Pressure.below(downstream) ?? Pressure(PressurePath())
            let sink = PausableCreateSink<Element>(downstream, pressure)
            downstream.setUpstream(fresh: .init(borrowing: sink))
            let disposable = DisposeBase.wrapping(subscribe(AnyObserver(sink: sink), pressure))
            if disposable !== NopDisposable.instance { sink.setUpstream(disposable) }
        }
    }
}

/// As `CreateSink`; its disposal releases what waits for room.
private final class PausableCreateSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    private let pressure: Pressure

    init(_ downstream: Sink<Element>, _ pressure: Pressure) {
        self.pressure = pressure
        super.init(downstream) { sink, element in
            sink.downcast(to: PausableCreateSink<Element>.self).forward(element)
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
