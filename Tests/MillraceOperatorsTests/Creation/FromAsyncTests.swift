import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class FromAsyncTests: XCTestCase {
    private func greet(_ name: String, times: Int, completion: @escaping (String) -> Void) {
        completion(String(repeating: name, count: times))
    }

    private func greetConcurrently(completion: @escaping @Sendable (String) -> Void) { completion("hello") }

    private func number(_ text: String, completion: (Int?, TestError?) -> Void) {
        completion(Int(text), Int(text) == nil ? TestError() : nil)
    }

    func testTheAnswerIsTheOnlyElement() {
        let recorder = Recorder<String>()
        _ = Observable.fromAsync(greet)("ab", 2).subscribe(recorder)
        _ = Observable.fromAsync(greetConcurrently).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["abab", "|", "hello", "|"])
    }

    func testTheFirstAnswerCounts() {
        let recorder = Recorder<Int>()
        _ = Observable<Int>.fromAsync { answer in for number in 1...3 { answer(number) } }.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "|"])
    }

    func testAnAnswerAfterTheDisposalIsDropped() {
        let recorder = Recorder<Int>()
        let answer = Box<((Int) -> Void)?>(nil)
        let subscription = Observable<Int>.fromAsync { answer.value = $0 }.subscribe(recorder)
        subscription.dispose()
        answer.value?(1)
        XCTAssertEqual(recorder.marks, [])
    }

    func testEachSubscriptionCallsTheFunction() {
        var calls = 0
        let source = Observable<Int>.fromAsync { answer in
            calls += 1
            answer(calls)
        }
        XCTAssertEqual(calls, 0)
        let recorder = Recorder<Int>()
        _ = source.subscribe(recorder)
        _ = source.subscribe(recorder)
        XCTAssertEqual(recorder.elements, [1, 2])
    }

    func testASingleTakesAnElementOrAnError() {
        let recorder = Recorder<Int>()
        for text in ["7", "seven"] { _ = Single<Int>.fromAsync(number)(text).asObservable().subscribe(recorder) }
        XCTAssertEqual(recorder.marks, ["7", "|", "x(error)"])
    }

    func testASingleFailsWithoutEitherAndWithBoth() {
        for (element, error) in [(nil, nil), (1, TestError())] as [(Int?, TestError?)] {
            let recorder = Recorder<Int>()
            _ = Single<Int>.fromAsync { (answer: @escaping (Int?, TestError?) -> Void) in answer(element, error) }
                .asObservable().subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["x(inconsistentCompletionResult)"])
        }
    }

    func testTenArguments() {
        func sum(
            _ a: Int,
            _ b: Int,
            _ c: Int,
            _ d: Int,
            _ e: Int,
            _ f: Int,
            _ g: Int,
            _ h: Int,
            _ i: Int,
            _ j: Int,
            completion: (Int) -> Void
        ) { completion(a + b + c + d + e + f + g + h + i + j) }
        let recorder = Recorder<Int>()
        _ = Observable.fromAsync(sum)(1, 2, 3, 4, 5, 6, 7, 8, 9, 10).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["55", "|"])
    }
}
