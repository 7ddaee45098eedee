/// Counts the subscribers of a connectable observable, and decides which thread connects and which one disconnects.
///
/// Each call changes plain state under a lock and takes the next step from it. The caller connects or disconnects after
/// it has left the lock. While one thread connects, other threads only change the count; when the connecting thread is
/// done, it checks the count again. No thread waits for another.
///
/// A `ConnectableObservable` has a counter for each shared subject. Disconnecting closes the counter and retires the
/// subject in one step, so the next subscriber begins on a new subject, however long the disposal takes. A connectable
/// source of a user's own type has one counter. If a subscriber comes while such a source is being disconnected, the
/// disconnecting thread has it join the source afterwards, and connects again: what the source has at the moment may be
/// of the old connection.
final class RefCounter: @unchecked Sendable {
    /// One subscriber's part in the count. A counter enters the ticket's lock while it holds its own.
    final class Ticket: Sendable {
        fileprivate struct State {
            var hasEnded = false
            var counter: RefCounter?
            /// The generation of the counter in which the subscriber is counted; `nil` if it is not counted.
            var generation: Int?

            /// Takes the subscriber out of the count; false if it is not counted, or not any more.
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

        /// The subscriber is about to get its terminal event. The first subscriber that does disconnects all of them.
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
        /// The subscriber has left or ended already.
        case gone
        /// The shared subject is retired.
        case closed
        /// The subscriber is counted, and the thread that disconnects the source has it join afterwards.
        case waits
    }

    private enum Phase {
        case idle
        case connecting
        case connected(DisposeBase)
        case disconnecting
    }

    private struct State {
        var count = 0
        /// Goes up with each terminal event. A step that began in an earlier generation changes nothing any more.
        var generation = 0
        var isClosed = false
        var phase = Phase.idle
        /// What subscribers do to join a source that is being disconnected.
        var joins: [() -> Void] = []
        /// Goes up when a grace period begins or ends, and when a subscriber arrives.
        var pause = 0
        var timer: Disposable?

        /// What is left to do before the source is disconnected; `nil` once it is.
        mutating func endDisconnecting(in generation: Int) -> [() -> Void]? {
            if joins.isEmpty, self.generation == generation { phase = .idle }
            return joins.isEmpty ? nil : exchange(&joins, for: [])
        }

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

    private let policy: Policy
    /// Connects again; only for a source of a user's own type.
    private let reconnect: (() -> Disposable)?
    /// Retires the shared subject; only for a `ConnectableObservable`. Returns what has to be released outside of the
    /// lock.
    private let retire: (() -> Any?)?
    private let state = Locked(State())

    init(_ policy: Policy, reconnect: (() -> Disposable)? = nil, retire: (() -> Any?)? = nil) {
        self.policy = policy
        self.reconnect = reconnect
        self.retire = retire
    }

    /// Counts a subscriber.
    ///
    /// - Parameter join: what the subscriber does to join a source of a user's own type. Called by the caller, unless the
    ///   subscriber waits.
    func arrive(_ ticket: Ticket, joining join: (() -> Void)? = nil) -> Arrival {
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
            guard let join, case .disconnecting = state.phase else { return (arrival, state.endPause()) }
            state.joins.append(join)
            return (.waits, state.endPause())
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

    /// Connects or disconnects as the count requires, until nothing is left to do or another thread is doing it.
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
                while let joins = state.access({ $0.endDisconnecting(in: generation) }) {
                    for join in joins { join() }
                }
                // A connection that is made now has a grace period of its own.
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
                // Either the pause that ended is outdated, or a pause has begun already.
                guard pause == nil, state.timer == nil else { return .nothing }
                state.pause += 1
                return .startPause(state.pause)
            }
            state.phase = .disconnecting
            // The next connection may feed the same subject. So this one stops its events before another thread can
            // make the next one: then no new event passes through both.
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

extension RefCounter {
    struct Policy {
        let minimum: Int
        let grace: (period: RxTimeInterval, scheduler: SchedulerType)?
    }
}
