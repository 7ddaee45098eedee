import Foundation
import Millrace
import TestSupport
import XCTest

final class CreateTests: XCTestCase {
    func testEventsPassUpToTheFirstTerminalOne() {
        let recorder = Recorder<Int>()
        _ = Observable<Int>.create { observer in
            observer.onNext(1)
            observer.onError(TestError())
            observer.onNext(2)
            observer.onCompleted()
            return Disposables.create()
        }.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "x(error)"])
    }

    func testTheReturnedDisposableIsDisposedOnceWithTheSubscriptionOrTheEnd() {
        var disposed = 0
        var observer: AnyObserver<Int>?
        let source = Observable<Int>.create {
            observer = $0
            return Disposables.create { disposed += 1 }
        }
        let subscription = source.subscribe(Recorder<Int>())
        XCTAssertEqual(disposed, 0)
        subscription.dispose()
        subscription.dispose()
        XCTAssertEqual(disposed, 1)
        let recorder = Recorder<Int>()
        _ = source.subscribe(recorder)
        observer?.onCompleted()
        observer?.onNext(1)
        XCTAssertEqual(disposed, 2)
        XCTAssertEqual(recorder.marks, ["|"])
    }

    func testCompletingBeforeTheClosureReturnsDisposesWhatItReturns() {
        var disposed = false
        _ = Observable<Int>.create { observer in
            observer.onCompleted()
            return Disposables.create { disposed = true }
        }.subscribe(Recorder<Int>())
        XCTAssertTrue(disposed)
    }

    func testNothingPassesAfterDisposal() {
        let recorder = Recorder<Int>()
        var observer: AnyObserver<Int>?
        let subscription = Observable<Int>.create {
            observer = $0
            return Disposables.create()
        }.subscribe(recorder)
        observer?.onNext(1)
        subscription.dispose()
        observer?.onNext(2)
        observer?.onCompleted()
        XCTAssertEqual(recorder.marks, ["1"])
    }

    func testEachSubscriptionRunsTheClosure() {
        var subscriptions = 0
        let source = Observable<Int>.create { observer in
            subscriptions += 1
            observer.onNext(subscriptions)
            observer.onCompleted()
            return Disposables.create()
        }
        let recorder = Recorder<Int>()
        _ = source.subscribe(recorder)
        _ = source.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "|", "2", "|"])
    }

    func testADisposableOfAUsersOwnTypeIsDisposed() {
        final class Own: Disposable {
            var disposed = 0
            func dispose() { disposed += 1 }
        }
        let own = Own()
        Observable<Int>.create { _ in own }.subscribe(Recorder<Int>()).dispose()
        XCTAssertEqual(own.disposed, 1)
    }

    func testDisposingReleasesWhatTheClosuresCaptured() {
        var subscription: Disposable?
        XCTAssertFalse(
            isHeld { probe in
                subscription = Observable<Int>.create { observer in
                    observer.onNext(1)
                    return Disposables.create { probe.touch() }
                }.subscribe(onNext: { _ in probe.touch() })
                subscription?.dispose()
            }
        )
    }

    func testManyElementsNeedNoStack() {
        onSmallStack {
            var sum = 0
            _ = Observable<Int>.create { observer in
                for i in 0..<100_000 { observer.onNext(i) }
                observer.onCompleted()
                return Disposables.create()
            }.subscribe(onNext: { sum += $0 })
            XCTAssertEqual(sum, 4_999_950_000)
        }
    }
}
