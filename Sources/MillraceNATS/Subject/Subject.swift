#if NATS
    import Millrace

    extension NATS {
        /// A subject of core NATS: what is sent to it reaches those who are subscribed at that moment, at most once.
        ///
        /// - Parameters:
        ///   - name: the subject, such as `prices.tea`; for subscribers also with wildcards, such as `prices.*` or
        ///     `prices.>`. With a text that cannot be a subject, such as `a b`, sending and subscribing fail.
        ///   - type: the elements, which are sent as JSON.
        ///   - queue: the name of a group of subscribers: each message reaches one of the group.
        ///   - pending: how many messages may wait for an observer.
        ///   - onDrop: called on a thread of libnats when messages have been dropped, with the number that this
        ///     subscription has dropped so far.
        ///   - onUndecodable: called, in place of the observer, with a message of which no element can be made.
        /// - Returns: an observable and observer of the subject.
        public func subject<Element: Codable>(
            _ name: String,
            of type: Element.Type = Element.self,
            queue: String? = nil,
            pending: Pending = Pending(),
            onDrop: (@Sendable (Int) -> Void)? = nil,
            onUndecodable: (@Sendable (Undecodable) -> Void)? = nil
        ) -> Subject<Element> {
            subject(
                name,
                coding: .json,
                queue: queue,
                pending: pending,
                onDrop: onDrop,
                onUndecodable: onUndecodable
            )
        }

        /// A subject of core NATS, with a coding of one's own; otherwise as
        /// `subject(_:of:queue:pending:onDrop:onUndecodable:)`.
        ///
        /// - Parameters:
        ///   - name: the subject.
        ///   - coding: how elements are sent, such as `.bytes`.
        ///   - queue: the name of a group of subscribers.
        ///   - pending: how many messages may wait for an observer.
        ///   - onDrop: called when messages have been dropped, with the number so far.
        ///   - onUndecodable: called with a message of which no element can be made.
        public func subject<Element>(
            _ name: String,
            coding: Coding<Element>,
            queue: String? = nil,
            pending: Pending = Pending(),
            onDrop: (@Sendable (Int) -> Void)? = nil,
            onUndecodable: (@Sendable (Undecodable) -> Void)? = nil
        ) -> Subject<Element> {
            Subject(
                self,
                name,
                Decoder(coding: coding, shared: shared, onUndecodable: onUndecodable),
                queue,
                pending,
                onDrop
            )
        }

        /// A subject of core NATS, as an observable and as an observer.
        ///
        /// What is sent reaches the subscribers of that moment on all connections, this one included, at most once:
        /// what is under way when a connection is lost does not come. While the connection is being made again, what is
        /// sent waits, up to ``Options/reconnectBuffer``.
        ///
        /// - **Emits** the messages of the subject, in the order in which the server has had those of one sender. Each
        ///   subscription makes one at the server.
        /// - **Completes** after ``NATS/close()``.
        /// - **Fails** if the connection is given up, with ``Failure/Kind/closed``; and at once if the server cannot be
        ///   asked for the messages, such as because the subject is not valid.
        /// - **Disposal** ends the subscription at the server, and drops what waits.
        /// - **Thread**: emits on a thread of libnats, one element at a time; may be sent to from any thread.
        /// - **Complexity**: O(1) for each message. At most ``Pending`` messages wait for an observer that is slower
        ///   than the sender; what comes beyond is dropped, and counted in ``dropped`` and ``NATS/counts``. A source
        ///   cannot be held back over core NATS, so the strategy `OverflowStrategy.suspend` is refused below a subject.
        ///
        /// ```swift
        /// let orders = nats.subject("orders", of: String.self)
        /// let subscription = orders.subscribe(onNext: { print($0) })
        /// orders.onNext("tea")
        /// try await nats.flush()
        /// // tea
        /// ```
        public final class Subject<Element>: ObservableType, ObserverType, @unchecked Sendable {
            /// The subject's name.
            public let name: String

            /// Why nothing can be sent to the subject.
            private let refusalToSend: Failure?
            /// Why nobody can subscribe to it.
            private let refusalToSubscribe: Failure?
            private let encode: (Element) throws -> [UInt8]
            private let nats: NATS
            private let decoder: Decoder<Element>
            private let queue: String?
            private let pending: Pending
            private let onDrop: (@Sendable (Int) -> Void)?

            private struct Counts {
                /// Of subscriptions that have ended.
                var dropped = 0
                var unsent = 0
                var live: [ObjectIdentifier: NativeSubscription] = [:]
            }

            private let counts = Locked(Counts())

            init(
                _ nats: NATS,
                _ name: String,
                _ decoder: Decoder<Element>,
                _ queue: String?,
                _ pending: Pending,
                _ onDrop: (@Sendable (Int) -> Void)?
            ) {
                self.nats = nats
                self.name = name
                refusalToSend = Parameter("NATS.Subject.send", "the subject").failure(ofSubject: name)
                refusalToSubscribe =
                    Parameter("NATS.subject", "name").failure(ofSubject: name, wildcards: true)
                    ?? queue.flatMap { Parameter("NATS.subject", "queue").failure(ofWord: $0) }
                self.decoder = decoder
                encode = decoder.coding.encode
                self.queue = queue
                self.pending = pending
                self.onDrop = onDrop
            }

            /// How many messages have been dropped so far because too many waited for an observer.
            public var dropped: Int {
                let (dropped, live) = counts.access { ($0.dropped, Array($0.live.values)) }
                return live.reduce(dropped) { $0 + $1.dropped }
            }

            /// How many elements that were sent with `onNext` have not been sent, as `NATS.problems` has said.
            public var unsent: Int { counts.access { $0.unsent } }

            /// The messages as an observable.
            public func asObservable() -> Observable<Element> {
                Observable.create(named: self.label) { observer in
                    let reception = Reception(self, observer)
                    reception.start()
                    return Disposables.create { reception.end() }
                }
            }

            /// Subscribes `observer` to the messages.
            ///
            /// - Parameter observer: what receives the elements.
            /// - Returns: the subscription; disposing it ends it at the server, too.
            public func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable
            where Observer.Element == Element {
                asObservable().subscribe(observer)
            }

            /// Sends an element. The end of a source means nothing to a subject, so it is ignored.
            ///
            /// An element that cannot be sent is counted in ``unsent``, and reported in `NATS.problems`.
            ///
            /// - Parameter event: the event.
            public func on(_ event: Event<Element>) {
                if case .next(let element) = event { onNext(element) }
            }

            /// Sends an element; as `on(.next(element))`.
            ///
            /// - Parameter element: the element.
            public func onNext(_ element: Element) {
                do {
                    try send(element)
                } catch {
                    counts.access { $0.unsent += 1 }
                    nats.shared.counts.access { $0.unsent += 1 }
                    nats.shared.report("element for \(name)", "\(error)")
                }
            }

            /// Sends an element.
            ///
            /// - Parameters:
            ///   - element: the element.
            ///   - headers: headers to send with it.
            /// - Throws: what the coding throws; and a ``Failure``: if nothing can be sent to the subject, as to one
            ///   with wildcards, if a header cannot be sent, if the payload is larger than the server allows, if the
            ///   connection has been closed, if too much waits for it, or if the server reads nothing for twice
            ///   ``Options/pingInterval`` (``Failure/Kind/timeout``).
            public func send(_ element: Element, headers: Headers = [:]) throws {
                if let refusalToSend { throw refusalToSend }
                let payload = try encode(element)
                if headers.isEmpty {
                    try Failure.check(nats.native.publish(payload, to: name), "message to \(name)")
                } else {
                    let message = try NativeMessage(
                        subject: name,
                        reply: nil,
                        payload: payload,
                        headers: headers,
                        from: Parameter("NATS.Subject.send", "the subject")
                    )
                    try Failure.check(nats.native.publish(message), "message to \(name)")
                }
            }

            /// What a dump shows.
            private var label: String {
                "subject(\"\(name)\"\(queue.map { ", queue: \"\($0)\"" } ?? ""), pending: \(pending.messages))"
            }

            private func begin(_ subscription: NativeSubscription) {
                counts.access { $0.live[ObjectIdentifier(subscription)] = subscription }
            }

            private func end(_ subscription: NativeSubscription) {
                let dropped = subscription.dropped
                let former = counts.access { counts in
                    counts.dropped += dropped
                    return counts.live.removeValue(forKey: ObjectIdentifier(subscription))
                }
                releaseValue(former)
            }

            /// One subscription of an observer.
            private final class Reception: @unchecked Sendable {
                private struct State {
                    var subscription: NativeSubscription?
                    var listener: Int?
                    var isOver = false
                    /// What was counted so far.
                    var dropped = 0
                    /// What `onDrop` was told so far, by one thread at a time.
                    var told = 0
                    var isTelling = false
                    var isDropping = false
                }

                private let subject: Subject
                private let observer: AnyObserver<Element>
                private let state = Locked(State())

                init(_ subject: Subject, _ observer: AnyObserver<Element>) {
                    self.subject = subject
                    self.observer = observer
                }

                func start() {
                    if let refusal = subject.refusalToSubscribe { return observer.onError(refusal) }
                    let shared = subject.nats.shared
                    do {
                        let made = try NativeSubscription(
                            subject.nats.native,
                            to: subject.name,
                            queue: subject.queue,
                            pending: subject.pending,
                            onSlow: { [weak self] in self?.slow() },
                            // A strong reference to an object that has weak ones costs more.
                            { [weak self, dropping, decoder = subject.decoder, observer] message in
                                if dropping.value > 0 { self?.reportDrops() }
                                decoder.pass(message, to: observer)
                            }
                        )
                        subject.begin(made)
                        let isOver = state.access { state in
                            if !state.isOver { state.subscription = made }
                            return state.isOver
                        }
                        if isOver { return stop(made) }
                    } catch {
                        return observer.onError(error)
                    }
                    let listener = shared.listen { [weak self] event in
                        if case .closed = event { self?.close() }
                    }
                    let isLate = state.access { state in
                        if !state.isOver { state.listener = listener }
                        return state.isOver
                    }
                    if isLate { shared.stopListening(listener) }
                }

                func end() {
                    if let subscription = takeSubscription() { stop(subscription) }
                }

                private func takeSubscription() -> NativeSubscription? {
                    let (subscription, listener) = state.access { state in
                        state.isOver = true
                        return (exchange(&state.subscription, for: nil), exchange(&state.listener, for: nil))
                    }
                    if let listener { subject.nats.shared.stopListening(listener) }
                    return subscription
                }

                private func stop(_ subscription: NativeSubscription) {
                    subscription.cancel()
                    count(subscription.dropped)
                    subject.end(subscription)
                }

                /// The connection has been closed. A message may be with the observer, on another thread: the end comes
                /// after it.
                private func close() {
                    let error = subject.nats.shared.closingError
                    let finish = { @Sendable [observer] in
                        if let error { observer.onError(error) } else { observer.onCompleted() }
                    }
                    guard let subscription = takeSubscription() else { return finish() }
                    subscription.finish(finish)
                    stop(subscription)
                }

                /// Whether libnats has said that it drops: 1, or 0 when all that was dropped is
                /// reported. Read for each message.
                private let dropping = AtomicCounter.Object()

                private func slow() {
                    setDropping(true)
                    reportDrops()
                }

                // libnats says once that it has begun to drop, so this asks at each message until nothing more is
                // dropped.
                private func reportDrops() {
                    guard let subscription = state.access({ $0.subscription }) else { return }
                    let isOver = subscription.waiting < subject.pending.messages / 2
                    count(subscription.dropped)
                    if isOver { setDropping(false) }
                }

                private func setDropping(_ isDropping: Bool) {
                    state.access { state in
                        if exchange(&state.isDropping, for: isDropping) == isDropping { return }
                        _ = dropping.add(isDropping ? 1 : -1)
                    }
                }

                private func count(_ dropped: Int) {
                    let (more, tells) = state.access { state in
                        let more = dropped - state.dropped
                        state.dropped = max(state.dropped, dropped)
                        return (more, more > 0 && !exchange(&state.isTelling, for: true))
                    }
                    if more > 0 { subject.nats.shared.counts.access { $0.dropped += more } }
                    if !tells { return }
                    while let number = state.access({ state -> Int? in
                        state.isTelling = state.told < state.dropped
                        state.told = state.dropped
                        return state.isTelling ? state.told : nil
                    }) {
                        subject.onDrop?(number)
                    }
                }
            }
        }
    }
#endif
