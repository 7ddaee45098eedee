import Foundation
import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class GroupByEndingTests: MarbleTestCase {
    /// What each group of a letter's elements begins with and ends with: a bracket, and every element between.
    private func bracketed(_ groups: Observable<GroupedObservable<String, String>>) -> Observable<String> {
        groups.map { $0.startWith("[").concat(Observable.just("]")) }.merge()
    }

    // MARK: At most

    func testTheGroupWithTheOldestElementEndsBeforeTheFurtherGroupIsEmitted() {
        let source = PublishSubject<String>()
        let log = Recorder<String>()
        _ = source.groupBy({ $0.prefix(1) }, atMost: 2).subscribe(onNext: { group in
            log.onNext("+\(group.key)")
            _ = group.subscribe(onNext: { log.onNext($0) }, onCompleted: { log.onNext("-\(group.key)") })
        })
        for element in ["a1", "b1", "a2", "c1", "b2", "a3"] { source.onNext(element) }
        source.onCompleted()
        XCTAssertEqual(
            log.elements,
            [
                "+a", "a1", "+b", "b1", "a2", "-b", "+c", "c1", "-a", "+b", "b2", "-c", "+a", "a3", "-b", "-a",
            ]
        )
    }

    func testAtMostOneGroupMakesARunOfEqualKeysAGroup() {
        let recorder = Recorder<[Int]>()
        _ = Observable.of(1, 1, 2, 1, 3, 3).groupBy({ $0 }, atMost: 1).flatMap { $0.toArray() }.subscribe(recorder)
        XCTAssertEqual(recorder.elements, [[1, 1], [2], [1], [3, 3]])
        XCTAssertEqual(recorder.marks.last, "|")
    }

    /// Against a model of a table of the latest keys.
    func testManyKeysUnderALimit() {
        var random = TestRandom(seed: 7)
        for limit in [1, 2, 3, 8] {
            let source = PublishSubject<Int>()
            let log = Recorder<String>()
            _ = source.groupBy({ $0 }, atMost: limit).subscribe(onNext: { group in
                log.onNext("+\(group.key)")
                _ = group.subscribe(onNext: { log.onNext("\($0)") }, onCompleted: { log.onNext("-\(group.key)") })
            })
            var keys: [Int] = []
            var expected: [String] = []
            for _ in 0..<2_000 {
                let key = Int.random(in: 0..<12, using: &random)
                source.onNext(key)
                if let index = keys.firstIndex(of: key) {
                    keys.remove(at: index)
                } else {
                    if keys.count == limit { expected.append("-\(keys.removeFirst())") }
                    expected.append("+\(key)")
                }
                keys.append(key)
                expected.append("\(key)")
            }
            XCTAssertEqual(log.elements, expected, "\(limit)")
        }
    }

    // MARK: Idle

    func testAGroupEndsWhenNothingHasComeForATime() {
        check(source: "-a   --a   ------a-   -|", result: "-([a)--a----]-([a)--(]|)") { source, scheduler in
            bracketed(source.groupBy({ $0 }, idle: .seconds(5), scheduler: scheduler))
        }
    }

    func testEachGroupHasATimeOfItsOwnAndThereIsOneTimer() {
        let scheduler = ManualScheduler()
        let source = PublishSubject<Int>()
        var ends: [String] = []
        _ = source.groupBy({ $0 }, idle: .seconds(10), scheduler: scheduler).subscribe(onNext: { group in
            _ = group.subscribe(onCompleted: { ends.append("\(group.key) at \(scheduler.milliseconds)") })
        })
        for key in 0..<100 {
            source.onNext(key)
            scheduler.advance(by: .milliseconds(10))
            XCTAssertLessThanOrEqual(scheduler.waitingCount, 1)
        }
        // 1 s: the first half once more, in the reverse order.
        for key in (0..<50).reversed() {
            source.onNext(key)
            scheduler.advance(by: .milliseconds(10))
        }
        scheduler.advance(by: .seconds(60))
        let expected =
            (50..<100).map { "\($0) at \($0 * 10 + 10_000)" }
            + (0..<50).reversed().map { "\($0) at \((49 - $0) * 10 + 11_000)" }
        XCTAssertEqual(ends, expected)
        XCTAssertEqual(scheduler.waitingCount, 0)
    }

    func testAGroupThatHasEndedBeginsAgainAndTheTimerWithIt() {
        let scheduler = ManualScheduler()
        let source = PublishSubject<Int>()
        let recorder = Recorder<[Int]>()
        _ = source.groupBy({ $0 % 10 }, idle: .seconds(1), scheduler: scheduler).flatMap { $0.toArray() }
            .subscribe(recorder)
        for round in 0..<3 {
            source.onNext(round * 10 + 1)
            scheduler.advance(by: .milliseconds(999))
            source.onNext(round * 10 + 11)
            scheduler.advance(by: .milliseconds(999))
            XCTAssertEqual(recorder.elements.count, round)
            scheduler.advance(by: .milliseconds(1))
            XCTAssertEqual(recorder.elements.last, [round * 10 + 1, round * 10 + 11])
            XCTAssertEqual(scheduler.waitingCount, 0)
        }
    }

    func testMoreGroupsThanABatchEndAtTheirTime() {
        let scheduler = ManualScheduler()
        let source = PublishSubject<Int>()
        var (groups, ends) = (0, 0)
        let subscription = source.groupBy({ $0 }, idle: .seconds(1), scheduler: scheduler).subscribe(onNext: { group in
            groups += 1
            _ = group.subscribe(onCompleted: { ends += 1 })
        })
        for key in 0..<1_000 { source.onNext(key) }
        scheduler.advance(by: .milliseconds(999))
        XCTAssertEqual(ends, 0)
        scheduler.advance(by: .milliseconds(1))
        XCTAssertEqual([groups, ends], [1_000, 1_000])
        subscription.dispose()
    }

    func testTheLimitAlsoHoldsForGroupsWithATime() {
        let scheduler = ManualScheduler()
        let source = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = source.groupBy({ $0 }, idle: .seconds(1), atMost: 2, scheduler: scheduler)
            .flatMap { group in group.toArray().map { _ in group.key } }
            .subscribe(recorder)
        for key in 1...3 { source.onNext(key) }
        XCTAssertEqual(recorder.elements, [1])
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(recorder.elements, [1, 2, 3])
    }

    func testTheTimeIsThatOfTheStopwatch() {
        func idle(_ source: Observable<Int>, _ scheduler: SchedulerType) -> Observable<String> {
            source.groupBy({ $0 % 2 }, idle: .milliseconds(150), scheduler: scheduler).flatMap { $0.toArray() }
                .map { "\($0)" }
        }
        let usual = eventsOfSteppingTime(SteppingSchedulerWithStopwatch(), step: 0, idle)
        XCTAssertEqual(usual, ["150: [1]", "250: [2]", "350: [3]", "500: [4]", "500: |"])
        for step in [-3_600.0, 3_600] {
            XCTAssertEqual(eventsOfSteppingTime(SteppingSchedulerWithStopwatch(), step: step, idle), usual, "\(step) s")
        }
    }

    // MARK: Until

    func testTheFirstElementOfTheNotifierEndsTheGroup() {
        check(source: "-a   -a-a-  a   -|", result: "-([a)-a-a(])([a)-(]|)") { source, scheduler in
            bracketed(
                source.groupBy({ $0 }, until: { _ in Observable<Int>.timer(.seconds(5), scheduler: scheduler) })
            )
        }
    }

    func testACompletionOfTheNotifierEndsTheGroupToo() {
        let source = PublishSubject<Int>()
        let ends = [PublishSubject<Void>(), PublishSubject<Void>()]
        let recorder = Recorder<[Int]>()
        _ = source.groupBy({ $0 % 2 }, until: { ends[$0.key] }).flatMap { $0.toArray() }.subscribe(recorder)
        for element in 0..<4 { source.onNext(element) }
        ends[1].onCompleted()
        XCTAssertEqual(recorder.elements, [[1, 3]])
        XCTAssertEqual(ends.map(\.hasObservers), [true, false])
        ends[0].onNext(())
        XCTAssertEqual(recorder.elements, [[1, 3], [0, 2]])
        XCTAssertEqual(ends.map(\.hasObservers), [false, false])
    }

    func testAnElementOfTheGroupThatEndsItReachesAllItsObservers() {
        let source = PublishSubject<Int>()
        let (before, after) = (Recorder<Int>(), Recorder<Int>())
        var groups: [GroupedObservable<Int, Int>] = []
        _ = source.groupBy({ $0 / 10 }, until: { $0.filter { $0 % 10 == 9 } }).subscribe(onNext: {
            groups.append($0)
            _ = $0.subscribe(before)
        })
        source.onNext(1)
        _ = groups[0].subscribe(after)
        source.onNext(9)
        XCTAssertEqual(before.marks, ["1", "9", "|"])
        XCTAssertEqual(after.marks, ["9", "|"])
        source.onNext(9)
        XCTAssertEqual(groups.count, 2)
        XCTAssertEqual(before.marks, ["1", "9", "|", "9", "|"])
    }

    func testTheErrorOfANotifierFailsAll() {
        let source = PublishSubject<Int>()
        let end = PublishSubject<Int>()
        let (all, group) = (Recorder<Int>(), Recorder<Int>())
        _ = source.groupBy({ $0 }, until: { _ in end })
            .map {
                _ = $0.subscribe(group)
                return $0.key
            }
            .subscribe(all)
        source.onNext(1)
        end.onError(TestError("bad"))
        XCTAssertEqual(group.marks, ["1", "x(bad)"])
        XCTAssertEqual(all.marks, ["1", "x(bad)"])
        XCTAssertFalse(source.hasObservers)
    }

    func testWhatTheClosureForTheNotifierThrowsFailsAll() {
        let source = PublishSubject<Int>()
        let (all, group) = (Recorder<Int>(), Recorder<Int>())
        _ =
            source
            .groupBy(
                { $0 },
                until: { group -> Observable<Int> in
                    if group.key == 2 { throw TestError("bad") }
                    return .never()
                }
            )
            .map {
                _ = $0.subscribe(group)
                return $0.key
            }
            .subscribe(all)
        for element in 1...3 { source.onNext(element) }
        XCTAssertEqual(group.marks, ["1", "x(bad)", "x(bad)"])
        XCTAssertEqual(all.marks, ["1", "2", "x(bad)"])
    }

    func testANotifierOfAGroupThatEndsOtherwiseIsDisposed() {
        let scheduler = ManualScheduler()
        let source = PublishSubject<Int>()
        let notifier = PublishSubject<Void>()
        let subscription =
            source
            .groupBy({ $0 }, idle: .seconds(1), until: { _ in notifier }, atMost: 1, scheduler: scheduler)
            .subscribe(onNext: { _ in })
        source.onNext(1)
        XCTAssertTrue(notifier.hasObservers)
        scheduler.advance(by: .seconds(1))
        XCTAssertFalse(notifier.hasObservers)
        source.onNext(2)
        XCTAssertTrue(notifier.hasObservers)
        subscription.dispose()
        XCTAssertFalse(notifier.hasObservers)
    }
}
