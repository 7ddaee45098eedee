import Foundation
import Millrace
import TestSupport
import XCTest

/// Of the events that several threads send to one subscription of a single or a maybe, one counts.
final class FirstEventRaceTests: StressTestCase {
    private let rounds = TestMode.size(5_000, debug: 2_000, sanitized: 1_000)

    /// Has three threads send an event each to the same subscription; what comes of it, each round.
    private func race<Sent>(
        _ events: [Sent],
        to source: (_ handOut: @escaping (@escaping (Sent) -> Void) -> Void) -> Observable<Int>,
        check: ([String]) -> Bool
    ) {
        let rendezvous = Rendezvous(events.count)
        let send = Box<((Sent) -> Void)?>(nil)
        let source = source { send.value = $0 }
        let recorder = Box(EventCount())
        var wrong: [[String]] = []
        func run(_ number: Int, _ before: () -> Void, _ after: () -> Void) {
            for _ in 0..<rounds {
                before()
                rendezvous.meet()
                send.value?(events[number])
                rendezvous.meet()
                after()
            }
        }
        let threads = (1..<events.count).map { number in TestThread { run(number, {}, {}) } }
        run(0) {
            recorder.value = EventCount()
            recorder.value.subscribe(to: source)
        } _: {
            if !check(recorder.value.marks) { wrong.append(recorder.value.marks) }
        }
        for thread in threads { thread.join() }
        XCTAssertEqual(wrong, [])
    }

    /// What one observer hears, from whichever thread.
    private final class EventCount: @unchecked Sendable {
        private let elements = Counter()
        private let errors = Counter()
        private let completions = Counter()

        func subscribe(to source: Observable<Int>) {
            _ = source.subscribe(
                // Long enough for another thread's event to come in between.
                onNext: { [elements] _ in
                    elements.add()
                    for _ in 0..<4 { sched_yield() }
                },
                onError: { [errors] _ in errors.add() },
                onCompleted: { [completions] in completions.add() }
            )
        }

        var marks: [String] {
            Array(repeating: "1", count: elements.value)
                + Array(repeating: "x", count: errors.value)
                + Array(repeating: "|", count: completions.value)
        }
    }

    func testASingle() {
        race([SingleEvent<Int>.success(1), .success(2), .failure(TestError())]) { handOut in
            Single<Int>.create { observer in
                handOut(observer)
                return Disposables.create()
            }
            .asObservable()
        } check: {
            $0 == ["1", "|"] || $0 == ["x"]
        }
    }

    func testAMaybe() {
        race([MaybeEvent<Int>.success(1), .success(2), .completed]) { handOut in
            Maybe<Int>.create { observer in
                handOut(observer)
                return Disposables.create()
            }
            .asObservable()
        } check: {
            $0 == ["1", "|"] || $0 == ["|"]
        }
    }
}
