extension ObservableType {
    /// Delivers the events of this source on `scheduler`.
    ///
    /// - **Emits** every element of the source, in order. On Millrace's schedulers of dispatch queues, operation queues,
    ///   actors, executors and NIO's event loops, events that wait are delivered in batches: one scheduled action
    ///   delivers up to 256 elements. On any other scheduler, each event is an action of its own.
    /// - **Completes**, and **fails**, when the source does, after the elements before it.
    /// - **Disposal** disposes the source's subscription; events that still wait are dropped.
    /// - **Thread**: the source may emit on any thread; observers are called on `scheduler`, one event at a time.
    /// - **Complexity**: O(1) for each event. Elements wait in blocks that are reused. An observer that is about as fast
    ///   as the source causes one allocation, of a second block. A slower observer causes one for each block; blocks
    ///   grow to 256 elements, or to 64 KiB. The number of elements that wait is not bounded;
    ///   `observe(on:capacity:overflow:)` bounds it.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable.of("first", "second")
    ///     .observe(on: scheduler)
    ///     .subscribe(onNext: { print($0) })
    /// print("subscribed")
    /// scheduler.start()
    /// // subscribed
    /// // first
    /// // second
    /// ```
    ///
    /// - Parameter scheduler: where observers are called.
    @inlinable
    public func observe(on scheduler: ImmediateSchedulerType) -> Observable<Element> {
        Operator(asObservable(), on: scheduler) { ObserveOnSink.unbounded($0, scheduler, expected: 16) }
    }
}

/// A queue of elements on their way from the threads that push them to the thread that pops them.
@usableFromInline
protocol HandOverQueue<Element>: Sendable {
    associatedtype Element

    /// Takes the oldest element out; `nil` if there is none, or if its producer has not finished the push yet.
    func pop() -> Element?

    var isEmpty: Bool { get }

    /// Whether somebody chose how many elements may wait.
    static var isBounded: Bool { get }

    /// What holds the source back while the queue is full.
    var watermark: Watermark? { get }

    /// What waits.
    var reading: QueueReading { get }

    /// Releases the elements that still wait, and frees the memory. No other thread uses the queue.
    func destroy()
}

extension MPSCQueue: HandOverQueue {
    @inlinable
    static var isBounded: Bool { false }

    @inlinable
    var watermark: Watermark? { nil }

    @usableFromInline
    var reading: QueueReading { QueueReading() }
}

/// The sink of `observe(on:)`: adds elements to a queue, and takes them out on a scheduler.
///
/// A thread that adds an element while no action is scheduled or running schedules an action (mr_mpsc.h). The action
/// delivers the elements in the queue, up to a limit. A terminal event waits beside the queue until all elements have
/// been delivered.
@usableFromInline
final class ObserveOnSink<Element, Queue: HandOverQueue<Element>>: OperatorSink<Element, Element>, @unchecked Sendable {
    // The next two are accessed only through their addresses.
    @usableFromInline
    @exclusivity(unchecked)
    var workWord = WorkInProgress.Storage()
    @usableFromInline
    @exclusivity(unchecked)
    var endWord = LazyReference.Storage()

    @usableFromInline
    let queue: Queue
    @usableFromInline
    let action: ReusableAction
    /// Cancels what a scheduler that knows no reusable actions has scheduled.
    @usableFromInline
    let scheduled: SerialDisposable?
    // Used only by the consumer, from the signal that starts it until it rests.
    @usableFromInline
    @exclusivity(unchecked)
    var isDropped = false
    // How many elements one action delivers at most.
    @usableFromInline
    let limit: Int
    /// Holds the delivery back while there is no room further down; `nil` for a queue without a bound.
    @usableFromInline
    let pressure: Pressure?

    /// - Parameters:
    ///   - carried: task-local values that observers find.
    ///   - receive: adds an element to the queue, or drops it.
    @inlinable
    init(
        _ downstream: Sink<Element>,
        _ scheduler: ImmediateSchedulerType,
        _ queue: Queue,
        carrying carried: CarriedValues?,
        receive: @escaping Receive
    ) {
        self.queue = queue
        pressure = Queue.isBounded ? Pressure.below(downstream) : nil
        // A cast, because a scheduler may be a user's own type, which knows no reusable actions.
        let batching = scheduler as? any BatchingScheduler
        let single = batching == nil ? SingleActionScheduler(scheduler) : nil
        limit = batching == nil ? 1 : 256
        scheduled = single?.scheduled
        action = ReusableAction(on: known(batching ?? single), carrying: carried) { sink, outcome in
            // A reusable action knows its object as a `DisposeBase`.
            let sink = Millrace.downcast(sink, to: Self.self)
            switch outcome {
            case .arrived: sink.drain(upTo: sink.limit, lingers: sink.limit > 1)
            // Events that the source sends during this delivery come in a later action, as a user's own actions would.
            case .arrivedAtOnce: sink.drain(upTo: 1, lingers: false)
            case .dropped: sink.dropElements()
            }
        }
        super.init(downstream, receive: receive)
    }

    // Every scheduled action holds the sink, so no thread uses the queue any more.
    deinit {
        // What a user's scheduler returned may hold the action, and the action what the scheduler returned.
        scheduled?.dispose()
        queue.destroy()
        Terminal.release(end)
    }

    // The terminal event may wait for a long time, so the source that has ended is disposed here.
    @usableFromInline
    override func error(_ error: Swift.Error) {
        finish(with: .error(error))
        disposeUpstream()
    }

    @usableFromInline
    override func completed() {
        finish(with: .completed)
        disposeUpstream()
    }

    // Events that wait are still delivered, and can still be disposed; the chain is released after they have been
    // delivered.
    @usableFromInline
    override func sourceReleased() {
        finish(with: .silent)
    }

    @usableFromInline
    override func disposed() {
        action.dispose()
        scheduled?.dispose()
        pressure?.cancel()
    }

    override var queueReading: QueueReading? { queue.reading }

    @usableFromInline
    override var takesNoMore: Bool { hasEnd }

    @usableFromInline
    override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
        if let watermark = queue.watermark { path.watermarks.append(watermark) }
        if Queue.isBounded { return nil }
        path.addBarrier("observe(on:)")
        return super.describePressure(&path)
    }
}

extension ObserveOnSink {
    @inlinable
    @inline(__always)
    var work: WorkInProgress { WorkInProgress(at: &workWord) }

    @inlinable
    @inline(__always)
    var end: LazyReference { LazyReference(at: &endWord) }

    /// Whether no more elements are to come: the source has ended or was released, or the operator itself has failed.
    @inlinable
    var hasEnd: Bool { end.object != nil }

    /// Stores the end for delivery after the elements. Only the first end counts.
    @usableFromInline
    func finish(with terminal: Terminal) {
        if !isOpen || hasEnd { return }
        if terminal.publish(in: end) { signal() }
    }

    /// An element or the end has been added: starts an action if none is scheduled or running.
    @inlinable
    @inline(__always)
    func signal() {
        if work.signal() { start() }
    }

    /// - Parameter later: whether an action asks for the next one. Then the next action must not run during this call,
    ///   although this call is made on the scheduler.
    @inlinable
    @inline(never)
    func start(later: Bool = false) {
        if isDropped { dropElements() } else { action.request(for: self, later: later) }
    }

    /// Delivers what waits, up to the limit of one action.
    ///
    /// - Parameters:
    ///   - limit: how many elements to deliver at most.
    ///   - lingers: whether to wait a moment for the next element, since the source may be emitting on another thread.
    @inlinable
    func drain(upTo limit: Int, lingers: Bool) {
        var left = limit
        var last: Terminal?
        while true {
            // Asked before each element, those included that come while this thread lingers. A queue that is empty now
            // may have an element a moment later, so an empty queue does not spare the question.
            let isHeldBack = Queue.isBounded && pressure?.isOpen == false
            if isHeldBack, !queue.isEmpty {
                // The work goes on in an action of the scheduler; until then, no signal starts another one.
                pressure?.onReopen { self.start(later: true) }
                return
            }
            if !isHeldBack, let element = queue.pop() ?? (lingers && last == nil ? linger() : nil) {
                forward(element)
            } else if let last {
                // Without a `rest()`: nothing more is to be delivered, so no signal is to start another action.
                deliver(last)
                return
            } else if let end = Terminal(in: end) {
                // Elements from before the end may have been added after the queue was found empty.
                last = end
                continue
            } else if work.rest() {
                return
            } else {
                continue
            }
            left -= 1
            if left == 0 { break }
        }
        repeat {
            if !queue.isEmpty || hasEnd { return start(later: true) }
        } while !work.rest()
    }

    /// The scheduler has dropped an action without running it. Nothing is delivered any more, and the chain is released
    /// when the source has ended or was released. A source that waits for room must not go on for it.
    @usableFromInline
    func dropElements() {
        isDropped = true
        disposeUpstream()
        repeat {
            while let element = queue.pop() { _ = element }
            if hasEnd { return deliver(.silent) }
        } while !work.rest()
    }

    @usableFromInline
    func deliver(_ terminal: Terminal) {
        if case .silent = terminal {
            downstream.use { $0.detachUpstream(self) }
        } else if isOpen {
            downstream.use { terminal.deliver(to: $0) }
        }
    }

    /// Waits a moment for the next element of a batch. Otherwise a source that is about as fast as its observer would
    /// pay for a scheduled action, and most often for waking a thread, with every event.
    @inlinable
    func linger() -> Element? {
        for _ in 0..<SpinWait.moment(64) {
            SpinWait.relax()
            if let element = queue.pop() { return element }
        }
        return nil
    }
}

extension ObserveOnSink where Queue == MPSCQueue<Element> {
    /// Makes a sink whose queue keeps all elements.
    @inlinable
    static func unbounded(
        _ downstream: Sink<Element>,
        _ scheduler: ImmediateSchedulerType,
        expected: Int,
        carrying carried: CarriedValues? = nil
    ) -> ObserveOnSink {
        ObserveOnSink(downstream, scheduler, MPSCQueue(expected: expected), carrying: carried) { sink, element in
            let sink = sink.downcast(to: ObserveOnSink<Element, MPSCQueue<Element>>.self)
            if !sink.isOpen { return }
            sink.queue.push(element)
            sink.signal()
        }
    }
}
