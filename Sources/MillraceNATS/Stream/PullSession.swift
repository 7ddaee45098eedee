#if NATS
    import Millrace

    /// How often a consumer is asked, and when it counts as gone.
    struct PullTimes: Sendable {
        /// How long a request for messages stays with the server.
        var expires: Duration = .seconds(30)
        /// How often the server says that it is there while it has no message.
        var heartbeat: Duration = .seconds(5)
        /// How long to wait before the second attempt to make a consumer again; each further wait is twice as long.
        var firstWait: Duration = .milliseconds(100)
        /// The longest of these waits.
        var longestWait: Duration = .seconds(5)
    }

    /// Asks a consumer for messages, again and again, so that at most `limit` are asked for or held at a time.
    ///
    /// JetStream's pull requests are messages of core NATS: a request names a subject for the replies, to which the
    /// server then sends messages, heartbeats and the reason for which a request ends. So no thread waits for messages.
    ///
    /// When the consumer is in doubt (the connection was made again, heartbeats were missed, the consumer was deleted),
    /// the session starts over, with another subject for the replies. What still comes to the old subject is dropped.
    final class PullSession: @unchecked Sendable {
        private struct State {
            var owner: Owner?
            var epoch = 0
            var consumer: PullConsumer?
            var inbox = ""
            var subscription: NativeSubscription?
            var task: Task<Void, Never>?
            var heartbeats: Deadline?
            var listener: Int?
            /// Messages that the owner holds: they wait, or wait for an answer.
            var held = 0
            /// Messages that were asked for and have not come.
            var outstanding = 0
            /// How often the session has started over since the last message or heartbeat of the server.
            var restarts = 0
            /// The requests under way, with the number of messages that each asks for.
            var requests: [Int: Int] = [:]
            var lastRequest = 0
            /// How often the time for a heartbeat has passed since the server was last heard of.
            var silences = 0
            var hasBegun = false
            /// When the consumer was made.
            var beginning = ContinuousClock.now
            var isOver = false
        }

        /// What the session waits for.
        enum Phase {
            /// That the consumer is made, or made again.
            case making
            /// For messages, from a consumer that was made then.
            case asking(since: ContinuousClock.Instant)
            /// That its owner releases messages.
            case full
        }

        private let nats: NATS
        private let stream: String
        private let name: String
        private let limit: Int
        private let times: PullTimes
        private let state: Locked<State>

        /// Whom the session serves; released by `end()`.
        final class Owner: Sendable {
            /// Makes or checks the consumer, and returns it. Of several calls that overlap, the one with the
            /// highest number counts.
            let makeConsumer: @Sendable (_ attempt: PullAttempt) async throws -> PullConsumer
            /// Takes a message, which counts as held. False if the session must start over.
            let receive: @Sendable (NativeMessage, StreamOrigin) -> Bool
            /// The server has no message at the moment. Called on the thread of `receive`.
            let idle: @Sendable () -> Void
            /// The end: with an error, or because the connection was closed.
            let finish: @Sendable (NATS.Failure?) -> Void

            init(
                makeConsumer: @escaping @Sendable (_ attempt: PullAttempt) async throws -> PullConsumer,
                receive: @escaping @Sendable (NativeMessage, StreamOrigin) -> Bool,
                idle: @escaping @Sendable () -> Void = {},
                finish: @escaping @Sendable (NATS.Failure?) -> Void
            ) {
                self.makeConsumer = makeConsumer
                self.receive = receive
                self.idle = idle
                self.finish = finish
            }
        }

        init(_ nats: NATS, stream: String, name: String, limit: Int, times: PullTimes, _ owner: Owner) {
            self.nats = nats
            self.stream = stream
            self.name = name
            self.limit = limit
            self.times = times
            state = Locked(State(owner: owner))
        }

        func start() {
            // Held strongly until `end()`: with weak references to this object, each strong one costs more.
            let listener = nats.shared.listen { [self] event in
                switch event {
                case .reconnected: begin(because: nil)
                case .closed: close()
                case .disconnected, .lameDuck, .problem, .denied, .holding: break
                }
            }
            let heartbeats = Deadline(after: times.heartbeat, every: times.heartbeat) { [self] in check() }
            let isOver = state.access { state in
                if !state.isOver {
                    state.listener = listener
                    state.heartbeats = heartbeats
                }
                return state.isOver
            }
            if isOver {
                nats.shared.stopListening(listener)
                heartbeats.cancel()
            } else {
                begin(because: nil)
            }
        }

        /// Ends the session; nothing more is received.
        func end() {
            let former = state.access { state in
                let isOver = state.isOver
                let former = exchange(&state, for: State())
                state.isOver = true
                return isOver ? State() : former
            }
            former.heartbeats?.cancel()
            former.task?.cancel()
            former.subscription?.cancel()
            if let listener = former.listener { nats.shared.stopListening(listener) }
            releaseValue(former)
        }

        private func close() {
            let owner = state.access { $0.owner }
            end()
            owner?.finish(nats.shared.closingError)
        }

        /// Makes or checks the consumer, and asks it.
        ///
        /// - Parameter reason: why, if something is wrong.
        func begin(because reason: String?) {
            let (epoch, task, subscription, isFirst, restarts) = state.access { state in
                state.epoch += 1
                state.consumer = nil
                state.outstanding = 0
                state.requests.removeAll()
                if reason != nil { state.restarts += 1 }
                return (
                    state.isOver ? nil : state.epoch, exchange(&state.task, for: nil),
                    exchange(&state.subscription, for: nil), !state.hasBegun, state.restarts
                )
            }
            task?.cancel()
            subscription?.cancel()
            guard let epoch, let owner = state.access({ $0.owner }) else { return }
            if let reason { nats.shared.report("consumer \(name) of \(stream)", reason) }
            if !isFirst { nats.shared.counts.access { $0.consumersMadeAgain += 1 } }
            let made = Task { [self] in await make(epoch, owner, restarts) }
            let isLate = state.access { state in
                if state.epoch == epoch, !state.isOver, state.consumer == nil { state.task = made }
                return state.epoch != epoch || state.isOver
            }
            if isLate { made.cancel() }
        }

        private func make(_ epoch: Int, _ owner: Owner, _ restarts: Int) async {
            var wait = times.firstWait
            // A consumer that can be made, and then answers nothing, is not to be made again at once.
            if restarts > 1 {
                for _ in 2..<min(restarts, 16) { wait = min(wait * 2, times.longestWait) }
                try? await Task.sleep(for: wait)
            }
            while !Task.isCancelled {
                let isFirst = state.access { !$0.hasBegun }
                do {
                    let consumer = try await owner.makeConsumer(PullAttempt(number: epoch, isFirst: isFirst))
                    try install(consumer, epoch)
                    return
                } catch let failure as NATS.Failure where isFirst && failure.isFinal {
                    if Task.isCancelled { return }
                    end()
                    return owner.finish(failure)
                } catch {
                    if Task.isCancelled { return }
                    nats.shared.report("consumer \(name) of \(stream)", "cannot be made: \(error)")
                }
                try? await Task.sleep(for: wait + .nanoseconds(Int64.random(in: 0...wait.nanoseconds / 4)))
                wait = min(wait * 2, times.longestWait)
            }
        }

        private func install(_ consumer: PullConsumer, _ epoch: Int) throws {
            let inbox = NativeConnection.newInbox()
            let label = "consumer \(name) of \(stream)"
            let subscription = try NativeSubscription(nats.native, to: "\(inbox).*", name: label) { [self] message in
                // Released by `end()`, and when the session starts over.
                receive(message, epoch)
            }
            let isCurrent = state.access { state in
                if state.epoch != epoch || state.isOver { return false }
                state.consumer = consumer
                state.inbox = inbox
                state.subscription = subscription
                state.silences = 0
                state.beginning = .now
                state.hasBegun = true
                state.task = nil
                return true
            }
            if isCurrent { refill() } else { subscription.cancel() }
        }

        /// Asks for more if there is room for half of `limit`, or if nothing is asked for.
        ///
        /// - Parameter released: how many messages less the owner holds.
        private func refill(released: Int = 0) {
            let request = state.access { state -> (count: Int, consumer: PullConsumer, inbox: String)? in
                state.held -= released
                guard let consumer = state.consumer, !state.isOver else { return nil }
                let free = limit - state.held - state.outstanding
                guard free > 0, state.outstanding == 0 || free >= (limit + 1) / 2,
                    // Few requests at a time, if each may ask for little.
                    state.outstanding <= consumer.maxBatch
                else { return nil }
                let room = min(free, consumer.maxBatch)
                if state.outstanding == 0 { state.silences = 0 }
                state.outstanding += room
                state.lastRequest += 1
                state.requests[state.lastRequest] = room
                // A request that is filled leaves no status.
                state.requests[state.lastRequest - 16] = nil
                return (room, consumer, "\(state.inbox).\(state.lastRequest)")
            }
            guard let request else { return }
            let expires = min(times.expires, request.consumer.maxExpires)
            // The server refuses one that is longer than half of `expires`.
            let heartbeat = min(times.heartbeat, expires / 3)
            _ = nats.native.publish(
                """
                {"batch":\(request.count),"expires":\(expires.nanoseconds),"idle_heartbeat":\(heartbeat.nanoseconds)}
                """,
                to: "$JS.API.CONSUMER.MSG.NEXT.\(stream).\(request.consumer.name)",
                reply: request.inbox
            )
        }

        /// What the session waits for.
        var phase: Phase {
            state.access { state in
                if state.consumer == nil { return .making }
                return state.outstanding > 0 ? .asking(since: state.beginning) : .full
            }
        }

        /// Whether the server has been asked for messages that have not come.
        var isAsking: Bool { if case .asking = phase { true } else { false } }

        /// Whether messages would have come by now, for a look at the stream: after half of the time between two looks, at
        /// most two seconds.
        func hasWaited(since beginning: ContinuousClock.Instant) -> Bool {
            .now - beginning >= min((nats.options.auditInterval ?? .zero) / 2, .seconds(2))
        }

        /// Whether it has asked one consumer for so long that another one may be made: the time between two looks, at most
        /// six seconds. A heartbeat is due after five.
        var mayBeginAgain: Bool {
            guard case .asking(let beginning) = phase else { return false }
            return .now - beginning >= min(nats.options.auditInterval ?? .zero, .seconds(6))
        }

        /// The owner holds a message less.
        func released() {
            refill(released: 1)
        }

        private func receive(_ message: NativeMessage, _ epoch: Int) {
            // A stored message may have such a header, too.
            guard let origin = message.origin else {
                if message.count == 0, let status = message.header("Status") { receive(status: status, message, epoch) }
                return
            }
            let (owner, isLast) = state.access { state -> (Owner?, Bool) in
                guard state.epoch == epoch, !state.isOver else { return (nil, false) }
                (state.silences, state.restarts) = (0, 0)
                state.outstanding = max(0, state.outstanding - 1)
                state.held += 1
                return (state.owner, state.outstanding == 0)
            }
            guard let owner else { return }
            if !owner.receive(message, origin) { return begin(because: "a gap before sequence \(origin.sequence)") }
            if isLast { refill() }
        }

        private func receive(status: String, _ message: NativeMessage, _ epoch: Int) {
            let text = message.header("Description") ?? ""
            let number = message.number ?? 0
            let pending = message.header("Nats-Pending-Messages").flatMap { Int($0) }.map { max(0, $0) }
            let owner = state.access { state -> Owner? in
                guard state.epoch == epoch, !state.isOver else { return nil }
                state.silences = 0
                if status == "100" { state.restarts = 0 }
                // All but a heartbeat end the request.
                if status != "100", let count = state.requests.removeValue(forKey: number) {
                    state.outstanding = max(0, state.outstanding - (pending ?? count))
                }
                return state.owner
            }
            guard let owner else { return }
            switch status {
            case "100": owner.idle()
            case "404", "408":
                owner.idle()
                refill()
            case "409":
                let words = text.lowercased()
                if words.contains("deleted") || words.contains("leadership") || words.contains("shutdown")
                    // What it lets one ask for has changed.
                    || words.contains("exceeded maxrequest")
                {
                    begin(because: text)
                } else {
                    // A request that the consumer has no room for: the next heartbeat asks again.
                    nats.shared.report("consumer \(name) of \(stream)", text)
                }
            case "503": begin(because: "the server knows no such consumer")
            default: begin(because: "\(status) \(text)")
            }
        }

        /// Called with each heartbeat: whether the server has been heard of, and whether something is asked for.
        private func check() {
            let isMissing = state.access { state in
                guard state.consumer != nil, state.outstanding > 0 else { return false }
                state.silences += 1
                return state.silences > 2
            }
            if !isMissing { return refill() }
            if nats.native.isConnected { begin(because: "missed heartbeats") }
        }
    }

    /// A consumer, with what it lets one ask for at a time.
    struct PullConsumer: Sendable {
        let name: String
        var maxBatch = Int.max
        var maxExpires = Duration.seconds(Int64.max)
    }

    /// An attempt to make a consumer.
    struct PullAttempt: Sendable {
        /// Higher than that of earlier attempts.
        let number: Int
        /// Whether there has been no consumer so far.
        let isFirst: Bool
    }

    extension NATS.Failure {
        /// Whether another attempt would fail in the same way.
        fileprivate var isFinal: Bool {
            switch kind {
            case .authorization, .closed, .noJetStream, .notFound, .invalid, .conflict: true
            case .refused: !isTemporary
            // While its servers change, a stream's leader may give an answer that lacks most of what is to be in it.
            case .coding: false
            case .connection, .noResponders, .timeout, .tooLarge, .full: false
            }
        }
    }
#endif
