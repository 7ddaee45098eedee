#if NATS
    import Dispatch
    import Millrace

    /// Publishes to a stream over a connection of its own, and keeps what is not acknowledged.
    ///
    /// The connection does not reconnect by itself. libnats would send what was published meanwhile, before this object
    /// could send again what was lost before that; so the order would not hold. Over a connection that ends when it is
    /// lost, the server has had a part from the beginning of what was sent, and the next connection begins with the
    /// oldest message that was not acknowledged.
    ///
    /// All state belongs to the queue, except for the acknowledgements that have come.
    final class StreamPublisher: @unchecked Sendable {
        let scheduler: SerialDispatchQueueScheduler
        let gate = PressureGate()

        /// An element without an acknowledgement. A class, since it is looked at several times.
        final class Entry {
            let id: String
            let subject: String
            let payload: [UInt8]
            var answer: Answer?
            /// Whether it was sent before, over this connection or an earlier one.
            var isRepeated = false

            init(_ outgoing: Outgoing) {
                (id, subject, payload) = (outgoing.id, outgoing.subject, outgoing.payload)
            }
        }

        let stream: NATS.Stream
        let limit: Int
        let queue = DispatchQueue(label: "millrace.nats.publish")
        // `nil` after the end.
        var observer: AnyObserver<NATS.Published>?

        let prefix = NativeConnection.newInbox()
        private let beginningOfAnswers: [UInt8]
        private var replies: ReplySubjects
        private let ids = NativeConnection.newInbox().dropFirst("_INBOX.".count)

        /// Without an acknowledgement, the oldest first; the first has the number `firstNumber`.
        var entries: [Entry?] = []
        var head = 0
        var firstNumber = 0
        /// The number of the message that is to be sent next.
        var unsent = 0

        var connection: NativeConnection?
        private var subscription: NativeSubscription?
        /// What the connection, or the one that is being made, tells.
        private var events: ConnectionEvents?
        var generation = 0
        var isReady = false
        /// What makes a connection.
        private var connecting: Task<Void, Never>?
        private var attempts = 0
        /// Attempts to publish the oldest message that nobody took.
        var refusals = 0
        /// Connections that the server has accepted, and then acknowledged nothing.
        var silences = 0
        var lastProgress = ContinuousClock.now
        /// The highest number that the stream has given so far, and the numbers that were last reported as out of order.
        private var highest: (sequence: UInt64, id: String)?
        var reported: ClosedRange<UInt64>?
        private(set) var audit: StreamAudit?
        private var timer: Deadline?
        private var listener: Int?
        private var isPrepared = false
        /// Whether others may acknowledge what one server does not.
        var isClustered = false

        private var hasEnded = false
        private var endError: (any Error)?

        private let arrived = Locked((answers: [(generation: Int, number: Int, answer: Answer)](), isScheduled: false))

        static let ackTimeout: Duration = .seconds(5)
        static let silencesAllowed = 3

        init(_ stream: NATS.Stream, _ limit: Int, _ observer: AnyObserver<NATS.Published>) {
            replies = ReplySubjects(prefix)
            beginningOfAnswers = StreamPublisher.beginning(of: stream.name)
            self.stream = stream
            self.limit = limit
            self.observer = observer
            scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "millrace.nats.publish")
            gate.close()
        }

        var nats: NATS { stream.nats }
        var count: Int { entries.count - head }

        // MARK: From outside

        func start() {
            // Held strongly until `close()`, as below: with weak references to this object, each strong one costs more. Only
            // a wait before another attempt holds it weakly, so that it does not outlive the subscription.
            let listener = nats.shared.listen { [self] event in
                guard case .closed = event else { return }
                queue.async { [self] in
                    fail(NATS.Failure(.closed, "publishing to \(stream.name)", "the connection has been closed"))
                }
            }
            queue.async { [self] in
                if observer == nil { return nats.shared.stopListening(listener) }
                self.listener = listener
                audit = nats.shared.audit(of: stream.name, nats)
                timer = Deadline(after: .seconds(1), every: .seconds(1)) { [self] in queue.async { self.check() } }
                connect()
            }
        }

        func stop() {
            queue.async { self.close() }
        }

        // MARK: On the queue

        /// Takes an element of the source.
        func take(_ prepare: (_ unique: () -> String) throws -> Outgoing) {
            if observer == nil { return }
            let number = firstNumber + count
            do {
                let outgoing = try prepare { "\(ids)-\(number)" }
                if let failure = NATS.Parameter("publish(to:id:)", "id").failure(ofID: outgoing.id) { throw failure }
                let parameter = NATS.Parameter("publish(to:subject:)", "subject")
                if let failure = parameter.failure(ofSubject: outgoing.subject) { throw failure }
                if count == 0 { lastProgress = .now }
                entries.append(Entry(outgoing))
            } catch {
                return fail(error)
            }
            if count >= limit { gate.close() }
            send()
        }

        func endSource(_ error: (any Error)?) {
            hasEnded = true
            endError = error
            finishIfDone()
        }

        func connect() {
            if observer == nil || connecting != nil || connection != nil { return }
            isReady = false
            generation += 1
            let generation = generation
            let (options, servers, stream) = (nats.options, nats.servers, stream)
            let mustPrepare = !isPrepared
            let events = ConnectionEvents { [self] event in
                switch event {
                case .closed: queue.async { self.lost(generation) }
                case .denied(let denial, _): queue.async { self.denied(denial, generation) }
                default: break
                }
            }
            exchange(&self.events, for: events)?.end()
            connecting = Task {
                let result: Result<NativeConnection, any Error>
                do {
                    if mustPrepare {
                        let info = try await stream.prepare()
                        if let failure = info.refusalToPublish(to: stream.name) { throw failure }
                        queue.async { self.isClustered = info.isClustered }
                    }
                    try Task.checkCancellation()
                    let connect = { @Sendable in try NativeConnection(options, to: servers, reconnects: false, events) }
                    result = .success(try await awaiting(blocking: connect))
                } catch {
                    result = .failure(error)
                }
                queue.async { [self] in connected(result, generation) }
            }
        }

        private func connected(_ result: Result<NativeConnection, any Error>, _ generation: Int) {
            connecting = nil
            if observer == nil { return }
            // It was lost before it was used.
            if generation != self.generation { return reconnectLater() }
            do {
                let connection = try result.get()
                if !exchange(&isPrepared, for: true) { audit?.lookFirst() }
                let subscription = try NativeSubscription(connection, to: "\(prefix).*") { [self] message in
                    receive(message, generation)
                }
                attempts = 0
                (self.connection, self.subscription) = (connection, subscription)
                isReady = true
                unsent = firstNumber
                lastProgress = .now
                if count < limit { gate.open() }
                send()
            } catch let failure as NATS.Failure where !isPrepared && failure.endsPublishing {
                fail(failure)
            } catch {
                nats.shared.report("publishing to \(stream.name)", "\(error)")
                // Its end, if it is told, is no news any more.
                self.generation += 1
                reconnectLater()
            }
        }

        func reconnectLater() {
            attempts += 1
            if let limit = nats.options.reconnectLimit, attempts > limit {
                return fail(
                    NATS.Failure(.closed, "publishing to \(stream.name)", "given up after \(limit) attempts to connect")
                )
            }
            let jitter = Int64.random(in: 0...nats.options.reconnectJitter.nanoseconds)
            // The first attempt comes soon, since the server may only have been restarted.
            let wait = attempts == 1 ? .milliseconds(50) : nats.options.reconnectWait + .nanoseconds(jitter)
            queue.asyncAfter(deadline: .now() + .nanoseconds(Int(wait.nanoseconds))) { [weak self] in self?.connect() }
        }

        /// The connection has ended: what is not acknowledged is sent over the next one.
        private func lost(_ generation: Int) {
            if generation != self.generation || observer == nil { return }
            // `connected` finds out.
            if connecting != nil { return self.generation += 1 }
            // A server that answers no message may not answer whether it is there, either.
            if count > 0, ContinuousClock.now - lastProgress > .seconds(2), isSilentForGood() { return }
            dropConnection()
            nats.shared.report(
                "publishing to \(stream.name)",
                "the connection was lost; \(count) messages are sent again"
            )
            reconnectLater()
        }

        func dropConnection() {
            isReady = false
            generation += 1
            subscription?.cancel()
            subscription = nil
            connection = nil
            exchange(&events, for: nil)?.end()
            forgetAnswers(head..<entries.count)
        }

        /// What was not stored is sent again.
        func forgetAnswers(_ indices: Range<Int>) {
            let sent = head + max(0, unsent - firstNumber)
            for index in indices where !isStored(index) {
                entries[index]?.answer = nil
                if index < sent { entries[index]?.isRepeated = true }
            }
        }

        func isStored(_ index: Int) -> Bool {
            if case .stored? = entries[index]?.answer { true } else { false }
        }

        func send() {
            guard isReady, let connection else { return }
            while unsent < firstNumber + count, let entry = entries[head + unsent - firstNumber] {
                if isStored(head + unsent - firstNumber) {
                    unsent += 1
                    continue
                }
                let status = replies.withReply(to: unsent) { connection.publish(entry, reply: $0) }
                if let failure = StreamPublisher.refusal(status, entry.subject, entry.id) { return fail(failure) }
                // The connection has ended; its end is told separately.
                if !StreamPublisher.isSent(status) { return }
                unsent += 1
            }
        }

        /// Called on a thread of libnats.
        private func receive(_ message: NativeMessage, _ generation: Int) {
            guard let number = message.number else { return }
            let answer =
                message.isNoResponders
                ? .nobody : StreamPublisher.answer(message, of: stream.name, beginningOfAnswers)
            let mustSchedule = arrived.access { arrived in
                arrived.answers.append((generation, number, answer))
                return !exchange(&arrived.isScheduled, for: true)
            }
            if mustSchedule { queue.async { self.takeAnswers() } }
        }

        private func takeAnswers() {
            let answers = arrived.access { arrived in
                arrived.isScheduled = false
                return exchange(&arrived.answers, for: [])
            }
            if observer == nil { return }
            for (generation, number, answer) in answers where number >= firstNumber && number < firstNumber + count {
                if case .stored = answer {} else if generation != self.generation { continue }
                let index = head + number - firstNumber
                if case .stored? = entries[index]?.answer { continue }
                entries[index]?.answer = answer
            }
            advance()
        }

        /// Passes on what has been acknowledged, from the oldest on.
        func advance() {
            let first = firstNumber
            var last: (sequence: UInt64, id: String, lowest: UInt64)?
            defer {
                if firstNumber != first { lastProgress = .now }
                if let last { audit?.acknowledged(last.sequence, last.id, lowest: last.lowest) }
            }
            while head < entries.count, let entry = entries[head], let answer = entry.answer {
                switch answer {
                case .stored(let sequence, let isDuplicate):
                    entries[head] = nil
                    head += 1
                    firstNumber += 1
                    (refusals, silences) = (0, 0)
                    unsent = max(unsent, firstNumber)
                    if !isDuplicate || entry.isRepeated {
                        if let highest, sequence < highest.sequence { reportDisorder(entry, sequence, highest) }
                        if sequence >= highest?.sequence ?? 0 { highest = (sequence, entry.id) }
                        last = (sequence, entry.id, min(sequence, last?.lowest ?? sequence))
                    }
                    observer?.onNext(
                        NATS.Published(
                            id: entry.id,
                            subject: entry.subject,
                            sequence: sequence,
                            isDuplicate: isDuplicate
                        )
                    )
                    if observer == nil { return }
                case .refused(let failure) where failure.isTemporary: return tryAgain(entry, failure.reason)
                case .refused(let failure):
                    return fail(
                        NATS.Failure(failure.kind, "message to \(entry.subject) with id \(entry.id)", failure.reason)
                    )
                case .nobody: return tryAgain(entry, "nobody takes the message")
                }
            }
            if head > 64, head * 2 > entries.count {
                entries.removeFirst(head)
                head = 0
            }
            // At half, the server would have nothing to do for a while: that costs a fifth of the rate.
            if isReady, count < limit, count <= limit - limit / 8 { gate.open() }
            finishIfDone()
        }

        private func finishIfDone() {
            guard hasEnded, count == 0, let observer = exchange(&observer, for: nil) else { return }
            close()
            if let endError { observer.onError(endError) } else { observer.onCompleted() }
        }

        func fail(_ error: any Error) {
            guard let observer = exchange(&observer, for: nil) else { return }
            close()
            observer.onError(error)
        }

        private func close() {
            releaseValue(exchange(&observer, for: nil))
            timer?.cancel()
            timer = nil
            connecting?.cancel()
            if let listener = exchange(&listener, for: nil) {
                nats.shared.stopListening(listener)
                audit?.end()
            }
            dropConnection()
            releaseValue(exchange(&entries, for: []))
            head = 0
        }
    }

    extension NATS.Failure {
        /// Whether publishing cannot begin.
        fileprivate var endsPublishing: Bool {
            switch kind {
            case .authorization, .noJetStream, .notFound, .invalid, .coding, .closed, .conflict: true
            case .refused: !isTemporary
            case .connection, .noResponders, .timeout, .tooLarge, .full: false
            }
        }
    }
#endif
