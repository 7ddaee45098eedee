import Millrace
import XCTest

final class DisposeBagTests: XCTestCase {
    private let log = DisposalLog()

    func testItDisposesInTheOrderOfInsertionWhenItIsReleased() {
        var bag: DisposeBag? = DisposeBag()
        for i in 0..<100 { bag?.insert(log.probe("\(i)")) }
        XCTAssertEqual(log.entries, [])
        bag = nil
        XCTAssertEqual(log.entries, (0..<100).map { "\($0)" })
    }

    func testAllWaysOfInsertingKeepTheOrder() {
        var bag: DisposeBag? = DisposeBag()
        log.probe("1").disposed(by: bag!)
        bag?.insert(log.probe("2"))
        bag?.insert(log.probe("3"), log.probe("4"))
        bag?.insert([log.probe("5"), log.probe("6")])
        bag?.insert {
            log.probe("7")
            log.probe("8")
        }
        bag?.insert([])
        bag = nil
        XCTAssertEqual(log.entries, (1...8).map { "\($0)" })
    }

    func testAllInitializersKeepTheOrder() {
        let p = log.probe
        var bag: DisposeBag? = DisposeBag(disposing: p("1"), p("2"), p("3"))
        withExtendedLifetime(bag) { XCTAssertEqual(log.entries, []) }
        bag = DisposeBag(disposing: [p("4"), p("5")])
        // Optimized code would let go of the bag after its last use.
        withExtendedLifetime(bag) { XCTAssertEqual(log.entries, ["1", "2", "3"]) }
        bag = DisposeBag {
            p("6")
            p("7")
            StructProbe(name: "8", log: log)
        }
        withExtendedLifetime(bag) { XCTAssertEqual(log.entries, ["1", "2", "3", "4", "5"]) }
        bag = nil
        XCTAssertEqual(log.entries, (1...8).map { "\($0)" })
    }

    func testAssigningAnotherBagDisposes() {
        let holder = Holder()
        holder.bag.insert(log.probe("a"))
        holder.bag = DisposeBag()
        XCTAssertEqual(log.entries, ["a"])
    }

    private final class Holder {
        var bag = DisposeBag()
    }

    func testItEndsSubscriptions() {
        let subject = PublishSubject<Int>()
        var received: [Int] = []
        var bag: DisposeBag? = DisposeBag()
        subject.subscribe(onNext: { received.append($0) }).disposed(by: bag!)
        subject.onNext(1)
        bag = nil
        subject.onNext(2)
        XCTAssertEqual(received, [1])
        XCTAssertFalse(subject.hasObservers)
    }

    func testEachIsReleasedAfterItsDisposal() {
        var bag: DisposeBag? = DisposeBag()
        bag?.insert(log.foreign("1"))
        bag?.insert(Disposables.create { [log] in log.write("\(log.probes) alive") })
        bag = nil
        XCTAssertEqual(log.entries, ["1", "0 alive"])
    }

    func testUsersOwnTypesAreDisposedAndReleased() {
        var bag: DisposeBag? = DisposeBag()
        StructProbe(name: "a", log: log).disposed(by: bag!)
        log.foreign("b").disposed(by: bag!)
        CancelableProbe().disposed(by: bag!)
        bag = nil
        XCTAssertEqual(log.entries, ["a", "b"])
        XCTAssertEqual(log.probes, 0)
    }

    func testInsertingWhileItIsDisposedDisposesAtOnce() {
        var bag: DisposeBag? = DisposeBag()
        let late = Unmanaged.passUnretained(bag!)
        bag?.insert(
            Disposables.create { [log] in
                late._withUnsafeGuaranteedRef { $0.insert(log.probe("late"), log.probe("later")) }
                log.write("first")
            }
        )
        bag?.insert(log.probe("second"))
        bag = nil
        XCTAssertEqual(log.entries, ["late", "later", "first", "second"])
    }

    // MARK: shedding

    func testFinishedSubscriptionsDoNotAccumulate() {
        let bag = DisposeBag()
        let finished = PublishSubject<Int>()
        finished.onCompleted()
        var most = 0
        for i in 0..<200_000 {
            if i % 1_000 == 0 {
                Observable.range(start: i, count: 1).subscribe().disposed(by: bag)
            } else {
                finished.subscribe(onNext: { _ in }).disposed(by: bag)
            }
            most = max(most, bag.heldCount)
        }
        XCTAssertLessThanOrEqual(most, 32)
    }

    func testFinishedOnesAreReleased() {
        let bag = DisposeBag()
        for _ in 0..<1_000 {
            let finished = SingleAssignmentDisposable()
            finished.setDisposable(log.foreign("a"))
            finished.dispose()
            bag.insert(finished)
        }
        weak var early: BooleanDisposable?
        do {
            let disposable = BooleanDisposable(isDisposed: true)
            early = disposable
            bag.insert(disposable)
        }
        XCTAssertNotNil(early)
        for _ in 0..<100 { bag.insert(BooleanDisposable(isDisposed: true)) }
        XCTAssertNil(early)
    }

    func testLiveOnesStayInOrderAmongFinishedOnes() {
        var bag: DisposeBag? = DisposeBag()
        for i in 0..<10_000 {
            bag?.insert(i % 10 == 0 ? log.probe("\(i)") : BooleanDisposable(isDisposed: true))
        }
        XCTAssertLessThanOrEqual(bag!.heldCount, 3_000)
        XCTAssertEqual(log.entries, [])
        bag = nil
        XCTAssertEqual(log.entries, stride(from: 0, to: 10_000, by: 10).map { "\($0)" })
    }

    func testItStaysSmallWhenManyFinishLater() {
        let bag = DisposeBag()
        for _ in 0..<100 {
            let batch = (0..<1_000).map { _ in BooleanDisposable() }
            bag.insert(batch)
            batch.forEach { $0.dispose() }
        }
        XCTAssertLessThanOrEqual(bag.heldCount, 4_000)
    }

    func testAUsersOwnCancelableIsLetGoOnceDisposed() {
        let bag = DisposeBag()
        weak var early: CancelableProbe?
        do {
            let probe = CancelableProbe()
            early = probe
            bag.insert(probe)
            probe.dispose()
        }
        XCTAssertNotNil(early)
        for _ in 0..<100 { bag.insert(BooleanDisposable(isDisposed: true)) }
        XCTAssertNil(early)
    }

    func testARefCountedOneStaysWhileItsDependentsDo() {
        let bag = DisposeBag()
        let refCount = RefCountDisposable(disposable: log.probe("a"))
        let dependent = refCount.retain()
        refCount.dispose()
        bag.insert(refCount)
        for _ in 0..<100 { bag.insert(BooleanDisposable(isDisposed: true)) }
        XCTAssertEqual(log.entries, [])
        dependent.dispose()
        XCTAssertEqual(log.entries, ["a"])
    }

    /// Inserts another one whenever it is asked or released.
    private final class Inserting: Cancelable {
        weak var bag: DisposeBag?

        init(_ bag: DisposeBag) {
            self.bag = bag
        }

        deinit {
            bag?.insert(BooleanDisposable(isDisposed: true))
        }

        var isDisposed: Bool {
            bag?.insert(BooleanDisposable(isDisposed: true))
            return true
        }

        func dispose() {}
    }

    /// Inserts a disposable when it is asked for the first time whether it has ended.
    private final class InsertingOnce: Cancelable, @unchecked Sendable {
        private weak var bag: DisposeBag?
        private var probe: Disposable?

        init(_ probe: Disposable, into bag: DisposeBag) {
            self.probe = probe
            self.bag = bag
        }

        var isDisposed: Bool {
            if let probe {
                self.probe = nil
                bag?.insert(probe)
            }
            return false
        }

        func dispose() {}
    }

    func testWhatIsInsertedDuringASweepComesAfterWhatStays() {
        var bag: DisposeBag? = DisposeBag()
        bag?.insert(InsertingOnce(log.probe("during"), into: bag!), log.probe("before"))
        for _ in 0..<30 { bag?.insert(BooleanDisposable(isDisposed: true)) }
        XCTAssertEqual(bag!.heldCount, 3)
        bag?.insert(log.probe("after"))
        bag = nil
        XCTAssertEqual(log.entries, ["before", "during", "after"])
    }

    func testWhatASweepAsksOrReleasesMayInsert() {
        var bag: DisposeBag? = DisposeBag()
        for _ in 0..<1_000 { bag?.insert(Inserting(bag!)) }
        bag?.insert(log.probe("last"))
        XCTAssertLessThan(bag!.heldCount, 5_000)
        bag = nil
        XCTAssertEqual(log.entries, ["last"])
    }
}
