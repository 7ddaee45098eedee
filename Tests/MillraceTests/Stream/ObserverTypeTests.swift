import Millrace
import TestSupport
import XCTest

final class ObserverTypeTests: XCTestCase {
    func testPassesEveryEventOnWithoutAGrammarOfItsOwn() {
        let recorder = Recorder<Int>()
        let observer = AnyObserver<Int> { recorder.on($0) }
        observer.onNext(1)
        observer.onCompleted()
        observer.on(.next(2))
        observer.onError(TestError())
        XCTAssertEqual(recorder.marks, ["1", "|", "2", "x(error)"])
    }

    func testWrapsAnyObserver() {
        let recorder = Recorder<Int>()
        AnyObserver(recorder).onNext(1)
        recorder.asObserver().asObserver().onNext(2)
        AnyObserver(AnyObserver(recorder)).onCompleted()
        XCTAssertEqual(recorder.marks, ["1", "2", "|"])
    }

    func testMapObserverTransformsAndForwardsThrownErrors() {
        let recorder = Recorder<String>()
        let observer: AnyObserver<Int> = recorder.mapObserver {
            if $0 < 0 { throw TestError("negative") }
            return "<\($0)>"
        }
        observer.onNext(1)
        observer.onNext(-1)
        observer.onCompleted()
        XCTAssertEqual(recorder.marks, ["<1>", "x(negative)", "|"])
    }
}
