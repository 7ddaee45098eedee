#if NIO
    import Millrace
    import MillraceNIO
    import NIOCore
    import NIOEmbedded
    import NIOPosix
    import TestSupport
    import XCTest

    private enum Trace { @TaskLocal static var id = "none" }

    final class ObserveOnEventLoopTests: XCTestCase {
        func testWhatIsSentOnTheLoopIsDeliveredAtOnce() {
            let loop = EmbeddedEventLoop()
            let prices = PublishSubject<Int>()
            let recorder = Recorder<Int>()
            let subscription = prices.observe(on: loop).subscribe(recorder)
            prices.onNext(7)
            XCTAssertEqual(recorder.marks, ["7"])
            subscription.dispose()
        }

        func testABatchIsBoundedAndOtherWorkOfTheLoopTakesATurn() {
            let loop = EmbeddedEventLoop()
            let recorder = Recorder<Int>()
            let others = Box<[Int]>([])
            let scheduler = EventLoopScheduler(loop)
            // Inside an action, the elements wait.
            let subscription = scheduler.schedule(()) { _ in
                Observable.range(start: 0, count: 1_000).observe(on: scheduler).subscribe(recorder)
            }
            XCTAssertEqual(recorder.elements, [])
            for _ in 0..<3 {
                loop.execute { others.value.append(recorder.elements.count) }
            }
            loop.run()
            XCTAssertEqual(recorder.elements, Array(0..<1_000))
            XCTAssertEqual(recorder.marks.last, "|")
            XCTAssertEqual(others.value, [256, 256, 256])
            subscription.dispose()
        }

        func testElementsOfOtherThreadsComeInOrderOnTheLoop() throws {
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let loop = group.next()
            let count = TestMode.size(100_000, sanitized: 20_000)
            let received = Box<[Int]>([])
            let done = Moment()
            let subscription = Observable.range(start: 0, count: count)
                .observe(on: loop, capacity: 64, overflow: .suspend)
                .subscribe(
                    onNext: {
                        loop.preconditionInEventLoop()
                        received.value.append($0)
                    },
                    onCompleted: { done.set() }
                )
            done.wait()
            XCTAssertEqual(received.value, Array(0..<count))
            subscription.dispose()
            try group.syncShutdownGracefully()
        }

        func testTaskLocalsAreCarried() throws {
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let loop = group.next()
            let seen = Box<[String]>([])
            for capacity in [nil, 8] {
                let done = Moment()
                let source = Observable.of("a", "b")
                Trace.$id.withValue("7f3a") {
                    let observed =
                        capacity.map {
                            source.observe(on: loop, capacity: $0, overflow: .dropOldest, carrying: Trace.$id)
                        } ?? source.observe(on: loop, carrying: Trace.$id)
                    _ = observed.subscribe(
                        onNext: { seen.value.append("\(Trace.id) \($0)") },
                        onCompleted: { done.set() }
                    )
                }
                done.wait()
            }
            XCTAssertEqual(seen.value, ["7f3a a", "7f3a b", "7f3a a", "7f3a b"])
            try group.syncShutdownGracefully()
        }
    }
#endif
