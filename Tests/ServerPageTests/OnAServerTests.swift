#if NIO && Service && Metrics && Logging && Tracing
    import InMemoryTracing
    import Logging
    import Metrics
    import MetricsTestKit
    import Millrace
    import MillraceMetrics
    import MillraceNIO
    import MillraceService
    import MillraceTest
    import MillraceTracing
    import NIOCore
    import NIOEmbedded
    import NIOPosix
    import ServiceLifecycle
    import ServiceLifecycleTestKit
    import TestSupport
    import Tracing
    import XCTest

    // The code of OnAServer.md.

    private struct Line: Sendable {
        let text: String
        let severity: Int
    }

    /// A response's body.
    private final class Body: Sendable {
        private let written = Locked<[String]>([])
        var text: [String] { written.access { $0 } }
        func write(_ text: String) async throws { written.access { $0.append(text) } }
    }

    private final class Client: Sendable {
        let missed = Locked(0)
        let least: Int
        init(least: Int) { self.least = least }
        func wants(_ line: Line) -> Bool { line.severity >= least }
    }

    private func event(_ line: Line) -> String { "data: \(line.text)\n\n" }

    private let log = ReplaySubject<Line>.create(bufferSize: 200)

    private func stream(_ client: Client, into body: Body) async throws {
        let events = log.filter { client.wants($0) }
            .map { event($0) }
            .values(capacity: 256, overflow: .dropOldest, onDrop: { count in client.missed.access { $0 = count } })
        for try await batch in events.batches {
            try await body.write(batch.joined())
        }
    }

    private func join(_ room: PublishSubject<String>, _ socket: any Channel) -> Disposable {
        let sent = room.write(to: socket, capacity: 64, overflow: .dropOldest, whenCompleted: .close)
            .subscribe(onError: { _ in })  // the peer has gone away
        let received = socket.inbound(of: String.self)
            .subscribe(onNext: { room.onNext($0) }, onError: { _ in }, onDisposed: { sent.dispose() })
        return Disposables.create(sent, received)
    }

    private func deliver(_ prices: PublishSubject<Int>, to channels: [any Channel]) -> [Disposable] {
        channels.map { channel in
            prices
                .observe(on: channel.eventLoop, capacity: 64, overflow: .dropOldest)
                .subscribe(onNext: { price in
                    channel.eventLoop.assertInEventLoop()
                    channel.write(price, promise: nil)
                })
        }
    }

    private func handle(_ bytes: ByteBuffer) async throws -> ByteBuffer { bytes }

    private func answer(_ socket: any Channel) -> Completable {
        socket.inbound(of: ByteBuffer.self)
            .map(maxConcurrent: 8, ordered: true) { try await handle($0) }
            .write(to: socket, capacity: 16, whenCompleted: .close)
    }

    private struct Order: Sendable, Equatable {
        let number: Int
    }

    private func store(_ order: Order) async throws {}

    final class OnAServerTests: XCTestCase {
        func testServerSentEvents() async throws {
            let (body, client) = (Body(), Client(least: 2))
            for number in 0..<4 { log.onNext(Line(text: "\(number)", severity: number)) }
            let task = Task { try await stream(client, into: body) }
            await waitForTasks { body.text == ["data: 2\n\ndata: 3\n\n"] }
            log.onNext(Line(text: "4", severity: 4))
            log.onNext(Line(text: "none", severity: 1))
            await waitForTasks { body.text.last == "data: 4\n\n" }
            task.cancel()
            let result = await task.result
            XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
            XCTAssertFalse(log.hasObservers)
            XCTAssertEqual(client.missed.access { $0 }, 0)
        }

        func testAWebSocket() throws {
            let unhandled = Box<[String]>([])
            let handler = Hooks.defaultErrorHandler
            defer { Hooks.defaultErrorHandler = handler }
            Hooks.defaultErrorHandler = { _, error in unhandled.value.append("\(error)") }
            let loop = EmbeddedEventLoop()
            let sockets = [EmbeddedChannel(loop: loop), EmbeddedChannel(loop: loop)]
            for socket in sockets { socket.connect(to: try SocketAddress(unixDomainSocketPath: "/peer"), promise: nil) }
            XCTAssertTrue(sockets.allSatisfy(\.isActive))
            let room = PublishSubject<String>()
            let subscriptions = sockets.map { join(room, $0) }
            try sockets[0].writeInbound("hello")
            loop.run()
            for socket in sockets { XCTAssertEqual(try socket.readOutbound(as: String.self), "hello") }
            // A peer that does not read loses the oldest; the other one gets all.
            sockets[1].isWritable = false
            sockets[1].pipeline.fireChannelWritabilityChanged()
            for number in 0..<100 {
                room.onNext("\(number)")
                loop.run()
                XCTAssertEqual(try sockets[0].readOutbound(as: String.self), "\(number)")
            }
            // The first write finds out.
            XCTAssertEqual(try sockets[1].readOutbound(as: String.self), "0")
            XCTAssertNil(try sockets[1].readOutbound(as: String.self))
            sockets[1].isWritable = true
            sockets[1].pipeline.fireChannelWritabilityChanged()
            loop.run()
            for number in 36..<100 { XCTAssertEqual(try sockets[1].readOutbound(as: String.self), "\(number)") }
            _ = try sockets[1].finish()
            _ = try sockets[0].finish()
            loop.run()
            XCTAssertFalse(room.hasObservers)
            XCTAssertEqual(unhandled.value, [])
            for subscription in subscriptions { subscription.dispose() }
        }

        func testALifecycle() async throws {
            let orders = PublishSubject<Order>()
            let reports = Box<[PipelineReport]>([])
            let handled = Box<[Order]>([])
            @Sendable func store(_ order: Order) async throws { handled.value.append(order) }
            try await testGracefulShutdown { trigger in
                let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                let task = Task {
                    let pipeline = PipelineService(
                        orders,
                        capacity: 1_024,
                        overflow: .dropOldest,
                        drainWithin: .seconds(10),
                        onEnd: { reports.value.append($0) }
                    ) { order in
                        try await store(order)
                    }
                    var configuration = ServiceGroupConfiguration(
                        services: [.init(service: pipeline, successTerminationBehavior: .gracefullyShutdownGroup)],
                        gracefulShutdownSignals: [.sigterm],
                        logger: logger
                    )
                    configuration.maximumGracefulShutdownDuration = .seconds(15)
                    try await ServiceGroup(configuration: configuration).run()
                }
                await waitForTasks { orders.hasObservers }
                orders.onNext(Order(number: 1))
                trigger.triggerGracefulShutdown()
                try await task.value
            }
            XCTAssertEqual(handled.value, [Order(number: 1)])
            XCTAssertEqual(reports.value.map(\.handled), [1])
        }

        func testATrace() throws {
            let tracer = InMemoryTracer()
            let (parsing, storing) = (TestScheduler(initialClock: 0), TestScheduler(initialClock: 0))
            let orders = PublishSubject<Order>()
            struct Full: Error {}
            func save(_ order: Order) throws { if order.number > 1 { throw Full() } }
            let stored = orders.traced("receive", each: .element, tracer: tracer)
                .observe(on: parsing, carryingContextOf: .element)
                .traced("parse", each: .element, tracer: tracer)
                .observe(on: storing, carryingContextOf: .element)
                .traced("store", each: .element, tracer: tracer)
                .map { try save($0) }
                .checkpoint("orders")
            let errors = Box<[String]>([])
            let subscription = stored.subscribe(onError: { errors.value.append("\($0)") })
            for number in 1...2 {
                orders.onNext(Order(number: number))
                parsing.start()
                storing.start()
            }
            let spans = tracer.finishedSpans
            XCTAssertEqual(Set(spans.map(\.traceID)), ["trace-1", "trace-2"])
            for trace in ["trace-1", "trace-2"] {
                let names = Set(spans.filter { $0.traceID == trace }.map(\.operationName))
                XCTAssertEqual(names, ["receive", "parse", "store"])
            }
            XCTAssertEqual(errors.value.count, 1)
            XCTAssertTrue(errors.value[0].contains("orders"), errors.value[0])
            subscription.dispose()
        }

        func testBackPressure() async throws {
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let served = Box<[any Channel]>([])
            let server = try await ServerBootstrap(group: group)
                .childChannelInitializer { channel in
                    served.value.append(channel)
                    let answering = answer(channel).subscribe()
                    channel.closeFuture.whenComplete { _ in answering.dispose() }
                    return channel.eventLoop.makeSucceededVoidFuture()
                }
                .bind(host: "127.0.0.1", port: 0).get()
            let client = try await ClientBootstrap(group: group).connect(to: server.localAddress!).get()
            let received = Counter()
            let subscription = client.inbound(of: ByteBuffer.self).subscribe(onNext: {
                received.add($0.readableBytes)
            })
            try await client.writeAndFlush(ByteBuffer(string: "hello"))
            await waitForTasks { received.value == 5 }
            subscription.dispose()
            try await client.close()
            try await server.close()
            try await group.shutdownGracefully()
        }

        func testDropsThatAreCounted() async throws {
            let metrics = TestMetrics()
            let orders = PublishSubject<Order>()
            let newest = orders.values(capacity: 64, overflow: .dropOldest, metered: "orders.page", factory: metrics)
            for number in 0..<100 { orders.onNext(Order(number: number)) }
            orders.onCompleted()
            var count = 0
            for try await order in newest {
                try await store(order)
                count += 1
            }
            XCTAssertEqual(count, 64)
            XCTAssertEqual(
                metrics.counters.filter { $0.label == "orders.page.dropped" }.map(\.totalValue).reduce(0, +),
                36
            )
        }

        func testOneSubjectOnManyEventLoops() throws {
            let loops = [EmbeddedEventLoop(), EmbeddedEventLoop()]
            let channels = loops.map { EmbeddedChannel(loop: $0) }
            let prices = PublishSubject<Int>()
            let subscriptions = deliver(prices, to: channels)
            prices.onNext(7)
            for (loop, channel) in zip(loops, channels) {
                loop.run()
                channel.flush()
                XCTAssertEqual(try channel.readOutbound(as: Int.self), 7)
            }
            for subscription in subscriptions { subscription.dispose() }
            XCTAssertFalse(prices.hasObservers)
        }
    }
#endif
