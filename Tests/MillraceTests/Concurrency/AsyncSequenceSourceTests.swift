import Foundation
import Millrace
import TestSupport
import XCTest

final class AsyncSequenceSourceTests: XCTestCase {
    /// A sequence of a test's own making, each iterator with its own count of calls.
    private struct Steps: AsyncSequence {
        typealias Element = Int
        /// Called for each element, with the number of calls before; `nil` at the end.
        let next: @Sendable (Int) async throws -> Int?

        struct AsyncIterator: AsyncIteratorProtocol {
            let next: @Sendable (Int) async throws -> Int?
            var calls = 0

            mutating func next() async throws -> Int? {
                defer { calls += 1 }
                return try await next(calls)
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(next: next) }
    }

    private func wait<Element>(_ source: Observable<Element>) -> [String] {
        let recorder = Recorder<Element>()
        let isOver = Moment()
        let subscription = source.do(onDispose: { isOver.set() }).subscribe(recorder)
        isOver.wait()
        subscription.dispose()
        return recorder.marks
    }

    func testElementsAndTheEnd() {
        let steps = Steps { $0 < 3 ? $0 : nil }
        XCTAssertEqual(wait(steps.asObservable()), ["0", "1", "2", "|"])
        XCTAssertEqual(wait(steps.asObservable(priority: .high).map { $0 * 2 }), ["0", "2", "4", "|"])
    }

    func testAnErrorIsDelivered() {
        XCTAssertEqual(wait(Steps { if $0 == 1 { throw TestError() } else { $0 } }.asObservable()), ["0", "x(error)"])
    }

    func testACancellationThatIsNoDisposalIsAnError() {
        let marks = wait(Steps { _ in throw CancellationError() }.asObservable())
        XCTAssertEqual(marks, ["x(\(CancellationError()))"])
    }

    func testEachSubscriptionIteratesAnew() {
        let iterations = Counter()
        let source = Steps { call in
            if call == 0 { iterations.add() }
            return call < 2 ? call : nil
        }.asObservable()
        XCTAssertEqual(iterations.value, 0)
        XCTAssertEqual(wait(source), ["0", "1", "|"])
        XCTAssertEqual(wait(source), ["0", "1", "|"])
        XCTAssertEqual(iterations.value, 2)
    }

    func testThePriority() {
        let source = Steps { $0 == 0 ? Int(Task.basePriority == .background ? 1 : 0) : nil }
        XCTAssertEqual(wait(source.asObservable(priority: .background)), ["1", "|"])
    }

    func testTheNextElementIsAskedForWhenTheObserverHasReturned() {
        let log = Log()
        let source = Steps { call in
            log.write("asked for \(call)")
            return call < 2 ? call : nil
        }.asObservable()
        let observed = source.do(
            onNext: { log.write("element \($0)") },
            afterNext: { log.write("after \($0)") }
        )
        _ = wait(observed)
        XCTAssertEqual(
            log.lines,
            ["asked for 0", "element 0", "after 0", "asked for 1", "element 1", "after 1", "asked for 2"]
        )
    }

    func testAnObserverThatHasEnoughStopsASequenceWithoutEnd() {
        let isReleased = Moment()
        let tally = Token.Tally { isReleased.set() }
        func source(_ token: Token) -> Observable<Int> {
            Steps { token.keep($0) }.asObservable()
        }
        XCTAssertEqual(wait(source(Token(tally)).take(3)), ["0", "1", "2", "|"])
        isReleased.wait()
    }

    func testDisposalCancelsTheTaskAndNothingIsDelivered() {
        let isAsked = Moment()
        let isOver = Moment()
        let gate = Gate()
        let recorder = Recorder<Int>()
        let source = Steps { call in
            if call == 0 { return call }
            defer { isOver.set() }
            isAsked.set()
            await gate.passWhenCancelled()
            try Task.checkCancellation()
            return call
        }.asObservable()
        let subscription = source.subscribe(recorder)
        isAsked.wait()
        subscription.dispose()
        isOver.wait()
        XCTAssertEqual(recorder.marks, ["0"])
    }

    func testDisposalReleasesTheObserverOfASequenceThatDoesNotHeedIt() {
        let isAsked = Moment()
        let gate = Gate()
        let isReleased = Moment()
        let observer = Token.Tally()
        let sequence = Token.Tally { isReleased.set() }
        let recorder = Recorder<Int>()
        func subscribe(_ token: Token, _ mine: Token) -> Disposable {
            Steps { call in
                isAsked.set()
                await gate.pass()
                return mine.keep(call)
            }
            .asObservable().map { token.keep($0) }.subscribe { recorder.on(token.keep($0)) }
        }
        let subscription = subscribe(Token(observer), Token(sequence))
        isAsked.wait()
        XCTAssertEqual(observer.count, 1)
        subscription.dispose()
        XCTAssertEqual(observer.count, 0)
        XCTAssertEqual(sequence.count, 1)
        gate.open()
        isReleased.wait()
        XCTAssertEqual(recorder.marks, [])
    }

    func testAnObserverThatIsBeingCalledIsReleasedWhenItReturns() {
        let isInside = Moment()
        let mayLeave = Moment()
        let isReleased = Moment()
        let tally = Token.Tally { isReleased.set() }
        func subscribe(_ token: Token) -> Disposable {
            Steps { $0 }.asObservable().map { token.keep($0) }.subscribe(onNext: { _ in
                isInside.set()
                mayLeave.wait()
                token.keep()
            })
        }
        let subscription = subscribe(Token(tally))
        isInside.wait()
        subscription.dispose()
        XCTAssertEqual(tally.count, 1)
        mayLeave.set()
        isReleased.wait()
    }

    func testACallbackMayDisposeItsOwnSubscription() {
        let subscription = SingleAssignmentDisposable()
        let recorder = Recorder<Int>()
        let isReleased = Moment()
        let tally = Token.Tally { isReleased.set() }
        let gate = Gate()
        func subscribe(_ token: Token) {
            let source = Steps { call in
                await gate.pass()
                return call
            }.asObservable()
            let inner = source.subscribe(onNext: { element in
                recorder.on(.next(token.keep(element)))
                if element == 2 { subscription.dispose() }
            })
            subscription.setDisposable(inner)
        }
        subscribe(Token(tally))
        gate.open()
        isReleased.wait()
        XCTAssertEqual(recorder.marks, ["0", "1", "2"])
    }

    func testAStreamThereAndBack() {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        for element in 0..<3 { continuation.yield(element) }
        continuation.finish()
        let task = Task { await marks(of: stream.asObservable().values) }
        XCTAssertEqual(mark(task), #"["0", "1", "2", "|"]"#)
    }
}
