import Dispatch
import Millrace
import MillraceTest
import TestSupport
import XCTest

final class PressureTests: XCTestCase {
    private let scheduler = TestScheduler(initialClock: 0)
    private var emitted = 0
    private var received: [Int] = []
    private var mostWaiting = 0
    private var ends: [String] = []

    override func setUp() {
        emitted = 0
        received = []
        mostWaiting = 0
        ends = []
    }

    /// Subscribes to `source` with room for `capacity` elements, and notes how many elements wait at most.
    private func subscribe(to source: Observable<Int>, capacity: Int) -> Disposable {
        source
            .do(onNext: { [unowned self] _ in
                emitted += 1
                mostWaiting = max(mostWaiting, emitted - received.count)
            })
            .observe(on: scheduler, capacity: capacity, overflow: .suspend)
            .subscribe(
                onNext: { [unowned self] in received.append($0) },
                onError: { [unowned self] in ends.append("\($0)") },
                onCompleted: { [unowned self] in ends.append("completed") }
            )
    }

    private func expect(
        _ source: Observable<Int>,
        toBring elements: [Int],
        capacity: Int = 4,
        concurrentSources: Int = 1,
        line: UInt = #line
    ) {
        setUp()
        let subscription = subscribe(to: source, capacity: capacity)
        XCTAssertLessThan(emitted, elements.count, "held back", line: line)
        scheduler.start()
        XCTAssertEqual(received, elements, line: line)
        XCTAssertEqual(ends, ["completed"], line: line)
        // An element counts as waiting until its delivery begins.
        XCTAssertLessThanOrEqual(mostWaiting, capacity + concurrentSources, line: line)
        subscription.dispose()
    }

    private let hundred = Array(1...100)

    func testSourcesThatStep() {
        expect(.range(start: 1, count: 100), toBring: hundred)
        expect(.range(start: 1, count: 100), toBring: hundred, capacity: 1)
        expect(.from(hundred), toBring: hundred)
        expect(.from(stride(from: 1, through: 100, by: 1)), toBring: hundred)
        expect(.of(1, 2, 3, 4, 5, 6), toBring: Array(1...6), capacity: 2)
        expect(.generate(initialState: 1, condition: { $0 <= 100 }, iterate: { $0 + 1 }), toBring: hundred)
        expect(.repeatElement(7).take(50), toBring: Array(repeating: 7, count: 50))
    }

    func testSourcesThatStepOnAScheduler() {
        let scheduler = scheduler
        expect(.range(start: 1, count: 100, scheduler: scheduler), toBring: hundred)
        expect(.from(hundred, scheduler: scheduler), toBring: hundred)
        expect(
            .generate(initialState: 1, condition: { $0 <= 100 }, scheduler: scheduler, iterate: { $0 + 1 }),
            toBring: hundred
        )
        expect(.repeatElement(7, scheduler: scheduler).take(50), toBring: Array(repeating: 7, count: 50))
    }

    func testAFailureComesAfterTheElements() {
        let subscription = subscribe(
            to: .generate(
                initialState: 1,
                condition: { if $0 == 9 { throw TestError("bad") } else { true } },
                iterate: { $0 + 1 }
            ),
            capacity: 2
        )
        scheduler.start()
        XCTAssertEqual(received, Array(1...8))
        XCTAssertEqual(ends, ["bad"])
        subscription.dispose()
    }

    func testOperatorsPassThePressureUp() {
        let range = Observable.range(start: 1, count: 100)
        expect(
            range.map { $0 + 1 }.filter { $0.isMultiple(of: 2) },
            toBring: Array(stride(from: 2, through: 100, by: 2))
        )
        expect(range.scan(0, accumulator: +), toBring: (1...100).map { $0 * ($0 + 1) / 2 })
        expect(range.take(50).skip(10), toBring: Array(11...50))
        expect(range.distinctUntilChanged(), toBring: hundred)
        expect(range.startWith(0), toBring: [0] + hundred)
        expect(range.catchAndReturn(0), toBring: hundred)
        expect(range.retry(2), toBring: hundred)
        expect(range.withLatestFrom(BehaviorSubject(value: 1)) { $0 * $1 }, toBring: hundred)
        expect(range.take(until: PublishSubject<Int>()), toBring: hundred)
        expect(Observable.deferred { range }, toBring: hundred)
        expect(
            Observable.using {
                BooleanDisposable()
            } observableFactory: { _ in
                range
            },
            toBring: hundred
        )
        expect(range.enumerated().map(\.element).materialize().dematerialize(), toBring: hundred)
    }

    func testMergedSources() {
        let range = Observable.range(start: 1, count: 50)
        let subscription = subscribe(to: .merge(range, range.map { $0 + 50 }), capacity: 4)
        scheduler.start()
        XCTAssertEqual(received.sorted(), hundred)
        XCTAssertLessThanOrEqual(mostWaiting, 6)
        XCTAssertEqual(ends, ["completed"])
        subscription.dispose()
    }

    /// A source that only asks whether there is room, as a timer does, leaves room to those that wait for it.
    func testASourceThatOnlyAsksStarvesNobody() async throws {
        var room: Pressure?
        var emitter: AnyObserver<Int>?
        let asking = Observable<Int>.create(pausable: { observer, pressure in
            (room, emitter) = (pressure, observer)
            return Disposables.create()
        })
        let range = Observable.range(start: 1, count: 20).concat(Observable.never())
        var iterator = Observable.merge(asking, range)
            .values(capacity: 8, overflow: .suspend)
            .makeAsyncIterator()
        var (asked, ranged) = (0, [Int]())
        while ranged.count < 20, asked < 1_000 {
            let element = try await iterator.next()
            if element == 0 { asked += 1 } else { ranged.append(element ?? -1) }
            if room?.isOpen == true { emitter?.onNext(0) }
        }
        XCTAssertEqual(ranged, Array(1...20))
    }

    func testConcatenatedSources() {
        let range = Observable.range(start: 1, count: 50)
        expect(range.concat(range.map { $0 + 50 }), toBring: hundred)
        expect(.concat([range, range.map { $0 + 50 }]), toBring: hundred)
    }

    func testInnerSources() {
        var started = 0
        let outer = Observable.range(start: 0, count: 10).do(onNext: { _ in started += 1 })
        let blocks = outer.map { block in Observable.range(start: 10 * block + 1, count: 10) }
        expect(blocks.concat(), toBring: hundred)
        expect(blocks.concatMap { $0 }, toBring: hundred)
        started = 0
        let subscription = subscribe(to: blocks.concat(), capacity: 4)
        // One source is active, one waits.
        XCTAssertEqual(started, 2)
        subscription.dispose()
        setUp()
        let merged = subscribe(to: blocks.merge(), capacity: 4)
        scheduler.start()
        XCTAssertEqual(received.sorted(), hundred)
        XCTAssertLessThanOrEqual(mostWaiting, 4 + 11)
        merged.dispose()
        expect(outer.flatMap { Observable.just($0) }, toBring: Array(0..<10), capacity: 2, concurrentSources: 2)
    }

    func testATimerSaysHowManyAreMissing() {
        let ticks = Observable<Int>.interval(.seconds(10), scheduler: scheduler)
        let slow = DispatchQueue(label: "PressureTests")
        slow.suspend()
        let target = SerialDispatchQueueScheduler(queue: slow, internalSerialQueueName: "slow")
        let done = expectation(description: "delivered")
        var received: [Int] = []
        let subscription = ticks.observe(on: target, capacity: 2, overflow: .suspend).take(3).subscribe(
            onNext: { received.append($0) },
            onCompleted: { done.fulfill() }
        )
        scheduler.advanceTo(50)
        slow.resume()
        let drained = expectation(description: "drained")
        slow.async { slow.async { slow.async { drained.fulfill() } } }
        wait(for: [drained], timeout: 60)
        scheduler.advanceTo(60)
        wait(for: [done], timeout: 60)
        // Those at 30, 40 and 50 are missing.
        XCTAssertEqual(received, [0, 1, 5])
        subscription.dispose()
    }

    func testTwoPlaces() {
        let far = TestScheduler(initialClock: 0)
        var between = 0
        let subscription = subscribe(
            to: Observable.range(start: 1, count: 100)
                .do(onNext: { _ in between += 1 })
                .observe(on: far, capacity: 3, overflow: .suspend),
            capacity: 4
        )
        far.start()
        XCTAssertEqual(emitted, 4)
        // The delivery to the full queue rests, so the first queue fills too.
        XCTAssertLessThanOrEqual(between, 4 + 3)
        for _ in 0..<100 {
            scheduler.start()
            far.start()
        }
        XCTAssertEqual(received, hundred)
        XCTAssertLessThanOrEqual(mostWaiting, 5)
        subscription.dispose()
    }

    func testADroppingQueueAboveStandsInForASourceThatCannotPause() {
        let subject = PublishSubject<Int>()
        let near = TestScheduler(initialClock: 0)
        let subscription = subscribe(to: subject.observe(on: near, capacity: 2, overflow: .dropOldest), capacity: 3)
        for element in hundred {
            subject.onNext(element)
            near.start()
        }
        XCTAssertEqual(emitted, 3)
        for _ in 0..<10 {
            scheduler.start()
            near.start()
        }
        XCTAssertEqual(received, [1, 2, 3, 99, 100])
        subscription.dispose()
    }

    func testWhatGoesOnGoesOnWhereItWasSubscribedTo() {
        let home = TestScheduler(initialClock: 0)
        let subscription = subscribe(to: Observable.range(start: 1, count: 100).subscribe(on: home), capacity: 4)
        home.start()
        XCTAssertEqual(emitted, 4)
        scheduler.start()
        XCTAssertEqual(received, [1, 2, 3, 4])
        XCTAssertEqual(emitted, 4, "the source goes on on its own scheduler")
        for _ in 0..<100 {
            home.start()
            scheduler.start()
        }
        XCTAssertEqual(received, hundred)
        XCTAssertLessThanOrEqual(mostWaiting, 5)
        subscription.dispose()
    }

    /// What the guarantees say of a source that has no scheduler.
    func testASourceThatHasWaitedInAnOperatorGoesOnOnTheThreadInside() {
        let here = TestThread.currentID
        let (first, third) = (Box<AnyObserver<Int>?>(nil), Box<AnyObserver<Int>?>(nil))
        func source(_ observer: Box<AnyObserver<Int>?>) -> Observable<Int> {
            .create(pausable: {
                (observer.value, _) = ($0, $1)
                return Disposables.create()
            })
        }
        let begin = Box<(() -> Void)?>(nil)
        let emittedHere = Box<[Bool]>([])
        let second = Observable<Int>.create(pausable: { observer, pressure in
            var number = 0
            func go() {
                while pressure.isOpen, number < 20 {
                    number += 1
                    emittedHere.value.append(TestThread.currentID == here)
                    observer.onNext(number)
                }
                if number < 20 { pressure.onReopen(go) }
            }
            begin.value = go
            return Disposables.create()
        })
        let subscription = Observable.merge(source(first), second, source(third))
            .do(onNext: { element in
                // This thread is inside the operator meanwhile.
                if element == 100 { TestThread { begin.value?() }.join() }
                if element == 5 { TestThread { third.value?.onNext(200) }.join() }
            })
            .observe(on: scheduler, capacity: 10, overflow: .suspend)
            .subscribe(onNext: { [unowned self] in received.append($0) })
        first.value?.onNext(100)
        XCTAssertEqual(emittedHere.value, [false] + Array(repeating: true, count: 7), "until the queue is full")
        scheduler.start()
        XCTAssertEqual(
            Array(received.prefix(10)),
            [100, 1, 2, 3, 4, 5, 200, 6, 7, 8],
            "another source's event came first"
        )
        XCTAssertEqual(received.count, 22)
        begin.value = nil
        subscription.dispose()
    }

    func testABufferWaitsForRoom() {
        let clock = TestScheduler(initialClock: 0)
        let subscription = Observable.range(start: 1, count: 20)
            .buffer(timeSpan: .seconds(10), count: 3, scheduler: clock)
            .do(onNext: { [unowned self] _ in emitted += 1 })
            .observe(on: scheduler, capacity: 2, overflow: .suspend)
            .subscribe(
                onNext: { [unowned self] in received += $0 },
                onCompleted: { [unowned self] in ends.append("|") }
            )
        clock.advanceTo(1000)
        XCTAssertEqual(emitted, 2)
        scheduler.start()
        XCTAssertEqual(received, Array(1...20))
        XCTAssertEqual(ends, ["|"])
        subscription.dispose()
    }

    func testADisposalDuringAPauseReleasesTheSource() {
        weak var weakObject: NSObject?
        var subscription: Disposable?
        for kind in 0..<3 {
            autoreleasing {
                let object = NSObject()
                weakObject = object
                let elements = (0..<100).lazy.map { _ in object.hash & 0 }
                let sources: [Observable<Int>] = [
                    .from(elements),
                    .from(elements, scheduler: scheduler),
                    .create(pausable: { observer, pressure in
                        func go() {
                            while pressure.isOpen { observer.onNext(object.hash & 0) }
                            pressure.onReopen(go)
                        }
                        go()
                        return Disposables.create()
                    }),
                ]
                subscription = subscribe(to: sources[kind], capacity: 2)
            }
            scheduler.advanceTo(scheduler.clock + 50)
            XCTAssertNotNil(weakObject, "\(kind)")
            subscription?.dispose()
            subscription = nil
            scheduler.start()
            XCTAssertNil(weakObject, "\(kind)")
        }
    }

    func testInnerSourcesThatEndDuringAPauseAreForgotten() {
        let outer = PublishSubject<Int>()
        let endless = outer.observe(on: scheduler, capacity: 100, overflow: .dropNewest)
            .flatMapLatest { Observable.repeatElement($0) }
        let slow = TestScheduler(initialClock: 0)
        let subscription = endless.observe(on: slow, capacity: 2, overflow: .suspend)
            .subscribe(onNext: { [unowned self] in received.append($0) })
        for element in 1...3 {
            outer.onNext(element)
            scheduler.start()
        }
        slow.advanceTo(slow.clock + 4)
        XCTAssertEqual(received.first, 1)
        subscription.dispose()
    }

    func testAnInnerSourceThatCannotPauseFails() {
        let subject = PublishSubject<Int>()
        for inner in [
            Observable.range(start: 1, count: 2).flatMap { _ in subject },
            Observable.of(1).concat(subject),
            Observable.range(start: 1, count: 2).flatMapLatest { _ in subject.map { $0 + 1 } },
        ] {
            setUp()
            let subscription = subscribe(to: inner, capacity: 4)
            scheduler.start()
            XCTAssertEqual(ends.count, 1)
            XCTAssertTrue(ends.first?.contains("PublishSubject<Int> cannot pause") == true, "\(ends)")
            XCTAssertFalse(subject.hasObservers)
            subscription.dispose()
        }
    }

    func testTheSourceOfYourOwn() {
        var isReopened = 0
        let source = Observable<Int>.create(pausable: { observer, pressure in
            var number = 0
            func go() {
                isReopened += 1
                while pressure.isOpen, number < 100 {
                    number += 1
                    observer.onNext(number)
                }
                if number < 100 { pressure.onReopen(go) } else { observer.onCompleted() }
            }
            go()
            return Disposables.create()
        })
        expect(source, toBring: hundred)
        XCTAssertGreaterThan(isReopened, 10)
        XCTAssertLessThan(isReopened, 60)
        var all: [Int] = []
        // Without a queue that can be full, there is always room.
        source.subscribe(onNext: { all.append($0) }).dispose()
        XCTAssertEqual(all, hundred)
    }

    /// A source that keeps only its newest element asks for room again with each element, and stands once in the list of
    /// those that wait.
    func testABodyThatTakesThePlaceOfAnother() {
        let ticks = PublishSubject<Int>()
        var runs = 0
        let source = Observable<Int>.create(pausable: { observer, pressure in
            ticks.subscribe(onNext: { number in
                let send = {
                    runs += 1
                    observer.onNext(number)
                }
                if pressure.isOpen { send() } else { pressure.onReopen(send) }
            })
        })
        let subscription = source.observe(on: scheduler, capacity: 1, overflow: .suspend)
            .subscribe(onNext: { [unowned self] in received.append($0) })
        let count = 400_000
        let start = ContinuousClock.now
        for number in 1...count { ticks.onNext(number) }
        XCTAssertEqual(runs, 1)
        scheduler.advanceTo(10)
        XCTAssertEqual(received, [1, count])
        for number in 1...count { ticks.onNext(number) }
        subscription.dispose()
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(20), "each of them stays in a list")
        XCTAssertEqual(runs, 3)
    }

    func testASequenceOfATask() async throws {
        let stream = AsyncStream<Int> { continuation in
            for element in 1...100 { continuation.yield(element) }
            continuation.finish()
        }
        let counter = SerialDispatchQueueScheduler(qos: .default)
        let done = expectation(description: "completed")
        let received = Received()
        let subscription = stream.asObservable()
            .observe(on: counter, capacity: 3, overflow: .suspend)
            .subscribe(onNext: { received.elements.append($0) }, onCompleted: { done.fulfill() })
        await fulfillment(of: [done], timeout: 60)
        XCTAssertEqual(received.elements, hundred)
        subscription.dispose()
    }

    private final class Received: @unchecked Sendable {
        var elements: [Int] = []
    }

    private func autoreleasing(_ body: () -> Void) {
        body()
    }
}
