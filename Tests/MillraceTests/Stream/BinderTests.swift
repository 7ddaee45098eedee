import Foundation
import Millrace
import TestSupport
import XCTest

final class BinderTests: XCTestCase {
    private final class Label: ReactiveCompatible {
        var text = ""
    }

    func testElementsReachTheTargetOnTheScheduler() {
        let scheduler = ManualScheduler()
        let label = Label()
        let binder = Binder(label, scheduler: scheduler) { (label: Label, text: String) in label.text = text }
        let subscription = Observable.just("hello").subscribe(binder)
        XCTAssertEqual(label.text, "")
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(label.text, "hello")
        binder.asObserver().onNext("again")
        binder.onCompleted()
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(label.text, "again")
        subscription.dispose()
    }

    func testTheTargetIsHeldWeakly() {
        var label: Label? = Label()
        weak let alive = label
        var bound = 0
        let binder = Binder(label!, scheduler: CurrentThreadScheduler.instance) { (_: Label, _: Int) in bound += 1 }
        binder.onNext(1)
        label = nil
        XCTAssertNil(alive)
        binder.onNext(2)
        XCTAssertEqual(bound, 1)
    }

    func testAPropertyOfAReactiveTypeIsAnObserver() {
        let label = Label()
        XCTAssertTrue(label.rx.base === label)
        XCTAssertTrue(Label.rx == Reactive<Label>.self)
        // The default scheduler is the main thread's, where tests run: the element is there at once.
        _ = Observable.just("hello").subscribe(label.rx.text)
        XCTAssertEqual(label.text, "hello")
        XCTAssertNotNil(NSObject().rx.base)
    }
}
