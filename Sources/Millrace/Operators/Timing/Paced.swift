/// What an operator that can make elements wait does with the next element.
@usableFromInline
package enum Pace<Output> {
    case pass(Output)
    case leaveOut
    /// The element waits, and others behind it. After this time, the operator is asked again.
    case wait(RxTimeInterval)
}

/// Why an operator that can make elements wait is asked about an element.
@usableFromInline
package enum PacedTurn {
    /// The element has just come, and no other waits.
    case arrived
    /// The element has waited, and the one before it has gone.
    case next
    /// The time that the operator asked for has passed.
    case elapsed
    /// There was no room further down, and now there is.
    ///
    /// - Parameter isNew: whether the operator has not been asked about this element yet.
    case reopened(isNew: Bool)
}

/// The engine of MillraceOperators' operators that hold elements back one after the other, in order, each for a time
/// that the operator decides on when the element's turn has come: `limit` and `map(onFailure:)`.
///
/// An element that comes while another one waits, or while there is no room further down, is put into a queue. It leaves
/// the queue on the scheduler. If no element waits, an element passes on the thread that it comes on, and touches
/// neither the queue nor the timer.
///
/// All steps are taken inside the gate. The thread that makes room further down only has the scheduler go on.
@usableFromInline
package final class PacedCoordinator<State, Input, Output>: TimedCoordinator<Input, Output>, @unchecked Sendable {
    @usableFromInline
    package typealias Step = (PacedCoordinator<State, Input, Output>, Input, PacedTurn) throws -> Pace<Output>

    /// What elements are there already when one comes.
    @usableFromInline
    enum Load {
        case none
        /// One that is being decided on, outside of the queue.
        case one
        /// Elements wait in the queue, or the end of the stream does.
        case queue
    }

    // Used inside the gate.
    @usableFromInline
    @exclusivity(unchecked)
    var state: State
    @usableFromInline
    @exclusivity(unchecked)
    var load = Load.none

    /// Holds the source back while elements wait.
    @usableFromInline
    let mark: Watermark?

    /// Holds the source back while one of its elements waits for another thread that is inside the gate. If that thread
    /// makes room meanwhile, the source must not go on there: a later element would pass the one that waits.
    @usableFromInline
    let entryMark: Watermark?

    @usableFromInline
    let pressure: Pressure?

    private let step: Step
    private let bound: Bound?
    private let onDrop: ((Int) -> Void)?
    // Of `bound`, apart, so that an element that is dropped copies no references. `.max` if any number may wait.
    private let overflow: OverflowStrategy
    private let capacity: Int

    // Used inside the gate. While an element of the queue is being decided on, it is not in the queue.
    @exclusivity(unchecked)
    private var waiting = Fifo<Input>()
    @exclusivity(unchecked)
    private var droppedCount = 0
    /// What the first element of the queue waits for.
    @exclusivity(unchecked)
    private var awaited = PacedTurn.next
    /// Whether a thread is to let the next element of the queue pass.
    @usableFromInline
    @exclusivity(unchecked)
    var isDraining = false
    /// How the stream ends when no element waits any more; then no further element is taken.
    @exclusivity(unchecked)
    private var end: Terminal?

    /// - Parameters:
    ///   - bound: how many elements may wait. `nil` for any number; then a source that can pause is held back as soon as
    ///     one waits.
    ///   - operation: the operator, for messages.
    ///   - onDrop: called for each element that is dropped, with how many the subscription has dropped so far.
    @usableFromInline
    package init(
        _ downstream: Sink<Output>,
        _ scheduler: SchedulerType,
        state: State,
        _ bound: Bound?,
        operation: StaticString,
        onDrop: ((Int) -> Void)? = nil,
        receive: @escaping Receive,
        step: @escaping Step
    ) {
        self.state = state
        self.bound = bound
        self.onDrop = onDrop
        overflow = bound?.overflow ?? .buffer
        capacity = overflow == .buffer || overflow == .suspend ? .max : bound?.capacity ?? .max
        self.step = step
        let pressure = Pressure.below(downstream)
        self.pressure = pressure
        switch bound?.overflow {
        case nil: mark = Watermark(capacity: 1, below: pressure, owner: "\(operation)")
        case .suspend: mark = bound.map { Watermark(capacity: max(1, $0.capacity), owner: $0.owner) }
        default: mark = nil
        }
        // A mark with room for one opens when no element waits, neither in the queue nor for another thread.
        entryMark = mark.map { $0.capacity > 1 ? Watermark(capacity: 1, owner: $0.owner) : $0 }
        super.init(downstream, scheduler, receive: receive)
    }

    // Elements wait here while there is no room further down.
    @usableFromInline
    override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
        if let mark { path.watermarks.append(mark) }
        if let entryMark, entryMark !== mark { path.watermarks.append(entryMark) }
        guard let bound, bound.overflow == .buffer else { return nil }
        path.addBarrier(bound.owner)
        return super.describePressure(&path)
    }

    @usableFromInline
    override func disposed() {
        super.disposed()
        pressure?.cancel()
    }

    override func elapsed() {
        drain(awaited)
    }

    override func ended() {
        if load == .none { finish() } else { finishLater(.completed) }
    }

    @usableFromInline
    override func failed(_ error: Swift.Error) {
        let dropped = waiting.takeAll()
        fail(error)
        releaseValue(dropped)
    }
}

// MARK: An element comes

extension PacedCoordinator {
    /// Changes the operator's own state, inside the gate, in a few instructions that call no code of a user.
    @inlinable
    @inline(__always)
    package final func withState<Result>(_ body: (inout State) -> Result) -> Result { body(&state) }

    /// What the operator does with an element of its source.
    @inlinable
    @inline(__always)
    package static func receiving(_ step: @escaping Step) -> Receive {
        { sink, element in
            let stage = sink.downcast(to: PacedCoordinator<State, Input, Output>.self)
            guard stage.isOpen else { return }
            _ = GateWork.deliver(through: stage.gate, holding: stage.entryMark ?? stage.gateMark, nestedWaits: false) {
                if stage.isOpen { stage.take(element, step) }
            }
        }
    }

    @inlinable
    @inline(__always)
    final func take(_ element: Input, _ step: Step) {
        if load != .none || pressure?.isOpen == false { return lineUp(element) }
        // What the operator's closures make the source send comes after this element.
        load = .one
        do {
            let pace = try step(self, element, .arrived)
            let isAlone = load == .one
            if isAlone { load = .none } else { isDraining = false }
            switch pace {
            case .pass(let output): forward(output)
            case .leaveOut: break
            case .wait(let time): return hold(element, for: time)
            }
            if !isAlone { drain(.next) }
        } catch {
            failed(error)
        }
    }

    private var isFull: Bool { waiting.count >= capacity }

    /// The element waits for a time, before those in the queue.
    @usableFromInline
    final func hold(_ element: Input, for time: RxTimeInterval) {
        if isFull {
            refuse(element)
            // What has come while the operator decided goes on.
            if load == .queue { drain(.next) }
            return
        }
        mark?.add()
        waiting.prepend(element)
        load = .queue
        wait(for: time)
    }

    /// Lets an element wait behind others or for room, or does what the strategy says.
    @usableFromInline
    final func lineUp(_ element: Input) {
        if end != nil { return }
        if isFull {
            guard overflow == .dropOldest, !waiting.isEmpty else { return refuse(element) }
            let oldest = waiting.removeFirst()
            waiting.append(element)
            if !isDraining { replaceFirst() }
            return drop(oldest)
        }
        mark?.add()
        waiting.append(element)
        let former = exchange(&load, for: .queue)
        // Behind an element that is being decided on, it goes on when that is done, and not before.
        if former == .one { isDraining = true }
        if former == .none { awaitRoom(forNew: true) }
    }

    /// The first element that waited was dropped; another one is the first now.
    private func replaceFirst() {
        if case .reopened = awaited {
            awaited = .reopened(isNew: true)
        } else {
            drain(.next)
        }
    }

    private func refuse(_ element: Input) {
        if overflow == .error, let bound { finishLater(.error(bound.error)) } else { drop(element) }
    }

    private func drop(_ element: Input) {
        droppedCount += 1
        onDrop?(droppedCount)
        bound?.report(droppedCount)
        releaseValue(element)
    }

    /// The stream ends when no element waits any more.
    private func finishLater(_ terminal: Terminal) {
        end = terminal
        disposeUpstream()
        if load == .none { finish(with: terminal) } else { load = .queue }
    }

    private func finish(with end: Terminal) {
        if case .error(let error) = end { fail(error) } else { finish() }
    }
}

// MARK: The queue

extension PacedCoordinator {
    private func wait(for time: RxTimeInterval) {
        awaited = .elapsed
        startTimer(time)
    }

    private func awaitRoom(forNew isNew: Bool) {
        awaited = .reopened(isNew: isNew)
        if let pressure { awaitRoom(pressure) }
    }

    /// How the elements of the queue go on.
    private enum Progress {
        case ended
        case wait(RxTimeInterval)
        case awaitRoom(forNew: Bool)
        /// Other work of the scheduler has its turn.
        case rest
        case stop
    }

    @usableFromInline
    final func drain(_ turn: PacedTurn) {
        if isDraining { return }
        isDraining = true
        invalidateTimer()
        let progress = letPass(turn)
        isDraining = false
        // A scheduler may run an action at once, so nothing is done after that.
        switch progress {
        case .ended: if let end { finish(with: end) }
        case .wait(let time): wait(for: time)
        case .awaitRoom(let isNew): awaitRoom(forNew: isNew)
        case .rest:
            awaited = .next
            startTimer(.nanoseconds(0))
        case .stop: break
        }
    }

    /// Lets elements pass until one has to wait.
    private func letPass(_ turn: PacedTurn) -> Progress {
        var turn = turn
        for _ in 0..<256 {
            guard isOpen else { return .stop }
            if waiting.isEmpty {
                load = .none
                return .ended
            }
            if pressure?.isOpen == false { return .awaitRoom(forNew: turn.isNew) }
            let element = waiting.removeFirst()
            do {
                switch try step(self, element, turn) {
                case .pass(let output): forward(output)
                case .leaveOut: break
                case .wait(let time):
                    waiting.prepend(element)
                    return .wait(time)
                }
            } catch {
                failed(error)
                return .stop
            }
            // May bring the next element, on this thread.
            mark?.remove()
            turn = .next
        }
        return .rest
    }
}

extension PacedTurn {
    /// Whether the operator has not been asked about the element yet.
    @inlinable
    package var isNew: Bool {
        switch self {
        case .arrived, .next: true
        case .elapsed: false
        case .reopened(let isNew): isNew
        }
    }
}

extension ObservableType {
    /// An operator that can make elements wait.
    ///
    /// - Parameters:
    ///   - bound: how many elements may wait; `nil` for any number, if the source cannot pause.
    ///   - function: the operator's function.
    ///   - state: the operator's state at the beginning of a subscription.
    ///   - step: decides about an element. Called inside the gate.
    @inlinable
    package func paced<State, Output>(
        on scheduler: SchedulerType,
        _ bound: Bound?,
        onDrop: ((Int) -> Void)? = nil,
        function: StaticString,
        state: @escaping () -> State,
        step: @escaping PacedCoordinator<State, Element, Output>.Step
    ) -> Observable<Output> {
        let receive = PacedCoordinator<State, Element, Output>.receiving(step)
        var source = asObservable()
        // A subject's own observer can only leave by being disposed itself, so there is another sink above it.
        if bound?.overflow == .error {
            source = Operator<Element, Element>(source, function: function) {
                OperatorSink<Element, Element>($0, plain: true) { sink, element in
                    sink.downcast(to: OperatorSink<Element, Element>.self).forward(element)
                }
            }
        }
        return Operator(source, kind: .joining, function: function) {
            PacedCoordinator(
                $0,
                scheduler,
                state: state(),
                bound,
                operation: function,
                onDrop: onDrop,
                receive: receive,
                step: step
            )
        }
    }
}
