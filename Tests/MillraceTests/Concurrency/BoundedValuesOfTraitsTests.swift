import Millrace
import MillraceTest
import TestSupport
import XCTest

/// `values(capacity:overflow:)` of infallibles, shared sequences, singles, maybes and completables.
final class BoundedValuesOfTraitsTests: XCTestCase {
    func testAnInfallibleIsIteratedOverWithoutTry() {
        let subject = PublishSubject<Int>()
        let values = subject.asInfallible(onErrorJustReturn: 9).values(capacity: 3, overflow: .dropOldest)
        for element in 0..<5 { subject.onNext(element) }
        subject.onError(TestError())
        let task = Task {
            var found: [Int] = []
            for await element in values { found.append(element) }
            for await batch in Infallible.of(1, 2).values(capacity: 1, overflow: .suspend).batches { found += batch }
            return found
        }
        XCTAssertEqual(mark(task), "[3, 4, 9, 1, 2]")
    }

    func testAnInfallibleEndsWhenItIsCancelled() {
        let subject = PublishSubject<Int>()
        let task = Task {
            await marks(of: subject.asInfallible(onErrorJustReturn: 9).values(capacity: 1, overflow: .dropOldest))
        }
        waitUntil { subject.hasObservers }
        task.cancel()
        XCTAssertEqual(mark(task), #"["|"]"#)
        XCTAssertFalse(subject.hasObservers)
    }

    func testAnErrorThatBreaksThePromiseIsReported() {
        let handler = Hooks.defaultErrorHandler
        defer { Hooks.defaultErrorHandler = handler }
        let (found, line) = (Recorder<String>(), #line + 6)
        Hooks.defaultErrorHandler = { found.on(.next("\($0) \($1)")) }
        let source = Infallible.combineLatest(Infallible.of(1, 2), Infallible.just(0)) { element, _ in
            if element == 2 { throw TestError() }
            return element
        }
        let values = source.values(capacity: 2, overflow: .buffer)
        XCTAssertEqual(mark(Task { await marks(of: values) }), #"["1", "|"]"#)
        XCTAssertEqual(found.elements, [#"["MillraceTests/BoundedValuesOfTraitsTests.swift:\#(line)"] error"#])
    }

    @MainActor
    func testASharedSequence() async {
        let subject = PublishSubject<Int>()
        let values = subject.asDriver(onErrorJustReturn: 9).values(capacity: 2, overflow: .dropOldest)
        for element in 1...3 { subject.onNext(element) }
        subject.onCompleted()
        let found = await marks(of: values)
        XCTAssertEqual(found, ["2", "3", "|"])
    }

    func testTheTraitsHaveBoundedValuesToo() {
        let task = Task {
            [
                await marks(of: Single.just(1).values(capacity: 1, overflow: .suspend)),
                await marks(of: Maybe<Int>.empty().values(capacity: 1, overflow: .suspend)),
                await marks(of: Completable.error(TestError()).values(capacity: 1, overflow: .suspend)),
            ]
        }
        XCTAssertEqual(mark(task), #"[["1", "|"], ["|"], ["x(error)"]]"#)
    }
}
