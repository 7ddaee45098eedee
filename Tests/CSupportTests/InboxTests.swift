import CMillrace
import XCTest

final class InboxTests: XCTestCase {
    private let inbox = UnsafeMutablePointer<mr_inbox>.allocate(capacity: 1)
    private var nodes: [UnsafeMutablePointer<mr_node>] = []

    override func setUp() {
        mr_inbox_init(inbox)
        nodes = (0..<4_000).map { _ in
            let node = UnsafeMutablePointer<mr_node>.allocate(capacity: 1)
            node.initialize(to: mr_node())
            return node
        }
    }

    override func tearDown() {
        for node in nodes { node.deallocate() }
        inbox.deallocate()
    }

    private func pop() -> (node: UnsafeMutablePointer<mr_node>?, spent: UnsafeMutablePointer<mr_node>?) {
        var spent: UnsafeMutablePointer<mr_node>?
        let node = mr_inbox_pop(inbox, &spent)
        return (node, spent)
    }

    func testNodesComeOutInOrderAndEachIsSpentByTheNextPop() {
        XCTAssertTrue(mr_inbox_push(inbox, nodes[0]))
        XCTAssertFalse(mr_inbox_push(inbox, nodes[1]))
        XCTAssertTrue(pop() == (nodes[0], nil))
        XCTAssertTrue(pop() == (nodes[1], nodes[0]))
        XCTAssertTrue(pop() == (nil, nil))
        XCTAssertEqual(mr_inbox_last_spent(inbox), nodes[1])
    }

    func testAConsumerThatRestsIsStartedAgainByTheNextPush() {
        XCTAssertNil(mr_inbox_last_spent(inbox))
        XCTAssertTrue(mr_inbox_push(inbox, nodes[0]))
        _ = pop()
        XCTAssertFalse(mr_inbox_rest(inbox))
        XCTAssertTrue(mr_inbox_push(inbox, nodes[1]))
    }

    func testAConsumerDoesNotRestWhileSomethingWaits() {
        XCTAssertTrue(mr_inbox_push(inbox, nodes[0]))
        XCTAssertTrue(mr_inbox_rest(inbox))
        _ = pop()
        XCTAssertFalse(mr_inbox_push(inbox, nodes[1]))
        XCTAssertTrue(mr_inbox_rest(inbox))
        _ = pop()
        XCTAssertFalse(mr_inbox_rest(inbox))
    }

    func testFourPushersAndWhoeverIsStarted() {
        let inbox = inbox
        let nodes = nodes
        let taken = Taken()
        race(4) { number in
            for index in 0..<1_000 where mr_inbox_push(inbox, nodes[number * 1_000 + index]) {
                repeat {
                    var spent: UnsafeMutablePointer<mr_node>?
                    while let node = mr_inbox_pop(inbox, &spent) { taken.nodes.append(node) }
                } while mr_inbox_rest(inbox)
            }
        }
        XCTAssertEqual(taken.nodes.count, 4_000)
        let position = Dictionary(uniqueKeysWithValues: taken.nodes.enumerated().map { ($1, $0) })
        for index in 0..<3_999 where index % 1_000 != 999 {
            XCTAssertLessThan(position[nodes[index]]!, position[nodes[index + 1]]!)
        }
    }
}

/// Touched by one consumer at a time; the inbox orders them.
private final class Taken: @unchecked Sendable {
    var nodes: [UnsafeMutablePointer<mr_node>] = []
}
