import Foundation
import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// What all ways to ask for groups that end have in common.
final class GroupByEndingFormsTests: XCTestCase {
    private typealias Groups = Observable<GroupedObservable<Int, Int>>

    /// All ways to ask for groups that end, with limits that none of them reaches.
    private func forms(_ source: Observable<Int>, by key: @escaping (Int) throws -> Int) -> [(String, Groups)] {
        let scheduler = TestScheduler(initialClock: 0)
        return [
            ("atMost", source.groupBy(key, atMost: 100)),
            ("idle", source.groupBy(key, idle: .seconds(100), scheduler: scheduler)),
            ("until", source.groupBy(key, until: { _ in Observable<Int>.never() })),
            (
                "idle, until",
                source.groupBy(key, idle: .seconds(100), until: { _ in Observable<Int>.never() }, scheduler: scheduler)
            ),
        ]
    }

    func testTheGroupsEndFirstInTheOrderOfTheirFirstElements() {
        for end in [nil, TestError("bad")] {
            for index in 0..<4 {
                let source = PublishSubject<Int>()
                let (name, groups) = forms(source, by: { $0 })[index]
                let log = Recorder<String>()
                let subscription = groups.subscribe { event in
                    guard let group = event.element else { return log.onNext(event.error == nil ? "|" : "x") }
                    _ = group.subscribe {
                        if $0.isStopEvent { log.onNext("\(group.key)\($0.error == nil ? "|" : "x")") }
                    }
                }
                for key in [1, 2, 3, 2, 1] { source.onNext(key) }
                if let end { source.onError(end) } else { source.onCompleted() }
                let mark = end == nil ? "|" : "x"
                XCTAssertEqual(log.elements, ["1\(mark)", "2\(mark)", "3\(mark)", mark], name)
                subscription.dispose()
            }
        }
    }

    func testWhatTheKeySelectorThrowsEndsAll() {
        for index in 0..<4 {
            let source = PublishSubject<Int>()
            let (name, groups) = forms(source, by: { if $0 == 2 { throw TestError("bad") } else { return $0 } })[index]
            let recorder = Recorder<Int>()
            _ = groups.flatMap { $0 }.subscribe(recorder)
            for element in 1...3 { source.onNext(element) }
            XCTAssertEqual(recorder.marks, ["1", "x(bad)"], name)
            XCTAssertFalse(source.hasObservers, name)
        }
    }

    func testAGroupWhoseObserversHaveLeftStays() {
        for index in 0..<4 {
            let source = PublishSubject<Int>()
            let (name, groups) = forms(source, by: { $0 % 2 })[index]
            var found: [GroupedObservable<Int, Int>] = []
            let recorder = Recorder<Int>()
            let all = groups.subscribe(onNext: { found.append($0) })
            source.onNext(1)
            found[0].subscribe(recorder).dispose()
            source.onNext(3)
            XCTAssertEqual(found.count, 1, name)
            let again = found[0].subscribe(recorder)
            source.onNext(5)
            XCTAssertEqual(recorder.elements, [5], name)
            all.dispose()
            XCTAssertTrue(source.hasObservers, name)
            // No observer could get this group.
            source.onNext(2)
            XCTAssertEqual(found.count, 1, name)
            again.dispose()
            XCTAssertFalse(source.hasObservers, name)
        }
    }

    func testAGroupThatHasEndedNoLongerKeepsTheSource() {
        let scheduler = ManualScheduler()
        let source = PublishSubject<Int>()
        var held: Disposable?
        // The completion waits in `delay`, and what is below has not been disposed.
        let all = source.groupBy({ $0 }, idle: .seconds(1), scheduler: scheduler).subscribe(onNext: {
            held = $0.delay(.seconds(100), scheduler: scheduler).subscribe()
        })
        source.onNext(1)
        scheduler.advance(by: .seconds(2))
        XCTAssertTrue(source.hasObservers)
        all.dispose()
        XCTAssertFalse(source.hasObservers)
        held?.dispose()
    }

    func testALateObserverOfAGroupThatHasEndedGetsItsEnd() {
        let source = PublishSubject<Int>()
        var groups: [GroupedObservable<Int, Int>] = []
        _ = source.groupBy({ $0 }, atMost: 1).subscribe(onNext: { groups.append($0) })
        source.onNext(1)
        source.onNext(2)
        let recorder = Recorder<Int>()
        _ = groups[0].subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["|"])
    }

    func testAGroupThatIsSubscribedToAfterAllHasBeenDisposedCompletes() {
        let source = PublishSubject<Int>()
        var group: GroupedObservable<Int, Int>?
        let all = source.groupBy({ $0 }, atMost: 1).subscribe(onNext: { group = $0 })
        source.onNext(1)
        all.dispose()
        let recorder = Recorder<Int>()
        _ = group!.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["|"])
    }

    func testASourceThatVanishesReleasesAll() {
        for index in 0..<4 {
            var subject: PublishSubject<Int>? = PublishSubject()
            weak var held: Probe?
            let subscriptions = CompositeDisposable()
            let scheduler = ManualScheduler()
            do {
                let probe = Probe()
                held = probe
                let source = subject!.asObservable()
                let groups =
                    switch index {
                    case 0: source.groupBy({ $0 % 2 }, atMost: 9)
                    case 1: source.groupBy({ $0 % 2 }, idle: .seconds(1), scheduler: scheduler)
                    case 2: source.groupBy({ $0 % 2 }, until: { $0.filter { $0 > 9 } })
                    default:
                        source.groupBy(
                            { $0 % 2 },
                            idle: .seconds(1),
                            until: { $0.filter { $0 > 9 } },
                            scheduler: scheduler
                        )
                    }
                _ = subscriptions.insert(
                    groups.subscribe(onNext: {
                        probe.touch()
                        _ = subscriptions.insert($0.subscribe(onNext: { _ in probe.touch() }))
                    })
                )
            }
            for element in 0..<4 { subject?.onNext(element) }
            XCTAssertNotNil(held, "\(index)")
            subject = nil
            // The timer ends the groups.
            scheduler.advance(by: .seconds(2))
            XCTAssertNil(held, "\(index)")
            subscriptions.dispose()
        }
    }

    func testACallbackMayFeedTheSource() {
        for index in 0..<4 {
            let subject = PublishSubject<Int>()
            let recorder = Recorder<Int>()
            let (name, groups) = forms(subject, by: { $0 % 10 })[index]
            _ = groups.flatMap { $0 }.subscribe(onNext: {
                recorder.onNext($0)
                if $0 < 100 { subject.onNext($0 * 10 + 1) }
            })
            subject.onNext(1)
            XCTAssertEqual(recorder.elements, [1, 11, 111], name)
        }
    }

    func testAnElementThatAnObserverOfItsGroupPushesOutIsNotLost() {
        let source = PublishSubject<Int>()
        let recorder = Recorder<[Int]>()
        let subscription = source.groupBy({ $0 }, atMost: 1)
            .do(onNext: { if $0.key < 3 { source.onNext($0.key + 1) } })
            .flatMap { $0.toArray() }
            .subscribe(recorder)
        source.onNext(1)
        source.onCompleted()
        XCTAssertEqual(recorder.elements, [[1], [2], [3]])
        subscription.dispose()
    }

    /// A key whose look-up sends.
    private struct SendingKey: Hashable {
        let number: Int
        let lookUp: Box<() -> Void>

        static func == (one: SendingKey, other: SendingKey) -> Bool { one.number == other.number }

        func hash(into hasher: inout Hasher) {
            let act = lookUp.value
            lookUp.value = {}
            act()
            hasher.combine(number)
        }
    }

    func testWhatAKeysOwnCodeSendsComesAfterTheElementThatIsLookedUp() {
        let source = PublishSubject<Int>()
        let lookUp = Box<() -> Void>({})
        let heard = Recorder<Int>()
        let subscription =
            source
            .groupBy({ SendingKey(number: $0 % 100, lookUp: lookUp) }, atMost: 7)
            .merge().subscribe(heard)
        source.onNext(0)
        for number in 1...50 {
            lookUp.value = { source.onNext(100 + number) }
            source.onNext(number)
        }
        lookUp.value = { source.onCompleted() }
        source.onNext(60)
        XCTAssertEqual(heard.elements, [0] + (1...50).flatMap { [$0, 100 + $0] } + [60])
        XCTAssertEqual(heard.marks.last, "|")
        subscription.dispose()
    }

    func testABoundedQueueBelowTheMergedGroupsHoldsTheSourceBack() {
        let scheduler = ManualScheduler()
        var sent = 0
        let source = Observable<Int>.create(pausable: { observer, pressure in
            func send() {
                while pressure.isOpen, sent < 100 {
                    sent += 1
                    observer.onNext(sent)
                }
                if sent < 100 { pressure.onReopen(send) } else { observer.onCompleted() }
            }
            send()
            return Disposables.create()
        })
        let recorder = Recorder<Int>()
        _ = source.groupBy({ $0 }, idle: .seconds(1), atMost: 3, scheduler: scheduler)
            .flatMap { $0 }
            .observe(on: scheduler, capacity: 8, overflow: .suspend)
            .subscribe(recorder)
        XCTAssertLessThanOrEqual(sent, 9)
        scheduler.advance(by: .seconds(100))
        XCTAssertEqual(recorder.marks, (1...100).map { "\($0)" } + ["|"])
    }

    func testABoundedQueueInsideAGroupIsRefused() {
        let scheduler = ManualScheduler()
        let recorder = Recorder<Int>()
        _ = Observable.of(1, 2).groupBy({ $0 }, atMost: 3)
            .flatMap { $0.observe(on: scheduler, capacity: 8, overflow: .suspend) }
            .subscribe(recorder)
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(recorder.marks.count, 1)
        XCTAssertTrue(recorder.marks[0].contains("groupBy(_:atMost:) cannot pause"), recorder.marks[0])
    }

    func testKeysThatAreSeenOnceKeepNoObjects() {
        let scheduler = ManualScheduler()
        let source = PublishSubject<Int>()
        let subscription = source.groupBy({ $0 }, idle: .seconds(1), scheduler: scheduler)
            .flatMap { $0 }
            .subscribe(onNext: { _ in })
        var totals: [Int32] = []
        for round in 0..<20 {
            for key in 0..<100 {
                source.onNext(round * 100 + key)
                scheduler.advance(by: .milliseconds(100))
            }
            totals.append(Resources.total)
        }
        XCTAssertLessThan(totals.max()! - totals.min()!, 20, "\(totals)")
        subscription.dispose()
    }
}
