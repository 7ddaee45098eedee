import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class CascadeTests: MarbleTestCase {
    func testALaterSourceTakesOver() {
        check(
            source: "--a--b-----c---|",
            second: "--------x----y---|",
            result: "--a--b--x----y---|",
            active: "^-------!",
            joined: "^----------------!"
        ) { source, second, _ in Observable.cascade([source, second]) }
    }

    func testAsAnOperator() {
        check(
            source: "--a--b-----c---|",
            second: "--------x----y---|",
            result: "--a--b--x----y---|"
        ) { source, second, _ in source.cascade([second]) }
    }

    func testALaterSourceThatEndsWithoutAnElementHasNoEffect() {
        check(
            source: "--a--b-----c---|",
            second: "----|",
            result: "--a--b-----c---|",
            active: "^--------------!",
            joined: "^---!"
        ) { source, second, _ in Observable.cascade([source, second]) }
    }

    func testTheCurrentSourceEndsBeforeALaterOneBegins() {
        check(
            source: "--a--|",
            second: "--------x---|",
            result: "--a-----x---|",
            active: "^----!",
            joined: "^-----------!"
        ) { source, second, _ in Observable.cascade([source, second]) }
    }

    func testAnErrorOfASourceThatIsNotOverEndsIt() {
        check(
            source: "--a--b-----c---|",
            second: "------#",
            result: "--a--b#",
            active: "^-----!",
            joined: "^-----!"
        ) { source, second, _ in Observable.cascade([source, second]) }
        check(
            source: "--a----#",
            second: "----x-------|",
            result: "--a-x-------|",
            active: "^---!"
        ) { source, second, _ in Observable.cascade([source, second]) }
    }

    func testDisposal() {
        check(
            source: "--a--b-----c---|",
            second: "---------x----|",
            during: "^-----!",
            result: "--a--b",
            active: "^-----!",
            joined: "^-----!"
        ) { source, second, _ in Observable.cascade([source, second]) }
    }

    func testSourcesThatEndWhileTheyAreSubscribedTo() {
        let recorder = Recorder<Int>()
        _ = Observable.cascade([Observable.of(1), .empty(), .of(2, 3)]).subscribe(recorder)
        _ = Observable.cascade([Observable<Int>]()).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "2", "3", "|", "|"])
    }

    func testSourcesInBetweenAreDisposedBeforeTheElement() {
        var log: [String] = []
        let subjects = (0..<3).map { _ in PublishSubject<Int>() }
        let sources = subjects.indices.map { index in
            subjects[index].do(onDispose: { log.append("disposed \(index)") })
        }
        let subscription = Observable.cascade(sources).subscribe(onNext: { log.append("\($0)") })
        subjects[2].onNext(7)
        XCTAssertEqual(log, ["disposed 0", "disposed 1", "7"])
        subscription.dispose()
    }

    func testALaterSourceThatBeginsInsideTheDisposalOfAnEarlierOne() {
        let subjects = (0..<3).map { _ in PublishSubject<Int>() }
        let sources = [
            subjects[0].do(onDispose: { subjects[2].onNext(3) }), subjects[1].asObservable(),
            subjects[2].asObservable(),
        ]
        let recorder = Recorder<Int>()
        let subscription = Observable.cascade(sources).subscribe(recorder)
        subjects[1].onNext(2)
        subjects[1].onNext(20)
        subjects[2].onNext(30)
        XCTAssertEqual(recorder.elements, [3, 30])
        subscription.dispose()
    }

    func testALaterSourceThatBeginsInsideADelivery() {
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let recorder = Recorder<Int>()
        let subscription = Observable.cascade([first, second])
            .do(onNext: { if $0 == 1 { second.onNext(2) } })
            .subscribe(recorder)
        first.onNext(1)
        first.onNext(10)
        second.onNext(20)
        XCTAssertEqual(Set(recorder.elements), [1, 2, 20])
        XCTAssertFalse(first.hasObservers)
        subscription.dispose()
    }
}
