import Radio
import RxSwift
import RxSwiftExt
import XCTest

final class RxSwiftExtTests: XCTestCase {
    private final class Target {
        let bag = DisposeBag()
        private(set) var received: [Int] = []
        private(set) var isOver = false

        func receive(_ element: Int) { received.append(element) }
        func end() { isOver = true }

        func observe(_ source: RxSwift.Observable<Int>) {
            source.subscribe(weak: self, onNext: Target.receive, onCompleted: Target.end).disposed(by: bag)
        }
    }

    func testAFileThatImportsRxSwiftExtFindsItsOperators() {
        let target = Target()
        target.observe(RxSwift.Observable.of("1", "two", "3").map { Int($0) }.unwrap())
        XCTAssertEqual(target.received, [1, 3])
        XCTAssertTrue(target.isOver)
    }

    func testNamesThatRxSwiftExtDoesNotHaveMayBelongToAnotherModule() {
        let policy: RetryPolicy = Radio.RetryPolicy()
        let broadcast: Broadcast = Radio.Broadcast()
        XCTAssertEqual([String(describing: policy), String(describing: broadcast)], ["RetryPolicy()", "Broadcast()"])
    }
}
