#if NIO
    import Millrace
    import MillraceNIO
    import NIOConcurrencyHelpers
    import NIOCore
    import NIOEmbedded
    import NIOPosix
    import TestSupport
    import XCTest

    /// An action that writes its name down.
    private func note(_ name: Int, in order: Box<[Int]>) -> @Sendable (Int) -> Disposable {
        { _ in
            order.value.append(name)
            return Disposables.create()
        }
    }

    final class EventLoopSchedulerTests: XCTestCase {
        private let loop = EmbeddedEventLoop()

        func testWorkOnTheLoopRunsAtOnceAndInOrder() {
            let scheduler = EventLoopScheduler(loop)
            let order = Box<[Int]>([])
            _ = scheduler.schedule(0) { _ in
                order.value.append(1)
                // Inside an action, work waits.
                _ = scheduler.schedule(0, action: note(3, in: order))
                order.value.append(2)
                return Disposables.create()
            }
            // Earlier work waits.
            _ = scheduler.schedule(0, action: note(4, in: order))
            XCTAssertEqual(order.value, [1, 2])
            loop.run()
            XCTAssertEqual(order.value, [1, 2, 3, 4])
            _ = scheduler.schedule(0, action: note(5, in: order))
            XCTAssertEqual(order.value, [1, 2, 3, 4, 5])
        }

        /// The loop drops the disposal, so it happens here.
        func testADisposalOnALoopThatWasShutDown() throws {
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let scheduler = EventLoopScheduler(group.next())
            let subject = PublishSubject<Int>()
            let subscription = subject.subscribe(on: scheduler).subscribe()
            waitUntil { subject.hasObservers }
            try group.syncShutdownGracefully()
            subscription.dispose()
            waitUntil { !subject.hasObservers }
            XCTAssertFalse(subject.hasObservers)
        }

        func testDisposedWorkDoesNotRunAndReleasesWhatItCaptured() {
            let scheduler = EventLoopScheduler(loop)
            var kept: [Disposable] = []
            XCTAssertFalse(
                isHeld { probe in
                    kept = [
                        scheduler.scheduleRelative(probe, dueTime: .seconds(1)) { probe in
                            XCTFail("runs")
                            probe.touch()
                            return Disposables.create()
                        },
                        scheduler.schedulePeriodic(probe, startAfter: .seconds(1), period: .seconds(1)) { probe in
                            XCTFail("runs")
                            return probe
                        },
                    ]
                    for disposable in kept { disposable.dispose() }
                }
            )
            loop.advanceTime(by: .seconds(5))
        }

        func testWhatAnActionReturnsIsDisposedWithTheWork() {
            let scheduler = EventLoopScheduler(loop)
            let disposals = Counter()
            let work = scheduler.scheduleRelative((), dueTime: .milliseconds(3)) { _ in
                Disposables.create { disposals.add() }
            }
            loop.advanceTime(by: .milliseconds(3))
            XCTAssertEqual(disposals.value, 0)
            work.dispose()
            XCTAssertEqual(disposals.value, 1)
        }

        func testTheTimeIsTheLoopsAndExact() {
            let scheduler = EventLoopScheduler(loop)
            let start = scheduler.now
            XCTAssertEqual(start.timeIntervalSinceReferenceDate, 0)
            let recorder = Recorder<Int>()
            let subscription = Observable.of(1, 2)
                .concat(Observable<Int>.timer(.milliseconds(300), scheduler: scheduler))
                .delay(.milliseconds(700), scheduler: scheduler)
                .subscribe(recorder)
            loop.advanceTime(by: .nanoseconds(699_999_999))
            XCTAssertEqual(recorder.marks, [])
            loop.advanceTime(by: .nanoseconds(1))
            XCTAssertEqual(recorder.marks, ["1", "2"])
            loop.advanceTime(by: .milliseconds(300))
            XCTAssertEqual(recorder.marks, ["1", "2", "0", "|"])
            XCTAssertEqual(scheduler.now.timeIntervalSince(start), 1)
            subscription.dispose()
        }

        func testPeriodicWorkKeepsItsTimesAndEndsWithItsDisposal() {
            let scheduler = EventLoopScheduler(loop)
            let times = Box<[Double]>([])
            let work = scheduler.schedulePeriodic(0, startAfter: .seconds(1), period: .milliseconds(500)) { count in
                times.value.append(scheduler.now.timeIntervalSinceReferenceDate)
                return count + 1
            }
            loop.advanceTime(by: .milliseconds(2_400))
            XCTAssertEqual(times.value, [1, 1.5, 2])
            work.dispose()
            loop.advanceTime(by: .seconds(5))
            XCTAssertEqual(times.value.count, 3)
        }

        func testTheExampleOfTheScheduler() {
            let printed = Box<[String]>([])
            let scheduler = EventLoopScheduler(loop)
            let subscription = Observable<Int>.interval(.seconds(1), scheduler: scheduler)
                .subscribe(onNext: { printed.value.append("\($0)") })
            loop.advanceTime(by: .seconds(2))
            XCTAssertEqual(printed.value, ["0", "1"])
            subscription.dispose()
        }

        func testWorkOfOtherThreadsRunsOnTheLoop() throws {
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let loop = group.next()
            let scheduler = EventLoopScheduler(loop)
            let done = Moment()
            let due = Moment()
            _ = scheduler.schedule(0) { _ in
                XCTAssertTrue(loop.inEventLoop)
                done.set()
                return Disposables.create()
            }
            _ = scheduler.scheduleRelative(0, dueTime: .milliseconds(1)) { _ in
                XCTAssertTrue(loop.inEventLoop)
                due.set()
                return Disposables.create()
            }
            done.wait()
            due.wait()
            XCTAssertLessThan(abs(scheduler.now.timeIntervalSince(Date())), 10)
            try group.syncShutdownGracefully()
        }

        func testALoopThatHasBeenShutDownDropsWorkAndDisposesIt() throws {
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let scheduler = EventLoopScheduler(group.next())
            let waiting = scheduler.scheduleRelative(0, dueTime: .seconds(3_600)) { _ in Disposables.create() }
            let periodic = scheduler.schedulePeriodic(0, startAfter: .seconds(3_600), period: .seconds(1)) { $0 }
            try group.syncShutdownGracefully()
            XCTAssertTrue((waiting as? Cancelable)?.isDisposed ?? false)
            XCTAssertTrue((periodic as? Cancelable)?.isDisposed ?? false)

            var kept: [Disposable] = []
            XCTAssertFalse(
                isHeld { probe in
                    let action: @Sendable (Probe) -> Disposable = { _ in
                        XCTFail("runs")
                        return Disposables.create()
                    }
                    kept = [
                        scheduler.schedule(probe, action: action),
                        scheduler.scheduleRelative(probe, dueTime: .milliseconds(1), action: action),
                        scheduler.schedulePeriodic(probe, startAfter: .milliseconds(1), period: .seconds(1)) { $0 },
                    ]
                }
            )
            XCTAssertEqual(kept.compactMap { ($0 as? Cancelable)?.isDisposed }, [true, true, true])
        }

        func testALoopThatHasBeenShutDownDropsTheElementsOfObserveOn() throws {
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let loop = group.next()
            try group.syncShutdownGracefully()
            let left = objectsLeft {
                for overflow in [OverflowStrategy.buffer, .dropOldest] {
                    let source = PublishSubject<Probe>()
                    let subscription = source.observe(on: loop, capacity: 4, overflow: overflow)
                        .subscribe(onNext: { _ in XCTFail("delivers") })
                    XCTAssertFalse(isHeld { source.onNext($0) })
                    XCTAssertFalse(isHeld { source.onNext($0) })
                    subscription.dispose()
                }
            }
            XCTAssertEqual(left, 0)
        }

        func testWorkRacesWithTheLoopsShutdown() throws {
            for _ in 0..<TestMode.size(100, sanitized: 30) {
                let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
                let scheduler = EventLoopScheduler(group.next())
                let ran = Counter()
                let kept = Box<[Disposable]>([])
                let thread = TestThread {
                    kept.value = (0..<100).map { _ in
                        scheduler.schedule(0) { _ in
                            ran.add()
                            return Disposables.create()
                        }
                    }
                }
                try group.syncShutdownGracefully()
                thread.join()
                let dropped = kept.value.filter { ($0 as? Cancelable)?.isDisposed ?? false }.count
                XCTAssertEqual(ran.value + dropped, 100)
            }
        }

        /// A run may come on the loop before the thread that asked for it has stored its timer.
        func testAPeriodThatIsMadeOffTheLoopGoesOn() throws {
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let scheduler = EventLoopScheduler(group.next())
            for round in 0..<TestMode.size(20_000, sanitized: 500) {
                let isOver = Moment()
                let subscription = Observable<Int>.interval(.microseconds(5), scheduler: scheduler).take(15)
                    .subscribe(onCompleted: { isOver.set() })
                guard isOver.wait(seconds: 20) else { return XCTFail("round \(round): the period has stopped") }
                subscription.dispose()
            }
            try group.syncShutdownGracefully()
        }

        func testTimersRaceWithTheirDisposal() throws {
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let scheduler = EventLoopScheduler(group.next())
            let left = objectsLeft {
                for round in 0..<TestMode.size(2_000, sanitized: 500) {
                    let work = scheduler.schedulePeriodic(
                        round,
                        startAfter: .microseconds(round % 50),
                        period: .microseconds(20)
                    ) { $0 }
                    dawdle(round % 100)
                    work.dispose()
                }
            }
            XCTAssertEqual(left, 0)
            try group.syncShutdownGracefully()
        }

        /// While a source keeps the loop busy, a channel of the loop still answers.
        func testAFloodLetsTheLoopServeItsChannels() throws {
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let loop = group.next()
            let server = try ServerBootstrap(group: group)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Echo())
                    }
                }
                .bind(host: "127.0.0.1", port: 0).patientWait()
            let clients = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let answered = Moment()
            let client = try ClientBootstrap(group: clients)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Answer(answered))
                    }
                }
                .connect(to: server.localAddress!).patientWait()
            // Faster than the loop: always some elements wait.
            let isOver = Counter()
            let source = Observable.repeatElement(1, scheduler: CurrentThreadScheduler.instance)
                .take(while: { _ in isOver.value == 0 })
            let started = Moment()
            let delivered = Counter()
            let thread = TestThread {
                _ = source.observe(on: loop, capacity: 100_000, overflow: .dropNewest)
                    .subscribe(onNext: { _ in
                        if delivered.add() == 1_000 { started.set() }
                        // Slower than the source.
                        let end = NIODeadline.now() + .microseconds(5)
                        while NIODeadline.now() < end {}
                    })
            }
            started.wait()
            client.writeAndFlush(ByteBuffer(string: "ping"), promise: nil)
            XCTAssertTrue(answered.wait(seconds: 20), "the loop does not serve its channels")
            isOver.set(1)
            thread.join()
            try client.close().patientWait()
            try server.close().patientWait()
            try clients.syncShutdownGracefully()
            try group.syncShutdownGracefully()
        }
    }

    private final class Echo: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            context.writeAndFlush(data, promise: nil)
        }
    }

    private final class Answer: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        private let moment: Moment
        init(_ moment: Moment) { self.moment = moment }
        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            moment.set()
        }
    }
#endif
