import Millrace
import TestSupport
import XCTest

/// Tests of `combineLatest` and `zip`, each with a fixed number of sources and with a collection.
class JoinTestCase: XCTestCase {
    typealias Join = ([Observable<Int>]) -> Observable<[Int]>

    let latest: [(name: String, apply: Join)] = [
        ("fixed", { Observable.combineLatest($0[0], $0[1], $0[2]) { [$0, $1, $2] } }),
        ("collection", { Observable.combineLatest($0) { $0 } }),
    ]
    let zips: [(name: String, apply: Join)] = [
        ("fixed", { Observable.zip($0[0], $0[1], $0[2]) { [$0, $1, $2] } }),
        ("collection", { Observable.zip($0) { $0 } }),
    ]

    func run(
        _ join: Join,
        _ body: ([TestSource<Int>], Recorder<[Int]>) -> Void
    ) {
        let sources = (0..<3).map { _ in TestSource<Int>() }
        let recorder = Recorder<[Int]>()
        let subscription = join(sources.map(\.observable)).subscribe(recorder)
        body(sources, recorder)
        subscription.dispose()
        XCTAssertEqual(sources.map(\.disposals), [1, 1, 1])
    }
}
