import Millrace
import TestSupport
import XCTest

/// Observables, observers and disposables of a user's own, structs and classes.
final class UserTypesTests: XCTestCase {
    private struct Countdown: ObservableType {
        typealias Element = Int
        let from: Int
        let disposed: () -> Void

        func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable where Observer.Element == Int {
            for element in stride(from: from, to: 0, by: -1) { observer.onNext(element) }
            observer.onCompleted()
            return Handle(action: disposed)
        }
    }

    private struct Handle: Disposable {
        let action: () -> Void

        func dispose() {
            action()
        }
    }

    private struct Collector: ObserverType {
        let collect: (String) -> Void

        func on(_ event: Event<String>) {
            collect(event.debugDescription)
        }
    }

    func testAUsersObservableTakesOperatorsAndIsDisposed() {
        var disposals = 0
        let recorder = Recorder<Int>()
        _ = Countdown(from: 3) { disposals += 1 }.map { $0 * 2 }.filter { $0 > 2 }.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["6", "4", "|"])
        XCTAssertEqual(disposals, 1)
    }

    func testAUsersObserverIsSubscribedDirectlyAndThroughOperators() {
        var collected: [String] = []
        let observer = Collector { collected.append($0) }
        _ = Countdown(from: 1) {}.map { "a\($0)" }.subscribe(observer)
        let subject = PublishSubject<String>()
        let subscription = subject.subscribe(observer)
        subject.onNext("b")
        subscription.dispose()
        subject.onNext("c")
        XCTAssertEqual(collected, ["next(a1)", "completed", "next(b)"])
    }

    func testASubjectObservesAnObservable() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.subscribe(recorder)
        _ = Countdown(from: 2) {}.subscribe(subject)
        XCTAssertEqual(recorder.marks, ["2", "1", "|"])
    }
}
