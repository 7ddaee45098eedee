import CMillrace
import XCTest

/// What the users of a bag tell each other, one step after another.
final class BagTests: XCTestCase {
    private var bag = mr_bag()
    private var links: [UnsafeMutablePointer<mr_bag_link>] = []

    override func tearDown() {
        for link in links { link.deallocate() }
    }

    private func add(_ count: Int) {
        for _ in 0..<count {
            let link = UnsafeMutablePointer<mr_bag_link>.allocate(capacity: 1)
            link.initialize(to: mr_bag_link())
            links.append(link)
            XCTAssertTrue(mr_bag_add(&bag, link))
        }
    }

    /// The positions of the links from `first` on.
    private func positions(_ first: UnsafeMutablePointer<mr_bag_link>?) -> [Int] {
        var found: [Int] = []
        var next = first
        while let link = next {
            found.append(links.firstIndex(of: link)!)
            next = mr_bag_next(link)
        }
        return found
    }

    func testClosingGivesAllLinksOnceAndReversingPutsTheOldestFirst() {
        add(4)
        var swept = true
        let newest = mr_bag_close(&bag, &swept)
        XCTAssertFalse(swept)
        XCTAssertEqual(positions(newest), [3, 2, 1, 0])
        XCTAssertEqual(positions(mr_bag_reverse(newest)), [0, 1, 2, 3])
        XCTAssertNil(mr_bag_close(&bag, &swept))
    }

    func testAClosedBagTakesNothing() {
        var swept = true
        XCTAssertFalse(mr_bag_is_closed(&bag))
        XCTAssertNil(mr_bag_close(&bag, &swept))
        XCTAssertFalse(swept)
        XCTAssertTrue(mr_bag_is_closed(&bag))
        var link = mr_bag_link()
        XCTAssertFalse(mr_bag_add(&bag, &link))
        XCTAssertNil(mr_bag_sweep_begin(&bag))
    }

    func testThereIsOneSweeperAtATime() {
        XCTAssertNil(mr_bag_sweep_begin(&bag))
        add(2)
        XCTAssertEqual(mr_bag_sweep_begin(&bag), links[1])
        XCTAssertNil(mr_bag_sweep_begin(&bag))
        XCTAssertTrue(mr_bag_sweep_end(&bag))
        XCTAssertEqual(mr_bag_sweep_begin(&bag), links[1])
    }

    func testAddingGoesOnDuringASweep() {
        add(3)
        let newest = mr_bag_sweep_begin(&bag)!
        add(1)
        mr_bag_unlink(newest, links[1])
        XCTAssertNil(mr_bag_sweep_begin(&bag))
        XCTAssertTrue(mr_bag_sweep_end(&bag))
        var swept = true
        XCTAssertEqual(positions(mr_bag_close(&bag, &swept)), [3, 2, 0])
        XCTAssertFalse(swept)
    }

    func testASweepAndAClosingHearOfEachOther() {
        add(3)
        let newest = mr_bag_sweep_begin(&bag)!
        mr_bag_unlink(newest, links[1])
        var swept = false
        let closed = mr_bag_close(&bag, &swept)
        XCTAssertTrue(swept)
        XCTAssertEqual(closed, newest)
        XCTAssertFalse(mr_bag_sweep_end(&bag))
        XCTAssertNil(mr_bag_sweep_begin(&bag))
        XCTAssertTrue(mr_bag_is_closed(&bag))
    }

    func testAClosingMaySitOnALinkThatIsBeingUnlinked() {
        add(4)
        let newest = mr_bag_sweep_begin(&bag)!
        var swept = false
        var closing = mr_bag_next(mr_bag_close(&bag, &swept)!)
        XCTAssertEqual(closing, links[2])
        mr_bag_unlink(newest, links[2])
        mr_bag_unlink(newest, links[1])
        closing = mr_bag_next(closing!)
        XCTAssertEqual(positions(closing), [1, 0])
        XCTAssertEqual(positions(newest), [3, 0])
    }

    func testTheTallyCountsBothHalves() {
        XCTAssertEqual(mr_bag_count(&bag, 3), 3)
        XCTAssertEqual(mr_bag_count(&bag, MR_BAG_DEAD), MR_BAG_DEAD + 3)
        XCTAssertEqual(mr_bag_count(&bag, 0 &- (MR_BAG_DEAD + 1)), 2)
        XCTAssertEqual(mr_bag_counts(&bag), 2)
    }
}
