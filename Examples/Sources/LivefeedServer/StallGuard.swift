#if Server
    import Foundation
    import Hummingbird
    import NIOConcurrencyHelpers
    import NIOCore

    /// Closes a connection whose peer takes nothing of what is written for too long, so that clients that do not read
    /// cannot keep all places.
    ///
    /// While nothing has to wait, there is no timer. Otherwise the guard looks at how many bytes wait in the channel: if
    /// they have become fewer, the peer has read something. The system takes more from the channel only when a third of
    /// its own buffer is free again, and the peer's system says so only when much of its buffer is free. So a peer has to
    /// read some amount within the limit: on Linux, 40 kB if its receive buffer is as small as possible, and 200 kB if
    /// the buffer has the usual size.
    package final class StallGuard: ChannelOutboundHandler, RemovableChannelHandler {
        package typealias OutboundIn = Any
        package typealias OutboundOut = Any

        /// How the connection has ended. May be read on any thread.
        package final class Verdict: Sendable {
            private let value = NIOLockedValueBox(false)

            /// Whether the guard has closed the connection.
            package fileprivate(set) var isStalled: Bool {
                get { value.withLockedValue { $0 } }
                set { value.withLockedValue { $0 = newValue } }
            }
        }

        package let verdict = Verdict()
        private let limit: TimeAmount
        /// How many bytes waited at the last look.
        private var waiting = 0
        private var lastProgress = NIODeadline.now()
        private var timer: Scheduled<Void>?

        /// - Parameter limit: for how long the peer may take nothing.
        package init(limit: TimeAmount) {
            self.limit = limit
        }

        package func handlerRemoved(context: ChannelHandlerContext) {
            timer?.cancel()
            timer = nil
        }

        package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            if timer != nil { look(context) }
            context.write(data, promise: promise)
            // What has just come is not what the peer has left.
            if timer != nil { waiting = context.waitingBytes }
        }

        package func flush(context: ChannelHandlerContext) {
            context.flush()
            if timer != nil { return look(context) }
            waiting = context.waitingBytes
            if waiting > 0 {
                lastProgress = .now()
                start(context, at: lastProgress + limit)
            }
        }

        private func look(_ context: ChannelHandlerContext) {
            let now = context.waitingBytes
            if now < waiting || now == 0 { lastProgress = .now() }
            waiting = now
        }

        private func start(_ context: ChannelHandlerContext, at time: NIODeadline) {
            timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) { [self] in
                timer = nil
                look(context)
                if waiting == 0 { return }
                if .now() - lastProgress < limit { return start(context, at: lastProgress + limit) }
                verdict.isStalled = true
                // At once: otherwise the system would keep what waits, for a peer that may never read it.
                _ = (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
                context.close(promise: nil)
            }
        }
    }

    extension ChannelHandlerContext {
        /// How many bytes were written to the channel and have not gone out.
        fileprivate var waitingBytes: Int {
            (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        }
    }

    /// What is known of a request: also the connection over which it has come.
    package struct ClientContext: RequestContext {
        package var coreContext: CoreRequestContextStorage
        private let channel: any Channel

        package init(source: ApplicationRequestContextSource) {
            coreContext = .init(source: source)
            channel = source.channel
        }

        /// Waits until the connection has what was written. Only then does the next write know whether there is room: one
        /// that comes while the event loop is busy waits for nothing, so many of them would pile up.
        func settle() async {
            try? await channel.eventLoop.submit {}.get()
        }

        /// The verdict of the connection's guard; that of none, if there is none.
        var verdict: StallGuard.Verdict {
            get async {
                let channel = channel
                let found = channel.eventLoop.submit {
                    try channel.pipeline.syncOperations.handler(type: StallGuard.self).verdict
                }
                return (try? await found.get()) ?? StallGuard.Verdict()
            }
        }
    }
#endif
