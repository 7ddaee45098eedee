import Foundation
import Millrace
import TestSupport
import XCTest

/// Disposal and release of nested disposables take a bounded stack and keep their order.
final class DeepDisposalTests: XCTestCase {
    /// In unoptimized code enough to overflow the stack several times over.
    private static let many = TestMode.size(1_000_000, debug: 200_000, sanitized: 200_000)

    private struct Nesting: @unchecked Sendable {
        let name: String
        let wrap: (Disposable) -> Disposable

        /// What comes out of `wrap`, again and again, around `innermost`.
        func nested(_ innermost: Disposable, depth: Int) -> Disposable {
            var disposable = innermost
            for _ in 0..<depth { disposable = wrap(disposable) }
            return disposable
        }
    }

    private static let nestings: [Nesting] = [
        Nesting(name: "serial") { inner in
            let serial = SerialDisposable()
            serial.disposable = inner
            return serial
        },
        Nesting(name: "single assignment") { inner in
            let single = SingleAssignmentDisposable()
            single.setDisposable(inner)
            return single
        },
        Nesting(name: "composite") { CompositeDisposable(disposables: [$0]) },
        Nesting(name: "composite of two") { CompositeDisposable(BooleanDisposable(), $0) },
        Nesting(name: "first of two") { Disposables.create($0, BooleanDisposable()) },
        Nesting(name: "second of two") { Disposables.create(BooleanDisposable(), $0) },
        Nesting(name: "middle of three") { Disposables.create(BooleanDisposable(), $0, BooleanDisposable()) },
        Nesting(name: "reference counted") { RefCountDisposable(disposable: $0) },
        Nesting(name: "dependent") { inner in
            let refCount = RefCountDisposable(disposable: inner)
            let dependent = refCount.retain()
            refCount.dispose()
            return dependent
        },
    ]

    private static let basic = nestings[..<3]

    /// Half a MiB, which 50,000 of even the smallest frames would overflow.
    private func onASmallStack(_ body: @escaping @Sendable () -> Void) {
        onStack(of: 512 << 10, body)
    }

    private func checkDisposal(of nestings: ArraySlice<Nesting>, depth: Int) {
        onASmallStack {
            for nesting in nestings {
                let log = DisposalLog()
                let outermost = nesting.nested(log.foreign("a"), depth: depth)
                outermost.dispose()
                XCTAssertEqual(log.entries, ["a"], nesting.name)
                XCTAssertEqual(log.probes, 0, nesting.name)
            }
        }
    }

    private func checkRelease(of nestings: ArraySlice<Nesting>, depth: Int) {
        onASmallStack {
            for nesting in nestings {
                let log = DisposalLog()
                var outermost: Disposable? = nesting.nested(log.foreign("a"), depth: depth)
                XCTAssertEqual(log.probes, 1, nesting.name)
                XCTAssertNotNil(outermost)
                outermost = nil
                XCTAssertEqual(log.probes, 0, nesting.name)
                XCTAssertEqual(log.entries, [], nesting.name)
            }
        }
    }

    func testManyNestedAreDisposedOnASmallStack() {
        checkDisposal(of: Self.basic, depth: Self.many)
    }

    func testManyNestedAreReleasedOnASmallStack() {
        checkRelease(of: Self.basic, depth: Self.many)
    }

    func testEveryNestingIsDisposedOnASmallStack() {
        checkDisposal(of: Self.nestings[...], depth: max(Self.many / 10, 50_000))
    }

    func testEveryNestingIsReleasedOnASmallStack() {
        checkRelease(of: Self.nestings[...], depth: max(Self.many / 10, 50_000))
    }

    func testAMixtureOfNestingsIsDisposedAndReleased() {
        onASmallStack {
            for disposing in [true, false] {
                let log = DisposalLog()
                var outermost: Disposable? = log.foreign("a")
                for i in 0..<max(Self.many / 10, 50_000) {
                    outermost = Self.nestings[i % Self.nestings.count].wrap(outermost!)
                }
                if disposing { outermost?.dispose() }
                outermost = nil
                XCTAssertEqual(log.entries, disposing ? ["a"] : [])
                XCTAssertEqual(log.probes, 0)
            }
        }
    }

    func testManyNestedBagsAreReleasedOnASmallStack() {
        onASmallStack {
            let log = DisposalLog()
            var bag: DisposeBag? = DisposeBag(disposing: log.foreign("a"))
            for _ in 0..<Self.many {
                let outer = DisposeBag()
                outer.insert(Disposables.create { [bag] in _ = bag })
                bag = outer
            }
            bag = nil
            XCTAssertEqual(log.entries, ["a"])
            XCTAssertEqual(log.probes, 0)
        }
    }

    func testNestedBagsThatAreMembersOfObjectsAreReleasedOnASmallStack() {
        final class Node: @unchecked Sendable {
            let bag = DisposeBag()
        }
        onASmallStack {
            let log = DisposalLog()
            var node: Node? = Node()
            node?.bag.insert(log.foreign("a"))
            for _ in 0..<max(Self.many / 10, 50_000) {
                let outer = Node()
                let single = SingleAssignmentDisposable()
                single.setDisposable(Disposables.create { [node] in _ = node })
                outer.bag.insert(single)
                node = outer
            }
            node = nil
            XCTAssertEqual(log.entries, ["a"])
            XCTAssertEqual(log.probes, 0)
        }
    }

    func testManyInOneAreDisposedInOrder() {
        final class Sequence: @unchecked Sendable {
            var next = 0
            var isInOrder = true

            func disposable(_ number: Int) -> Disposable {
                Disposables.create {
                    if self.next != number { self.isInOrder = false }
                    self.next += 1
                }
            }
        }
        onASmallStack {
            let composite = CompositeDisposable()
            let first = Sequence()
            for i in 0..<Self.many { _ = composite.insert(first.disposable(i)) }
            composite.dispose()
            XCTAssertTrue(first.isInOrder)
            XCTAssertEqual(first.next, Self.many)

            var bag: DisposeBag? = DisposeBag()
            let second = Sequence()
            for i in 0..<Self.many { bag?.insert(second.disposable(i)) }
            bag = nil
            XCTAssertTrue(second.isInOrder)
            XCTAssertEqual(second.next, Self.many)
        }
    }

    func testDeepTreesAreDisposedInTheOrderOfShallowOnes() {
        for depth in [1, 10, 63, 64, 65, 66, 200, 1_000] {
            let log = DisposalLog()
            var expected: [String] = []
            var tree: Disposable = log.probe("leaf")
            for level in (0..<depth).reversed() {
                let parts = [log.probe("before \(level)"), tree, log.probe("after \(level)")]
                switch level % 4 {
                case 0: tree = CompositeDisposable(disposables: parts)
                case 1: tree = Disposables.create(parts[0], parts[1], parts[2])
                case 2: tree = Disposables.create(parts[0], Disposables.create(parts[1], parts[2]))
                default: tree = RefCountDisposable(disposable: CompositeDisposable(parts[0], parts[1], parts[2]))
                }
            }
            for level in 0..<depth { expected.append("before \(level)") }
            expected.append("leaf")
            for level in (0..<depth).reversed() { expected.append("after \(level)") }
            tree.dispose()
            XCTAssertEqual(log.entries, expected, "\(depth) levels")
        }
    }

    func testDeepBagsAreDisposedInTheOrderOfShallowOnes() {
        for depth in [1, 10, 31, 32, 33, 34, 100, 1_000] {
            let log = DisposalLog()
            var bag: DisposeBag? = DisposeBag(disposing: log.probe("leaf"))
            for level in (0..<depth).reversed() {
                let outer = DisposeBag()
                outer.insert(log.probe("before \(level)"))
                let twin = DisposeBag(disposing: log.probe("twin \(level)"))
                outer.insert(Disposables.create { [twin, bag] in _ = (twin, bag) })
                outer.insert(log.probe("after \(level)"))
                bag = outer
            }
            bag = nil
            // A closure's captures are released in no particular order: leave the twins out, but for their number.
            XCTAssertEqual(log.entries.filter { $0.hasPrefix("twin") }.count, depth)
            let expected =
                (0..<depth).map { "before \($0)" } + ["leaf"] + (0..<depth).reversed().map { "after \($0)" }
            XCTAssertEqual(log.entries.filter { !$0.hasPrefix("twin") }, expected, "\(depth) levels")
        }
    }

    /// What holds the next bag, and drops it in the middle of being disposed or released.
    private final class Owner: @unchecked Sendable {
        var bag: DisposeBag?
        private let log: DisposalLog
        private let level: Int

        init(_ bag: DisposeBag?, _ log: DisposalLog, _ level: Int) {
            self.bag = bag
            self.log = log
            self.level = level
        }

        func drop() {
            bag = nil
            log.write("after \(level)")
        }

        deinit {
            if bag != nil { drop() }
        }
    }

    private func nestedBags(_ depth: Int, _ log: DisposalLog, inDeinit: Bool) -> DisposeBag {
        var bag = DisposeBag(disposing: log.probe("leaf"))
        for level in (0..<depth).reversed() {
            let owner = Owner(bag, log, level)
            bag = DisposeBag()
            bag.insert(Disposables.create { if !inDeinit { owner.drop() } })
        }
        return bag
    }

    func testABagThatIsDroppedDeepInsideOthersIsEmptyWhenTheDropReturns() {
        for depth in [1, 31, 32, 33, 34, 65, 200] {
            for inDeinit in [false, true] {
                let log = DisposalLog()
                var bag: DisposeBag? = nestedBags(depth, log, inDeinit: inDeinit)
                withExtendedLifetime(bag) { XCTAssertEqual(log.entries, []) }
                bag = nil
                let expected = ["leaf"] + (0..<depth).reversed().map { "after \($0)" }
                XCTAssertEqual(log.entries, expected, "\(depth) levels, in a deinit: \(inDeinit)")
            }
        }
    }

    func testManyBagsThatAreDroppedInsideOthersTakeASmallStackAndAreEmptyInTheEnd() {
        onASmallStack {
            for inDeinit in [false, true] {
                let log = DisposalLog()
                let depth = max(Self.many / 10, 50_000)
                var bag: DisposeBag? = self.nestedBags(depth, log, inDeinit: inDeinit)
                withExtendedLifetime(bag) { XCTAssertEqual(log.entries, []) }
                bag = nil
                XCTAssertEqual(log.entries.count, depth + 1)
                XCTAssertEqual(Set(log.entries).count, depth + 1)
            }
        }
    }

    func testASubscriptionInABagDeepInsideOthersHearsNothingOnceItIsDropped() {
        let subject = PublishSubject<Int>()
        let log = DisposalLog()
        let innermost = DisposeBag()
        subject.subscribe(onNext: { log.write("heard \($0)") }).disposed(by: innermost)
        var bag: DisposeBag? = innermost
        for level in (0..<100).reversed() {
            let owner = Owner(bag, log, level)
            bag = DisposeBag()
            bag?.insert(
                Disposables.create {
                    owner.bag = nil
                    subject.onNext(level)
                }
            )
        }
        _ = consume innermost
        XCTAssertTrue(subject.hasObservers)
        bag = nil
        XCTAssertEqual(log.entries, [])
        XCTAssertFalse(subject.hasObservers)
    }

    func testDisposingFromInsideADeepTreeIsCompleteWhenItReturns() {
        let log = DisposalLog()
        let inner = Self.nestings[2].nested(log.probe("inner"), depth: 200)
        let middle = Disposables.create {
            inner.dispose()
            log.write("after inner")
        }
        Self.nestings[2].nested(middle, depth: 200).dispose()
        XCTAssertEqual(log.entries, ["inner", "after inner"])
    }
}
