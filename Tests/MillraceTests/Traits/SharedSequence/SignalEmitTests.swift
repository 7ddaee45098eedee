import Foundation
import Millrace
import TestSupport
import XCTest

/// `emit` in all its forms.
final class SignalEmitTests: XCTestCase {
    private let checks = SubscriptionChecks { $0.asSignal(onErrorJustReturn: 0) }
    private let subject = PublishSubject<Int>()
    private var signal: Signal<Int> { subject.asSignal(onErrorJustReturn: 0) }

    func testEventsReachAllObserversInTheirOrder() {
        checks.eventsReachAllObserversInTheirOrder { $0.emit(to: $1, $2) }
    }

    func testElementsReachObserversOfTheOptionalType() {
        checks.elementsReachObserversOfTheOptionalType { $0.emit(to: $1, $2) }
    }

    func testABinder() {
        checks.elementsReachABinder { $0.emit(to: $1) }
    }

    func testElementsReachRelaysAndCompletionDoesNot() {
        checks.relays(BehaviorRelay(value: 0), emit: ["0", "1", "2"]) { $0.emit(to: $1, $2) }
    }

    func testElementsReachPublishRelaysAndCompletionDoesNot() {
        checks.relays(PublishRelay<Int>(), emit: ["1", "2"]) { $0.emit(to: $1, $2) }
    }

    func testElementsReachReplayRelaysAndCompletionDoesNot() {
        checks.relays(ReplayRelay<Int>.create(bufferSize: 9), emit: ["1", "2"]) { $0.emit(to: $1, $2) }
    }

    func testElementsReachRelaysOfTheOptionalType() {
        checks.relays(BehaviorRelay<Int?>(value: nil), emit: ["nil", "Optional(1)", "Optional(2)"]) {
            $0.emit(to: $1, $2)
        }
    }

    func testElementsReachPublishRelaysOfTheOptionalType() {
        checks.relays(PublishRelay<Int?>(), emit: ["Optional(1)", "Optional(2)"]) { $0.emit(to: $1, $2) }
    }

    func testElementsReachReplayRelaysOfTheOptionalType() {
        checks.relays(ReplayRelay<Int?>.create(bufferSize: 9), emit: ["Optional(1)", "Optional(2)"]) {
            $0.emit(to: $1, $2)
        }
    }

    func testClosures() {
        checks.closuresAreCalledOnTheMainThread { $0.emit(onNext: $1, onCompleted: $2, onDisposed: $3) }
    }

    func testDisposeEndsIt() {
        checks.disposalEndsIt { $0.emit(onNext: $1, onCompleted: $2, onDisposed: $3) }
    }

    func testAsAFunctionValue() {
        checks.itIsAFunctionValue { $0.emit(onNext:onCompleted:onDisposed:) }
    }

    func testClosuresWithAnObject() {
        checks.closuresAreGivenTheObject { $0.emit(with: $1, onNext: $2, onCompleted: $3, onDisposed: $4) }
    }

    func testClosuresWithAnObjectAreCalledWhileItLives() {
        checks.closuresAreCalledWhileTheObjectLives { $0.emit(with: $1, onNext: $2, onCompleted: $3, onDisposed: $4) }
    }

    func testClosuresWithAnObjectAsAFunctionValue() {
        checks.itIsAFunctionValueWithAnObject { $0.emit(with:onNext:onCompleted:onDisposed:) }
    }

    func testWithoutClosures() {
        checks.theClosuresOfDoAreCalledWithoutOthers { $0.emit() }
    }

    func testNothingOfThePastComes() {
        let (first, second) = (Recorder<Int>(), Recorder<Int>())
        let signal = signal
        let earlier = signal.emit(to: first)
        subject.onNext(1)
        let later = signal.emit(to: second)
        subject.onNext(2)
        XCTAssertEqual(first.marks, ["1", "2"])
        XCTAssertEqual(second.marks, ["2"])
        for subscription in [earlier, later] { subscription.dispose() }
    }

    func testAnotherThreadMaySubscribe() {
        let log = Log()
        let (signal, subject) = (signal, subject)
        let subscriptions = CompositeDisposable()
        let subscribed = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            _ = subscriptions.insert(signal.emit(onNext: { log.write("\($0) \(Thread.isMainThread)") }))
            subscribed.signal()
        }
        subscribed.waitPatiently()
        subject.onNext(1)
        XCTAssertEqual(log.lines, ["1 true"])
        subscriptions.dispose()
    }
}
