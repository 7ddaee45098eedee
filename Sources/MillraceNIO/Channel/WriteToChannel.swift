#if NIO
    import Millrace
    import NIOCore

    extension ObservableConvertibleType {
        /// Writes the elements of this source to a channel, while the channel is writable.
        ///
        /// Elements wait for the channel's loop and for the channel to become writable: at most `capacity` of them, and
        /// what the channel itself keeps up to its high watermark (`ChannelOptions.writeBufferWaterMark`, in bytes).
        /// With `.suspend`, which is the default, a full queue holds the source back. What several elements write is
        /// flushed at once: once for each job of the loop, which delivers up to 256 elements.
        ///
        /// - **Completes** when the source has completed and all elements have been written to the transport. What becomes
        ///   of the channel then is `whenCompleted`.
        /// - **Fails** with the source's error, after the elements that wait have been written; with the error of a write
        ///   that fails; with `ChannelError.ioOnClosedChannel` if the channel becomes inactive first. With the strategy
        ///   `.error`, an element for which there is no room makes it fail with an `OverflowError` at once, and the elements
        ///   that wait are dropped: a peer that does not read would keep them waiting for ever. The source's subscription is
        ///   disposed. What becomes of the channel then is `whenFailed`.
        ///   A channel also becomes inactive when its peer goes away, so subscribe with `onError`. Otherwise the error of
        ///   each peer that goes away reaches `Hooks.defaultErrorHandler`, which prints it by default.
        /// - **Disposal** disposes the source's subscription and drops the elements that wait. What was handed to the
        ///   channel is still written. The channel stays as it is.
        /// - **Thread**: the source may emit on any thread; writes, completes and fails on the channel's loop. A source
        ///   that was held back goes on on the loop, unless it has a scheduler of its own.
        /// - **Complexity**: O(1) for each element; one promise for each element, which says whether the write has failed.
        ///
        /// ```swift
        /// let channel = EmbeddedChannel()
        /// let written = Observable.of("a", "b").write(to: channel, capacity: 16, whenCompleted: .close)
        /// let subscription = written.subscribe(onCompleted: { print("written") })
        /// channel.embeddedEventLoop.run()
        /// print(try channel.readOutbound(as: String.self) ?? "nothing")
        /// // written
        /// // a
        /// ```
        ///
        /// - Parameters:
        ///   - channel: where to write. The pipeline's last outbound handler has to take elements of this type.
        ///   - capacity: how many elements may wait, at least 1.
        ///   - overflow: what to do with an element that comes when `capacity` elements wait already; any strategy but
        ///     `.buffer`.
        ///   - whenCompleted: what to do with the channel when all has been written.
        ///   - whenFailed: what to do with the channel after a failure.
        ///   - file: the path of the file of the call; the compiler fills it in.
        ///   - line: the line of the call; the compiler fills it in.
        /// - Returns: a source whose subscriptions each subscribe to this one and write.
        public func write(
            to channel: any Channel,
            capacity: Int,
            overflow: OverflowStrategy = .suspend,
            whenCompleted: ChannelEnding = .keepOpen,
            whenFailed: ChannelEnding = .keepOpen,
            file: StaticString = #fileID,
            line: UInt = #line
        ) -> Completable {
            require(capacity > 0, "write(to:capacity:overflow:): capacity must be at least 1, not \(capacity)")
            require(
                overflow != .buffer,
                "write(to:capacity:overflow:): overflow .buffer has no bound; use .suspend, .dropOldest, .dropNewest or .error"
            )
            let source = asObservable()
            return Completable.create { observer in
                let scheduler = EventLoopScheduler(channel.eventLoop)
                let writer = ChannelWriter<Element>(channel, whenCompleted, whenFailed, observer)
                writer.start()
                if writer.hasFailed { return Disposables.create() }
                var onDrop: (@Sendable () -> Void)?
                if overflow == .error { onDrop = { writer.overflow(capacity, "\(file):\(line)") } }
                let subscription =
                    source
                    .observe(
                        on: scheduler,
                        capacity: capacity,
                        overflow: overflow,
                        file: file,
                        line: line,
                        onDrop: onDrop
                    )
                    .held(by: writer.gate)
                    .subscribe { writer.receive($0) }
                return Disposables.create(subscription, writer)
            }
        }
    }

    /// Writes elements, flushes them, and closes a gate while the channel is not writable.
    ///
    /// All of it runs on the loop, and after the loop's end on whichever thread has found that out.
    private final class ChannelWriter<Element>: ChannelInboundHandler, RemovableChannelHandler, Disposable,
        @unchecked Sendable
    {
        typealias InboundIn = Any

        let gate = PressureGate()

        private let channel: any Channel
        private let whenCompleted: ChannelEnding
        private let whenFailed: ChannelEnding
        // `nil` after the end.
        private var observer: Completable.CompletableObserver?
        private var context: ChannelHandlerContext?

        private var unflushed = 0
        private var unwritten = 0
        /// How the source has ended.
        private var end: CompletableEvent?
        /// Set by the thread that has found no room. What comes afterwards from the queue is not written: neither what has
        /// waited, nor what came after the lost element.
        private let overflowError = Locked<OverflowError?>(nil)

        init(
            _ channel: any Channel,
            _ whenCompleted: ChannelEnding,
            _ whenFailed: ChannelEnding,
            _ observer: @escaping Completable.CompletableObserver
        ) {
            self.channel = channel
            self.whenCompleted = whenCompleted
            self.whenFailed = whenFailed
            self.observer = observer
            gate.close()
        }

        /// Joins the pipeline, before the first element comes.
        func start() {
            channel.eventLoop.executeOrRun(
                LoopClosure {
                    self.join()
                } dropped: {
                    self.finish(with: .error(EventLoopError.shutdown))
                }
            )
        }

        /// Whether the channel has refused it, as one that is closed does at once. Known on the loop alone.
        var hasFailed: Bool { channel.eventLoop.inEventLoop && observer == nil }

        /// An element has found no room. The queue may be held back, so the end does not wait behind what it keeps.
        func overflow(_ capacity: Int, _ place: String) {
            let error = OverflowError(operation: "write(to:capacity:overflow:)", capacity: capacity, place: place)
            overflowError.access { $0 = error }
            let end: @Sendable () -> Void = { self.finish(with: .error(error)) }
            channel.eventLoop.executeOrRun(LoopClosure(end, dropped: end))
        }

        private func join() {
            if observer == nil { return }
            do {
                try channel.pipeline.syncOperations.addHandler(self, position: .last)
                if channel.isWritable { gate.open() }
            } catch {
                finish(with: .error(error))
            }
        }

        /// The subscription has ended or has been disposed.
        func dispose() {
            channel.eventLoop.executeOrRun(LoopClosure(leave, dropped: leave))
        }

        private func leave() {
            releaseValue(exchange(&observer, for: nil))
            if let context { context.pipeline.syncOperations.removeHandler(context: context, promise: nil) }
        }

        func handlerAdded(context: ChannelHandlerContext) {
            self.context = context
        }

        func handlerRemoved(context: ChannelHandlerContext) {
            self.context = nil
            // A channel that never became active, or was inactive already, says no more.
            finish(with: .error(ChannelError.ioOnClosedChannel))
        }

        func channelWritabilityChanged(context: ChannelHandlerContext) {
            context.fireChannelWritabilityChanged()
            // This may remove the handler, after which it could pass nothing on.
            if observer != nil, channel.isWritable { gate.open() }
        }

        func channelInactive(context: ChannelHandlerContext) {
            // Writes that have failed say why.
            context.fireChannelInactive()
            finish(with: .error(ChannelError.ioOnClosedChannel))
        }

        func receive(_ event: Event<Element>) {
            if let error = overflowError.access({ $0 }) { return finish(with: .error(error)) }
            switch event {
            case .next(let element): write(element)
            case .completed: endSource(with: .completed)
            case .error(let error): endSource(with: .error(error))
            }
        }

        private func write(_ element: Element) {
            if observer == nil { return }
            let promise = channel.eventLoop.makePromise(of: Void.self)
            unwritten += 1
            if unflushed == 0 { channel.eventLoop.execute(LoopClosure(flush)) }
            unflushed += 1
            promise.futureResult.whenComplete { self.written($0) }
            channel.pipeline.syncOperations.write(NIOAny(element), promise: promise)
            if !channel.isWritable { gate.close() }
        }

        private func flush() {
            unflushed = 0
            channel.pipeline.syncOperations.flush()
        }

        private func written(_ result: Result<Void, any Error>) {
            unwritten -= 1
            switch result {
            case .success: finishIfWritten()
            case .failure(let error): finish(with: .error(error))
            }
        }

        private func endSource(with event: CompletableEvent) {
            end = event
            finishIfWritten()
        }

        private func finishIfWritten() {
            if unwritten == 0, let end { finish(with: end) }
        }

        private func finish(with event: CompletableEvent) {
            guard let observer = exchange(&observer, for: nil) else { return }
            let ending =
                switch event {
                case .completed: whenCompleted
                case .error: whenFailed
                }
            observer(event)
            switch ending {
            case .keepOpen: break
            case .closeOutput: channel.close(mode: .output, promise: nil)
            case .close: channel.close(mode: .all, promise: nil)
            }
        }
    }
#endif
