import Millrace
import TestSupport
import XCTest

/// Shared sources that are made of shared sources. Where nobody holds those in the middle, nobody can come to them, and
/// they are left out of the chain; nothing may show it.
final class ShareInARowTests: XCTestCase {
    private typealias Stage = (Observable<Int>) -> Observable<Int>

    private static let stages: [(name: String, make: Stage)] = [
        ("share", { $0.share() }),
        ("share(replay: 1)", { $0.share(replay: 1) }),
    ]

    /// What subscribers of a chain of three shared stages hear and see, with and without somebody who holds all stages.
    private func checkBothWays(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ scenario: (_ source: TrackedSource, _ chain: Observable<Int>, _ log: Log) -> Void
    ) {
        for (name, share) in ShareInARowTests.stages {
            let logs = [true, false].map { isHeld in
                let log = Log()
                let source = TrackedSource()
                var held: [Observable<Int>] = []
                var chain = share(source.observable)
                for stage in 1...3 {
                    if isHeld { held.append(chain) }
                    chain = chain.map { element in
                        log.write("\(stage) passes \(element)")
                        return element + stage * 10
                    }
                    if isHeld { held.append(chain) }
                    chain = share(chain.filter { $0 % 7 != 0 })
                    if isHeld { held.append(chain) }
                    chain = share(
                        chain.do(
                            onNext: { log.write("\(stage): \($0)") },
                            afterNext: { log.write("\(stage): after \($0)") },
                            onError: { log.write("\(stage): \($0)") },
                            afterError: { log.write("\(stage): after \($0)") },
                            onCompleted: { log.write("\(stage): end") },
                            afterCompleted: { log.write("\(stage): after the end") },
                            onSubscribe: { log.write("\(stage): subscribe") },
                            onSubscribed: { log.write("\(stage): subscribed") },
                            onDispose: { log.write("\(stage): disposed") }
                        )
                    )
                }
                source.onDispose = { log.write("let go") }
                scenario(source, chain, log)
                log.write("\(source.subscriptions) subscriptions, \(source.disposals) disposals")
                withExtendedLifetime(held) {}
                return log.lines
            }
            XCTAssertFalse(logs[0].isEmpty, file: file, line: line)
            XCTAssertEqual(logs[0], logs[1], name, file: file, line: line)
        }
    }

    private final class Log: @unchecked Sendable {
        private(set) var lines: [String] = []

        func write(_ line: String) { lines.append(line) }

        func observer(_ name: String) -> AnyObserver<Int> {
            AnyObserver { self.write("\(name) hears \($0)") }
        }
    }

    func testElementsReachTwoSubscribersThroughEachClosureOnce() {
        checkBothWays { source, chain, log in
            let first = chain.subscribe(log.observer("a"))
            source.send(1, 2)
            let second = chain.subscribe(log.observer("b"))
            source.send(3, 10)
            first.dispose()
            source.send(4)
            second.dispose()
            source.send(5)
        }
    }

    func testEndsReachAllAndTheNextSubscriberBeginsAfresh() {
        for end in [Event<Int>.completed, .error(TestError("a"))] {
            checkBothWays { source, chain, log in
                _ = chain.subscribe(log.observer("a"))
                _ = chain.subscribe(log.observer("b"))
                source.send(1)
                source.send(end)
                let third = chain.subscribe(log.observer("c"))
                source.send(2)
                third.dispose()
            }
        }
    }

    func testASubscriberThatComesBackWithinTheEndBeginsAfresh() {
        checkBothWays { source, chain, log in
            let again = SerialDisposable()
            _ = chain.subscribe(
                onNext: { log.write("a hears \($0)") },
                onCompleted: { again.disposable = chain.subscribe(log.observer("b")) }
            )
            source.send(1)
            source.send(.completed)
            source.send(2)
            again.dispose()
        }
    }

    func testASubscriberMayLeaveAndComeBackWithinAnElement() {
        checkBothWays { source, chain, log in
            let subscription = SerialDisposable()
            subscription.disposable = chain.subscribe(onNext: { element in
                log.write("a hears \(element)")
                subscription.disposable = chain.subscribe(log.observer("b"))
            })
            source.send(1)
            source.send(2)
            subscription.dispose()
        }
    }

    func testASourceThatEmitsAndEndsWhileItIsSubscribedTo() {
        for (_, share) in ShareInARowTests.stages {
            let source = TrackedSource { _, observer in
                observer.onNext(1)
                observer.onNext(2)
                observer.onCompleted()
            }
            let chain = share(share(source.observable).map { $0 + 1 })
            let recorders = [Recorder<Int>(), Recorder<Int>()]
            for recorder in recorders { _ = chain.subscribe(recorder) }
            XCTAssertEqual(recorders[0].marks, ["2", "3", "|"])
            XCTAssertEqual(recorders[1].marks, ["2", "3", "|"])
            XCTAssertEqual(source.subscriptions, 2)
            XCTAssertEqual(source.active, 0)
        }
    }

    /// Nobody holds the stage in the middle any more, but somebody is subscribed to it.
    func testAStageWithASubscriberIsSharedWithIt() {
        let source = TrackedSource()
        let calls = Counter()
        var middle: Observable<Int>? = source.observable.map { element -> Int in
            calls.add()
            return element + 1
        }.share(replay: 1)
        let recorders = [Recorder<Int>(), Recorder<Int>()]
        let first = middle?.subscribe(recorders[0])
        source.send(1)
        let last = middle?.map { $0 * 10 }.share(replay: 1)
        middle = nil
        let second = last?.subscribe(recorders[1])
        source.send(2)
        XCTAssertEqual(recorders[0].elements, [2, 3])
        XCTAssertEqual(recorders[1].elements, [20, 30])
        XCTAssertEqual(calls.value, 2)
        XCTAssertEqual(source.subscriptions, 1)
        first?.dispose()
        source.send(3)
        XCTAssertEqual(recorders[1].elements, [20, 30, 40])
        XCTAssertEqual(source.active, 1)
        second?.dispose()
        XCTAssertEqual(source.active, 0)
    }

    /// The operator after the stage is held instead: each of its subscribers comes to the stage.
    func testAnOperatorOfASharedStageHasItSharedAmongItsSubscribers() {
        for lastComesFirst in [false, true] {
            let source = TrackedSource()
            let doubled = source.observable.share(replay: 1).map { $0 * 2 }
            let last = doubled.share()
            let recorders = (0..<3).map { _ in Recorder<Int>() }
            let subscriptions = zip(lastComesFirst ? [last, doubled, doubled] : [doubled, doubled, last], recorders)
                .map { $0.subscribe($1) }
            source.send(1)
            XCTAssertEqual(source.subscriptions, 1)
            for recorder in recorders { XCTAssertEqual(recorder.elements, [2]) }
            for subscription in subscriptions { subscription.dispose() }
            XCTAssertEqual(source.active, 0)
        }
    }

    /// A closure further down holds the stage, and subscribes to it too.
    func testAStageThatAClosureComesBackToIsShared() {
        let source = TrackedSource()
        let middle = source.observable.share(replay: 1)
        let last = middle.map { $0 + 1 }.flatMap { element in middle.map { $0 + element }.take(1) }.share()
        let recorder = Recorder<Int>()
        let subscription = last.subscribe(recorder)
        source.send(1)
        source.send(2)
        XCTAssertEqual(recorder.elements, [3, 5])
        XCTAssertEqual(source.subscriptions, 1)
        subscription.dispose()
        XCTAssertEqual(source.active, 0)
    }

    func testWhatIsCapturedGoesWithTheLastSubscriber() {
        let tally = Token.Tally()
        let subject = PublishSubject<Int>()
        do {
            let token = Token(tally)
            let chain = subject.share(replay: 1).map { token.keep($0) }.share().map { $0 + 1 }.share(replay: 1)
            let recorder = Recorder<Int>()
            let subscription = chain.subscribe(recorder)
            subject.onNext(1)
            XCTAssertEqual(recorder.elements, [2])
            subscription.dispose()
            XCTAssertFalse(subject.hasObservers)
        }
        XCTAssertEqual(tally.count, 0)
    }
}
