import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class KeepAliveTests: MarbleTestCase {
    func testSomethingComesWhileNothingElseDoes() {
        check(
            source: "--a--b-----------c--|",
            during: "^",
            result: "--a--b---k---k---c--|",
            active: "^-------------------!"
        ) { $0.keepAlive(every: .seconds(4), scheduler: $1) { "k" } }
    }

    func testTheTimeStartsWithTheSubscription() {
        check(
            source: "--------------a-|",
            during: "--^",
            result: "-----k--k--k--a-|"
        ) { $0.keepAlive(every: .seconds(3), scheduler: $1) { "k" } }
    }

    func testAnElementStartsTheTimeAnew() {
        check(
            source: "-a-a-a-a-a---------|",
            result: "-a-a-a-a-a--k--k--k|"
        ) { $0.keepAlive(every: .seconds(3), scheduler: $1) { "k" } }
    }

    func testTheEndComesAtOnce() {
        check(
            source: "---#",
            result: "---#"
        ) { $0.keepAlive(every: .seconds(9), scheduler: $1) { "k" } }
        check(
            source: "|",
            result: "|"
        ) { $0.keepAlive(every: .seconds(9), scheduler: $1) { "k" } }
    }

    func testElementsStartNoTimers() {
        let scheduler = ManualScheduler()
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription = subject.keepAlive(every: .seconds(1), scheduler: scheduler) { -1 }.subscribe(recorder)
        for number in 0..<10_000 {
            subject.onNext(number)
            scheduler.advance(by: .milliseconds(1))
        }
        XCTAssertEqual(recorder.elements, Array(0..<10_000))
        XCTAssertLessThan(scheduler.scheduledCount, 22, "ten seconds")
        scheduler.advance(by: .milliseconds(998))
        XCTAssertEqual(recorder.elements.last, 9_999)
        scheduler.advance(by: .milliseconds(1))
        XCTAssertEqual(recorder.elements.last, -1, "a second after the last element")
        subscription.dispose()
        XCTAssertEqual(scheduler.waitingCount, 0)
    }

    func testAClientThatReadsNothingIsSentNothingMore() {
        let (scheduler, consumer) = (ManualScheduler(), ManualScheduler())
        let made = Counter()
        let recorder = Recorder<Int>()
        let subscription = Observable<Int>.never()
            .keepAlive(every: .seconds(1), scheduler: scheduler) { made.add() }
            .observe(on: consumer, capacity: 3, overflow: .suspend)
            .subscribe(recorder)
        scheduler.advance(by: .seconds(3_600))
        XCTAssertEqual(made.value, 3, "as many as there is room for")
        consumer.runDue()
        scheduler.advance(by: .seconds(1))
        consumer.runDue()
        XCTAssertEqual(recorder.elements.count, 4)
        subscription.dispose()
    }

    func testTheSourceIsHeldBackWhileThereIsNoRoom() {
        let (scheduler, consumer) = (ManualScheduler(), ManualScheduler())
        let emitted = Counter()
        let subscription = Observable.range(start: 0, count: 1_000).do(onNext: { _ in emitted.add() })
            .keepAlive(every: .seconds(1), scheduler: scheduler) { -1 }
            .observe(on: consumer, capacity: 3, overflow: .suspend)
            .subscribe()
        scheduler.advance(by: .seconds(60))
        XCTAssertEqual(emitted.value, 3)
        subscription.dispose()
    }

    func testAClockThatIsCoarserThanThePeriod() {
        let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
        var times: [Int] = []
        let subscription = scheduler.cold("-a-a------|")
            .keepAlive(every: .milliseconds(1_700), scheduler: scheduler) { "k" }
            .subscribe(onNext: { times.append($0 == "k" ? scheduler.clock : -scheduler.clock) })
        scheduler.start()
        XCTAssertEqual(times, [-1, -3, 5, 7, 9])
        subscription.dispose()
    }

    func testADurationOfSwift() {
        let period: Duration = .seconds(3)
        check(
            source: "-a-------|",
            result: "-a--k--k-|"
        ) { $0.keepAlive(every: period, scheduler: $1) { "k" } }
    }

    func testWhatIsMadeIsReleased() {
        let scheduler = TestScheduler(initialClock: 0)
        let tally = Token.Tally()
        func begin(_ token: Token) -> Disposable {
            Observable<Int>.never().keepAlive(every: .seconds(3), scheduler: scheduler) { token.keep(1) }.subscribe()
        }
        let subscription = begin(Token(tally))
        XCTAssertEqual(tally.count, 1)
        subscription.dispose()
        XCTAssertEqual(tally.count, 0)
    }
}
