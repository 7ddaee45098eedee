import Millrace
import MillraceTest
import XCTest

/// What becomes of an element that an operator holds back for some time.
final class WaitingElementTests: XCTestCase {
    private final class Mark {}

    func testDisposalReleasesTheElementThatWaits() {
        let operators: [(name: String, apply: (Observable<Mark>, TestScheduler) -> Observable<Mark>, passes: Int)] = [
            ("debounce", { $0.debounce(.seconds(2), scheduler: $1) }, 0),
            // The first element passes at once.
            ("throttle", { $0.throttle(.seconds(2), scheduler: $1) }, 1),
        ]
        for (name, apply, passes) in operators {
            let scheduler = TestScheduler(initialClock: 0)
            let source = PublishSubject<Mark>()
            var emitted = 0
            let subscription = apply(source.asObservable(), scheduler).subscribe(onNext: { _ in emitted += 1 })
            weak var waiting: Mark?
            do {
                let mark = Mark()
                waiting = mark
                source.onNext(Mark())
                source.onNext(mark)
            }
            XCTAssertNotNil(waiting, name)
            subscription.dispose()
            XCTAssertNil(waiting, name)
            scheduler.start()
            XCTAssertEqual(emitted, passes, name)
        }
    }
}
