import Foundation
import Millrace
import TestSupport
import XCTest

final class ValuesOfSharedSequencesTests: XCTestCase {
    @MainActor
    func testElementsAndCompletion() async {
        let found = await marks(of: Driver.of(1, 2).values)
        XCTAssertEqual(found, ["1", "2", "|"])
    }

    @MainActor
    func testReadingThePropertySubscribesOnTheMainThread() async {
        let subject = PublishSubject<Int>()
        let signal =
            subject
            .do(onSubscribe: { XCTAssertTrue(Thread.isMainThread) })
            .asSignal(onErrorJustReturn: 9)
        subject.onNext(1)
        let stream = signal.values
        XCTAssertTrue(subject.hasObservers)
        subject.onNext(2)
        subject.onError(TestError())
        XCTAssertFalse(subject.hasObservers)
        let found = await marks(of: stream)
        XCTAssertEqual(found, ["2", "9", "|"])
    }

    @MainActor
    func testASecondReaderOfADriverBeginsWithTheLatestElement() async {
        let (subject, subscriptions) = (PublishSubject<Int>(), Counter())
        let driver = subject.do(onSubscribe: { subscriptions.add() }).asDriver(onErrorJustReturn: 9)
        let first = driver.values
        subject.onNext(1)
        let second = driver.values
        subject.onNext(2)
        subject.onCompleted()
        let found = [await marks(of: first), await marks(of: second)]
        XCTAssertEqual(found, [["1", "2", "|"], ["1", "2", "|"]])
        XCTAssertEqual(subscriptions.value, 1)
    }

    @MainActor
    func testElementsFromAnotherThreadArrive() async {
        let subject = PublishSubject<Int>()
        let stream = subject.asDriver(onErrorJustReturn: 9).values
        TestThread {
            subject.onNext(1)
            subject.onCompleted()
        }.join()
        let found = await marks(of: stream)
        XCTAssertEqual(found, ["1", "|"])
    }

    @MainActor
    func testCancellationEndsTheIterationAndTheSubscription() async {
        let subject = PublishSubject<Int>()
        let tally = Token.Tally()
        func iterate(_ token: Token) -> Task<[String], Never> {
            let values = subject.map { token.keep($0) }.asDriver(onErrorJustReturn: 9).values
            return Task {
                await marks(of: values) { _ in cancelMyself() }
            }
        }
        let task = iterate(Token(tally))
        XCTAssertTrue(subject.hasObservers)
        subject.onNext(1)
        let found = await task.value
        XCTAssertEqual(found, ["1", "|"])
        XCTAssertFalse(subject.hasObservers)
        XCTAssertEqual(tally.count, 0)
    }

    @MainActor
    func testATaskThatWaitsIsCancelled() async {
        let subject = PublishSubject<Int>()
        let values = subject.asSignal(onErrorJustReturn: 9).values
        let waits = expectation(description: "the task has heard the first element")
        let task = Task { await marks(of: values) { _ in waits.fulfill() } }
        subject.onNext(1)
        await fulfillment(of: [waits], timeout: 60)
        XCTAssertTrue(subject.hasObservers)
        task.cancel()
        let found = await task.value
        XCTAssertEqual(found, ["1", "|"])
        XCTAssertFalse(subject.hasObservers)
    }

    @MainActor
    func testAStreamThatNobodyHoldsIsNotSubscribed() {
        let subject = PublishSubject<Int>()
        var stream: AsyncStream<Int>? = subject.asDriver(onErrorJustReturn: 9).values
        withExtendedLifetime(stream) { XCTAssertTrue(subject.hasObservers) }
        stream = nil
        XCTAssertFalse(subject.hasObservers)
    }
}
