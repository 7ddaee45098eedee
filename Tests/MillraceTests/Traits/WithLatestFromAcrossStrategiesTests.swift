import Foundation
import Millrace
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
        _ = mayGo?.wait(timeout: .now() + 60)
    }
}

private struct Background: SharingStrategyProtocol {
    static let scheduler: SchedulerType = SerialDispatchQueueScheduler(qos: .default)

    static func share<Element>(_ source: Observable<Element>) -> Observable<Element> { source }
}

final class WithLatestFromAcrossStrategiesTests: XCTestCase {
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
        XCTAssertEqual(isGoing.wait(timeout: .now() + 60), .success)
        clicks.accept(1)
        mayGo.signal()
        XCTAssertEqual(arrived.wait(timeout: .now() + 60), .success)
        XCTAssertEqual(elsewhere.value, 0)
        subscription.dispose()
    }
}
