import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

/// What drivers and signals are made of, and that no error comes out.
final class SharedSequenceConversionTests: SharedSequenceTestCase {
    /// A strategy of a test: a new subscriber is given the two latest elements.
    private struct Pairs: SharingStrategyProtocol {
        static var scheduler: SchedulerType { SharingScheduler.make() }

        static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
            source.share(replay: 2, scope: .whileConnected)
        }
    }

    private func check<Sequence: SharedSequenceConvertibleType>(
        _ expected: [Recorded<Event<Int>>],
        line: UInt = #line,
        _ convert: @escaping (TestableObservable<Int>) -> Sequence
    ) where Sequence.Element == Int {
        let events = events { scheduler in
            convert(scheduler.createHotObservable([.next(210, 1), .error(220, TestError("3")), .next(230, 2)]))
        }
        XCTAssertEqual(events, expected, line: line)
    }

    private static func number(_ error: Error) -> Int { Int("\(error)")! }

    func testAnErrorBecomesAnElement() {
        let expected: [Recorded<Event<Int>>] = [.next(211, 1), .next(221, 7), .completed(221)]
        check(expected) { $0.asDriver(onErrorJustReturn: 7) }
        check(expected) { $0.asSignal(onErrorJustReturn: 7) }
        check(expected) { $0.asSharedSequence(sharingStrategy: Pairs.self, onErrorJustReturn: 7) }
    }

    func testAnotherSequenceTakesOverFromAnError() {
        let expected: [Recorded<Event<Int>>] = [.next(211, 1), .next(222, 7), .next(223, 8), .completed(224)]
        check(expected) { $0.asDriver(onErrorDriveWith: .of(7, 8)) }
        check(expected) { $0.asSignal(onErrorSignalWith: .of(7, 8)) }
        check(expected) { $0.asSharedSequence(sharingStrategy: Pairs.self, onErrorDriveWith: .of(7, 8)) }
    }

    func testASequenceMadeOfTheErrorTakesOver() {
        let expected: [Recorded<Event<Int>>] = [.next(211, 1), .next(222, 3), .completed(222)]
        check(expected) { $0.asDriver { .just(Self.number($0)) } }
        check(expected) { $0.asSignal { .just(Self.number($0)) } }
        check(expected) { $0.asSharedSequence(sharingStrategy: Pairs.self) { .just(Self.number($0)) } }
    }

    func testAStrategyDecidesHowToShare() {
        virtually { scheduler in
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .completed(250)])
            let shared: SharedSequence<Pairs, Int> = source.asSharedSequence(onErrorJustReturn: 0)
            _ = scheduler.observe(shared)
            let second = scheduler.observe(shared, from: 240)
            scheduler.start()
            XCTAssertEqual(second.events, [.next(240, 2), .next(240, 3), .completed(251)])
        }
    }

    func testOtherKindsOfSources() {
        XCTAssertEqual(
            events { _ in Single.just(1).asDriver(onErrorJustReturn: 0) },
            [.next(201, 1), .completed(202)]
        )
        XCTAssertEqual(
            events { _ in Maybe<Int>.error(TestError()).asSignal(onErrorJustReturn: 0) },
            [.next(201, 0), .completed(201)]
        )
        XCTAssertEqual(events { _ in Infallible.just(1).asDriver() }, [.next(201, 1), .completed(202)])
    }

    func testABehaviorRelayAsADriver() {
        virtually { scheduler in
            let relay = BehaviorRelay(value: 1)
            let driver = relay.asDriver()
            let first = scheduler.observe(driver)
            let second = scheduler.observe(driver, from: 215)
            scheduler.scheduleAt(210) { relay.accept(2) }
            scheduler.scheduleAt(220) { relay.accept(3) }
            scheduler.start()
            XCTAssertEqual(first.events, [.next(201, 1), .next(211, 2), .next(221, 3)])
            XCTAssertEqual(second.events, [.next(215, 2), .next(221, 3)])
        }
    }

    func testAPublishRelayAsASignal() {
        virtually { scheduler in
            let relay = PublishRelay<Int>()
            let signal = relay.asSignal()
            let first = scheduler.observe(signal)
            let second = scheduler.observe(signal, from: 215)
            scheduler.scheduleAt(210) { relay.accept(1) }
            scheduler.scheduleAt(220) { relay.accept(2) }
            scheduler.start()
            XCTAssertEqual(first.events, [.next(211, 1), .next(221, 2)])
            XCTAssertEqual(second.events, [.next(221, 2)])
        }
    }

    func testWhatAnotherThreadSendsArrivesOnTheMainThread() {
        func check<Sequence: SharedSequenceConvertibleType>(
            line: UInt = #line,
            _ convert: (Observable<Int>) -> Sequence
        ) where Sequence.Element == Int {
            let subject = PublishSubject<Int>()
            let completed = expectation(description: "completed")
            let log = Log()
            let subscription = convert(subject).asObservable().subscribe { event in
                log.write("\(event) \(Thread.isMainThread)")
                if event.isCompleted { completed.fulfill() }
            }
            Thread.detachNewThread {
                subject.onNext(1)
                subject.onError(TestError("3"))
            }
            wait(for: [completed], timeout: 60)
            XCTAssertEqual(log.lines, ["next(1) true", "next(3) true", "completed true"], line: line)
            subscription.dispose()
        }
        check { $0.asDriver(onErrorJustReturn: 3) }
        check { $0.asDriver(onErrorDriveWith: .just(3)) }
        check { source in
            source.asDriver { error in
                XCTAssertTrue(Thread.isMainThread)
                return .just(Self.number(error))
            }
        }
        check { $0.asSignal(onErrorJustReturn: 3) }
        check { $0.asSignal(onErrorSignalWith: .just(3)) }
        check { source in
            source.asSignal { error in
                XCTAssertTrue(Thread.isMainThread)
                return .just(Self.number(error))
            }
        }
    }
}
