import CMillrace
import XCTest

/// Releasing a chain whose every link releases the next.
final class ReleaseTests: XCTestCase {
    func testAChainIsReleasedWithinABoundedStack() {
        Link.released = 0
        Link.depth = 0
        Link.deepest = 0
        Link.total = 100_000
        Link.release(UnsafeMutableRawPointer(bitPattern: 16)!)
        XCTAssertEqual(Link.released, 100_000)
        XCTAssertLessThanOrEqual(Link.deepest, Int(MR_RELEASE_DEPTH) + 1)
        XCTAssertEqual(mr_release_depth, 0)
        XCTAssertFalse(mr_release_pending)
    }
}

/// Objects are numbers here: link `n` is at address 16 `n` and releases link `n + 1`.
private enum Link {
    nonisolated(unsafe) static var released = 0
    nonisolated(unsafe) static var depth = 0
    nonisolated(unsafe) static var deepest = 0
    nonisolated(unsafe) static var total = 0

    static func release(_ object: UnsafeMutableRawPointer) {
        guard mr_release_enter(object) else { return }
        run(object)
        mr_release_leave { Link.run($0) }
    }

    static func run(_ object: UnsafeMutableRawPointer) {
        released += 1
        depth += 1
        deepest = max(deepest, depth)
        if Int(bitPattern: object) / 16 < total { release(object + 16) }
        depth -= 1
    }
}
