import Millrace
import XCTest

/// The traits as code in Swift 6 mode writes them.
final class TraitsSwift6Tests: XCTestCase {
    private struct Failure: Error {}

    private static func double(_ number: Int) -> Single<Int> { .just(number * 2) }

    /// A resource whose conformance is of no actor; the traits' factories may use it anywhere.
    private final class Connection: Disposable, Sendable {
        func dispose() {}

        func read() -> Single<Int> { .just(4) }
    }

    func testAnEventHandlerThatSwitches() {
        let called = expectation(description: "called")
        called.expectedFulfillmentCount = 4
        _ = Single.just(1).subscribe { event in
            switch event {
            case .success(let number): XCTAssertEqual(number, 1)
            case .failure: XCTFail("there is an element")
            }
            called.fulfill()
        }
        _ = Maybe<Int>.empty().subscribe { event in
            switch event {
            case .completed: called.fulfill()
            case .success, .error: XCTFail("there is no element")
            }
        }
        _ = Completable.error(Failure()).subscribe { event in
            switch event {
            case .error(let error): XCTAssertTrue(error is Failure)
            case .completed: XCTFail("it fails")
            }
            called.fulfill()
        }
        _ = Infallible.just(1).subscribe { event in
            switch event {
            case .next(let number): XCTAssertEqual(number, 1)
            case .completed: called.fulfill()
            case .error: XCTFail("it does not fail")
            }
        }
        wait(for: [called], timeout: 0)
    }

    func testFunctionsAsClosures() {
        let called = expectation(description: "called")
        let single = Single.zip(Single.just(1), Single.just(2), resultSelector: +)
            .flatMap(TraitsSwift6Tests.double)
            .map(String.init)
            .do(onSuccess: { XCTAssertEqual($0, "6") })
        _ = single.subscribe(onSuccess: { _ in called.fulfill() })
        wait(for: [called], timeout: 0)
    }

    func testACallbackThatEndsASingle() {
        let called = expectation(description: "called")
        let single = Single<Int>.create { observer in
            observer(.success(3))
            return Disposables.create()
        }
        _ = Completable.empty()
            .andThen(single)
            .catch { _ in .just(0) }
            .flatMapCompletable { $0 == 3 ? .empty() : .error(Failure()) }
            .subscribe(onCompleted: { called.fulfill() })
        wait(for: [called], timeout: 0)
    }

    func testAResource() {
        let called = expectation(description: "called")
        _ = Single.using({ Connection() }, primitiveSequenceFactory: { $0.read() })
            .subscribe(onSuccess: { number in
                XCTAssertEqual(number, 4)
                called.fulfill()
            })
        wait(for: [called], timeout: 0)
    }

    func testAnInfallibleOfElementsThatAreNotSendable() {
        final class Node { var value = 1 }
        let called = expectation(description: "called")
        _ = Infallible.deferred { .of(Node(), Node()) }
            .map { $0.value }
            .scan(0, accumulator: +)
            .filter { $0 == 2 }
            .withUnretained(self)
            .subscribe(onNext: { (test: TraitsSwift6Tests, sum: Int) in called.fulfill() })
        wait(for: [called], timeout: 0)
    }
}
