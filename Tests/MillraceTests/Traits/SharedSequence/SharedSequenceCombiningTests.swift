import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

/// Says that it is being released, and waits.
private final class Slow: @unchecked Sendable {
    private let isGoing: DispatchSemaphore?
    private let mayGo: DispatchSemaphore?

    init(_ isGoing: DispatchSemaphore? = nil, _ mayGo: DispatchSemaphore? = nil) {
        self.isGoing = isGoing
        self.mayGo = mayGo
    }

    deinit {
        isGoing?.signal()
        mayGo?.waitPatiently()
    }
}

private struct Background: SharingStrategyProtocol {
    static let scheduler: SchedulerType = SerialDispatchQueueScheduler(qos: .default)

    static func share<Element>(_ source: Observable<Element>) -> Observable<Element> { source }
}

final class SharedSequenceCombiningTests: SharedSequenceTestCase {
    func testStartWith() {
        XCTAssertEqual(
            events { $0.driver(.next(210, 1), .completed(220)).startWith(0) },
            [.next(200, 0), .next(211, 1), .completed(221)]
        )
    }

    func testMerge() {
        func check(_ merge: @escaping (Driver<Int>, Driver<Int>) -> Driver<Int>, line: UInt = #line) {
            let events = events { scheduler in
                merge(
                    scheduler.driver(.next(210, 1), .next(230, 2), .completed(240)),
                    scheduler.driver(.next(220, 10), .next(250, 20), .completed(260))
                )
            }
            XCTAssertEqual(
                events,
                [.next(211, 1), .next(221, 10), .next(231, 2), .next(251, 20), .completed(261)],
                line: line
            )
        }
        check { Driver.merge($0, $1) }
        check { Driver.merge([$0, $1]) }
        check { Driver.merge(ArraySlice([$0, $1])) }
        XCTAssertEqual(events { _ in Driver<Int>.merge([]) }, [.completed(200)])
    }

    func testConcat() {
        func check(_ concat: @escaping (Driver<Int>, Driver<Int>) -> Driver<Int>, line: UInt = #line) {
            let events = events { scheduler in
                concat(
                    scheduler.driver(.next(210, 1), .completed(220)),
                    scheduler.driver(.next(215, 2), .next(230, 3), .completed(240))
                )
            }
            XCTAssertEqual(events, [.next(211, 1), .next(231, 3), .completed(241)], line: line)
        }
        check { Driver.concat([$0, $1]) }
        check { Driver.concat(AnySequence([$0, $1])) }
        XCTAssertEqual(events { _ in Driver<Int>.concat([]) }, [.completed(200)])
    }

    private func withLatest<Result>(
        _ combine: @escaping (Driver<Int>, Driver<Int>) -> Driver<Result>
    ) -> [Recorded<Event<Result>>] {
        events { scheduler in
            combine(
                scheduler.driver(.next(210, 1), .next(230, 2), .next(250, 3), .completed(260)),
                scheduler.driver(.next(220, 10), .next(225, 20), .next(240, 30), .completed(245))
            )
        }
    }

    func testWithLatestFrom() {
        XCTAssertEqual(withLatest { $0.withLatestFrom($1) }, [.next(231, 20), .next(251, 30), .completed(261)])
        XCTAssertEqual(
            withLatest { $0.withLatestFrom($1) { "\($0) \($1)" } },
            [.next(231, "2 20"), .next(251, "3 30"), .completed(261)]
        )
    }

    func testASignalWithTheLatestOfADriver() {
        virtually { scheduler in
            let taps = scheduler.createHotObservable([.next(210, ()), .next(230, ())]).asSignal(onErrorJustReturn: ())
            let texts = scheduler.driver(.next(220, 10), .next(240, 20))
            let latest: Signal<Int> = taps.withLatestFrom(texts)
            let result = scheduler.observe(latest)
            scheduler.start()
            XCTAssertEqual(result.events, [.next(231, 10)])
        }
    }

    func testADriverStaysOnTheMainThreadWhileTheOtherSequenceIsBusy() {
        let clicks = PublishRelay<Int>()
        let texts = PublishRelay<Slow>()
        let isGoing = DispatchSemaphore(value: 0)
        let mayGo = DispatchSemaphore(value: 0)
        let arrived = DispatchSemaphore(value: 0)
        let elsewhere = Counter()
        let second = texts.asSharedSequence(sharingStrategy: Background.self, onErrorDriveWith: .empty())
        let subscription = clicks.asDriver(onErrorJustReturn: 0).withLatestFrom(second).drive(onNext: { _ in
            if !Thread.isMainThread { elsewhere.add() }
            arrived.signal()
        })
        texts.accept(Slow(isGoing, mayGo))
        texts.accept(Slow())
        isGoing.waitPatiently()
        clicks.accept(1)
        mayGo.signal()
        arrived.waitPatiently()
        XCTAssertEqual(elsewhere.value, 0)
        subscription.dispose()
    }
}
