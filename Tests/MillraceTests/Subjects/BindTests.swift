import Millrace
import TestSupport
import XCTest

final class BindTests: XCTestCase {
    func testEventsReachAllObserversInTheirOrder() {
        let source = PublishSubject<Int>()
        let first = Recorder<Int>()
        let second = Recorder<Int>()
        var calls: [String] = []
        let subscription = source.bind(to: first, second)
        let named = source.bind(to: AnyObserver { calls.append("a\($0)") }, AnyObserver { calls.append("b\($0)") })
        source.onNext(1)
        source.onError(TestError("a"))
        XCTAssertEqual(first.marks, ["1", "x(a)"])
        XCTAssertEqual(second.marks, ["1", "x(a)"])
        XCTAssertEqual(calls, ["anext(1)", "bnext(1)", "aerror(a)", "berror(a)"])
        subscription.dispose()
        named.dispose()
    }

    func testElementsReachObserversOfTheOptionalType() {
        let source = PublishSubject<Int>()
        let first = Recorder<Int?>()
        let second = Recorder<Int?>()
        let subscription = source.bind(to: first, second)
        source.onNext(1)
        source.onCompleted()
        XCTAssertEqual(first.elements, [1])
        XCTAssertEqual(first.marks.last, "|")
        XCTAssertEqual(second.elements, [1])
        subscription.dispose()
    }

    func testElementsReachRelaysAndCompletionDoesNot() {
        let source = PublishSubject<Int>()
        let publish = PublishRelay<Int>()
        let behavior = BehaviorRelay(value: 0)
        let replay = ReplayRelay<Int>.create(bufferSize: 9)
        let recorders = (0..<3).map { _ in Recorder<Int>() }
        let subscriptions = [
            publish.subscribe(recorders[0]), behavior.subscribe(recorders[1]), replay.subscribe(recorders[2]),
            source.bind(to: publish), source.bind(to: behavior), source.bind(to: replay),
        ]
        source.onNext(1)
        source.onCompleted()
        publish.accept(2)
        XCTAssertEqual(recorders.map(\.marks), [["1", "2"], ["0", "1"], ["1"]])
        for subscription in subscriptions { subscription.dispose() }
    }

    func testElementsReachRelaysOfTheOptionalType() {
        let source = PublishSubject<Int>()
        let publish = PublishRelay<Int?>()
        let behavior = BehaviorRelay<Int?>(value: nil)
        let replay = ReplayRelay<Int?>.create(bufferSize: 9)
        let recorders = (0..<3).map { _ in Recorder<Int?>() }
        let subscriptions = [
            publish.subscribe(recorders[0]), behavior.subscribe(recorders[1]), replay.subscribe(recorders[2]),
            source.bind(to: publish), source.bind(to: behavior), source.bind(to: replay),
        ]
        source.onNext(1)
        XCTAssertEqual(recorders.map(\.elements), [[1], [nil, 1], [1]])
        for subscription in subscriptions { subscription.dispose() }
    }

    func testSeveralRelaysGetAnElementInTheirOrder() {
        let source = PublishSubject<Int>()
        let relays = [PublishRelay<Int>(), PublishRelay<Int>()]
        var calls: [String] = []
        let listening = relays.enumerated().map { i, relay in
            relay.subscribe(onNext: { calls.append("\(i):\($0)") })
        }
        let binding = source.bind(to: relays[1], relays[0])
        source.onNext(5)
        binding.dispose()
        source.onNext(6)
        XCTAssertEqual(calls, ["1:5", "0:5"])
        for subscription in listening { subscription.dispose() }
    }

    func testFunctionsAreGivenTheSource() {
        let source = PublishSubject<Int>()
        let doubled: Observable<Int> = source.bind { $0.map { $0 * 2 } }
        let scaled: Observable<Int> = source.bind(
            to: { source in { factor in source.map { $0 * factor } } },
            curriedArgument: 10
        )
        let recorders = [Recorder<Int>(), Recorder<Int>()]
        let subscriptions = [doubled.subscribe(recorders[0]), scaled.subscribe(recorders[1])]
        source.onNext(3)
        XCTAssertEqual(recorders.map(\.elements), [[6], [30]])
        for subscription in subscriptions { subscription.dispose() }
    }

    func testAClosureWithoutALabelIsCalledForEachElement() {
        let subject = PublishSubject<Int>()
        var elements: [Int] = []
        let subscription = subject.bind { elements.append($0) }
        let infallible = subject.asInfallible(onErrorJustReturn: 0).bind { elements.append($0) }
        subject.onNext(1)
        subscription.dispose()
        infallible.dispose()
        XCTAssertEqual(elements, [1, 1])
    }

    func testClosuresAreCalledForEachElement() {
        let source = PublishSubject<Int>()
        var heard: [Int] = []
        var target: Box<[Int]>? = Box([])
        weak let alive = target
        let plain = source.bind(onNext: { heard.append($0) })
        let with = source.bind(with: target!) { target, element in target.value.append(element) }
        source.onNext(1)
        XCTAssertEqual(target?.value, [1])
        target = nil
        XCTAssertNil(alive)
        source.onNext(2)
        XCTAssertEqual(heard, [1, 2])
        source.onCompleted()
        plain.dispose()
        with.dispose()
    }

    func testInfalliblesBindToo() {
        let relay = PublishRelay<Int>()
        let source = relay.asInfallible()
        let observers = (Recorder<Int>(), Recorder<Int?>())
        let relays = (
            PublishRelay<Int>(), BehaviorRelay(value: 0), ReplayRelay<Int>.createUnbound(), PublishRelay<Int?>(),
            BehaviorRelay<Int?>(value: nil), ReplayRelay<Int?>.createUnbound()
        )
        var heard: [String] = []
        let subscriptions: [Disposable] = [
            source.bind(to: observers.0), source.bind(to: observers.1),
            relays.0.subscribe(onNext: { heard.append("0:\($0)") }),
            relays.3.subscribe(onNext: { heard.append("3:\($0 ?? -1)") }),
            source.bind(to: relays.0), source.bind(to: relays.1), source.bind(to: relays.2),
            source.bind(to: relays.3), source.bind(to: relays.4), source.bind(to: relays.5),
            source.bind(onNext: { heard.append("next:\($0)") }),
            source.bind { $0.bind(onNext: { heard.append("function:\($0)") }) },
            source.bind(
                to: { source in { word in source.bind(onNext: { heard.append("\(word):\($0)") }) } },
                curriedArgument: "curried"
            ),
        ]
        relay.accept(7)
        XCTAssertEqual(observers.0.elements, [7])
        XCTAssertEqual(observers.1.elements, [7])
        XCTAssertEqual(relays.1.value, 7)
        XCTAssertEqual(relays.4.value, 7)
        XCTAssertEqual(heard, ["0:7", "3:7", "next:7", "function:7", "curried:7"])
        let replayed = (Recorder<Int>(), Recorder<Int?>())
        relays.2.subscribe(replayed.0).dispose()
        relays.5.subscribe(replayed.1).dispose()
        XCTAssertEqual(replayed.0.elements, [7])
        XCTAssertEqual(replayed.1.elements, [7])
        for subscription in subscriptions { subscription.dispose() }
    }
}
