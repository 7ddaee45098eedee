#if NIO
    import Millrace
    import MillraceNIO
    import NIOCore
    import NIOEmbedded
    import NIOPosix
    import TestSupport
    import XCTest

    final class AsFutureTests: XCTestCase {
        private let loop = EmbeddedEventLoop()

        func testASingleAsAFuture() throws {
            XCTAssertEqual(try Single.just(42).asFuture(on: loop).patientWait(), 42)
            XCTAssertThrowsError(try Single<Int>.error(TestError()).asFuture(on: loop).patientWait()) {
                XCTAssertEqual($0 as? TestError, TestError())
            }
        }

        func testAMaybeAsAFuture() throws {
            XCTAssertEqual(try Maybe.just(42).asFuture(on: loop).patientWait(), 42)
            XCTAssertNil(try Maybe<Int>.empty().asFuture(on: loop).patientWait())
            XCTAssertThrowsError(try Maybe<Int>.error(TestError()).asFuture(on: loop).patientWait())
        }

        func testACompletableAsAFuture() throws {
            XCTAssertNoThrow(try Completable.empty().asFuture(on: loop).patientWait())
            XCTAssertThrowsError(try Completable.error(TestError()).asFuture(on: loop).patientWait())
        }

        func testASourceThatIsGoneFailsTheFuture() throws {
            XCTAssertThrowsError(try Single<Int>.never().asFuture(on: loop).patientWait()) {
                XCTAssertTrue($0 is CancellationError)
            }
            var subject: PublishSubject<Int>? = PublishSubject()
            let future = subject!.take(1).asSingle().asFuture(on: loop)
            subject?.dispose()
            subject = nil
            XCTAssertThrowsError(try future.patientWait()) { XCTAssertTrue($0 is CancellationError || $0 is RxError) }
        }

        func testCallbacksRunOnTheLoop() throws {
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let loop = group.next()
            let isOnLoop = Single.just(1).asFuture(on: loop).map { _ in loop.inEventLoop }
            XCTAssertTrue(try isOnLoop.patientWait())
            try group.syncShutdownGracefully()
        }
    }
#endif
