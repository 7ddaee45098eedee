import Millrace
import TestSupport
import XCTest

final class SubscribeTests: XCTestCase {
    private final class Token {}

    func testEventsArriveInOrderAndEndOnce() {
        let recorder = Recorder<Int>()
        let source = Observable<Int>.create { observer in
            observer.onNext(1)
            observer.onNext(2)
            observer.onCompleted()
            observer.onNext(3)
            observer.onCompleted()
            return Disposables.create()
        }
        let subscription = source.map { $0 * 10 }.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["10", "20", "|"])
        XCTAssertTrue((subscription as! Cancelable).isDisposed)
    }

    func testClosuresAreCalledForTheirEvents() {
        var calls: [String] = []
        let subject = PublishSubject<Int>()
        _ = subject.subscribe(
            onNext: { calls.append("next \($0)") },
            onError: { calls.append("error \($0)") },
            onCompleted: { calls.append("completed") },
            onDisposed: { calls.append("disposed") }
        )
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertEqual(calls, ["next 1", "completed", "disposed"])
    }

    func testOnDisposedFollowsTheTerminalEventAndPrecedesTheSourcesDisposal() {
        var calls: [String] = []
        var send: AnyObserver<Int>?
        let source = Observable<Int>.create { observer in
            send = observer
            return Disposables.create { calls.append("source disposed") }
        }
        let subscription = source.map { $0 }.subscribe(
            onError: { _ in calls.append("error") },
            onDisposed: { calls.append("disposed") }
        )
        send?.onError(TestError())
        subscription.dispose()
        XCTAssertEqual(calls, ["error", "disposed", "source disposed"])
    }

    func testDisposeDisposesTheSourceFirst() {
        var calls: [String] = []
        let source = Observable<Int>.create { _ in Disposables.create { calls.append("source disposed") } }
        let subscription = source.map { $0 }.subscribe(onDisposed: { calls.append("disposed") })
        subscription.dispose()
        subscription.dispose()
        XCTAssertEqual(calls, ["source disposed", "disposed"])
    }

    func testEventHandlerReceivesAllEvents() {
        var marks: [String] = []
        let subject = PublishSubject<Int>()
        _ = subject.subscribe { marks.append($0.debugDescription) }
        subject.onNext(1)
        subject.onError(TestError("bad"))
        subject.onNext(2)
        XCTAssertEqual(marks, ["next(1)", "error(bad)"])
    }

    func testSubscribeWithHoldsItsObjectWeakly() {
        var calls: [String] = []
        var token: Token? = Token()
        weak let alive = token
        let subject = PublishSubject<Int>()
        _ = subject.subscribe(
            with: token!,
            onNext: { _, element in calls.append("\(element)") },
            onCompleted: { _ in calls.append("completed") },
            onDisposed: { _ in calls.append("disposed") }
        )
        subject.onNext(1)
        token = nil
        XCTAssertNil(alive)
        subject.onNext(2)
        subject.onCompleted()
        XCTAssertEqual(calls, ["1"])
    }

    func testSubscribeWithPassesItsObject() {
        let token = Token()
        var calls: [String] = []
        let subject = PublishSubject<Int>()
        _ = subject.subscribe(
            with: token,
            onNext: { object, element in calls.append("\(object === token) \(element)") },
            onError: { object, error in calls.append("\(object === token) \(error)") },
            onDisposed: { object in calls.append("\(object === token)") }
        )
        subject.onNext(1)
        subject.onError(TestError("bad"))
        XCTAssertEqual(calls, ["true 1", "true bad", "true"])
    }

    func testTheFormWithoutPlaceCanBeUsedAsAFunctionValue() {
        let subject = PublishSubject<Int>()
        let subscribe = subject.subscribe(onNext:onError:onCompleted:onDisposed:)
        var elements: [Int] = []
        let subscription = subscribe({ elements.append($0) }, nil, nil, nil)
        subject.onNext(1)
        subscription.dispose()
        subject.onNext(2)
        XCTAssertEqual(elements, [1])
    }

    func testASynchronousSourceStopsWhenItsObserverEndsTheSequence() {
        var elements: [Int] = []
        var reached = 0
        let source = Observable<Int>.create { observer in
            for element in 1...3 {
                reached = element
                observer.onNext(element)
            }
            return Disposables.create()
        }
        _ = Observable<Int>.create { observer in
            source.subscribe { event in
                if event.element == 2 { observer.onCompleted() }
                observer.on(event)
            }
        }.subscribe(onNext: { elements.append($0) })
        XCTAssertEqual(elements, [1])
        XCTAssertEqual(reached, 3)
    }
}
