import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class GroupByTests: MarbleTestCase {
    func testGroupsEmitWhatTheSelectorMakes() {
        check(
            source: "-a-B-A-b-|",
            result: "-1-2-3-4-|",
            active: "^--------!",
            naming: [
                "1": "a1", "2": "b1", "3": "a2", "4": "b2",
            ]
        ) { source, _, _ in
            source.enumerated()
                .groupBy(keySelector: { $0.element.lowercased() }, elementSelector: { $0.index / 2 + 1 })
                .flatMap { group in group.map { "\(group.key)\($0)" } }
        }
    }

    func testErrorsOfTheClosuresAndOfTheSource() {
        func keys(_ source: Observable<String>, failing: Bool) -> Observable<String> {
            source.groupBy(
                keySelector: { if failing && $0 == "x" { throw TestError() } else { return $0 } },
                elementSelector: { if !failing && $0 == "x" { throw TestError() } else { return $0 } }
            ).map { $0.key }
        }
        for failing in [false, true] {
            check(source: "-a-x-", result: "-a-#", active: "^--!") { source, _ in keys(source, failing: failing) }
        }
        check(source: "-a-#", result: "-a-#", active: "^--!") { source, _ in keys(source, failing: true) }
    }

    func testEachClosureIsCalledOnceForAnElement() {
        var calls = 0
        let source = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription =
            source
            .groupBy {
                $0 % 2
            } elementSelector: { element in
                calls += 1
                return element * 10
            }
            .subscribe(onNext: { group in for _ in 0..<2 { _ = group.subscribe(recorder) } })
        source.onNext(1)
        source.onNext(3)
        XCTAssertEqual(calls, 2)
        XCTAssertEqual(recorder.elements, [10, 10, 30, 30])
        subscription.dispose()
        // The groups have subscribers.
        XCTAssertTrue(source.hasObservers)
    }

    func testTheFormWithoutAnElementSelectorIsStillFound() {
        let recorder = Recorder<Int>()
        _ = Observable.of(1, 2, 3).groupBy { $0 % 2 }.flatMap { $0.toArray() }.map { $0.count }.subscribe(recorder)
        XCTAssertEqual(Set(recorder.elements), [1, 2])
    }
}
