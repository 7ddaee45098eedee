import Millrace
import TestSupport
import XCTest

/// Two threads send elements into one operator at the same moment, which breaks the grammar: something may get lost, but
/// the program must not crash, no object be released twice or kept, and the observer below hear one end at most.
final class OverlappingElementsTests: StressTestCase {
    private let tally = Token.Tally()

    // Not made in `init`: all tests are instantiated before the first one runs, and a racer spins.
    private var racer: Racer!

    override func setUp() {
        super.setUp()
        racer = Racer()
    }

    override func setUpWithError() throws {
        try super.setUpWithError()
        // Arrays are read without a latch and freed by whoever releases them last, which only Swift's reference counts
        // order. The sanitizer does not see these, and optimized code reads the arrays where it looks.
        try XCTSkipIf(TestMode.sanitizer == "thread" && TestMode.isOptimized, "what reference counts order is not seen")
    }

    override func tearDown() {
        racer?.stop()
        racer = nil
        super.tearDown()
    }

    /// What an observer heard.
    private final class Heard: @unchecked Sendable {
        let elements = Counter()
        let ends = Counter()
    }

    /// Has two threads send `count` elements each through what `operate` makes of a subject; again and again, some 100,000
    /// of them in optimized code. In turns one of the threads then completes the subject, makes it fail, or disposes the
    /// subscription, while the other one may still be sending.
    ///
    /// - Parameter most: how many elements may come out in a round; any number if it is `nil`.
    private func send<Output>(
        _ count: Int = 500,
        most: Int? = nil,
        file: StaticString = #filePath,
        line: UInt = #line,
        through operate: (PublishSubject<Token>) -> Observable<Output>
    ) {
        for round in 0..<TestMode.size(100_000, debug: 10_000, sanitized: 5_000) / count {
            round % 4 == 3
                ? sendDisposing(count, round, operate)
                : sendEnding(count, round, most, file: file, line: line, operate)
        }
        XCTAssertEqual(tally.count, 0, "elements left behind", file: file, line: line)
    }

    private func sendEnding<Output>(
        _ count: Int,
        _ round: Int,
        _ most: Int?,
        file: StaticString,
        line: UInt,
        _ operate: (PublishSubject<Token>) -> Observable<Output>
    ) {
        let (subject, heard) = (PublishSubject<Token>(), Heard())
        let subscription = observe(operate(subject), heard)
        let tally = tally
        racer.race(
            delay: round % 100 - 50,
            { for _ in 0..<count { subject.onNext(Token(tally)) } },
            {
                for _ in 0..<count { subject.onNext(Token(tally)) }
                switch round % 4 {
                case 0: subject.onCompleted()
                case 1: subject.onError(TestError())
                default: break
                }
            }
        )
        subject.onCompleted()
        XCTAssertEqual(heard.ends.value, 1, "ends, in round \(round)", file: file, line: line)
        let elements = heard.elements.value
        if let most { XCTAssertLessThanOrEqual(elements, most, "elements, in round \(round)", file: file, line: line) }
        subject.onNext(Token(tally))
        XCTAssertEqual(heard.elements.value, elements, "an element after the end", file: file, line: line)
        subscription.dispose()
    }

    private func sendDisposing<Output>(
        _ count: Int,
        _ round: Int,
        _ operate: (PublishSubject<Token>) -> Observable<Output>
    ) {
        let subject = PublishSubject<Token>()
        let subscription = observe(operate(subject), Heard())
        let tally = tally
        racer.race(
            delay: round % 100 - 50,
            { for _ in 0..<count { subject.onNext(Token(tally)) } },
            {
                for _ in 0..<count / 2 { subject.onNext(Token(tally)) }
                subscription.dispose()
            }
        )
    }

    private func observe<Output>(_ source: Observable<Output>, _ heard: Heard) -> Disposable {
        source.subscribe { event in
            if event.isStopEvent { heard.ends.add() } else { heard.elements.add() }
        }
    }

    /// Strings too long to be kept without a reference.
    @Sendable
    private static func text(_ token: Token) -> String {
        "a string that says which of the elements it is: \(UInt(bitPattern: ObjectIdentifier(token).hashValue) % 7)"
    }

    // MARK: State with references

    func testScanOfObjects() {
        let tally = tally
        send { $0.scan(Token(tally)) { $1 } }
        send { $0.scan([]) { $0.suffix(3) + [$1] } }
    }

    func testScanOfStringsAndExistentials() {
        send { $0.map(Self.text).scan("") { $1.count > $0.count ? $1 : $0 + "." } }
        send { $0.scan(0 as Any) { $1 } }
    }

    func testScanWhoseAccumulatorThrows() {
        send(10) { subject in
            let count = Counter()
            return subject.scan([Token]()) {
                count.add()
                if count.value > 12 { throw TestError() }
                return $0 + [$1]
            }
        }
    }

    func testScanInto() throws {
        try XCTSkipUnless(TestMode.isOptimized, "debug builds stop at an element that comes meanwhile")
        send {
            $0.scan(into: [Token]()) {
                $0.append($1)
                if $0.count > 8 { $0.removeFirst(4) }
            }
        }
        send(10) {
            $0.scan(into: [String: Token]()) {
                $0[Self.text($1)] = $1
                if $0.count == 5 { throw TestError() }
            }
        }
    }

    func testAnElementThatComesWhileTheResultIsBeingChangedIsDropped() throws {
        try XCTSkipUnless(TestMode.isOptimized, "debug builds stop there")
        func check<Result: Equatable>(
            _ seed: Result,
            _ expected: [Result],
            _ add: @escaping @Sendable (inout Result, Int) -> Void
        ) {
            let (subject, recorder) = (PublishSubject<Int>(), Recorder<Result>())
            _ = subject.scan(into: seed) { result, element in
                if element == 1 {
                    subject.onNext(10)
                    TestThread { subject.onNext(20) }.join()
                }
                add(&result, element)
            }.subscribe(recorder)
            subject.onNext(1)
            subject.onNext(2)
            XCTAssertEqual(recorder.elements, expected)
        }
        check([], [[1], [1, 2]]) { $0.append($1) }
        check(0, [1, 3]) { $0 += $1 }
    }

    func testReduce() {
        send(most: 1) { $0.reduce(nil as Token?) { $1 } }
        send(50, most: 1) {
            $0.reduce([]) {
                $0 + [$1]
            } mapResult: {
                $0.count
            }
        }
    }

    func testTakeLast() {
        send(most: 5) { $0.takeLast(5) }
        send(5, most: 7) { $0.takeLast(7) }
        send(most: 100) { $0.map { _ in 1 }.takeLast(100) }
    }

    func testToArray() {
        send(most: 1) { $0.toArray().asObservable() }
        send(5, most: 1) { $0.map { _ in 1 }.toArray().asObservable() }
    }

    func testDistinctUntilChanged() {
        send { $0.distinctUntilChanged { $0 === $1 } }
        send { $0.map(Self.text).distinctUntilChanged() }
        send { $0.distinctUntilChanged(Self.text) }
    }

    func testLoneElements() {
        send(1, most: 1) { $0.asSingle().asObservable() }
        send(1, most: 1) { $0.asMaybe().asObservable() }
    }

    func testGroupBy() {
        send { $0.groupBy(keySelector: Self.text).flatMap { group in group.map { $0 } } }
        send(10) { $0.groupBy { ObjectIdentifier($0) }.map(\.key) }
    }

    // MARK: Sources in sources

    func testFlatMapLatest() {
        send { subject in subject.flatMapLatest { subject.filter { _ in false }.startWith($0) } }
        send { $0.flatMapLatest { Observable.just($0) } }
        send { $0.map { Observable.of($0, $0) }.switchLatest() }
    }

    func testConcatMap() {
        send(50) { $0.concatMap { Observable.of($0, $0) } }
    }

    func testFlatMap() throws {
        try XCTSkipIf(TestMode.sanitizer == "thread", "how many sources there were is a plain word")
        send { $0.flatMap { Observable.of($0, $0) } }
        send { $0.flatMapFirst { Observable.just($0) } }
        send(50) { subject in subject.flatMap { subject.filter { _ in false }.startWith($0) } }
    }

    // MARK: State without references

    func testCounting() throws {
        try XCTSkipIf(TestMode.sanitizer == "thread", "the counts are plain words")
        send { $0.scan(0) { count, _ in count &+ 1 } }
        send { $0.enumerated() }
        send { $0.skip(300) }
        send { $0.take(300) }
        send { $0.element(at: 300).materialize() }
        send(5) { $0.single().materialize() }
        send(1, most: 1) { $0.take(1).asSingle().asObservable() }
        send(2) { $0.ifEmpty(default: Token(self.tally)).take(2).takeLast(1) }
    }
}
