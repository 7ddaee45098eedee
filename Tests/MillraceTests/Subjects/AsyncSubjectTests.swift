import Millrace
import TestSupport
import XCTest

final class AsyncSubjectTests: XCTestCase {
    func testItEmitsTheLastElementWhenItCompletes() {
        let subject = AsyncSubject<Int>()
        let early = Recorder<Int>()
        let late = Recorder<String>()
        let first = subject.subscribe(early)
        subject.onNext(1)
        subject.onNext(2)
        XCTAssertEqual(early.marks, [])
        subject.onCompleted()
        subject.onNext(3)
        subject.onCompleted()
        subject.onError(TestError())
        let second = subject.map { "<\($0)>" }.subscribe(late)
        XCTAssertEqual(early.marks, ["2", "|"])
        XCTAssertEqual(late.marks, ["<2>", "|"])
        XCTAssertTrue((first as! Cancelable).isDisposed)
        XCTAssertTrue((second as! Cancelable).isDisposed)
    }

    func testItCompletesAloneWithoutAnElement() {
        let subject = AsyncSubject<Int>()
        let early = Recorder<Int>()
        let late = Recorder<Int>()
        _ = subject.subscribe(early)
        subject.onCompleted()
        _ = subject.subscribe(late)
        XCTAssertEqual(early.marks, ["|"])
        XCTAssertEqual(late.marks, ["|"])
    }

    func testItFailsWithoutAnElement() {
        let tally = Token.Tally()
        let subject = AsyncSubject<Token>()
        let early = Recorder<Int>()
        let late = Recorder<Int>()
        _ = subject.map { _ in 0 }.subscribe(early)
        subject.onNext(Token(tally))
        subject.onError(TestError("a"))
        XCTAssertEqual(tally.count, 0)
        subject.onNext(Token(tally))
        subject.onCompleted()
        _ = subject.map { _ in 0 }.subscribe(late)
        XCTAssertEqual(early.marks, ["x(a)"])
        XCTAssertEqual(late.marks, ["x(a)"])
        XCTAssertEqual(tally.count, 0)
    }

    func testEverybodyGetsTheElementBeforeAnybodyGetsTheCompletion() {
        let subject = AsyncSubject<Int>()
        var calls: [String] = []
        var has: [Bool] = []
        for name in ["a", "b"] {
            _ = subject.subscribe(
                onNext: {
                    calls.append("\(name)\($0)")
                    has.append(subject.hasObservers)
                },
                onCompleted: { calls.append("\(name)|") }
            )
        }
        XCTAssertTrue(subject.hasObservers)
        subject.onNext(7)
        subject.onCompleted()
        XCTAssertEqual(calls, ["a7", "b7", "a|", "b|"])
        XCTAssertEqual(has, [false, false])
        XCTAssertFalse(subject.hasObservers)
    }

    func testAnObserverThatLeavesHearsNothing() {
        let subject = AsyncSubject<Int>()
        let recorder = Recorder<Int>()
        let other = Recorder<Int>()
        let first = subject.subscribe(recorder)
        let later = Box<Disposable?>(nil)
        let second = subject.subscribe(onNext: { _ in later.value?.dispose() })
        later.value = subject.subscribe(other)
        first.dispose()
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertEqual(recorder.marks, [])
        XCTAssertEqual(other.marks, [])
        second.dispose()
    }

    func testFormerElementsAndCapturesAreReleased() {
        let tally = Token.Tally()
        let subject = AsyncSubject<Token>()
        func subscribe(_ token: Token) -> Disposable { subject.subscribe(onNext: { _ in token.keep() }) }
        let subscription = subscribe(Token(tally))
        for _ in 0..<5 { subject.onNext(Token(tally)) }
        XCTAssertEqual(tally.count, 2)
        subject.onCompleted()
        XCTAssertEqual(tally.count, 1)
        let late = subscribe(Token(tally))
        XCTAssertEqual(tally.count, 1)
        withExtendedLifetime([subscription, late]) {}
    }

    func testItIsItsOwnObserver() {
        let subject = AsyncSubject<Int>()
        let recorder = Recorder<Int>()
        XCTAssertTrue(subject.asObserver() === subject)
        _ = Observable.of(1, 2).subscribe(subject)
        _ = subject.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["2", "|"])
    }
}
