#if NIO
    import Millrace
    import MillraceNIO
    import NIOCore
    import NIOEmbedded
    import NIOPosix
    import TestSupport
    import XCTest

    /// Counts flushes, and fails writes of a certain number.
    private final class Outlet: ChannelOutboundHandler {
        typealias OutboundIn = Int
        typealias OutboundOut = Int
        var flushes = 0
        var refused: Int?
        var onWrite: (Int) -> Void = { _ in }
        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            onWrite(unwrapOutboundIn(data))
            if unwrapOutboundIn(data) == refused {
                promise?.fail(TestError("refused"))
            } else {
                context.write(data, promise: promise)
            }
        }
        func flush(context: ChannelHandlerContext) {
            flushes += 1
            context.flush()
        }
    }

    final class WriteToChannelTests: XCTestCase {
        private let outlet = Outlet()
        private lazy var channel = EmbeddedChannel(handler: outlet)
        private var loop: EmbeddedEventLoop { channel.embeddedEventLoop }

        private func written() throws -> [Int] {
            var numbers: [Int] = []
            while let number = try channel.readOutbound(as: Int.self) { numbers.append(number) }
            return numbers
        }

        private func setWritable(_ isWritable: Bool) {
            channel.isWritable = isWritable
            channel.pipeline.fireChannelWritabilityChanged()
        }

        override func tearDown() {
            _ = try? channel.finish(acceptAlreadyClosed: true)
        }

        func testTheExample() throws {
            let printed = Box<[String]>([])
            let channel = EmbeddedChannel()
            let written = Observable.of("a", "b").write(to: channel, capacity: 16, whenCompleted: .close)
            let subscription = written.subscribe(onCompleted: { printed.value.append("written") })
            channel.embeddedEventLoop.run()
            printed.value.append(try channel.readOutbound(as: String.self) ?? "nothing")
            XCTAssertEqual(printed.value, ["written", "a"])
            XCTAssertFalse(channel.isActive)
            XCTAssertNoThrow(try channel.closeFuture.patientWait())
            subscription.dispose()
        }

        func testAnEcho() throws {
            let channel = EmbeddedChannel()
            let echo = channel.inbound(of: String.self).write(to: channel, capacity: 16, whenCompleted: .close)
            let recorder = Recorder<Never>()
            let subscription = echo.asObservable().subscribe(recorder)
            try channel.writeInbound("hello")
            channel.embeddedEventLoop.run()
            XCTAssertEqual(try channel.readOutbound(as: String.self), "hello")
            channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            channel.embeddedEventLoop.run()
            XCTAssertEqual(recorder.marks, ["|"])
            XCTAssertNoThrow(try channel.closeFuture.patientWait())
            subscription.dispose()
        }

        func testABatchIsFlushedOnce() throws {
            let recorder = Recorder<Never>()
            let subscription = Observable.range(start: 0, count: 600)
                .write(to: channel, capacity: 1_000).asObservable().subscribe(recorder)
            loop.run()
            XCTAssertEqual(try written(), Array(0..<600))
            XCTAssertEqual(recorder.marks, ["|"])
            XCTAssertLessThan(outlet.flushes, 6)
            subscription.dispose()
        }

        func testAChannelThatIsNotWritableHoldsTheSourceBack() throws {
            var produced = 0
            let source = Observable<Int>.generate(
                initialState: 0,
                condition: { $0 < 100 },
                iterate: { $0 + 1 }
            ).do(onNext: { _ in produced += 1 })
            channel.isWritable = false
            let recorder = Recorder<Never>()
            let subscription = source.write(to: channel, capacity: 10).asObservable().subscribe(recorder)
            loop.run()
            XCTAssertEqual(try written(), [])
            XCTAssertEqual(produced, 10)
            setWritable(true)
            loop.run()
            XCTAssertEqual(try written(), Array(0..<100))
            XCTAssertEqual(recorder.marks, ["|"])
            subscription.dispose()
        }

        func testABoundedQueueDropsWhileTheChannelIsNotWritable() throws {
            let source = PublishSubject<Int>()
            let subscription = source.write(to: channel, capacity: 2, overflow: .dropOldest).subscribe()
            source.onNext(0)
            loop.run()
            setWritable(false)
            // The write that finds the channel unwritable is the last.
            for number in 1...5 { source.onNext(number) }
            loop.run()
            let before = try written()
            XCTAssertEqual(before.first, 0)
            setWritable(true)
            loop.run()
            XCTAssertEqual(try before + written(), before == [0] ? [0, 4, 5] : [0, 1, 4, 5])
            subscription.dispose()
        }

        func testNothingIsSubscribedToForAChannelThatIsClosed() throws {
            try channel.close().wait()
            loop.run()
            var subscriptions = 0
            var failure: (any Error)?
            let source = Observable<Int>.deferred {
                subscriptions += 1
                return .just(1)
            }
            let subscription = source.write(to: channel, capacity: 2).subscribe(onError: { failure = $0 })
            loop.run()
            XCTAssertNotNil(failure)
            XCTAssertEqual(subscriptions, 0)
            withExtendedLifetime(subscription) {}
        }

        func testAnOverflowClosesTheChannelOfAPeerThatDoesNotRead() throws {
            setWritable(false)
            let source = PublishSubject<Int>()
            var failure: (any Error)?
            let subscription = source.write(to: channel, capacity: 2, overflow: .error, whenFailed: .close)
                .subscribe(onError: { failure = $0 })
            loop.run()
            for element in 1...2 { source.onNext(element) }
            loop.run()
            XCTAssertNil(failure)
            source.onNext(3)
            loop.run()
            XCTAssertEqual((failure as? OverflowError)?.capacity, 2)
            XCTAssertFalse(channel.isActive)
            XCTAssertFalse(source.hasObservers)
            XCTAssertEqual(try written(), [])
            withExtendedLifetime(subscription) {}
        }

        /// The element that is lost comes while an earlier one is being written; another one has room, and waits.
        func testAnOverflowIsNotOvertakenByTheEndOfTheSource() throws {
            let source = PublishSubject<Int>()
            let recorder = Recorder<Never>()
            outlet.onWrite = { number in
                guard number == 1 else { return }
                for element in 2...3 { source.onNext(element) }
                source.onCompleted()
            }
            let subscription = source.write(to: channel, capacity: 1, overflow: .error).asObservable()
                .subscribe(recorder)
            loop.run()
            source.onNext(1)
            loop.run()
            XCTAssertEqual(recorder.marks.count, 1)
            XCTAssertTrue(recorder.marks.first?.contains("write(to:capacity:overflow:)") ?? false, "\(recorder.marks)")
            XCTAssertEqual(try written(), [1])
            subscription.dispose()
        }

        func testNothingIsWrittenAfterALostElement() throws {
            let source = PublishSubject<Int>()
            let recorder = Recorder<Never>()
            outlet.onWrite = { number in
                if number == 1 { for element in 2...3 { source.onNext(element) } }
                source.onNext(number + 3)
            }
            let subscription = source.write(to: channel, capacity: 1, overflow: .error).asObservable()
                .subscribe(recorder)
            loop.run()
            source.onNext(1)
            loop.run()
            XCTAssertEqual(recorder.marks.count, 1)
            XCTAssertEqual(try written(), [1])
            subscription.dispose()
        }

        func testAnOverflowStopsTheSource() throws {
            setWritable(false)
            var produced = 0
            var failure: (any Error)?
            let subscription = Observable.range(start: 0, count: 100_000)
                .do(onNext: { _ in produced += 1 })
                .write(to: channel, capacity: 2, overflow: .error)
                .subscribe(onError: { failure = $0 })
            loop.run()
            XCTAssertEqual((failure as? OverflowError)?.capacity, 2)
            XCTAssertEqual(produced, 3)
            subscription.dispose()
        }

        func testAFailedWriteEndsTheSubscription() throws {
            outlet.refused = 2
            let source = PublishSubject<Int>()
            let recorder = Recorder<Never>()
            let subscription = source.write(to: channel, capacity: 2, overflow: .dropOldest, whenFailed: .close)
                .asObservable().subscribe(recorder)
            for number in 1...3 {
                source.onNext(number)
                loop.run()
            }
            XCTAssertEqual(recorder.marks, ["x(refused)"])
            XCTAssertFalse(source.hasObservers)
            XCTAssertEqual(try written(), [1])
            XCTAssertNoThrow(try channel.closeFuture.patientWait())
            subscription.dispose()
        }

        func testAnErrorOfTheSourceComesAfterItsElements() throws {
            let recorder = Recorder<Never>()
            let subscription = Observable.of(1, 2).concat(Observable.error(TestError()))
                .write(to: channel, capacity: 8).asObservable().subscribe(recorder)
            loop.run()
            XCTAssertEqual(try written(), [1, 2])
            XCTAssertEqual(recorder.marks, ["x(error)"])
            channel.pipeline.fireChannelRead(1)
            XCTAssertEqual(try channel.readInbound(), 1)
            subscription.dispose()
        }

        func testAChannelThatBecomesInactiveEndsTheSubscription() throws {
            let source = PublishSubject<Int>()
            let recorder = Recorder<Never>()
            let subscription = source.write(to: channel, capacity: 2, overflow: .dropOldest).asObservable()
                .subscribe(recorder)
            _ = try channel.finish()
            XCTAssertEqual(recorder.marks, ["x(\(ChannelError.ioOnClosedChannel))"])
            XCTAssertFalse(source.hasObservers)
            subscription.dispose()
            let late = Recorder<Never>()
            _ = source.write(to: channel, capacity: 2, overflow: .dropOldest).asObservable().subscribe(late)
            XCTAssertEqual(late.marks, ["x(\(ChannelError.ioOnClosedChannel))"])
        }

        /// The channel has closed, and has not removed its handlers yet, when the subscription joins.
        func testAChannelThatClosesBeforeTheSubscriptionJoins() throws {
            let channel = EmbeddedChannel()
            let source = PublishSubject<Int>()
            let recorder = Recorder<Never>()
            channel.close(promise: nil)
            let subscription = source.write(to: channel, capacity: 2, overflow: .dropOldest).asObservable()
                .subscribe(recorder)
            channel.embeddedEventLoop.run()
            XCTAssertEqual(recorder.marks, ["x(\(ChannelError.ioOnClosedChannel))"])
            XCTAssertFalse(source.hasObservers)
            subscription.dispose()
        }

        func testDisposalDropsWhatWaitsAndFlushesWhatWasWritten() throws {
            _ = channel
            let left = objectsLeft {
                let source = PublishSubject<Int>()
                let subscription = source.write(to: channel, capacity: 8, overflow: .dropNewest).subscribe()
                source.onNext(1)
                setWritable(false)
                source.onNext(2)
                source.onNext(3)
                source.onNext(4)
                subscription.dispose()
                XCTAssertFalse(source.hasObservers)
                setWritable(true)
                loop.run()
            }
            XCTAssertEqual(left, 0)
            XCTAssertEqual(Set(try written()).isSubset(of: [1, 2]), true)
        }

        /// A peer that reads slowly holds the source back: all arrives, and little waits.
        func testASlowPeerHoldsTheSourceBackOverSockets() throws {
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
            let count = TestMode.size(4_000, sanitized: 1_000)
            let received = Box(0)
            let closed = Moment()
            let server = try ServerBootstrap(group: group)
                .childChannelInitializer { channel in
                    _ = channel.inbound(of: ByteBuffer.self).subscribe(
                        onNext: { received.value += $0.readableBytes },
                        onCompleted: { closed.set() }
                    )
                    return channel.eventLoop.makeSucceededVoidFuture()
                }
                .bind(host: "127.0.0.1", port: 0).patientWait()
            let client = try ClientBootstrap(group: group)
                .channelOption(.writeBufferWaterMark, value: .init(low: 4_096, high: 8_192))
                .connect(to: server.localAddress!).patientWait()
            let written = Observable.range(start: 0, count: count)
                .map { _ in ByteBuffer(repeating: 1, count: 1_000) }
                .write(to: client, capacity: 16, whenCompleted: .close)
                .asFuture(on: client.eventLoop)
            XCTAssertNoThrow(try written.patientWait())
            closed.wait()
            XCTAssertEqual(received.value, count * 1_000)
            try server.close().patientWait()
            try group.syncShutdownGracefully()
        }
    }
#endif
