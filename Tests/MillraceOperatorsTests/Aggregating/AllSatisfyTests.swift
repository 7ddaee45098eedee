import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class AllSatisfyTests: MarbleTestCase {
    private let values: [Character: Bool] = ["t": true, "f": false]

    func testTheFirstThatDoesNotDecides() {
        check(source: "--a--b--c--|", result: "-----(f|)", active: "^----!", naming: values) { source, _, _ in
            source.allSatisfy { $0 == "a" }.asObservable()
        }
        check(source: "--a--a--|", result: "--------(t|)", active: "^-------!", naming: values) { source, _, _ in
            source.allSatisfy { $0 == "a" }.asObservable()
        }
    }

    func testErrors() {
        check(source: "--a--#", result: "-----#", naming: values) { source, _, _ in
            source.allSatisfy { $0 == "a" }.asObservable()
        }
        check(source: "--a--b", result: "--#", active: "^-!", naming: values) { source, _, _ in
            source.allSatisfy { _ in throw TestError() }.asObservable()
        }
    }

    func testNothingIsAskedAfterTheAnswer() {
        let subject = PublishSubject<Int>()
        var asked: [Int] = []
        let recorder = Recorder<Bool>()
        _ =
            subject
            .allSatisfy {
                asked.append($0)
                return $0 < 2
            }
            .asObservable()
            .do(onNext: { _ in subject.onNext(9) })
            .subscribe(recorder)
        for element in 1...3 { subject.onNext(element) }
        XCTAssertEqual(asked, [1, 2])
        XCTAssertEqual(recorder.marks, ["false", "|"])
    }
}
