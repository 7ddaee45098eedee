import Millrace
import MillraceTest
import TestSupport
import XCTest

/// `dump()` and what it knows of a subscription.
final class LiveSubscriptionsTests: XCTestCase {
    override func setUp() {
        Hooks.recordSubscriptions = true
    }

    override func tearDown() {
        Hooks.recordSubscriptions = false
    }

    /// The lines of `dump()` about this file, without the file.
    private func lines() -> [String] {
        Millrace.dump().split(separator: "\n").compactMap { line in
            line.hasPrefix("\(#fileID):") ? String(line.dropFirst("\(#fileID):".count)) : nil
        }
    }

    func testALineHasThePlaceAndTheOperators() {
        let subject = PublishSubject<Int>()
        let line = #line + 1
        let subscription = subject.map { $0 + 1 }.filter { $0 > 0 }.scan(0, accumulator: +).subscribe(onNext: { _ in })
        XCTAssertEqual(lines(), ["\(line): PublishSubject<Int> → map(_:) → filter(_:) → scan(_:accumulator:)"])
        subscription.dispose()
        XCTAssertEqual(lines(), [])
    }

    func testALineMayBeOfAnyLengthWithHandlersAndWithout() {
        let subject = PublishSubject<Int>()
        for line: UInt in [0, 32_767, 32_768, 1_000_000] {
            let plain = subject.subscribe(line: line, onNext: { _ in })
            XCTAssertEqual(lines().map { $0.prefix { $0 != ":" } }, ["\(line)"])
            plain.dispose()
            let handling = subject.subscribe(line: line, onNext: { _ in }, onCompleted: {})
            XCTAssertEqual(lines().map { $0.prefix { $0 != ":" } }, ["\(line)"])
            handling.dispose()
        }
    }

    func testOperatorsOfEachKindHaveTheirNames() {
        let scheduler = TestScheduler(initialClock: 0)
        let source = PublishSubject<Int>()
        let all: [(Observable<Int>, String)] = [
            (source.observe(on: scheduler), "observe(on:)"),
            (source.flatMap { Observable.just($0) }, "flatMap(_:)"),
            (source.debounce(.seconds(1), scheduler: scheduler), "debounce(_:scheduler:)"),
            (source.distinctUntilChanged(), "distinctUntilChanged()"),
            (source.do(onNext: { _ in }), "do(onNext:afterNext:"),
            (source.take(2), "take(_:)"),
            (source.delay(.seconds(1), scheduler: scheduler), "delay(_:scheduler:)"),
            (source.debug("name"), "debug(_:"),
            (source.scan(into: 0) { $0 += $1 }, "scan(into:accumulator:)"),
            (source.element(at: 1), "element(at:)"),
        ]
        for (observable, name) in all {
            let subscription = observable.subscribe(onNext: { _ in })
            let line = lines().last ?? ""
            XCTAssertTrue(line.contains("PublishSubject<Int> → \(name)"), "\(name): \(line)")
            subscription.dispose()
        }
    }

    func testASubscriptionThatHasEndedIsNotListed() {
        let subject = PublishSubject<Int>()
        let subscription = subject.subscribe(onNext: { _ in })
        XCTAssertEqual(lines().count, 1)
        subject.onCompleted()
        XCTAssertEqual(lines(), [])
        subscription.dispose()
    }

    func testASubscriptionOfASingleAndADriverAreListed() {
        let subject = PublishSubject<Int>()
        let single = subject.asSingle().subscribe(onSuccess: { _ in })
        let driver = subject.asDriver(onErrorJustReturn: 0).drive(onNext: { _ in })
        XCTAssertEqual(lines().count, 2, Millrace.dump())
        single.dispose()
        driver.dispose()
        XCTAssertEqual(lines(), [])
    }

    func testNothingIsListedWhileItIsOff() {
        Hooks.recordSubscriptions = false
        let subscription = PublishSubject<Int>().subscribe(onNext: { _ in })
        XCTAssertEqual(lines(), [])
        subscription.dispose()
    }

    func testWhatIsGoneDoesNotAccumulate() {
        let subject = PublishSubject<Int>()
        for _ in 0..<200 { subject.subscribe(onNext: { _ in }).dispose() }
        XCTAssertEqual(lines(), [])
    }

    #if DEBUG
        func testResourcesAreListedByKind() {
            Resources.recordsKinds = true
            defer { Resources.recordsKinds = false }
            let before = Resources.dump()
            let subjects = (0..<3).map { _ in PublishSubject<Int8>() }
            XCTAssertFalse(before.contains("PublishSubject<Int8>"), before)
            withExtendedLifetime(subjects) {
                let listed = Resources.dump()
                XCTAssertTrue(listed.contains("3 × PublishSubject<Int8>"), listed)
            }
            XCTAssertTrue(Resources.dump().hasSuffix(Millrace.dump()))
        }
    #endif
}
