#if NIO
    import Millrace
    import NIOCore

    extension Channel {
        /// What the channel reads, as an observable that pauses.
        ///
        /// Each subscription adds a handler at the end of the pipeline. The handler takes the messages that reach it, so
        /// subscribe once for each channel, and `share()` the observable for several observers. Subscribe on the loop
        /// before the channel reads, such as in a channel initializer; messages that come earlier are not kept.
        ///
        /// While a bounded queue with the strategy `OverflowStrategy.suspend` further down is full, the handler holds
        /// back the channel's reads, those of `autoRead` and those of your own. One read may bring several messages:
        /// those that find no room wait in the handler. So as many messages as one read brings may wait there.
        ///
        /// - **Emits** the messages, in order.
        /// - **Completes** when the channel becomes inactive or its input is closed, after the messages that wait.
        /// - **Fails** with an error that reaches the end of the pipeline, after the messages that wait; at once if the
        ///   channel is closed already; and with `EventLoopError.shutdown` if messages wait when the loop has been shut
        ///   down.
        /// - **Disposal** removes the handler, drops what waits, and lets a read that was held back go on: on the loop, so
        ///   later if the subscription is disposed elsewhere. The channel stays open. What it reads then goes to nobody.
        /// - **Thread**: may be subscribed to on any thread; emits on the channel's loop.
        /// - **Complexity**: O(1) for each message, without an allocation while there is room.
        ///
        /// ```swift
        /// let channel = EmbeddedChannel()
        /// let subscription = channel.inbound(of: String.self)
        ///     .subscribe(onNext: { print($0) }, onCompleted: { print("closed") })
        /// try channel.writeInbound("hello")
        /// _ = try channel.finish()
        /// // hello
        /// // closed
        /// ```
        ///
        /// - Parameter type: the type of the messages at the end of the pipeline. NIO stops the program if a message has
        ///   another type.
        public func inbound<Message>(of type: Message.Type = Message.self) -> Observable<Message> {
            Observable.create(pausable: { observer, pressure in
                let handler = InboundHandler(observer, pressure, self.eventLoop)
                self.eventLoop.executeOrRun(
                    LoopClosure {
                        handler.join(self.pipeline)
                    } dropped: {
                        handler.drop()
                    }
                )
                return Disposables.create {
                    self.eventLoop.executeOrRun(LoopClosure(handler.leave, dropped: handler.leave))
                }
            })
        }
    }

    /// Passes on what a channel reads, and holds back further reads while there is no room.
    ///
    /// All of it runs on the loop, and after the loop's end on whichever thread has found that out.
    private final class InboundHandler<Message>: ChannelDuplexHandler, RemovableChannelHandler, LoopJob,
        @unchecked Sendable
    {
        typealias InboundIn = Message
        typealias OutboundIn = Never

        private let eventLoop: any EventLoop
        private let pressure: Pressure
        // `nil` after the end.
        private var observer: AnyObserver<Message>?
        private var context: ChannelHandlerContext?

        // Messages that have found no room, and what follows them.
        private var waiting = CircularBuffer<Message>()
        private var end: Event<Message>?

        private var isPaused = false
        private var holdsRead = false
        private var isDelivering = false

        init(_ observer: AnyObserver<Message>, _ pressure: Pressure, _ eventLoop: any EventLoop) {
            self.observer = observer
            self.pressure = pressure
            self.eventLoop = eventLoop
        }

        func join(_ pipeline: ChannelPipeline) {
            if observer == nil { return }
            do {
                try pipeline.syncOperations.addHandler(self)
            } catch {
                finish(with: .error(error))
            }
        }

        /// The subscription has been disposed.
        func leave() {
            isPaused = false
            end = nil
            releaseValue((exchange(&observer, for: nil), exchange(&waiting, for: CircularBuffer())))
            releaseRead()
            if let context { context.pipeline.syncOperations.removeHandler(context: context, promise: nil) }
        }

        func handlerAdded(context: ChannelHandlerContext) {
            self.context = context
        }

        func handlerRemoved(context: ChannelHandlerContext) {
            releaseRead()
            self.context = nil
            finish(with: .completed)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let message = unwrapInboundIn(data)
            guard let observer else { return }
            // `deliver()` asks whether there is room, since other channels may have taken it.
            if isPaused || isDelivering || !pressure.isOpen {
                waiting.append(message)
            } else {
                isDelivering = true
                observer.onNext(message)
                isDelivering = false
            }
            // What has come during the call.
            deliver()
        }

        func read(context: ChannelHandlerContext) {
            if isPaused { holdsRead = true } else { context.read() }
        }

        func channelInactive(context: ChannelHandlerContext) {
            note(.completed)
            context.fireChannelInactive()
            deliver()
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case .inputClosed? = event as? ChannelEvent { note(.completed) }
            context.fireUserInboundEventTriggered(event)
            deliver()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            note(.error(error))
            context.fireErrorCaught(error)
            deliver()
        }

        private func finish(with event: Event<Message>) {
            note(event)
            deliver()
        }

        /// Keeps the end for delivery. The pipeline's event goes on before the delivery, which removes this handler; and
        /// another handler may close the channel meanwhile.
        private func note(_ event: Event<Message>) {
            if observer != nil, end == nil { end = event }
        }

        private func pauseIfFull() {
            if isPaused || observer == nil || pressure.isOpen { return }
            isPaused = true
            // Called on the thread that makes room.
            pressure.onReopen { self.eventLoop.executeOrRun(self) }
        }

        /// There is room.
        func run() {
            isPaused = false
            deliver()
            if !isPaused { releaseRead() }
        }

        func drop() {
            releaseValue(exchange(&waiting, for: CircularBuffer()))
            exchange(&observer, for: nil)?.onError(EventLoopError.shutdown)
        }

        /// Passes on what waits, as far as there is room.
        private func deliver() {
            // An observer may make the channel read, or close it.
            if isDelivering || isPaused { return }
            isDelivering = true
            defer { isDelivering = false }
            pauseIfFull()
            while !isPaused, let message = waiting.popFirst() {
                observer?.onNext(message)
                pauseIfFull()
            }
            if waiting.isEmpty, let end = exchange(&end, for: nil) {
                exchange(&observer, for: nil)?.on(end)
            }
        }

        private func releaseRead() {
            if exchange(&holdsRead, for: false) { context?.read() }
        }
    }
#endif
