import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class ToDictionaryTests: MarbleTestCase {
    private let names: [Character: [Bool: String]] = ["1": [true: "c", false: "b"], "0": [:]]

    func testTheLastElementOfEachKey() {
        check(source: "--a--b--c--|", result: "-----------(1|)", naming: names) { source, _, _ in
            source.toDictionary { $0 != "b" }.asObservable()
        }
        check(source: "---|", result: "---(0|)", naming: names) { source, _, _ in
            source.toDictionary(keySelector: { $0 != "b" }).asObservable()
        }
    }

    func testErrors() {
        check(source: "--a--#", result: "-----#", naming: names) { source, _, _ in
            source.toDictionary { $0 == "a" }.asObservable()
        }
        check(source: "--a--b--|", result: "--#", active: "^-!", naming: names) { source, _, _ in
            source.toDictionary { _ -> Bool in throw TestError() }.asObservable()
        }
    }

    func testAnElementThatSendsAnotherWhenItIsReleased() {
        final class Last {
            let number: Int
            let onDeath: () -> Void
            init(_ number: Int, onDeath: @escaping () -> Void) { (self.number, self.onDeath) = (number, onDeath) }
            deinit { onDeath() }
        }
        let subject = PublishSubject<Last>()
        let recorder = Recorder<[Int]>()
        _ = subject.toDictionary { $0.number }.asObservable().map { $0.keys.sorted() }.subscribe(recorder)
        subject.onNext(Last(1) { subject.onNext(Last(2) {}) })
        subject.onNext(Last(1) {})
        subject.onCompleted()
        XCTAssertEqual(recorder.marks, ["[1, 2]", "|"])
    }
}
