import Millrace
import MillraceBlocking
import TestSupport
import XCTest

/// What callers in Swift 6 mode write.
final class BlockingTests: XCTestCase {
    private struct Point: Sendable, Equatable {
        let x: Int
    }

    func testEveryFunction() throws {
        let blocking = Observable.of(Point(x: 1), Point(x: 2)).toBlocking(timeout: 60)
        XCTAssertEqual(try blocking.toArray(), [Point(x: 1), Point(x: 2)])
        XCTAssertEqual(try blocking.first()?.x, 1)
        XCTAssertEqual(try blocking.last()?.x, 2)
        XCTAssertEqual(try blocking.single { $0.x == 2 }, Point(x: 2))
        XCTAssertThrowsError(try blocking.single())
        switch blocking.materialize() {
        case .completed(let elements): XCTAssertEqual(elements.count, 2)
        case .failed(_, let error): XCTFail("\(error)")
        }
    }

    @MainActor
    func testOnTheMainActor() throws {
        let source = Observable.of(1, 2, scheduler: ConcurrentDispatchQueueScheduler(qos: .default))
        let limit = 1
        XCTAssertEqual(try source.toBlocking(timeout: 60).single { $0 > limit }, 2)
        XCTAssertEqual(try source.observe(on: MainScheduler.instance).toBlocking(timeout: 60).toArray(), [1, 2])
    }

    func testItCanBeSentToAnotherThread() async throws {
        let blocking = Observable.of(1, 2).toBlocking()
        let result = await Task.detached { blocking.materialize() }.value
        guard case .completed(let elements) = result else { return XCTFail("it failed") }
        XCTAssertEqual(elements, [1, 2])
    }

    func testElementsThatAreNotSendable() throws {
        final class Reference {
            var value = 1
        }
        let reference = Reference()
        XCTAssertTrue(try Observable.just(reference).toBlocking().single() === reference)
    }
}
