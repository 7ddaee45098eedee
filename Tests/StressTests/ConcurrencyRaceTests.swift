import Foundation
import Millrace
import TestSupport
import XCTest

/// Tasks that wait for a source while it emits and ends on one thread, is stopped by another and the task is cancelled by
/// a third: the task goes on exactly once (a second time stops the program), and all is let go of.
final class ConcurrencyRaceTests: StressTestCase {
    private let rounds = TestMode.size(10_000, debug: 3_000, sanitized: 2_000)

    /// A source, what stops it, and the task that waits for it.
    private final class Wait<Value>: @unchecked Sendable {
        let source = PublishSubject<Int>()
        let stop = PublishSubject<Void>()
        let isOver = Moment()
        private var task: Task<Void, Never>?
        private(set) var result: Result<Value, any Error>?

        /// Returns when `wait` is about to begin, or has done so: the subscription races with what comes.
        init(_ token: Token, _ wait: @escaping @Sendable (Observable<Int>) async throws -> Value) {
            let observed = source.take(until: stop).map { token.keep($0) }
            let isRunning = Moment()
            task = Task { [self] in
                isRunning.set()
                do { result = .success(try await wait(observed)) } catch { result = .failure(error) }
                isOver.set()
            }
            isRunning.wait()
        }

        func cancel() { task?.cancel() }
    }

    func testAWaitForAnElementGoesOnOnce() {
        let tally = Token.Tally()
        var wrong: [String] = []
        race(
            rounds,
            [
                { (wait: Wait<Int?>, number) in wait.source.onNext(number) },
                { wait, number in if number % 3 != 0 { wait.stop.onNext(()) } else { wait.cancel() } },
                { wait, _ in wait.cancel() },
            ],
            begin: { _ in Wait(Token(tally)) { try await $0.first().value } },
            end: { wait, number in
                wait.isOver.wait()
                switch wait.result! {
                case .success(let element):
                    if let element, element != number { wrong.append("\(number): \(element)") }
                case .failure(let error):
                    if !(error is CancellationError) { wrong.append("\(number): \(error)") }
                }
                if wait.source.hasObservers || wait.stop.hasObservers { wrong.append("\(number): subscribed") }
            }
        )
        XCTAssertEqual(wrong, [])
        assertReleased(tally)
    }

    func testAnIterationFindsTheFirstElementsAndEndsOrThrows() {
        let tally = Token.Tally()
        var wrong: [String] = []
        race(
            rounds,
            [
                { (wait: Wait<(found: [Int], isCancelled: Bool)>, number) in
                    for element in 0..<10 { wait.source.onNext(element) }
                    if number % 2 == 0 { wait.source.onCompleted() }
                },
                { wait, number in if number % 3 == 0 { wait.stop.onNext(()) } },
                { wait, _ in wait.cancel() },
            ],
            begin: { _ in
                Wait(Token(tally)) { source in
                    var found: [Int] = []
                    do {
                        for try await element in source.values { found.append(element) }
                        return (found, isCancelled: false)
                    } catch is CancellationError {
                        return (found, isCancelled: true)
                    }
                }
            },
            end: { wait, number in
                wait.isOver.wait()
                // It may have begun to listen after some elements, and misses none from then on.
                let end = try? wait.result!.get()
                let first = end?.found.first ?? 0
                if end?.found != Array(first..<first + (end?.found.count ?? 0)) {
                    wrong.append("\(number): \(wait.result!)")
                }
                let nobodyEndsIt = number % 2 != 0 && number % 3 != 0
                if nobodyEndsIt, end?.isCancelled != true { wrong.append("\(number): not cancelled") }
                if wait.source.hasObservers || wait.stop.hasObservers { wrong.append("\(number): subscribed") }
            }
        )
        XCTAssertEqual(wrong, [])
        assertReleased(tally)
    }

    /// An observer of what a task emits.
    private final class Observation: @unchecked Sendable {
        let stream: AsyncStream<Int>
        let continuation: AsyncStream<Int>.Continuation
        let recorder = Recorder<Int>()
        let subscription = SingleAssignmentDisposable()

        init(_ token: Token) {
            (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            let recorder = recorder
            subscription.setDisposable(
                stream.asObservable().map { token.keep($0) }.subscribe { recorder.on(token.keep($0)) }
            )
        }
    }

    func testATaskThatEmitsIsDisposed() {
        let tally = Token.Tally()
        var wrong: [String] = []
        race(
            rounds,
            [
                { (observation: Observation, number) in
                    for element in 0..<10 { observation.continuation.yield(element) }
                    observation.continuation.finish()
                },
                { observation, number in if number % 2 == 0 { observation.subscription.dispose() } },
                { observation, _ in observation.subscription.dispose() },
            ],
            begin: { _ in Observation(Token(tally)) },
            end: { observation, number in
                let marks = observation.recorder.marks
                let all = (0..<10).map(String.init) + ["|"]
                if !all.starts(with: marks) { wrong.append("\(number): \(marks)") }
            }
        )
        XCTAssertEqual(wrong, [])
        assertReleased(tally)
    }

    func testATaskForASingleIsDisposed() {
        typealias Round = (recorder: Recorder<Int>, subscription: Disposable)
        let tally = Token.Tally()
        var wrong: [String] = []
        race(
            rounds,
            [
                { (round: Round, _) in round.subscription.dispose() },
                { round, number in if number % 2 == 0 { round.subscription.dispose() } },
            ],
            begin: { number in
                let token = Token(tally)
                let recorder = Recorder<Int>()
                let single = Single<Int>.create(detached: number % 2 == 0) { number }
                let subscription = single.asObservable().map { token.keep($0) }.subscribe {
                    recorder.on(token.keep($0))
                }
                return (recorder, subscription)
            },
            end: { round, number in
                let marks = round.recorder.marks
                if !["\(number)", "|"].starts(with: marks) { wrong.append("\(number): \(marks)") }
            }
        )
        XCTAssertEqual(wrong, [])
        assertReleased(tally)
    }
}
