import Millrace
import MillraceTest
import TestSupport
import XCTest

final class PrimitiveSequenceCreationTests: XCTestCase {
    func testASuccessThatComesWithinAnotherIsDropped() {
        let single = Box<Single<Int>.SingleObserver?>(nil)
        var elements: [Int] = []
        let first = Single<Int>.create { observer in
            single.value = observer
            return Disposables.create()
        }
        _ = first.asObservable().subscribe(onNext: { element in
            elements.append(element)
            if element < 5 { single.value?(.success(element + 1)) }
        })
        single.value?(.success(1))
        XCTAssertEqual(elements, [1])

        let maybe = Box<Maybe<Int>.MaybeObserver?>(nil)
        let second = Maybe<Int>.create { observer in
            maybe.value = observer
            return Disposables.create()
        }
        _ = second.asObservable().subscribe(onNext: { element in
            elements.append(element)
            if element < 5 { maybe.value?(.success(element + 1)) }
        })
        maybe.value?(.success(2))
        XCTAssertEqual(elements, [1, 2])
    }

    func testDeferredAsksForTheSourceOfEachSubscription() {
        let count = Counter()
        let single = Single.deferred { .just(count.add()) }
        XCTAssertEqual(count.value, 0)
        XCTAssertEqual(marks(single), ["1", "|"])
        XCTAssertEqual(marks(single), ["2", "|"])
        XCTAssertEqual(marks(Maybe<Int>.deferred { throw TestError() }), ["x(error)"])
        XCTAssertEqual(marks(Completable.deferred { .empty() }), ["|"])
    }

    func testUsingDisposesTheResourceAfterTheEnd() {
        let log = Log()
        let single = Single<Int>.using(
            { log.disposable("resource disposed") },
            primitiveSequenceFactory: { _ in .just(1) }
        )
        _ = single.subscribe(onSuccess: { log.write("\($0)") })
        XCTAssertEqual(log.lines, ["1", "resource disposed"])
        XCTAssertEqual(
            marks(Maybe<Int>.using({ BooleanDisposable() }, primitiveSequenceFactory: { _ in throw TestError() })),
            ["x(error)"]
        )
    }

    func testUsingDisposesTheSourceAndThenTheResource() {
        let log = Log()
        Completable.using(
            { log.disposable("resource disposed") },
            primitiveSequenceFactory: { _ in .create { _ in log.disposable("source disposed") } }
        )
        .subscribe().dispose()
        XCTAssertEqual(log.lines, ["source disposed", "resource disposed"])
    }

    func testATimerEmitsZeroOnce() {
        let scheduler = TestScheduler(initialClock: 0)
        scheduler.expect(
            Single<Int>.timer(.seconds(3), scheduler: scheduler).asObservable(),
            emits: "---(a|)",
            ["a": 0]
        )
        scheduler.expect(
            Maybe<Int>.timer(.seconds(3), scheduler: scheduler).asObservable(),
            during: "^-!",
            emits: "",
            ["a": 0]
        )
    }
}
