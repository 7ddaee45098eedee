import Millrace
import MillraceExplore
import OperatorCatalogue
import TestSupport
import XCTest

/// Every operator of the catalogue that has two sources: whatever their threads do, it keeps the rules.
final class CatalogueTests: ExploreTestCase {
    private static let entries = Catalogue<Int>().entries.filter { $0.pair != nil }

    private func apply(
        _ entry: Entry<Int>,
        _ first: Observable<Int>,
        _ second: Observable<Int>
    ) -> Observable<Int> {
        if let apply = entry.pair?.apply { return apply(first, second) }
        let world = World(first, second, ManualScheduler()) { 0 }
        let capture = Capture(self)
        return entry.plain(world, capture) ?? entry.apply(world, capture).map { $0.reduce(0, +) }
    }

    private func exploreAll(
        disposes: Bool,
        ends: @escaping (PublishSubject<Int>) -> Void,
        expectsAll: Bool,
        most: Int,
        short: Int = 1,
        random: Int
    ) {
        XCTAssertGreaterThan(CatalogueTests.entries.count, 25)
        for entry in CatalogueTests.entries {
            let kind = entry.pair?.kind
            explored(most: most, short: short, random: random, file: entry.file, line: entry.line) { run in
                run.pair(disposes: disposes, isSerial: kind == .gate) {
                    apply(entry, $0, $1)
                } a: {
                    $0.send(1, 2)
                    ends($0)
                } b: {
                    $0.send(11, 12)
                    ends($0)
                } check: { watch in
                    guard kind == .gate else { return }
                    guard entry.pair?.passesAll == true, expectsAll else { return }
                    run.expect(watch.elements.filter { $0 < 10 } == [1, 2], "\(entry.name): \(watch.marks)")
                    run.expect(watch.elements.filter { $0 > 10 } == [11, 12], "\(entry.name): \(watch.marks)")
                }
            }
        }
    }

    func testTwoSourcesSendAndComplete() {
        exploreAll(disposes: false, ends: { $0.onCompleted() }, expectsAll: true, most: 2, random: 500)
    }

    func testTwoSourcesSendAndFail() {
        exploreAll(disposes: false, ends: { $0.onError(TestError()) }, expectsAll: false, most: 2, random: 500)
    }

    func testAThreadDisposesBesideTwoSources() {
        exploreAll(disposes: true, ends: { $0.onCompleted() }, expectsAll: false, most: 1, short: 0, random: 10_000)
    }
}
