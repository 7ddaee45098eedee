import Dispatch
import Millrace
import MillraceExplore
import TestSupport
import XCTest

/// `Outlet` of MillraceNATS, whose file is also in this target: two threads add items, and a consumer makes room.
final class OutletTests: ExploreTestCase {
    private func passes(
        line: UInt = #line,
        disposes: Bool = false,
        _ apply: @escaping (Observable<Int>, ExploreRun) -> Observable<Int>
    ) {
        explored(most: 1, random: 10_000, line: line) { run in
            let outlets = Log<Outlet<Int>>()
            let source = Observable<Int>.create(pausable: { observer, pressure in
                let outlet = Outlet<Int>(pressure, emit: { observer.onNext($0) }, end: { observer.on($0) })
                outlets.add(outlet)
                return Disposables.create { outlet.stop() }
            })
            let watch = Watch<Int>(run).watch(apply(source, run))
            let outlet = outlets.entries[0]
            let left = Counter()
            let add: ([Int]) -> Void = { items in
                for item in items { outlet.add(item) }
                if left.add() == 2 { outlet.finish(nil) }
            }
            for item in 1...2 { outlet.add(item) }
            run.thread("a") { add([3]) }
            run.thread("b") { add([11]) }
            if disposes { run.thread("disposes") { watch.dispose() } }
            run.check {
                let elements = watch.elements.filter { $0 < 10 }
                if disposes {
                    run.expect(elements == Array([1, 2, 3].prefix(elements.count)), watch.marks)
                } else {
                    run.expect(elements == [1, 2, 3] && watch.elements.count == 4 && watch.hasEnded, watch.marks)
                }
                watch.dispose()
            }
        }
    }

    /// The end does not come, which would bring out an item that is left behind.
    func testTwoThreadsAdd() {
        explored(most: 2, random: 4_000) { run in
            let outlets = Log<Outlet<Int>>()
            let source = Observable<Int>.create(pausable: { observer, pressure in
                outlets.add(Outlet(pressure, emit: { observer.onNext($0) }, end: { observer.on($0) }))
                return Disposables.create()
            })
            let watch = Watch<Int>(run).watch(source)
            let outlet = outlets.entries[0]
            run.thread("a") {
                outlet.add(1); outlet.add(2)
            }
            run.thread("b") { outlet.add(11) }
            run.check {
                run.expect(watch.elements.filter { $0 < 10 } == [1, 2] && watch.elements.count == 3, watch.marks)
                outlet.finish(nil)
                run.expect(watch.hasEnded, watch.marks)
                watch.dispose()
            }
        }
    }

    func testTwoThreadsAddBesideAConsumer() {
        passes { $0.observe(on: $1.scheduler("consumer"), capacity: 1, overflow: .suspend) }
    }

    func testTheConsumerLeaves() {
        passes(disposes: true) { $0.observe(on: $1.scheduler("consumer"), capacity: 1, overflow: .suspend) }
    }
}

/// The outlet hands over to this queue what is more than a batch, which these scenarios are not.
enum Deadline {
    static let queue = DispatchQueue(label: "OutletTests")
}
