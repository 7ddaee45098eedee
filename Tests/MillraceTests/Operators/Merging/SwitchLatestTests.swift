import Dispatch
import Millrace
import MillraceTest
import TestSupport
import XCTest

/// `switchLatest`, and `flatMapLatest`, which is the same after a selector.
final class SwitchLatestTests: XCTestCase {
    private let recorder = Recorder<Int>()
    private let outer = TestSource<Observable<Int>>()
    private let inner = (0..<3).map { _ in TestSource<Int>() }

    func testTheFormerSourceIsDisposedBeforeTheNextIsSubscribedTo() {
        let log = Box<[String]>([])
        inner[0].onDispose = { log.value.append("0 disposed") }
        let second = inner[1].observable.do(onSubscribe: { log.value.append("1 subscribed") })
        _ = outer.observable.switchLatest().subscribe { log.value.append("\($0)") }
        outer.send(inner[0].observable)
        inner[0].send(1)
        outer.send(second)
        inner[0].send(2)
        inner[1].send(3)
        XCTAssertEqual(log.value, ["next(1)", "0 disposed", "1 subscribed", "next(3)"])
    }

    func testItCompletesWhenTheOuterAndTheLatestHave() {
        for outerFirst in [true, false] {
            let recorder = Recorder<Int>()
            let outer = TestSource<Observable<Int>>()
            let inner = (0..<2).map { _ in TestSource<Int>() }
            _ = outer.observable.switchLatest().subscribe(recorder)
            outer.send(inner[0].observable, inner[1].observable)
            if outerFirst { outer.send(.completed) } else { inner[1].send(.completed) }
            XCTAssertEqual(recorder.marks, [])
            if outerFirst { inner[1].send(.completed) } else { outer.send(.completed) }
            XCTAssertEqual(recorder.marks, ["|"])
            XCTAssertEqual(outer.disposals, 1)
            XCTAssertEqual(inner.map(\.disposals), [1, 1])
        }
    }

    func testAnOuterSourceWithoutElementsCompletesAtOnce() {
        _ = outer.observable.switchLatest().subscribe(recorder)
        outer.send(.completed)
        XCTAssertEqual(recorder.marks, ["|"])
    }

    func testErrorsOfTheOuterAndTheLatestEndIt() {
        for isOuter in [true, false] {
            let recorder = Recorder<Int>()
            let (before, after) = (outer.disposals, inner[1].disposals)
            _ = outer.observable.switchLatest().subscribe(recorder)
            outer.observers.last?.onNext(inner[0].observable)
            outer.observers.last?.onNext(inner[1].observable)
            inner[0].send(.error(TestError("late")))
            if isOuter {
                outer.observers.last?.onError(TestError())
            } else {
                inner[1].send(.error(TestError()))
            }
            XCTAssertEqual(recorder.marks, ["x(error)"])
            XCTAssertEqual([outer.disposals, inner[1].disposals], [before + 1, after + 1])
        }
    }

    func testWhatTheSelectorThrowsEndsIt() {
        let source = TestSource<Int>()
        let observable = inner[0].observable
        _ = source.observable.flatMapLatest { element -> Observable<Int> in
            if element == 2 { throw TestError() }
            return observable
        }
        .subscribe(recorder)
        source.send(1, 2)
        XCTAssertEqual(recorder.marks, ["x(error)"])
        XCTAssertEqual([source.disposals, inner[0].disposals], [1, 1])
    }

    func testDisposalDisposesTheOuterThenTheLatest() {
        let log = Box<[String]>([])
        outer.onDispose = { log.value.append("outer") }
        inner[0].onDispose = { log.value.append("inner") }
        let subscription = outer.observable.switchLatest().subscribe(recorder)
        outer.send(inner[0].observable)
        subscription.dispose()
        XCTAssertEqual(log.value, ["outer", "inner"])
    }

    func testACallbackMaySwitch() {
        let outer = PublishSubject<Int>()
        let subjects = (0..<3).map { _ in PublishSubject<Int>() }
        _ = outer.flatMapLatest { subjects[$0] }.subscribe(onNext: { [recorder] element in
            recorder.onNext(element)
            if element < 20 {
                outer.onNext(element / 10 + 1)
                subjects[element / 10].onNext(99)
                subjects[element / 10 + 1].onNext((element / 10 + 1) * 10)
            }
        })
        outer.onNext(0)
        subjects[0].onNext(0)
        XCTAssertEqual(recorder.elements, [0, 10, 20])
        XCTAssertEqual(subjects.map(\.hasObservers), [false, false, true])
    }

    func testAnInnerSourceThatSwitchesWhileItIsSubscribedToIsDisposed() {
        let outer = PublishSubject<Observable<Int>>()
        let last = PublishSubject<Int>()
        let disposals = Counter()
        let switching = Observable<Int>.create { observer in
            observer.onNext(1)
            outer.onNext(last)
            observer.onNext(2)
            return Disposables.create { disposals.add() }
        }
        _ = outer.switchLatest().subscribe(recorder)
        outer.onNext(switching)
        last.onNext(3)
        XCTAssertEqual(recorder.elements, [1, 3])
        XCTAssertEqual(disposals.value, 1)
    }

    func testAnInnerSourceThatVanishesReleasesWhatItCaptured() {
        checkAnInnerSourceThatVanishes(marks: ["1", "2", "|"]) { $0.switchLatest() }
    }

    /// A thread is inside, in a callback, when another thread goes on to a source; then the callback makes that source
    /// send.
    func testASourceThatComesDuringACallbackMaySendInThatCallback() {
        for ends in [false, true] {
            let recorder = Recorder<Int>()
            let outer = PublishSubject<Observable<Int>>()
            let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
            let (inside, followed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let subscription = outer.switchLatest()
                .do(onNext: { element in
                    guard element == 1 else { return }
                    inside.signal()
                    followed.waitPatiently()
                    second.onNext(2)
                    if ends { second.onCompleted() }
                })
                .subscribe(recorder)
            outer.onNext(first)
            let thread = TestThread { first.onNext(1) }
            inside.waitPatiently()
            outer.onNext(second)
            followed.signal()
            thread.join()
            second.onNext(3)
            second.onCompleted()
            outer.onCompleted()
            // 2 comes inside the callback that 1 has not passed yet.
            XCTAssertEqual(recorder.marks, ends ? ["2", "1", "|"] : ["2", "1", "3", "|"])
            subscription.dispose()
        }
    }
}
