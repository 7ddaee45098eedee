import Millrace
import XCTest

/// Drivers and signals as code in Swift 6 mode writes them.
final class SharedSequenceSwift6Tests: XCTestCase {
    /// A view that belongs to the main actor, as a user interface's do.
    @MainActor
    private final class View {
        var text = ""
        private(set) var clicks = 0

        func click() { clicks += 1 }
    }

    // The discovery of tests on Linux does not know methods of the main actor.
    func testAViewIsDriven() { MainActor.assumeIsolated { Self.driveAView() } }

    @MainActor
    private static func driveAView() {
        let view = View()
        let bag = DisposeBag()
        let (name, clicks) = (BehaviorRelay(value: "a"), PublishRelay<Void>())
        let greeting = name.asDriver().map { "Hello, \($0)" }.distinctUntilChanged()
        greeting.drive(onNext: { text in MainActor.assumeIsolated { view.text = text } }).disposed(by: bag)
        clicks.asSignal().emit(with: view, onNext: { view, _ in MainActor.assumeIsolated { view.click() } })
            .disposed(by: bag)
        name.accept("b")
        clicks.accept(())
        XCTAssertEqual(view.text, "Hello, b")
        XCTAssertEqual(view.clicks, 1)
    }

    func testABinderOfAView() { MainActor.assumeIsolated { Self.driveABinder() } }

    @MainActor
    private static func driveABinder() {
        let view = View()
        let text = Binder<String>(view) { view, text in MainActor.assumeIsolated { view.text = text } }
        let name = BehaviorRelay(value: "a")
        let subscription = name.asDriver().drive(text)
        XCTAssertEqual(view.text, "a")
        subscription.dispose()
        name.accept("b")
        XCTAssertEqual(view.text, "a")
    }

    func testElementsThatAreNotSendable() {
        final class Node { var value = 1 }
        let called = expectation(description: "called")
        let relay = PublishRelay<Node>()
        let subscription = Signal.merge(relay.asSignal(), .never())
            .map { $0.value }
            .scan(0, accumulator: +)
            .filter { $0 == 2 }
            .asDriver(onErrorJustReturn: 0)
            .drive(onNext: { _ in called.fulfill() })
        relay.accept(Node())
        relay.accept(Node())
        wait(for: [called], timeout: 0)
        subscription.dispose()
    }

    func testFunctionsAsClosures() {
        let result = BehaviorRelay(value: "")
        let subscription = Driver.combineLatest(
            BehaviorRelay(value: 1).asDriver(),
            BehaviorRelay(value: 2).asDriver(),
            resultSelector: +
        )
        .map(String.init)
        .drive(result)
        XCTAssertEqual(result.value, "3")
        subscription.dispose()
    }
}
