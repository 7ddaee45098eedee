import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class NotTests: MarbleTestCase {
    func testEachIsNegated() {
        check(source: "--t--f--|", result: "--f--t--|", naming: ["t": true, "f": false]) { source, _, _ in
            source.map { $0 == "t" }.not()
        }
    }

    func testOfADriver() {
        let recorder = Recorder<Bool>()
        SharingScheduler.mock(scheduler: AtOnceScheduler()) {
            _ = Observable.of(true, false).asDriver(onErrorJustReturn: false).not().asObservable().subscribe(recorder)
        }
        XCTAssertEqual(recorder.marks, ["false", "true", "|"])
    }
}
