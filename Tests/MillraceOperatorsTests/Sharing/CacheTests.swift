import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class CacheTests: MarbleTestCase {
    func testEachSubscriberGetsEverythingOfOneSubscription() {
        check(source: "-a-b-|", result: "-a-b-|", active: "^----!", isCold: true) { source, _ in
            let cached = source.cache()
            _ = cached.subscribe()
            return cached
        }
    }

    func testALateSubscriberGetsTheRest() {
        let source = TestSource<Int>()
        let cached = source.observable.cache()
        let recorders = (0..<3).map { _ in Recorder<Int>() }
        _ = cached.subscribe(recorders[0])
        source.send(1)
        _ = cached.subscribe(recorders[1])
        XCTAssertEqual(recorders[1].marks, ["1"])
        source.send(2)
        source.send(.completed)
        _ = cached.subscribe(recorders[2])
        for recorder in recorders { XCTAssertEqual(recorder.marks, ["1", "2", "|"]) }
        XCTAssertEqual(source.subscriptions, 1)
        XCTAssertEqual(source.disposals, 1)
    }

    func testAnErrorIsKept() {
        let attempts = Counter()
        let cached = Observable<Int>.deferred {
            attempts.add()
            return .error(TestError())
        }.cache()
        for _ in 0..<2 {
            let recorder = Recorder<Int>()
            _ = cached.subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["x(error)"])
        }
        XCTAssertEqual(attempts.value, 1)
    }

    func testTheSourceGoesOnWithoutSubscribers() {
        let source = TestSource<Int>()
        let cached = source.observable.cache()
        cached.subscribe().dispose()
        XCTAssertEqual(source.disposals, 0)
        source.send(1)
        source.send(.completed)
        let recorder = Recorder<Int>()
        _ = cached.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertEqual(source.disposals, 1)
    }

    func testForATimeFromTheCompletionOn() {
        let scheduler = TestScheduler(initialClock: 0)
        let source = scheduler.cold("--a|")
        let cached = source.asObservable().cache(for: .seconds(10), scheduler: scheduler)
        for time in [0, 1, 12, 14] {
            scheduler.advanceTo(TestTime(time))
            let recorder = Recorder<String>()
            _ = cached.subscribe(recorder)
            if time == 12 { XCTAssertEqual(recorder.marks, ["a", "|"]) }
            if time == 14 { XCTAssertEqual(recorder.marks, []) }
        }
        scheduler.start()
        XCTAssertEqual(source.subscriptions, [Subscription(0, 3), Subscription(14, 17)])
    }

    func testForATimeWithoutErrors() {
        let scheduler = TestScheduler(initialClock: 0)
        let source = TestSource<Int>()
        let cached = source.observable.cache(for: .seconds(10), scheduler: scheduler)
        let recorders = (0..<2).map { _ in Recorder<Int>() }
        _ = cached.subscribe(recorders[0])
        source.send(1)
        source.send(.error(TestError()))
        _ = cached.subscribe(recorders[1])
        XCTAssertEqual(recorders[0].marks, ["1", "x(error)"])
        XCTAssertEqual(recorders[1].marks, [])
        XCTAssertEqual(source.subscriptions, 2)
    }

    func testWhatIsKeptIsReleasedAfterTheTime() {
        let scheduler = TestScheduler(initialClock: 0)
        let tally = Token.Tally()
        let cached = Observable.create { observer in
            observer.onNext(Token(tally))
            observer.onCompleted()
            return Disposables.create()
        }.cache(for: .seconds(10), scheduler: scheduler)
        _ = cached.subscribe()
        XCTAssertEqual(tally.count, 1)
        scheduler.advanceTo(11)
        XCTAssertEqual(tally.count, 0)
        withExtendedLifetime(cached) {}
    }
}
