import Foundation
import Millrace
import MillraceOperators
import TestSupport
import XCTest

/// Endless sources that an operator above ends, while other threads keep that end from being passed on at once.
final class EndlessSourceTests: StressTestCase {
    /// A source whose loop runs on the thread that calls `run()`, until the subscription is disposed.
    private final class Loop: @unchecked Sendable {
        private let isDisposed = Counter()
        private let observer = Box<AnyObserver<Int>?>(nil)

        private(set) lazy var observable = Observable<Int>.create { [isDisposed, observer] in
            observer.value = $0
            return Disposables.create { isDisposed.setOrdered(1) }
        }

        /// Sends one element.
        func step() {
            observer.value?.onNext(1)
        }

        func run() {
            while isDisposed.ordered == 0 { step() }
            observer.value = nil
        }
    }

    private typealias Shape = (
        name: String,
        apply: (_ blocking: Observable<Int>, _ ended: Observable<Int>, HistoricalScheduler) -> Observable<Int>
    )

    /// Each delivers inside its gate what the first source sends, or what its timer does.
    private let shapes: [Shape] = [
        ("merge(_:)", { blocking, ended, _ in Observable.merge(blocking, ended) }),
        ("flatMap", { blocking, ended, _ in Observable.of(blocking, ended).flatMap { $0 } }),
        (
            "flatMap's outer source",
            { blocking, ended, _ in
                ended.map { _ in Observable.never() }.startWith(blocking).flatMap { $0 }
            }
        ),
        ("merge(maxConcurrent:)", { blocking, ended, _ in Observable.of(blocking, ended).merge(maxConcurrent: 2) }),
        (
            "the outer source of merge(maxConcurrent:)",
            { blocking, ended, _ in
                ended.map { _ in Observable.never() }.startWith(blocking).merge(maxConcurrent: 1)
            }
        ),
        ("combineLatest", { blocking, ended, _ in .combineLatest(blocking, ended.startWith(0)) { $0 + $1 } }),
        (
            "combineLatest of a collection",
            { blocking, ended, _ in
                .combineLatest([blocking, ended.startWith(0)]) { $0[0] + $0[1] }
            }
        ),
        ("zip", { blocking, ended, _ in .zip(blocking, ended.startWith(0)) { $0 + $1 } }),
        ("withLatestFrom", { blocking, ended, _ in blocking.withLatestFrom(ended.startWith(0)) }),
        ("take(until:)", { blocking, ended, _ in blocking.take(until: ended.filter { $0 == 0 }) }),
        ("take(until:), an element", { blocking, ended, _ in blocking.take(until: ended) }),
        ("sample", { blocking, ended, _ in ended.startWith(0).sample(blocking) }),
        (
            "buffer",
            { _, ended, scheduler in
                ended.startWith(0).buffer(timeSpan: .seconds(1), count: 100, scheduler: scheduler).map(\.count)
            }
        ),
        ("debounce", { _, ended, scheduler in ended.startWith(0).debounce(.seconds(1), scheduler: scheduler) }),
        ("delay", { _, ended, scheduler in ended.startWith(0).delay(.seconds(1), scheduler: scheduler) }),
    ]

    private let ends: [(name: String, end: (Observable<Int>) -> Observable<Int>)] = [
        ("completion", { $0.take(3) }),
        (
            "error",
            {
                $0.enumerated().map { index, element in
                    if index == 3 { throw TestError() }
                    return element
                }
            }
        ),
    ]

    /// The end of a source that runs in a loop waits at the gate, since a callback of another thread does not return
    /// meanwhile; the loop ends all the same.
    func testASourceWhoseEndWaitsAtAGateIsDisposedAtOnce() {
        for shape in shapes {
            for (kind, end) in ends {
                let name = "\(shape.name): \(kind)"
                let scheduler = HistoricalScheduler()
                let blocking = PublishSubject<Int>()
                let loop = Loop()
                let (isInside, mayLeave) = (Moment(), Moment())
                let isFirst = Counter(1)
                let subscription = shape.apply(blocking, end(loop.observable), scheduler).subscribe(
                    onNext: { _ in
                        guard isFirst.add(-1) == 0 else { return }
                        isInside.set()
                        mayLeave.wait()
                    },
                    onError: { _ in }
                )
                let blocked = TestThread {
                    blocking.onNext(1)
                    scheduler.advanceTo(scheduler.now + 2)
                }
                guard isInside.wait(seconds: 30) else {
                    XCTFail("\(name): nothing was delivered")
                    continue
                }
                let looping = TestThread { loop.run() }
                XCTAssertTrue(looping.join(timeout: 30), "\(name): the loop goes on")
                mayLeave.set()
                blocked.join()
                subscription.dispose()
            }
        }
    }

    /// As above, for the operator that has one source: another thread is still delivering that source's first element.
    func testASourceWhoseEndWaitsToBeSerializedIsDisposedAtOnce() {
        for (name, end) in ends {
            let loop = Loop()
            let (isInside, mayLeave) = (Moment(), Moment())
            let isFirst = Counter(1)
            let subscription = end(loop.observable).asSerialized().subscribe(
                onNext: { _ in
                    guard isFirst.add(-1) == 0 else { return }
                    isInside.set()
                    mayLeave.wait()
                },
                onError: { _ in }
            )
            let blocked = TestThread { loop.step() }
            isInside.wait()
            let looping = TestThread { loop.run() }
            XCTAssertTrue(looping.join(timeout: 30), "\(name): the loop goes on")
            mayLeave.set()
            blocked.join()
            subscription.dispose()
        }
    }

    /// One source ends on a thread, while that of another thread, inside `subscribe`, goes on until it is disposed.
    func testASourceThatEndsOnAnotherThreadThanItIsSubscribedToOn() {
        // Without the disposal, the first round fails already.
        let rounds = TestMode.size(500, sanitized: 100)
        for index in 0..<rounds {
            let first = PublishSubject<Int>()
            let stop = PublishSubject<Int>()
            let isRunning = Counter()
            let second = Observable.from(
                sequence(state: isRunning) { isRunning -> Int? in
                    isRunning.add()
                    return 0
                }
            )
            .take(until: stop)
            let recorder = Recorder<Int>()
            let subscription = first.concat(second).concat(Observable.just(3)).filter { $0 > 0 }.subscribe(recorder)
            let subscribing = TestThread { first.onCompleted() }
            XCTAssertTrue(waitUntil(within: 30) { isRunning.value > 0 }, "round \(index): no second source")
            dawdle(index % 5)
            stop.onNext(0)
            guard subscribing.join(timeout: 30) else { return XCTFail("round \(index): the second source goes on") }
            XCTAssertEqual(recorder.marks, ["3", "|"])
            subscription.dispose()
        }
    }

    /// A source that ends on a queue, an endless one under `take`, and a third: the second is subscribed to on the
    /// queue's thread or, if the first ends before its `subscribe` has returned, on the test's. In some rounds the
    /// queue waits, so that it is its thread for sure.
    func testAnEndlessSourceAfterOneThatEndsElsewhere() {
        let rounds = TestMode.size(5_000, sanitized: 500)
        let queue = DispatchQueue(label: "queue")
        for index in 0..<rounds {
            let isSubscribed = Moment()
            let first = Observable<Int>.create { observer in
                queue.async {
                    if index % 6 == 0 { isSubscribed.wait() }
                    observer.onNext(1)
                    observer.onCompleted()
                }
                dawdle(index % 5)
                return Disposables.create()
            }
            let recorder = Recorder<Int>()
            let over = Moment()
            let subscription = first.concat(Observable.repeatElement(0).take(3)).concat(Observable.just(3))
                .do(onCompleted: { over.set() })
                .subscribe(recorder)
            isSubscribed.set()
            guard over.wait(seconds: 30) else { return XCTFail("round \(index) does not end: \(recorder.marks)") }
            XCTAssertEqual(recorder.elements, [1, 0, 0, 0, 3])
            subscription.dispose()
        }
    }
}
