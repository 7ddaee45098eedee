import Millrace
import MillraceTest
import TestSupport
import XCTest

final class ReplaySubjectTests: MarbleTestCase {
    private func replayed<Element>(by subject: Observable<Element>) -> [String] {
        let recorder = Recorder<Element>()
        subject.subscribe(recorder).dispose()
        return recorder.marks
    }

    func testItReplaysAsManyAsItsBufferHolds() {
        for size in [0, 1, 2, 3, 63, 64, 65, 100, 200, .max] {
            let subject = ReplaySubject<Int>.create(bufferSize: size)
            for count in 0..<300 {
                XCTAssertEqual(replayed(by: subject), (0..<count).suffix(size).map { "\($0)" }, "\(size), \(count)")
                subject.onNext(count)
            }
        }
    }

    func testWhatIsSentFromTheTerminalEventIsNotDelivered() {
        for size in [0, 1, 2] {
            let subject = ReplaySubject<Int>.create(bufferSize: size)
            let second = Recorder<Int>()
            let first = subject.subscribe(onCompleted: { subject.onNext(7) })
            let subscription = subject.subscribe(second)
            subject.onCompleted()
            XCTAssertEqual(second.marks, ["|"], "\(size)")
            first.dispose()
            subscription.dispose()
        }
    }

    func testAnUnboundedOneReplaysEverything() {
        let subject = ReplaySubject<String>.createUnbounded()
        for i in 0..<1_000 { subject.onNext("\(i)") }
        XCTAssertEqual(replayed(by: subject), (0..<1_000).map { "\($0)" })
    }

    func testReplayAndLiveEventsFollowEachOther() {
        let subject = ReplaySubject<Int>.create(bufferSize: 2)
        let recorder = Recorder<Int>()
        for i in 1...3 { subject.onNext(i) }
        let subscription = subject.subscribe(recorder)
        subject.onNext(4)
        subscription.dispose()
        subject.onNext(5)
        XCTAssertEqual(recorder.marks, ["2", "3", "4"])
        XCTAssertEqual(replayed(by: subject), ["4", "5"])
    }

    func testAfterTheEndTheBufferAndTheTerminalEventAreReplayed() {
        for size in [0, 1, 2, .max] {
            for (end, mark) in [(Event<Int>.completed, "|"), (.error(TestError("a")), "x(a)")] {
                let subject = ReplaySubject<Int>.create(bufferSize: size)
                let early = Recorder<Int>()
                _ = subject.subscribe(early)
                for i in 1...3 { subject.onNext(i) }
                subject.on(end)
                subject.onNext(4)
                subject.onCompleted()
                subject.onError(TestError("b"))
                XCTAssertEqual(early.marks, ["1", "2", "3", mark])
                for _ in 0..<2 {
                    XCTAssertEqual(replayed(by: subject), (1...3).suffix(size).map { "\($0)" } + [mark])
                }
                XCTAssertFalse(subject.hasObservers)
            }
        }
    }

    func testADisposedSubjectDropsItsBufferAndFailsItsSubscribers() {
        for size in [0, 1, 2, .max] {
            let tally = Token.Tally()
            let subject = ReplaySubject<Token>.create(bufferSize: size)
            let recorder = Recorder<Int>()
            let subscription = subject.map { _ in 0 }.subscribe(recorder)
            for _ in 0..<3 { subject.onNext(Token(tally)) }
            subject.dispose()
            subject.dispose()
            XCTAssertEqual(tally.count, 0)
            subject.onNext(Token(tally))
            subject.onCompleted()
            XCTAssertEqual(tally.count, 0)
            XCTAssertEqual(recorder.marks, ["0", "0", "0"])
            XCTAssertFalse(subject.hasObservers)
            XCTAssertTrue(subject.isDisposed)
            var errors: [Error] = []
            _ = subject.subscribe(onNext: { _ in XCTFail("an element") }, onError: { errors.append($0) })
            guard case RxError.disposed(let object)? = errors.first else { return XCTFail("\(errors)") }
            XCTAssertTrue(object === subject)
            subscription.dispose()
        }
    }

    func testHasObserversTellsWhetherAnybodyIsSubscribed() {
        for size in [0, 1, 2, .max] {
            let subject = ReplaySubject<Int>.create(bufferSize: size)
            XCTAssertFalse(subject.hasObservers)
            let first = subject.subscribe()
            let second = subject.subscribe()
            XCTAssertTrue(subject.hasObservers)
            first.dispose()
            XCTAssertTrue(subject.hasObservers)
            second.dispose()
            XCTAssertFalse(subject.hasObservers)
        }
    }

    func testWhatAnObserverSendsFromTheReplayFollowsTheRestOfIt() {
        let subject = ReplaySubject<Int>.createUnbounded()
        for i in 0..<5 { subject.onNext(i) }
        let other = Recorder<Int>()
        let first = subject.subscribe(other)
        var calls: [String] = []
        let second = subject.subscribe(onNext: {
            calls.append("(\($0)")
            if $0 < 5 { subject.onNext($0 + 5) }
            calls.append(")")
        })
        XCTAssertEqual(calls, (0..<10).flatMap { ["(\($0)", ")"] })
        XCTAssertEqual(other.elements, Array(0..<10))
        subject.onNext(10)
        XCTAssertEqual(calls.suffix(2), ["(10", ")"])
        first.dispose()
        second.dispose()
    }

    func testAnEndThatIsSentFromTheReplayFollowsTheRestOfIt() {
        let subject = ReplaySubject<Int>.createUnbounded()
        for i in 0..<3 { subject.onNext(i) }
        let recorder = Recorder<Int>()
        _ = subject.do(onNext: { if $0 == 0 { subject.onCompleted() } }).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["0", "1", "2", "|"])
        XCTAssertFalse(subject.hasObservers)
    }

    func testAnObserverThatLeavesDuringTheReplayHearsNoMore() {
        for isCompleted in [false, true] {
            for size in [1, 3, .max] {
                let subject = ReplaySubject<Int>.create(bufferSize: size)
                for i in 0..<3 { subject.onNext(i) }
                if isCompleted { subject.onCompleted() }
                let recorder = Recorder<Int>()
                _ = subject.take(1).subscribe(recorder)
                XCTAssertEqual(recorder.marks, ["\(size == 1 ? 2 : 0)", "|"])
                XCTAssertFalse(subject.hasObservers)
                var mapped = 0
                let bag = DisposeBag()
                let serial = SingleAssignmentDisposable()
                serial.disposed(by: bag)
                serial.setDisposable(
                    subject.map { element in
                        mapped += 1
                        return element
                    }.take(1).subscribe()
                )
                XCTAssertEqual(mapped, 1)
            }
        }
    }

    func testEvictedElementsAreReleasedAtOnce() {
        for size in [0, 1, 2, 64, 100, 128, 200] {
            let tally = Token.Tally()
            let subject = ReplaySubject<Token>.create(bufferSize: size)
            for i in 1...500 {
                subject.onNext(Token(tally))
                XCTAssertEqual(tally.count, min(i, size))
            }
        }
    }

    func testElementsThatWereEvictedDuringAReplayGoWhenItEnds() {
        for size in [1, 2, 10, 100, 300, 1_000] {
            let tally = Token.Tally()
            let subject = ReplaySubject<Token>.create(bufferSize: size)
            for _ in 0..<size + 1 { subject.onNext(Token(tally)) }
            var isFirst = true
            var heard = 0
            subject.subscribe(onNext: { _ in
                heard += 1
                guard isFirst else { return }
                isFirst = false
                for _ in 0..<300 { subject.onNext(Token(tally)) }
                // All of the snapshot is still there, and what came behind it waits.
                XCTAssertGreaterThanOrEqual(tally.count, size)
            }).dispose()
            XCTAssertEqual(heard, size + 300)
            XCTAssertEqual(tally.count, size)
        }
    }

    func testTheDeinitOfAnEvictedElementMayUseTheSubject() {
        final class Meddler: @unchecked Sendable {
            let action: () -> Void
            init(_ action: @escaping () -> Void) { self.action = action }
            deinit { action() }
        }
        for size in [1, 2] {
            let subject = ReplaySubject<Meddler?>.create(bufferSize: size)
            var replayed: [Bool] = []
            subject.onNext(
                Meddler { [weak subject] in
                    subject?.subscribe(onNext: { replayed.append($0 == nil) }).dispose()
                    subject?.onNext(nil)
                }
            )
            for _ in 0..<size { subject.onNext(nil) }
            XCTAssertEqual(replayed, Array(repeating: true, count: size))
        }
    }

    func testALongBufferIsReleasedOnASmallStack() {
        let tally = Token.Tally()
        var subject: ReplaySubject<Token>? = .createUnbounded()
        for _ in 0..<200_000 { subject?.onNext(Token(tally)) }
        let thread = TestThread(stackSize: 512 << 10) { subject = nil }
        thread.join()
        XCTAssertEqual(tally.count, 0)
    }

    func testTheLateHearWhatIsInTheWindow() {
        func replaying(_ source: Observable<String>, _ scheduler: TestScheduler, after delay: Int)
            -> Observable<String>
        {
            let subject = ReplaySubject<String>.create(window: .seconds(3), scheduler: scheduler)
            _ = source.subscribe(subject)
            return subject.delaySubscription(.seconds(delay), scheduler: scheduler)
        }
        check(
            source: "-a-b    -c-|",
            result: "---(ab) -c-|"
        ) { replaying($0, $1, after: 3) }
        check(
            source: "-a-bc    -|",
            result: "----(bc) -|"
        ) { replaying($0, $1, after: 4) }
        check(
            source: "-a-bc--",
            result: ""
        ) { replaying($0, $1, after: 7) }
        // What was in it at the end stays.
        check(
            source: "-a-bc-|",
            result: "---------(c|)"
        ) { replaying($0, $1, after: 9) }
    }

    func testElementsLeaveTheirWindow() {
        let scheduler = ManualScheduler()
        let subject = ReplaySubject<Int>.create(window: .milliseconds(10), scheduler: scheduler)
        let recorder = Recorder<Int>()
        let subscription = subject.subscribe(recorder)
        for i in 0..<6 {
            subject.onNext(i)
            scheduler.advance(by: .milliseconds(3))
        }
        // Sent at 0, 3, …, 15; now it is 18.
        XCTAssertEqual(replayed(by: subject), ["3", "4", "5"])
        scheduler.advance(by: .milliseconds(1))
        XCTAssertEqual(replayed(by: subject), ["4", "5"])
        subject.onCompleted()
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(replayed(by: subject), ["4", "5", "|"])
        XCTAssertEqual(recorder.marks, ["0", "1", "2", "3", "4", "5", "|"])
        subscription.dispose()
    }

    func testAWindowMayBeBoundedToo() {
        for size in [0, 1, 2, 3] {
            let scheduler = ManualScheduler()
            let subject = ReplaySubject<Int>.create(
                bufferSize: size,
                window: .milliseconds(10),
                scheduler: scheduler
            )
            for i in 0..<200 {
                subject.onNext(i)
                XCTAssertEqual(replayed(by: subject), (0...i).suffix(min(size, 4)).map { "\($0)" })
                scheduler.advance(by: .milliseconds(3))
            }
            scheduler.advance(by: .milliseconds(10))
            XCTAssertEqual(replayed(by: subject), [])
            subject.onNext(7)
            XCTAssertEqual(replayed(by: subject), size == 0 ? [] : ["7"])
        }
    }

    func testWhatHasLeftTheWindowIsReleasedByTheNextEmission() {
        let scheduler = ManualScheduler()
        let tally = Token.Tally()
        let subject = ReplaySubject<Token>.create(window: .milliseconds(10), scheduler: scheduler)
        for _ in 0..<100 { subject.onNext(Token(tally)) }
        XCTAssertEqual(tally.count, 100)
        scheduler.advance(by: .milliseconds(10))
        subject.onNext(Token(tally))
        XCTAssertEqual(tally.count, 1)
        scheduler.advance(by: .milliseconds(10))
        subject.onCompleted()
        XCTAssertEqual(tally.count, 0)
    }

    func testItIsItsOwnObserver() {
        let subject = ReplaySubject<Int>.create(bufferSize: 1)
        XCTAssertTrue(subject.asObserver() === subject)
        _ = Observable.of(1, 2).subscribe(subject)
        XCTAssertEqual(replayed(by: subject), ["2", "|"])
    }

    func testABufferWithoutALimitTakesNoMemoryInAdvance() {
        let elements = PublishSubject<Int>()
        for replayed in [
            ReplaySubject<Int>.create(bufferSize: .max).asObservable(), elements.replay(.max).refCount(),
            elements.share(replay: .max), elements.share(replay: .max, scope: .forever),
        ] {
            let (early, late) = (Recorder<Int>(), Recorder<Int>())
            let first = replayed.subscribe(early)
            for element in 0..<100 {
                elements.onNext(element)
                (replayed as? ReplaySubject<Int>)?.onNext(element)
            }
            let second = replayed.subscribe(late)
            XCTAssertEqual(early.elements, Array(0..<100))
            XCTAssertEqual(late.elements, Array(0..<100))
            first.dispose()
            second.dispose()
        }
    }

    func testCapturesGoWhenASubscriptionEnds() {
        let tally = Token.Tally()
        func subscribe(to subject: Observable<Int>) -> [Disposable] {
            let tokens = (0..<3).map { _ in Token(tally) }
            return [
                subject.subscribe(onNext: { _ in tokens[0].keep() }, onError: { _ in }),
                subject.map { tokens[1].keep($0) }.subscribe(onNext: { _ in tokens[2].keep() }, onError: { _ in }),
            ]
        }
        let ends: [(ReplaySubject<Int>, [Disposable]) -> Void] = [
            { _, subscriptions in for subscription in subscriptions { subscription.dispose() } },
            { subject, _ in subject.onCompleted() },
            { subject, _ in subject.onError(TestError()) },
            { subject, _ in subject.dispose() },
        ]
        for (number, end) in ends.enumerated() {
            let subject = ReplaySubject<Int>.create(bufferSize: 2)
            for i in 0..<3 { subject.onNext(i) }
            let subscriptions = subscribe(to: subject)
            XCTAssertEqual(tally.count, 3)
            end(subject, subscriptions)
            XCTAssertEqual(tally.count, 0, "end \(number)")
            let late = subscribe(to: subject)
            for subscription in subscriptions + late { subscription.dispose() }
            XCTAssertEqual(tally.count, 0, "after end \(number)")
        }
    }
}
