import Millrace
import MillraceBlocking
import TestSupport
import XCTest

/// What a wait held is gone when it returns.
final class ReleaseTests: XCTestCase {
    func testThePredicate() throws {
        let tally = Token.Tally()
        do {
            let token = Token(tally)
            _ = try Observable.of(1, 2).toBlocking().single { token.keep($0 == 1) }
        }
        XCTAssertEqual(tally.count, 0)
    }

    func testThePredicateAfterATimeout() {
        let tally = Token.Tally()
        let subject = PublishSubject<Int>()
        do {
            let token = Token(tally)
            XCTAssertThrowsError(try subject.toBlocking(timeout: 0.01).single { token.keep($0 == 1) })
        }
        XCTAssertEqual(tally.count, 0)
        XCTAssertFalse(subject.hasObservers)
    }

    func testTheElementsThatAreNotReturned() throws {
        let tally = Token.Tally()
        let source = Observable<Token>.create { observer in
            for _ in 0..<3 { observer.onNext(Token(tally)) }
            observer.onCompleted()
            return Disposables.create()
        }
        var last = try source.toBlocking().last()
        XCTAssertEqual(tally.count, 1)
        last = nil
        XCTAssertNil(last)
        XCTAssertEqual(tally.count, 0)
        XCTAssertThrowsError(try source.concat(Observable.error(TestError())).toBlocking().toArray())
        XCTAssertEqual(tally.count, 0)
    }

    func testTheSource() {
        let tally = Token.Tally()
        do {
            let token = Token(tally)
            let source = Observable<Int>.create { observer in
                token.keep()
                observer.onNext(1)
                return Disposables.create { token.keep() }
            }
            let blocking = source.toBlocking(timeout: 0.01)
            XCTAssertEqual(try blocking.first(), 1)
            XCTAssertThrowsError(try blocking.toArray())
        }
        XCTAssertEqual(tally.count, 0)
    }

    func testWhatAnOccupiedSchedulerWasAskedFor() {
        let tally = Token.Tally()
        let scheduler = SerialDispatchQueueScheduler(qos: .default)
        let isOver = Moment()
        let left = Box(-1)
        _ = scheduler.schedule(()) { _ in
            do {
                let token = Token(tally)
                let source = Observable.of(1).map { token.keep($0) }.subscribe(on: scheduler)
                do {
                    _ = try source.toBlocking(timeout: 60).first()
                    XCTFail("it did not throw")
                } catch {
                    XCTAssertTrue(error is BlockingError, "\(error)")
                }
            }
            left.value = tally.count
            isOver.set()
            return Disposables.create()
        }
        isOver.wait()
        XCTAssertEqual(left.value, 0)
    }
}
