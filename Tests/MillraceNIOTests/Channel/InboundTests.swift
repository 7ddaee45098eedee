#if NIO
    import Millrace
    import MillraceNIO
    import MillraceTest
    import NIOCore
    import NIOEmbedded
    import NIOPosix
    import TestSupport
    import XCTest

    /// Counts the reads that reach the channel.
    private final class ReadCounter: ChannelOutboundHandler {
        typealias OutboundIn = Never
        var reads = 0
        func read(context: ChannelHandlerContext) {
            reads += 1
            context.read()
        }
    }

    private final class EventCounter: ChannelInboundHandler {
        typealias InboundIn = Never
        var events = 0
        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            events += 1
        }
    }

    final class InboundTests: XCTestCase {
        func testTheExample() throws {
            let printed = Box<[String]>([])
            let channel = EmbeddedChannel()
            let subscription = channel.inbound(of: String.self)
                .subscribe(onNext: { printed.value.append($0) }, onCompleted: { printed.value.append("closed") })
            try channel.writeInbound("hello")
            _ = try channel.finish()
            XCTAssertEqual(printed.value, ["hello", "closed"])
            subscription.dispose()
        }

        func testAFullQueueHoldsReadsBackAndABurstWaits() throws {
            let counter = ReadCounter()
            let channel = EmbeddedChannel(handler: counter)
            let scheduler = TestScheduler(initialClock: 0)
            let recorder = Recorder<Int>()
            let subscription = channel.inbound(of: Int.self)
                .observe(on: scheduler, capacity: 2, overflow: .suspend)
                .subscribe(recorder)
            channel.read()
            XCTAssertEqual(counter.reads, 1)
            // One read that brings five.
            for number in 1...5 { channel.pipeline.fireChannelRead(number) }
            channel.pipeline.fireChannelReadComplete()
            channel.read()
            channel.read()
            XCTAssertEqual(counter.reads, 1, "held back")
            scheduler.advanceTo(2)
            XCTAssertEqual(recorder.elements, [1, 2])
            XCTAssertEqual(counter.reads, 1, "three wait, two of them in the queue")
            scheduler.start()
            channel.embeddedEventLoop.run()
            XCTAssertEqual(recorder.elements, [1, 2, 3, 4, 5])
            XCTAssertEqual(counter.reads, 2, "one read for those that were held back")
            channel.read()
            XCTAssertEqual(counter.reads, 3)
            subscription.dispose()
            _ = try channel.finish()
        }

        func testAMessageWaitsIfAnotherChannelHasTakenTheRoom() throws {
            let counter = ReadCounter()
            let first = EmbeddedChannel()
            let second = EmbeddedChannel(handler: counter)
            let scheduler = TestScheduler(initialClock: 0)
            let recorder = Recorder<Int>()
            var passed: [Int] = []
            let subscription = Observable.merge(first.inbound(of: Int.self), second.inbound(of: Int.self))
                .do(onNext: { passed.append($0) })
                .observe(on: scheduler, capacity: 2, overflow: .suspend)
                .subscribe(recorder)
            for number in 1...2 { first.pipeline.fireChannelRead(number) }
            second.pipeline.fireChannelRead(3)
            XCTAssertEqual(passed, [1, 2])
            second.read()
            XCTAssertEqual(counter.reads, 0, "held back")
            scheduler.start()
            second.embeddedEventLoop.run()
            scheduler.start()
            XCTAssertEqual(recorder.elements, [1, 2, 3])
            XCTAssertEqual(counter.reads, 1)
            subscription.dispose()
            for channel in [first, second] { _ = try channel.finish() }
        }

        func testTheEndComesAfterWhatWaits() throws {
            let channel = EmbeddedChannel()
            let scheduler = TestScheduler(initialClock: 0)
            let recorder = Recorder<Int>()
            let subscription = channel.inbound(of: Int.self)
                .observe(on: scheduler, capacity: 2, overflow: .suspend)
                .subscribe(recorder)
            for number in 1...5 { channel.pipeline.fireChannelRead(number) }
            _ = try channel.finish()
            XCTAssertEqual(recorder.marks, [])
            scheduler.start()
            channel.embeddedEventLoop.run()
            scheduler.start()
            XCTAssertEqual(recorder.marks, ["1", "2", "3", "4", "5", "|"])
            subscription.dispose()
        }

        func testAnErrorEndsTheSubscriptionAndRemovesTheHandler() throws {
            let channel = EmbeddedChannel()
            let recorder = Recorder<Int>()
            let subscription = channel.inbound(of: Int.self).subscribe(recorder)
            channel.pipeline.fireChannelRead(1)
            channel.pipeline.fireErrorCaught(TestError())
            channel.pipeline.fireChannelRead(2)
            XCTAssertEqual(recorder.marks, ["1", "x(error)"])
            XCTAssertThrowsError(try channel.throwIfErrorCaught(), "passed on")
            XCTAssertEqual(try channel.readInbound(), 2, "the handler is gone")
            subscription.dispose()
            _ = try channel.finish()
        }

        func testAClosedInputCompletes() throws {
            let channel = EmbeddedChannel()
            let recorder = Recorder<Int>()
            let subscription = channel.inbound(of: Int.self).subscribe(recorder)
            let behind = EventCounter()
            try channel.pipeline.syncOperations.addHandler(behind)
            channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            XCTAssertEqual(recorder.marks, ["|"])
            XCTAssertEqual(behind.events, 1, "passed on")
            subscription.dispose()
            _ = try channel.finish()
        }

        func testDisposalRemovesTheHandlerAndLetsTheHeldReadGo() throws {
            let counter = ReadCounter()
            let channel = EmbeddedChannel(handler: counter)
            let scheduler = TestScheduler(initialClock: 0)
            let left = objectsLeft {
                let subscription = channel.inbound(of: Probe.self)
                    .observe(on: scheduler, capacity: 1, overflow: .suspend)
                    .subscribe(onNext: { _ in XCTFail("delivers") })
                XCTAssertFalse(
                    isHeld { probe in
                        channel.pipeline.fireChannelRead(Probe())
                        channel.pipeline.fireChannelRead(probe)
                        let before = counter.reads
                        channel.read()
                        XCTAssertEqual(counter.reads, before)
                        subscription.dispose()
                        XCTAssertEqual(counter.reads, before + 1)
                    }
                )
                // The scheduler holds the action that was disposed.
                scheduler.start()
                channel.pipeline.fireChannelRead(1)
                XCTAssertEqual(try? channel.readInbound(), 1, "the handler is gone")
            }
            XCTAssertEqual(left, 0)
            _ = try channel.finish()
        }

        func testDisposalInsideAnElement() throws {
            let channel = EmbeddedChannel()
            let recorder = Recorder<Int>()
            let subscription = channel.inbound(of: Int.self).take(1).subscribe(recorder)
            channel.pipeline.fireChannelRead(1)
            channel.pipeline.fireChannelRead(2)
            XCTAssertEqual(recorder.marks, ["1", "|"])
            XCTAssertEqual(try channel.readInbound(), 2)
            subscription.dispose()
            _ = try channel.finish()
        }

        func testAnObserverThatMakesTheChannelReadGetsTheElementsInOrder() throws {
            let channel = EmbeddedChannel()
            let order = Box<[String]>([])
            let subscription = channel.inbound(of: Int.self).subscribe(onNext: { number in
                order.value.append("begins \(number)")
                if number == 1 { channel.pipeline.fireChannelRead(2) }
                order.value.append("ends \(number)")
            })
            channel.pipeline.fireChannelRead(1)
            XCTAssertEqual(order.value, ["begins 1", "ends 1", "begins 2", "ends 2"])
            subscription.dispose()
            _ = try channel.finish()
        }

        func testAClosedChannelFails() throws {
            let channel = EmbeddedChannel()
            _ = try channel.finish()
            let recorder = Recorder<Int>()
            let subscription = channel.inbound(of: Int.self).subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["x(\(ChannelError.ioOnClosedChannel))"])
            subscription.dispose()
        }

        /// A slow task reads all that a fast peer sends, over sockets, while little waits.
        func testASlowTaskHoldsAFastPeerBack() async throws {
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
            let total = TestMode.size(8_000_000, sanitized: 2_000_000)
            let accepted = PublishSubject<any Channel>()
            let first = accepted.take(1).asSingle().asFuture(on: group.next())
            let server = try await ServerBootstrap(group: group)
                .childChannelOption(.maxMessagesPerRead, value: 4)
                .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 4_096))
                .childChannelOption(.autoRead, value: false)
                .childChannelInitializer { channel in
                    accepted.onNext(channel)
                    return channel.eventLoop.makeSucceededVoidFuture()
                }
                .bind(host: "127.0.0.1", port: 0).get()
            let client = try await ClientBootstrap(group: group).connect(to: server.localAddress!).get()
            let channel = try await first.get()
            let elements = channel.inbound(of: ByteBuffer.self).values(capacity: 4, overflow: .suspend)
            // The handler is there when the loop comes to this.
            try await channel.setOption(.autoRead, value: true).get()
            let sent = client.writeAndFlush(ByteBuffer(repeating: 7, count: total))
                .flatMap { client.close() }
            var received = 0
            for try await buffer in elements {
                received += buffer.readableBytes
                if received % 7 == 0 { await Task.yield() }
            }
            XCTAssertEqual(received, total)
            try await sent.get()
            try await server.close().get()
            try await group.shutdownGracefully()
        }
    }
#endif
