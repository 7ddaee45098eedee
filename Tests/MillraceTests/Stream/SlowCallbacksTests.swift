import Dispatch
import Millrace
import TestSupport
import XCTest

/// The stack in the report of a slow callback, which the thread itself has to tell.
final class SlowCallbacksTests: XCTestCase {
    override func tearDown() {
        Hooks.slowCallbacks(after: nil)
    }

    /// Waits in a closure of a chain on such a thread, and checks the report.
    private func check(on run: (@escaping @Sendable () -> Void) -> Void, stacks: Bool = true) throws {
        let (reports, leaves) = (Locked<[SlowCallback]>([]), DispatchSemaphore(value: 0))
        Hooks.slowCallbacks(after: .milliseconds(20), stacks: stacks) { report in
            reports.access { $0.append(report) }
        }
        let subject = PublishSubject<Int>()
        let line = #line + 1
        let subscription = subject.map { number in waitForLong(leaves) + number }.subscribe(onNext: { _ in })
        let ended = DispatchSemaphore(value: 0)
        run {
            subject.onNext(1)
            ended.signal()
        }
        let reported = { reports.access { $0.first { $0.place == "\(#fileID):\(line)" } } }
        XCTAssertTrue(waitUntil(within: 30) { reported() != nil })
        leaves.signal()
        XCTAssertEqual(ended.wait(timeout: .now() + 30), .success)
        let found = try XCTUnwrap(reported())
        XCTAssertEqual(found.operation, "map(_:)")
        if stacks {
            // A sanitizer has functions of its own in front of the system's.
            let first = found.stack.first { !$0.hasPrefix("__interceptor") }
            XCTAssertTrue(first?.contains("waitForLong") ?? false, "\(found)")
            XCTAssertTrue(first?.contains("SlowCallbacksTests.swift:") ?? false, "\(found)")
            XCTAssertTrue(found.stack.contains { $0.hasSuffix("SlowCallbacksTests.swift:\(line)") }, "\(found)")
            XCTAssertFalse(found.stack.contains { $0.contains("Sources/Millrace") }, "\(found)")
            XCTAssertTrue("\(found)".contains("\n    "), "\(found)")
        } else {
            XCTAssertEqual(found.stack, [])
        }
        subscription.dispose()
    }

    #if os(Linux) && canImport(Glibc)
        func testOnAThread() throws {
            var thread: TestThread?
            try check(on: { body in thread = TestThread(body) })
            thread?.join()
        }

        /// Dispatch blocks most signals in its threads.
        func testOnAQueue() throws {
            try check(on: { body in DispatchQueue.global().async(execute: body) })
        }

        func testInATask() throws {
            try check(on: { body in Task.detached { body() } })
        }
    #endif

    func testNotUnlessAskedFor() throws {
        try check(on: { body in DispatchQueue.global().async(execute: body) }, stacks: false)
    }
}

@inline(never)
private func waitForLong(_ leaves: DispatchSemaphore) -> Int {
    let result = leaves.wait(timeout: .now() + 60)
    return result == .success ? 1 : 0
}
