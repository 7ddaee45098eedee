#if NATS
    import Millrace

    extension NATS {
        /// A stream's acknowledgement of a message.
        public struct Published: Sendable, Hashable {
            /// The id that the message was sent with.
            public let id: String
            /// The subject that it was sent to.
            public let subject: String
            /// The message's number in the stream.
            public let sequence: UInt64
            /// Whether the stream had a message of this id already, so that it did not store this one.
            public let isDuplicate: Bool
        }
    }

    extension ObservableConvertibleType {
        /// Publishes the elements to a stream, and waits for the acknowledgement of each.
        ///
        /// Up to `maxInFlight` elements are on their way at a time. They are stored in their order, also when the
        /// connection is lost in between: each subscription has a connection of its own, and what is not acknowledged
        /// when that connection ends is sent again, from the oldest on, over the next one. The ids keep the stream from
        /// storing a message twice, within its ``NATS/StreamConfiguration/duplicateWindow``.
        ///
        /// - **Emits** the acknowledgements, in the order of the elements.
        /// - **Completes** when the source has completed and all elements have been acknowledged.
        /// - **Fails** with a ``NATS/Failure`` when an element is refused, because no stream keeps the subject, the
        ///   server does not permit it (``NATS/Failure/Kind/authorization``), a limit of the stream or the disk is
        ///   reached, the payload is too large, or the subject or the id cannot be sent. The error names the subject
        ///   and the id, and has the server's words; elements behind it may have been stored. Fails at once with
        ///   ``NATS/Failure/Kind/invalid`` if the stream exists and acknowledges nothing, takes no messages, or is a
        ///   mirror. Some servers answer nothing when the disk is full: then it fails with
        ///   ``NATS/Failure/Kind/timeout``, after three connections without an acknowledgement. Also fails with what
        ///   the coding throws; with the source's error, after the elements before it have been acknowledged; with an
        ///   `OverflowError`, with that strategy; with ``NATS/Failure/Kind/closed`` after `NATS.close()`. A lost
        ///   connection is no failure: it is made again, with the waits of ``NATS/Options``.
        /// - **Disposal** disposes the source's subscription, and closes the connection. What was sent may be stored.
        /// - **Thread**: the source may emit on any thread; sends and emits on a queue of its own.
        /// - **Complexity**: O(1) for each element. At most `maxInFlight` elements are on their way, and `maxInFlight`
        ///   more wait. If the source can pause, it is held back then; for another source, `overflow` has to be a
        ///   strategy that drops or fails.
        ///
        /// - Parameters:
        ///   - stream: the stream; it is made first if it does not exist.
        ///   - subject: where to send the elements: one of the stream's subjects, without wildcards.
        ///   - maxInFlight: how many elements may be without an acknowledgement at a time, at least 1.
        ///   - overflow: what to do with an element that comes when `maxInFlight` elements wait already; any strategy
        ///     but `.buffer`.
        ///   - id: the id of an element, which must not be used twice; if `nil`, one is made up. With ids of one's own,
        ///     an element that was published by a process that has ended can be published again without being stored
        ///     twice. An id must be in one line, without spaces at its ends, and not be empty.
        ///   - file: the path of the file of the call; the compiler fills it in.
        ///   - line: the line of the call; the compiler fills it in.
        public func publish(
            to stream: NATS.Stream,
            subject: String,
            maxInFlight: Int = 1_024,
            overflow: OverflowStrategy = .suspend,
            id: ((Element) -> String)? = nil,
            file: StaticString = #fileID,
            line: UInt = #line
        ) -> Observable<NATS.Published> where Element: Codable {
            publish(
                to: stream,
                coding: .json,
                subject: { _ in subject },
                maxInFlight: maxInFlight,
                overflow: overflow,
                id: id,
                file: file,
                line: line
            )
        }

        /// Publishes the elements to a stream, with a coding of one's own, each to a subject of its own; otherwise as
        /// `publish(to:subject:maxInFlight:overflow:id:file:line:)`.
        ///
        /// - Parameters:
        ///   - stream: the stream; it is made first if it does not exist.
        ///   - coding: how to send the elements.
        ///   - subject: where to send an element.
        ///   - maxInFlight: how many elements may be without an acknowledgement at a time, at least 1.
        ///   - overflow: what to do with an element that comes when `maxInFlight` elements wait already.
        ///   - id: the id of an element.
        ///   - file: the path of the file of the call; the compiler fills it in.
        ///   - line: the line of the call; the compiler fills it in.
        public func publish(
            to stream: NATS.Stream,
            coding: NATS.Coding<Element>,
            subject: @escaping (Element) -> String,
            maxInFlight: Int = 1_024,
            overflow: OverflowStrategy = .suspend,
            id: ((Element) -> String)? = nil,
            file: StaticString = #fileID,
            line: UInt = #line
        ) -> Observable<NATS.Published> {
            require(maxInFlight > 0, "publish(to:maxInFlight:): maxInFlight must be at least 1, not \(maxInFlight)")
            require(
                overflow != .buffer,
                "publish(to:overflow:): overflow .buffer has no bound; use .suspend, .dropOldest, .dropNewest or .error"
            )
            let source = asObservable()
            let prepare = { (element: Element, unique: () -> String) in
                Outgoing(
                    id: id?(element) ?? unique(),
                    subject: subject(element),
                    payload: try coding.encode(element)
                )
            }
            return Observable.create(
                named: "publish(to: \"\(stream.name)\", maxInFlight: \(maxInFlight), overflow: .\(overflow))"
            ) { observer in
                let publisher = StreamPublisher(stream, maxInFlight, observer)
                let subscription =
                    source
                    .observe(on: publisher.scheduler, capacity: maxInFlight, overflow: overflow, file: file, line: line)
                    .held(by: publisher.gate)
                    .subscribe(
                        fileID: file,
                        line: line,
                        onNext: { element in publisher.take { try prepare(element, $0) } },
                        onError: { publisher.endSource($0) },
                        onCompleted: { publisher.endSource(nil) }
                    )
                publisher.start()
                return Disposables.create {
                    subscription.dispose()
                    publisher.stop()
                }
            }
        }
    }

    /// An element that is to be published.
    struct Outgoing: Sendable {
        let id: String
        let subject: String
        let payload: [UInt8]
    }
#endif
