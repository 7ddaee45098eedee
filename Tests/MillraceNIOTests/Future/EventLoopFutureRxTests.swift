#if NIO
    import Millrace
    import MillraceNIO
    import NIOCore
    import NIOEmbedded
    import TestSupport
    import XCTest

    final class EventLoopFutureRxTests: XCTestCase {
        private let loop = EmbeddedEventLoop()

        func testAFutureAsASingle() {
            for result in [Result<Int, any Error>.success(42), .failure(TestError())] {
                let promise = loop.makePromise(of: Int.self)
                let recorder = Recorder<Int>()
                let subscription = promise.futureResult.asSingle().asObservable().subscribe(recorder)
                XCTAssertEqual(recorder.marks, [])
                promise.completeWith(result)
                let later = Recorder<Int>()
                _ = promise.futureResult.asSingle().asObservable().subscribe(later)
                for recorder in [recorder, later] {
                    XCTAssertEqual(recorder.marks, (try? result.get()) == nil ? ["x(error)"] : ["42", "|"])
                }
                subscription.dispose()
            }
        }

        func testAFutureAsAMaybe() {
            let recorders = [Recorder<Int>(), Recorder(), Recorder()]
            let futures: [EventLoopFuture<Int?>] = [
                loop.makeSucceededFuture(7), loop.makeSucceededFuture(nil), loop.makeFailedFuture(TestError()),
            ]
            for (future, recorder) in zip(futures, recorders) {
                _ = future.asMaybe().asObservable().subscribe(recorder)
            }
            XCTAssertEqual(recorders.map(\.marks), [["7", "|"], ["|"], ["x(error)"]])
        }

        func testAFutureAsACompletable() {
            let recorders = [Recorder<Never>(), Recorder()]
            let futures: [EventLoopFuture<Void>] = [
                loop.makeSucceededVoidFuture(), loop.makeFailedFuture(TestError()),
            ]
            for (future, recorder) in zip(futures, recorders) {
                _ = future.asCompletable().asObservable().subscribe(recorder)
            }
            XCTAssertEqual(recorders.map(\.marks), [["|"], ["x(error)"]])
        }

        func testDisposalReleasesTheObserver() {
            let promise = loop.makePromise(of: Int.self)
            XCTAssertFalse(
                isHeld { probe in
                    promise.futureResult.asSingle()
                        .subscribe(onSuccess: { _ in probe.touch() })
                        .dispose()
                }
            )
            promise.succeed(1)
        }
    }
#endif
