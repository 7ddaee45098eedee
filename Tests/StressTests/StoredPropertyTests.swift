@testable import Millrace
import XCTest

/// What the language does not promise about the places of stored properties. With the stress tests, since those run
/// optimized as well.
final class StoredPropertyTests: XCTestCase {
    func testAnObjectIsFoundFromItsWord() {
        assertFoundFromItsWord(SingleAssignmentDisposable())
        assertFoundFromItsWord(CompositeDisposable())
        assertFoundFromItsWord(makeEnd())
        assertFoundFromItsWord(OperatorSink<Int, Int>(makeEnd(), plain: true) { _, _ in })
        assertFoundFromItsWord(StatefulSink<Bool, Int, Int>(makeEnd(), state: false) { _, _ in })
        assertFoundFromItsWord(ReplayingSink<Int>(makeEnd(), nests: false))
    }

    func testALinkLiesBehindTheWord() {
        let work = ScheduledWork()
        let link = withUnsafeMutablePointer(to: &work.link) { UnsafeMutableRawPointer($0) }
        XCTAssertEqual(work.lifecycle.end, link)
        XCTAssertEqual(
            TrampolineState.Link(of: Unmanaged.passUnretained(work).toOpaque()).object,
            work.lifecycle.object
        )
    }

    func testAPropertysPointerLeadsIntoTheObject() {
        assertInside(OperatorSink<Int, Int>(makeEnd(), plain: true) { _, _ in }) { [raw($0.lifecycle.address)] }
        assertInside(StatefulSink<Bool, Int, Int>(makeEnd(), state: false) { _, _ in }) { [raw($0.lock.address)] }
        assertInside(StatefulSink<String, Int, Int>(makeEnd(), state: "") { _, _ in }) { [raw($0.lock.address)] }
        assertInside(ReplayingSink<Int>(makeEnd(), nests: false)) { [raw($0.gate.address)] }
        assertInside(PublishSubject<Int>()) { [raw($0.observers.state.address)] }
        assertInside(BehaviorSubject(value: "")) { [raw($0.observers.state.address), raw($0.lock.address)] }
        assertInside(ReplaySubject<Int>.create(bufferSize: 2)) {
            [raw($0.observers.state.address), raw($0.lock.address)]
        }
        let coordinator = Coordinator<Int, Int>(makeEnd()) { _, _ in }
        assertInside(coordinator) {
            [
                raw($0.gate.address), raw($0.sourceCount.address), raw($0.groupSlot.address),
                raw($0.subscriber.gate.address),
            ]
        }
        coordinator.ready()
        let latest = SwitchCoordinator<Int, Int>(makeEnd()) { _, _ in }
        assertInside(latest) { [raw($0.lock.address)] }
        latest.ready()
        let merged = MergeCoordinator<Int, Int>(makeEnd()) { _, _ in }
        assertInside(merged) { [raw($0.ended.address)] }
        merged.ready()
    }

    // What `releaseFirstClosure` clears is a `let`.
    func testWhatAnObserverCapturesGoesWithItsSource() {
        let subject = PublishSubject<Int>()
        var received = 0
        weak var first: Captured?
        weak var second: Captured?
        let subscriptions: [Disposable]
        do {
            let one = Captured(), other = Captured()
            first = one
            second = other
            subscriptions = [
                subject.subscribe(onNext: { received += one.factor * $0 }),
                subject.subscribe { if case .next(let element) = $0 { received += other.factor * element } },
            ]
        }
        subject.onNext(2)
        XCTAssertEqual(received, 12)
        XCTAssertNotNil(first)
        XCTAssertNotNil(second)
        subject.onCompleted()
        XCTAssertNil(first)
        XCTAssertNil(second)
        withExtendedLifetime(subscriptions) {}
    }

    private func makeEnd() -> Sink<Int> { Sink { _, _ in } }

    private func assertFoundFromItsWord(_ object: DisposeBase, line: UInt = #line) {
        let place = Unmanaged.passUnretained(object).toOpaque()
        XCTAssertEqual(object.lifecycle.object, UnsafeRawPointer(place), line: line)
        XCTAssertTrue(DisposeBase.object(of: object.lifecycle).use { $0 === object }, line: line)
    }

    /// The same addresses at each call, behind the object's header, and not those of copies on the stack.
    private func assertInside<Object: AnyObject>(
        _ object: Object,
        line: UInt = #line,
        _ addresses: (Object) -> [UnsafeMutableRawPointer]
    ) {
        let start = Unmanaged.passUnretained(object).toOpaque()
        let found = addresses(object)
        XCTAssertEqual(found, addresses(object), line: line)
        XCTAssertEqual(Set(found).count, found.count, line: line)
        for address in found { XCTAssertTrue((16..<512).contains(address - start), "\(address - start)", line: line) }
    }
}

private func raw<Value>(_ pointer: UnsafeMutablePointer<Value>) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(pointer)
}

private final class Captured {
    let factor = 3
}
