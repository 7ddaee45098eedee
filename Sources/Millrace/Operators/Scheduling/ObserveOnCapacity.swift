extension ObservableType {
    /// Delivers the events of this source on `scheduler`, and lets at most `capacity` elements wait for the delivery.
    ///
    /// - **Emits** the elements of the source, in order, except those that were dropped. An element counts as waiting
    ///   until its delivery begins. `Hooks.droppedElementHandler` is called for each dropped element, on the thread
    ///   that emits.
    /// - **Completes** when the source does, after the elements that wait. A terminal event needs no room.
    /// - **Fails** when the source does, after the elements that wait. With the strategy `.error`, an element that
    ///   finds no room makes the stream fail with an `OverflowError`, also after the elements that wait; the source's
    ///   subscription is disposed at once.
    /// - **Disposal** disposes the source's subscription; events that still wait are dropped, without a call of the
    ///   hook.
    /// - **Thread**: the source may emit on any thread; observers are called on `scheduler`, one event at a time, in
    ///   batches as with `observe(on:)`.
    /// - **Complexity**: O(1) for each event, with no allocation for `.dropOldest`, `.dropNewest` and `.error`, which
    ///   allocate the room for `capacity` elements with the subscription.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable.of(1, 2, 3, 4)
    ///     .observe(on: scheduler, capacity: 2, overflow: .dropOldest)
    ///     .subscribe(onNext: { print($0) })
    /// scheduler.start() // by now the source has emitted everything
    /// // 3
    /// // 4
    /// ```
    ///
    /// - Parameters:
    ///   - scheduler: where observers are called.
    ///   - capacity: how many elements may wait, at least 1.
    ///   - overflow: what to do with an element that comes when `capacity` elements wait already.
    ///   - file: the path of the file of the call; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    @inlinable
    public func observe(
        on scheduler: ImmediateSchedulerType,
        capacity: Int,
        overflow: OverflowStrategy,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Observable<Element> {
        observe(on: scheduler, capacity, overflow, Place(file, line), carrying: nil, function: #function)
    }

    /// As `observe(on:capacity:overflow:)`, for adapters that count.
    ///
    /// - Parameter onDrop: called for each element that is dropped, on the thread that emits.
    package func observe(
        on scheduler: ImmediateSchedulerType,
        capacity: Int,
        overflow: OverflowStrategy,
        file: StaticString,
        line: UInt,
        onDrop: @escaping @Sendable () -> Void
    ) -> Observable<Element> {
        observe(on: scheduler, capacity, overflow, Place(file, line), carrying: nil, onDrop: onDrop)
    }

    @inlinable
    func observe(
        on scheduler: ImmediateSchedulerType,
        _ capacity: Int,
        _ overflow: OverflowStrategy,
        _ place: Place,
        carrying keys: CarriedKeys?,
        onDrop: (@Sendable () -> Void)? = nil,
        function: StaticString = #function
    ) -> Observable<Element> {
        require(capacity > 0, "observe(on:capacity:overflow:): capacity must be at least 1, not \(capacity)")
        require(
            overflow == .buffer || capacity <= BoundedMPMCQueue<Element>.mostElements,
            "observe(on:capacity:overflow:): no memory is large enough for a capacity of \(capacity)"
        )
        let source = asObservable()
        switch overflow {
        case .suspend:
            return Operator(source, on: scheduler, function: function) {
                ObserveOnSink.suspending($0, scheduler, capacity, place, keys?.captured())
            }
        case .buffer:
            return Operator(source, on: scheduler, function: function) {
                ObserveOnSink.unbounded($0, scheduler, expected: capacity, carrying: keys?.captured())
            }
        case .dropOldest:
            return Operator(source, on: scheduler, function: function) {
                ObserveOnSink.droppingOldest($0, scheduler, capacity, place, keys?.captured(), onDrop)
            }
        case .dropNewest:
            return Operator(source, on: scheduler, function: function) {
                ObserveOnSink.droppingNewest($0, scheduler, capacity, place, keys?.captured(), onDrop)
            }
        case .error:
            let guarded = Operator<Element, Element>(source) {
                ObserveOnSink<Element, BoundedMPMCQueue<Element>>.makeGuard($0)
            }
            return Operator(guarded, on: scheduler, function: function) {
                ObserveOnSink.failing($0, scheduler, capacity, place, keys?.captured())
            }
        }
    }
}

/// The queue of `observe(on:capacity:overflow:)` with `.suspend`: it takes every element, and the source is held back
/// while `capacity` elements wait.
@usableFromInline
struct SuspendingQueue<Element>: HandOverQueue, @unchecked Sendable {
    @usableFromInline
    let queue: MPSCQueue<Element>

    @usableFromInline
    let watermark: Watermark

    @inlinable
    init(capacity: Int, owner: String) {
        queue = MPSCQueue(expected: capacity)
        watermark = Watermark(capacity: capacity, owner: owner)
    }

    @inlinable
    func push(_ element: Element) {
        watermark.add()
        queue.push(element)
    }

    @inlinable
    func pop() -> Element? {
        guard let element = queue.pop() else { return nil }
        watermark.remove()
        return element
    }

    @inlinable
    var isEmpty: Bool { queue.isEmpty }

    @inlinable
    var isBounded: Bool { true }

    @inlinable
    func destroy() { queue.destroy() }
}

extension ObserveOnSink where Queue == SuspendingQueue<Element> {
    @inlinable
    static func suspending(
        _ downstream: Sink<Element>,
        _ scheduler: ImmediateSchedulerType,
        _ capacity: Int,
        _ place: Place,
        _ carried: CarriedValues?
    ) -> ObserveOnSink {
        let owner = "observe(on:capacity:overflow:) at \(place.description)"
        let queue = SuspendingQueue<Element>(capacity: capacity, owner: owner)
        return ObserveOnSink(downstream, scheduler, queue, carrying: carried) { sink, element in
            let sink = sink.downcast(to: ObserveOnSink<Element, SuspendingQueue<Element>>.self)
            if !sink.isOpen { return }
            sink.queue.push(element)
            sink.signal()
        }
    }
}

/// Where an operator was applied.
@usableFromInline
struct Place: Sendable {
    private let file: StaticString
    private let line: UInt

    @usableFromInline
    init(_ file: StaticString, _ line: UInt) {
        self.file = file
        self.line = line
    }

    @usableFromInline
    var description: String { "\(file):\(line)" }
}

extension ObserveOnSink where Queue == BoundedMPMCQueue<Element> {
    @usableFromInline
    typealias Bounded = ObserveOnSink<Element, BoundedMPMCQueue<Element>>

    @inlinable
    static var operation: StaticString { "observe(on:capacity:overflow:)" }

    @inlinable
    static func droppingOldest(
        _ downstream: Sink<Element>,
        _ scheduler: ImmediateSchedulerType,
        _ capacity: Int,
        _ place: Place,
        _ carried: CarriedValues?,
        _ onDrop: (@Sendable () -> Void)?
    ) -> ObserveOnSink {
        let drops = Drops(.dropOldest, capacity, place, of: operation, onDrop)
        return Bounded(downstream, scheduler, BoundedMPMCQueue(capacity: capacity), carrying: carried) {
            sink,
            element in
            let sink = sink.downcast(to: Bounded.self)
            if !sink.takesElements { return }
            var spin = SpinWait()
            while !sink.queue.push(element) {
                // `nil` if the scheduler has just taken the oldest element, or another thread has not finished adding
                // it.
                if sink.queue.pop() != nil { drops.report() } else { spin.wait() }
            }
            sink.signal()
        }
    }

    @inlinable
    static func droppingNewest(
        _ downstream: Sink<Element>,
        _ scheduler: ImmediateSchedulerType,
        _ capacity: Int,
        _ place: Place,
        _ carried: CarriedValues?,
        _ onDrop: (@Sendable () -> Void)?
    ) -> ObserveOnSink {
        let drops = Drops(.dropNewest, capacity, place, of: operation, onDrop)
        return Bounded(downstream, scheduler, BoundedMPMCQueue(capacity: capacity), carrying: carried) {
            sink,
            element in
            let sink = sink.downcast(to: Bounded.self)
            if !sink.takesElements { return }
            if sink.queue.push(element) { sink.signal() } else { drops.report() }
        }
    }

    @inlinable
    static func failing(
        _ downstream: Sink<Element>,
        _ scheduler: ImmediateSchedulerType,
        _ capacity: Int,
        _ place: Place,
        _ carried: CarriedValues?
    ) -> ObserveOnSink {
        let drops = Drops(.error, capacity, place, of: operation)
        return Bounded(downstream, scheduler, BoundedMPMCQueue(capacity: capacity), carrying: carried) {
            sink,
            element in
            let sink = sink.downcast(to: Bounded.self)
            if !sink.takesElements { return }
            if sink.queue.push(element) { sink.signal() } else { sink.finish(with: .error(drops.error)) }
        }
    }

    @inlinable
    var takesElements: Bool { isOpen && !hasEnd }

    /// Makes the sink that feeds a sink with the strategy `.error`. It disposes the source's subscription as soon as
    /// the sink below has failed, while that sink goes on to deliver the elements that wait.
    @inlinable
    static func makeGuard(_ sink: Sink<Element>) -> Sink<Element> {
        OperatorSink<Element, Element>(sink, plain: true) { sink, element in
            let sink = sink.downcast(to: OperatorSink<Element, Element>.self)
            sink.forward(element)
            let failed = sink.downstream.use { $0.downcast(to: Bounded.self).hasEnd }
            if failed { sink.dispose() }
        }
    }
}

/// Counts the elements for which one subscription has no room, and reports each of them to the hook, and to `onDrop`.
@usableFromInline
final class Drops: Sendable {
    private let strategy: OverflowStrategy
    private let capacity: Int
    private let place: Place
    private let operation: StaticString
    private let onDrop: (@Sendable () -> Void)?
    private let count = AtomicCounter.Object()

    @usableFromInline
    init(
        _ strategy: OverflowStrategy,
        _ capacity: Int,
        _ place: Place,
        of operation: StaticString,
        _ onDrop: (@Sendable () -> Void)? = nil
    ) {
        self.strategy = strategy
        self.capacity = capacity
        self.place = place
        self.operation = operation
        self.onDrop = onDrop
    }

    /// Reports one dropped element.
    @usableFromInline
    func report() {
        let count = Int(count.add(1)) + 1
        onDrop?()
        Hooks.report(operation, strategy, capacity, place, count)
    }

    /// The error that ends the stream instead.
    @usableFromInline
    var error: OverflowError {
        OverflowError(operation: operation.description, capacity: capacity, place: place.description)
    }
}

extension Hooks {
    /// Reports one dropped element. The hooks' lock is taken only if a handler is set; otherwise all emitters of a
    /// program would contend for that lock.
    static func report(
        _ operation: StaticString,
        _ strategy: OverflowStrategy,
        _ capacity: Int,
        _ place: Place,
        _ count: Int
    ) {
        guard HookSwitches.reportsDrops, let handler = droppedElementHandler else { return }
        handler(
            DroppedElement(
                operation: operation.description,
                place: place.description,
                strategy: strategy,
                capacity: capacity,
                count: count
            )
        )
    }
}
