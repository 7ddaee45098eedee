import Millrace
import TestSupport
import XCTest

/// `drive` in all its forms.
final class DriverDriveTests: XCTestCase {
    private let checks = SubscriptionChecks { $0.asDriver(onErrorJustReturn: 0) }
    private let subject = PublishSubject<Int>()
    private var driver: Driver<Int> { subject.asDriver(onErrorJustReturn: 0) }

    func testEventsReachAllObserversInTheirOrder() {
        checks.eventsReachAllObserversInTheirOrder { $0.drive($1, $2) }
    }

    func testElementsReachObserversOfTheOptionalType() {
        checks.elementsReachObserversOfTheOptionalType { $0.drive($1, $2) }
    }

    func testABinderIsDriven() {
        checks.elementsReachABinder { $0.drive($1) }
    }

    func testElementsReachRelaysAndCompletionDoesNot() {
        checks.relays(BehaviorRelay(value: 0), emit: ["0", "1", "2"]) { $0.drive($1, $2) }
    }

    func testElementsReachReplayRelaysAndCompletionDoesNot() {
        checks.relays(ReplayRelay<Int>.create(bufferSize: 9), emit: ["1", "2"]) { $0.drive($1, $2) }
    }

    func testElementsReachRelaysOfTheOptionalType() {
        checks.relays(BehaviorRelay<Int?>(value: nil), emit: ["nil", "Optional(1)", "Optional(2)"]) {
            $0.drive($1, $2)
        }
    }

    func testElementsReachReplayRelaysOfTheOptionalType() {
        checks.relays(ReplayRelay<Int?>.create(bufferSize: 9), emit: ["Optional(1)", "Optional(2)"]) {
            $0.drive($1, $2)
        }
    }

    func testAFunctionThatSubscribes() {
        let recorder = Recorder<Int>()
        let subscription = driver.drive { (source: Observable<Int>) -> Disposable in source.subscribe(recorder) }
        subject.onNext(1)
        subscription.dispose()
        subject.onNext(2)
        XCTAssertEqual(recorder.marks, ["1"])
    }

    func testACurriedFunctionThatSubscribes() {
        func subscribing(_ source: Observable<Int>) -> (Recorder<Int>) -> Disposable {
            { recorder in source.subscribe(recorder) }
        }
        let recorder = Recorder<Int>()
        let subscription = driver.drive(subscribing, curriedArgument: recorder)
        subject.onNext(1)
        XCTAssertEqual(recorder.marks, ["1"])
        subscription.dispose()
    }

    func testClosures() {
        checks.closuresAreCalledOnTheMainThread { $0.drive(onNext: $1, onCompleted: $2, onDisposed: $3) }
    }

    func testDisposeEndsIt() {
        checks.disposalEndsIt { $0.drive(onNext: $1, onCompleted: $2, onDisposed: $3) }
    }

    func testAsAFunctionValue() {
        checks.itIsAFunctionValue { $0.drive(onNext:onCompleted:onDisposed:) }
    }

    func testClosuresWithAnObject() {
        checks.closuresAreGivenTheObject { $0.drive(with: $1, onNext: $2, onCompleted: $3, onDisposed: $4) }
    }

    func testClosuresWithAnObjectAreCalledWhileItLives() {
        checks.closuresAreCalledWhileTheObjectLives { $0.drive(with: $1, onNext: $2, onCompleted: $3, onDisposed: $4) }
    }

    func testClosuresWithAnObjectAsAFunctionValue() {
        checks.itIsAFunctionValueWithAnObject { $0.drive(with:onNext:onCompleted:onDisposed:) }
    }

    func testWithoutClosures() {
        checks.theClosuresOfDoAreCalledWithoutOthers { $0.drive() }
    }

    func testTheLatestElementComesFirst() {
        let relay = BehaviorRelay(value: 1)
        let driver = relay.asDriver()
        let (first, second) = (Recorder<Int>(), Recorder<Int>())
        let earlier = driver.drive(first)
        relay.accept(2)
        let later = driver.drive(second)
        relay.accept(3)
        XCTAssertEqual(first.marks, ["1", "2", "3"])
        XCTAssertEqual(second.marks, ["2", "3"])
        for subscription in [earlier, later] { subscription.dispose() }
    }
}
