// A file that has types named like those of RxSwift writes the module.
import RxBlocking
import RxCocoa
import RxRelay
import RxSwift
import RxTest
import XCTest

enum Event { case tapped }
struct Observable {}
struct Driver {}
struct Recorded {}
struct PublishRelay {}

extension RxSwift.ObservableType {
    func doubled() -> RxSwift.Observable<[Element]> { map { [$0, $0] } }
}

extension RxSwift.Reactive where Base: NSObject {
    var kind: RxSwift.Observable<String> { RxSwift.Observable.just("object") }
}

final class QualifiedNamesTests: XCTestCase {
    func testTypesAreFoundUnderTheirModules() throws {
        let relay: RxRelay.PublishRelay<Int> = RxRelay.PublishRelay()
        let driver: RxCocoa.Driver<Int> = relay.asDriver(onErrorJustReturn: 0)
        let behavior = RxCocoa.BehaviorRelay(value: 1)
        let scheduler = RxTest.TestScheduler(initialClock: 0)
        let observer: RxTest.TestableObserver<Int> = scheduler.createObserver(Int.self)
        let subscription: RxSwift.Disposable = driver.asObservable().subscribe(observer)
        let also = behavior.subscribe(observer)
        subscription.dispose()
        also.dispose()
        let expected: [RxTest.Recorded<RxSwift.Event<Int>>] = [.next(0, 1)]
        XCTAssertEqual(observer.events, expected)
        let source: RxSwift.Observable<Int> = RxSwift.Observable.of(1, 2)
        let blocking: RxBlocking.BlockingObservable<[Int]> = source.doubled().toBlocking()
        XCTAssertEqual(try blocking.toArray(), [[1, 1], [2, 2]])
        XCTAssertEqual(try NSObject().rx.kind.toBlocking().first(), "object")
    }
}
