import class RxRelay.BehaviorRelay
import typealias RxCocoa.Signal
import protocol RxSwift.Disposable
import protocol RxSwift.ObservableType
import class RxSwift.PublishSubject
import XCTest

final class ScopedImportTests: XCTestCase {
    private func forward<Source: ObservableType>(
        _ source: Source,
        to relay: BehaviorRelay<Source.Element>
    ) -> Disposable {
        source.bind(to: relay)
    }

    func testNamesThatAreImportedOneByOne() {
        let relay = BehaviorRelay(value: 1)
        let subject = PublishSubject<Int>()
        let subscription = forward(subject, to: relay)
        subject.onNext(2)
        XCTAssertEqual(relay.value, 2)
        subscription.dispose()
        let signal: Signal<Int> = .just(3)
        signal.emit(to: relay).dispose()
        XCTAssertEqual(relay.value, 3)
    }
}
