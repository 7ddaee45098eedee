#if NATS
    import CNATS
    import Millrace

    /// A subscription of libnats. `cancel()`, or the release of this object, ends it.
    ///
    /// libnats calls `receive` on a thread of its own, with one message at a time. After `cancel()`, a call that is
    /// under way ends, and there is no other call.
    final class NativeSubscription: @unchecked Sendable {
        private let pointer: OpaquePointer
        private let inbox: Inbox
        private let connection: NativeConnection
        private let lastDropped = Locked(0)

        /// What libnats holds: the closure, until the subscription is cancelled.
        private final class Inbox: Sendable {
            // In a structure: as the state itself, a closure would be wrapped once more at each access.
            struct Handler {
                var receive: (@Sendable (NativeMessage) -> Void)?
                /// What is to be called when no call of `receive` is under way, and none will come.
                var finish: (@Sendable () -> Void)?
            }

            private let handler: Locked<Handler>
            private let isFinishing = AtomicCounter.Object()
            let calls = Callbacks.Calls()

            init(_ receive: @escaping @Sendable (NativeMessage) -> Void) {
                handler = Locked(Handler(receive: receive))
            }

            func take(_ message: NativeMessage) {
                _ = calls.advance(by: 1)
                handler.access { $0.receive }?(message)
                // The end of the call comes before the look at `isFinishing`; `finish` writes that before it looks at
                // the calls. So one of the two sees the other.
                _ = calls.add(1)
                if isFinishing.value > 0 { callFinish() }
            }

            func finish(_ body: @escaping @Sendable () -> Void) {
                let former = handler.access { exchange(&$0, for: Handler(receive: nil, finish: body)) }
                _ = isFinishing.add(1)
                if calls.value % 2 == 0 { callFinish() }
                releaseValue(former)
            }

            private func callFinish() { handler.access { exchange(&$0.finish, for: nil) }?() }

            func clear() {
                releaseValue(handler.access { exchange(&$0.receive, for: nil) })
            }
        }

        /// - Parameters:
        ///   - name: what the subscription is for, if the subject does not say it.
        ///   - pending: how many messages and bytes may wait for `receive`; what comes beyond is dropped, and counted.
        ///   - onSlow: called when libnats has begun to drop.
        init(
            _ connection: NativeConnection,
            to subject: String,
            name: String? = nil,
            queue: String? = nil,
            pending: NATS.Pending = .unbounded,
            onSlow: (@Sendable () -> Void)? = nil,
            _ receive: @escaping @Sendable (NativeMessage) -> Void
        ) throws {
            self.connection = connection
            inbox = Inbox(receive)
            let held = Unmanaged.passRetained(inbox)
            var made: OpaquePointer?
            let handler: natsMsgHandler = { _, _, pointer, closure in
                guard let pointer, let closure else { return }
                let message = NativeMessage(taking: pointer)
                let inbox = Unmanaged<Inbox>.fromOpaque(closure).takeUnretainedValue()
                inbox.take(message)
            }
            let status = connection.use { connection in
                queue.map { natsConnection_QueueSubscribe(&made, connection, subject, $0, handler, held.toOpaque()) }
                    ?? natsConnection_Subscribe(&made, connection, subject, handler, held.toOpaque())
            }
            guard status == NATS_OK, let made else {
                held.release()
                throw NATS.Failure(status, "subscription to \(subject)")
            }
            pointer = made
            connection.callbacks?.watch(inbox.calls, name ?? "subscription to \(subject)")
            if let onSlow { connection.events.watch(made, onSlow) }
            let limits = natsSubscription_SetPendingLimits(made, Int32(pending.messages), Int32(pending.bytes))
            // Called on the thread of `receive`, after the last call of it. If the connection was closed just now,
            // libnats refuses, and nobody says when that is; then the inbox, which is empty, stays.
            natsSubscription_SetOnCompleteCB(
                made,
                { Unmanaged<Inbox>.fromOpaque($0!).release() },
                held.toOpaque()
            )
            guard limits == NATS_OK || limits == NATS_INVALID_SUBSCRIPTION else {
                cancel()
                throw NATS.Failure(limits, "pending limits of a subscription to \(subject)")
            }
        }

        deinit {
            detach()
            let (pointer, ended) = (Sent(pointer), connection.events.ended)
            connection.whenFree {
                natsSubscription_Unsubscribe(pointer.value)
                ended.add(pointer.value)
            }
        }

        /// Ends the subscription, and releases `receive`.
        func cancel() {
            detach()
            connection.whenFree { [self] in natsSubscription_Unsubscribe(pointer) }
        }

        /// Calls `body` once, after the call of `receive` that is under way, on that thread; at once if there is none.
        /// There is no other call of `receive`.
        func finish(_ body: @escaping @Sendable () -> Void) { inbox.finish(body) }

        private func detach() {
            connection.callbacks?.unwatch(inbox.calls)
            connection.events.unwatch(pointer)
            // libnats says nothing of a subscription that has ended.
            _ = dropped
            inbox.clear()
        }

        /// How many messages libnats has dropped because too many waited.
        var dropped: Int {
            var count: Int64 = 0
            natsSubscription_GetDropped(pointer, &count)
            return lastDropped.access { last in
                last = max(last, Int(count))
                return last
            }
        }

        /// How many messages wait.
        var waiting: Int {
            var count: Int32 = 0
            natsSubscription_GetPending(pointer, &count, nil)
            return Int(count)
        }
    }
#endif
