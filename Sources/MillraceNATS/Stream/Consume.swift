#if NATS
    import Millrace

    extension NATS {
        /// In which order a consumer emits its messages.
        public enum Order: Sendable, Hashable {
            /// As they come. A message that is delivered again comes behind others.
            case none
            /// A message is emitted when the message before it, of the same subject, has been answered with `ack` or
            /// `reject`. A message with a `nack` comes again before others of its subject, from this process.
            case perSubject
        }
    }

    extension NATS.Stream {
        /// The messages of the stream for a durable consumer, each of which has to be answered: at least once.
        ///
        /// The server keeps the consumer, and what has been acknowledged, beyond this subscription. If several
        /// processes consume under one name, each message goes to one of them. A message that is not answered within
        /// `ackWait` is delivered again, to any of them. While a message waits here for room or for its turn, the server
        /// is told that it is being handled, so it is not delivered again.
        ///
        /// - **Emits** a delivery for each message. A message that this subscription has acknowledged or rejected, and
        ///   that comes again because the server has lost the answer, is answered again and not emitted; `window` says
        ///   how far back. `NATS.counts` has the number of these.
        /// - **Completes** after `NATS.close()`.
        /// - **Fails** with a ``NATS/Failure`` if the first attempt finds no JetStream, no stream, another kind of
        ///   consumer or one of other subjects, or is refused or not permitted; if `durable` cannot be a name or
        ///   `subject` cannot be a subject; and if the connection is given up. Later trouble is reported in
        ///   `NATS.problems`, and tried again; a consumer that was deleted is made again.
        /// - **Disposal** stops asking for messages; the consumer stays at the server. Deliveries that have been
        ///   emitted can still be answered. What waits is delivered again later.
        /// - **Thread**: emits on a thread of libnats, or on the thread that makes room or answers, one delivery at a
        ///   time. A thread emits at most 64 deliveries that wait; a thread of Dispatch emits the rest.
        /// - **Complexity**: O(1) for each message, and 4 bytes for each message of `window`. At most `maxInFlight`
        ///   messages are asked for, wait, or are without an answer at a time. While a bounded queue with the strategy
        ///   `OverflowStrategy.suspend` further down is full, nothing is asked for.
        ///
        /// - Parameters:
        ///   - durable: the consumer's name, without dots, spaces, wildcards and slashes. If it does not exist, it is
        ///     made, from the beginning of the stream on.
        ///   - type: the elements, which come as JSON.
        ///   - subject: whose messages are wanted; all of the stream if `nil`. If the consumer exists with another
        ///     subject, consuming fails. If the consumer exists with a subject and this is `nil`, only the messages of
        ///     the consumer's subject come, and `NATS.problems` says so.
        ///   - maxInFlight: how many messages are asked for, wait, or are without an answer at a time, at least 1.
        ///   - order: in which order messages are emitted. For an order of each subject, one process at a time
        ///     consumes; it takes over at once what an earlier one was given and has not answered.
        ///   - ackWait: how long the server waits for an answer, if the consumer is made.
        ///   - window: how many numbers of the stream back an answered message is known, at least 1.
        ///   - onUndecodable: called, in place of the observer, with a message of which no element can be made. Such a
        ///     message is rejected, so it is not delivered again.
        public func consume<Element: Codable>(
            durable: String,
            of type: Element.Type = Element.self,
            subject: String? = nil,
            maxInFlight: Int = 256,
            order: NATS.Order = .none,
            ackWait: Duration = .seconds(30),
            window: Int = 65_536,
            onUndecodable: (@Sendable (NATS.Undecodable) -> Void)? = nil
        ) -> Observable<NATS.Delivery<Element>> {
            consume(
                durable: durable,
                coding: .json,
                subject: subject,
                maxInFlight: maxInFlight,
                order: order,
                ackWait: ackWait,
                window: window,
                onUndecodable: onUndecodable
            )
        }

        /// The messages of the stream for a durable consumer, with a coding of one's own; otherwise as
        /// `consume(durable:of:subject:maxInFlight:order:ackWait:window:onUndecodable:)`.
        ///
        /// - Parameters:
        ///   - durable: the consumer's name.
        ///   - coding: how the elements come, such as `.bytes`.
        ///   - subject: whose messages are wanted; all of the stream if `nil`.
        ///   - maxInFlight: how many messages are asked for, wait, or are without an answer at a time, at least 1.
        ///   - order: in which order messages are emitted.
        ///   - ackWait: how long the server waits for an answer, if the consumer is made.
        ///   - window: how many numbers of the stream back an answered message is known, at least 1.
        ///   - onUndecodable: called with a message of which no element can be made.
        public func consume<Element>(
            durable: String,
            coding: NATS.Coding<Element>,
            subject: String? = nil,
            maxInFlight: Int = 256,
            order: NATS.Order = .none,
            ackWait: Duration = .seconds(30),
            window: Int = 65_536,
            onUndecodable: (@Sendable (NATS.Undecodable) -> Void)? = nil
        ) -> Observable<NATS.Delivery<Element>> {
            consume(
                DurableOptions(
                    name: durable,
                    subject: subject,
                    maxInFlight: maxInFlight,
                    order: order,
                    ackWait: ackWait,
                    window: window,
                    times: PullTimes()
                ),
                Decoder(coding: coding, shared: nats.shared, onUndecodable: onUndecodable)
            )
        }

        func consume<Element>(
            _ options: DurableOptions,
            _ decoder: Decoder<Element>
        ) -> Observable<NATS.Delivery<Element>> {
            require(
                options.maxInFlight > 0,
                "consume(durable:maxInFlight:): maxInFlight must be at least 1, not \(options.maxInFlight)"
            )
            require(options.window > 0, "consume(durable:window:): window must be at least 1, not \(options.window)")
            require(
                options.ackWait >= .milliseconds(10),
                "consume(durable:ackWait:): ackWait must be at least 10 ms, not \(options.ackWait)"
            )
            if let failure = NATS.Parameter("consume(durable:)", "durable").failure(ofName: options.name)
                ?? options.subject.flatMap({
                    NATS.Parameter("consume(subject:)", "subject").failure(ofSubject: $0, wildcards: true)
                })
            {
                return Observable.error(failure)
            }
            // The engine knows nothing of elements, so that it is compiled for itself.
            return Observable.create(named: options.label(self.name)) { observer, pressure in
                let consumer = DurableConsumer(
                    self,
                    options,
                    pressure,
                    emit: { decoder.pass($0, to: observer) },
                    end: { observer.on($0) }
                )
                consumer.start()
                return Disposables.create { consumer.dispose() }
            }
        }
    }
#endif
