/// Counts the subscribers of a connectable observable, and decides who connects and who disconnects.
///
/// Each call changes plain state under a latch, and is told what to do next; connecting and disconnecting are done
/// after it has left the latch. While one thread connects, others only change the count; the one that connected looks at
/// it again. Nobody waits for anybody.
final class RefCounter: @unchecked Sendable {
    /// A subscriber's: which generation it is counted in. Touched under the counter's latch.
    final class Ticket: @unchecked Sendable {
        fileprivate var generation: Int?
        fileprivate var hasEnded = false
    }

    /// What `connect()` returned; `detachable` is the same object where it can be detached.
    private struct Connection {
        let disposable: DisposeBase
        let detachable: DetachableConnection?
    }

    private enum Phase {
        case idle
        case connecting
        case connected(Connection)
        case disconnecting
    }

    private struct State {
        var count = 0
        /// Counts terminal events: what was begun before one is of no concern after it.
        var generation = 0
        var phase = Phase.idle
        /// Counts the times that a grace period began or ended.
        var pause = 0
        var timer: Disposable?

        mutating func endPause() -> Disposable? {
            pause += 1
            defer { timer = nil }
            return timer
        }
    }

    private enum Step {
        case nothing
        case connect(generation: Int)
        case disconnect(DisposeBase, generation: Int, garbage: Any)
        case startPause(Int)
    }

    private let policy: RefCountPolicy
    /// How to connect again after a disconnection; `nil` if a connection can be detached in one step, so that the next
    /// subscriber connects by itself.
    private let reconnect: (() -> Disposable)?
    private let state = Latched(State())

    init(_ policy: RefCountPolicy, reconnect: (() -> Disposable)?) {
        self.policy = policy
        self.reconnect = reconnect
    }

    /// Counts a subscriber, unless it has left or ended already, and connects if it is time.
    func arrive(_ ticket: Ticket, unless isGone: () -> Bool, connect: @escaping () -> Disposable) {
        let (isCounted, timer) = state.access { state -> (Bool, Disposable?) in
            if ticket.hasEnded || isGone() { return (false, nil) }
            ticket.generation = state.generation
            state.count += 1
            return (true, state.endPause())
        }
        timer?.dispose()
        if isCounted { settle(connect) }
    }

    /// A subscriber that was disposed, or has had its terminal event.
    func leave(_ ticket: Ticket) {
        let isLast = state.access { state in
            ticket.hasEnded = true
            guard ticket.generation == state.generation else { return false }
            ticket.generation = nil
            state.count -= 1
            return state.count == 0
        }
        if isLast { settle(reconnect) }
    }

    /// A subscriber is about to get its terminal event: the first one of its generation disconnects them all.
    func end(_ ticket: Ticket) {
        let (connection, timer) = state.access { state -> (DisposeBase?, Disposable?) in
            ticket.hasEnded = true
            guard ticket.generation == state.generation else { return (nil, nil) }
            ticket.generation = nil
            state.generation += 1
            state.count = 0
            defer { state.phase = .idle }
            if case .connected(let connection) = state.phase { return (connection.disposable, state.endPause()) }
            return (nil, state.endPause())
        }
        timer?.dispose()
        connection?.dispose()
    }

    /// Does what the count asks for, until there is nothing to do, or somebody else is at it.
    private func settle(_ connect: (() -> Disposable)?, afterPause pause: Int? = nil) {
        while true {
            switch state.access({ nextStep(&$0, canConnect: connect != nil, afterPause: pause) }) {
            case .nothing:
                return
            case .connect(let generation):
                guard let connect else { return }
                let disposable = DisposeBase.wrapping(connect())
                let connection = Connection(
                    disposable: disposable,
                    detachable: disposable as? DetachableConnection
                )
                let isWanted = state.access { state in
                    if state.generation == generation { state.phase = .connected(connection) }
                    return state.generation == generation
                }
                if !isWanted { return disposable.dispose() }
            case .disconnect(let connection, let generation, _):
                connection.dispose()
                if reconnect == nil { return }
                state.access { state in
                    if state.generation == generation { state.phase = .idle }
                }
            case .startPause(let pause):
                return startPause(pause)
            }
        }
    }

    private func nextStep(_ state: inout State, canConnect: Bool, afterPause pause: Int?) -> Step {
        switch state.phase {
        case .connecting, .disconnecting:
            return .nothing
        case .idle:
            guard canConnect, state.count >= policy.minimum else { return .nothing }
            state.phase = .connecting
            return .connect(generation: state.generation)
        case .connected(let connection):
            guard state.count == 0 else { return .nothing }
            if policy.grace != nil, pause != state.pause {
                // Somebody else's pause has ended meanwhile, or one has begun already.
                guard pause == nil, state.timer == nil else { return .nothing }
                state.pause += 1
                return .startPause(state.pause)
            }
            state.phase = reconnect == nil ? .idle : .disconnecting
            let garbage = (connection.detachable?.detach(), state.endPause())
            return .disconnect(connection.disposable, generation: state.generation, garbage: garbage)
        }
    }

    private func startPause(_ pause: Int) {
        guard let grace = policy.grace else { return }
        let timer = grace.scheduler.scheduleRelative(pause, dueTime: grace.period) { [self] pause in
            settle(reconnect, afterPause: pause)
            return Disposables.create()
        }
        let isOver = state.access { state in
            if state.pause == pause { state.timer = timer }
            return state.pause != pause
        }
        if isOver { timer.dispose() }
    }
}

/// A connection whose observable can be made to begin afresh in one step, before the connection is disposed.
protocol DetachableConnection {
    /// Under the caller's latch; what it returns is let go of outside of that.
    func detach() -> Any?
}

extension MulticastConnection: DetachableConnection {}
