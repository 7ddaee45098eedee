import Foundation
import Millrace
import MillraceTest
import XCTest

// The code of DriverAndSignal.md. XCTest calls the tests on the main thread.

private final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var written: [String] = []

    func write(_ line: String) { lock.withLock { written.append(line) } }

    /// What has been written since the last call.
    func take() -> [String] {
        lock.withLock {
            defer { written = [] }
            return written
        }
    }
}

private struct Closed: Error {}

struct LogStrategy: SharingStrategyProtocol {
    private static let queue = SerialDispatchQueueScheduler(qos: .utility)

    static var scheduler: SchedulerType { queue }

    static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(replay: 3)
    }
}

final class Thermostat: ReactiveCompatible, @unchecked Sendable {
    var target = 20.0
    let turnedByHand = PublishSubject<Double>()
    let resetPressed = PublishSubject<Void>()
}

extension Reactive where Base == Thermostat {
    var isReset: ControlEvent<Void> {
        ControlEvent(events: base.resetPressed)
    }

    var target: ControlProperty<Double> {
        ControlProperty(
            values: Observable.deferred { [base] in base.turnedByHand.startWith(base.target) },
            valueSink: Binder(base) { thermostat, target in thermostat.target = target }
        )
    }
}

final class DriverAndSignalPage: XCTestCase {
    func testMakingAndSubscribing() {
        let lines = Lines()
        @Sendable func show(_ line: String) { lines.write(line) }
        let (prices, alerts) = (PublishSubject<Double>(), PublishSubject<String>())
        let latestPrice = BehaviorRelay(value: 0.5)
        let bag = DisposeBag()

        let price = prices.asDriver(onErrorJustReturn: 0)
        let priceWhileThereIsOne = prices.asDriver(onErrorDriveWith: .empty())
        let priceText: Driver<String> = prices.map { "\($0)" }.asDriver { error in .just("no price: \(error)") }

        let alert = alerts.asSignal(onErrorSignalWith: .empty())

        price
            .map { "price: \($0)" }
            .drive(onNext: { show($0) })
            .disposed(by: bag)

        price.drive(latestPrice).disposed(by: bag)

        alert
            .emit(onNext: { show("alert: \($0)") })
            .disposed(by: bag)

        priceWhileThereIsOne.drive(onCompleted: { show("no more") }).disposed(by: bag)
        priceText.drive(onNext: { show($0) }).disposed(by: bag)
        alerts.onNext("low")
        alerts.onError(Closed())
        XCTAssertEqual(lines.take(), ["alert: low"])
        prices.onNext(2)
        XCTAssertEqual(latestPrice.value, 2)
        XCTAssertEqual(lines.take(), ["price: 2.0", "2.0"])
        prices.onError(Closed())
        XCTAssertEqual(lines.take(), ["price: 0.0", "no more", "no price: Closed()"])
        XCTAssertEqual(latestPrice.value, 0)
    }

    func testSharing() {
        let lines = Lines()
        @Sendable func show(_ line: String) { lines.write(line) }
        let prices = PublishSubject<Int>()
        let price = prices.asDriver(onErrorJustReturn: 0)
        let bag = DisposeBag()

        let shown = price.map { price in
            show("formatting")
            return "\(price) EUR"
        }
        shown.drive(onNext: { show("left: \($0)") }).disposed(by: bag)
        shown.drive(onNext: { show("right: \($0)") }).disposed(by: bag)

        prices.onNext(3)
        XCTAssertEqual(lines.take(), ["formatting", "left: 3 EUR", "right: 3 EUR"])
        shown.drive(onNext: { show("late: \($0)") }).disposed(by: bag)
        XCTAssertEqual(lines.take(), ["late: 3 EUR"])
    }

    func testAStrategy() {
        let stored = Lines()
        let isOver = DispatchSemaphore(value: 0)
        @Sendable func store(_ line: String) {
            stored.write("\(line), \(Thread.isMainThread ? "on" : "off") the main thread")
            if line.hasSuffix("gone") { isOver.signal() }
        }
        let log = PublishSubject<String>()
        let bag = DisposeBag()

        let lines: SharedSequence<LogStrategy, String> = log.asSharedSequence(onErrorJustReturn: "the log is gone")
        lines
            .filter { !$0.isEmpty }
            .asObservable()
            .subscribe(onNext: { store($0) })
            .disposed(by: bag)

        for line in ["one", "", "two"] { log.onNext(line) }
        log.onError(Closed())
        XCTAssertEqual(isOver.wait(timeout: .now() + 60), .success, "it did not end")
        XCTAssertEqual(
            stored.take(),
            ["one, off the main thread", "two, off the main thread", "the log is gone, off the main thread"]
        )
    }

    func testVirtualTime() {
        let bag = DisposeBag()

        let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
        let queries = scheduler.createObserver(String.self)

        SharingScheduler.mock(scheduler: scheduler) {
            let typed = scheduler.createHotObservable([
                .next(10, "m"), .next(12, "mi"), .next(50, "mil"), .completed(90),
            ])
            let query = typed.asDriver(onErrorJustReturn: "").debounce(.seconds(5))
            query.drive(queries).disposed(by: bag)
        }
        scheduler.start()

        XCTAssertEqual(queries.events, [.next(17, "mi"), .next(55, "mil"), .completed(90)])
    }

    func testEventsAndProperties() {
        let lines = Lines()
        @Sendable func show(_ line: String) { lines.write(line) }
        let thermostat = Thermostat()
        let plan = PublishSubject<Double>()
        let bag = DisposeBag()

        thermostat.rx.target.changed
            .subscribe(onNext: { show("set by hand: \($0)") })
            .disposed(by: bag)

        plan.asDriver(onErrorDriveWith: .empty())
            .drive(thermostat.rx.target)
            .disposed(by: bag)

        thermostat.rx.isReset.asSignal()
            .emit(onNext: { show("reset") })
            .disposed(by: bag)

        thermostat.turnedByHand.onNext(21)
        thermostat.resetPressed.onNext(())
        XCTAssertEqual(lines.take(), ["set by hand: 21.0", "reset"])
        plan.onNext(18)
        XCTAssertEqual(thermostat.target, 18)
        XCTAssertEqual(lines.take(), [])
        thermostat.rx.target.subscribe(onNext: { show("\($0)") }).dispose()
        XCTAssertEqual(lines.take(), ["18.0"])
    }

    @MainActor
    func testIterating() async {
        let lines = Lines()
        @Sendable func show(_ line: String) { lines.write(line) }

        @MainActor
        func follow(_ price: Driver<Double>) async {
            for await price in price.values {
                show("now: \(price)")
            }
        }

        await follow(.of(1, 2))
        XCTAssertEqual(lines.take(), ["now: 1.0", "now: 2.0"])
    }
}
