/// What `observe(on:)` leaves elements in a queue with, and takes them out on a scheduler.
///
/// Whoever adds to a queue that nobody is at has an action scheduled (mr_wip.h). That delivers what is there, up to a
/// limit; a terminal event waits beside the queue for all elements to be delivered.
@usableFromInline
final class ObserveOnSink<Element, Queue: HandOverQueue<Element>>: OperatorSink<Element, Element>, @unchecked Sendable {
    // The next two are touched through their addresses alone.
    @usableFromInline
    @exclusivity(unchecked)
    var wakeWord = WorkInProgress.Storage()
    @usableFromInline
    @exclusivity(unchecked)
    var endWord = LazyReference.Storage()

    @usableFromInline
    let queue: Queue
    @usableFromInline
    let scheduler: ImmediateSchedulerType
    // One of the two: the first if the scheduler takes reusable actions.
    @usableFromInline
    let reusableAction: ReusableAction?
    @usableFromInline
    let action: SerialDisposable?
    // Belongs to whoever was woken.
    @usableFromInline
    @exclusivity(unchecked)
    var isAbandoned = false
    // How many events one action delivers.
    @usableFromInline
    let limit: Int

    /// - Parameter receive: what becomes of an element.
    @inlinable
    init(_ downstream: Sink<Element>, _ scheduler: ImmediateSchedulerType, _ queue: Queue, receive: @escaping Receive) {
        self.queue = queue
        self.scheduler = scheduler
        // A cast: a scheduler may be of a user's own type, which knows no reusable actions.
        if let scheduler = scheduler as? any BatchingScheduler {
            reusableAction = ReusableAction(on: scheduler) { sink, outcome in
                // A reusable action knows its object as a `DisposeBase`.
                let sink = unsafeDowncast(sink, to: Self.self)
                switch outcome {
                case .arrived: sink.drain(upTo: sink.limit, lingers: true)
                // What is sent from within this one event comes in a later action, as it does to anybody's own work.
                case .arrivedAtOnce: sink.drain(upTo: 1, lingers: false)
                case .abandoned: sink.abandon()
                }
            }
            action = nil
            limit = 256
        } else {
            reusableAction = nil
            action = SerialDisposable()
            limit = 1
        }
        super.init(downstream, receive: receive)
    }

    // Every scheduled action holds the sink, so nobody is at the queue.
    deinit {
        queue.destroy()
        if let end = end.object { Terminal.release(UInt(bitPattern: end)) }
    }

    // The end may be long in coming down, so what has ended is disposed here.
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

    // What waits is still delivered, and disposable, so the chain is let go of when it has been.
    @usableFromInline
    override func sourceReleased() {
        finish(with: .silent)
    }

    @usableFromInline
    override func disposed() {
        reusableAction?.dispose()
        action?.dispose()
    }
}

extension ObserveOnSink {
    @inlinable
    @inline(__always)
    var wake: WorkInProgress { WorkInProgress(at: &wakeWord) }

    @inlinable
    @inline(__always)
    var end: LazyReference { LazyReference(at: &endWord) }

    /// Whether no more elements are to come, by the source's terminal event or by an error of the operator's own.
    @inlinable
    var hasEnd: Bool { end.object != nil }

    /// The first end counts.
    @usableFromInline
    func finish(with terminal: Terminal) {
        if !isOpen || hasEnd { return }
        let word = terminal.word
        let mine = UnsafeMutableRawPointer(bitPattern: word)!
        if end.publish(mine) == mine { signal() } else { Terminal.release(word) }
    }

    /// Something waits.
    @inlinable
    @inline(__always)
    func signal() {
        if wake.signal() { start() }
    }

    /// - Parameter later: not while this is called, though it be on the scheduler; an action asks for the next one.
    @inlinable
    @inline(never)
    func start(later: Bool = false) {
        if isAbandoned {
            abandon()
        } else if let reusableAction {
            reusableAction.request(for: self, later: later)
        } else if let action {
            while schedule(by: action, fromAction: later) {}
        }
    }

    /// Has one action scheduled. True if it has run already, and another one is needed.
    ///
    /// - Parameter fromAction: whether an action asks for it. If this one runs inside of that all the same, the
    ///   scheduler waits for nothing. One that runs inside of the first call does not say so: a trampoline runs what
    ///   its actions schedule before that call returns, and the next action is to take its turn among them.
    @usableFromInline
    func schedule(by action: SerialDisposable, fromAction: Bool) -> Bool {
        // Known before the action can run, and so before the next one can be scheduled.
        let scheduled = SingleAssignmentDisposable()
        action.disposable = scheduled
        let call = fromAction ? SchedulingCall() : nil
        scheduled.setDisposable(
            scheduler.schedule(self) { sink in
                sink.drain(upTo: sink.limit, lingers: false, within: call)
                return Disposables.create()
            }
        )
        return call?.end() ?? false
    }

    /// Delivers what waits, up to the limit of one action.
    ///
    /// - Parameters:
    ///   - limit: how many events.
    ///   - lingers: whether the source may be emitting elsewhere.
    ///   - call: what has scheduled the action, if an action has.
    @inlinable
    func drain(upTo limit: Int, lingers: Bool, within call: SchedulingCall? = nil) {
        var left = limit
        var last: Terminal?
        while true {
            if let element = queue.pop() ?? (lingers && last == nil ? linger() : nil) {
                forward(element)
            } else if let last {
                // Nobody rests: nothing more is to be delivered.
                deliver(last)
                return
            } else if let end = end.object {
                // Elements that came before it may have been added since the look at the queue.
                last = Terminal(word: UInt(bitPattern: end))
                continue
            } else if wake.rest() {
                return
            } else {
                continue
            }
            left -= 1
            if left == 0 { break }
        }
        repeat {
            if !queue.isEmpty || hasEnd {
                if call?.leaveNext() != true { start(later: true) }
                return
            }
        } while !wake.rest()
    }

    /// The scheduler was made to forget an action. Nothing is delivered any more, and the chain is let go of when the
    /// source has.
    @usableFromInline
    func abandon() {
        isAbandoned = true
        repeat {
            while let element = queue.pop() { _ = element }
            if hasEnd { return deliver(.silent) }
        } while !wake.rest()
    }

    @usableFromInline
    func deliver(_ terminal: Terminal) {
        if case .silent = terminal {
            downstream._withUnsafeGuaranteedRef { $0.detachUpstream(self) }
        } else if isOpen {
            downstream._withUnsafeGuaranteedRef { terminal.deliver(to: $0) }
        }
    }

    /// Waits a moment for the next element, in a batch: a source that is about as fast as its observer would otherwise
    /// pay for a reusable action, and most often for waking a thread, with every event.
    @inlinable
    func linger() -> Element? {
        for _ in 0..<64 {
            SpinWait.relax()
            if let element = queue.pop() { return element }
        }
        return nil
    }
}

extension ObserveOnSink where Queue == MPSCQueue<Element> {
    /// Keeps all elements.
    @inlinable
    static func unbounded(
        _ downstream: Sink<Element>,
        _ scheduler: ImmediateSchedulerType,
        expected: Int
    ) -> ObserveOnSink {
        ObserveOnSink(downstream, scheduler, MPSCQueue(expected: expected)) { sink, element in
            let sink = sink.downcast(to: ObserveOnSink<Element, MPSCQueue<Element>>.self)
            if !sink.isOpen { return }
            sink.queue.push(element)
            sink.signal()
        }
    }
}
