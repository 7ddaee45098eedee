// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class SharedSequenceExamples: XCTestCase {
    func testDriverDrive() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let shown = AnyObserver<Int> { event in print(event) }
            let subscription = prices.asDriver(onErrorJustReturn: 0).drive(shown)
            prices.onNext(5)
            prices.onCompleted()
            _ = prices
            _ = shown
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"next(5)"#, #"completed"#])
    }

    func testDriverDrive2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let latest = BehaviorRelay(value: 0)
            let subscription = prices.asDriver(onErrorJustReturn: 0).drive(latest)
            prices.onNext(5)
            print(latest.value)
            _ = prices
            _ = latest
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#])
    }

    func testDriverDrive3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let latest = ReplayRelay<Int>.create(bufferSize: 1)
            let subscription = prices.asDriver(onErrorJustReturn: 0).drive(latest)
            prices.onNext(5)
            let shown = latest.subscribe(onNext: { print($0) })
            _ = prices
            _ = latest
            _ = subscription
            _ = shown
        }
        XCTAssertEqual(printed.lines, [#"5"#])
    }

    func testDriverDrive4() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            func log(_ source: Observable<Int>) -> Disposable { source.subscribe(onNext: { print("price: \($0)") }) }
            let prices = PublishSubject<Int>()
            let subscription = prices.asDriver(onErrorJustReturn: 0).drive(log)
            prices.onNext(5)
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"price: 5"#])
    }

    func testDriverDrive5() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            func log(_ source: Observable<Int>) -> (String) -> Disposable {
                { name in source.subscribe(onNext: { print("\(name): \($0)") }) }
            }
            let prices = PublishSubject<Int>()
            let subscription = prices.asDriver(onErrorJustReturn: 0).drive(log, curriedArgument: "price")
            prices.onNext(5)
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"price: 5"#])
    }

    func testDriverDrive6() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let subscription = prices.asDriver(onErrorJustReturn: 0)
                .drive(onNext: { print($0) }, onCompleted: { print("completed") })
            prices.onNext(5)
            prices.onCompleted()
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"completed"#])
    }

    func testDriverDrive7() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            final class Label { var text = "" }
            let label = Label()
            let prices = PublishSubject<Int>()
            let subscription = prices.asDriver(onErrorJustReturn: 0)
                .drive(with: label, onNext: { label, price in label.text = "\(price) EUR" })
            prices.onNext(5)
            print(label.text)
            _ = label
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5 EUR"#])
    }

    func testDriverDrive8() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let subscription = prices.asDriver(onErrorJustReturn: 0)
                .do(onNext: { print($0) })
                .drive()
            prices.onNext(5)
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#])
    }

    func testDriver() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let bag = DisposeBag()
            let price: Driver<Int> = prices.asDriver(onErrorJustReturn: 0)
            price.drive(onNext: { print("first: \($0)") }).disposed(by: bag)
            prices.onNext(5)
            price.drive(onNext: { print("second: \($0)") }).disposed(by: bag) // gets the latest element
            _ = prices
            _ = bag
            _ = price
        }
        XCTAssertEqual(printed.lines, [#"first: 5"#, #"second: 5"#])
    }

    func testDriver2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let subscription = prices.asDriver(onErrorJustReturn: 0)
                .drive(onNext: { print($0) })
            prices.onNext(5)
            prices.onError(RxError.timeout)
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"0"#])
    }

    func testDriver3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let subscription = prices.asDriver(onErrorDriveWith: .just(3))
                .drive(onNext: { print($0) })
            prices.onNext(5)
            prices.onError(RxError.timeout)
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"3"#])
    }

    func testDriver4() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let subscription = prices.asDriver(onErrorRecover: { error in error is RxError ? .just(3) : .empty() })
                .drive(onNext: { print($0) })
            prices.onNext(5)
            prices.onError(RxError.timeout)
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"3"#])
    }

    func testDriver5() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = BehaviorSubject(value: 5)
            let subscription = prices.asInfallible(onErrorJustReturn: 0)
                .asDriver()
                .drive(onNext: { print($0) })
            prices.onNext(6)
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"6"#])
    }

    func testDriver6() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let price = BehaviorRelay(value: 5)
            let subscription = price.asDriver().drive(onNext: { print($0) })
            price.accept(6)
            _ = price
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"6"#])
    }

    func testSharedSequence() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let bag = DisposeBag()
            let text = prices.asDriver(onErrorJustReturn: 0)
                .do(onNext: { _ in print("formatting") }) // once for both
                .map { "\($0) EUR" }
            text.drive(onNext: { print("left: \($0)") }).disposed(by: bag)
            text.drive(onNext: { print("right: \($0)") }).disposed(by: bag)
            prices.onNext(5)
            _ = prices
            _ = bag
            _ = text
        }
        XCTAssertEqual(printed.lines, [#"formatting"#, #"left: 5 EUR"#, #"right: 5 EUR"#])
    }

    func testSharedSequence2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let price = prices.asDriver(onErrorJustReturn: 0)
            let subscription = price.asObservable()
                .map { 100 / Double($0) }
                .subscribe(onNext: { print($0) })
            prices.onNext(8)
            _ = prices
            _ = price
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"12.5"#])
    }

    func testSharedSequence3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            struct LogStrategy: SharingStrategyProtocol {
                static var scheduler: SchedulerType { MainScheduler.instance }
                static func share<Element>(_ source: Observable<Element>) -> Observable<Element> { source.share(replay: 2) }
            }
            let log = PublishSubject<String>()
            let lines: SharedSequence<LogStrategy, String> = log.asSharedSequence(onErrorJustReturn: "the log is gone")
            let first = lines.asObservable().subscribe()
            for line in ["one", "two", "three"] { log.onNext(line) }
            let late = lines.asObservable().subscribe(onNext: { print($0) })
            _ = log
            _ = lines
            _ = first
            _ = late
        }
        XCTAssertEqual(printed.lines, [#"two"#, #"three"#])
    }

    func testSharedSequence4() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
            let bag = DisposeBag()
            SharingScheduler.mock(scheduler: scheduler) {
                let typed = scheduler.createHotObservable([.next(10, "m"), .next(12, "mi"), .next(50, "mil")])
                typed.asDriver(onErrorJustReturn: "").debounce(.seconds(5))
                    .drive(onNext: { print("\($0) at \(scheduler.clock)") })
                    .disposed(by: bag)
            }
            scheduler.start()
            _ = scheduler
            _ = bag
        }
        XCTAssertEqual(printed.lines, [#"mi at 17"#, #"mil at 55"#])
    }

    func testSharedSequence5() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let price: Driver<Int> = prices.asSharedSequence(onErrorJustReturn: 0)
            let subscription = price.drive(onNext: { print($0) })
            prices.onNext(5)
            prices.onError(RxError.timeout)
            _ = prices
            _ = price
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"0"#])
    }

    func testSharedSequence6() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let price: Driver<Int> = prices.asSharedSequence(onErrorDriveWith: .just(3))
            let subscription = price.drive(onNext: { print($0) })
            prices.onNext(5)
            prices.onError(RxError.timeout)
            _ = prices
            _ = price
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"3"#])
    }

    func testSharedSequence7() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let price: Driver<Int> = prices.asSharedSequence(onErrorRecover: { $0 is RxError ? .just(3) : .empty() })
            let subscription = price.drive(onNext: { print($0) })
            prices.onNext(5)
            prices.onError(RxError.timeout)
            _ = prices
            _ = price
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"3"#])
    }

    func testSignalEmit() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let shown = AnyObserver<Int> { event in print(event) }
            let subscription = prices.asSignal(onErrorJustReturn: 0).emit(to: shown)
            prices.onNext(5)
            prices.onCompleted()
            _ = prices
            _ = shown
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"next(5)"#, #"completed"#])
    }

    func testSignalEmit2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let latest = PublishRelay<Int>()
            let shown = latest.subscribe(onNext: { print($0) })
            let subscription = prices.asSignal(onErrorJustReturn: 0).emit(to: latest)
            prices.onNext(5)
            _ = prices
            _ = latest
            _ = shown
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#])
    }

    func testSignalEmit3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let latest = BehaviorRelay(value: 0)
            let subscription = prices.asSignal(onErrorJustReturn: 0).emit(to: latest)
            prices.onNext(5)
            print(latest.value)
            _ = prices
            _ = latest
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#])
    }

    func testSignalEmit4() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let latest = ReplayRelay<Int>.create(bufferSize: 1)
            let subscription = prices.asSignal(onErrorJustReturn: 0).emit(to: latest)
            prices.onNext(5)
            let shown = latest.subscribe(onNext: { print($0) })
            _ = prices
            _ = latest
            _ = subscription
            _ = shown
        }
        XCTAssertEqual(printed.lines, [#"5"#])
    }

    func testSignalEmit5() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let subscription = prices.asSignal(onErrorJustReturn: 0)
                .emit(onNext: { print($0) }, onCompleted: { print("completed") })
            prices.onNext(5)
            prices.onCompleted()
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"completed"#])
    }

    func testSignalEmit6() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            final class Label { var text = "" }
            let label = Label()
            let prices = PublishSubject<Int>()
            let subscription = prices.asSignal(onErrorJustReturn: 0)
                .emit(with: label, onNext: { label, price in label.text = "\(price) EUR" })
            prices.onNext(5)
            print(label.text)
            _ = label
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5 EUR"#])
    }

    func testSignalEmit7() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let subscription = prices.asSignal(onErrorJustReturn: 0)
                .do(onNext: { print($0) })
                .emit()
            prices.onNext(5)
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#])
    }

    func testSignal() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let alerts = PublishSubject<String>()
            let bag = DisposeBag()
            let alert: Signal<String> = alerts.asSignal(onErrorSignalWith: .empty())
            alert.emit(onNext: { print("first: \($0)") }).disposed(by: bag)
            alerts.onNext("low")
            alert.emit(onNext: { print("second: \($0)") }).disposed(by: bag) // gets nothing from before
            alerts.onNext("high")
            _ = alerts
            _ = bag
            _ = alert
        }
        XCTAssertEqual(printed.lines, [#"first: low"#, #"first: high"#, #"second: high"#])
    }

    func testSignal2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let subscription = prices.asSignal(onErrorJustReturn: 0)
                .emit(onNext: { print($0) })
            prices.onNext(5)
            prices.onError(RxError.timeout)
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"0"#])
    }

    func testSignal3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let subscription = prices.asSignal(onErrorSignalWith: .just(3))
                .emit(onNext: { print($0) })
            prices.onNext(5)
            prices.onError(RxError.timeout)
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"3"#])
    }

    func testSignal4() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let prices = PublishSubject<Int>()
            let subscription = prices.asSignal(onErrorRecover: { error in error is RxError ? .just(3) : .empty() })
                .emit(onNext: { print($0) })
            prices.onNext(5)
            prices.onError(RxError.timeout)
            _ = prices
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"5"#, #"3"#])
    }

    func testSignal5() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let orders = PublishRelay<String>()
            let subscription = orders.asSignal().emit(onNext: { print($0) })
            orders.accept("order 1")
            _ = orders
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"order 1"#])
    }
}
