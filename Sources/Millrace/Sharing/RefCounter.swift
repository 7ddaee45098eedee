/// Counts the subscribers of a connectable observable, and decides who connects and who disconnects.
///
/// Each call changes plain state under a lock, and is told what to do next; connecting and disconnecting are done
/// after it has left the lock. While one thread connects, others only change the count; the one that connected looks at
/// it again. Nobody waits for anybody.
///
/// A `ConnectableObservable` has a counter for each stage. Disconnecting closes the counter and retires the stage in one
/// step, so that whoever comes next begins on a new one, however long the disposal takes. A user's own type has one
/// counter; who comes while it is being disconnected is connected by the thread that does that.
final class RefCounter: @unchecked Sendable {
    /// A subscriber's. Its lock is entered inside that of a counter.
    final class Ticket: Sendable {
        fileprivate struct State {
            var hasEnded = false
            var counter: RefCounter?
            /// In which generation of the counter it is counted.
            var generation: Int?

            /// Takes it out of the count; false if it is not in it, or not any more.
            mutating func uncount(in generation: Int) -> Bool {
                guard self.generation == generation else { return false }
                self.generation = nil
                return true
            }
        }

        fileprivate let state = Locked(State())

        /// The subscriber has been disposed.
        func leave() {
            ended()?.leave(self)
        }

        /// The subscriber is about to get its terminal event: the first one disconnects them all.
        func end() {
            ended()?.end(self)
        }

        private func ended() -> RefCounter? {
            state.access { state in
                state.hasEnded = true
                return state.counter
            }
        }
    }

    enum Arrival {
        case counted
        /// The subscriber has left, or ended, already.
        case gone
        /// The stage is retired.
        case closed
    }

    private enum Phase {
        case idle
        case connecting
        case connected(DisposeBase)
        case disconnecting
    }

    private struct State {
        var count = 0
        /// Goes up with each terminal event: what was begun before one is of no concern after it.
        var generation = 0
        var isClosed = false
        var phase = Phase.idle
        /// Goes up when a grace period begins or ends.
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
    /// Of a user's own type.
    private let reconnect: (() -> Disposable)?
    /// Of a stage; returns what is to be let go of outside of the lock.
    private let retire: (() -> Any?)?
    private let state = Locked(State())

    init(_ policy: RefCountPolicy, reconnect: (() -> Disposable)? = nil, retire: (() -> Any?)? = nil) {
        self.policy = policy
        self.reconnect = reconnect
        self.retire = retire
    }

    /// Counts a subscriber.
    func arrive(_ ticket: Ticket) -> Arrival {
        let (arrival, timer) = state.access { state -> (Arrival, Disposable?) in
            let arrival = ticket.state.access { ticket -> Arrival in
                if ticket.hasEnded { return .gone }
                if state.isClosed { return .closed }
                ticket.counter = self
                ticket.generation = state.generation
                return .counted
            }
            guard arrival == .counted else { return (arrival, nil) }
            state.count += 1
            return (arrival, state.endPause())
        }
        timer?.dispose()
        return arrival
    }

    private func leave(_ ticket: Ticket) {
        let isLast = state.access { state in
            guard ticket.state.access({ $0.uncount(in: state.generation) }) else { return false }
            state.count -= 1
            return state.count == 0
        }
        if isLast { settle(reconnect) }
    }

    private func end(_ ticket: Ticket) {
        let (connection, timer, garbage) = state.access { state -> (DisposeBase?, Disposable?, Any?) in
            guard ticket.state.access({ $0.uncount(in: state.generation) }) else { return (nil, nil, nil) }
            state.generation += 1
            state.count = 0
            var connection: DisposeBase?
            if case .connected(let present) = exchange(&state.phase, for: .idle) { connection = present }
            return (connection, state.endPause(), close(&state))
        }
        timer?.dispose()
        connection?.dispose()
        releaseValue(garbage)
    }

    private func close(_ state: inout State) -> Any? {
        guard let retire else { return nil }
        state.isClosed = true
        return retire()
    }

    /// Does what the count asks for, until there is nothing to do, or somebody else is at it.
    func settle(_ connect: (() -> Disposable)?) {
        settle(connect, afterPause: nil)
    }

    private func settle(_ connect: (() -> Disposable)?, afterPause pause: Int?) {
        var pause = pause
        while true {
            switch state.access({ nextStep(&$0, canConnect: connect != nil, afterPause: pause) }) {
            case .nothing:
                return
            case .connect(let generation):
                guard let connect else { return }
                let connection = DisposeBase.wrapping(connect())
                let isWanted = state.access { state in
                    if state.generation == generation { state.phase = .connected(connection) }
                    return state.generation == generation
                }
                if !isWanted { return connection.dispose() }
            case .disconnect(let connection, let generation, _):
                connection.dispose()
                state.access { state in
                    if state.generation == generation { state.phase = .idle }
                }
                // Another connection, if one is made now, has its own.
                pause = nil
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
            guard canConnect, !state.isClosed, state.count >= policy.minimum else { return .nothing }
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
            state.phase = .disconnecting
            // Before anybody can make the next connection, which may feed the same subject: no event begins on its way
            // through both.
            if retire != nil { connection.stopEvents() }
            let garbage = (state.endPause(), close(&state))
            return .disconnect(connection, generation: state.generation, garbage: garbage)
        }
    }

    private func startPause(_ pause: Int) {
        guard let grace = policy.grace else { return }
        let timer = grace.scheduler.scheduleRelative(pause, dueTime: grace.period) { [self] pause in
            settle(reconnect, afterPause: pause)
            return Disposables.create()
        }
        let (isOver, former) = state.access { state in
            state.pause == pause ? (false, exchange(&state.timer, for: timer)) : (true, nil)
        }
        releaseValue(former)
        if isOver { timer.dispose() }
    }
}
