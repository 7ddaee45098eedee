import Foundation
import Millrace
import MillraceInspector
import MillraceTest
import TestSupport
import XCTest

/// What a `StreamDump` knows, on a clock of the tests' own.
final class StreamDumpTests: StreamDumpTestCase {
    private func names() -> [[String]] { taken().map { $0.stages.reversed().map(\.name) } }

    // MARK: What is listed

    func testASubscriptionHasItsPlaceAndItsStages() {
        let subject = PublishSubject<Int>()
        let line = #line + 1
        let subscription = subject.map { $0 + 1 }.filter { $0 > 0 }.scan(0, accumulator: +).subscribe(onNext: { _ in })
        XCTAssertEqual(taken().map(\.place), ["\(#fileID):\(line)"])
        XCTAssertEqual(names(), [["PublishSubject<Int>", "map(_:)", "filter(_:)", "scan(_:accumulator:)", "observer"]])
        subscription.dispose()
        XCTAssertEqual(names(), [])
    }

    func testALineMayBeOfAnyLengthWithHandlersAndWithout() {
        let subject = PublishSubject<Int>()
        for line: UInt in [0, 32_767, 32_768, 1_000_000] {
            let plain = subject.subscribe(line: line, onNext: { _ in })
            XCTAssertEqual(taken().map(\.place), ["\(#fileID):\(line)"])
            plain.dispose()
            let handling = subject.subscribe(line: line, onNext: { _ in }, onCompleted: {})
            XCTAssertEqual(taken().map(\.place), ["\(#fileID):\(line)"])
            handling.dispose()
        }
    }

    func testOperatorsOfEachKindHaveTheirNames() {
        let scheduler = TestScheduler(initialClock: 0)
        let source = PublishSubject<Int>()
        let all: [(Observable<Int>, String)] = [
            (source.observe(on: scheduler), "observe(on:)"),
            (source.flatMap { Observable.just($0) }, "flatMap(_:)"),
            (source.debounce(.seconds(1), scheduler: scheduler), "debounce(_:scheduler:)"),
            (source.distinctUntilChanged(), "distinctUntilChanged()"),
            (source.do(onNext: { _ in }), "do(onNext:afterNext:"),
            (source.take(2), "take(_:)"),
            (source.delay(.seconds(1), scheduler: scheduler), "delay(_:scheduler:)"),
            (source.debug("name"), "debug(_:"),
            (source.scan(into: 0) { $0 += $1 }, "scan(into:accumulator:)"),
            (source.element(at: 1), "element(at:)"),
            (source.startWith(1), "startWith(_:)"),
        ]
        for (observable, name) in all {
            let subscription = observable.subscribe(onNext: { _ in })
            let listed = names().first ?? []
            XCTAssertEqual(listed.first, "PublishSubject<Int>", name)
            XCTAssertTrue(listed.count == 3 && listed[1].hasPrefix(name), "\(name): \(listed)")
            subscription.dispose()
        }
    }

    func testAllSourcesOfACombiningOperatorAreListed() {
        let (left, right, third) = (PublishSubject<Int>(), PublishSubject<String>(), PublishSubject<Bool>())
        let subscription = Observable.combineLatest(left.map { $0 }, right, third) { "\($0)\($1)\($2)" }
            .subscribe(onNext: { _ in })
        let stages = taken().first?.stages ?? []
        let combined = stages.first { $0.name.hasPrefix("combineLatest") }
        XCTAssertEqual(
            stages.filter { $0.feeds == combined?.id }.map(\.name),
            ["map(_:)", "PublishSubject<String>", "PublishSubject<Bool>"]
        )
        XCTAssertEqual(stages.count, 6)
        subscription.dispose()
    }

    func testTheInnerSourcesOfFlatMapComeAndGo() {
        let outer = PublishSubject<Int>()
        let inner = (0..<3).map { _ in PublishSubject<Int>() }
        let subscription = outer.flatMap { inner[$0] }.subscribe(onNext: { _ in })
        for index in 0..<3 { outer.onNext(index) }
        inner[1].onNext(1)
        let stages = taken().first?.stages ?? []
        let merging = stages.first { $0.name == "flatMap(_:)" }
        XCTAssertEqual(stages.filter { $0.feeds == merging?.id }.map(\.elements), [3, 0, 1, 0])
        inner[0].onCompleted()
        XCTAssertEqual(taken().first?.stages.filter { $0.feeds == merging?.id }.count, 3)
        subscription.dispose()
        XCTAssertEqual(names(), [])
    }

    func testASharedSourceSaysWhatFeedsIt() {
        let subject = PublishSubject<Int>()
        let sources: [(Observable<Int>, String)] = [
            (subject.map { $0 }.share(), "share(replay:scope:)"),
            (subject.map { $0 }.share(replay: 1, scope: .forever), "multicast(_:)"),
        ]
        for (shared, name) in sources {
            let subscriptions = (0..<2).map { _ in shared.subscribe(onNext: { _ in }) }
            subject.onNext(1)
            let all = StreamDump.take().subscriptions
            let feeding = all.first { $0.stages.first?.name == name && $0.stages.last?.name == "PublishSubject<Int>" }
            XCTAssertEqual(feeding?.stages.map(\.name), [name, "map(_:)", "PublishSubject<Int>"])
            XCTAssertEqual(feeding?.stages.map(\.elements), [1, 1, 1])
            let fedBy = taken().map { $0.stages.last?.fedBy }
            XCTAssertEqual(fedBy, Array(repeating: feeding?.stages.first?.id, count: 2))
            for subscription in subscriptions { subscription.dispose() }
        }
    }

    func testASourceThatIsConnectedByHandSaysWhatFeedsIt() {
        let subject = PublishSubject<Int>()
        let connectable = subject.publish()
        let subscription = connectable.subscribe(onNext: { _ in })
        let connection = connectable.connect()
        subject.onNext(1)
        let all = StreamDump.take().subscriptions
        let feeding = all.first { $0.stages.first?.name == "multicast(_:)" }
        let observing = all.first { $0.stages.first?.name == "observer" }
        XCTAssertNotNil(feeding)
        XCTAssertEqual(observing?.stages.last?.fedBy, feeding?.stages.first?.id)
        XCTAssertEqual(observing?.stages.map(\.elements), [1, 1, 1])
        connection.dispose()
        subscription.dispose()
    }

    func testASubscriptionThatHasEndedIsNotListed() {
        let subject = PublishSubject<Int>()
        let subscription = subject.subscribe(onNext: { _ in })
        XCTAssertEqual(taken().count, 1)
        subject.onCompleted()
        XCTAssertEqual(names(), [])
        subscription.dispose()
    }

    func testASubscriptionOfASingleAndADriverAreListed() {
        let subject = PublishSubject<Int>()
        let single = subject.asSingle().subscribe(onSuccess: { _ in })
        let driver = subject.asDriver(onErrorJustReturn: 0).map { $0 }.drive(onNext: { _ in })
        XCTAssertEqual(taken().count, 2)
        single.dispose()
        driver.dispose()
        XCTAssertEqual(names(), [])
    }

    func testAPlaceThatNobodyHandsOverIsThatOfTheCall() throws {
        let subject = PublishSubject<Int>()
        let line = #line + 1
        let subscription = subject.subscribe { (_: Event<Int>) in }
        let places = StreamDump.take().subscriptions.map(\.place)
        #if os(Linux)
            XCTAssertTrue(places.contains { $0.hasSuffix("StreamDumpTests.swift:\(line)") }, "\(places)")
        #endif
        subscription.dispose()
    }

    func testABindingHasThePlaceOfItsCall() {
        let (subject, relay) = (PublishSubject<Int>(), PublishRelay<Int>())
        let binder = Binder(relay, scheduler: CurrentThreadScheduler.instance) { $0.accept($1) }
        let line = #line + 1
        let bindings = [subject.bind(to: relay), subject.bind(to: binder)]
        let places = StreamDump.take().subscriptions.map(\.place)
        #if os(Linux)
            XCTAssertEqual(places.filter { $0.hasSuffix("StreamDumpTests.swift:\(line)") }.count, 2, "\(places)")
        #endif
        for binding in bindings { binding.dispose() }
    }

    func testASourceOfAnotherModuleMayHaveANameOfItsOwn() {
        let free = Observable<Int>.create(named: "messages of \(1)") { _ in Disposables.create() }
        let pausable = Observable<Int>.create(named: "messages of \(2)", pausable: { _, _ in Disposables.create() })
        let subscriptions = [free, pausable].map { $0.map { $0 }.subscribe(onNext: { _ in }) }
        XCTAssertEqual(names().map(\.first).sorted { $0 ?? "" < $1 ?? "" }, ["messages of 1", "messages of 2"])
        for subscription in subscriptions { subscription.dispose() }
    }

    func testNothingIsListedWhileItIsOff() {
        Hooks.recordSubscriptions = false
        let subject = PublishSubject<Int>()
        let subscription = subject.subscribe(onNext: { _ in })
        XCTAssertEqual(names(), [])
        let dump = StreamDump.take()
        XCTAssertFalse(dump.isRecording)
        XCTAssertTrue(dump.description.contains("Hooks.recordSubscriptions = true"), dump.description)
        subscription.dispose()
    }

    func testWhatIsGoneDoesNotAccumulate() {
        let subject = PublishSubject<Int>()
        for _ in 0..<200 { subject.subscribe(onNext: { _ in }).dispose() }
        XCTAssertEqual(names(), [])
    }

    // MARK: Numbers

    func testEachStageCountsItsElements() {
        let subject = PublishSubject<Int>()
        let subscription = subject.filter { $0 % 2 == 0 }.map { $0 }.subscribe(onNext: { _ in })
        for number in 0..<10 { subject.onNext(number) }
        XCTAssertEqual(taken().first?.stages.map(\.elements), [5, 5, 5, 10])
        subscription.dispose()
    }

    func testTheRateIsThatSinceTheLastDump() {
        let subject = PublishSubject<Int>()
        let subscription = subject.subscribe(onNext: { _ in })
        for number in 0..<30 { subject.onNext(number) }
        advance(3_000)
        XCTAssertEqual(taken().first?.stages.map(\.rate), [10, 10])
        XCTAssertEqual(taken().first?.age, 3)
        for number in 0..<5 { subject.onNext(number) }
        advance(500)
        XCTAssertEqual(taken().first?.stages.map(\.rate), [10, 10])
        advance(1_000)
        XCTAssertEqual(taken().first?.stages.map(\.rate), [0, 0])
        subscription.dispose()
    }

    // MARK: Forms

    func testSourcesAreFurtherInThanTheStageThatCombinesThem() {
        let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
        let line = #line + 1
        let subscription = Observable.merge(left.map { $0 }, right).subscribe(onNext: { _ in })
        left.onNext(1)
        advance(2_000)
        let paragraphs = StreamDump.take().description.components(separatedBy: "\n\n")
        let text = paragraphs.first { $0.contains("\(#fileID):\(line)") }
        XCTAssertEqual(
            text,
            """
            \(#fileID):\(line), 2.0 s old
                observer: 1 element, 0.5/s
              ← merge(_:): 1 element, 0.5/s
                  ← map(_:): 1 element, 0.5/s
                  ← PublishSubject<Int>: 1 element, 0.5/s
                  ← PublishSubject<Int>: 0 elements, 0.0/s
            """
        )
        subscription.dispose()
    }

    func testADumpSurvivesJSON() throws {
        let subject = PublishSubject<Int>()
        let subscription = subject.observe(on: TestScheduler(initialClock: 0)).subscribe(onNext: { _ in })
        subject.onNext(1)
        advance(1_500)
        let dump = StreamDump.take()
        XCTAssertEqual(try JSONDecoder().decode(StreamDump.self, from: Data(dump.json.utf8)), dump)
        XCTAssertTrue(dump.json.contains("\"oldestWaiting\":1.5"), dump.json)
        subscription.dispose()
    }

    func testAThreadThatPassesDoesNotComeBeforeWhatWaits() {
        let scheduler = TestScheduler(initialClock: 0)
        let (queued, passing) = (PublishSubject<Int>(), PublishSubject<Int>())
        let waiting = queued.observe(on: scheduler).subscribe(onNext: { _ in })
        queued.onNext(1)
        advance(2_000)
        var first: [Double] = []
        let visited = passing.subscribe(onNext: { [unowned self] milliseconds in
            advance(milliseconds)
            first.append(StreamDump.take().subscriptions[0].stages.compactMap(\.insideFor).max() ?? 0)
        })
        for milliseconds in [50, 150] { passing.onNext(milliseconds) }
        XCTAssertEqual(first, [0, 0.15])
        waiting.dispose()
        visited.dispose()
    }

    func testOneThatWaitsLongIsNotCountedWithItsEquals() {
        let scheduler = TestScheduler(initialClock: 0)
        let subjects = (0..<50).map { _ in PublishSubject<Int>() }
        let subscriptions = subjects.map { $0.observe(on: scheduler).subscribe(line: 7, onNext: { _ in }) }
        subjects[31].onNext(1)
        advance(900)
        XCTAssertTrue(StreamDump.take().description.contains("50 × \(#fileID):7"))
        advance(300)
        let paragraphs = StreamDump.take().description.components(separatedBy: "\n\n")
        XCTAssertTrue(paragraphs[1].contains("1 waits, the oldest for 1.2 s"), paragraphs[1])
        XCTAssertTrue(paragraphs[2].hasPrefix("49 × \(#fileID):7"), paragraphs[2])
        for subscription in subscriptions { subscription.dispose() }
    }

    func testThePageGetsEqualSubscriptionsTogether() throws {
        struct Answer: Decodable {
            struct Subscription: Decodable {
                let count: Int
                let place: String
                let stages: [StreamDump.Stage]
            }

            let isRecording: Bool
            let subscriptions: [Subscription]
        }

        let subject = PublishSubject<String>()
        let shared = (0..<2).map { _ in subject.map { $0 }.share() }
        let subscriptions = shared.map { $0.subscribe(fileID: "\"\\\u{1}é", line: 7, onNext: { _ in }) }
        subject.onNext("1")
        let (status, contentType, body) = Inspector.respond(path: "/streams/dump.json")
        XCTAssertEqual(status, 200)
        XCTAssertEqual(contentType, "application/json")
        let answer = try JSONDecoder().decode(Answer.self, from: Data(body))
        XCTAssertTrue(answer.isRecording)
        let observers = answer.subscriptions.filter { $0.place == "\"\\\u{1}é:7" }
        XCTAssertEqual(observers.map(\.count), [2])
        XCTAssertEqual(observers.first?.stages.map(\.elements), [2, 2])
        let feeding = answer.subscriptions.filter { $0.stages.first?.name == "share(replay:scope:)" && $0.count == 2 }
        XCTAssertEqual(observers.first?.stages.last?.fedBy, feeding.first?.stages.first?.id)
        for subscription in subscriptions { subscription.dispose() }
    }

    func testThePageIsAtAPathWithASlash() {
        let answers = ["", "/", "/streams/", "style.css", "/a/app.js", "/icon.svg"].map { Inspector.respond(path: $0) }
        XCTAssertEqual(answers.map(\.status), Array(repeating: 200, count: 6))
        XCTAssertEqual(answers[0].body, answers[2].body)
        XCTAssertTrue(String(decoding: answers[4].body, as: UTF8.self).hasPrefix("\"use strict\";"))
        XCTAssertEqual(
            ["/streams", "/streams/..", "/app"].map { Inspector.respond(path: $0).status },
            [404, 404, 404]
        )
    }

    func testTheGraphHasANodeForEachStage() {
        let subject = PublishSubject<String>()
        let subscription = subject.map { $0 }.subscribe(line: 77, onNext: { _ in })
        let stages = taken().first?.stages ?? []
        let graph = StreamDump.take().graphviz
        XCTAssertTrue(graph.hasPrefix("digraph streams {") && graph.hasSuffix("}"), graph)
        XCTAssertTrue(graph.contains("label=\"\(#fileID):77\\nobserver\\n0 elements, 0.0/s\""), graph)
        for (stage, next) in zip(stages.dropFirst(), stages) {
            XCTAssertTrue(graph.contains("  \"\(stage.id)\" -> \"\(next.id)\";"), graph)
        }
        XCTAssertEqual(stages.count, 3)
        subscription.dispose()
    }

    #if DEBUG
        func testResourcesAreListedByKind() {
            Resources.recordsKinds = true
            defer { Resources.recordsKinds = false }
            XCTAssertNil(StreamDump.take().objects["PublishSubject<Int8>"])
            let subjects = (0..<3).map { _ in PublishSubject<Int8>() }
            withExtendedLifetime(subjects) {
                let dump = StreamDump.take()
                XCTAssertEqual(dump.objects["PublishSubject<Int8>"], 3)
                XCTAssertTrue(dump.description.contains("3 × PublishSubject<Int8>"), dump.description)
            }
        }
    #endif
}
