// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceOperators
import MillraceTest
import XCTest

final class FurtherErrorsExamples: XCTestCase {
    func testCatch() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            struct NotFound: Error { let name: String }
            let subscription = Observable<String>.error(NotFound(name: "logo"))
                .catch(only: NotFound.self) { .just("no \($0.name)") }
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"no logo"#])
    }

    func testCatch2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let answers = Observable.just("ready").concat(Observable.error(RxError.timeout))
            let subscription = answers
                .catchErrorJustComplete()
                .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
            _ = answers
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"ready"#, #"completed"#])
    }

    func testIgnoreErrors() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            var answers: [Observable<String>] = [.error(RxError.timeout), .just("ready")]
            let subscription = Observable.deferred { answers.removeFirst() }
                .ignoreErrors()
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"ready"#])
    }

    func testIgnoreErrors2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            var answers: [Observable<String>] = [.error(RxError.timeout), .just("ready"), .error(RxError.overflow)]
            let subscription = Observable.deferred { answers.removeFirst().concat(Observable.error(RxError.timeout)) }
                .ignoreErrors { error in if case RxError.timeout = error { true } else { false } }
                .subscribe(onNext: { print($0) }, onError: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"ready"#, #"Arithmetic overflow occurred."#])
    }

    func testMapError() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            struct LoadingFailed: Error { let cause: any Error }
            let subscription = Observable<String>.error(RxError.timeout)
                .mapError { LoadingFailed(cause: $0) }
                .subscribe(onError: { print(($0 as? LoadingFailed)?.cause ?? $0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"Sequence timeout."#])
    }

    func testMapToResult() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let answers = Observable.just("ready").concat(Observable.error(RxError.timeout))
            let subscription = answers
                .mapToResult()
                .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
            _ = answers
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"success("ready")"#, #"failure(Sequence timeout.)"#, #"completed"#])
    }

    func testRepeat() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let subscription = Observable.of("tick", "tock")
                .repeat(2)
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"tick"#, #"tock"#, #"tick"#, #"tock"#])
    }

    func testRepeat2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = Observable.just("poll")
                .repeat(when: { rounds in rounds.delay(.seconds(10), scheduler: scheduler).take(2) })
                .subscribe(onNext: { print("\($0) at \(scheduler.clock) s") })
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"poll at 0 s"#, #"poll at 10 s"#, #"poll at 20 s"#])
    }

    func testRepeat3() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            var credit = 3
            let subscription = Observable.just("game").do(onNext: { _ in credit -= 1 })
                .repeat(until: { credit == 0 })
                .subscribe(onNext: { print($0) })
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"game"#, #"game"#, #"game"#])
    }

    func testRepeat4() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = Observable.just("poll")
                .repeatWithBehavior(.delayed(maxCount: 3, time: 5), scheduler: scheduler)
                .subscribe(onNext: { print("\($0) at \(scheduler.clock) s") })
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"poll at 0 s"#, #"poll at 5 s"#, #"poll at 10 s"#])
    }

    func testRepeatBehavior() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = Observable<Int>.error(RxError.timeout)
                .do(onSubscribe: { print("attempt at \(scheduler.clock) s") })
                .retry(.exponentialDelayed(maxCount: 3, initial: 2, multiplier: 1), scheduler: scheduler)
                .subscribe(onError: { _ in print("given up at \(scheduler.clock) s") })
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"attempt at 0 s"#, #"attempt at 2 s"#, #"attempt at 6 s"#, #"given up at 6 s"#])
    }

    func testRetry() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = Observable<Int>.error(RxError.timeout)
                .do(onSubscribe: { print("attempt at \(scheduler.clock) s") })
                .retry(.delayed(maxCount: 3, time: 5), scheduler: scheduler)
                .subscribe(onError: { print($0) })
            scheduler.start()
            _ = scheduler
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"attempt at 0 s"#, #"attempt at 5 s"#, #"attempt at 10 s"#, #"Sequence timeout."#])
    }

    func testRetryPolicy() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let policy = RetryPolicy(maxAttempts: 5, initialDelay: .milliseconds(100), maxDelay: .seconds(10), jitter: 0.5)
            print(policy.maxAttempts)
            _ = policy
        }
        XCTAssertEqual(printed.lines, [#"5"#])
    }

    func testRetryPolicy2() throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = TestScheduler(initialClock: 0)
            let policy = RetryPolicy(maxAttempts: 4, initialDelay: .seconds(2), factor: 3, maxDelay: .seconds(10))
            let subscription = Observable<Int>.error(RxError.timeout)
                .do(onSubscribe: { print("attempt at \(scheduler.clock) s") })
                .retry(policy: policy, scheduler: scheduler)
                .subscribe(onError: { _ in print("given up") })
            scheduler.start()
            _ = scheduler
            _ = policy
            _ = subscription
        }
        XCTAssertEqual(printed.lines, [#"attempt at 0 s"#, #"attempt at 2 s"#, #"attempt at 8 s"#, #"attempt at 18 s"#, #"given up"#])
    }
}
