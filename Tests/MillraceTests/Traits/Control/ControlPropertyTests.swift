import Foundation
import Millrace
import TestSupport
import XCTest

/// These tests run on the main thread.
final class ControlPropertyTests: XCTestCase {
    /// A property whose values come from `relay`, and whose sink is `sink`.
    private func property<Element>(_ relay: BehaviorRelay<Element>, _ sink: Recorder<Element>) -> ControlProperty<
        Element
    > {
        ControlProperty(values: relay, valueSink: sink)
    }

    func testItEmitsTheValueAndTheUsersChanges() {
        let (relay, sink, recorder) = (BehaviorRelay(value: 1), Recorder<Int>(), Recorder<Int>())
        let subscription = property(relay, sink).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1"])
        relay.accept(2)
        subscription.dispose()
        relay.accept(3)
        XCTAssertEqual(recorder.marks, ["1", "2"])
        XCTAssertEqual(sink.marks, [])
    }

    func testAnotherThreadSubscribesLaterOnTheMainThread() {
        let log = Log()
        let values = Observable<Int>.create { observer in
            log.write(Thread.isMainThread ? "subscribed on main" : "subscribed elsewhere")
            observer.onNext(1)
            return Disposables.create { log.write(Thread.isMainThread ? "disposed on main" : "disposed elsewhere") }
        }
        let property = ControlProperty(values: values, valueSink: Recorder<Int>())
        let recorders = [Recorder<Int>(), Recorder<Int>(), Recorder<Int>()]
        let bag = DisposeBag()
        TestThread {
            property.subscribe(recorders[0]).disposed(by: bag)
            property.asObservable().subscribe(recorders[1]).disposed(by: bag)
            property.asControlProperty().subscribe(recorders[2]).disposed(by: bag)
            property.subscribe(recorders[0]).dispose()
        }.join()
        XCTAssertEqual(log.lines, [])
        passMainQueue()
        XCTAssertEqual(log.lines, Array(repeating: "subscribed on main", count: 3))
        XCTAssertEqual(recorders.map(\.marks), [["1"], ["1"], ["1"]])
    }

    func testChangedLeavesOutTheFirstValue() {
        let (relay, recorder) = (BehaviorRelay(value: 1), Recorder<Int>())
        let changed: ControlEvent<Int> = property(relay, Recorder()).changed
        let subscription = changed.subscribe(recorder)
        relay.accept(2)
        relay.accept(3)
        XCTAssertEqual(recorder.marks, ["2", "3"])
        let late = Recorder<Int>()
        let second = changed.subscribe(late)
        XCTAssertEqual(late.marks, [])
        relay.accept(4)
        XCTAssertEqual(late.marks, ["4"])
        subscription.dispose()
        second.dispose()
    }

    func testChangedIsSubscribedToOnTheMainThread() {
        let (relay, recorder) = (BehaviorRelay(value: 1), Recorder<Int>())
        let changed = property(relay, Recorder()).changed
        let bag = DisposeBag()
        TestThread { changed.subscribe(recorder).disposed(by: bag) }.join()
        relay.accept(2)
        passMainQueue()
        relay.accept(3)
        XCTAssertEqual(recorder.marks, ["3"])
    }

    func testWhatItIsSentGoesToTheSinkUntilTheEndAndIsNotEmitted() {
        let (relay, sink, recorder) = (BehaviorRelay(value: 1), Recorder<Int>(), Recorder<Int>())
        let property = property(relay, sink)
        let subscription = property.subscribe(recorder)
        property.on(.next(2))
        property.onNext(3)
        property.on(.completed)
        XCTAssertEqual(sink.marks, ["2", "3", "|"])
        XCTAssertEqual(recorder.marks, ["1"])
        XCTAssertEqual(relay.value, 1)
        subscription.dispose()
    }

    func testASourceIsBoundToIt() {
        let (sink, subject) = (Recorder<Int>(), PublishSubject<Int>())
        let property = property(BehaviorRelay(value: 1), sink)
        let subscription = subject.bind(to: property)
        subject.onNext(2)
        subject.onCompleted()
        XCTAssertEqual(sink.marks, ["2", "|"])
        subscription.dispose()
        let relay = BehaviorRelay(value: 3)
        let driven = relay.asDriver().drive(property)
        relay.accept(4)
        XCTAssertEqual(sink.marks, ["2", "|", "3", "4"])
        driven.dispose()
    }

    // A debug build stops; see ControlMisuseTests.
    #if !DEBUG
        func testAnErrorDoesNotReachTheSink() {
            let sink = Recorder<Int>()
            let property = property(BehaviorRelay(value: 1), sink)
            property.on(.error(TestError()))
            property.on(.next(2))
            XCTAssertEqual(sink.marks, ["2"])
            XCTAssertEqual(
                marks(ControlProperty(values: Observable.error(TestError()), valueSink: sink).asDriver()),
                ["|"]
            )
        }
    #endif

    func testADriverSharesOneSubscription() {
        let (relay, log) = (BehaviorRelay(value: 1), Log())
        let values = relay.do(onSubscribe: { log.write("subscribed") }, onDispose: { log.write("disposed") })
        let driver = ControlProperty(values: values, valueSink: Recorder<Int>()).asDriver()
        let recorders = [Recorder<Int>(), Recorder<Int>()]
        let first = driver.drive(recorders[0])
        relay.accept(2)
        let second = driver.drive(recorders[1])
        relay.accept(3)
        XCTAssertEqual(recorders.map(\.marks), [["1", "2", "3"], ["2", "3"]])
        XCTAssertEqual(log.lines, ["subscribed"])
        first.dispose()
        second.dispose()
        XCTAssertEqual(log.lines, ["subscribed", "disposed"])
    }

    func testOrEmptyHasAnEmptyStringInPlaceOfNil() {
        let (relay, sink) = (BehaviorRelay<String?>(value: nil), Recorder<String?>())
        let recorder = Recorder<String>()
        let text: ControlProperty<String> = property(relay, sink).orEmpty
        let subscription = text.subscribe(recorder)
        relay.accept("a")
        relay.accept(nil)
        XCTAssertEqual(recorder.elements, ["", "a", ""])
        text.onNext("b")
        text.onNext("")
        text.onCompleted()
        XCTAssertEqual(sink.elements, ["b", ""])
        XCTAssertEqual(sink.marks.last, "|")
        subscription.dispose()
    }

    func testOrEmptyOfATypeThatIsAControlProperty() {
        struct Field: ControlPropertyType {
            let text: ControlProperty<String?>

            func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable
            where Observer.Element == String? {
                text.subscribe(observer)
            }

            func on(_ event: Event<String?>) { text.on(event) }

            func asControlProperty() -> ControlProperty<String?> { text }
        }
        let sink = Recorder<String?>()
        let field = Field(text: property(BehaviorRelay(value: nil), sink))
        XCTAssertEqual(marks(field.orEmpty), [""])
        field.orEmpty.onNext("a")
        XCTAssertEqual(sink.elements, ["a"])
    }

    func testCapturesAreReleasedWithTheSubscriptionAndTheProperty() {
        let relay = BehaviorRelay(value: 1)
        let tally = Token.Tally()
        func make(_ token: Token) -> ControlProperty<Int> {
            ControlProperty(
                values: relay.map { token.keep($0) },
                valueSink: AnyObserver<Int> { _ in token.keep() }
            )
        }
        var property: ControlProperty<Int>? = make(Token(tally))
        let subscriptions = [property!.subscribe(Recorder<Int>()), property!.changed.subscribe(Recorder<Int>())]
        property = nil
        XCTAssertEqual(tally.count, 1)
        for subscription in subscriptions { subscription.dispose() }
        XCTAssertEqual(tally.count, 0)
    }
}
