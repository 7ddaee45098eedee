import Foundation
import Millrace
import XCTest

/// The code of README.md.
final class ReadmeTests: XCTestCase {
    private final class Lines: @unchecked Sendable {
        var all: [String] = []
    }

    func testTheFirstExample() {
        let lines = Lines()
        @Sendable func print(_ line: String) { lines.all.append(line) }

        let prices = PublishSubject<Double>()
        let bag = DisposeBag()

        prices
            .filter { $0 > 0 }
            .scan(0) { highest, price in max(highest, price) }
            .distinctUntilChanged()
            .subscribe(onNext: { print("new high: \($0)") })
            .disposed(by: bag)

        prices.onNext(101.5)

        prices.onNext(100)
        XCTAssertEqual(lines.all, ["new high: 101.5"])
    }
}
