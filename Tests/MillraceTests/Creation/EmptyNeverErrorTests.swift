import Millrace
import TestSupport
import XCTest

final class EmptyTests: XCTestCase {
    func testItCompletes() {
        let recorder = Recorder<Int>()
        _ = Observable<Int>.empty().map { $0 + 1 }.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["|"])
    }
}

final class NeverTests: XCTestCase {
    func testItSendsNothingAndIsDisposedOnce() {
        let recorder = Recorder<Int>()
        var disposed = 0
        let subscription = Observable<Int>.never().map { $0 + 1 }.subscribe(
            onNext: recorder.onNext,
            onError: recorder.onError,
            onCompleted: recorder.onCompleted,
            onDisposed: { disposed += 1 }
        )
        XCTAssertEqual(recorder.marks, [])
        XCTAssertEqual(disposed, 0)
        subscription.dispose()
        subscription.dispose()
        XCTAssertEqual(disposed, 1)
        XCTAssertEqual(recorder.marks, [])
    }

    func testItReleasesTheClosuresForEventsAtOnce() {
        var subscription: Disposable?
        XCTAssertFalse(
            isHeld { probe in
                subscription = Observable<Int>.never().filter { _ in
                    probe.touch()
                    return true
                }.subscribe(onNext: { _ in probe.touch() }, onCompleted: { probe.touch() })
            }
        )
        subscription?.dispose()
    }
}

final class ErrorTests: XCTestCase {
    func testItFails() {
        let recorder = Recorder<Int>()
        _ = Observable<Int>.error(TestError("seen")).map { $0 + 1 }.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["x(seen)"])
    }
}
