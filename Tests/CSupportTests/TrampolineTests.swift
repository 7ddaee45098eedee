import CMillrace
import XCTest

final class TrampolineTests: XCTestCase {
    private var works: [UnsafeMutablePointer<mr_work>] = []

    override func setUp() {
        works = (0..<3).map { _ in
            let work = UnsafeMutablePointer<mr_work>.allocate(capacity: 1)
            work.initialize(to: mr_work())
            return work
        }
    }

    override func tearDown() {
        for work in works { work.deallocate() }
    }

    func testTheOutermostCallerAloneStarts() {
        XCTAssertFalse(mr_trampoline_is_running())
        XCTAssertTrue(mr_trampoline_start())
        XCTAssertFalse(mr_trampoline_start())
        XCTAssertTrue(mr_trampoline_is_running())
        mr_trampoline_stop()
        XCTAssertTrue(mr_trampoline_start())
        mr_trampoline_stop()
    }

    func testWorkComesOutInOrder() {
        XCTAssertNil(mr_trampoline_pop())
        mr_trampoline_push(works[0])
        mr_trampoline_push(works[1])
        XCTAssertEqual(mr_trampoline_pop(), works[0])
        mr_trampoline_push(works[2])
        mr_trampoline_push(works[0])
        XCTAssertFalse(mr_trampoline_is_empty())
        XCTAssertEqual(mr_trampoline_pop(), works[1])
        XCTAssertEqual(mr_trampoline_pop(), works[2])
        XCTAssertEqual(mr_trampoline_pop(), works[0])
        XCTAssertNil(mr_trampoline_pop())
        XCTAssertTrue(mr_trampoline_is_empty())
    }

    func testASuspendedTrampolineIsAsItWas() {
        XCTAssertTrue(mr_trampoline_start())
        mr_trampoline_push(works[0])
        mr_trampoline_push(works[1])
        for _ in 0..<MR_NESTING { mr_trampoline_descend() }
        let suspended = mr_trampoline_suspend()
        XCTAssertFalse(mr_trampoline_is_running())
        XCTAssertTrue(mr_trampoline_is_empty())
        XCTAssertTrue(mr_trampoline_start())
        XCTAssertFalse(mr_trampoline_is_deep())
        mr_trampoline_push(works[2])
        XCTAssertEqual(mr_trampoline_pop(), works[2])
        mr_trampoline_stop()
        mr_trampoline_resume(suspended)
        XCTAssertTrue(mr_trampoline_is_running())
        XCTAssertTrue(mr_trampoline_is_deep())
        XCTAssertEqual(mr_trampoline_pop(), works[0])
        XCTAssertEqual(mr_trampoline_pop(), works[1])
        XCTAssertNil(mr_trampoline_pop())
        for _ in 0..<MR_NESTING { mr_trampoline_ascend() }
        mr_trampoline_stop()
    }

    func testThreadsHaveTheirOwn() {
        XCTAssertTrue(mr_trampoline_start())
        mr_trampoline_push(works[0])
        race(1) { _ in
            XCTAssertFalse(mr_trampoline_is_running())
            XCTAssertTrue(mr_trampoline_is_empty())
        }
        XCTAssertEqual(mr_trampoline_pop(), works[0])
        mr_trampoline_stop()
    }

    func testManyNestedSubscriptionsAreDeepOnlyWhileTheTrampolineRuns() {
        for _ in 0..<MR_NESTING { mr_trampoline_descend() }
        XCTAssertFalse(mr_trampoline_is_deep())
        XCTAssertTrue(mr_trampoline_start())
        XCTAssertTrue(mr_trampoline_is_deep())
        mr_trampoline_ascend()
        XCTAssertFalse(mr_trampoline_is_deep())
        mr_trampoline_stop()
        for _ in 1..<MR_NESTING { mr_trampoline_ascend() }
    }
}
