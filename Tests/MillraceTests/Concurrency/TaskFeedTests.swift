import Foundation
import Millrace
import TestSupport
import XCTest

final class TaskFeedTests: XCTestCase {
    @TaskLocal private static var name = "none"

    /// The event of `single`, as text.
    private func wait(_ single: Single<String>) -> String {
        let isOver = Moment()
        let result = Box("")
        let subscription = single.subscribe { event in
            switch event {
            case .success(let element): result.value = element
            case .failure(let error): result.value = "x(\(error is CancellationError ? "cancelled" : "\(error)"))"
            }
            isOver.set()
        }
        isOver.wait()
        subscription.dispose()
        return result.value
    }

    func testItEmitsWhatTheWorkReturnsOrThrows() {
        XCTAssertEqual(wait(.create { "done" }), "done")
        XCTAssertEqual(wait(.create { throw TestError() }), "x(error)")
        XCTAssertEqual(wait(.create(detached: true, priority: .low) { "done" }), "done")
    }

    func testACancellationThatIsNoDisposalIsAnError() {
        XCTAssertEqual(wait(.create { throw CancellationError() }), "x(cancelled)")
    }

    func testItCompletesAfterTheElement() {
        let recorder = Recorder<Int>()
        let isOver = Moment()
        let source = Single<Int>.create { 1 }.asObservable()
        _ = source.do(onDispose: { isOver.set() }).subscribe(recorder)
        isOver.wait()
        XCTAssertEqual(recorder.marks, ["1", "|"])
    }

    func testEachSubscriptionRunsTheWorkAnew() {
        let runs = Counter()
        let single = Single<String>.create { "\(runs.add())" }
        XCTAssertEqual(runs.value, 0)
        XCTAssertEqual(wait(single), "1")
        XCTAssertEqual(wait(single), "2")
    }

    func testTheTaskInheritsUnlessItIsDetached() {
        func found(detached: Bool) -> String {
            Self.$name.withValue("mine") { wait(.create(detached: detached) { Self.name }) }
        }
        XCTAssertEqual(found(detached: false), "mine")
        XCTAssertEqual(found(detached: true), "none")
    }

    func testThePriority() {
        for detached in [false, true] {
            let single = Single<String>.create(detached: detached, priority: .background) {
                "\(Task.basePriority == .background)"
            }
            XCTAssertEqual(wait(single), "true")
        }
    }

    func testDisposalCancelsTheTaskAndNothingIsDelivered() {
        let isRunning = Moment()
        let isOver = Moment()
        let gate = Gate()
        let recorder = Recorder<Int>()
        let single = Single<Int>.create {
            defer { isOver.set() }
            isRunning.set()
            await gate.passWhenCancelled()
            try Task.checkCancellation()
            return 1
        }
        let subscription = single.asObservable().subscribe(recorder)
        isRunning.wait()
        subscription.dispose()
        isOver.wait()
        XCTAssertEqual(recorder.marks, [])
    }

    func testDisposalReleasesTheObserverAlthoughTheWorkGoesOn() {
        let isRunning = Moment()
        let isOver = Moment()
        let gate = Gate()
        let observer = Token.Tally()
        let work = Token.Tally()
        func subscribe(_ token: Token, _ mine: Token) -> Disposable {
            let single = Single<Int>.create {
                defer { mine.keep() }
                isRunning.set()
                await gate.pass()
                return 1
            }
            return single.map { token.keep($0) }
                .subscribe(onSuccess: { _ in token.keep() }, onDisposed: { isOver.set() })
        }
        let subscription = subscribe(Token(observer), Token(work))
        isRunning.wait()
        XCTAssertEqual(observer.count, 1)
        subscription.dispose()
        isOver.wait()
        XCTAssertEqual(observer.count, 0)
        XCTAssertEqual(work.count, 1)
        gate.open()
        waitUntil { work.count == 0 }
    }

    func testItWaitsForASource() {
        let source = Single<String>.create { try await Single.just("inner").value }
        XCTAssertEqual(wait(source), "inner")
    }
}
