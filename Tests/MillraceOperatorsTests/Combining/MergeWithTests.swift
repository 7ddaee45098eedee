import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class MergeWithTests: MarbleTestCase {
    func testWithOne() {
        check(
            source: "--a-----b--|",
            second: "----x------y-|",
            result: "--a-x---b--y-|"
        ) { source, second, _ in source.merge(with: second) }
    }

    func testWithSeveral() {
        let recorder = Recorder<Int>()
        _ = Observable.just(1).merge(with: [.just(2), .just(3)]).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "2", "3", "|"])
    }

    func testASubjectAndAnInferredSource() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.merge(with: .just(0)).subscribe(recorder)
        subject.onNext(1)
        subject.onError(TestError())
        XCTAssertEqual(recorder.marks, ["0", "1", "x(error)"])
    }
}
