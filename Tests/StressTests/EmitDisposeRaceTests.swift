import Millrace
import TestSupport
import XCTest

final class EmitDisposeRaceTests: XCTestCase {
    func testEmittingWhileAnotherThreadComesAndGoes() {
        let subject = PublishSubject<Int>()
        let received = Recorder<Int>()
        let stays = subject.subscribe(received)
        let done = expectation(description: "the other thread is done")
        Thread.detachNewThread {
            for _ in 0..<20_000 { subject.subscribe(onNext: { _ in }).dispose() }
            done.fulfill()
        }
        for i in 0..<20_000 { subject.onNext(i) }
        wait(for: [done], timeout: 60)
        XCTAssertEqual(received.elements, Array(0..<20_000))
        stays.dispose()
    }
}
