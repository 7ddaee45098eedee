#if NATS
    import Millrace

    extension NATS {
        /// Sends a request, and waits for the first reply.
        ///
        /// - **Emits** the reply's element.
        /// - **Fails** with a ``Failure``: at once with ``Failure/Kind/noResponders`` if nobody listens to the subject,
        ///   with ``Failure/Kind/authorization`` if the server does not permit the request or its reply, and with
        ///   ``Failure/Kind/invalid`` if nothing can be sent to `subject` or a header cannot be sent; with
        ///   ``Failure/Kind/timeout`` if no reply comes in time, with ``Failure/Kind/closed``; with what the coding
        ///   throws.
        /// - **Disposal** forgets the request; a reply that comes later is dropped.
        /// - **Thread**: sends on the thread that subscribes or, while the connection is being made again, on a thread of
        ///   Dispatch; emits on a thread of libnats, and a timeout on another thread.
        /// - **Complexity**: O(1). All requests of a connection share one subscription.
        ///
        /// ```swift
        /// let answers = nats.responses(to: "double", of: Int.self) { $0 * 2 }.subscribe()
        /// let answer = nats.request(21, to: "double", reply: Int.self)
        /// print(try await answer.value)
        /// // 42
        /// ```
        ///
        /// - Parameters:
        ///   - request: what to send, as JSON.
        ///   - subject: where to send it.
        ///   - reply: the type of the reply.
        ///   - headers: headers to send with it.
        ///   - timeout: how long to wait for a reply.
        public func request<Request: Codable & Sendable, Reply: Codable>(
            _ request: Request,
            to subject: String,
            reply: Reply.Type = Reply.self,
            headers: Headers = [:],
            timeout: Duration = .seconds(5)
        ) -> Single<Reply> {
            self.request(request, to: subject, coding: .json, replyCoding: .json, headers: headers, timeout: timeout)
        }

        /// Sends a request with a coding of one's own; otherwise as `request(_:to:reply:headers:timeout:)`.
        ///
        /// - Parameters:
        ///   - request: what to send.
        ///   - subject: where to send it.
        ///   - coding: how to send it.
        ///   - replyCoding: how to read the reply.
        ///   - headers: headers to send with it.
        ///   - timeout: how long to wait for a reply.
        public func request<Request: Sendable, Reply>(
            _ request: Request,
            to subject: String,
            coding: Coding<Request>,
            replyCoding: Coding<Reply>,
            headers: Headers = [:],
            timeout: Duration = .seconds(5)
        ) -> Single<Reply> {
            let (native, replies) = (native, shared.replies)
            return Single.create { observer in
                // Kept until the reply comes or the subscription is disposed.
                nonisolated(unsafe) let observer = observer
                let payload: [UInt8]
                do {
                    payload = try coding.encode(request)
                } catch {
                    observer(.failure(error))
                    return Disposables.create()
                }
                let request = replies.send(
                    payload,
                    to: subject,
                    headers: headers,
                    timeout: timeout,
                    over: native,
                    from: Parameter("NATS.request", "the subject")
                ) { result in
                    observer(
                        Result {
                            let message = try result.get()
                            if message.isNoResponders {
                                throw Failure(.noResponders, "request to \(subject)", "nobody listens to the subject")
                            }
                            return try replyCoding.decode(Message(native: message))
                        }
                    )
                }
                return Disposables.create { replies.cancel(request) }
            }
        }

        /// Answers the requests to a subject, while somebody is subscribed.
        ///
        /// - **Emits** the requests that have been answered.
        /// - **Completes**, and **fails**, as ``Subject`` does. A request for which `answer` throws is not answered,
        ///   and reported in ``problems``.
        /// - **Disposal** ends the subscription at the server.
        /// - **Thread**: calls `answer` on a thread of libnats.
        /// - **Complexity**: O(1) for each request.
        ///
        /// - Parameters:
        ///   - subject: the subject.
        ///   - type: the type of the requests, which come as JSON.
        ///   - queue: the name of a group of which one answers each request.
        ///   - answer: makes the reply.
        public func responses<Request: Codable, Reply: Codable>(
            to subject: String,
            of type: Request.Type = Request.self,
            queue: String? = nil,
            _ answer: @escaping @Sendable (Request) throws -> Reply
        ) -> Observable<Request> {
            let messages = self.subject(subject, coding: .message, queue: queue)
            let (native, shared) = (native, shared)
            let requests = Coding<Request>.json
            let replies = Coding<Reply>.json
            return messages.asObservable().compactMap { message in
                do {
                    let request = try requests.decode(message)
                    let reply = message.reply ?? ""
                    if reply.isEmpty { throw NATS.undecodable("the request names no subject for a reply") }
                    if let refusal = Parameter("NATS.responses", "the subject for the reply").failure(ofSubject: reply)
                    {
                        throw refusal
                    }
                    let payload = try replies.encode(try answer(request))
                    try Failure.check(native.publish(payload, to: reply), "reply to \(subject)")
                    return request
                } catch {
                    shared.report("request on \(subject)", "\(error)")
                    return nil
                }
            }
        }
    }
#endif
