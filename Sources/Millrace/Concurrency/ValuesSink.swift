/// The end of a chain that a task iterates over: a queue of limited size, and the task that waits for it.
///
/// All of its state is under one lock, so that each strategy is exact. The lock is held for a few instructions. What is
/// taken out of the state, the task included, is released, resumed or called after the lock has been left.
///
/// The task takes an element out when it asks for one, not when it is resumed. So an element counts as waiting until
/// the task has it.
@usableFromInline
final class ValuesSink<Element>: Sink<Element>, @unchecked Sendable {
    // Touched only through `lock`.
    @usableFromInline
    @exclusivity(unchecked)
    var lockStorage = Lock.Storage()

    // The variables are touched only under the lock.

    /// Whether further elements are ignored.
    @usableFromInline
    @exclusivity(unchecked)
    var isClosed = false

    @usableFromInline
    @exclusivity(unchecked)
    var waiting: BoundedQueue<Element>

    @usableFromInline
    @exclusivity(unchecked)
    var task: WaitingTask?

    /// How many elements waited when the iteration was cut short.
    @exclusivity(unchecked)
    private var unreadCount = 0

    @exclusivity(unchecked)
    private var onDrop: (@Sendable (Int) -> Void)?

    /// How the iteration ends; `.silent` when the task has been told, or nobody can be told.
    @exclusivity(unchecked)
    private var ending: Terminal?

    @usableFromInline
    let watermark: Watermark?

    // The same, without a retain for each element.
    @usableFromInline
    let heldWatermark: Held<Watermark>?

    @usableFromInline
    let reportsDrops: Bool

    private let isInfallible: Bool
    private let bound: Bound

    @usableFromInline
    init(
        _ bound: Bound,
        _ onDrop: (@Sendable (Int) -> Void)?,
        isInfallible: Bool,
        receive: @escaping Receive
    ) {
        self.bound = bound
        self.isInfallible = isInfallible
        waiting = BoundedQueue(capacity: bound.capacity, bound.overflow, inAdvance: false)
        watermark = bound.makeWatermark()
        heldWatermark = watermark.map { Held(borrowing: $0) }
        self.onDrop = onDrop
        reportsDrops = onDrop != nil
        super.init(receive: receive)
    }

    @inlinable
    static func make(_ bound: Bound, _ onDrop: (@Sendable (Int) -> Void)?, isInfallible: Bool) -> ValuesSink {
        ValuesSink(bound, onDrop, isInfallible: isInfallible) { sink, element in
            sink.downcast(to: ValuesSink<Element>.self).push(element)
        }
    }

    override var nameOfEnd: String { "\(bound.name)(capacity: \(bound.capacity), overflow: .\(bound.overflow))" }

    override var queueReading: QueueReading? {
        lock.acquire()
        defer { lock.release() }
        return QueueReading(waiting: waiting.count, dropped: waiting.droppedCount, overflow: bound.overflow)
    }

    override var placeOfSubscription: String? { bound.place.description }

    override func error(_ error: Swift.Error) {
        if isInfallible { Hooks.defaultErrorHandler([bound.place.description], error) }
        end(with: isInfallible ? .completed : .error(error))
    }

    override func completed() {
        end(with: .completed)
    }

    override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
        if let watermark { path.watermarks.append(watermark) }
        return nil
    }

    @inlinable
    @inline(__always)
    var lock: Lock { Lock(at: &lockStorage) }

    @inlinable
    @inline(__always)
    func push(_ element: Element) {
        heldWatermark?.use { $0.add() }
        add(element)
    }

    @inlinable
    @inline(__always)
    func add(_ element: Element) {
        let lock = lock
        lock.acquire()
        if isClosed { return lock.release() }
        let outcome = waiting.add(element)
        guard case .taken = outcome else { return pushed(element, outcome) }
        if _fastPath(task == nil) { return lock.release() }
        let task = exchange(&task, for: nil)
        lock.release()
        task?.resume()
    }

    /// The queue was full, or needs a chunk. Called under the lock; returns without it.
    @inlinable
    @inline(never)
    func pushed(_ element: Element, _ outcome: __owned BoundedQueue<Element>.Outcome) {
        let lock = lock
        switch outcome {
        case .needsChunk:
            lock.release()
            let chunk = BoundedQueue<Element>.makeChunk(limit: waiting.limit)
            lock.acquire()
            waiting.elements.keep(chunk)
            lock.release()
            add(element)
        case .dropped(let dropped):
            let count = waiting.droppedCount
            lock.release()
            // In the order of the counts: the release may run code that drops further elements.
            if reportsDrops || HookSwitches.reportsDrops { report(count) }
            releaseValue(dropped)
        case .failed:
            isClosed = true
            lock.release()
            overflowed()
        case .taken:
            lock.release()
        }
    }

    /// The oldest element; `nil` if none waits. It may run user code, in sources that go on.
    @inlinable
    @inline(__always)
    func take() -> Element? {
        let lock = lock
        lock.acquire()
        if waiting.count == 0 {
            lock.release()
            return nil
        }
        let element = waiting.elements.removeFirst()
        lock.release()
        heldWatermark?.use { $0.remove() }
        return element
    }

    /// Exchanges what waits for `spare`, which is empty. False if nothing waits.
    @inlinable
    func takeAll(leaving spare: inout ChunkQueue<Element>) -> Bool {
        let lock = lock
        lock.acquire()
        if waiting.count == 0 {
            lock.release()
            return false
        }
        swap(&waiting.elements, &spare)
        lock.release()
        heldWatermark?.use { $0.remove(spare.count) }
        return true
    }
}

// What is not called for each element.
extension ValuesSink {
    /// How the iteration ends, once, if no element waits and the end has come.
    @usableFromInline
    func takeEnding() -> Terminal? {
        lock.acquire()
        defer { lock.release() }
        if waiting.count > 0 || ending == nil { return nil }
        return exchange(&ending, for: .silent)
    }

    /// Suspends the task until an element or the end has come.
    @usableFromInline
    func wait(isolation: isolated (any Actor)?) async {
        _ = await withTaskCancellationHandler {
            await WaitingTask.suspend(isolation: isolation) { park($0) }
        } onCancel: {
            cancel()
        }
    }

    /// False: an element or the end has come, and the task goes on.
    private func park(_ waiter: WaitingTask) -> Bool {
        lock.acquire()
        let isAlone = task == nil
        let parks = isAlone && waiting.count == 0 && ending == nil
        if parks { task = waiter }
        lock.release()
        require(
            isAlone,
            "\(bound.owner): two tasks iterate at the same time; only one at a time may. Call values for each task."
        )
        return parks
    }

    /// The iterating task has been cancelled: what waits is dropped.
    @usableFromInline
    func cancel() {
        end(with: .error(CancellationError()), dropsElements: true)
    }

    /// Nobody can iterate any more.
    @usableFromInline
    func endSilently() {
        end(with: .silent, dropsElements: true)
    }

    /// Disposes the subscription. The iteration goes on with the elements that wait, and then ends.
    func stop() {
        end(with: .completed)
    }

    /// Drops what waits. Returns how many elements have waited when the iteration was cut short, by this call or by a
    /// cancellation.
    func close() -> Int {
        endSilently()
        lock.acquire()
        defer { lock.release() }
        return unreadCount
    }

    /// An element has found no room, with the strategy `.error`.
    @usableFromInline
    func overflowed() {
        end(with: .error(bound.error))
    }

    @usableFromInline
    func report(_ count: Int) {
        lock.acquire()
        let onDrop = onDrop
        lock.release()
        onDrop?(count)
        bound.report(count)
    }

    /// Whether the task has been told of the end. Called under the lock.
    private var isOver: Bool {
        if case .silent? = ending { true } else { false }
    }

    /// Disposes first, so that the subscription is gone when the iteration ends.
    private func end(with terminal: Terminal, dropsElements: Bool = false) {
        dispose()
        var dropped = ChunkQueue<Element>()
        lock.acquire()
        var former = ending
        if former == nil || (dropsElements && !isOver) { former = exchange(&ending, for: terminal) }
        isClosed = true
        if dropsElements {
            swap(&waiting.elements, &dropped)
            unreadCount += dropped.count
        }
        let (task, onDrop) = (exchange(&task, for: nil), exchange(&onDrop, for: nil))
        lock.release()
        releaseValue((former, onDrop, dropped.takeAll()))
        task?.resume()
    }
}
