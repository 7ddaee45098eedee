#if os(Linux)
    import Foundation
    import Millrace
    import MillraceTest
    import TestSupport
    import ThreadPriority
    import XCTest

    /// What tells a rule that is blocked from one that gets no processor.
    final class FairLimitTests: XCTestCase {
        private let limit = 0.2

        /// Runs `body` while other programs occupy the processor that `thread_stays_on_one_processor` chooses.
        private func crowded(_ body: () -> Void) throws {
            // Each ends at the latest when this process has ended.
            let loop = "while kill -0 $PPID; do i=0; while [ $i -lt 10000 ]; do i=$((i + 1)); done; done"
            let programs = (0..<12).map { _ in Process() }
            let failure = Box<Error?>(nil)
            // They inherit the processor of the thread that starts them.
            TestThread {
                guard thread_stays_on_one_processor() else { return failure.value = CocoaError(.featureUnsupported) }
                do {
                    for program in programs {
                        program.executableURL = URL(fileURLWithPath: "/bin/sh")
                        program.arguments = ["-c", loop]
                        program.standardError = FileHandle.nullDevice
                        try program.run()
                    }
                } catch {
                    failure.value = error
                }
            }.join()
            defer { for program in programs where program.isRunning { kill(program.processIdentifier, SIGKILL) } }
            if let error = failure.value { throw error }
            body()
        }

        /// What the rule `emits` says of an operator that calls `work` in the first subscription, and how many seconds
        /// passed.
        private func outcome(_ work: @escaping @Sendable () -> Void) -> (messages: [String], seconds: Double) {
            var excuses: [ContractRule: String] = [:]
            for rule in ContractRule.allCases where rule != .emits { excuses[rule] = "one rule is enough here" }
            let calls = Counter()
            let contract = OperatorContract("slow", sends: [1], excusing: excuses, timeout: limit) { source in
                source.map { number -> Int in
                    if calls.add() == 1 { work() }
                    return number
                }
            }
            let start = thread_now()
            let messages = contract.violations().map(\.message)
            return (messages, Double(thread_now() - start) / 1e9)
        }

        func testARuleThatGetsNoProcessorIsNotBlocked() throws {
            let share = limit / 2
            try crowded {
                let (messages, seconds) = outcome {
                    _ = thread_stays_on_one_processor()
                    let start = thread_processor_time()
                    while Double(thread_processor_time() - start) / 1e9 < share {}
                }
                XCTAssertEqual(messages, [])
                XCTAssertGreaterThan(seconds, 2 * limit, "the processor was not full, so this shows nothing")
            }
        }

        func testARuleThatWaitsForEverIsFoundOnAFullMachine() throws {
            let (never, hasEnded) = (DispatchSemaphore(value: 0), Moment())
            try crowded {
                let (messages, seconds) = outcome {
                    _ = thread_stays_on_one_processor()
                    never.wait()
                    hasEnded.set()
                }
                XCTAssertEqual(messages, ["it did not return within \(limit) s"])
                XCTAssertLessThan(seconds, 30)
            }
            never.signal()
            hasEnded.wait()
        }

        func testAnEndlessLoopIsFound() {
            let (isTold, hasEnded) = (Counter(), Moment())
            let (messages, _) = outcome {
                while isTold.value == 0 {}
                hasEnded.set()
            }
            XCTAssertEqual(messages, ["it did not return within \(limit) s"])
            isTold.set(1)
            hasEnded.wait()
        }
    }
#endif
