// Written by `make generate` (Tools/generate-examples); do not edit.
// swift-format-ignore-file

import Foundation
import Millrace
import MillraceBlocking
import MillraceFoundation
import MillraceTest
import XCTest

final class TasksExamples: XCTestCase {
    func testActorScheduler() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            actor Ledger {
                private var total = 0
                func add(_ amount: Int) { total += amount }
                var balance: Int { total }
            }
            let ledger = Ledger()
            let done = Observable.of(20, 22)
                .observe(on: ActorScheduler(ledger))
                .do(onNext: { amount in ledger.assumeIsolated { $0.add(amount) } })
            _ = try await done.toArray().value
            print(await ledger.balance)
            _ = ledger
            _ = done
        }
        XCTAssertEqual(printed.lines, [#"42"#])
    }

    func testClockScheduler() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = ClockScheduler(SuspendingClock())
            let ticks = Observable<Int>.interval(.milliseconds(1), scheduler: scheduler).take(3)
            print(try await ticks.toArray().value)
            _ = scheduler
            _ = ticks
        }
        XCTAssertEqual(printed.lines, [#"[0, 1, 2]"#])
    }

    func testExecutorScheduler() async throws {
        let printed = ExampleLines()
        @Sendable func print(_ items: Any...) { printed.write(items) }
        do {
            let scheduler = ExecutorScheduler(globalConcurrentExecutor)
            let answer = Observable.just(42).observe(on: scheduler).asSingle()
            print(try await answer.value)
            _ = scheduler
            _ = answer
        }
        XCTAssertEqual(printed.lines, [#"42"#])
    }
}
