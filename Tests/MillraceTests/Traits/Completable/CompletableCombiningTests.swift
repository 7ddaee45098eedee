import Millrace
import MillraceTest
import TestSupport
import XCTest

final class CompletableCombiningTests: XCTestCase {
    /// Writes when it is subscribed to and disposed.
    private func traced(_ name: String, _ log: Log, ends: Bool = true) -> Completable {
        .create { observer in
            log.write("subscribed to \(name)")
            if ends { observer(.completed) }
            return log.disposable("\(name) disposed")
        }
    }

    func testConcatSubscribesToOneAfterTheOther() {
        func check(_ concatenate: (Completable, Completable) -> Completable, line: UInt = #line) {
            let log = Log()
            _ = concatenate(traced("a", log), traced("b", log)).subscribe { log.write("\($0)") }
            XCTAssertEqual(
                log.lines,
                ["subscribed to a", "a disposed", "subscribed to b", "b disposed", "completed"],
                line: line
            )
        }
        check { $0.concat($1) }
        check { .concat($0, $1) }
        check { .concat([$0, $1]) }
        check { .concat(AnySequence([$0, $1])) }
    }

    func testConcatEndsAtAnError() {
        let log = Log()
        let failing = Completable.error(TestError())
        XCTAssertEqual(marks(failing.concat(traced("b", log))), ["x(error)"])
        XCTAssertEqual(marks(Completable.concat([failing, traced("b", log)])), ["x(error)"])
        XCTAssertEqual(log.lines, [])
        XCTAssertEqual(marks(Completable.empty().concat(failing)), ["x(error)"])
    }

    func testConcatOfNothingCompletes() {
        XCTAssertEqual(marks(Completable.concat([])), ["|"])
        XCTAssertEqual(marks(Completable.concat(AnySequence<Completable>([]))), ["|"])
    }

    func testConcatAsksASequenceForOneSourceAtATime() {
        let log = Log()
        let endless = sequence(first: 1) { $0 + 1 }.lazy.map { [log] number -> Completable in
            log.write("\(number)")
            return number < 3 ? .empty() : .never()
        }
        Completable.concat(endless).subscribe().dispose()
        XCTAssertEqual(log.lines, ["1", "2", "3"])
    }

    func testDisposalDisposesTheSourceThatRuns() {
        let log = Log()
        Completable.empty().concat(traced("b", log, ends: false)).subscribe().dispose()
        XCTAssertEqual(log.lines, ["subscribed to b", "b disposed"])
    }

    func testALongConcatenationTakesNoStack() {
        let chain = (0..<20_000).reduce(Completable.empty()) { chain, _ in chain.concat(.empty()) }
        XCTAssertEqual(marks(chain), ["|"])
    }

    func testZipSubscribesToAllAndWaitsForThem() {
        func check(_ zip: (Completable, Completable) -> Completable, line: UInt = #line) {
            let subjects = [PublishSubject<Never>(), PublishSubject<Never>()]
            let recorder = Recorder<Never>()
            _ = zip(subjects[0].asCompletable(), subjects[1].asCompletable()).asObservable().subscribe(recorder)
            XCTAssertEqual(subjects.map(\.hasObservers), [true, true], line: line)
            subjects[1].onCompleted()
            XCTAssertEqual(recorder.marks, [], line: line)
            subjects[0].onCompleted()
            XCTAssertEqual(recorder.marks, ["|"], line: line)
        }
        check { .zip($0, $1) }
        check { .zip([$0, $1]) }
        check { .zip(CollectionOfOne($0).map { $0 } + CollectionOfOne($1)) }
        check { Completable.zip(ArraySlice([$0, $1])) }
    }

    func testZipFailsWithTheFirstAndDisposesTheOthers() {
        let subjects = [PublishSubject<Never>(), PublishSubject<Never>()]
        let recorder = Recorder<Never>()
        _ = Completable.zip(subjects.map { $0.asCompletable() }).asObservable().subscribe(recorder)
        subjects[0].onError(TestError())
        XCTAssertEqual(recorder.marks, ["x(error)"])
        XCTAssertFalse(subjects[1].hasObservers)
    }

    func testZipOfNothingCompletes() {
        XCTAssertEqual(marks(Completable.zip([])), ["|"])
        XCTAssertEqual(marks(Completable.zip()), ["|"])
    }
}
