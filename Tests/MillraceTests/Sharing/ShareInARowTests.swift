import Millrace
import TestSupport
import XCTest

/// Shared sources that are made of shared sources. Where nobody holds those in the middle of a driver's or a signal's
/// chain, nobody can come to them, and they are left out; nothing may show it.
final class ShareInARowTests: XCTestCase {
    private typealias Make = (_ source: TrackedSource, _ hold: (Any) -> Void, _ log: Log) -> Observable<Int>

    /// Chains of stages, of each kind of shared sequence, without and with operators that must not be passed by.
    private static let chains: [(name: String, make: Make)] = [
        ("driver", { stages($0.observable.asDriver(onErrorJustReturn: -1), $1, $2) }),
        ("signal", { stages($0.observable.asSignal(onErrorSignalWith: .of(-1, -2)), $1, $2) }),
        ("driver with do", { stagesWithDo($0.observable.asDriver(onErrorJustReturn: -1), $1, $2) }),
        ("signal with do", { stagesWithDo($0.observable.asSignal(onErrorJustReturn: -1), $1, $2) }),
        ("share", { plainStages($0.observable, $1, $2) { $0.share() } }),
        ("share(replay: 1)", { plainStages($0.observable, $1, $2) { $0.share(replay: 1) } }),
    ]

    private static func stages<Strategy>(
        _ first: SharedSequence<Strategy, Int>,
        _ hold: (Any) -> Void,
        _ log: Log
    ) -> Observable<Int> {
        var chain = first
        for stage in 1...3 {
            hold(chain)
            chain = chain.map { element in
                log.write("\(stage) passes \(element)")
                return element + stage * 10
            }
            hold(chain)
            chain = chain.filter { $0 % 7 != 0 }
            hold(chain)
            chain = chain.scan(0) { $0 + $1 }
        }
        return chain.distinctUntilChanged().asObservable()
    }

    private static func stagesWithDo<Strategy>(
        _ first: SharedSequence<Strategy, Int>,
        _ hold: (Any) -> Void,
        _ log: Log
    ) -> Observable<Int> {
        var chain = first
        for stage in 1...3 {
            hold(chain)
            chain = chain.do(
                onNext: { log.write("\(stage): \($0)") },
                afterNext: { log.write("\(stage): after \($0)") },
                onCompleted: { log.write("\(stage): end") },
                afterCompleted: { log.write("\(stage): after the end") },
                onSubscribe: { log.write("\(stage): subscribe") },
                onSubscribed: { log.write("\(stage): subscribed") },
                onDispose: { log.write("\(stage): disposed") }
            )
            hold(chain)
            chain = chain.map { $0 + stage * 10 }
            hold(chain)
            chain = chain.skip(1).startWith(stage)
        }
        return chain.asObservable()
    }

    private static func plainStages(
        _ source: Observable<Int>,
        _ hold: (Any) -> Void,
        _ log: Log,
        _ share: (Observable<Int>) -> Observable<Int>
    ) -> Observable<Int> {
        var chain = share(source)
        for stage in 1...3 {
            hold(chain)
            chain = share(
                chain.map { element in
                    log.write("\(stage) passes \(element)")
                    return element + stage * 10
                }
            )
        }
        return chain
    }

    /// What subscribers hear and see of a chain, with and without somebody who holds all stages.
    private func checkBothWays(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ scenario: (_ source: TrackedSource, _ chain: Observable<Int>, _ log: Log) -> Void
    ) {
        for (name, make) in ShareInARowTests.chains {
            let logs = [true, false].map { isHeld in
                let log = Log()
                let source = TrackedSource()
                var held: [Any] = []
                let chain = make(source, { if isHeld { held.append($0) } }, log)
                source.onDispose = { log.write("let go") }
                scenario(source, chain, log)
                log.write("\(source.subscriptions) subscriptions, \(source.disposals) disposals")
                withExtendedLifetime(held) {}
                return log.lines
            }
            XCTAssertGreaterThan(logs[0].count, 5, file: file, line: line)
            XCTAssertEqual(logs[0], logs[1], name, file: file, line: line)
        }
    }

    /// A weak reference does not hold a source in the middle, so the chain leaves the source out. Its next subscriber is a
    /// first one: it is connected anew, finds nothing to replay, and gets what comes from then on.
    func testASourceThatWasLeftOutIsConnectedForTheHolderOfAWeakReference() throws {
        let source = TrackedSource()
        let log = Log()
        weak var middle: Observable<Int>?
        let chain = {
            let shared = source.observable.asDriver(onErrorJustReturn: -1).map { $0 + 1 }
            middle = shared.asObservable()
            return shared.map { $0 * 2 }.asObservable()
        }()
        let first = chain.subscribe(log.observer("a"))
        source.send(1)
        let second = try XCTUnwrap(middle).subscribe(log.observer("b"))
        source.send(2)
        first.dispose()
        source.send(3)
        second.dispose()
        XCTAssertEqual(log.lines, ["a hears next(4)", "a hears next(6)", "b hears next(3)", "b hears next(4)"])
        XCTAssertEqual(source.subscriptions, 2)
        XCTAssertEqual(source.disposals, 2)
        XCTAssertNotNil(middle)
        withExtendedLifetime(chain) {}
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

    /// The element that an error stands for ends a chain while it is disposed.
    func testASubscriberThatLeavesWithinTheLastElement() {
        checkBothWays { source, chain, log in
            let subscription = SerialDisposable()
            subscription.disposable = chain.subscribe(
                onNext: { element in
                    log.write("a hears \(element)")
                    if element < 0 || element > 100 { subscription.dispose() }
                },
                onDisposed: { log.write("a is disposed") }
            )
            source.send(1, 2, 60)
            source.send(.error(TestError("a")))
            source.send(3)
        }
    }

    func testASourceThatEmitsAndEndsWhileItIsSubscribedTo() {
        for isHeld in [true, false] {
            let source = TrackedSource { _, observer in
                observer.onNext(1)
                observer.onNext(2)
                observer.onCompleted()
            }
            var held: [Any] = []
            func make() -> Driver<Int> {
                let first = source.observable.asDriver(onErrorJustReturn: -1)
                let second = first.map { $0 + 1 }
                if isHeld { held = [first, second] }
                return second.filter { $0 > 0 }
            }
            let chain = make()
            let recorders = [Recorder<Int>(), Recorder<Int>()]
            for recorder in recorders { chain.drive(recorder).dispose() }
            XCTAssertEqual(recorders[0].marks, ["2", "3", "|"])
            XCTAssertEqual(recorders[1].marks, ["2", "3", "|"])
            XCTAssertEqual(source.subscriptions, 2)
            XCTAssertEqual(source.active, 0)
            withExtendedLifetime(held) {}
        }
    }

    /// Nobody holds the stage in the middle any more, but somebody is subscribed to it.
    func testAStageWithASubscriberIsSharedWithIt() {
        let source = TrackedSource()
        let calls = Counter()
        var middle: Driver<Int>? = source.observable.asDriver(onErrorJustReturn: -1).map { element -> Int in
            calls.add()
            return element + 1
        }
        let recorders = [Recorder<Int>(), Recorder<Int>()]
        let first = middle?.drive(recorders[0])
        source.send(1)
        let last = middle?.map { $0 * 10 }
        middle = nil
        let second = last?.drive(recorders[1])
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

    /// A closure further down holds the stage, and subscribes to it too.
    func testAStageThatAClosureComesBackToIsShared() {
        let source = TrackedSource()
        let middle = source.observable.asDriver(onErrorJustReturn: -1)
        let last = middle.map { $0 + 1 }.flatMap { element in middle.map { $0 + element } }.map { $0 }
        let recorder = Recorder<Int>()
        let subscription = last.drive(recorder)
        source.send(1)
        XCTAssertEqual(recorder.elements, [3])
        XCTAssertEqual(source.subscriptions, 1)
        subscription.dispose()
        XCTAssertEqual(source.active, 0)
    }

    /// Where an operator in between ends by itself, the later source finds the former connection of the earlier one,
    /// which is on its way to be disposed, when a subscriber comes back at once.
    func testASourceBehindAnOperatorThatEndsByItselfIsShared() {
        let middles: [(Observable<Int>) -> Observable<Int>] = [
            { $0.take(1) }, { $0.take(while: { $0 < 3 }) }, { $0.element(at: 0).map { $0 } },
        ]
        for (number, middle) in middles.enumerated() {
            for replay in 0...1 {
                let results = [true, false].map { isHeld in
                    let source = TrackedSource()
                    var held: [Any] = []
                    // In a function of its own, after which nobody else holds the first source.
                    func make() -> Observable<Int> {
                        let first = source.observable.share(replay: replay)
                        if isHeld { held.append(first) }
                        return middle(first.filter { $0 > 0 }).share(replay: replay)
                    }
                    let chain = make()
                    let recorder = Recorder<Int>()
                    let subscription = chain.concat(chain).subscribe(recorder)
                    source.send(1, 2, 3, 4)
                    subscription.dispose()
                    withExtendedLifetime(held) {}
                    return recorder.marks + ["\(source.subscriptions)"]
                }
                XCTAssertEqual(results[0], results[1], "\(number), \(replay)")
            }
        }
    }

    func testWhatIsCapturedGoesWithTheLastSubscriber() {
        let tally = Token.Tally()
        let subject = PublishSubject<Int>()
        do {
            let token = Token(tally)
            let chain = subject.asDriver(onErrorJustReturn: 0).map { token.keep($0) }.filter { $0 > 0 }.map { $0 + 1 }
            let recorder = Recorder<Int>()
            let subscription = chain.drive(recorder)
            subject.onNext(1)
            XCTAssertEqual(recorder.elements, [2])
            subscription.dispose()
            XCTAssertFalse(subject.hasObservers)
        }
        XCTAssertEqual(tally.count, 0)
    }
}

extension Log {
    fileprivate func observer(_ name: String) -> AnyObserver<Int> {
        AnyObserver { self.write("\(name) hears \($0)") }
    }
}
